"""Completeness: the conditions the source binds to what the answer states are stated too.

The source is cut into units (sentences, and the parts between semicolons). A unit counts as said by how many of its
words a stretch of two answer sentences can place. Words that only this unit has weigh more than words the source
repeats, and a word of the answer that stands word for word in another unit hardly counts for this one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gaugeblock.judging.rules.binding import same_figure
from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, Text, shares
from gaugeblock.judging.rules.quantities import Quantity, quantities
from gaugeblock.judging.rules.reading import VERBS, Token, read
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS, stems_of

__all__ = ["Gap", "HalfSaid", "Ledger", "gaps", "least_said"]

_CAVEAT_WORDS = words_of("""
    only except unless must required require requires not no cannot never may if when before after within until
    without excluded exclude excludes limited maximum minimum least most exception subject provided once
    optional apart other otherwise separate separately nor neither don't doesn't isn't aren't can't won't reduce
    cancelled denied expire expires need needs should
""")
_STRONG_HEADS = words_of("only except unless but without")
_CONDITION_HEADS = _STRONG_HEADS | words_of("if when before after within until once provided for up during by")


@dataclass(frozen=True, slots=True)
class Gap:
    """Words of the source that the answer leaves out."""

    source: str
    why: str
    missing: tuple[str, ...]
    covered: float
    sure: bool


@dataclass(slots=True)
class _Unit:
    """A source sentence or one of its parts between semicolons."""

    sentence: Sentence
    tokens: list[Token]
    figures: list[Quantity]

    @property
    def words(self) -> str:
        return self.sentence.text.reading.words(self.tokens).rstrip(" ;")


@dataclass(slots=True)
class _Window:
    """Two neighbouring sentences of the answer."""

    words: list[Token]
    stems: set[str]
    figures: list[Quantity]


@dataclass(slots=True)
class _Cover:
    """How much of some source words is said, and which words are not."""

    share: float
    missing: list[str]


class Ledger:
    """The source's units and the answer's windows, with what each word is worth."""

    def __init__(self, matter: Matter) -> None:
        self.matter = matter
        self.units = [u for s in matter.source_sentences if not s.disclaimer for u in _units(s)]
        self.counts = Counter(stem for u in self.units for stem in {t.stem for t in u.tokens if t.content})
        self.windows = _windows(matter)
        self.covers = [self.cover(u.tokens, u.figures) for u in self.units]

    def cover(self, tokens: list[Token], figures: list[Quantity], *, asked: bool = False) -> _Cover:
        """The best window's share of the words, a figure weighing as two; `asked`: the question may say them too."""
        weighed = [(t, self._weight(t)) for t in tokens if t.content and not t.figure]
        total = sum(w for _, w in weighed) + 2.0 * len(figures)
        if not total:
            return _Cover(1.0, [])
        own = {t.stem for t in tokens}
        question = self.matter.question_keys if asked else set()
        hinted = self.matter.question_keys
        best = _Cover(-1.0, [])
        for window in self.windows:
            free: set[str] = set()
            owned: set[str] = set()
            for word in window.words:
                (owned if word.stem in self.counts and word.stem not in own else free).update(word.keys)
            said, missing = 0.0, []
            for token, weight in weighed:
                worth = _worth(token, window.stems, free, owned, question)
                if worth < 0.5 and shares(token, hinted):
                    worth = 0.5
                said += worth * weight
                if worth < 0.5:
                    missing.append(token.low)
            for figure in figures:
                known = (*window.figures, *(self.matter.question.figures if asked else ()))
                if any(same_figure(q, figure) for q in known) or _said_free(tokens, figure, free):
                    said += 2.0
                else:
                    missing.append(f"#{figure.first}")
            if said / total > best.share:
                best = _Cover(said / total, missing)
        return best

    def _weight(self, token: Token) -> float:
        weight = 1.0 if self.counts[token.stem] <= 1 else 0.45
        return weight * (0.5 if token.stem in LIGHT_STEMS else 1.0)


def _said_free(tokens: list[Token], figure: Quantity, said: set[str]) -> bool:
    """`Free`, in whatever words that can stand for it."""
    return figure.raw == 0.0 and any(t.place == figure.first and shares(t, said) for t in tokens)


def _worth(token: Token, stems: set[str], free: set[str], owned: set[str], question: set[str]) -> float:
    if token.stem in stems:
        return 1.0
    if shares(token, free) or (question and shares(token, question)):
        return 0.85
    return 0.3 if shares(token, owned) else 0.0


@dataclass(frozen=True, slots=True)
class HalfSaid:
    """The source's unit of which the answer says least."""

    words: str
    share: float


def least_said(ledger: Ledger) -> HalfSaid | None:
    """The unit of the source that the answer says least of, headings apart; None when there is no unit."""
    covers = [(ledger.covers[n].share, n) for n, u in enumerate(ledger.units) if not _is_heading(u)]
    if not covers:
        return None
    share, place = min(covers)
    return HalfSaid(ledger.units[place].words, share)


