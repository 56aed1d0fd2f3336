"""Reversal: a clause of the answer says yes where the source clause about the same things says no, or the other way.

Two ways of seeing it: two clauses about the same have opposite signs; or a word that the source only denies is only
affirmed in the answer.
"""

from collections.abc import Iterator

from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, Text, shares
from gaugeblock.judging.rules.polarity import AXES, CLOSING, SIGN_WORDS, across, focus, negators, shades, sign_of
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.words import LIGHT_STEMS, stems_of

__all__ = ["reversals"]


class _Clause:
    """A clause with its words, its stems, what they may stand for, and its sign."""

    __slots__ = ("keys", "sentence", "sign", "stems", "tokens", "words")

    def __init__(self, sentence: Sentence, tokens: list[Token]) -> None:
        self.sentence, self.tokens = sentence, tokens
        self.words = [t for t in tokens if t.content or (t.figure and t.kind != "sign")]
        self.keys = {k for t in self.words for k in t.keys}
        self.stems = {t.stem for t in self.words}
        self.sign = sign_of(tokens)

    @property
    def said(self) -> str:
        return self.sentence.text.reading.words(self.tokens)


def reversals(matter: Matter) -> Iterator[Conflict]:
    """Every clause that may be turned round."""
    mine = [_Clause(s, c) for s in matter.answer_sentences for c in _clauses(s)]
    _carry_on(mine)
    theirs = [_Clause(s, c) for s in matter.source_sentences if not s.disclaimer for c in _clauses(s)]
    yield from _turned_clauses(mine, theirs)
    yield from _turned_words(matter, mine, theirs)
    yield from _included_extras(mine, theirs)
    yield from _taken_back(mine, theirs)
    yield from _opened_days(matter, mine, theirs)
    yield from _swapped_subjects(mine, theirs)


def _carry_on(clauses: list[_Clause]) -> None:
    """`So are mints` and `the same goes for` take the sign of the clause before."""
    sign = 1
    for clause in clauses:
        words = [t.low for t in clause.tokens[:5]]
        if any(words[i : i + 2] in _CARRYING for i in range(3)):
            clause.sign = sign
        elif clause.words:
            sign = clause.sign


_CARRYING = (["so", "are"], ["so", "is"], ["so", "do"], ["so", "does"], ["the", "same"], ["same", "goes"])


def _clauses(sentence: Sentence) -> list[list[Token]]:
    groups: list[list[Token]] = []
    last = -1
    for token in sentence.tokens:
        if token.clause != last:
            groups.append([])
            last = token.clause
        groups[-1].append(token)
    return [_trimmed(g) for g in groups if any(t.kind == "word" for t in g)]


def _trimmed(tokens: list[Token]) -> list[Token]:
    low, high = 0, len(tokens)
    while high > 1 and tokens[high - 1].kind == "sign":
        high -= 1
    while low < high - 1 and tokens[low].kind == "sign":
        low += 1
    return tokens[low:high]


def _turned_clauses(mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    theirs = [c for c in theirs if len(c.words) >= 2]
    for clause in mine:
        if len(clause.words) < 2 or _asks(clause):
            continue
        scored = sorted(((_likeness(clause, c), c) for c in theirs), key=lambda x: -x[0])
        if not scored or scored[0][0] < 0.3:
            continue
        score, best = scored[0]
        if not _opposed(clause, best, score):
            continue
        same = len(clause.stems & best.stems)
        if any(len(clause.stems & c.stems) >= same and not _opposed(clause, c, max(s, 0.3)) for s, c in scored[1:]):
            continue
        if best.sign < 0 and any(c.sign < 0 and _placed(best.words, c.keys) >= 0.6 for c in mine if c is not clause):
            continue
        plain = clause.sign * best.sign < 0
        if plain or score >= 0.5:
            firm = not plain or (_names_the_denied(clause, best) and not _excepted(clause, best))
            yield _conflict(clause, best, sure=firm and score >= (0.5 if plain else 0.7))


def _names_the_denied(one: _Clause, two: _Clause) -> bool:
    """The affirming clause has the very word the other denies, or both only permit and refuse."""
    positive, negative = (one, two) if one.sign > 0 else (two, one)
    denied = focus(negative.tokens, 1)
    if not denied or not denied.isdisjoint({k for t in positive.tokens for k in t.keys}):
        return True
    return _permits(positive) and _permits(negative) and not denied.isdisjoint(_PERMITTING)


def _excepted(one: _Clause, two: _Clause) -> bool:
    """An exception beside exactly one of the clauses may make them agree."""
    marks = [any(t.low in _EXCEPTIONS for t in c.sentence.tokens) for c in (one, two)]
    return marks[0] != marks[1]


_EXCEPTIONS = frozenset({"unless", "except", "otherwise"})


def _asks(clause: _Clause) -> bool:
    return clause.sentence.tokens[-1].low == "?"


def _conflict(clause: _Clause, best: _Clause, *, sure: bool) -> Conflict:
    return Conflict(
        clause.said, best.said, f"the answer says “{clause.said}”, the source says the opposite: “{best.said}”", sure
    )


def _likeness(one: _Clause, two: _Clause) -> float:
    """How much the clauses are about the same, 0 to 1; at least two words must be the very same."""
    if len(one.stems & two.stems) < 2:
        return 0.0
    return _placed(one.words, two.keys) * _placed(two.words, one.keys)


def _placed(words: list[Token], keys: set[str]) -> float:
    """The share of the words the keys can place; words that only carry the yes or no are left aside."""
    total = said = 0.0
    for token in words:
        if token.stem in SIGN_WORDS or token.stem in AXES:
            continue
        weight = 0.5 if token.stem in LIGHT_STEMS else 1.0
        total += weight
        said += weight * shares(token, keys)
    return said / total if total else 0.0


def _apart(one: _Clause, two: _Clause) -> bool:
    """The clauses speak of different days, versions or places, or of one limit from its two sides."""
    if one.sign * two.sign < 0 and any(
        {_side(one, f), _side(two, q)} == {"least", "most"} and (f.equals(q) if f.kind == q.kind else f.raw == q.raw)
        for f in one.sentence.figures
        for q in two.sentence.figures
    ):
        return True
    mine, theirs = (_marks(c) for c in (one, two))
    return any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys())


def _side(clause: _Clause, figure: Quantity) -> str:
    """Whether the figure is a least or a most: `after 9 p.m.`, `until 9 p.m.`, `under 6`."""
    before = figure.first - clause.sentence.tokens[0].place - 1
    low = clause.sentence.tokens[before].low if before >= 0 else ""
    return figure.bound or ("most" if low in _UP_TO else "least" if low in _FROM else "")


_UP_TO = frozenset({"until", "till", "by", "before", "through"})
_FROM = frozenset({"after", "past", "from", "beyond"})


def _marks(clause: _Clause) -> dict[str, set[float | str]]:
    found: dict[str, set[float | str]] = {}
    low, high = clause.tokens[0].place, clause.tokens[-1].place
    for figure in clause.sentence.figures:
        if figure.kind in {"weekday", "code", "month"} and low <= figure.first <= high:
            found.setdefault(figure.kind, set()).update(figure.values)
    return found


def _opposed(one: _Clause, two: _Clause, score: float) -> bool:
    if not one.sign or not two.sign or _apart(one, two):
        return False
    turned = one.sign * two.sign < 0
    if turned:
        positive, negative = (one, two) if one.sign > 0 else (two, one)
        near, far = (
            (positive.tokens, negative.sentence.tokens)
            if score >= 0.6
            else (positive.sentence.tokens, negative.sentence.tokens)
        )
        denied = focus(negative.tokens)
        if denied and positive.keys.isdisjoint(denied):
            return False
        if negators(negative.tokens) == {"shut"} and any(t.stem in CLOSING for t in positive.tokens):
            return False
        turned = not shades(near) - shades(far) and (score >= 0.6 or "not" not in negators(near))
    return turned != across(one.tokens, two.tokens)


