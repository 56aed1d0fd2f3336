"""The JSON report: exactly the contract's keys, strict, valid UTF-8, and counts that agree with its cells."""

import asyncio
import io
import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from gaugeblock.errors import StoreError
from gaugeblock.reports.strict_json import write_json
from gaugeblock.run import Override, RunRecord
from gaugeblock.verdict import Reason, Status, Verdict
from report_runs import (
    DIGEST,
    HALF,
    NOON,
    PATIENT_POLICY,
    Run,
    TinyStore,
    carepoint_run,
    entity_run,
    header,
    hostile_run,
    stored,
    summary_of,
)
from report_snapshots import assert_snapshot

TOP = {"run_id", "suite", "judge", "outcome", "exit_code", "dimensions", "topics", "cases"}
FIGURES = {
    "kind", "passed", "failed", "unscored", "skipped", "expected", "rate", "mean", "interval", "threshold", "effect",
    "outcome",
}  # fmt: skip
VERDICT = {"dimension", "trial", "status", "score", "reason", "detail", "evidence", "repairs"}
EVIDENCE = {"quote", "where", "start", "end", "verified"}


def text_of(run: Run) -> str:
    """The report as text."""

    async def write() -> str:
        stream = io.StringIO()
        await write_json(await summary_of(run), run.store, stream)  # type: ignore[arg-type]  # see report_runs
        return stream.getvalue()

    return asyncio.run(write())


def refuse(word: str) -> None:
    """NaN and infinities are no JSON."""
    raise AssertionError(f"not strict JSON: {word}")


def report(run: Run) -> dict[str, Any]:
    """The report as a strict reader has it."""
    found: dict[str, Any] = json.loads(text_of(run), parse_constant=refuse)
    return found


def keys(value: dict[str, Any], nulled: bool = True) -> set[str]:
    """The keys without `<field>_reason`, each of which must stand beside its null."""
    reasons = {k for k in value if k.endswith("_reason")}
    for reason in reasons:
        assert value[reason.removesuffix("_reason")] is None
        assert value[reason]
    return set(value) - reasons


RUNS = {"binary": carepoint_run, "anchored": entity_run, "hostile": hostile_run}


@pytest.mark.parametrize("kind", RUNS)
def test_keys_are_exactly_those_of_the_contract(kind: str) -> None:
    """No further key at any level, but `<field>_reason` beside a null."""
    found = report(RUNS[kind]())
    assert keys(found) == TOP
    assert keys(found["judge"]) == {"model", "digest", "certificate"}
    for figures in (*found["dimensions"].values(), *(f for t in found["topics"].values() for f in t.values())):
        assert keys(figures) == FIGURES
    for case in found["cases"]:
        assert keys(case) == {"case_id", "topic", "overall", "verdicts"}
        assert keys(case["overall"]) == {"status", "score"}
        for verdict in case["verdicts"]:
            assert set(verdict) == VERDICT
            assert all(set(e) == EVIDENCE for e in verdict["evidence"])


@pytest.mark.parametrize("kind", RUNS)
def test_counts_are_the_counts_of_the_cells(kind: str) -> None:
    """Whoever counts the cells of `cases` gets the numbers of `dimensions` and `topics`."""
    found = report(RUNS[kind]())
    cells: Counter[tuple[str, str, str]] = Counter()
    for case in found["cases"]:
        cells[case["topic"], "overall", case["overall"]["status"]] += 1
        cells.update((case["topic"], v["dimension"], v["status"]) for v in case["verdicts"])
    for topic, dimensions in found["topics"].items():
        for name, figures in dimensions.items():
            for status in ("passed", "failed", "unscored", "skipped"):
                assert figures[status] == cells[topic, name, status]
    for name, figures in found["dimensions"].items():
        for status in ("passed", "failed", "unscored", "skipped"):
            assert figures[status] == sum(n for (_, d, s), n in cells.items() if (d, s) == (name, status))


def test_carepoint_report_is_the_snapshot() -> None:
    """The whole file, reviewed like code."""
    assert_snapshot("report_carepoint.json", text_of(carepoint_run()))


