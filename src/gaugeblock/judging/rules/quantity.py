"""A quantity: one figure with its unit, in the base unit of its kind."""

from dataclasses import dataclass

__all__ = ["Quantity"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One figure with its unit."""

    kind: str
    """`money percent duration clock weekday month phone code ordinal number count age volume …`."""
    values: frozenset[float | str]
    """The amount in the kind's base unit; a clock time that may be morning or evening has two."""
    first: int
    last: int
    """Positions of its first and last token."""
    raw: float | None = None
    """The bare number as written."""
    bound: str = ""
    """`least`, `most` or nothing."""
    unit: str = ""
    """Stem of the noun counted."""

    def equals(self, other: "Quantity") -> bool:
        """The same amount; durations in different units may lie 4 % apart (a month against 30 days)."""
        if self.values & other.values:
            return True
        if self.kind == other.kind == "duration" and self.unit != other.unit:
            a, b = self._amount, other._amount
            return max(a, b) > 0 and abs(a - b) / max(a, b) <= 0.04 and max(a, b) >= 20160
        if self.kind == other.kind == "phone":
            mine, yours = str(next(iter(self.values))), str(next(iter(other.values)))
            return len(mine) != len(yours) and (mine.endswith(yours) or yours.endswith(mine))
        return False

    @property
    def _amount(self) -> float:
        value = next(iter(self.values))
        return value if isinstance(value, float) else 0.0
