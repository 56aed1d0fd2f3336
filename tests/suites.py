"""Suites written by tests, and the command line called on them the way an outside program does.

Nothing here knows more of gaugeblock than the documented files, commands, exit codes and JSON.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

__all__ = [
    "FIVE",
    "FOUR",
    "Shell",
    "Suite",
    "anchored",
    "binary",
    "case",
    "judged",
    "labels_csv",
    "line",
    "reply",
    "rubric",
    "run_cli",
    "run_process",
    "scores",
    "strict_json",
]

FIVE = ("accuracy", "completeness", "groundedness", "tone", "compliance")
FOUR = ("reasoning", "faithfulness", "evidence_sufficiency", "confidence_calibration")

SOURCE = "The clinic opens at 8:00 on weekdays. A referral is needed for the eye clinic. Parking costs 3 euros an hour."
ANSWER = "We open at 8:00 on weekdays, and parking costs 3 euros an hour. Have a good day!"
QUOTE = "parking costs 3 euros an hour"


_SETTINGS = ("CI", "GAUGEBLOCK_STORE", "OPENAI_API_KEY", "NO_COLOR", "FORCE_COLOR")
"""Variables of the machine that no command called from a test may see."""


# ---------------------------------------------------------------------------------------------- the command line


@dataclass(frozen=True)
class Shell:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def first(self) -> str:
        """The first line on standard output."""
        return self.out.split("\n", 1)[0]

    @property
    def text(self) -> str:
        """Both streams, blanks and line ends folded, for assertions on words that may be wrapped."""
        return " ".join((self.out + "\n" + self.err).split())


def run_cli(*args: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> Shell:
    """One command in this process: the same arguments, streams, working folder and environment as a real one."""
    from gaugeblock.__main__ import run

    out, err = _stream(), _stream()
    plain = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    with (
        mock.patch.dict(os.environ, {**plain, **(env or {})}, clear=True),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run([str(a) for a in args])
    return Shell(int(code), _text(out), _text(err))


def run_process(*args: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> Shell:
    """The same as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "gaugeblock", *map(str, args)],
        cwd=cwd,
        env={k: v for k, v in os.environ.items() if k not in _SETTINGS} | {"PYTHONUTF8": "1", **(env or {})},
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Shell(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    return stream.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]  # it is the BytesIO made above


def strict_json(text: str) -> Any:
    """JSON as the standard has it: no NaN, no infinity, no key twice."""

    def refuse(word: str) -> Any:
        raise AssertionError(f"{word} is no JSON")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), f"a key stands twice: {keys}"
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=once)


# ---------------------------------------------------------------------------------------------- what stands in files


def case(case_id: str, **fields: Any) -> dict[str, Any]:
    """A case with a question, a source and a recorded answer."""
    return {"id": case_id, "input": "When do you open?", "source": SOURCE, "response": ANSWER, **fields}


def binary(name: str, **more: Any) -> dict[str, Any]:
    """A yes/no dimension of a rubric file."""
    return {"name": name, "kind": "binary", "question": f"Is the {name} fine?", "pass_when": f"{name} is fine.", **more}


def anchored(name: str, **more: Any) -> dict[str, Any]:
    """A dimension on five anchors."""
    sentences = {"0": "none", "0.25": "little", "0.5": "half", "0.75": "most", "1": "all"}
    return {"name": name, "kind": "anchored", "question": f"How good is the {name}?", "anchors": sentences, **more}


def rubric(*dimensions: dict[str, Any] | str, evidence: str = "advisory", **more: Any) -> dict[str, Any]:
    """A rubric file; a bare name is a binary dimension."""
    made = [binary(d) if isinstance(d, str) else d for d in dimensions]
    return {"name": "test-rubric", "evidence": evidence, "dimensions": made, **more}


def reply(evidence: str = QUOTE, **verdicts: str) -> str:
    """The raw text of a well-formed reply: `reply(tone="pass")`."""
    return json.dumps({name: {"verdict": word, "evidence": evidence} for name, word in verdicts.items()})


def scores(evidence: str = QUOTE, **numbers: float) -> str:
    """The same for anchored dimensions."""
    return json.dumps({name: {"score": number, "evidence": evidence} for name, number in numbers.items()})


def line(case_id: str, text: str, **more: Any) -> dict[str, Any]:
    """One line of a recorded judge."""
    return {"case_id": case_id, "trial": 1, "reply": text, "finish_reason": "stop", **more}


def labels_csv(*rows: Sequence[str]) -> str:
    """A labels file; each row may stop early."""
    columns = "case_id,dimension,label,labeller,labelled_at,known_bad,note"
    return "\n".join([columns, *(",".join([*row, *[""] * (7 - len(row))]) for row in rows)]) + "\n"


