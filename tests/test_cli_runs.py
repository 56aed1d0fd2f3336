"""`gaugeblock runs list`, `show` and `export` on stored runs."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from contracts.store_contract import FULL, FULL_CALL, START, case, header, verdict
from gaugeblock.__main__ import run
from gaugeblock.run import Outcome, RunRecord
from gaugeblock.stores.opening import open_store
from gaugeblock.verdict import Evidence, JudgeCall, Reason, Status

Command = Callable[..., tuple[int, list[str], str]]

HOSTILE = "\x1b[31mred\x1b[0m \ud800 \x00 line\nbreak"


@pytest.fixture
def store_file(tmp_path: Path) -> Path:
    """A database with a finished run, and a newer one that was killed."""
    path = tmp_path / "results.db"

    async def fill() -> None:
        store = open_store(path)
        first = header("20261201-aa", judge_model="rules", judge_is_rules=True, judge_digest="ab" * 32, cases=2)
        await store.begin(first)
        await store.append(
            "20261201-aa",
            cases=[case(0, "late refund"), case(1, "b")],
            verdicts=[
                verdict("late refund", "tone", evidence=(Evidence(quote="so sorry", where="response", start=0, end=8, verified=True),)),
                verdict("late refund", "accuracy", status=Status.UNSCORED, reason=Reason.EVIDENCE_NOT_FOUND, detail="re-asked"),
                verdict("b", "tone", status=Status.FAILED, detail=HOSTILE),
            ],
            calls=[JudgeCall(case_id="late refund", reply='{"tone": 1}\n', finish_reason="stop"), JudgeCall(case_id="b", error="429")],
        )  # fmt: skip
        await store.finish(
            RunRecord(header=first, finished_at=START, outcome=Outcome.CLOSED, exit_code=1, warnings=("look here",))
        )
        await store.begin(
            header("20261202-bb", started_at=START + timedelta(days=1), partial=True, selection="--limit 1")
        )
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
def command(store_file: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run one command; exit code, lines of standard output, standard error."""

    def call(*arguments: str) -> tuple[int, list[str], str]:
        code = run(["runs", *arguments, "--store", str(store_file)])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return call


def test_list_shows_the_newest_first(command: Command) -> None:
    """What each run was, and what came of it."""
    code, lines, _ = command("list")
    assert code == 0
    assert lines == [
        "run          started (UTC)        suite                cases  judge               outcome       exit",
        "20261202-bb  2026-12-02 10:15:30  carepoint (partial)  0                          not finished",
        "20261201-aa  2026-12-01 10:15:30  carepoint            2      rules, not a model  closed        1",
        "next: gaugeblock runs show 20261202-bb",
    ]


def test_list_of_an_empty_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Says what to do."""
    asyncio.run(open_store(tmp_path / "new.db").close())
    assert run(["runs", "list", "--store", str(tmp_path / "new.db")]) == 0
    assert capsys.readouterr().out == "no runs yet\nnext: gaugeblock run\n"


def test_list_without_any_store_is_misuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No database is made by looking for one."""
    monkeypatch.chdir(tmp_path)
    assert run(["runs", "list"]) == 2
    assert "No results yet" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_show_prints_what_did_not_pass(command: Command) -> None:
    """Reasons and counts; control characters cannot reach the terminal."""
    code, lines, _ = command("show", "20261201")
    assert code == 0
    assert lines == [
        "run 20261201-aa  suite carepoint  started 2026-12-01 10:15:30 UTC",
        "judge rules (rules, not a model)  digest abababababab  2 cases, 1 trial",
        "outcome closed (exit 1)",
        "warning: look here",
        "late refund  accuracy  unscored: evidence_not_found",
        "    re-asked",
        "b  tone  failed",
        "    �[31mred�[0m � � line break",
        "1 passed, 1 failed, 1 unscored, 0 skipped",
        "next: gaugeblock report 20261201-aa",
    ]


def test_show_one_case_prints_every_verdict_on_it(command: Command) -> None:
    """Passed ones with their quotes; the next step is the raw reply."""
    _, lines, _ = command("show", "last~1", "--case", "late refund")
    assert lines[4:] == [
        "late refund  tone  passed",
        '    "so sorry" (response 0-8)',
        "late refund  accuracy  unscored: evidence_not_found",
        "    re-asked",
        "1 passed, 0 failed, 1 unscored, 0 skipped",
        "next: gaugeblock runs show 20261201-aa --case 'late refund' --raw",
    ]


