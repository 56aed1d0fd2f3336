"""The mean of an anchored dimension, and how far the luck of n cases could reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from gaugeblock.stats._beta import t_upper_quantile
from gaugeblock.stats._exact import Number, exact
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined

__all__ = ["MeanEstimate", "t_interval", "t_interval_of_counts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanEstimate:
    """A mean with its standard error and interval, each of which may be undefined for itself."""

    mean: Fraction | Undefined
    """Exact."""
    error: float | Undefined
    """The standard error s/√n."""
    interval: Interval | Undefined
    """Not clipped to the scale of the scores."""


def t_interval(values: Sequence[Number], *, confidence: float = 0.95) -> MeanEstimate:
    """Student's interval x̄ ± t_{n−1} s/√n, two-sided.

    No value: `no_data`. One: the mean stands, the interval is `too_few`. All equal: `zero_variance`, since an
    interval of width zero would look like certainty. It covers too little where most scores share one anchor, so
    print the share at each anchor beside it. A confidence outside 0..1 is `out_of_range`.

    >>> t_interval([0, 1]).interval
    Interval(lower=-5.853102368..., upper=6.853102368...)
    """
    counts: dict[Fraction, int] = {}
    for value in map(exact, values):
        counts[value] = counts.get(value, 0) + 1
    return t_interval_of_counts(counts, confidence=confidence)


def t_interval_of_counts(counts: Mapping[Fraction, int | Fraction], *, confidence: float = 0.95) -> MeanEstimate:
    """The same from how often each value occurred; counts may be fractions where trials share a case."""
    n = sum(counts.values())
    if n == 0:
        return _undefined(Undefined("no_data"), "no_data")
    mean = Fraction(sum(value * count for value, count in counts.items())) / n
    if not 0 < confidence < 1:
        return _undefined(mean, "out_of_range")
    if n <= 1:
        return _undefined(mean, "too_few")
    squares = sum(count * (value - mean) ** 2 for value, count in counts.items())
    if squares == 0:
        return _undefined(mean, "zero_variance")
    error = sqrt(squares / (n - 1) / n)
    half = t_upper_quantile((1 - confidence) / 2, float(n - 1)) * error
    return MeanEstimate(mean=mean, error=error, interval=Interval(float(mean) - half, float(mean) + half))


def _undefined(mean: Fraction | Undefined, reason: str) -> MeanEstimate:
    return MeanEstimate(mean=mean, error=Undefined(reason), interval=Undefined(reason))
