"""One rate: how far the luck of n cases could reach.

k of n passed; k and n need not be integers (a clustered rate counts as fewer cases than it has verdicts).
Every function gives `Undefined("no_data")` for n = 0 and `Undefined("out_of_range")` for a negative k, k > n or a
confidence outside 0..1 (exclusive).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

from gaugeblock.stats._beta import beta_quantile, beta_upper_quantile, normal_upper_quantile, t_upper_quantile
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined

__all__ = ["ClusteredRate", "clopper_pearson", "clustered", "jeffreys", "lower_bound", "upper_bound", "wilson"]


def wilson(k: float, n: float, *, confidence: float = 0.95) -> Interval | Undefined:
    """Wilson's two-sided score interval (1927): the one to display beside every rate.

    centre (p̂ + z²/2n)/(1 + z²/n), half width z/(1 + z²/n) · √(p̂(1−p̂)/n + z²/4n²).
    Within 0..1; k = 0 has the lower end exactly 0, k = n the upper end exactly 1.
    """
    if fault := _fault(k, n, confidence):
        return fault
    z = normal_upper_quantile((1 - confidence) / 2)
    rate, square = k / n, z * z
    shrink = 1 + square / n
    centre = (rate + square / (2 * n)) / shrink
    half = z / shrink * sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    return Interval(0.0 if k == 0 else max(0.0, centre - half), 1.0 if k == n else min(1.0, centre + half))


def clopper_pearson(k: float, n: float, *, confidence: float = 0.95) -> Interval | Undefined:
    """Clopper and Pearson's two-sided interval (1934), which never covers less than it says: for guarantees.

    lower B⁻¹(α/2; k, n−k+1), upper B⁻¹(1−α/2; k+1, n−k); k = 0 has the lower end 0, k = n the upper end 1.
    """
    if fault := _fault(k, n, confidence):
        return fault
    tail = (1 - confidence) / 2
    return Interval(_exact_lower(k, n, tail), _exact_upper(k, n, tail))


def lower_bound(k: float, n: float, *, confidence: float = 0.95) -> float | Undefined:
    """One-sided Clopper–Pearson: the true rate is at least this, with that confidence. B⁻¹(α; k, n−k+1); 0 at k = 0."""
    if fault := _fault(k, n, confidence):
        return fault
    return _exact_lower(k, n, 1 - confidence)


def upper_bound(k: float, n: float, *, confidence: float = 0.95) -> float | Undefined:
    """One-sided Clopper–Pearson: the true rate is at most this, with that confidence. 1 at k = n; 1 − α^(1/n) at 0."""
    if fault := _fault(k, n, confidence):
        return fault
    return _exact_upper(k, n, 1 - confidence)


def jeffreys(k: float, n: float, *, confidence: float = 0.95) -> Interval | Undefined:
    """Equal-tailed posterior interval under Jeffreys' prior, Beta(k+½, n−k+½); not for gates, it may cover too little.

    Ends set to 0 at k = 0 and to 1 at k = n (Brown, Cai, DasGupta 2001).
    """
    if fault := _fault(k, n, confidence):
        return fault
    tail = (1 - confidence) / 2
    a, b = k + 0.5, n - k + 0.5
    return Interval(0.0 if k == 0 else beta_quantile(tail, a, b), 1.0 if k == n else beta_upper_quantile(tail, a, b))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredRate:
    """A rate whose cases come in clusters."""

    estimate: float
    n_eff: float
    """How many independent cases the clusters are worth; at most the number of cases."""
    interval: Interval


def clustered(
    values: Sequence[int], clusters: Sequence[Hashable], *, confidence: float = 0.95
) -> ClusteredRate | Undefined:
    """Korn and Graubard's interval (1998) for a pass rate with clusters (trials of a case, turns of a conversation).

    n_eff = min(n, p̂(1−p̂)/SE² · (t_{n−1}/t_{G−1})²), then Clopper–Pearson with k = n_eff·p̂, where
    SE² = G/(G−1) · Σ_g (Σ_{i∈g}(x_i − p̂))² / n². All clusters with one same rate (SE = 0): n_eff = G.

    Args:
        values: 1 for passed, 0 for failed; anything else is `out_of_range`.
        clusters: each value's cluster, as many as there are values.

    Returns:
        `Undefined`: `no_data` without values, `single_cluster` with one cluster.
    """
    n = len(values)
    if n != len(clusters):
        raise ValueError(f"expected one cluster for each value, got {n} values and {len(clusters)} clusters")
    if fault := _fault(sum(values), n, confidence):
        return fault
    if any(v not in (0, 1) for v in values):
        return Undefined("out_of_range")
    passed: dict[Hashable, int] = {}
    sizes: dict[Hashable, int] = {}
    for value, cluster in zip(values, clusters, strict=True):
        passed[cluster] = passed.get(cluster, 0) + int(value)
        sizes[cluster] = sizes.get(cluster, 0) + 1
    groups = len(sizes)
    if groups < 2:
        return Undefined("single_cluster")
    k = sum(passed.values())
    residuals = sum((passed[g] * n - sizes[g] * k) ** 2 for g in sizes)
    if residuals == 0:
        n_eff = float(groups)
    else:
        squared_error = groups / (groups - 1) * residuals / n**4
        tail = (1 - confidence) / 2
        ratio = t_upper_quantile(tail, n - 1) / t_upper_quantile(tail, groups - 1)
        n_eff = min(float(n), k / n * (1 - k / n) / squared_error * ratio**2)
    tail = (1 - confidence) / 2
    effective = n_eff if k == n else n_eff * k / n
    ends = Interval(_exact_lower(effective, n_eff, tail), _exact_upper(effective, n_eff, tail))
    return ClusteredRate(estimate=k / n, n_eff=n_eff, interval=ends)


def _fault(k: float, n: float, confidence: float) -> Undefined | None:
    if not (0 <= k <= n and 0 < confidence < 1):
        return Undefined("out_of_range")
    return Undefined("no_data") if n == 0 else None


def _exact_lower(k: float, n: float, tail: float) -> float:
    return 0.0 if k == 0 else beta_quantile(tail, k, n - k + 1)


def _exact_upper(k: float, n: float, tail: float) -> float:
    return 1.0 if k == n else beta_upper_quantile(tail, k + 1, n - k)
