"""The docs cannot lag: made pages are up to date, links lead somewhere, the tutorial's commands do what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gaugeblock._exit import ExitCode
from gaugeblock._reasons import CURES, MEANINGS, Reason
from gaugeblock.cli._table import COMMANDS, help_text

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def test_reference_pages_are_made_from_this_code() -> None:
    """Whoever changes a field, a reason or a command runs scripts/reference.py."""
    script = [sys.executable, str(ROOT / "scripts" / "reference.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file or folder of the repository."""
    links = [x for x in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in x]
    assert [x for x in links if not (page.parent / x).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_command_in_the_docs_exists(page: Path) -> None:
    """`gaugeblock WORD` in a code span or block names a command or a flag."""
    text = page.read_text(encoding="utf-8")
    code = " \n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))
    named = set(re.findall(r"gaugeblock ([a-z]+)\b", code))
    assert named - {c.name for c in COMMANDS} == set()


def test_every_reason_has_a_meaning_and_a_cure() -> None:
    """No reason is left unexplained."""
    assert set(MEANINGS) == set(CURES) == set(Reason)


def test_help_names_every_command_in_its_panel() -> None:
    """The help page is a snapshot, reviewed like code."""
    assert help_text() + "\n" == (Path(__file__).parent / "snapshots" / "help.txt").read_text(encoding="utf-8")


def test_each_command_says_the_same_sentence_as_the_help_page() -> None:
    """The first line of a command's docstring stands in the table."""
    import importlib

    for command in COMMANDS:
        module = importlib.import_module(f"gaugeblock.cli.{command.name}")
        text = module.app.info.help if command.group else getattr(module, command.name).__doc__
        assert text.splitlines()[0] == command.help


def test_shipped_rubrics_in_the_examples_are_the_shipped_ones() -> None:
    """A template's rubric is a copy, so that users may change theirs."""
    shipped = ROOT / "src" / "gaugeblock" / "rubrics"
    for example, name in (
        ("carepoint", "patient-service"),
        ("entity-resolution", "agent-answer"),
    ):
        copy = (ROOT / "examples" / example / "rubric.yaml").read_text(encoding="utf-8")
        assert copy == (shipped / f"{name}.yaml").read_text(encoding="utf-8")


def keys_of(value: object) -> set[str]:
    """Every key of a JSON value that is not a name of the suite's own, reasons left out."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    named = {k: keys_of(v) for k, v in value.items()}
    inner = set().union(*named.values()) if named else set()
    for parent in ("dimensions", "topics"):
        if parent in value and isinstance(value[parent], dict):
            inner -= set(value[parent])
    return {k for k in value if not k.endswith("_reason")} | inner


def test_every_key_of_the_results_is_explained() -> None:
    """The page on the JSON names each key that a report has."""
    import json

    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    results = json.loads((Path(__file__).parent / "snapshots" / "report_carepoint.json").read_text(encoding="utf-8"))
    assert {k for k in keys_of(results) if f"`{k}`" not in page} == set()


def test_the_first_tutorial_does_what_it_says(tmp_path: Path) -> None:
    """Its commands are typed, its files written, and each `echo $?` is followed by the code that came."""
    text = (ROOT / "docs" / "tutorials" / "first-suite.md").read_text(encoding="utf-8")
    folder, code, asked = tmp_path, 0, 0
    for language, body in re.findall(r"```(console|yaml)\n(.*?)```", text, re.DOTALL):
        if language == "yaml":
            write_as_told(folder, body)
            continue
        lines = body.splitlines()
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            if line.startswith("$ cd "):
                folder /= line.removeprefix("$ cd ")
            elif line == "$ echo $?":
                assert str(code) == following, f"{body}: came {code}"
                asked += 1
            elif line.startswith("$ gaugeblock "):
                code = typed(line.removeprefix("$ gaugeblock "), folder)
                assert code in set(ExitCode) - {ExitCode.MISUSE, ExitCode.INTERNAL}, line
    assert asked == 2
    assert "three weeks" in (folder / "report.html").read_text(encoding="utf-8")


def write_as_told(folder: Path, body: str) -> None:
    """A block of cases replaces cases.yaml, a policy is added to the suite file, another judge is left alone."""
    if body.startswith("- id:"):
        (folder / "cases.yaml").write_text(body, encoding="utf-8")
    elif body.startswith("policy:"):
        suite = folder / "gaugeblock.yaml"
        suite.write_text(suite.read_text(encoding="utf-8") + body, encoding="utf-8")


def typed(arguments: str, folder: Path) -> int:
    """The exit code of a command as a user types it."""
    import shlex

    command = [sys.executable, "-m", "gaugeblock", *shlex.split(arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode
