"""Derived figures: what the answer works out from others, such as 8:45 from a visit at 9:00 and 15 minutes."""

from gaugeblock.judging.rules.matter import Matter
from gaugeblock.judging.rules.quantities import Quantity

__all__ = ["is_clock_sum", "is_worked_out"]

_DAY = 1440.0


def is_clock_sum(matter: Matter, figure: Quantity) -> bool:
    """The time of day is another one that is spoken of, before or after a duration of the source."""
    if figure.kind != "clock":
        return False
    clocks = [q for q in _known(matter, figure) if q.kind == "clock"]
    lengths = [q for _, q in matter.source_figures if q.kind == "duration"]
    return any(
        (float(at) + sign * float(by)) % _DAY in figure.values
        for clock in clocks
        for at in clock.values
        for length in lengths
        for by in length.values
        for sign in (1, -1)
    )


def is_worked_out(matter: Matter, figure: Quantity) -> bool:
    """The figure is a sum, a difference, a product or a share of figures that are spoken of, or the rest to 100 %."""
    if figure.raw is None or figure.kind not in {"money", "percent", "duration", "number"}:
        return False
    value = _value(figure)
    known = _known(matter, figure)
    same = [_value(q) for q in known if q.kind == figure.kind]
    counts = [q.raw for q in known if q.raw and q.raw > 1 and q.kind in {"number", "duration"}]
    if figure.kind == "percent" and any(round(100 - v, 2) == value for v in same):
        return True
    if any(
        value in {round(a + b, 2), round(abs(a - b), 2)} for n, a in enumerate(same) for b in same[n + 1 :] if a != b
    ):
        return True
    return figure.kind == "money" and any(
        value in {round(a * c, 2), round(a / c, 2)} for a in same for c in counts if a
    )


def _known(matter: Matter, figure: Quantity) -> list[Quantity]:
    """The figures of source and question, and the others of the answer."""
    others = [q for q in matter.answer.figures if q is not figure]
    return [*(q for _, q in matter.source_figures), *matter.question.figures, *others]


def _value(quantity: Quantity) -> float:
    return round(float(next(iter(quantity.values))), 2)
