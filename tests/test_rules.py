"""Decision rules over counts."""

from fractions import Fraction

import pytest

from gaugeblock.gate import hard, mean_meets_threshold, mean_threshold, meets_threshold, threshold
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.rules import default_min_n


@pytest.mark.parametrize(
    ("k", "n", "limit", "expected"),
    [
        pytest.param(57, 60, 0.95, True, id="57 of 60 is 95 %"),
        pytest.param(27, 30, "0.90", True, id="27 of 30 is 90 %"),
        pytest.param(94, 99, 0.95, False, id="94 of 99 is less than 95 %"),
        pytest.param(7, 25, 0.28, True, id="where k >= t * n in floats is wrong"),
        pytest.param(55, 100, 0.55, True, id="where it is wrong again"),
        pytest.param(0, 3, 0, True, id="a threshold of nothing"),
        pytest.param(2, 3, 1, False, id="a threshold of all, missed"),
        pytest.param(3, 3, 1, True, id="a threshold of all, met"),
        pytest.param(0, 0, 0, Undefined("no_data"), id="no case"),
        pytest.param(4, 3, 0.5, Undefined("out_of_range"), id="more than there were"),
        pytest.param(-1, 3, 0.5, Undefined("out_of_range"), id="fewer than none"),
    ],
)
def test_meets_threshold_exactly(k: int, n: int, limit, expected) -> None:
    """As decimals, never as binary fractions."""
    assert expected == meets_threshold(k, n, limit)


@pytest.mark.parametrize(
    ("values", "limit", "expected"),
    [
        pytest.param([0.7, 0.7, 0.7], 0.7, True, id="three times 0.7, whose float mean is below 0.7"),
        pytest.param([0.699, 0.699], 0.7, False, id="no tolerance"),
        pytest.param(["0.1", "0.2"], "0.15", True, id="as text"),
        pytest.param([1, 0], 0.5, True, id="whole numbers"),
        pytest.param([], 0, Undefined("no_data"), id="no value"),
    ],
)
def test_mean_meets_threshold_exactly(values: list, limit, expected) -> None:
    """As decimals, never as binary fractions."""
    assert expected == mean_meets_threshold(values, limit)


@pytest.mark.parametrize(
    ("limit", "n"), [(0, 10), (0.5, 10), (0.9, 10), (0.91, 12), (0.95, 20), ("0.99", 100), (1, 10)]
)
def test_default_min_n(limit, n: int) -> None:
    """max(10, ⌈1/(1−t)⌉), exactly: 1/(1−0.9) is 10 and not 10.000000000000002."""
    assert n == default_min_n(limit)


@pytest.mark.parametrize(
    ("given", "outcome", "reason", "upper"),
    [
        pytest.param((40, 0, 0, None), "PASS", None, 0.0722, id="forty clean cases"),
        pytest.param((40, 1, 0, None), "FAIL", "failure_observed", 0.1132, id="one failure"),
        pytest.param((40, 1, 3, None), "FAIL", "failure_observed", 0.1132, id="a failure before unscored ones"),
        pytest.param((1, 1, 0, None), "FAIL", "failure_observed", 1.0, id="all failed"),
        pytest.param((0, 0, 0, None), "INCONCLUSIVE", "no_data", None, id="nothing scored"),
        pytest.param((0, 0, 5, None), "INCONCLUSIVE", "no_data", None, id="nothing scored, all unscored"),
        pytest.param((37, 0, 3, None), "INCONCLUSIVE", "unscored", 0.0778, id="unscored ones"),
        pytest.param((59, 0, 0, 0.05), "PASS", None, 0.0495, id="enough for a claim of 5 %"),
        pytest.param((58, 0, 0, "0.05"), "INCONCLUSIVE", "too_few_for_claim", 0.0503, id="one short of it"),
        pytest.param((1, 0, 0, 1), "PASS", None, 0.95, id="a claim of nothing"),
        pytest.param((9999, 0, 0, 0), "INCONCLUSIVE", "too_few_for_claim", 0.0003, id="a claim none can show"),
        pytest.param((3, 4, 0, None), "INCONCLUSIVE", "out_of_range", None, id="counts that cannot be"),
        pytest.param((3, 0, -1, None), "INCONCLUSIVE", "out_of_range", None, id="a negative count"),
    ],
)
def test_zero_tolerance(given, outcome: str, reason: str | None, upper: float | None) -> None:
    """In the order of the rule, the bound beside every result."""
    scored, failed, unscored, claim = given
    found = hard(scored=scored, failed=failed, unscored=unscored, max_failure_rate=claim)
    shown = None if found.failure_rate_upper is None else round(found.failure_rate_upper, 4)
    assert (outcome, reason, upper) == (found.outcome, found.reason, shown)