def _turned_words(matter: Matter, mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    """Words the source only denies and the answer only affirms; surer when another word goes the other way."""
    source, answer = _profile(theirs), _profile(mine)
    lost = [s for s in source if s in answer and source[s][0] == {-1} and answer[s][0] == {1}]
    won = [s for s in source if s in answer and source[s][0] == {1} and answer[s][0] == {-1}]
    for word in lost:
        clause, best = answer[word][1][0], source[word][1][0]
        crossed = any(answer[w][1][0].sentence is clause.sentence for w in won)
        if _asks(clause) or (not crossed and _apart(clause, best)):
            continue
        if not crossed and "not" in negators(clause.sentence.tokens):
            continue
        if not crossed and any(c.sign < 0 and _placed(best.words, c.keys) >= 0.5 for c in mine):
            continue
        others = {s for s in (clause.stems & best.stems) - {word} if s not in LIGHT_STEMS}
        around = len(others) + (len([s for s in lost if s in best.stems]) - 1)
        kin = sum(shares(t, clause.keys) for t in best.words if t.stem != word)
        denied = focus(best.tokens)
        if across(clause.tokens, best.tokens) or (denied and clause.keys.isdisjoint(denied) and _is_aside(best, word)):
            continue
        if not crossed and shades(clause.sentence.tokens) - shades(best.sentence.tokens):
            continue
        alike = _likeness(clause, best) >= _ALIKE
        nearest = focus(best.tokens, 1)
        alike = alike and not (nearest and nearest.isdisjoint(clause.keys | _PERMITTING))
        sure = crossed or (alike and ((around >= 1 and kin >= 1) or (_permits(clause) and _permits(best))))
        yield _conflict(clause, best, sure=sure or (word in denied and _invites(clause, word)))


_ALIKE = 0.25
"""Clauses less alike than this may be about two things."""


def _invites(clause: _Clause, word: str) -> bool:
    """`Feel free to …`, `you can …` with the very act that is denied."""
    lows = [t.low for t in clause.tokens]
    place = next((i for i, t in enumerate(clause.tokens) if t.stem == word), 0)
    return lows[max(0, place - 2) : place] == ["free", "to"] or (
        place > 0 and lows[place - 1] in {"can", "may", "could"}
    )


def _is_aside(clause: _Clause, word: str) -> bool:
    """The word stands in a phrase of place or time (`at the Mill Street clinic`), not in what is denied."""
    for i, token in enumerate(clause.tokens):
        if token.stem == word:
            return any(
                t.low in {"at", "in", "on", "from", "near", "during", "through"}
                for t in clause.tokens[max(0, i - 3) : i]
            )
    return False


_PERMITTING = stems_of("""
    can may could accept take include cover pay allow permit available eligible offer refund able welcome use
    bring need require needed
""")


def _permits(clause: _Clause) -> bool:
    return any(t.stem in _PERMITTING for t in clause.tokens)


_ALLOWING = stems_of("allow welcome permit fine okay ok may can")
_LIMITS = frozenset({"until", "after", "before", "unless", "if", "within", "except", "during", "when", "more", "only"})


def _taken_back(mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    """A short permission of the source (`water is allowed`) that the answer plainly denies (`no water`)."""
    refused = {s for c in theirs if c.sign <= 0 for s in c.stems}
    for source in theirs:
        if source.sign <= 0 or len(source.words) > 4 or not _ALLOWING & {t.stem for t in source.tokens}:
            continue
        if any(t.low in _LIMITS or t.figure for t in source.tokens):
            continue
        subject = {t.stem for t in source.words} - LIGHT_STEMS - _ALLOWING - refused
        for clause in mine:
            if clause.sign >= 0 or not subject & focus(clause.tokens, 1):
                continue
            if not any(t.low in _LIMITS for t in clause.tokens if t.low != "before"):
                yield _conflict(clause, source, sure=True)


_CHANNELS = stems_of("phone email mail online fax text")
"""Ways to reach somebody: general words, and exactly what a rule allows or forbids."""


def _profile(clauses: list[_Clause]) -> dict[str, tuple[set[int], list[_Clause]]]:
    """Stem → the signs of the clauses that have it, and those clauses."""
    found: dict[str, tuple[set[int], list[_Clause]]] = {}
    for clause in clauses:
        for token in clause.words:
            if token.figure or token.stem in LIGHT_STEMS - _CHANNELS:
                continue
            signs, where = found.setdefault(token.stem, (set(), []))
            signs.add(clause.sign)
            where.append(clause)
    return found


def _opened_days(matter: Matter, mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    """Open, or with hours, on days on which the source is closed."""
    shut = [(c, _days(c.sentence.text, c)) for c in theirs if "shut" in negators(c.tokens)]
    opened = {d for c in theirs if "shut" not in negators(c.tokens) for d in _days(c.sentence.text, c)}
    for clause in mine if shut else ():
        if clause.sign <= 0 or not _at_work(matter.answer, clause):
            continue
        days = _days(matter.answer, clause)
        for source, closed in shut:
            if days & (closed - opened) or (days and days <= closed):
                yield _conflict(clause, source, sure=True)


_WORKING = stems_of("open run same schedule hours serve available operate")


def _at_work(text: Text, clause: _Clause) -> bool:
    low, high = clause.tokens[0].place, clause.tokens[-1].place
    return bool(_WORKING & {t.stem for t in clause.tokens}) or any(
        q.kind == "clock" and low <= q.first <= high for q in text.figures
    )


def _days(text: Text, clause: _Clause) -> set[float | str]:
    low, high = clause.tokens[0].place, clause.tokens[-1].place
    return {v for q in text.figures if q.kind == "weekday" and low <= q.first <= high for v in q.values}


_INCLUDING = stems_of("include cover contain comprise")
_APART = stems_of("separate separately extra additional")


def _included_extras(mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    """What the source bills apart is included in the answer."""
    for clause in mine:
        if clause.sign < 0 or not _INCLUDING & {t.stem for t in clause.sentence.tokens}:
            continue
        if _APART & {t.stem for t in clause.tokens} or "not" in negators(clause.tokens):
            continue
        for source in theirs:
            if not _APART & {t.stem for t in source.tokens}:
                continue
            subject = {t.stem for t in source.words} - LIGHT_STEMS - _APART - {"bill", "charg", "pay"}
            elsewhere = {s for c in theirs if c is not source for s in c.stems}
            if (subject - elsewhere) & clause.stems:
                yield _conflict(clause, source, sure=True)


def _swapped_subjects(mine: list[_Clause], theirs: list[_Clause]) -> Iterator[Conflict]:
    """Two clauses of the answer that each join the subject of one source clause to the statement of the other."""
    owner: dict[str, set[int]] = {}
    for n, clause in enumerate(theirs):
        for word in clause.stems - LIGHT_STEMS:
            owner.setdefault(word, set()).add(n)
    single = {word: next(iter(ns)) for word, ns in owner.items() if len(ns) == 1}
    mixed: dict[tuple[int, int], list[tuple[_Clause, set[str]]]] = {}
    for clause in mine:
        found = {single[s] for s in clause.stems if s in single}
        if len(found) != 2:
            continue
        mixed.setdefault((min(found), max(found)), []).append((clause, {s for s in clause.stems if s in single}))
    for (one, two), clauses in mixed.items():
        if len(clauses) < 2 or clauses[0][1] & clauses[1][1]:
            continue
        if len(clauses[0][0].stems & theirs[one].stems) and len(clauses[1][0].stems & theirs[two].stems):
            yield Conflict(
                clauses[0][0].said,
                theirs[one].said,
                f"the answer joins in “{clauses[0][0].said}” what the source says of two things: "
                f"“{theirs[one].said}” and “{theirs[two].said}”",
            )