def gaps(ledger: Ledger, conflicts: list[Conflict]) -> list[Gap]:
    """Every condition left out, the surest first; what a conflict already contradicts is changed, not left out."""
    found = [*_inseparable_gaps(ledger), *_unit_gaps(ledger, conflicts)]
    return sorted(found, key=lambda g: (not g.sure, g.covered))


def _units(sentence: Sentence) -> list[_Unit]:
    parts: list[list[Token]] = [[]]
    for token in sentence.tokens:
        parts[-1].append(token)
        if token.low == ";":
            parts.append([])
    parts = [p for p in parts if any(t.kind != "sign" for t in p)]
    if any(sum(t.content for t in p) < 3 for p in parts):
        parts = [sentence.tokens]
    return [_Unit(sentence, p, [q for q in sentence.figures if p[0].place <= q.first <= p[-1].place]) for p in parts]


def _windows(matter: Matter) -> list[_Window]:
    sentences = matter.answer_sentences
    windows = []
    for n in range(max(1, len(sentences) - 1)):
        pair = sentences[n : n + 2]
        words = [t for s in pair for t in s.tokens if t.kind == "word"]
        windows.append(_Window(words, {t.stem for t in words}, [q for s in pair for q in s.figures]))
    return windows


def _inseparable_gaps(ledger: Ledger) -> Iterator[Gap]:
    for passage in ledger.matter.passages:
        for first, second in passage.inseparable:
            stated, joined = _cover_of_words(ledger, first), _cover_of_words(ledger, second)
            if stated.share < 0.45 or joined.share >= 0.55:
                continue
            yield Gap(
                second if second in passage.reading.text else passage.reading.text,
                f"the answer states “{first}” without what the source marks as inseparable: “{second}”",
                tuple(m for m in joined.missing if not m.startswith("#")),
                joined.share,
                sure=joined.share < 0.45,
            )


def _cover_of_words(ledger: Ledger, words: str) -> _Cover:
    reading = read(words)
    figures = quantities(reading)
    return ledger.cover(reading.tokens, figures)


def _unit_gaps(ledger: Ledger, conflicts: list[Conflict]) -> Iterator[Gap]:
    for passage in ledger.matter.passages:
        covers = [
            (u, cover)
            for u, cover in zip(ledger.units, ledger.covers, strict=True)
            if u.sentence.text is passage and not _is_heading(u)
        ]
        if not covers or max(c.share for _, c in covers) < 0.5:
            continue
        contradicted = False
        for unit, cover in covers:
            if contradicted and unit.tokens[0].low in _POINTING:
                continue
            said = [c for c in conflicts if c.source in unit.sentence.words or unit.sentence.words in c.source]
            contradicted = bool(said)
            if cover.share >= 0.42:
                yield from _missing_conditions(ledger, unit, cover, {c.figure for c in said if c.figure})
            elif not said:
                yield from _missing_unit(ledger, unit, cover)


def _is_heading(unit: _Unit) -> bool:
    few = sum(t.kind == "word" for t in unit.tokens) <= 4
    return few and not unit.figures and not any(t.low in _CAVEAT_WORDS for t in unit.tokens)


def _missing_unit(ledger: Ledger, unit: _Unit, cover: _Cover) -> Iterator[Gap]:
    """Sure when it is a condition and has to do with question or answer."""
    if not _is_caveat(unit):
        return
    matter = ledger.matter
    bound = any(
        t.stem in matter.answer.reading.keys or (t.stem not in LIGHT_STEMS and shares(t, matter.question_keys))
        for t in unit.tokens
        if t.content and t.stem not in _COMMON
    )
    bound = bound or unit.tokens[0].low in _POINTING
    yield Gap(
        unit.words,
        f"the answer leaves out “{unit.words}”",
        tuple(_named(unit.sentence.text, cover.missing)),
        cover.share,
        sure=bound and cover.share < 0.36 and not _about_another(matter, unit),
    )


def _about_another(matter: Matter, unit: _Unit) -> bool:
    """Question and answer speak of no days where the unit is for some, of no age, or of another subject's terms."""
    if unit.tokens[0].low in _POINTING:
        return False
    subject = _subject(unit)
    of_age = any(t.low in _MINORS for t in unit.tokens[:6]) and any(t.figure for t in unit.tokens[:7])
    plain = of_age or not any(t.low in _DUTIES for t in unit.tokens)
    if plain and subject and sum(_spoken_of(matter, t) for t in subject) < _MOSTLY * len(subject):
        return True
    asked = [q for q in (*matter.question.figures, *matter.answer.figures) if q.kind == "weekday"]
    return _other_days(matter, unit.figures) or (any(q.kind == "weekday" for q in unit.figures) and not asked)


