"""Snapping: nearest anchor, exact midpoint down, off the scale refused."""

from decimal import ROUND_HALF_DOWN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.score import snap


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        pytest.param("0.8", 0.75, id="nearer to the anchor below"),
        pytest.param("0.88", 1.0, id="nearer to the anchor above"),
        pytest.param("0.125", 0.0, id="first midpoint goes down"),
        pytest.param("0.375", 0.25, id="second midpoint goes down"),
        pytest.param("0.625", 0.5, id="third midpoint goes down"),
        pytest.param("0.875", 0.75, id="fourth midpoint goes down"),
        pytest.param("0.1250000000000000000000000000000001", 0.25, id="a hair over a midpoint, beyond float"),
        pytest.param("0.8750000000000000000000000000000000", 0.75, id="midpoint with trailing zeros"),
        pytest.param("1e-400", 0.0, id="smaller than any float"),
        pytest.param(0.13, 0.25, id="float"),
        pytest.param(Decimal("0.75"), 0.75, id="decimal"),
        pytest.param(1, 1.0, id="integer"),
        pytest.param("-0", 0.0, id="negative zero"),
        pytest.param(" 0.5 ", 0.5, id="blanks around"),
    ],
)
def test_nearest_anchor(score: str | float | Decimal, expected: float) -> None:
    assert snap(score) == expected


@pytest.mark.parametrize(
    "score", ["1.2", "-0.01", "8", "1e999", "1e999999999999999999999", "NaN", "sNaN", "inf", "", "good", 1.0000001]
)
def test_off_the_scale_is_refused_not_clipped(score: str | float) -> None:
    assert snap(score) == Undefined("out_of_range")


@given(st.decimals(min_value=0, max_value=1, places=6))
def test_agrees_with_decimal_rounding_and_snapping_twice_changes_nothing(score: Decimal) -> None:
    expected = float((score * 4).quantize(Decimal(1), rounding=ROUND_HALF_DOWN) / 4)
    assert snap(str(score)) == expected
    assert snap(expected) == expected