def test_show_one_dimension(command: Command) -> None:
    """Both filters work together."""
    _, lines, _ = command("show", "last~1", "--dimension", "tone")
    assert lines[4:-1] == [
        "b  tone  failed",
        "    �[31mred�[0m � � line break",
        "1 passed, 1 failed, 0 unscored, 0 skipped",
    ]


def test_show_raw_prints_the_replies_as_they_came(command: Command) -> None:
    """Marked line by line, so that a reply cannot pass for gaugeblock's words."""
    _, lines, _ = command("show", "last~1", "--raw")
    assert lines[-7:] == [
        "reply on late refund  trial 1, attempt 1  stop",
        '  | {"tone": 1}',
        "  | ",
        "reply on b  trial 1, attempt 1",
        "    error: 429",
        "    no text was kept",
        "next: gaugeblock report 20261201-aa",
    ]


def test_show_says_what_is_not_finished_and_partial(command: Command) -> None:
    """A killed run is readable."""
    _, lines, _ = command("show", "last")
    assert lines[2:] == [
        "outcome not finished",
        "partial: --limit 1",
        "0 passed, 0 failed, 0 unscored, 0 skipped",
        "next: gaugeblock report 20261202-bb",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("show", "20261203"), "no run '20261203'", id="run"),
        pytest.param(("show", "last~1", "--case", "late refnd"), "the run has no case 'late refnd'. Did you mean 'late refund'?", id="case"),
        pytest.param(("show", "last~1", "--dimension", "x"), "the run has no dimension 'x'. It has: tone, accuracy.", id="dimension"),
        pytest.param(("export", "last~1"), "--to: expected a file that ends in .csv, .jsonl or .parquet, got nothing", id="no file"),
        pytest.param(("export", "last~1", "--to", "a.xls"), "--to: expected a file that ends in .csv, .jsonl or .parquet, got a.xls", id="kind"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_misuse(command: Command, arguments: tuple[str, ...], words: str) -> None:
    """Exit code 2 and the nearest name."""
    code, lines, err = command(*arguments)
    assert (code, lines) == (2, [])
    assert words in err


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "CSV"])
def test_export_writes_the_format_of_the_ending(command: Command, tmp_path: Path, ending: str) -> None:
    """And says where it is."""
    path = tmp_path / "new" / f"out.{ending}"
    code, lines, _ = command("export", "last~1", "--to", str(path))
    assert code == 0
    assert lines == [f"written: {path}, 3 verdicts of run 20261201-aa", "next: gaugeblock report 20261201-aa"]
    start = {"csv": b"run_id,", "jsonl": b'{"run_id', "parquet": b"PAR1"}[ending.lower()]
    assert path.read_bytes().startswith(start)


def test_export_with_texts(command: Command, tmp_path: Path) -> None:
    """The question beside the verdict."""
    command("export", "last~1", "--to", str(tmp_path / "out.jsonl"), "--texts")
    first = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["input"] == "ask late refund"


def test_a_long_list_is_cut_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fifty cells of a whole run are printed."""

    async def fill() -> None:
        store = open_store(tmp_path / "results.db")
        await store.begin(header())
        cases = [case(i, f"c{i}") for i in range(60)]
        await store.append(
            "run-1", cases=cases, verdicts=[verdict(c.case_id, status=Status.FAILED) for c in cases], calls=[]
        )
        await store.close()

    asyncio.run(fill())
    run(["runs", "show", "--store", str(tmp_path / "results.db")])
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.endswith("failed") and line.startswith("c")]) == 50
    assert "10 more did not pass; --case or --dimension narrows, runs export has them all" in lines


def test_scores_and_quotes_that_are_not_verified_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An anchored verdict with everything it can have."""

    async def fill() -> None:
        store = open_store(tmp_path / "results.db")
        await store.begin(header(rubric={}))
        await store.append("run-1", cases=[case(0, "a")], verdicts=[FULL], calls=[FULL_CALL])
        await store.close()

    asyncio.run(fill())
    run(["runs", "show", "--raw", "--dimension", "reasoning", "--store", str(tmp_path / "results.db")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[3:-1] == [
        "a  reasoning  trial 3  failed  score 0.25 (judge wrote 0.3)",
        "    the judge added words",
        '    "ten days" (source:policy 4-12)',
        '    "never … said" (not found, not verified, words left out)',
        "    repaired: fences removed",
        "    repaired: a trailing comma removed",
        "0 passed, 1 failed, 0 unscored, 0 skipped",
    ]