@pytest.mark.parametrize(
    ("counts", "limit", "policy", "expected"),
    [
        pytest.param((38, 40, 0), 0.95, "point", ("PASS", "provisional", None), id="on the threshold"),
        pytest.param((200, 200, 0), 0.95, "point", ("PASS", "confirmed", None), id="far above it"),
        pytest.param((30, 40, 0), 0.95, "point", ("FAIL", "confirmed", None), id="far below it"),
        pytest.param((37, 40, 0), 0.95, "point", ("FAIL", "provisional", None), id="just below it"),
        pytest.param((19, 19, 0), 0.95, "point", ("INCONCLUSIVE", None, "too_few"), id="one short of twenty"),
        pytest.param((20, 20, 0), 0.95, "point", ("PASS", "provisional", None), id="twenty"),
        pytest.param((8, 8, 4), 0.90, "point", ("INCONCLUSIVE", None, "too_few"), id="unscored ones do not count"),
        pytest.param((38, 38, 2), 0.95, "point", ("PASS", "provisional", None), id="unscored that cannot matter"),
        pytest.param(
            (37, 38, 2), 0.95, "point", ("INCONCLUSIVE", None, "unscored_could_change_outcome"), id="that could"
        ),
        pytest.param((60, 60, 2), 0.95, "point", ("PASS", "provisional", None), id="that weaken the evidence"),
        pytest.param((0, 10, 0), 0, "point", ("PASS", "confirmed", None), id="a threshold of nothing"),
        pytest.param((40, 40, 0), 1, "point", ("PASS", "provisional", None), id="a threshold of all"),
        pytest.param((39, 40, 0), 1, "point", ("FAIL", "confirmed", None), id="a threshold of all, missed"),
        pytest.param((0, 0, 0), 0.9, "point", ("INCONCLUSIVE", None, "too_few"), id="nothing at all"),
        pytest.param((92, 93, 0), 0.95, "lower_bound", ("PASS", "confirmed", None), id="a bound that reaches it"),
        pytest.param(
            (91, 93, 0), 0.95, "lower_bound", ("INCONCLUSIVE", None, "interval_straddles_threshold"), id="that does not"
        ),
        pytest.param((150, 200, 0), 0.9, "lower_bound", ("FAIL", "confirmed", None), id="a bound below it"),
        pytest.param((0, 0, 0), 0.9, "lower_bound", ("INCONCLUSIVE", None, "no_data"), id="no bound"),
        pytest.param((5, 4, 0), 0.9, "point", ("INCONCLUSIVE", None, "out_of_range"), id="counts that cannot be"),
        pytest.param((4, 4, 0), 1.2, "point", ("INCONCLUSIVE", None, "out_of_range"), id="a threshold above one"),
    ],
)
def test_threshold(counts, limit, policy: str, expected) -> None:
    """Outcome, evidence and reason."""
    passed, scored, unscored = counts
    found = threshold(passed=passed, scored=scored, unscored=unscored, threshold=limit, policy=policy)
    assert expected == (found.outcome, found.evidence, found.reason)


def test_threshold_takes_the_fewest_it_is_told() -> None:
    """In place of the default."""
    assert threshold(passed=3, scored=3, unscored=0, threshold=0.9, min_n=3).outcome == "PASS"


def quarters(*counts: int) -> dict[Fraction, int]:
    """Scores by anchor."""
    return {Fraction(i, 4): n for i, n in enumerate(counts)}


@pytest.mark.parametrize(
    ("counts", "unscored", "limit", "policy", "expected"),
    [
        pytest.param(quarters(0, 0, 0, 10, 0), 0, 0.75, "point", ("PASS", "provisional", None), id="all on it"),
        pytest.param(quarters(0, 0, 1, 9, 0), 0, 0.75, "point", ("FAIL", "provisional", None), id="just below"),
        pytest.param(quarters(9, 0, 0, 0, 1), 0, 0.75, "point", ("FAIL", "confirmed", None), id="far below"),
        pytest.param(quarters(0, 0, 0, 1, 39), 0, 0.7, "point", ("PASS", "confirmed", None), id="far above"),
        pytest.param(quarters(0, 0, 0, 0, 9), 0, 0.7, "point", ("INCONCLUSIVE", None, "too_few"), id="nine"),
        pytest.param(
            quarters(0, 0, 0, 10, 0), 1, 0.75, "point", ("INCONCLUSIVE", None, "unscored_could_change_outcome"),
            id="one unscored could pull it below",
        ),
        pytest.param(
            quarters(0, 0, 0, 1, 39), 2, 0.7, "point", ("PASS", "confirmed", None), id="two unscored cannot"
        ),
        pytest.param(
            quarters(0, 0, 0, 10, 0), 0, 0.7, "lower_bound", ("INCONCLUSIVE", None, "zero_variance"), id="no spread"
        ),
        pytest.param(quarters(0, 0, 0, 1, 39), 0, 0.7, "lower_bound", ("PASS", "confirmed", None), id="bound above"),
        pytest.param(
            quarters(0, 0, 5, 5, 5), 0, 0.75, "lower_bound", ("INCONCLUSIVE", None, "interval_straddles_threshold"),
            id="bounds on both sides",
        ),
        pytest.param({Fraction(5, 4): 20}, 0, 0.7, "point", ("INCONCLUSIVE", None, "out_of_range"), id="off scale"),
    ],
)  # fmt: skip
def test_mean_threshold(counts, unscored: int, limit, policy: str, expected) -> None:
    """Outcome, evidence and reason."""
    found = mean_threshold(counts=counts, unscored=unscored, threshold=limit, policy=policy)
    assert expected == (found.outcome, found.evidence, found.reason)


def test_an_unknown_policy_is_refused() -> None:
    """The message names both that are known."""
    with pytest.raises(ValueError, match="expected the rule point or lower_bound, got 'majority'"):
        threshold(passed=40, scored=40, unscored=0, threshold=0.9, policy="majority")