def test_figures_of_a_binary_dimension() -> None:
    """Completeness: 33 of 39 passed, one undecided; Wilson's interval by hand."""
    tone = report(carepoint_run())["dimensions"]["completeness"]
    assert tone == {
        "kind": "binary",
        "passed": 33,
        "failed": 6,
        "unscored": 1,
        "skipped": 0,
        "expected": 40,
        "rate": pytest.approx(33 / 39),
        "mean": None,
        "mean_reason": "not_a_scale",
        "interval": [pytest.approx(0.70277, abs=1e-4), pytest.approx(0.92756, abs=1e-4)],
        "threshold": 0.95,
        "effect": "triage",
        "outcome": "fail",
    }


def test_certificate_is_an_object_with_its_state() -> None:
    """State, words, dates, and the state by dimension."""
    judge = report(carepoint_run())["judge"]
    assert judge["digest"] == DIGEST
    assert set(judge["certificate"]) == {"state", "detail", "issued_on", "valid_for_days", "dimensions"}
    assert judge["certificate"]["state"] == "provisional"
    assert judge["certificate"]["dimensions"]["tone"] == "provisional"


def test_without_a_certificate_there_is_null_and_why() -> None:
    """Not certified: exit code 5, and the measurements are there."""
    found = report(carepoint_run(certified=False))
    assert (found["outcome"], found["exit_code"]) == ("not_certified", 5)
    assert found["judge"]["certificate"] is None
    assert found["judge"]["certificate_reason"] == "missing"
    assert found["dimensions"]["accuracy"]["passed"] == 32


def test_nothing_measured_is_null_with_a_reason() -> None:
    """No case came back: no rate, and what was asked for is still counted."""
    run = Run(record=RunRecord(header=header("empty", carepoint_rubric(), 3)), store=TinyStore())
    accuracy = report(run)["dimensions"]["accuracy"]
    assert (accuracy["expected"], accuracy["passed"]) == (3, 0)
    assert accuracy["rate"] is None
    assert accuracy["rate_reason"] == "no_data"
    assert accuracy["interval_reason"] == "no_data"


def test_file_is_valid_utf8_with_half_surrogates_kept() -> None:
    """A half surrogate is escaped, everything else stands as it is, and the text comes back whole."""
    run = hostile_run()
    run.store.rows[0] = replace(run.store.rows[0], detail=HALF)
    text = text_of(run)
    found = json.loads(text.encode("utf-8"))
    assert "يجب الصيام" in text
    assert "\\ud83d" in text
    assert found["cases"][0]["verdicts"][0]["detail"] == HALF


def test_turned_failure_counts_as_passed_and_says_who_turned_it() -> None:
    """Only a person's label turns a failed verdict; the reader sees who, when and why."""
    run = carepoint_run()
    run.store.turned = [
        Override(
            run_id="r", case_id="cp-07", dimension="compliance", label="pass", who="M. Ode", why="quoted", at=NOON
        ),
        Override(run_id="r", case_id="cp-01", dimension="tone", label="pass", who="M. Ode", why="was passed", at=NOON),
    ]
    found = report(run)
    assert found["dimensions"]["compliance"]["failed"] == 4
    cell = next(
        v for c in found["cases"] if c["case_id"] == "cp-07" for v in c["verdicts"] if v["dimension"] == "compliance"
    )
    assert cell["status"] == "passed"
    assert cell["detail"].startswith("judged failed; turned to pass by M. Ode on 2026-11-30: quoted · treatment advice")
    untouched = found["cases"][0]["verdicts"][3]
    assert (untouched["status"], untouched["detail"]) == ("passed", "")


def test_anchored_failure_is_turned_by_an_anchor_that_passes_only() -> None:
    """The person's score counts; one below `pass_at` turns nothing."""
    run = entity_run()
    failed = [v for v in run.store.rows if v.status is Status.FAILED][:2]
    run.store.turned = [
        Override(run_id="r", case_id=v.case_id, dimension=v.dimension, label=label, who="A", why="b", at=NOON)
        for v, label in zip(failed, ("0.75", "0.5"), strict=True)
    ]
    cells = {
        (c["case_id"], v["dimension"]): (v["status"], v["score"]) for c in report(run)["cases"] for v in c["verdicts"]
    }
    assert cells[failed[0].case_id, failed[0].dimension] == ("passed", 0.75)
    assert cells[failed[1].case_id, failed[1].dimension] == ("failed", failed[1].score)


