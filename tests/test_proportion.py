"""Intervals of rates: published values, scipy as an oracle, and the edges."""

from fractions import Fraction

import pytest
from scipy.stats import beta, binomtest

from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.mean import t_interval, t_interval_of_counts
from gaugeblock.stats.proportion import clopper_pearson, clustered, jeffreys, lower_bound, upper_bound, wilson
from gaugeblock.stats.zero_failure import min_n
from gaugeblock.stats.zero_failure import upper_bound as clean_bound

ALL = (wilson, clopper_pearson, jeffreys, lower_bound, upper_bound)


@pytest.mark.parametrize(
    ("k", "n", "lower", "upper"),
    [
        pytest.param(81, 263, 0.2553, 0.3662, id="Newcombe 1998, his first"),
        pytest.param(15, 148, 0.0624, 0.1605, id="Newcombe 1998, his second"),
        pytest.param(39, 40, 0.8712, 0.9956, id="one failure of forty"),
    ],
)
def test_wilson_gives_the_published_figures(k: int, n: int, lower: float, upper: float) -> None:
    """To the four printed places."""
    found = wilson(k, n)
    assert isinstance(found, Interval)
    assert (lower, upper) == (round(found.lower, 4), round(found.upper, 4))


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99, 0.999])
@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 20), (20, 20), (1, 29), (19, 20), (500, 1000)])
def test_two_sided_intervals_are_scipys(k: int, n: int, confidence: float) -> None:
    """Wilson's and Clopper and Pearson's."""
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = binomtest(k, n).proportion_ci(confidence_level=confidence, method=method)
        found = ours(k, n, confidence=confidence)
        assert isinstance(found, Interval)
        assert (theirs.low, theirs.high) == pytest.approx((found.lower, found.upper), abs=1e-11)


@pytest.mark.parametrize("function", [wilson, clopper_pearson, jeffreys])
def test_nothing_and_all_have_an_exact_end(function) -> None:
    """k = 0 starts at exactly 0, k = n ends at exactly 1."""
    assert function(0, 40).lower == 0.0
    assert function(40, 40).upper == 1.0


def test_jeffreys_is_the_posterior() -> None:
    """Quantiles of Beta(k+½, n−k+½)."""
    found = jeffreys(1, 29)
    assert tuple(beta.ppf([0.025, 0.975], 1.5, 28.5)) == pytest.approx((found.lower, found.upper), abs=1e-12)


@pytest.mark.parametrize(
    ("k", "n", "lower"),
    [(40, 40, 0.9278), (39, 40, 0.8868), (59, 59, 0.9505), (9, 9, 0.7169), (0, 5, 0.0)],
)
def test_lower_bound_is_one_sided(k: int, n: int, lower: float) -> None:
    """All passed: α^(1/n)."""
    assert lower == round(lower_bound(k, n), 4)


def test_upper_bound_mirrors_the_lower_one() -> None:
    """The bound on passes is one less the bound on failures; 1 at k = n."""
    assert upper_bound(1, 40) == pytest.approx(1 - lower_bound(39, 40), abs=1e-15)
    assert upper_bound(40, 40) == 1.0


@pytest.mark.parametrize("function", ALL)
@pytest.mark.parametrize(
    ("k", "n", "confidence", "reason"),
    [
        pytest.param(0, 0, 0.95, "no_data", id="nothing"),
        pytest.param(5, 4, 0.95, "out_of_range", id="more passed than there were"),
        pytest.param(-1, 4, 0.95, "out_of_range", id="fewer than none"),
        pytest.param(0, -1, 0.95, "out_of_range", id="a negative number of cases"),
        pytest.param(1, 4, 1.0, "out_of_range", id="certainty"),
        pytest.param(1, 4, 0.0, "out_of_range", id="no confidence"),
        pytest.param(1, 4, float("nan"), "out_of_range", id="confidence that is no number"),
    ],
)
def test_what_cannot_be_computed_says_why(function, k: int, n: int, confidence: float, reason: str) -> None:
    """A reason, never a number."""
    assert Undefined(reason) == function(k, n, confidence=confidence)


