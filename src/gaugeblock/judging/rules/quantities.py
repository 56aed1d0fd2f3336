"""Quantities: figures with their unit, normalised so that equal amounts are equal however they are written.

Two weeks are 14 days, half an hour is 30 minutes, 25 cents are $0.25, noon is 12 p.m.; weekdays are sets of days;
a phone number is its digits. A clock time without a.m. or p.m. may be either.
"""

import re
from dataclasses import replace

from gaugeblock.judging.rules.bounds import bound_of
from gaugeblock.judging.rules.numbers import ORDINALS, Number, number_at
from gaugeblock.judging.rules.quantity import Quantity
from gaugeblock.judging.rules.reading import Reading, Token
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import stem, stems_of

__all__ = ["Quantity", "quantities"]

_DURATIONS = {
    "minute": 1, "min": 1, "mins": 1, "hour": 60, "hr": 60, "hrs": 60, "day": 1440, "night": 1440, "week": 10080,
    "month": 43200, "year": 525600, "yr": 525600, "decade": 5256000, "second": 1 / 60, "fortnight": 20160,
    "quarter": 129600,
}  # fmt: skip
_DURATION_OF = {stem(w): v for w, v in _DURATIONS.items()}
_MEASURES = {
    "ounce": ("volume", 1.0), "oz": ("volume", 1.0), "cup": ("volume", 8.0), "pint": ("volume", 16.0),
    "quart": ("volume", 32.0), "gallon": ("volume", 128.0), "liter": ("volume", 33.8), "litre": ("volume", 33.8),
    "ml": ("volume", 0.0338), "milliliter": ("volume", 0.0338), "mg": ("mass", 1.0), "milligram": ("mass", 1.0),
    "gram": ("mass", 1000.0), "g": ("mass", 1000.0), "mcg": ("mass", 0.001), "pound": ("weight", 1.0),
    "lb": ("weight", 1.0), "lbs": ("weight", 1.0), "kg": ("weight", 2.2046), "kilogram": ("weight", 2.2046),
    "mile": ("distance", 5280.0), "foot": ("distance", 1.0), "ft": ("distance", 1.0), "inch": ("distance", 1 / 12),
    "km": ("distance", 3280.84), "kilometer": ("distance", 3280.84), "block": ("block", 1.0), "yard": ("distance", 3.0),
    "meter": ("distance", 3.2808), "degree": ("degree", 1.0), "percent": ("percent", 1.0), "dollar": ("money", 1.0),
    "buck": ("money", 1.0), "cent": ("money", 0.01), "dime": ("money", 0.1),
    "nickel": ("money", 0.05), "mb": ("size", 1.0), "gb": ("size", 1024.0),
    "megabyte": ("size", 1.0),
}  # fmt: skip
_MEASURE_OF = {stem(w): v for w, v in _MEASURES.items()}
_DAYS = {
    d: i
    for i, names in enumerate(
        ("monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thurs", "friday fri", "saturday", "sunday")
    )
    for d in names.split()
}
_DAYS |= {f"{d}s": i for d, i in _DAYS.items() if len(d) > 4}
_DAY_SETS = {
    "weekday": range(5), "weekdays": range(5), "weekend": range(5, 7), "weekends": range(5, 7), "daily": range(7),
}  # fmt: skip
_MONTHS = {
    m: i
    for i, m in enumerate(
        [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        start=1,
    )
} | {"jan": 1, "feb": 2, "aug": 8, "sept": 9, "oct": 10, "nov": 11, "dec": 12}
_PLACES = words_of("""
    building garage form room suite floor box part gate door unit lot wing tier window desk entrance bay bus
    route line level lobby elevator schedule phase stage step type grade pod zone section
""")
_RANGE_WORDS = frozenset({"to", "-", "–", "through", "until", "till", "and", "or"})
_CLOCK_BEFORE = words_of("""
    at from until till between by before after through to and or around about
""")
_PARTS_OF_DAY = {"morning": 0, "afternoon": 720, "evening": 720, "night": 720, "midnight": 0}
_DIGITS = re.compile(r"\d")


def quantities(reading: Reading) -> list[Quantity]:
    """Every quantity of the text in order; marks their tokens as `figure`."""
    tokens = reading.tokens
    found: list[Quantity] = []
    i = 0
    while i < len(tokens):
        quantity = _quantity_at(tokens, i)
        if quantity is None:
            i += 1
            continue
        found.append(replace(quantity, bound=bound_of(tokens, quantity.first, quantity.last)))
        for token in tokens[quantity.first : quantity.last + 1]:
            token.figure = True
        i = max(quantity.last, i) + 1
    return _shared_units(tokens, found)


def _quantity_at(tokens: list[Token], i: int) -> Quantity | None:
    token = tokens[i]
    if token.kind == "phone":
        return Quantity("phone", frozenset(("".join(_DIGITS.findall(token.low))[-10:],)), i, i)
    if token.kind == "money":
        return _money(tokens, i)
    if token.kind == "time" or token.kind == "half":
        return _clock_time(tokens, i) if token.kind == "time" else None
    if token.kind == "code":
        return Quantity("code", frozenset((token.low.replace("-", ""),)), i, i)
    if token.kind == "ordinal":
        place = float(token.low[:-2])
        return Quantity("ordinal", frozenset((place,)), i, i, place)
    if token.kind == "word":
        named = _named(tokens, i)
        if named is not None:
            return named
    number = number_at(tokens, i)
    return _with_unit(tokens, number) if number else None


def _money(tokens: list[Token], i: int) -> Quantity:
    digits = re.sub(r"[^\d.]", "", tokens[i].low)[:15].strip(".") or "0"
    value, last = float(digits), i
    if i + 1 < len(tokens) and tokens[i + 1].low in {"million", "thousand", "k"}:
        value *= 1_000_000 if tokens[i + 1].low == "million" else 1_000
        last = i + 1
    return Quantity("money", frozenset((round(value, 2),)), i, last, value)


def _clock_time(tokens: list[Token], i: int) -> Quantity:
    hours, minutes = (int(part) for part in tokens[i].low.split(":"))
    return _clock(tokens, i, i, hours, minutes)


def _clock(tokens: list[Token], first: int, last: int, hours: int, minutes: int) -> Quantity:
    """The time of day, with `a.m.`, `in the evening` or nothing after it."""
    base = hours % 12 * 60 + minutes
    values: tuple[float, ...] = (float(base), float(base + 720)) if hours <= 12 else (float(hours * 60 + minutes),)
    after = [t.low for t in tokens[last + 1 : last + 4]]
    if after and tokens[last + 1].kind == "half":
        values = (float(base + (720 if after[0].startswith("p") else 0)),)
        last += 1
    elif after[:2] == ["in", "the"] and after[2:] and after[2] in _PARTS_OF_DAY:
        values = (float(base + _PARTS_OF_DAY[after[2]]),)
        last += 3
    elif after[:1] == ["at"] and after[1:2] == ["night"]:
        values, last = (float(base + 720),), last + 2
    elif after[:1] == ["o'clock"] or after[:1] == ["o"] or after[:1] == ["sharp"]:
        last += 1
    return Quantity("clock", frozenset(values), first, last, float(hours))


def _named(tokens: list[Token], i: int) -> Quantity | None:
    """Quantities that begin with a word: noon, Monday through Thursday, January 5, half past five, Building C."""
    low = tokens[i].low
    if low in {"noon", "midday", "noontime"}:
        return Quantity("clock", frozenset((720.0,)), i, i, 12.0)
    if low == "midnight":
        return Quantity("clock", frozenset((0.0,)), i, i, 12.0)
    if low in _DAYS or low in _DAY_SETS or low in {"seven", "every", "any"}:
        days = _weekdays(tokens, i)
        if days is not None:
            return days
    if low in _MONTHS and _is_month(tokens, i):
        return Quantity("month", frozenset((float(_MONTHS[low]),)), i, i)
    share = _share_of_a_price(tokens, i)
    if share is not None:
        return share
    if low == "nothing" and i and tokens[i - 1].low in {"cost", "costs", "pay", "pays", "owe", "owes", "charge"}:
        return _zero(i, i)
    if low in {"free", "no", "without"}:
        return _nothing_to_pay(tokens, i)
    if low == "both" and i + 1 < len(tokens) and tokens[i + 1].content:
        return Quantity("number", frozenset((2.0,)), i, i, 2.0, unit=tokens[i + 1].stem)
    if (
        low in {"one", "single"}
        and i + 1 < len(tokens)
        and tokens[i + 1].content
        and tokens[i + 1].low not in _DURATIONS
    ):
        return Quantity("number", frozenset((1.0,)), i, i, 1.0, unit=tokens[i + 1].stem)
    if low in {"half", "quarter"}:
        return _spoken_clock(tokens, i)
    if low in _PLACES:
        return _place(tokens, i)
    if (
        low in {"whole", "entire", "all"}
        and i + 1 < len(tokens)
        and tokens[i + 1].low in {"day", "week", "month", "year"}
    ):
        return Quantity("duration", frozenset((float(_DURATION_OF[tokens[i + 1].stem]),)), i, i + 1, unit="whole")
    if low in {"a", "an", "one"} or (low in {"past", "last"} and i and tokens[i - 1].low == "the"):
        return _one_of_a_duration(tokens, i)
    if low in ORDINALS and i + 1 < len(tokens):
        return _ordinal(tokens, i)
    if low in {"overnight"}:
        return None
    return None


def _share_of_a_price(tokens: list[Token], i: int) -> Quantity | None:
    """`Half the cost` and `the full price` as percentages."""
    words = [t.low for t in tokens[i : i + 4]]
    if words[0] == "half" and any(w in _PRICES for w in words[1:]):
        return Quantity("percent", frozenset((50.0,)), i, i, 50.0)
    if words[0] in {"full", "whole", "entire"} and words[1:2] and words[1] in _PRICES:
        return Quantity("percent", frozenset((100.0,)), i, i, 100.0)
    return None


_PRICES = words_of("cost costs price amount charge charges bill fee")


def _nothing_to_pay(tokens: list[Token], i: int) -> Quantity | None:
    """`Free`, `no copay`, `no charge`: an amount of nothing."""
    after = tokens[i + 1].low if i + 1 < len(tokens) else ""
    if tokens[i].low == "free":
        before = tokens[i - 1].low if i else ""
        return (
            None
            if before in {"feel", "interest", "toll", "fat", "sugar", "you're"} or after in {"to", "of", "from"}
            else _zero(i, i)
        )
    return _zero(i, i) if after in {"charge", "cost", "copay", "fee", "payment"} else None


def _zero(first: int, last: int) -> Quantity:
    return Quantity("money", frozenset((0.0,)), first, last, 0.0)


def _weekdays(tokens: list[Token], i: int) -> Quantity | None:
    words = [t.low for t in tokens[i : i + 4]]
    if words[:2] == ["every", "day"] and words[2:3] in (["but"], ["except"]) and words[3:4] and words[3] in _DAYS:
        return Quantity("weekday", frozenset(float(d) for d in range(7) if d != _DAYS[words[3]]), i, i + 3)
    if words[:4] == ["seven", "days", "a", "week"] or words[:2] == ["every", "day"]:
        return Quantity("weekday", frozenset(map(float, range(7))), i, i + (3 if words[0] == "seven" else 1))
    if words[0] in _DAY_SETS:
        return Quantity("weekday", frozenset(map(float, _DAY_SETS[words[0]])), i, i)
    if words[0] not in _DAYS:
        return None
    first = _DAYS[words[0]]
    if len(words) > 2 and words[1] in {"to", "through", "-", "–", "thru", "till", "until"} and words[2] in _DAYS:
        last = _DAYS[words[2]]
        span = range(first, last + 1) if last >= first else [*range(first, 7), *range(last + 1)]
        return Quantity("weekday", frozenset(map(float, span)), i, i + 2)
    return Quantity("weekday", frozenset((float(first),)), i, i)


def _is_month(tokens: list[Token], i: int) -> bool:
    low = tokens[i].low
    if low not in {"may", "march"}:
        return True
    if not tokens[i].capital:
        return False
    before = tokens[i - 1].low if i else ""
    after = tokens[i + 1].kind if i + 1 < len(tokens) else ""
    return before in {"in", "of", "until", "through", "to", "by", "since", "before", "after"} or after == "number"


def _spoken_clock(tokens: list[Token], i: int) -> Quantity | None:
    words = [t.low for t in tokens[i : i + 2]]
    if len(words) < 2 or words[1] not in {"past", "to", "after"} or i + 2 >= len(tokens):
        return None
    number = number_at(tokens, i + 2)
    if number is None or not 1 <= number.value <= 12:
        return None
    minutes = 30 if words[0] == "half" else 15
    hours = int(number.value)
    if words[1] == "to":
        hours, minutes = hours - 1 or 12, 60 - minutes
    return _clock(tokens, i, number.after - 1, hours, minutes)


def _place(tokens: list[Token], i: int) -> Quantity | None:
    if i + 1 >= len(tokens):
        return None
    after = tokens[i + 1]
    if after.start - tokens[i].end != 1:
        return None
    if after.kind in {"number", "code"} or (len(after.low) == 1 and after.capital and after.kind == "word"):
        return Quantity("code", frozenset((f"{tokens[i].low} {after.low}",)), i, i + 1)
    return None


def _one_of_a_duration(tokens: list[Token], i: int) -> Quantity | None:
    """`a week`, `an hour`, `a full day`, `a year and a half`; in `25 dollars a month` it is a rate."""
    j = i + 1
    while (
        j < len(tokens)
        and j < i + 3
        and tokens[j].low in {"full", "whole", "single", "business", "working", "calendar"}
    ):
        j += 1
    if j >= len(tokens) or tokens[j].stem not in _DURATION_OF or tokens[j].stem in {"second", "quarter", "night"}:
        return None
    if tokens[i].low != "one" and i and j == i + 1 and (tokens[i - 1].figure or tokens[i - 1].stem in _RATED):
        return None
    value, last = _DURATION_OF[tokens[j].stem], j
    if [t.low for t in tokens[j + 1 : j + 4]] == ["and", "a", "half"]:
        value, last = value * 1.5, j + 3
    return Quantity("duration", frozenset((float(value),)), i, last, 1.0, unit=tokens[j].stem)


_RATED = stems_of("""
    dollar cent time once twice visit session percent hour hours days day month fee page
""")


def _ordinal(tokens: list[Token], i: int) -> Quantity | None:
    after = tokens[i + 1].low
    if after in {"floor", "level", "street", "avenue", "of", "grade"} and (tokens[i].low != "first" or after == "of"):
        return Quantity("ordinal", frozenset((float(ORDINALS[tokens[i].low]),)), i, i, float(ORDINALS[tokens[i].low]))
    return None


def _with_unit(tokens: list[Token], number: Number) -> Quantity | None:
    """The number with the unit that follows it, or as a clock time, an age, a count or a bare number."""
    first, j = number.first, number.after
    value = number.value
    following = tokens[j] if j < len(tokens) else None
    if following is None:
        return _bare(tokens, number)
    if following.kind == "half" or following.low == "o'clock":
        return _clock(tokens, first, j - 1, int(value), 0) if 1 <= value <= 12 else None
    if following.low == "%" or [t.low for t in tokens[j : j + 2]] == ["per", "cent"]:
        return Quantity("percent", frozenset((value,)), first, j + (following.low != "%"), value)
    if following.low == "¢":
        return Quantity("money", frozenset((round(value / 100, 2),)), first, j, value)
    k = j
    if [t.low for t in tokens[j : j + 2]] in (["or", "more"], ["or", "fewer"], ["or", "less"]):
        k = j + 2
    start = k
    while (
        k < len(tokens)
        and k < start + 2
        and tokens[k].low in {"business", "working", "full", "calendar", "more", "whole", "-"}
    ):
        k += 1
    if k == j and k + 1 < len(tokens) and _describes(tokens[k], tokens[k + 1]):
        k += 1
    if k < len(tokens):
        root = tokens[k].stem
        if root in _DURATION_OF and tokens[k].kind == "word":
            return _duration(tokens, number, k)
        if root in _MEASURE_OF and tokens[k].kind == "word":
            kind, factor = _MEASURE_OF[root]
            return Quantity(kind, frozenset((round(value * factor, 4),)), first, k, value)
    if [t.low for t in tokens[j : j + 4]][:1] == ["in"] and [t.low for t in tokens[j + 1 : j + 2]] == ["the"]:
        part = [t.low for t in tokens[j + 2 : j + 3]]
        if part and part[0] in _PARTS_OF_DAY and 1 <= value <= 12:
            return _clock(tokens, first, j - 1, int(value), 0)
    if [t.low for t in tokens[j : j + 2]] == ["at", "night"] and 1 <= value <= 12:
        return _clock(tokens, first, j - 1, int(value), 0)
    return _bare(tokens, number)


def _describes(token: Token, noun: Token) -> bool:
    """`Unused` in `5 unused days`."""
    plural = noun.kind == "word" and noun.low.endswith("s") and noun.stem in _DURATION_OF
    return plural and token.kind == "word" and token.content and token.stem not in _DURATION_OF


def _duration(tokens: list[Token], number: Number, unit: int) -> Quantity:
    factor = _DURATION_OF[tokens[unit].stem]
    last, value = unit, number.value
    if [t.low for t in tokens[unit + 1 : unit + 4]] == ["and", "a", "half"]:
        value, last = value + 0.5, unit + 3
    old = [t.low for t in tokens[unit + 1 : unit + 2]] == ["old"]
    aged = number.first > 0 and tokens[number.first - 1].low == "aged"
    if old or aged or [t.low for t in tokens[unit + 2 : unit + 3]] == ["older"]:
        years = value if tokens[unit].stem in {"year", "yr"} else round(value * factor / _DURATION_OF["year"], 3)
        return Quantity("age", frozenset((years,)), number.first, unit + old, number.value)
    return Quantity(
        "duration", frozenset((float(value * factor),)), number.first, last, number.value, unit=tokens[unit].stem
    )


def _bare(tokens: list[Token], number: Number) -> Quantity | None:
    """A number without a unit of measure: a count if a noun follows, else a plain number."""
    first, j, value = number.first, number.after, number.value
    if number.spelled and value in {0.0, 1.0}:
        return None
    unit = ""
    for token in tokens[j : j + 3]:
        if token.kind != "word" or token.low in _RANGE_WORDS - {"or"} or token.low in _DAYS:
            break
        if token.content:
            unit = token.stem
            break
    return Quantity("number", frozenset((value,)), first, j - 1, value, unit=unit)


def _shared_units(tokens: list[Token], found: list[Quantity]) -> list[Quantity]:
    """In `7 to 10 days` and `9 to 5 p.m.` the bare figure takes the unit of the other."""
    shared = list(found)
    for n in range(len(found) - 2, -1, -1):
        joined = _between(tokens, shared[n], shared[n + 1])
        if shared[n].kind == "number" and joined and joined[0] in _RANGE_WORDS | {","}:
            shared[n] = _like_the_next(shared[n], shared[n + 1], listed=joined[0] == ",")
    for n in range(len(shared) - 1):
        joined = _between(tokens, shared[n], shared[n + 1])
        if joined and joined[0] in _RANGE_WORDS and _is_hour(shared[n + 1]):
            shared[n : n + 2] = _hours(shared[n], shared[n + 1], alternative=joined[0] == "or")
    return shared


def _between(tokens: list[Token], one: Quantity, two: Quantity) -> list[str]:
    """The words between two figures that stand close, else nothing."""
    words = [t.low for t in tokens[one.last + 1 : min(two.first, one.last + 4)]]
    return words if len(words) <= 2 else []


def _like_the_next(one: Quantity, two: Quantity, *, listed: bool) -> Quantity:
    if one.raw is None:
        return one
    if two.kind == "duration":
        amount = float(one.raw * _DURATION_OF.get(two.unit, 0))
        return replace(one, kind="duration", values=frozenset((amount,)), unit=two.unit)
    if two.kind == "clock" and 1 <= one.raw <= 12:
        return replace(one, kind="clock", values=_either(one.raw))
    if two.kind in {"money", "percent", "volume", "mass", "age"} and not listed:
        return replace(one, kind=two.kind)
    return one


def _is_hour(quantity: Quantity) -> bool:
    return quantity.kind == "number" and quantity.raw is not None and 1 <= quantity.raw <= 12


def _hours(one: Quantity, two: Quantity, *, alternative: bool) -> list[Quantity]:
    """`9 to 5` as two clock times."""
    bare = one.kind == "number" and not one.unit and not two.unit and not alternative
    if one.kind != "clock" and not bare:
        return [one, two]
    if _is_hour(one):
        one = replace(one, kind="clock", values=_either(one.raw or 0.0))
    return [one, replace(two, kind="clock", values=_either(two.raw or 0.0))]


def _either(hours: float) -> frozenset[float | str]:
    return frozenset((hours % 12 * 60, hours % 12 * 60 + 720))
