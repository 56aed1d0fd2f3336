"""Binding: which figure of the answer answers to which figure of the source, and whose subject it carries."""

from dataclasses import dataclass

from gaugeblock.judging.rules.matter import Matter, Text
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["Bound", "beside", "bound_figures", "is_together", "narrow_territory", "same_figure", "territory"]

_STRENGTH = {";": 4, "–": 3, ":": 1, ",": 2, "(": 2, "and": 2, "or": 1, "but": 3, "while": 3, "whereas": 3, "with": 1,
             "plus": 2, "then": 2, "if": 1, "when": 1, "for": 0}  # fmt: skip


@dataclass(slots=True)
class Bound:
    """One figure of the answer and the figures of the source that equal it or compete with it."""

    figure: Quantity
    equal: list[tuple[Text, Quantity]]
    rivals: list[tuple[Text, Quantity]]
    """Figures of the same kind with another value."""


def bound_figures(matter: Matter) -> list[Bound]:
    """Every figure of the answer with its equals and rivals in the source."""
    pool = matter.source_figures
    by_kind: dict[str, list[tuple[Text, Quantity]]] = {}
    for entry in pool:
        by_kind.setdefault(entry[1].kind, []).append(entry)
    numbers = [e for e in pool if e[1].raw is not None]
    bound: list[Bound] = []
    open_days = (
        frozenset().union(*(q.values for _, q in by_kind.get("weekday", []))) if "weekday" in by_kind else frozenset()
    )
    for figure in matter.answer.figures:
        kin = by_kind.get(figure.kind, [])
        others = numbers if figure.kind == "number" else by_kind.get("number", [])
        equal = [e for e in kin if same_figure(figure, e[1])]
        equal += [e for e in others if e[1].kind != figure.kind and same_figure(figure, e[1])]
        single = all(len(q.values) == 1 for _, q in by_kind.get("weekday", []))
        if figure.kind == "weekday" and not equal and single and figure.values == open_days:
            equal = kin
        if figure.kind == "weekday" and not equal:
            equal = [e for e in kin if not figure.values & e[1].values and len(figure.values | e[1].values) == 7]
        rivals = [e for e in kin if not same_figure(figure, e[1])]
        bound.append(Bound(figure, equal, rivals))
    return bound


def is_together(kin: list[tuple[Text, Quantity]], figure: Quantity) -> bool:
    """Days of one source sentence make up the figure's: `weekdays` for Monday to Thursday and Friday."""
    places: dict[tuple[int, int], set[float | str]] = {}
    for text, q in kin:
        if q.kind == "weekday" and q.values <= figure.values:
            places.setdefault((id(text), text.reading.tokens[q.first].sentence), set()).update(q.values)
    return figure.kind == "weekday" and any(days == figure.values for days in places.values())


def same_figure(one: Quantity, two: Quantity) -> bool:
    """Equal amounts; a bare number equals whatever is written with that number; a day lies within its range."""
    if one.kind == two.kind:
        if one.kind == "weekday":
            return one.values <= two.values
        if one.kind == "number" and one.unit and two.unit and one.unit != two.unit:
            return one.raw == two.raw
        return one.equals(two)
    if "number" in {one.kind, two.kind} and one.raw is not None and two.raw is not None:
        bare = one if one.kind == "number" else two
        return one.raw == two.raw and (not bare.unit or bare.unit in LIGHT_STEMS)
    return False


def territory(text: Text, figure: Quantity) -> list[Token]:
    """The words of the figure's sentence that belong to it rather than to another figure of its kind."""
    low, high = _reach(text, figure)
    return [t for t in text.reading.tokens[low:high] if t.content and not t.figure]


def narrow_territory(text: Text, figure: Quantity) -> list[Token]:
    """The same without the words before the sentence's first figure, where what follows it says enough.

    In `a $20 copay on Plus and no copay on Max` the words before belong to both figures.
    """
    tokens = text.reading.tokens
    low, high = _reach(text, figure)
    sentence = tokens[figure.first].sentence
    first = not any(
        o.last < figure.first and _akin(o, figure) for o in text.figures if tokens[o.first].sentence == sentence
    )
    after = [t for t in tokens[figure.last + 1 : high] if t.content and not t.figure]
    if first and high < _sentence_span(tokens, figure, sentence)[1] and len(after) >= 2:
        low = figure.first
    return [t for t in tokens[low:high] if t.content and not t.figure]


def beside(text: Text, figure: Quantity) -> set[tuple[str, frozenset[float | str]]]:
    """The figures of other kinds in the figure's neighbourhood and clause."""
    low, high = _reach(text, figure)
    tokens = text.reading.tokens
    return {
        (q.kind, q.values)
        for q in text.figures
        if q is not figure
        and low <= q.first < high
        and tokens[q.first].clause == tokens[figure.first].clause
        and not _akin(q, figure)
        and q.kind in _TELLING
    }


_TELLING = frozenset({"duration", "age", "weekday", "clock", "percent", "volume", "distance", "weight"})


def _reach(text: Text, figure: Quantity) -> tuple[int, int]:
    tokens = text.reading.tokens
    sentence = tokens[figure.first].sentence
    low, high = _sentence_span(tokens, figure, sentence)
    for other in text.figures:
        if other is figure or not _akin(other, figure) or tokens[other.first].sentence != sentence:
            continue
        if other.last < figure.first:
            low = max(low, _border(tokens, other, figure) + 1)
        elif other.first > figure.last:
            high = min(high, _border(tokens, figure, other))
    return low, high


def _akin(one: Quantity, two: Quantity) -> bool:
    return one.kind == two.kind or "number" in {one.kind, two.kind}


def _sentence_span(tokens: list[Token], figure: Quantity, sentence: int) -> tuple[int, int]:
    low, high = figure.first, figure.last + 1
    while low > 0 and tokens[low - 1].sentence == sentence:
        low -= 1
    while high < len(tokens) and tokens[high].sentence == sentence:
        high += 1
    return low, high


def _border(tokens: list[Token], one: Quantity, two: Quantity) -> int:
    """The place between two figures where the first one's neighbourhood ends."""
    between = range(one.last + 1, two.first)
    best = max((_strength(tokens[i]) for i in between), default=0)
    if not best:
        return (one.last + two.first + 1) // 2
    places = [i for i in between if _strength(tokens[i]) == best]
    return places[0] if places[0] - one.last <= 1 else places[-1]


def _strength(token: Token) -> int:
    return 0 if token.capital else _STRENGTH.get(token.low, 0)
