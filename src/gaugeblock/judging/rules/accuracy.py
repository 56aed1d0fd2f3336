"""Accuracy: no figure, name or yes-and-no of the answer disagrees with the source."""

from dataclasses import dataclass

from gaugeblock.judging.rules.binding import Bound, bound_figures, same_figure, territory
from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, Text, shares
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.reversal import reversals
from gaugeblock.judging.rules.waivers import waivers
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["Scan", "scan"]


@dataclass(slots=True)
class Scan:
    """What comparing answer and source brought up."""

    conflicts: list[Conflict]
    strangers: list[tuple[Quantity, str]]
    """Figures that stand nowhere in source or question, and no rival's place is theirs."""


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
    _check_swaps(matter, bound, found)
    _check_owners(matter, bound, found)
    _check_anchors(matter, bound, found)
    _check_names(matter, found)
    found.conflicts.extend(reversals(matter))
    found.conflicts.extend(waivers(matter))
    _check_quantifiers(matter, found)
    _check_frequency(matter, found)
    return found


def _said(text: Text, figure: Quantity) -> str:
    tokens = text.reading.tokens
    return text.reading.text[tokens[figure.first].start : tokens[figure.last].end]


def _around(text: Text, figure: Quantity) -> str:
    """The figure's segment, as written."""
    tokens = text.reading.tokens
    number = tokens[figure.first].segment
    low, high = figure.first, figure.last
    while low > 0 and tokens[low - 1].segment == number:
        low -= 1
    while high + 1 < len(tokens) and tokens[high + 1].segment == number:
        high += 1
    while high > figure.last and tokens[high].kind == "sign":
        high -= 1
    while low < figure.first and tokens[low].kind == "sign":
        low += 1
    return text.reading.text[tokens[low].start : tokens[high].end]


def _sentence_of(text: Text, figure: Quantity) -> str:
    tokens = text.reading.tokens
    number = tokens[figure.first].sentence
    low, high = figure.first, figure.last
    while low > 0 and tokens[low - 1].sentence == number:
        low -= 1
    while high + 1 < len(tokens) and tokens[high + 1].sentence == number:
        high += 1
    return text.reading.text[tokens[low].start : tokens[high].end].strip()


def _listed_together(matter: Matter, figure: Quantity, rival: Quantity) -> bool:
    """A day or month beside the right one: `Wednesdays and Fridays` where the source has Wednesdays."""
    if figure.kind not in {"weekday", "month"}:
        return False
    tokens = matter.answer.reading.tokens
    beside = [tokens[i].low for i in (figure.first - 1, figure.last + 1) if 0 <= i < len(tokens)]
    return any(w in {"and", "or", ","} for w in beside) and any(
        q is not figure and same_figure(q, rival) and abs(q.first - figure.first) <= 4 for q in matter.answer.figures
    )


def _sentence_words(text: Text, figure: Quantity) -> list[Token]:
    tokens = text.reading.tokens
    number = tokens[figure.first].sentence
    return [
        t
        for t in tokens[max(0, figure.first - 60) : figure.last + 60]
        if t.sentence == number and t.content and not t.figure
    ]


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
    here = territory(answer, figure)
    if len(here) < 2 or figure.kind in {"weekday", "month", "code"}:
        here = _sentence_words(answer, figure)
    candidates = []
    for text, rival in one.rivals:
        if id(rival) in stated and not _listed_together(matter, figure, rival):
            continue
        if figure.kind == "number" and figure.unit != rival.unit:
            continue
        there = territory(text, rival)
        if len(there) < 2 or figure.kind in {"weekday", "month", "code"}:
            there = _sentence_words(text, rival)
        shared = sum(shares(t, {k for w in there for k in w.keys}) for t in here)
        candidates.append((shared, text, rival))
    best = max(candidates, key=lambda c: c[0], default=None)
    needed = 0 if figure.kind in {"phone", "percent"} else 1
    if best and best[0] >= needed:
        _, text, rival = best
        found.conflicts.append(
            Conflict(
                _around(answer, figure),
                _sentence_of(text, rival),
                f"the answer says “{_said(answer, figure)}”, the source says “{_said(text, rival)}” about the same thing",
                figure=_said(text, rival),
            )
        )
        return
    said_as_one = figure.raw == 1.0 and figure.kind in {"number", "duration"}
    if figure.raw != 0.0 and not said_as_one:
        found.strangers.append((figure, _around(answer, figure)))


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
    if figure.kind == "duration" and figure.raw == 1.0 and figure.unit in {"minute", "second", "day"}:
        return True
    return False


