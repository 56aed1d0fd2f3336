"""Belonging: right figures that stand with the wrong subject or are counted from the wrong event."""

from dataclasses import dataclass

from gaugeblock.judging.rules.binding import Bound, beside, narrow_territory, territory
from gaugeblock.judging.rules.conflict import Conflict, Scan
from gaugeblock.judging.rules.matter import Matter, Text, shares
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.said import around, said_figure, sentence_of, sentence_words
from gaugeblock.judging.rules.vocabulary import words_of

__all__ = ["check_anchors", "check_swaps"]


def check_swaps(matter: Matter, bound: list[Bound], found: Scan) -> None:
    """A right figure that carries another figure's subject."""
    suspects = [s for s in (_suspect(matter, one) for one in bound) if s]
    for suspect in suspects:
        crossed = any(
            other is not suspect and any(q is suspect.rival[1] for _, q in other.bound.equal) for other in suspects
        )
        free = 0.0 in (suspect.bound.figure.raw, suspect.rival[1].raw)
        told = _company(matter, suspect.bound, suspect.own, suspect.rival) > 0 or suspect.bound.figure.kind == "weekday"
        if not (crossed and suspect.lead >= 1) and (suspect.lead < 2 or free) and not (told and suspect.lead >= 1):
            continue
        said = said_figure(matter.answer, suspect.bound.figure)
        found.conflicts.append(
            Conflict(
                around(matter.answer, suspect.bound.figure),
                sentence_of(*suspect.rival),
                f"the answer gives “{said}” to what the source says of “{said_figure(*suspect.rival)}”; "
                f"in the source “{said_figure(*suspect.own)}” belongs to something else",
                sure=crossed
                or suspect.lead >= 3
                or (told and suspect.lead >= (1 if suspect.bound.figure.kind == "weekday" else 2)),
            )
        )


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A figure of the answer whose words fit another figure of the source better than its own."""

    lead: float
    bound: Bound
    own: tuple[Text, Quantity]
    rival: tuple[Text, Quantity]


def _suspect(matter: Matter, one: Bound) -> _Suspect | None:
    own = [e for e in one.equal if e[1].kind == one.figure.kind]
    if not own or not one.rivals or one.figure.kind in {"code", "month"}:
        return None
    worst: _Suspect | None = None
    for reach in (territory, narrow_territory):
        here = reach(matter.answer, one.figure)
        for rival in one.rivals:
            if any(_listed(entry, rival) for entry in own):
                continue
            if one.figure.kind == "weekday" and not all(_of_other_days(entry, rival) for entry in own):
                continue
            leads = [
                (_lead(here, reach(*entry), reach(*rival)) + _company(matter, one, entry, rival), entry)
                for entry in own
            ]
            lead, entry = min(leads, key=lambda pair: pair[0])
            if lead > (worst.lead if worst else 0):
                worst = _Suspect(lead, one, entry, rival)
    return worst


def _company(matter: Matter, one: Bound, own: tuple[Text, Quantity], rival: tuple[Text, Quantity]) -> float:
    """How much better the figures beside it fit the rival: `$3 for the first 2 hours` where those are free."""
    here, mine, theirs = beside(matter.answer, one.figure), beside(*own), beside(*rival)
    return 1.5 * (len(here & theirs - mine) - len(here & mine - theirs))


def _of_other_days(one: tuple[Text, Quantity], two: tuple[Text, Quantity]) -> bool:
    """One sentence sorts by days: `the north door on weekdays and the south door on weekends`."""
    tokens = one[0].reading.tokens
    return (
        one[0] is two[0]
        and one[1].values.isdisjoint(two[1].values)
        and tokens[one[1].first].sentence == tokens[two[1].first].sentence
    )


def _listed(one: tuple[Text, Quantity], two: tuple[Text, Quantity]) -> bool:
    """The figures stand in one list, `16 and 17`: what is said of one is said of the other."""
    if one[0] is not two[0]:
        return False
    first, second = sorted((one[1], two[1]), key=lambda q: q.first)
    between = one[0].reading.tokens[first.last + 1 : second.first]
    return len(between) <= 2 and all(t.low in {"and", "or", "to", ",", "–", "-"} for t in between)


def _lead(here: list[Token], mine: list[Token], theirs: list[Token]) -> float:
    """By how many words the answer's neighbourhood fits the rival's better than its own."""
    my_keys = {k for t in mine for k in t.keys}
    their_keys = {k for t in theirs for k in t.keys}
    my_stems, their_stems = {t.stem for t in mine}, {t.stem for t in theirs}
    mine_score = theirs_score = 0.0
    seen: set[str] = set()
    for token in here:
        if token.stem in seen:
            continue
        seen.add(token.stem)
        fits_mine, fits_theirs = shares(token, my_keys), shares(token, their_keys)
        if token.stem in their_stems and token.stem not in my_stems:
            theirs_score += 1.0 if not fits_mine else 0.3
        elif token.stem in my_stems and token.stem not in their_stems:
            mine_score += 1.0 if not fits_theirs else 0.6
        elif fits_theirs and not fits_mine:
            theirs_score += 0.5
        elif fits_mine and not fits_theirs:
            mine_score += 0.6
    return theirs_score - mine_score


_ANCHORING = words_of("of after from following before since")


def check_anchors(matter: Matter, bound: list[Bound], found: Scan) -> None:
    """A right duration counted from another event: `within 45 days of your visit`, `after all claims are settled`."""
    for one in bound:
        if one.figure.kind != "duration" or len(one.equal) != 1 or one.equal[0][1].kind != "duration":
            continue
        text, figure = one.equal[0]
        mine, theirs = _anchor(matter.answer, one.figure), _anchor(text, figure)
        if not mine or not theirs:
            continue
        sentence = sentence_words(matter.answer, one.figure)
        keys = {k for t in sentence_words(text, figure) for k in t.keys}
        if any(shares(t, keys) for t in mine):
            continue
        said = [t for t in theirs if any(shares(t, w.keys) for w in sentence)]
        others = {k for s in matter.source_sentences for t in s.tokens for k in t.keys}
        if len(said) < len(theirs):
            found.conflicts.append(
                Conflict(
                    around(matter.answer, one.figure),
                    sentence_of(text, figure),
                    f"the answer counts “{said_figure(matter.answer, one.figure)}” from "
                    f"“{matter.answer.reading.words(mine)}”, "
                    f"the source from “{text.reading.words(theirs)}”",
                    sure=len(said) < 0.5 * len(theirs) and any(shares(t, others) for t in mine),
                )
            )


def _anchor(text: Text, figure: Quantity) -> list[Token]:
    """The words of the event a duration is counted from, up to the end of the segment."""
    tokens = text.reading.tokens
    after = tokens[figure.last + 1 : figure.last + 9]
    if not after or after[0].low not in _ANCHORING:
        return []
    number = after[0].sentence
    words: list[Token] = []
    for token in after[1:]:
        if token.sentence != number or token.kind == "sign" or token.low in {"and", "or", "but"}:
            break
        words.append(token)
    content = [t for t in words if t.content and not t.figure]
    return content[:4]
