"""Accuracy: no figure, name or yes-and-no of the answer disagrees with the source."""

from gaugeblock.judging.rules.belonging import check_anchors, check_swaps
from gaugeblock.judging.rules.binding import Bound, bound_figures, is_together, same_figure, territory
from gaugeblock.judging.rules.conflict import Conflict, Scan
from gaugeblock.judging.rules.derived import is_clock_sum, is_worked_out
from gaugeblock.judging.rules.matter import Matter, Text, shares
from gaugeblock.judging.rules.naming import (
    check_frequency,
    check_hedges,
    check_names,
    check_own_plan,
    check_quantifiers,
)
from gaugeblock.judging.rules.polarity import negators
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.reversal import reversals
from gaugeblock.judging.rules.said import around, said_figure, sentence_of, sentence_words
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.waivers import waivers
from gaugeblock.judging.rules.widening import widenings

__all__ = ["scan"]


def scan(matter: Matter) -> Scan:
    """Every conflict between answer and source."""
    found = Scan([], [])
    bound = bound_figures(matter)
    stated = {id(q) for b in bound for _, q in b.equal}
    for one in bound:
        if one.equal:
            _check_bound(matter, one, found)
        else:
            _check_unmatched(matter, one, stated, found)
    check_swaps(matter, bound, found)
    check_anchors(matter, bound, found)
    check_names(matter, found)
    found.conflicts.extend(reversals(matter))
    found.conflicts.extend(waivers(matter))
    found.conflicts.extend(widenings(matter))
    check_quantifiers(matter, found)
    check_frequency(matter, found)
    check_hedges(matter, found)
    check_own_plan(matter, found)
    return found


def _listed_together(matter: Matter, figure: Quantity, rival: Quantity) -> bool:
    """A day or month beside the right one: `Wednesdays and Fridays` where the source has Wednesdays."""
    if figure.kind not in {"weekday", "month"}:
        return False
    tokens = matter.answer.reading.tokens
    beside = [tokens[i].low for i in (figure.first - 1, figure.last + 1) if 0 <= i < len(tokens)]
    return any(w in {"and", "or", ","} for w in beside) and any(
        q is not figure and same_figure(q, rival) and abs(q.first - figure.first) <= 4 for q in matter.answer.figures
    )


def _closed_other_days(matter: Matter, figure: Quantity) -> bool:
    """`Closed on Sundays` where the source names only the days on which it is open."""
    tokens = matter.answer.reading.tokens
    number = tokens[figure.first].clause
    if figure.kind != "weekday" or "shut" not in negators([t for t in tokens if t.clause == number]):
        return False
    days = {v for _, q in matter.source_figures if q.kind == "weekday" for v in q.values}
    return days.isdisjoint(figure.values)


def _in_question(matter: Matter, figure: Quantity) -> bool:
    return any(
        same_figure(figure, q) if q.kind == figure.kind else (q.raw is not None and q.raw == figure.raw)
        for q in matter.question.figures
    )


def _check_unmatched(matter: Matter, one: Bound, stated: set[int], found: Scan) -> None:
    figure, answer = one.figure, matter.answer
    counted = figure.kind == "number" and any(q.unit == figure.unit and id(q) not in stated for _, q in one.rivals)
    if (_in_question(matter, figure) and not counted) or _idle(matter, figure):
        return
    if is_clock_sum(matter, figure) or _closed_other_days(matter, figure):
        return
    here = territory(answer, figure)
    if len(here) < 2 or figure.kind in {"weekday", "month", "code"}:
        here = sentence_words(answer, figure)
    candidates = _candidates(matter, one, here, stated)
    if not candidates and figure.kind in {"clock", "duration"}:
        candidates = _time_for_time(matter, figure, stated)
    best = max(candidates, key=lambda c: c[0], default=None)
    share = figure.kind == "percent" and figure.raw in {50.0, 100.0}
    needed = 0 if figure.kind in {"phone", "percent"} and not share else 1
    if best and best[0] >= needed:
        _, text, rival = best
        found.conflicts.append(
            Conflict(
                around(answer, figure),
                sentence_of(text, rival),
                f"the answer says “{said_figure(answer, figure)}”, "
                f"the source says “{said_figure(text, rival)}” about the same thing",
                sure=not is_worked_out(matter, figure)
                and not is_together(one.rivals, figure)
                and (
                    needed == 0 or _listed_together(matter, figure, rival) or best[0] >= 2 or best[0] >= 0.5 * len(here)
                ),
                figure=said_figure(text, rival),
            )
        )
        return
    if figure.kind == "percent" and share:
        return
    said_as_one = figure.raw == 1.0 and figure.kind in {"number", "duration"}
    if figure.raw != 0.0 and not said_as_one and not is_worked_out(matter, figure):
        found.strangers.append((figure, around(answer, figure)))