def _check_bound(matter: Matter, one: Bound, found: Scan) -> None:
    figure = one.figure
    opposite = {"least": "most", "most": "least"}.get(figure.bound)
    same_kind = [(t, q) for t, q in one.equal if q.kind == figure.kind]
    if opposite and same_kind and all(q.bound == opposite for _, q in same_kind):
        text, rival = same_kind[0]
        if not _reckons_back(matter.answer, figure) and not _reckons_back(text, rival):
            found.conflicts.append(
                Conflict(
                    _around(matter.answer, figure),
                    _sentence_of(text, rival),
                    f"the answer gives “{_said(matter.answer, figure)}” as {_limit(figure.bound)}, "
                    f"the source as {_limit(opposite)}",
                )
            )
    mine = _direction(matter.answer, figure)
    if mine and same_kind and all(_direction(t, q) == -mine for t, q in same_kind):
        text, rival = same_kind[0]
        found.conflicts.append(
            Conflict(
                _around(matter.answer, figure),
                _sentence_of(text, rival),
                f"the answer puts “{_said(matter.answer, figure)}” on the other side of the event than the source does",
            )
        )


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


def _check_swaps(matter: Matter, bound: list[Bound], found: Scan) -> None:
    """A right figure that carries another figure's subject."""
    suspects: list[tuple[float, Bound, tuple[Text, Quantity], tuple[Text, Quantity]]] = []
    for one in bound:
        own = [e for e in one.equal if e[1].kind == one.figure.kind]
        if not own or not one.rivals or one.figure.kind in {"weekday", "code", "month"}:
            continue
        here = territory(matter.answer, one.figure)
        worst = None
        for rival in one.rivals:
            gains = [_lead(here, e, rival) for e in own]
            lead = min(gains, key=lambda g: g[0])
            if worst is None or lead[0] > worst[0]:
                worst = (lead[0], one, lead[1], rival)
        if worst and worst[0] > 0:
            suspects.append(worst)
    claimed = {(id(s[1].figure)): s for s in suspects}
    for lead, one, own_entry, rival in suspects:
        partner = any(
            other is not claimed[id(one.figure)] and any(e[1] is rival[1] for e in other[1].equal) for other in suspects
        )
        if lead >= 2 or (partner and lead >= 1):
            text, quantity = own_entry
            found.conflicts.append(
                Conflict(
                    _around(matter.answer, one.figure),
                    _sentence_of(*rival),
                    f"the answer gives “{_said(matter.answer, one.figure)}” to what the source says of "
                    f"“{_said(*rival)}”; in the source “{_said(text, quantity)}” belongs to something else",
                    sure=partner or lead >= 3,
                )
            )


def _lead(
    here: list[Token], own: tuple[Text, Quantity], rival: tuple[Text, Quantity]
) -> tuple[float, tuple[Text, Quantity]]:
    """By how many words the answer's neighbourhood fits the rival's better than its own."""
    mine, theirs = territory(*own), territory(*rival)
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
    return theirs_score - mine_score, own


