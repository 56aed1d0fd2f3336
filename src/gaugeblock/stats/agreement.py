"""How equal a judge's verdicts and people's labels are, beyond what chance would give."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from gaugeblock.stats._undefined import Undefined

__all__ = ["Kappa", "cohen_kappa"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's κ with what it is made of."""

    kappa: float
    """−1..1; 1: always equal, 0: as equal as chance would have it."""
    observed: float
    """The share of equal pairs."""
    expected: float
    """The share of equal pairs that chance would give."""
    standard_error: float


def cohen_kappa(table: Sequence[Sequence[int]]) -> Kappa | Undefined:
    """Cohen's κ = (p_o − p_e)/(1 − p_e) of a square table of counts, with its standard error.

    For comparison with others, never for a gate: with rare failures κ is low although nearly all pairs are equal.
    SE² = [Σ_ij p_ij (w_ij − (w̄_i· + w̄_·j)(1−κ))² − (κ − p_e(1−κ))²] / (n (1−p_e)²), w the identity (Fleiss, Cohen,
    Everitt 1969). One rater constant: κ = 0 with standard error 0, which says nothing.

    Returns:
        `Undefined`: `no_data` for an empty table, `zero_expected_disagreement` when all pairs stand in one cell.

    Raises:
        ValueError: the table is not square.
    """
    size = len(table)
    if any(len(row) != size for row in table):
        raise ValueError(f"expected a square table, got rows of {[len(row) for row in table]} for {size} levels")
    n = sum(map(sum, table))
    if n == 0:
        return Undefined("no_data")
    levels = range(size)
    rows = [sum(row) / n for row in table]
    columns = [sum(row[j] for row in table) / n for j in levels]
    observed = sum(table[i][i] for i in levels) / n
    expected = sum(r * c for r, c in zip(rows, columns, strict=True))
    if any(table[i][i] == n for i in levels):
        return Undefined("zero_expected_disagreement")
    kappa = (observed - expected) / (1 - expected)
    spread = sum(
        table[i][j] / n * ((i == j) - (columns[i] + rows[j]) * (1 - kappa)) ** 2 for i in levels for j in levels
    )
    square = (spread - (kappa - expected * (1 - kappa)) ** 2) / (n * (1 - expected) ** 2)
    return Kappa(kappa=kappa, observed=observed, expected=expected, standard_error=sqrt(max(0.0, square)))
