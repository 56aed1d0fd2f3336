"""The gate's words: one line a dimension, counts before percentages, an interval on every rate."""

from decimal import Decimal
from fractions import Fraction

from gaugeblock import _figures as figures
from gaugeblock.policy import Threshold
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.rules import RuleOutcome, RuleResult, default_min_n
from gaugeblock.stats.zero_failure import min_n as clean_cases_for
from gaugeblock.tally import Tally

__all__ = ["miss", "sentence"]

_CLAIMS = (Decimal("0.10"), Decimal("0.05"), Decimal("0.01"), Decimal("0.001"))
"""Failure rates that clean cases are usually asked to rule out."""


def sentence(tally: Tally, required: Threshold | None, result: RuleResult | None) -> str:
    """Everything there is to say about one dimension, in one line.

    Args:
        required: its line in the policy; None: there is none.
        result: what the rule says; None: nothing was decided.
    """
    parts = [_measured(tally, required), _bound(tally, required, result)]
    if required is not None and result is not None:
        parts.append(_verdict(tally, required, result))
    parts += [*_holes(tally), _turned(tally)]
    return "; ".join(part for part in parts if part)


def miss(tally: Tally, required: Threshold, result: RuleResult) -> str:
    """Why a threshold is not met, short enough for a headline."""
    name = tally.dimension
    if result.outcome is RuleOutcome.INCONCLUSIVE:
        return f"{name}: {_why_inconclusive(tally, required, result)}"
    if required.at_least == 1:
        return f"{name}: {failures(tally):,} of {tally.scored:,} failed"
    beside = required.at_least
    if tally.kind == "anchored" and not isinstance(tally.mean, Undefined):
        return f"{name}: mean {figures.score(tally.mean, beside=beside)} of {tally.scored:,}, below {beside}"
    return f"{name}: {tally.passed:,}/{tally.scored:,} passed, {_rate(tally, beside)}, below {figures.limit(beside)}"


def failures(tally: Tally) -> int:
    """Cells that break a threshold of 1: failed verdicts, or anchored scores below 1."""
    return sum(tally.anchors[:4]) if tally.kind == "anchored" else tally.failed


def _measured(tally: Tally, required: Threshold | None) -> str:
    if not tally.scored:
        return f"0/{tally.expected:,} scored"
    trials = f" ({tally.trials} trials a case)" if tally.trials > 1 else ""
    beside = None if required is None else required.at_least
    if tally.kind == "anchored" and not isinstance(tally.mean, Undefined):
        return _mean(tally, tally.mean, beside) + trials
    passed = f"{tally.passed:,}/{tally.scored:,} passed{trials}"
    if beside == 1:
        return f"{passed}, {tally.failed:,} failed" if tally.failed else passed
    return f"{passed}, {_rate(tally, beside)}{_ends(tally.interval)}"


def _mean(tally: Tally, mean: Fraction, beside: Decimal | None) -> str:
    ends = "" if isinstance(tally.interval, Undefined) else f" {_score_ends(tally.interval)}"
    crowded = ", at least 80 % on one anchor" if tally.crowded else ""
    below = f", {failures(tally):,} below 1" if beside == 1 and failures(tally) else ""
    return f"mean {figures.score(mean, beside=beside)}{ends} of {figures.count(tally.scored, 'score')}{below}{crowded}"


def _bound(tally: Tally, required: Threshold | None, result: RuleResult | None) -> str:
    """What clean cases show about the failure rate, and how many would show more."""
    if required is None or required.at_least != 1 or result is None or result.failure_rate_upper is None:
        return ""
    if failures(tally) == tally.scored:
        return ""
    bound = f"the failure rate is below {figures.percent(result.failure_rate_upper)} with 95 % confidence"
    if failures(tally):
        return bound
    if tally.turned:
        return f"no failure left in {tally.cases:,}; by the judge alone there were {tally.turned:,}"
    clean = f"no failure in {tally.cases:,}; {bound}"
    for claim in _CLAIMS:
        needed = clean_cases_for(float(claim))
        if isinstance(needed, int) and needed > tally.cases:
            return f"{clean}; {needed:,} clean cases would show below {figures.limit(claim)}"
    return clean


def _verdict(tally: Tally, required: Threshold, result: RuleResult) -> str:
    name = _threshold_name(tally, required)
    if result.outcome is RuleOutcome.INCONCLUSIVE:
        return f"{name}: inconclusive, {_why_inconclusive(tally, required, result)}"
    word = "met" if result.outcome is RuleOutcome.PASS else "missed"
    return f"{name}: {word}, {result.evidence}" if result.evidence else f"{name}: {word}"


def _threshold_name(tally: Tally, required: Threshold) -> str:
    if required.at_least == 1:
        return "zero tolerance"
    value = str(required.at_least) if tally.kind == "anchored" else figures.limit(required.at_least)
    return f"threshold {value}"


def _why_inconclusive(tally: Tally, required: Threshold, result: RuleResult) -> str:
    match result.reason:
        case "no_data":
            return f"nothing scored of {tally.expected:,}"
        case "too_few":
            fewest = _fewest(tally, required)
            return f"{tally.cases:,} scored, {fewest:,} are needed to decide"
        case "too_few_for_claim":
            needed = clean_cases_for(float(required.max_failure_rate or 0))
            claim = figures.limit(required.max_failure_rate or 0)
            how_many = f"{needed:,}" if isinstance(needed, int) else "no number of"
            return f"{how_many} clean cases show a failure rate of at most {claim}, these are {tally.cases:,}"
        case "unscored":
            return f"{tally.unmeasured:,} of {tally.expected:,} without a verdict, and every case counts"
        case "unscored_could_change_outcome":
            return f"{tally.unmeasured:,} of {tally.expected:,} without a verdict could change the outcome"
        case "interval_straddles_threshold":
            return "the interval holds values on both sides of the threshold"
        case "zero_variance":
            return "all scores are equal, so there is no interval to decide by"
        case other:
            return f"cannot be computed ({other})"


def _fewest(tally: Tally, required: Threshold) -> int:
    if required.min_n is not None:
        return required.min_n
    if required.at_least == 0:
        return 1
    return default_min_n(0) if tally.kind == "anchored" else default_min_n(required.at_least)


def _holes(tally: Tally) -> list[str]:
    holes = [f"{n:,} {word}" for n, word in ((tally.unscored, "unscored"), (tally.skipped, "skipped")) if n]
    if holes and tally.reasons:
        holes[-1] += f" ({', '.join(f'{reason} {n:,}' for reason, n in tally.reasons.items())})"
    if tally.missing:
        holes.append(f"{tally.missing:,} never came back")
    return holes


def _turned(tally: Tally) -> str:
    return f"{figures.count(tally.turned, 'failure')} turned by a person's label" if tally.turned else ""


def _ends(interval: Interval | Undefined) -> str:
    return "" if isinstance(interval, Undefined) else f" {figures.interval(interval.lower, interval.upper)}"


def _score_ends(interval: Interval) -> str:
    return figures.score_interval(interval.lower, interval.upper)


def _rate(tally: Tally, beside: Decimal | None) -> str:
    return figures.percent(Fraction(tally.passed, tally.scored), beside=beside)
