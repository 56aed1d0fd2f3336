"""The overall verdict of a case is computed from its dimensions."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from gaugeblock.judging.overall import overall
from gaugeblock.rubric import Rubric
from gaugeblock.verdict import Reason, Status, Verdict
from report_runs import ENTITY_RUBRIC, PATIENT_RUBRIC

PASSED, FAILED, UNSCORED, SKIPPED = Status.PASSED, Status.FAILED, Status.UNSCORED, Status.SKIPPED


def verdict(dimension: str, status: Status, score: float | None = None) -> Verdict:
    """A verdict with the reason that its status needs."""
    reason = None if status in (PASSED, FAILED) else Reason.UNDECIDED
    return Verdict(case_id="c", dimension=dimension, status=status, score=score, reason=reason)


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        pytest.param([PASSED] * 5, PASSED, id="all passed"),
        pytest.param([PASSED, FAILED, PASSED, PASSED, PASSED], FAILED, id="one failed"),
        pytest.param([UNSCORED, FAILED, PASSED, PASSED, PASSED], FAILED, id="a failure weighs more than a hole"),
        pytest.param([UNSCORED, PASSED, PASSED, PASSED, PASSED], UNSCORED, id="a hole is no pass"),
        pytest.param([SKIPPED] * 5, SKIPPED, id="all skipped"),
        pytest.param([SKIPPED, PASSED, PASSED, PASSED, PASSED], UNSCORED, id="partly skipped"),
        pytest.param([PASSED] * 4, UNSCORED, id="a dimension never came back"),
        pytest.param([], UNSCORED, id="nothing came back"),
    ],
)
def test_binary_overall(statuses: list[Status], expected: Status) -> None:
    """Failed when one failed, unscored when none failed and one is unscored, else passed."""
    verdicts = [verdict(n, s) for n, s in zip(PATIENT_RUBRIC.names, statuses, strict=False)]
    assert overall(PATIENT_RUBRIC, verdicts).status is expected
    assert overall(PATIENT_RUBRIC, verdicts).score is None


@pytest.mark.parametrize(
    ("scores", "pass_at", "status", "mean"),
    [
        pytest.param([1, 0.75, 0.75, 0.5], "0.75", PASSED, Fraction(3, 4), id="the mean meets the limit exactly"),
        pytest.param([1, 0.75, 0.5, 0.5], "0.70", FAILED, Fraction(11, 16), id="below the limit"),
        pytest.param([0, 1, 1, 1], "0.70", PASSED, Fraction(3, 4), id="a low dimension does not fail the mean"),
        pytest.param([None, 1, 1, 1], "0.70", UNSCORED, None, id="one is unscored"),
    ],
)
def test_anchored_overall(scores: list[float | None], pass_at: str, status: Status, mean: Fraction | None) -> None:
    """The mean of the snapped scores against `pass_at`; unscored when one is."""
    rubric = replace(ENTITY_RUBRIC, pass_at=Decimal(pass_at))
    verdicts = [
        verdict(n, UNSCORED if s is None else PASSED if s >= 0.7 else FAILED, s)
        for n, s in zip(rubric.names, scores, strict=True)
    ]
    found = overall(rubric, verdicts)
    assert (found.status, found.score) == (status, mean)


def test_mixed_rubric_fails_by_a_binary_dimension() -> None:
    """A binary failure fails the case, whatever the mean of the scores."""
    rubric = Rubric(name="mixed", dimensions=(PATIENT_RUBRIC.dimensions[3], ENTITY_RUBRIC.dimensions[0]))
    found = overall(rubric, [verdict("tone", FAILED), verdict("reasoning", PASSED, 1.0)])
    assert found.status is FAILED
    assert overall(rubric, [verdict("tone", PASSED), verdict("reasoning", FAILED, 0.5)]).status is FAILED