def test_clusters_count_for_fewer_cases() -> None:
    """27 of 30 in ten clusters, one of them all failed: worth 7.36 cases."""
    found = clustered([1] * 27 + [0] * 3, [i // 3 for i in range(30)])
    assert not isinstance(found, Undefined)
    assert (
        round(found.n_eff, 2),
        round(found.interval.lower, 4),
        round(found.interval.upper, 4),
    ) == (7.36, 0.4799, 0.9992)


def test_clusters_alike_are_worth_one_case_each() -> None:
    """No spread between clusters: n_eff is their number; all passed ends at exactly 1."""
    alike, clean = clustered([1, 0, 1, 0], ["a", "a", "b", "b"]), clustered([1, 1, 1], [1, 1, 2])
    assert not isinstance(alike, Undefined)
    assert not isinstance(clean, Undefined)
    assert (alike.n_eff, clean.n_eff, clean.interval.upper) == (2.0, 2.0, 1.0)


@pytest.mark.parametrize(
    ("values", "clusters", "reason"),
    [
        pytest.param([], [], "no_data", id="nothing"),
        pytest.param([1, 0], ["a", "a"], "single_cluster", id="one cluster"),
        pytest.param([2, 0], ["a", "b"], "out_of_range", id="a value that is no verdict"),
    ],
)
def test_clusters_that_cannot_be_used(values: list[int], clusters: list[str], reason: str) -> None:
    """A reason, never a number."""
    assert Undefined(reason) == clustered(values, clusters)


def test_each_value_needs_its_cluster() -> None:
    """A caller's mistake is told with both numbers."""
    with pytest.raises(ValueError, match="2 values and 1 clusters"):
        clustered([1, 0], ["a"])


@pytest.mark.parametrize(
    ("n", "percent"), [(10, 25.9), (20, 13.9), (30, 9.5), (40, 7.2), (59, 5.0), (200, 1.5), (299, 1.0)]
)
def test_clean_cases_bound_the_failure_rate(n: int, percent: float) -> None:
    """1 − 0.05^(1/n)."""
    assert percent == round(100 * clean_bound(n), 1)


@pytest.mark.parametrize(
    ("rate", "confidence", "n"),
    [
        (0.05, 0.95, 59),
        (0.01, 0.95, 299),
        (0.001, 0.95, 2995),
        pytest.param(0.9, 0.99, 2, id="exactly: 0.1² is 0.01"),
        pytest.param(0.3, 0.51, 2, id="exactly: 0.7² is 0.49, and the float quotient is above 2"),
        pytest.param(0.5, 0.875, 3, id="exactly: 0.5³ is 0.125"),
        pytest.param(0.999, 0.5, 1, id="one case is enough"),
    ],
)
def test_how_many_clean_cases_a_claim_needs(rate: float, confidence: float, n: int) -> None:
    """⌈ln α / ln(1 − q)⌉."""
    assert n == min_n(rate, confidence=confidence)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        pytest.param(clean_bound(0), "no_data", id="no case"),
        pytest.param(clean_bound(-1), "out_of_range", id="fewer than none"),
        pytest.param(clean_bound(5, confidence=1), "out_of_range", id="certainty about a bound"),
        pytest.param(min_n(0), "out_of_range", id="a claim of no failure ever"),
        pytest.param(min_n(1), "out_of_range", id="no claim at all"),
        pytest.param(min_n(0.1, confidence=1), "out_of_range", id="certainty about a claim"),
    ],
)
def test_clean_cases_that_show_nothing(found: object, reason: str) -> None:
    """A reason, never a number."""
    assert Undefined(reason) == found


def test_mean_with_students_interval() -> None:
    """[0, 1]: mean ½, error ½, t at one degree of freedom is 12.7062."""
    found = t_interval([0, "1.0"])
    assert isinstance(found.interval, Interval)
    assert (found.mean, found.error) == (0.5, 0.5)
    assert pytest.approx((found.interval.lower, found.interval.upper), abs=1e-4) == (
        0.5 - 12.7062 / 2,
        0.5 + 12.7062 / 2,
    )


@pytest.mark.parametrize(
    ("values", "mean", "reason"),
    [
        pytest.param([], Undefined("no_data"), "no_data", id="no value"),
        pytest.param([0.75], 0.75, "too_few", id="one value"),
        pytest.param([0.1] * 10, "0.1", "zero_variance", id="equal values, though their float sum is not 1"),
    ],
)
def test_means_without_an_interval(values: list[float], mean: object, reason: str) -> None:
    """The mean stands where there is one; error and interval give the reason."""
    found = t_interval(values)
    assert (str(mean), Undefined(reason), Undefined(reason)) == (
        str(float(found.mean)) if not isinstance(found.mean, Undefined) else str(found.mean),
        found.error,
        found.interval,
    )


def test_counts_give_the_same_as_values() -> None:
    """Anchor counts are enough."""
    values = [0.75, 1, 0.5, 0.75, 1, 1, 0.25, 0.75, 1, 0.5]
    counts = {Fraction(1, 4): 1, Fraction(1, 2): 2, Fraction(3, 4): 3, Fraction(1): 4}
    assert t_interval(values) == t_interval_of_counts(counts)


def test_a_value_that_is_no_number_is_refused() -> None:
    """In words."""
    with pytest.raises(ValueError, match=r"expected a finite number such as 0\.95, got nan"):
        t_interval([float("nan")])
