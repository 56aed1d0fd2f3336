"""The terminal report: first line, 25 lines, columns, and texts that can do nothing."""

import asyncio
import io
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from gaugeblock.certificate import CertificateState
from gaugeblock.label import Label
from gaugeblock.reports.terminal import first_line, print_summary, terminal_lines
from gaugeblock.run import RunRecord
from gaugeblock.verdict import Evidence, Reason, Status
from report_runs import ENTITY_RUBRIC, Run, carepoint_run, entity_run, header, hostile_run, summary_of
from report_snapshots import assert_snapshot


def printed(run: Run, *, verbose: bool = False, encoding: str = "utf-8", **console: Any) -> str:
    """What is written where no terminal is."""

    async def go() -> str:
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
        target = Console(file=stream, markup=False, emoji=False, highlight=False, **console)
        await print_summary(await summary_of(run), run.store, target, verbose=verbose)  # type: ignore[arg-type]
        stream.flush()
        return raw.getvalue().decode(encoding)

    return asyncio.run(go())


@pytest.mark.parametrize(
    ("run", "name"),
    [
        pytest.param(carepoint_run(), "terminal_carepoint.txt", id="closed, binary"),
        pytest.param(entity_run(), "terminal_entity_resolution.txt", id="open, anchored"),
        pytest.param(carepoint_run(certified=False), "terminal_not_certified.txt", id="not certified"),
    ],
)
def test_short_form_is_the_snapshot(run: Run, name: str) -> None:
    """Reviewed like code."""
    assert_snapshot(name, printed(run))


@pytest.mark.parametrize("run", [carepoint_run(), entity_run(), hostile_run()], ids=["binary", "anchored", "hostile"])
def test_short_form_keeps_to_its_space(run: Run) -> None:
    """At most 23 lines of at most 100 columns: two are left for the command's own."""
    lines = printed(run).splitlines()
    assert len(lines) <= 23
    assert max(map(cell_len, lines)) <= 100


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        pytest.param(carepoint_run(), "gate: CLOSED (exit 1): accuracy: 7 of 39 failed", id="closed"),
        pytest.param(entity_run(), "gate: OPEN (exit 0): ", id="open"),
        pytest.param(carepoint_run(certified=False), "gate: NOT CERTIFIED (exit 5): ", id="not certified"),
        pytest.param(hostile_run(), "measured, not gated; judge unexamined", id="no policy"),
    ],
)
def test_first_line_is_the_decision_with_its_exit_code(run: Run, expected: str) -> None:
    """A script that reads one line knows the outcome."""
    assert first_line(asyncio.run(summary_of(run))).startswith(expected)
    assert printed(run).startswith(expected)


def test_provisional_stands_in_the_first_line() -> None:
    """A gate opened by a provisional certificate says so before anything else."""
    run = entity_run()
    certificate = run.certificates[0]
    run.certificates = (
        replace(certificate, dimensions=dict.fromkeys(ENTITY_RUBRIC.names, CertificateState.PROVISIONAL)),
    )
    assert "judge provisional" in printed(run).splitlines()[0]


def test_misses_that_do_not_block_come_before_the_table() -> None:
    """Triage first, then trend, then the figures."""
    text = printed(carepoint_run())
    places = [text.index(words) for words in ("triage: completeness", "trend: tone", "dimension ", "failed cp-07")]
    assert places == sorted(places)


def test_log_has_no_colour_and_no_boxes() -> None:
    """Where no terminal is, the report is plain text."""
    text = printed(carepoint_run(), verbose=True)
    assert "\x1b" not in text
    assert not any(0x2500 <= ord(c) <= 0x257F for c in text)


def test_terminal_has_colour() -> None:
    """On a terminal the decision is coloured, and the words stay the same."""
    text = printed(carepoint_run(), force_terminal=True, width=100, color_system="standard", legacy_windows=False)
    assert text.startswith("\x1b[1;31mgate: CLOSED")


def test_old_code_page_gets_the_nearest_characters() -> None:
    """A Windows console without UTF-8 is no reason to stop."""
    text = printed(carepoint_run(), encoding="cp437")
    assert 'cp-04 accuracy, groundedness: "you need to fast from midnight on" (response)' in text


def test_escape_sequences_of_an_answer_are_inert() -> None:
    """An answer cannot colour, clear or retitle the terminal."""
    run = carepoint_run()
    evil = "\x1b]0;owned\x07\x1b[2J \ud83d\nsecond line"
    index = next(i for i, v in enumerate(run.store.rows) if v.case_id == "cp-07")
    run.store.rows[index] = replace(run.store.rows[index], detail=evil, evidence=(Evidence(quote=evil),))
    for text in (printed(run), printed(run, verbose=True)):
        assert "\x1b" not in text
        assert "\x07" not in text
        assert "�]0;owned�" in text


