"""Anchors: the five permitted scores, and the nearest one to a score as it was written."""

from decimal import Decimal, InvalidOperation

from gaugeblock.stats._undefined import Undefined

__all__ = ["snap"]

_MIDPOINTS = (Decimal("0.125"), Decimal("0.375"), Decimal("0.625"), Decimal("0.875"))


def snap(score: str | int | float | Decimal) -> float | Undefined:
    """The nearest of 0, 0.25, 0.5, 0.75 and 1; a score exactly between two goes to the lower one.

    A text is taken digit by digit, a float as its shortest decimal text, so nothing is rounded on the way. A score
    outside 0..1, and what is no finite number, is `out_of_range`: a fault of the reply, never clipped or divided.

    >>> snap("0.8"), snap("0.625"), snap(1.2)
    (0.75, 0.5, Undefined(reason='out_of_range'))
    """
    try:
        exact = Decimal(str(score))
    except InvalidOperation:
        return Undefined("out_of_range")
    if not exact.is_finite() or not 0 <= exact <= 1:
        return Undefined("out_of_range")
    return sum(exact > midpoint for midpoint in _MIDPOINTS) / 4