def _check_owners(matter: Matter, bound: list[Bound], found: Scan) -> None:
    """A right figure in a clause whose own words all belong to another source sentence."""
    if found.conflicts:
        return
    owner: dict[str, set[int]] = {}
    for n, sentence in enumerate(matter.source_sentences):
        for token in sentence.content:
            owner.setdefault(token.stem, set()).add(n)
    for n, sentence in enumerate(matter.answer_sentences):
        before = matter.answer_sentences[n - 1].content if n else []
        for one in bound:
            if one.figure not in sentence.figures or not one.equal or one.figure.kind not in _OWNED_KINDS:
                continue
            homes = {
                i for i, s in enumerate(matter.source_sentences) for t, q in one.equal if s.text is t and q in s.figures
            }
            here = _single_owners(sentence.content, owner)
            if not here or here & homes or _single_owners(before, owner) & homes or len(here) > 1:
                continue
            home_words = [t for s in homes for t in matter.source_sentences[s].content if t.stem not in LIGHT_STEMS]
            if sum(len(owner.get(t.stem, ())) == 1 for t in home_words) < 2:
                continue
            if any(
                owner.get(t.stem, set()) & homes
                for t in sentence.content
                if t.stem not in LIGHT_STEMS and len(owner.get(t.stem, ())) < 2
            ):
                continue
            home, other = matter.source_sentences[min(homes)], matter.source_sentences[min(here)]
            said = _said(matter.answer, one.figure)
            found.conflicts.append(
                Conflict(
                    sentence.words,
                    home.words,
                    f"the answer says “{said}” where the source has “{other.words}”; the source says it of “{home.words}”",
                    sure=False,
                )
            )


_OWNED_KINDS = frozenset({"money", "percent", "duration", "clock", "age", "volume", "distance"})


def _single_owners(words: list[Token], owner: dict[str, set[int]]) -> set[int]:
    """The source sentences that alone have one of the words."""
    return {next(iter(owner[t.stem])) for t in words if t.stem not in LIGHT_STEMS and len(owner.get(t.stem, ())) == 1}


_ANCHORING = words_of("of after from following before since")


