"""`gaugeblock lint`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock._text import count_of
from gaugeblock.cli._console import next_step, say

if TYPE_CHECKING:
    from gaugeblock.assemble import Loaded
    from gaugeblock.lint import Counts, LintFinding

__all__ = ["lint"]

_DATA = {".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".csv", ".tsv", ".txt"}


def lint(
    suite: Annotated[Path, typer.Argument(help="The suite file, or its folder.")] = Path("gaugeblock.yaml"),
) -> int:
    """Look for weak spots in a suite before it is run.

    Exit code: 0 clean (warnings and advice do not count), 1 errors found, 2 a file cannot be read.
    """
    from gaugeblock.assemble import labels_of, load
    from gaugeblock.lint import LintSubject, Severity, Survey
    from gaugeblock.lint import lint as look

    loaded = load(suite)
    survey = Survey()
    for case in loaded.golden.cases():
        survey.add(case, has_judge=True)
    findings = look(
        survey,
        LintSubject(
            rubric=loaded.rubric,
            policy=loaded.suite.policy,
            labels=labels_of(loaded),
            unused_files=sorted(_unused(loaded)),
        ),
    )
    for line in _lines(survey.counts, findings):
        say(line)
    errors = sum(f.severity is Severity.ERROR for f in findings)
    next_step(f"correct the {errors} error{'s' * (errors != 1)} above" if errors else f"gaugeblock run {suite}")
    return 1 if errors else 0


def _lines(counts: "Counts", findings: "list[LintFinding]") -> Iterator[str]:
    yield count_of(counts.cases, "case")
    for name, numbers in (("level", counts.levels), ("topic", counts.topics), ("tag", counts.tags)):
        if numbers:
            yield f"  by {name}: " + ", ".join(f"{key or '(none)'} {n}" for key, n in numbers.items())
    for f in findings:
        yield f"{f.severity.value}[{f.slug}]: {f.message}"
        yield f"  cure: {f.cure}"
    if not findings:
        yield "nothing to complain about"


def _unused(loaded: "Loaded") -> Iterator[str]:
    """Data files in the suite's folder that nothing in the suite names."""
    from gaugeblock.assemble import files_of

    folder = loaded.suite.folder
    known = {path.resolve() for path in files_of(loaded)}
    for file in folder.rglob("*"):
        hidden = any(part.startswith(".") or part == "certificates" for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden and file.suffix.lower() in _DATA and file.resolve() not in known:
            yield file.relative_to(folder).as_posix()
