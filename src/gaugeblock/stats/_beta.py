"""The beta, Student t and normal quantiles that intervals are made of.

Written here so that a run need not import scipy; checked against scipy in the tests.
Everything works on the log-odds of x, so that ends close to 0 and to 1 keep their relative precision.
"""

from math import exp, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

__all__ = ["beta_cdf", "beta_quantile", "beta_upper_quantile", "normal_upper_quantile", "t_upper_quantile"]

_HALF_LOG_TWO_PI = 0.5 * log(2 * pi)
_SMALLEST = 1e-300
_PRECISION = 1e-16
_MOST_TERMS = 200_000
_MOST_STEPS = 200


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), for a, b > 0; 0 below x = 0, 1 above x = 1."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    odds = log(x) - log1p(-x)
    return exp(_log_cdf(odds, a, b))


def beta_quantile(p: float, a: float, b: float) -> float:
    """The x with I_x(a, b) = p, for 0 < p < 1 and a, b > 0 (they need not be integers)."""
    return _share(_quantile_odds(p, a, b) if p <= 0.5 else -_quantile_odds(1 - p, b, a))


def beta_upper_quantile(q: float, a: float, b: float) -> float:
    """The x with 1 − I_x(a, b) = q; exact where `beta_quantile(1 - q, …)` would lose a small q."""
    return _share(-_quantile_odds(q, b, a) if q <= 0.5 else _quantile_odds(1 - q, a, b))


def t_upper_quantile(q: float, degrees: float) -> float:
    """The t with P(T > t) = q for Student's t with `degrees` > 0 degrees of freedom, 0 < q ≤ 0.5.

    P(|T| > t) = I_x(ν/2, ½) with x = ν/(ν + t²), hence t = √(ν (1 − x)/x).
    """
    if q == 0.5:
        return 0.0
    tail = 2 * q
    odds = _quantile_odds(tail, degrees / 2, 0.5) if tail <= 0.5 else -_quantile_odds(1 - tail, 0.5, degrees / 2)
    return sqrt(degrees) * exp(-odds / 2)


def normal_upper_quantile(q: float) -> float:
    """The z with P(Z > z) = q, for 0 < q < 1; 1.959964 at q = 0.025."""
    return -NormalDist().inv_cdf(q)


def _quantile_odds(p: float, a: float, b: float) -> float:
    """The log-odds of the p-quantile, p ≤ ½.

    The logarithm of the distribution is concave in the log-odds (the density is log-concave there), so Newton's
    steps approach the root from the left after at most one step and cannot miss it.
    """
    wanted = log(p)
    odds = log(a) - log(b)
    for _ in range(_MOST_STEPS):
        log_cdf = _log_cdf(odds, a, b)
        slope = exp(_log_density(odds, a, b) - log_cdf)
        step = (wanted - log_cdf) / slope if slope > 0 else -1.0
        odds += step
        if abs(step) <= 4 * _PRECISION * max(1.0, abs(odds)):
            break
    return odds


def _log_cdf(odds: float, a: float, b: float) -> float:
    """ln I_x(a, b) where x has these log-odds."""
    x, rest = _share(odds), _share(-odds)
    if x <= (a + 1) / (a + b + 2):
        return _log_density(odds, a, b) - log(a) + log(_continued_fraction(x, a, b))
    upper = exp(_log_density(odds, a, b) - log(b)) * _continued_fraction(rest, b, a)
    return log1p(-min(upper, 1 - _PRECISION))


def _log_density(odds: float, a: float, b: float) -> float:
    """ln of x^a (1−x)^b / B(a, b): the density over the log-odds.

    By Loader's saddle-point form (2000), which keeps full precision where differences of `lgamma` do not.
    """
    n = a + b
    x, rest = _share(odds), _share(-odds)
    log_mass = (
        _stirling_error(n)
        - _stirling_error(a)
        - _stirling_error(b)
        - _deviance(a, n * x, log(a / n) - _log_share(odds))
        - _deviance(b, n * rest, log(b / n) - _log_share(-odds))
    )
    return log_mass + 0.5 * (log(a) + log(b) - log(n)) - _HALF_LOG_TWO_PI


def _stirling_error(n: float) -> float:
    """ln Γ(n+1) less Stirling's (n+½) ln n − n + ½ ln 2π."""
    if n <= 15:
        return lgamma(n + 1) - (n + 0.5) * log(n) + n - _HALF_LOG_TWO_PI
    square = n * n
    series = 1 / 1680 - (1 / 1188 - (691 / 360360 - 1 / (156 * square)) / square) / square
    return (1 / 12 - (1 / 360 - (1 / 1260 - series / square) / square) / square) / n


def _deviance(x: float, mean: float, log_ratio: float) -> float:
    """x ln(x/mean) + mean − x, by its series where the two are close."""
    difference = x - mean
    if abs(difference) >= 0.1 * (x + mean):
        return x * log_ratio - difference
    v = difference / (x + mean)
    total, term, k = difference * v, 2 * x * v, 1
    while True:
        term *= v * v
        k += 2
        longer = total + term / k
        if longer == total:
            return total
        total = longer


def _continued_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method (Abramowitz & Stegun 26.5.8)."""
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    total = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / _away_from_zero(1 + even * d)
        c = _away_from_zero(1 + even / c)
        total *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _away_from_zero(1 + odd * d)
        c = _away_from_zero(1 + odd / c)
        total *= d * c
        if abs(d * c - 1) <= 2 * _PRECISION:
            break
    return total


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST


def _share(odds: float) -> float:
    """x from its log-odds."""
    return 1 / (1 + exp(-odds)) if odds > -700 else exp(odds)


def _log_share(odds: float) -> float:
    """ln x from its log-odds."""
    return -log1p(exp(-odds)) if odds > -40 else odds