@dataclass(frozen=True)
class Suite:
    """A suite's folder."""

    folder: Path

    @staticmethod
    def write(
        folder: Path,
        *,
        cases: Sequence[Mapping[str, Any]],
        rubric: Mapping[str, Any],
        replies: Sequence[Mapping[str, Any]] | None = None,
        policy: Mapping[str, Any] | None = None,
        judge: Mapping[str, Any] | None = None,
        labels: str | None = None,
        name: str = "counter",
    ) -> "Suite":
        """Write every file of a suite; the judge is recorded unless `judge` says otherwise."""
        folder.mkdir(parents=True, exist_ok=True)
        suite = Suite(folder)
        suite.lines("cases.jsonl", cases)
        suite.put("rubric.yaml", rubric)
        settings: dict[str, Any] = {"model": "recorded:replies.jsonl", "rubric": "rubric.yaml", **(judge or {})}
        if replies is not None:
            suite.lines("replies.jsonl", replies)
        content: dict[str, Any] = {"name": name, "golden_set": "cases.jsonl", "target": "recorded", "judge": settings}
        if labels is not None:
            (folder / "labels.csv").write_text(labels, encoding="utf-8")
            content["labels"] = "labels.csv"
        if policy is not None:
            content["policy"] = policy
        suite.put("gaugeblock.yaml", content)
        return suite

    def put(self, name: str, content: Any) -> None:
        """A YAML file, written as JSON, which YAML contains."""
        (self.folder / name).write_text(json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8")

    def lines(self, name: str, objects: Sequence[Mapping[str, Any]]) -> None:
        """A JSONL file; half surrogates are written as escapes."""
        text = "".join(json.dumps(o) + "\n" for o in objects)
        (self.folder / name).write_text(text, encoding="ascii")

    def get(self, name: str) -> Any:
        """A file written by `put`."""
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def change(self, **top: Any) -> None:
        """Replace top keys of the suite file; None takes one out."""
        content = {**self.get("gaugeblock.yaml"), **top}
        self.put("gaugeblock.yaml", {k: v for k, v in content.items() if v is not None})

    def shell(self, *args: str | Path, env: Mapping[str, str] | None = None) -> Shell:
        """A command with the suite's folder as working folder."""
        return run_cli(*args, cwd=self.folder, env=env)

    def run(self, *flags: str, env: Mapping[str, str] | None = None) -> "Outcome":
        """`gaugeblock run --json`, with what it printed and wrote."""
        (self.folder / "out.json").unlink(missing_ok=True)
        shell = self.shell("run", "--json", "out.json", *flags, env=env)
        return Outcome(shell, self.json() if (self.folder / "out.json").exists() else None)

    def json(self, name: str = "out.json") -> Any:
        """A JSON file that the command wrote, read strictly."""
        return strict_json((self.folder / name).read_bytes().decode("utf-8"))

    def html(self, run: str = "last") -> str:
        """The report of a run as one HTML file."""
        done = self.shell("report", run, "--html", "report.html")
        assert done.code == 0, done.err
        return (self.folder / "report.html").read_text(encoding="utf-8")

    def certify(self, digest: str, *names: str, state: str = "provisional", **more: Any) -> Path:
        """A certificate file written by hand."""
        (self.folder / "certificates").mkdir(exist_ok=True)
        path = self.folder / "certificates" / f"{digest}.json"
        content = {
            "judge_digest": digest,
            "issued_on": "2026-01-05",
            "dimensions": dict.fromkeys(names, state),
            **more,
        }
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    def everything(self) -> Iterator[tuple[Path, bytes]]:
        """All that stands on disk in the suite's folder."""
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                yield path, path.read_bytes()


@dataclass(frozen=True)
class Outcome:
    """A run: the shell's side and the JSON's side."""

    shell: Shell
    data: Any

    @property
    def code(self) -> int:
        """The exit code."""
        return self.shell.code

    def of(self, case_id: str) -> dict[str, dict[str, Any]]:
        """The verdicts of one case by dimension."""
        return {v["dimension"]: v for v in self.case(case_id)["verdicts"]}

    def case(self, case_id: str) -> dict[str, Any]:
        """One case of the JSON."""
        return next(c for c in self.data["cases"] if c["case_id"] == case_id)

    def statuses(self, case_id: str) -> dict[str, str]:
        """Status by dimension, `overall` among them."""
        found = {name: v["status"] for name, v in self.of(case_id).items()}
        return {**found, "overall": self.case(case_id)["overall"]["status"]}


def judged(
    folder: Path,
    words: Sequence[str],
    *,
    policy: Mapping[str, Any] | None = None,
    dimension: str = "accuracy",
    evidence: str = "advisory",
    **more: Any,
) -> Suite:
    """A suite of one binary dimension whose cases get these words: `pass`, `fail`, or anything else for no verdict."""
    ids = [f"C-{n:03}" for n in range(1, len(words) + 1)]
    return Suite.write(
        folder,
        cases=[case(i) for i in ids],
        rubric=rubric(dimension, evidence=evidence),
        replies=[line(i, reply(**{dimension: word})) for i, word in zip(ids, words, strict=True)],
        policy=policy,
        **more,
    )
