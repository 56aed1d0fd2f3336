"""Numbers in figures and in words, read from tokens."""

from dataclasses import dataclass

from gaugeblock.judging.rules.reading import Token

__all__ = ["ORDINALS", "Number", "number_at"]

_UNITS = {
    w: n
    for n, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    w: 10 * n
    for n, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2)
}
ORDINALS = {
    w: n
    for n, w in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        start=1,
    )
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_LONGEST = 15


@dataclass(frozen=True, slots=True)
class Number:
    """A number and the tokens that say it."""

    value: float
    first: int
    after: int
    """The position after its last token."""
    spelled: bool
    """Said in words."""


def number_at(tokens: list[Token], i: int) -> Number | None:
    """The number that begins at position `i`, if one does.

    A quarter, half and three quarters of something are numbers; `a` is one only before a scale (`a hundred`).
    """
    token = tokens[i]
    if token.kind == "number":
        return _figure(tokens, i)
    if token.kind != "word":
        return None
    return _fraction(tokens, i) or _spelled(tokens, i)


def _figure(tokens: list[Token], i: int) -> Number | None:
    digits = tokens[i].low.replace(",", "")
    if len(digits) > _LONGEST:
        return None
    value, after = float(digits), i + 1
    if after < len(tokens) and tokens[after].low in _SCALES:
        value, after = value * _SCALES[tokens[after].low], after + 1
    return _and_a_half(tokens, i, Number(value, i, after, spelled=False))


def _and_a_half(tokens: list[Token], i: int, number: Number) -> Number:
    words = [t.low for t in tokens[number.after : number.after + 3]]
    if words == ["and", "a", "half"]:
        return Number(number.value + 0.5, i, number.after + 3, number.spelled)
    return number


def _fraction(tokens: list[Token], i: int) -> Number | None:
    if tokens[i].low not in {"three", "a", "quarter", "half"}:
        return None
    words = [t.low for t in tokens[i : i + 4]]
    for pattern, value in _FRACTIONS:
        if words[: len(pattern)] == pattern:
            return Number(value, i, i + len(pattern) - (pattern[-1] == "year"), spelled=True)
    return None


_FRACTIONS = [
    (["three", "quarters", "of", "an"], 0.75),
    (["three", "quarters", "of", "a"], 0.75),
    (["a", "quarter", "of", "an"], 0.25),
    (["a", "quarter", "of", "a"], 0.25),
    (["quarter", "of", "an"], 0.25),
    (["quarter", "of", "a"], 0.25),
    (["half", "of", "an"], 0.5),
    (["half", "an"], 0.5),
    (["half", "a"], 0.5),
    (["half", "year"], 0.5),
    (["a", "half"], 0.5),
]


def _spelled(tokens: list[Token], i: int) -> Number | None:
    first = tokens[i].low
    if first not in _UNITS and first not in _TENS and first != "a":
        return _set_of_two(tokens, i)
    total, current, j, said = 0.0, 0.0, i, False
    last_kind = ""
    while j < len(tokens):
        word = tokens[j].low
        if word in _UNITS and last_kind not in {"unit"}:
            current, said, last_kind = current + _UNITS[word], True, "unit"
        elif word in _TENS and last_kind in {"", "scale", "and"}:
            current, said, last_kind = current + _TENS[word], True, "tens"
        elif word in _SCALES and (said or (j > i and tokens[j - 1].low == "a")):
            current = (current or 1) * _SCALES[word]
            if _SCALES[word] >= 1_000:
                total, current = total + current, 0.0
            said, last_kind = True, "scale"
        elif word == "a" and j == i and j + 1 < len(tokens) and tokens[j + 1].low in _SCALES:
            pass
        elif word == "and" and last_kind == "scale" and j + 1 < len(tokens) and _is_part(tokens[j + 1].low):
            last_kind = "and"
        else:
            break
        j += 1
    if not said:
        return _set_of_two(tokens, i)
    return _and_a_half(tokens, i, Number(total + current, i, j, spelled=True))


def _is_part(word: str) -> bool:
    return word in _UNITS or word in _TENS


def _set_of_two(tokens: list[Token], i: int) -> Number | None:
    if tokens[i].low not in {"couple", "pair", "a", "dozen"}:
        return None
    words = [t.low for t in tokens[i : i + 3]]
    if words[:2] in (["couple", "of"], ["pair", "of"]):
        return Number(2, i, i + 2, spelled=True)
    if words[:3] in (["a", "couple", "of"], ["a", "pair", "of"]):
        return Number(2, i, i + 3, spelled=True)
    if words[:1] == ["dozen"] or words[:2] == ["a", "dozen"]:
        return Number(12, i, i + len(words[:2]) - (words[:1] == ["dozen"]), spelled=True)
    return None
