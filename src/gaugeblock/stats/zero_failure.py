"""No failure in n cases: what that shows, and how many clean cases a claim needs."""

from math import ceil, expm1, log1p

from gaugeblock.stats._undefined import Undefined

__all__ = ["min_n", "upper_bound"]


def upper_bound(n: float, *, confidence: float = 0.95) -> float | Undefined:
    """The failure rate is below this after n clean cases: 1 − α^(1/n), about 3/n at 95 % (the rule of three).

    40 clean cases: 7.2 %; 59: 5.0 %. `no_data` for n = 0; `out_of_range` for n < 0 or a confidence outside 0..1.
    """
    if n < 0 or not 0 < confidence < 1:
        return Undefined("out_of_range")
    return Undefined("no_data") if n == 0 else -expm1(log1p(-confidence) / n)


def min_n(max_failure_rate: float, *, confidence: float = 0.95) -> int | Undefined:
    """How many clean cases show a failure rate of at most this: ⌈ln α / ln(1 − q)⌉ (Wilks).

    5 %: 59; 1 %: 299; 0.1 %: 2995. `out_of_range` unless both arguments are strictly between 0 and 1.
    """
    if not (0 < max_failure_rate < 1 and 0 < confidence < 1):
        return Undefined("out_of_range")
    needed = log1p(-confidence) / log1p(-max_failure_rate)
    whole = round(needed)
    return whole if abs(needed - whole) <= 1e-11 * needed else ceil(needed)