def test_of_several_trials_the_worst_is_the_cases_overall() -> None:
    """Passed once and failed once is failed; every trial is listed."""
    run = carepoint_run(trials=2, cases=1)
    first = [v for v in run.store.rows if v.case_id == "cp-01"]
    second = [replace(v, trial=2) for v in first]
    second[3] = replace(second[3], status=Status.FAILED)
    run.store.stored = run.store.stored[:1]
    run.store.rows = [v for pair in zip(first, second, strict=True) for v in pair]
    found = report(run)
    assert found["cases"][0]["overall"]["status"] == "failed"
    assert [v["trial"] for v in found["cases"][0]["verdicts"]] == [1, 2] * 5
    assert (found["dimensions"]["overall"]["passed"], found["dimensions"]["overall"]["failed"]) == (1, 1)
    assert found["dimensions"]["tone"]["expected"] == 2


def test_cases_that_never_came_back_are_expected_still() -> None:
    """A run that was killed after 40 of 100 cases does not look finished."""
    found = report(carepoint_run(cases=100))
    assert found["dimensions"]["compliance"]["expected"] == 100
    assert found["topics"]["billing"]["compliance"]["expected"] == 10


def test_a_verdict_without_its_case_stops_the_report() -> None:
    """Verdicts are never silently paired with the wrong case."""
    run = carepoint_run()
    run.store.rows.append(Verdict(case_id="ghost", dimension="tone", status=Status.PASSED))
    with pytest.raises(StoreError, match=r"one of case 'ghost', dimension 'tone', that does not"):
        text_of(run)


def test_expired_certificate_and_two_digests_are_not_certified() -> None:
    """The gate hears how many judges there were and what the provider served."""
    run = carepoint_run()
    run.store.rows[0] = replace(run.store.rows[0], judge_digest="ff" * 32)
    assert report(run)["outcome"] == "not_certified"
    old = carepoint_run()
    old.certificates = (replace(old.certificates[0], issued_on=date(2025, 1, 1)),)
    assert report(old)["judge"]["certificate"]["state"] == "expired"


class Growing(TinyStore):
    """A store that makes its rows up as they are read."""

    async def cases(self, run_id: str) -> AsyncIterator[Any]:
        for i in range(20_000):
            yield stored(i, {"id": f"c{i}", "topic": f"t{i % 5}"})

    async def verdicts(self, run_id: str, **_: Any) -> AsyncIterator[Verdict]:
        for i in range(20_000):
            yield Verdict(case_id=f"c{i}", dimension="accuracy", status=Status.FAILED, topic=f"t{i % 5}")


def test_memory_does_not_grow_with_the_cases() -> None:
    """Twenty thousand failing cases are summed up in under two megabytes."""
    import tracemalloc

    rubric = replace(carepoint_rubric(), dimensions=carepoint_rubric().dimensions[:1])
    run = Run(record=RunRecord(header=header("large", rubric, 20_000)), store=Growing(), policy=None)
    tracemalloc.start()
    summary = asyncio.run(summary_of(run))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert summary.by_dimension["accuracy"].failed == 20_000
    assert len(summary.worst) == 12
    assert peak < 2_000_000


def test_reasons_are_counted_with_the_most_frequent_first() -> None:
    """Cells, not cases; overall is not among them."""
    summary = asyncio.run(summary_of(carepoint_run()))
    assert dict(summary.reasons) == {Reason.UNDECIDED: 3, Reason.EVIDENCE_NOT_FOUND: 1, Reason.TRUNCATED: 1}
    assert (summary.quotes.given, summary.quotes.verified) == (196, 195)
    assert (summary.judging.calls, summary.judging.re_asks, summary.judging.prompt_tokens) == (41, 1, 41 * 812)


def test_worst_cases_are_those_that_cost_most() -> None:
    """Failures that block come before any number of others; equals in the order of the golden set."""
    summary = asyncio.run(summary_of(carepoint_run()))
    assert [r.stored.case_id for r in summary.worst][:5] == ["cp-07", "cp-32", "cp-04", "cp-09", "cp-12"]
    assert PATIENT_POLICY.thresholds[0].effect == "block"


def carepoint_rubric() -> Any:
    """The rubric of the CarePoint run."""
    from report_runs import PATIENT_RUBRIC

    return PATIENT_RUBRIC
