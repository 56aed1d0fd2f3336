"""Decision rules over counts: is a threshold met, missed, or not to be decided?

Thresholds and scores are decimals and compared exactly: 7 of 25 meets 0.28, and the mean of 0.7, 0.7, 0.7 meets 0.7,
although binary floating point disagrees. Counts may be fractions where several trials of a case are one unit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil

from gaugeblock.stats._exact import Number, exact
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.mean import t_interval_of_counts
from gaugeblock.stats.proportion import lower_bound, upper_bound
from gaugeblock.stats.zero_failure import min_n as clean_cases_for

__all__ = [
    "RuleOutcome",
    "RuleResult",
    "default_min_n",
    "hard",
    "mean_meets_threshold",
    "mean_threshold",
    "meets_threshold",
    "threshold",
]

Count = int | Fraction

_FEWEST = 10


class RuleOutcome(StrEnum):
    """What a rule says."""

    PASS = "PASS"  # noqa: S105 -- an outcome word, not a password
    FAIL = "FAIL"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult:
    """What a rule says, and on what grounds."""

    outcome: RuleOutcome
    evidence: str | None = None
    """`confirmed`: the one-sided 95 % bound lies on the same side of the threshold; `provisional`: it does not."""
    reason: str | None = None
    """`failure_observed no_data unscored too_few too_few_for_claim interval_straddles_threshold
    unscored_could_change_outcome zero_variance out_of_range`."""
    failure_rate_upper: float | None = None
    """Zero tolerance: the failure rate is below this, one-sided; None when nothing was scored."""


def meets_threshold(k: Count, n: Count, threshold: Number) -> bool | Undefined:
    """Whether k of n is at least the threshold, exactly. `no_data` for n = 0; `out_of_range` for k < 0 or k > n."""
    if not 0 <= k <= n:
        return Undefined("out_of_range")
    return Undefined("no_data") if n == 0 else Fraction(k) / n >= exact(threshold)


def mean_meets_threshold(values: Sequence[Number], threshold: Number) -> bool | Undefined:
    """Whether the mean is at least the threshold, exactly. `no_data` without values."""
    if not values:
        return Undefined("no_data")
    return sum(map(exact, values), Fraction(0)) / len(values) >= exact(threshold)


def default_min_n(threshold: Number) -> int:
    """The fewest scored cases that decide a rate: max(10, ⌈1/(1−t)⌉); below it a single failure would decide.

    20 at 0.95, 10 at 0.90; 10 at 1, where zero tolerance has its own rule.
    """
    t = exact(threshold)
    return _FEWEST if t >= 1 else max(_FEWEST, ceil(1 / (1 - t)))


def hard(
    *,
    scored: Count,
    failed: Count,
    unscored: Count,
    max_failure_rate: Number | None = None,
    confidence: float = 0.95,
) -> RuleResult:
    """Zero tolerance: one failure fails, and a case without a verdict is no pass.

    In this order: a failure → FAIL `failure_observed`; nothing scored → INCONCLUSIVE `no_data`; anything unscored →
    INCONCLUSIVE `unscored`; too few clean cases to show `max_failure_rate` → INCONCLUSIVE `too_few_for_claim`; else
    PASS. The bound on the failure rate comes with every result that has scored cases.
    """
    if not (0 <= failed <= scored and unscored >= 0 and 0 < confidence < 1):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="out_of_range")
    bound = upper_bound(float(failed), float(scored), confidence=confidence)
    upper = None if isinstance(bound, Undefined) else bound

    def result(outcome: RuleOutcome, reason: str | None) -> RuleResult:
        return RuleResult(outcome=outcome, reason=reason, failure_rate_upper=upper)

    if failed:
        return result(RuleOutcome.FAIL, "failure_observed")
    if not scored:
        return result(RuleOutcome.INCONCLUSIVE, "no_data")
    if unscored:
        return result(RuleOutcome.INCONCLUSIVE, "unscored")
    if max_failure_rate is not None and not _shows(scored, exact(max_failure_rate), confidence):
        return result(RuleOutcome.INCONCLUSIVE, "too_few_for_claim")
    return result(RuleOutcome.PASS, None)


def threshold(
    *,
    passed: Count,
    scored: Count,
    unscored: Count,
    threshold: Number,
    policy: str = "point",
    confidence: float = 0.95,
    min_n: int | None = None,
) -> RuleResult:
    """A rate against a threshold below 1.

    `point`: fewer than `min_n` scored → INCONCLUSIVE `too_few`; else the observed rate decides, and the Clopper–Pearson
    bound says whether that is confirmed. `lower_bound`: the lower bound must reach the threshold (PASS), the upper
    bound be below it (FAIL), else INCONCLUSIVE `interval_straddles_threshold`.
    Unscored cases are taken once as failed and once as passed: if that changes the outcome, it is INCONCLUSIVE
    `unscored_could_change_outcome`; if it changes the evidence, that is provisional.

    Raises:
        ValueError: an unknown `policy`.
    """
    limit = exact(threshold)
    if not (0 <= passed <= scored and unscored >= 0 and 0 <= limit <= 1 and 0 < confidence < 1):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="out_of_range")
    fewest = default_min_n(limit) if min_n is None else min_n

    def decide(k: Count, n: Count) -> RuleResult:
        lower = lower_bound(float(k), float(n), confidence=confidence)
        upper = upper_bound(float(k), float(n), confidence=confidence)
        bounds = (
            lower if isinstance(lower, Undefined) else upper if isinstance(upper, Undefined) else Interval(lower, upper)
        )
        return _decide(policy, met=meets_threshold(k, n, limit), bounds=bounds, limit=limit)

    if policy == "point" and scored < fewest:
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="too_few")
    total = scored + unscored
    return _whatever_the_unscored(decide(passed, scored), decide(passed, total), decide(passed + unscored, total))


def mean_threshold(
    *,
    counts: Mapping[Fraction, Count],
    unscored: Count,
    threshold: Number,
    policy: str = "point",
    confidence: float = 0.95,
    min_n: int | None = None,
) -> RuleResult:
    """A mean of scores within 0..1 against a threshold, by the same two policies.

    Args:
        counts: how often each score occurred.
        min_n: fewest scores to decide, 10 unless given.

    The bounds are Student's, one-sided. Where all scores are equal there are none: `point` is then provisional and
    `lower_bound` INCONCLUSIVE `zero_variance`. Unscored cases are taken once as 0 and once as 1.
    """
    limit = exact(threshold)
    scored = sum(counts.values())
    in_range = all(0 <= value <= 1 and count >= 0 for value, count in counts.items())
    if not (in_range and unscored >= 0 and 0 <= limit <= 1 and 0 < confidence < 1):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="out_of_range")

    def decide(extra_score: int, extra: Count) -> RuleResult:
        value = Fraction(extra_score)
        found = t_interval_of_counts({**counts, value: counts.get(value, 0) + extra}, confidence=2 * confidence - 1)
        met = found.mean if isinstance(found.mean, Undefined) else found.mean >= limit
        return _decide(policy, met=met, bounds=found.interval, limit=limit)

    if policy == "point" and scored < (_FEWEST if min_n is None else min_n):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="too_few")
    return _whatever_the_unscored(decide(0, 0), decide(0, unscored), decide(1, unscored))


def _shows(clean: Count, rate: Fraction, confidence: float) -> bool:
    """Whether so many clean cases show a failure rate of at most `rate`."""
    needed = clean_cases_for(float(rate), confidence=confidence)
    return rate >= 1 if isinstance(needed, Undefined) else clean >= needed


def _decide(policy: str, *, met: bool | Undefined, bounds: Interval | Undefined, limit: Fraction) -> RuleResult:
    if policy not in ("point", "lower_bound"):
        raise ValueError(f"expected the rule point or lower_bound, got {policy!r}")
    if isinstance(met, Undefined):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason=met.reason)
    if policy == "point":
        return _by_point(met=met, bounds=bounds, limit=limit)
    return _by_bound(bounds, limit)


def _by_point(*, met: bool, bounds: Interval | Undefined, limit: Fraction) -> RuleResult:
    outcome = RuleOutcome.PASS if met else RuleOutcome.FAIL
    sure = not isinstance(bounds, Undefined) and (bounds.lower >= limit if met else bounds.upper < limit)
    return RuleResult(outcome=outcome, evidence="confirmed" if sure else "provisional")


def _by_bound(bounds: Interval | Undefined, limit: Fraction) -> RuleResult:
    if isinstance(bounds, Undefined):
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason=bounds.reason)
    if bounds.lower >= limit:
        return RuleResult(outcome=RuleOutcome.PASS, evidence="confirmed")
    if bounds.upper < limit:
        return RuleResult(outcome=RuleOutcome.FAIL, evidence="confirmed")
    return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="interval_straddles_threshold")


def _whatever_the_unscored(seen: RuleResult, as_failed: RuleResult, as_passed: RuleResult) -> RuleResult:
    """The decision on what was scored, if the unscored cases could not change it."""
    if as_failed.outcome != as_passed.outcome:
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="unscored_could_change_outcome")
    if "provisional" in (as_failed.evidence, as_passed.evidence) and seen.evidence == "confirmed":
        return RuleResult(outcome=seen.outcome, evidence="provisional")
    return seen