def _check_anchors(matter: Matter, bound: list[Bound], found: Scan) -> None:
    """A right duration counted from another event: `within 45 days of your visit`, `after all claims are settled`."""
    for one in bound:
        if one.figure.kind != "duration" or len(one.equal) != 1 or one.equal[0][1].kind != "duration":
            continue
        text, figure = one.equal[0]
        mine, theirs = _anchor(matter.answer, one.figure), _anchor(text, figure)
        if not mine or not theirs:
            continue
        sentence = _sentence_words(matter.answer, one.figure)
        keys = {k for t in _sentence_words(text, figure) for k in t.keys}
        if any(shares(t, keys) for t in mine):
            continue
        said = [t for t in theirs if any(shares(t, w.keys) for w in sentence)]
        if len(said) < 0.5 * len(theirs):
            found.conflicts.append(
                Conflict(
                    _around(matter.answer, one.figure),
                    _sentence_of(text, figure),
                    f"the answer counts “{_said(matter.answer, one.figure)}” from “{matter.answer.reading.words(mine)}”, "
                    f"the source from “{text.reading.words(theirs)}”",
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


def _check_names(matter: Matter, found: Scan) -> None:
    """A name that stands neither in source nor in question, where the source has another one."""
    known = {t.low for text in (*matter.passages, matter.question) for t in text.reading.tokens}
    stems = {t.stem for text in (*matter.passages, matter.question) for t in text.reading.tokens}
    said = {t.low for t in matter.answer.reading.tokens}
    for sentence in matter.answer_sentences:
        for token, near in _names(sentence):
            if (
                token.low in known
                or token.stem in stems
                or token.low.rstrip("s") in known
                or shares(token, matter.source_keys)
            ):
                continue
            rival = _rival_name(matter, sentence, near, said)
            if rival is None:
                continue
            source, other = rival
            found.conflicts.append(
                Conflict(
                    sentence.words,
                    source.words,
                    f"the answer names “{matter.answer.reading.words([token])}”, the source names "
                    f"“{source.text.reading.words([other])}” in the same place",
                )
            )


def _rival_name(matter: Matter, sentence: Sentence, near: set[str], said: set[str]) -> tuple[Sentence, Token] | None:
    for source in matter.source_sentences:
        shared = sum(shares(t, source.keys) for t in sentence.content)
        for other, around in _names(source):
            if other.low not in said and (near & around or shared >= 3):
                return source, other
    return None


def _names(sentence: Sentence) -> list[tuple[Token, set[str]]]:
    """Capitalised words inside the sentence, each with the stems beside it."""
    found = []
    tokens = sentence.tokens
    for i, token in enumerate(tokens):
        if (
            not token.capital
            or token.kind != "word"
            or token.figure
            or not token.content
            or len(token.low) < 3
            or i == 0
        ):
            continue
        before = tokens[i - 1]
        if (before.kind == "sign" and before.low not in {",", "("}) or (before.low in {"dr", "\n"} and i == 1):
            continue
        beside = tokens[max(0, i - 1) : i] + tokens[i + 1 : i + 2]
        found.append(
            (
                token,
                {t.stem for t in beside if t.kind == "word" and (t.content or t.low in {"dr", "at", "in"})}
                - {"in", "at"},
            )
        )
    return found


_UNIVERSAL = words_of("all every each any always whichever whatever")
_LIMITED = words_of("most some many certain usually few several")


def _check_quantifiers(matter: Matter, found: Scan) -> None:
    """`All plans` where the source says `most plans`."""
    limited = _quantified(matter.passages, _LIMITED)
    universal = _quantified(matter.passages, _UNIVERSAL)
    for text, word, noun in _quantified([matter.answer], _UNIVERSAL):
        mine = [e for e in limited if e[2].stem == noun.stem]
        if not mine or any(e[2].stem == noun.stem for e in universal):
            continue
        source_text, source_word, source_noun = mine[0]
        found.conflicts.append(
            Conflict(
                text.reading.text[word.start : noun.end],
                source_text.reading.text[source_word.start : source_noun.end],
                f"the answer says “{text.reading.text[word.start : noun.end]}”, the source only "
                f"“{source_text.reading.text[source_word.start : source_noun.end]}”",
            )
        )


def _quantified(texts: list[Text], words: frozenset[str]) -> list[tuple[Text, Token, Token]]:
    found = []
    for text in texts:
        tokens = text.reading.tokens
        for i, token in enumerate(tokens):
            if token.low not in words:
                continue
            for after in tokens[i + 1 : i + 4]:
                if after.kind == "sign":
                    break
                if after.content and not after.figure:
                    found.append((text, token, after))
                    break
    return found


_ALWAYS = words_of("always never")
_OFTEN = words_of("""
    usually often sometimes generally typically normally mostly occasionally rarely
""")


def _check_frequency(matter: Matter, found: Scan) -> None:
    """`Usually` where the source says `always`, or the other way, in sentences about the same."""
    for mine, theirs in ((_OFTEN, _ALWAYS), (_ALWAYS, _OFTEN)):
        if any(t.low in mine for p in matter.passages for t in p.reading.tokens):
            continue
        for sentence in matter.answer_sentences:
            said = next((t for t in sentence.tokens if t.low in mine), None)
            if said is None or len(sentence.content) < 3:
                continue
            for source in matter.source_sentences:
                stands = next((t for t in source.tokens if t.low in theirs), None)
                stems = {t.stem for t in source.content}
                same = sum(t.stem in stems for t in sentence.content)
                if stands and same >= 3 and same >= 0.4 * len(stems):
                    found.conflicts.append(
                        Conflict(
                            sentence.words,
                            source.words,
                            f"the answer says “{said.low}”, the source says “{stands.low}” about the same thing",
                        )
                    )
