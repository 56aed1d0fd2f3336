"""Numbers as they are written: 0.7 is seven tenths, not the nearest binary fraction."""

from decimal import Decimal
from fractions import Fraction

__all__ = ["Number", "exact"]

Number = int | float | str | Decimal | Fraction
"""A number in any of the forms in which it reaches us; a float stands for its shortest decimal text."""


def exact(value: Number) -> Fraction:
    """The number that was written, exactly.

    >>> exact(0.7) == exact("0.70") == Fraction(7, 10)
    True

    Raises:
        ValueError: not a finite number.
    """
    try:
        return value if isinstance(value, Fraction) else Fraction(str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"expected a finite number such as 0.95, got {value!r}") from error