def test_verbose_lists_every_topic_and_every_case_that_did_not_pass() -> None:
    """Failing and unscored cases with question, answer and quotes; passed ones are not listed."""
    text = printed(carepoint_run(), verbose=True)
    for words in (
        "prep          groundedness",
        "cp-04 (prep): failed\n  question: When do I have to stop eating before my colonoscopy on Thursday?",
        "  failed accuracy: fasting from midnight, source says six hours before arrival",
        "    “you need to fast from midnight on” (response)",
        "  unscored accuracy: truncated (raise judge.max_tokens or shorten the rubric)",
    ):
        assert words in text
    assert "cp-01 (" not in text


def test_unscored_reasons_come_with_count_and_cure() -> None:
    """The reader knows what to do about a hole."""
    assert "unscored 3: undecided: read the case yourself, or use a language model as judge" in printed(carepoint_run())


def test_nearly_all_quotes_is_not_all_and_all_has_no_percentage() -> None:
    """195 of 196 is 99.5 %; 79 of 79 is said in counts."""
    assert "195 of 196 quotes verified (99.5 %)" in printed(carepoint_run())
    assert "79 of 79 quotes verified ·" in printed(entity_run())


def test_known_bad_answer_that_the_judge_passed_is_named() -> None:
    """The most telling miss of a judge stands in the short form."""
    run = carepoint_run()
    run.store.rows = [
        replace(v, status=Status.PASSED) if v.case_id == "cp-03" and v.status is Status.FAILED else v
        for v in run.store.rows
    ]
    assert "known bad and not failed: cp-03" in " ".join(printed(run).split())


def test_labels_on_the_whole_answer_are_counted_where_there_are_no_others() -> None:
    """cp-07 failed in two dimensions, which makes one failure caught; cp-01 was passed rightly."""
    run = carepoint_run()
    run.labels = (
        Label(case_id="cp-07", dimension="overall", label="fail"),
        Label(case_id="cp-01", dimension="overall", label="pass"),
    )
    assert "1 of 1 failures caught, 0 false, 0 undecided" in " ".join(printed(run).split())


def test_purged_texts_leave_the_verdicts() -> None:
    """A case whose texts were removed is listed without them."""
    run = carepoint_run()
    run.store.stored = [replace(c, record={}) for c in run.store.stored]
    text = printed(run, verbose=True)
    assert "question:" not in text
    assert "failed accuracy: fasting from midnight" in text


def test_empty_run_is_reported() -> None:
    """Nothing measured is said, and no figure is made up."""
    run = carepoint_run(cases=0)
    run.store.stored, run.store.rows, run.store.asked = [], [], []
    lines = printed(run).splitlines()
    assert lines[0].startswith("gate: INCONCLUSIVE (exit 4): nothing was measured")
    assert any(line.split()[:7] == ["accuracy", "0", "0", "0", "0", "-", "-"] for line in lines)


def test_many_dimensions_leave_room_for_failing_cases() -> None:
    """A long rubric makes the report longer, never silent about failures."""
    run = carepoint_run()
    names = [f"dimension {i}" for i in range(20)]
    rubric = replace(
        ENTITY_RUBRIC,
        dimensions=tuple(replace(ENTITY_RUBRIC.dimensions[0], name=n) for n in names),
    )
    run.record = RunRecord(header=header("long", rubric, 40))
    run.policy = None
    run.store.rows = [
        replace(v, dimension=names[i % 5], score=0.0 if v.status is Status.FAILED else 1.0)
        for i, v in enumerate(run.store.rows)
        if v.reason is not Reason.UNDECIDED
    ]
    assert any(line.startswith("failed cp-") for line in printed(run).splitlines())


def test_lines_fit_a_narrow_terminal() -> None:
    """At 80 columns nothing but the figures is cut."""
    lines = terminal_lines(asyncio.run(summary_of(carepoint_run())), width=80)
    assert max(cell_len(line.plain) for line in lines) <= 80


def test_blocking_failure_is_named_and_proved_first() -> None:
    """Of several failures of one case the reader sees the one that closed the gate."""
    line = next(x for x in printed(entity_run()).splitlines() if x.startswith("failed er-08"))
    assert line.startswith("failed er-08 faithfulness, confidence_calibration +2: “")
    assert line.endswith("” (response)")


@pytest.mark.parametrize("width", [80, 88, 95])
def test_a_narrow_terminal_still_shows_the_outcome_of_every_dimension(width: int) -> None:
    """Columns are put together before anything of the decision is cut off."""
    for run in (carepoint_run(), entity_run()):
        summary = asyncio.run(summary_of(run))
        lines = [line.plain for line in terminal_lines(summary, width=width)]
        heading = next(i for i, line in enumerate(lines) if line.startswith("dimension"))
        rows = lines[heading : heading + 1 + len(summary.by_dimension)]
        assert all(len(line) <= width for line in lines)
        assert rows[0].endswith("outcome")
        assert all(row.endswith(("pass", "fail", "inconclusive", "not gated")) for row in rows[1:])
