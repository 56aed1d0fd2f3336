"""Our quantiles against scipy's, over wide ranges."""

import random

import pytest
from scipy import special

from gaugeblock.stats._beta import (
    beta_cdf,
    beta_quantile,
    beta_upper_quantile,
    normal_upper_quantile,
    t_upper_quantile,
)

TAILS = (0.5, 0.4, 0.1, 0.05, 0.025, 0.005, 1e-6)
SHAPES = (0.5, 1, 1.5, 2, 7.17, 10, 39.5, 40, 41, 200, 1234.567, 20_000, 200_000.5)


@pytest.mark.parametrize("a", SHAPES)
def test_beta_quantiles_are_scipys(a: float) -> None:
    """From both tails, for integer and other parameters, to 1e-10 of the value."""
    for b in SHAPES:
        for tail in (*TAILS, 0.9, 0.975):
            assert float(special.betaincinv(a, b, tail)) == pytest.approx(beta_quantile(tail, a, b), rel=1e-10)
            assert float(special.betainccinv(a, b, tail)) == pytest.approx(beta_upper_quantile(tail, a, b), rel=1e-10)


def test_the_distribution_function_is_scipys() -> None:
    """At random places, to 1e-12."""
    rng = random.Random(7)
    for _ in range(500):
        a, b, x = 10 ** rng.uniform(-0.5, 5), 10 ** rng.uniform(-0.5, 5), rng.random()
        assert float(special.betainc(a, b, x)) == pytest.approx(beta_cdf(x, a, b), abs=1e-12)


@pytest.mark.parametrize(("x", "expected"), [(-1, 0.0), (0, 0.0), (1, 1.0), (2, 1.0)])
def test_the_distribution_function_outside_its_range(x: float, expected: float) -> None:
    """0 below, 1 above."""
    assert expected == beta_cdf(x, 2, 3)


@pytest.mark.parametrize("degrees", [0.5, 1, 2, 2.5, 9, 29, 30, 199, 100_000])
def test_t_quantiles_are_scipys(degrees: float) -> None:
    """To 1e-10 of the value; 0 at the middle."""
    assert t_upper_quantile(0.5, degrees) == 0
    for tail in TAILS[1:]:
        assert -float(special.stdtrit(degrees, tail)) == pytest.approx(t_upper_quantile(tail, degrees), rel=1e-10)


@pytest.mark.parametrize("tail", TAILS)
def test_normal_quantiles_are_scipys(tail: float) -> None:
    """To 1e-12."""
    assert -float(special.ndtri(tail)) == pytest.approx(normal_upper_quantile(tail), abs=1e-12)


def test_the_quantile_undoes_the_distribution_function() -> None:
    """Exact in the simple case I_x(2, 1) = x²: the median is √½."""
    assert pytest.approx(beta_quantile(0.5, 2, 1), rel=1e-15) == 0.5**0.5
    assert pytest.approx(beta_cdf(beta_quantile(0.3, 4.4, 0.6), 4.4, 0.6), rel=1e-13) == 0.3
