"""Groundedness: which words of the answer find no place in source or question."""

from dataclasses import dataclass

from gaugeblock.judging.rules.matter import Matter, Sentence, shares
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.vocabulary import COURTESY, LIGHT, words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["Stretch", "longest_stretch", "stretches", "unplaced"]

_PLACED = -0.6
_NEUTRAL = -0.05
_NAME = 1.6
_PERSON = 2.6
_WORD = 1.0
_TAKEN = 0.4


@dataclass(slots=True)
class Stretch:
    """A run of words that finds no place, and how much it weighs (about one a word)."""

    words: str
    weight: float
    loose: tuple[str, ...]
    """The words that could not be placed."""
    pledge: bool = False
    """Somebody other than the patient will or can do it: a service, not a turn of phrase."""
    person: bool = False
    """A doctor whom nobody names."""


def unplaced(matter: Matter, token: Token) -> float:
    """What the word weighs as an invention, from 0 to 1.

    0 when source or question places it, or it says nothing by itself; less than 1 when only words could place it that
    the answer repeats elsewhere.
    """
    if not token.content or token.figure:
        return 0.0
    if token.stem in matter.source_keys or shares(token, matter.free_keys) or shares(token, matter.question_keys):
        return 0.0
    if token.low in LIGHT or token.stem in LIGHT_STEMS or token.low in COURTESY:
        return 0.0
    return _TAKEN if shares(token, matter.source_keys) else _WORD


def stretches(matter: Matter, strangers: frozenset[int] = frozenset()) -> list[Stretch]:
    """The heaviest unplaced run of each sentence that has one, heaviest first.

    Args:
        strangers: places of the answer's tokens that belong to figures found nowhere; they weigh as two words.
    """
    found = [s for s in (_heaviest(matter, sentence, strangers) for sentence in matter.answer_sentences) if s]
    return sorted(found, key=lambda s: -s.weight)


def longest_stretch(matter: Matter) -> Stretch | None:
    """The heaviest of all, if any."""
    return next(iter(stretches(matter)), None)


def _heaviest(matter: Matter, sentence: Sentence, strangers: frozenset[int]) -> Stretch | None:
    best = total = 0.0
    start, span = 0, (0, 0)
    for i, token in enumerate(sentence.tokens):
        weight = _weight(matter, sentence, i, token, strangers)
        if total <= 0:
            total, start = 0.0, i
        total += weight
        if total > best:
            best, span = total, (start, i + 1)
    if best <= 0:
        return None
    run = sentence.tokens[span[0] : span[1]]
    loose = tuple(t.low for t in run if unplaced(matter, t) > 0)
    clauses = {t.clause for t in run if t.low in loose}
    pledge = any(_pledges([t for t in sentence.tokens if t.clause == c]) for c in clauses)
    person = any(_weight(matter, sentence, i, sentence.tokens[i], strangers) >= _PERSON for i in range(*span))
    return Stretch(sentence.text.reading.words(run), best, loose, pledge, person)


_WILLING = words_of("will can would")
_ASKING = words_of("you you'll your he she they patient patients it this that which")


def _pledges(clause: list[Token]) -> bool:
    """`We will …`, `the driver can …`: an agent who is not the patient, and what they will do."""
    for i, token in enumerate(clause):
        if token.low in {"we", "i", "we'll", "i'll"} and (any(t.low in _WILLING for t in clause[i + 1 : i + 3])):
            return True
        if token.low in _WILLING and i:
            before = [t for t in clause[:i] if t.kind == "word"]
            return (
                bool(before) and before[-1].content and before[0].low not in _ASKING and before[-1].low not in _ASKING
            )
    return False


def _weight(matter: Matter, sentence: Sentence, i: int, token: Token, strangers: frozenset[int]) -> float:
    if token.place in strangers:
        return 2.0 if token.kind != "word" or token.place - 1 not in strangers else 0.0
    if not token.content or token.figure:
        return 0.0
    weight = unplaced(matter, token)
    if weight:
        before = [t.low for t in sentence.tokens[max(0, i - 2) : i]]
        if token.capital and "dr" in before:
            return _PERSON
        return _NAME if token.capital and i and sentence.tokens[i - 1].kind == "word" else weight
    if shares(token, matter.source_keys) and token.low not in LIGHT:
        return _PLACED
    return _NEUTRAL
