"""Numbers for people. Rounding never reaches what was not reached.

Nearly all never prints as 100 %, nearly none never as 0 %, and a figure below its threshold never prints as the
threshold. Numbers are taken as written (0.7 is seven tenths) and rounded half to even, as decimals.
"""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

__all__ = ["count", "interval", "limit", "percent", "score", "score_interval"]

Number = int | float | Decimal | Fraction


def percent(share: Number, *, beside: Number | None = None, decimals: int = 1) -> str:
    """A share of 1 as a percentage.

    Args:
        beside: the threshold printed next to it, also a share of 1; what is below it stays below.

    >>> percent(Fraction(2499, 2500)), percent(0.9496, beside=0.95), percent(0.95)
    ('99.9 %', '94.9 %', '95.0 %')
    """
    return f"{_rounded(share, beside, decimals, 100)} %"


def score(value: Number, *, beside: Number | None = None) -> str:
    """A score within 0..1 to two decimals.

    >>> score(0.6999, beside=0.7)
    '0.69'
    """
    return _rounded(value, beside, 2)


def interval(lower: Number, upper: Number) -> str:
    """Both ends of an interval of shares, in percent.

    >>> interval(0.8712, 0.9956)
    '[87.1, 99.6]'
    """
    return f"[{_rounded(lower, None, 1, 100)}, {_rounded(upper, None, 1, 100)}]"


def score_interval(lower: Number, upper: Number) -> str:
    """Both ends of an interval of a mean score; clipped to 0..1, and says so.

    >>> score_interval(0.71, 1.04)
    '[0.71, 1.00, clipped to 0..1]'
    """
    clipped = lower < 0 or upper > 1
    ends = f"{score(max(lower, 0))}, {score(min(upper, 1))}"
    return f"[{ends}, clipped to 0..1]" if clipped else f"[{ends}]"


def limit(threshold: Number) -> str:
    """A threshold in percent, with the decimals it was given and no more.

    >>> limit(Decimal("0.950")), limit(Decimal("0.995")), limit(1)
    ('95 %', '99.5 %', '100 %')
    """
    return f"{(Decimal(str(threshold)) * 100).normalize():f} %"


def count(n: int, one: str, many: str = "") -> str:
    """How many there are, with the noun.

    >>> count(1, "case"), count(40, "case"), count(200000, "case"), count(2, "reply", "replies")
    ('1 case', '40 cases', '200,000 cases', '2 replies')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _rounded(value: Number, beside: Number | None, decimals: int, scale: int = 1) -> str:
    """The scaled value with so many decimals, on the same side of 0, 1 and the threshold as before.

    Down, if the nearest is not on that side; up, if it is nearly nothing; else with more decimals.
    """
    exact = _exact(value)
    while True:
        step = scale * 10**decimals
        steps = exact * step
        for shown in (round(steps), floor(steps), ceil(steps) if steps < 1 else round(steps)):
            if _same_side(exact, Fraction(shown, step), beside):
                return f"{Decimal(shown).scaleb(-decimals):f}"
        decimals += 1


def _same_side(exact: Fraction, shown: Fraction, beside: Number | None) -> bool:
    if (exact < 1) != (shown < 1) or (exact > 0) != (shown > 0):
        return False
    return beside is None or (exact < _exact(beside)) == (shown < _exact(beside))


def _exact(value: Number) -> Fraction:
    return value if isinstance(value, Fraction) else Fraction(str(value))