def _candidates(matter: Matter, one: Bound, here: list[Token], stated: set[int]) -> list[tuple[int, Text, Quantity]]:
    """Figures of the kind that the answer does not state, with how many words their neighbourhoods share."""
    figure = one.figure
    candidates = []
    for text, rival in one.rivals:
        if id(rival) in stated and not _listed_together(matter, figure, rival):
            continue
        if figure.kind == "number" and figure.unit != rival.unit:
            continue
        there = territory(text, rival)
        if len(there) < 2 or figure.kind in {"weekday", "month", "code"}:
            there = sentence_words(text, rival)
        shared = sum(shares(t, {k for w in there for k in w.keys}) for t in here)
        candidates.append((shared, text, rival))
    return candidates


def _time_for_time(matter: Matter, figure: Quantity, stated: set[int]) -> list[tuple[int, Text, Quantity]]:
    """A time of day where the source counts hours to an event (`midnight`, `six hours before`), or the other way."""
    other = "duration" if figure.kind == "clock" else "clock"
    here = sentence_words(matter.answer, figure)
    candidates = []
    for text, rival in matter.source_figures:
        if rival.kind != other or id(rival) in stated:
            continue
        if not any(_reckons_back(*e) for e in ((text, rival), (matter.answer, figure))):
            continue
        keys = {k for w in sentence_words(text, rival) for k in w.keys}
        shared = sum(shares(t, keys) for t in here)
        candidates.append((shared, text, rival))
    return candidates


_COUNTED_APART = words_of("""
    thing tim way option step part reason point place choic matter kind sort piec
""")


def _idle(matter: Matter, figure: Quantity) -> bool:
    """A figure that states nothing: `two things`, a wish for a good weekend, `one` of something."""
    if figure.kind == "number" and figure.raw is not None and figure.raw <= 12:
        if figure.unit in _COUNTED_APART or not figure.unit:
            return True
        units = {q.unit for _, q in matter.source_figures if q.kind == "number"}
        return figure.unit not in units and figure.raw <= 4
    if figure.kind == "money" and figure.raw == 0.0:
        return False
    if figure.kind == "weekday":
        before = [t.low for t in matter.answer.reading.tokens[max(0, figure.first - 4) : figure.first]]
        return "have" in before or "enjoy" in before
    return figure.kind == "duration" and figure.raw == 1.0 and figure.unit in {"minute", "second", "day"}


def _check_bound(matter: Matter, one: Bound, found: Scan) -> None:
    figure = one.figure
    opposite = {"least": "most", "most": "least"}.get(figure.bound)
    same_kind = [(t, q) for t, q in one.equal if q.kind == figure.kind]
    if opposite and same_kind and all(q.bound == opposite for _, q in same_kind):
        text, rival = same_kind[0]
        denied = _denied(matter.answer, figure) != _denied(text, rival)
        if not denied and not _reckons_back(matter.answer, figure) and not _reckons_back(text, rival):
            found.conflicts.append(
                Conflict(
                    around(matter.answer, figure),
                    sentence_of(text, rival),
                    f"the answer gives “{said_figure(matter.answer, figure)}” as {_limit(figure.bound)}, "
                    f"the source as {_limit(opposite)}",
                    sure=_much_alike(matter, figure, text, rival),
                )
            )
    mine = _direction(matter.answer, figure)
    if mine and same_kind and all(_direction(t, q) == -mine for t, q in same_kind):
        text, rival = same_kind[0]
        found.conflicts.append(
            Conflict(
                around(matter.answer, figure),
                sentence_of(text, rival),
                f"the answer puts “{said_figure(matter.answer, figure)}” on the other side of the event",
            )
        )


def _much_alike(matter: Matter, figure: Quantity, text: Text, rival: Quantity) -> bool:
    here = sentence_words(matter.answer, figure)
    keys = {k for t in sentence_words(text, rival) for k in t.keys}
    return bool(here) and sum(shares(t, keys) for t in here) >= 0.6 * len(here)


def _denied(text: Text, figure: Quantity) -> bool:
    """The figure's sentence has a no: `under $100 do not qualify` says what `at least $100` says."""
    number = text.reading.tokens[figure.first].sentence
    return bool(negators([t for t in text.reading.tokens if t.sentence == number]) - {"without"})


def _limit(bound: str) -> str:
    return "a lower limit" if bound == "least" else "an upper limit"


_BACK = words_of("before ahead prior beforehand advance leading preceding earlier")
_ON = words_of("after afterward afterwards following later")


def _reckons_back(text: Text, figure: Quantity) -> bool:
    """Time counted towards an event, where `at least` and `no later than` say the same."""
    after = [t.low for t in text.reading.tokens[figure.last + 1 : figure.last + 5]]
    return any(w in _BACK for w in after)


def _direction(text: Text, figure: Quantity) -> int:
    """−1: before an event; 1: after one; 0: the words beside a duration do not say."""
    if figure.kind != "duration":
        return 0
    after = [t.low for t in text.reading.tokens[figure.last + 1 : figure.last + 3]]
    if (after[:1] and after[0] in _BACK) or after[:2] in (["in", "advance"], ["of", "advance"]):
        return -1
    return 1 if after[:1] and after[0] in _ON else 0