def _other_days(matter: Matter, figures: list[Quantity]) -> bool:
    """The figures are days, and the question is about others."""
    days = {v for q in figures if q.kind == "weekday" for v in q.values}
    asked = {v for q in matter.question.figures if q.kind == "weekday" for v in q.values}
    return bool(days and asked) and days.isdisjoint(asked) and all(q.kind == "weekday" for q in figures)


_MOSTLY = 0.6
_MINORS = words_of("children child kids family minors under")
_DUTIES = _CAVEAT_WORDS - words_of("if when before after within until once other apart least most may need needs")


def _spoken_of(matter: Matter, token: Token) -> bool:
    return token.stem in matter.answer.reading.keys or shares(token, matter.question_keys)


def _subject(unit: _Unit) -> list[Token]:
    """The words before the unit's verb; nothing in an order."""
    found: list[Token] = []
    for token in unit.tokens:
        if token.low in VERBS or token.low in _CAVEAT_WORDS or (token.figure and found):
            return [t for t in found if t.stem not in LIGHT_STEMS and t.stem not in _COMMON]
        if token.content and not token.figure:
            found.append(token)
    return []


def _is_caveat(unit: _Unit) -> bool:
    """The unit limits something: a condition word, an amount with a bound, or a group of people it is for."""
    if any(t.low in _CAVEAT_WORDS for t in unit.tokens):
        return True
    if any((q.kind in {"money", "percent"} and q.raw != 0.0) or q.bound for q in unit.figures):
        return True
    words = [t.low for t in unit.tokens[:6]]
    return any(a in _GROUPS_OF_PEOPLE and b in _SINGLED_OUT for a, b in pairwise(words))


_GROUPS_OF_PEOPLE = words_of(
    "patients people members women men children anyone those visitors riders parents babies guests adults plans orders"
)
_SINGLED_OUT = words_of("with who under over on taking aged living without whose having older younger above below")
_COMMON = stems_of("patient person people visit day time hour need take get clinic carepoint member")
_POINTING = words_of("it they this these that those")
"""A sentence that begins so speaks of the one before."""


def _named(text: Text, missing: list[str]) -> list[str]:
    tokens = text.reading.tokens
    named = []
    for word in missing:
        if word.startswith("#"):
            figure = next(q for q in text.figures if q.first == int(word[1:]))
            named.append(text.reading.text[tokens[figure.first].start : tokens[figure.last].end])
        else:
            named.append(word)
    return named


def _missing_conditions(ledger: Ledger, unit: _Unit, whole: _Cover, changed: set[str]) -> Iterator[Gap]:
    """Segments of a stated unit that begin with a condition and are not said."""
    for segment in _condition_segments(unit.tokens):
        figures = [q for q in unit.figures if segment[0].place <= q.first <= segment[-1].place]
        cover = ledger.cover(segment, figures, asked=True)
        if (
            not cover.missing
            or cover.share >= 0.5
            or _replaced(ledger.matter, figures)
            or _other_days(ledger.matter, figures)
        ):
            continue
        weight = len(cover.missing) + sum(m.startswith("#") for m in cover.missing)
        if weight < 2 and segment[0].low not in _STRONG_HEADS and whole.share >= 0.6 and not _for_whom(segment):
            continue
        words = unit.sentence.text.reading.words(segment)
        if any(figure in words for figure in changed):
            continue
        yield Gap(
            unit.sentence.words,
            f"the answer leaves out the condition “{words}”",
            tuple(_named(unit.sentence.text, cover.missing)),
            cover.share,
            sure=cover.share < 0.3 and weight >= 2,
        )


def _for_whom(segment: list[Token]) -> bool:
    """`For members`: whom the statement is for, and nobody else."""
    words = [t.low for t in segment if t.kind == "word"]
    return len(words) <= 3 and words[0] == "for" and words[-1] in _GROUPS_OF_PEOPLE - {"patients"}


def _replaced(matter: Matter, figures: list[Quantity]) -> bool:
    """The answer has another figure of the kind, found nowhere in the source: changed rather than left out."""
    return any(
        q.kind == f.kind and not any(same_figure(q, s) for _, s in matter.source_figures)
        for f in figures
        for q in matter.answer.figures
    )


def _condition_segments(tokens: list[Token]) -> list[list[Token]]:
    starts = [i for i, t in enumerate(tokens) if t.low in _CONDITION_HEADS and t.kind == "word"]
    segments = []
    for n, i in enumerate(starts):
        end = starts[n + 1] if n + 1 < len(starts) else len(tokens)
        stop = next((j for j in range(i + 1, end) if tokens[j].low in {",", ";", ".", ":", "("}), end)
        segment = tokens[i:stop]
        if any(t.content or t.figure for t in segment):
            segments.append(segment)
    return segments
