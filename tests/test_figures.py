"""Numbers for people: rounding never reaches what was not reached."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock import _figures as figures


@pytest.mark.parametrize(
    ("share", "beside", "expected"),
    [
        pytest.param(Fraction(38, 40), None, "95.0 %", id="a round rate"),
        pytest.param(Fraction(94, 99), Decimal("0.95"), "94.9 %", id="94 of 99 beside 95 %"),
        pytest.param(0.9496, Decimal("0.95"), "94.9 %", id="would round up to its threshold"),
        pytest.param(0.9496, None, "95.0 %", id="the same without a threshold"),
        pytest.param(0.95, Decimal("0.95"), "95.0 %", id="exactly on its threshold"),
        pytest.param(Fraction(2499, 2500), None, "99.9 %", id="99.96 never prints as 100"),
        pytest.param(1, None, "100.0 %", id="all"),
        pytest.param(Fraction(1, 10_000), None, "0.1 %", id="nearly none never prints as none"),
        pytest.param(0, None, "0.0 %", id="none"),
        pytest.param(0.9544, Decimal("0.9544"), "95.44 %", id="a threshold met that is finer than one place"),
        pytest.param(0.9999, Decimal("0.9998"), "99.99 %", id="met and not perfect needs two places"),
    ],
)
def test_percent(share, beside, expected: str) -> None:
    """One place, more where one would lie."""
    assert expected == figures.percent(share, beside=beside)


@given(
    st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.decimals(0, 1, places=3, allow_nan=False),
)
def test_what_is_printed_stands_on_the_same_side(rate: tuple[int, int], threshold: Decimal) -> None:
    """Of 0, of 1 and of the threshold."""
    share = Fraction(*rate)
    shown = Fraction(figures.percent(share, beside=threshold).removesuffix(" %")) / 100
    assert (share >= Fraction(threshold), share == 1, share == 0) == (
        shown >= Fraction(threshold),
        shown == 1,
        shown == 0,
    )


@pytest.mark.parametrize(
    ("value", "beside", "expected"),
    [
        pytest.param(Fraction(7, 10), Decimal("0.70"), "0.70", id="on the threshold"),
        pytest.param(0.699, Decimal("0.70"), "0.69", id="just below it"),
        pytest.param(0.625, None, "0.62", id="half to even"),
        pytest.param(0.999, None, "0.99", id="nearly perfect"),
    ],
)
def test_score(value, beside, expected: str) -> None:
    """Two places."""
    assert expected == figures.score(value, beside=beside)


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param((0.8350, 0.9862), "[83.5, 98.6]", id="inside"),
        pytest.param((0.0, 0.9999), "[0.0, 99.9]", id="an upper end close to all"),
        pytest.param((0.91237, 1.0), "[91.2, 100.0]", id="an upper end that is all"),
    ],
)
def test_interval(ends: tuple[float, float], expected: str) -> None:
    """In percent, without the sign."""
    assert expected == figures.interval(*ends)


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param((0.5615, 0.9385), "[0.56, 0.94]", id="inside the scale"),
        pytest.param((-5.85, 6.85), "[0.00, 1.00, clipped to 0..1]", id="beyond it on both sides"),
    ],
)
def test_score_interval(ends: tuple[float, float], expected: str) -> None:
    """Clipping is told."""
    assert expected == figures.score_interval(*ends)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        pytest.param(Decimal("0.95"), "95 %", id="two places"),
        pytest.param(Decimal("1.00"), "100 %", id="all"),
        pytest.param(Decimal("0.995"), "99.5 %", id="three places"),
        pytest.param(Decimal(0), "0 %", id="none"),
        pytest.param(0.1, "10 %", id="a float"),
    ],
)
def test_limit(threshold, expected: str) -> None:
    """As it was given."""
    assert expected == figures.limit(threshold)


def test_count() -> None:
    """With its noun."""
    assert [
        figures.count(1, "case"),
        figures.count(0, "case"),
        figures.count(200_000, "case"),
        figures.count(2, "reply", "replies"),
    ] == ["1 case", "0 cases", "200,000 cases", "2 replies"]
