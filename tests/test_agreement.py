"""Cohen's kappa against published tables."""

import pytest

from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.agreement import Kappa, cohen_kappa


@pytest.mark.parametrize(
    ("table", "kappa", "error"),
    [
        pytest.param([[40, 9], [6, 45]], 0.699519230769, 0.071393602700, id="Feinstein and Cicchetti, even margins"),
        pytest.param([[80, 10], [5, 5]], 0.318181818182, 0.133456521224, id="the same agreement, uneven margins"),
        pytest.param([[36, 1], [0, 3]], 0.84375, 0.152389519492, id="39 of 40, three failing"),
        pytest.param([[13, 0, 0], [0, 20, 7], [0, 4, 56]], 0.796409402184, 0.058910718326, id="three levels"),
        pytest.param([[37, 0], [3, 0]], 0.0, 0.0, id="the judge always passes: no information"),
    ],
)
def test_kappa(table: list[list[int]], kappa: float, error: float) -> None:
    """κ and its standard error (the last row by hand: p_o = p_e = 37/40)."""
    found = cohen_kappa(table)
    assert isinstance(found, Kappa)
    assert found.kappa == pytest.approx(kappa, abs=1e-9)
    assert found.standard_error == pytest.approx(error, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        pytest.param([[0, 0], [0, 0]], "no_data", id="empty"),
        pytest.param([[7, 0], [0, 0]], "zero_expected_disagreement", id="one word only"),
    ],
)
def test_kappa_that_cannot_be_computed(table: list[list[int]], reason: str) -> None:
    """A reason, never NaN or 1."""
    assert cohen_kappa(table) == Undefined(reason)


def test_table_that_is_not_square_is_refused() -> None:
    """The error shows the shape."""
    with pytest.raises(ValueError, match=r"square table, got rows of \[2, 1\] for 2 levels"):
        cohen_kappa([[1, 2], [3]])
