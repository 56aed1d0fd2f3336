"""An interval: where a true rate or mean may lie."""

from dataclasses import dataclass

__all__ = ["Interval"]


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends, as fractions of 1 (or in the unit of the values, for means)."""

    lower: float
    upper: float
