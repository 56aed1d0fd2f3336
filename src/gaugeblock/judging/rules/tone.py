"""Tone: plain and calm, empathetic where the question is sensitive, no sales talk."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gaugeblock.case import Case
from gaugeblock.judging.rules.groundedness import unplaced
from gaugeblock.judging.rules.matter import Matter
from gaugeblock.judging.rules.tone_phrases import (
    BEREAVED,
    CHEER,
    CLAIMING,
    DIAGNOSED,
    DISTRESSED,
    EMPATHY,
    IN_MONEY_TROUBLE,
    PROMOTION,
    SCOLDING,
)

__all__ = ["Slip", "marked_sensitive", "sensitivity", "slips"]


@dataclass(slots=True)
class Slip:
    """Words of the wrong tone, or an opening without a word of sympathy."""

    kind: str
    """`promotion`, `cheer`, `scolding` or `cold`."""
    quote: str
    why: str
    sure: bool = True
    claims: bool = False
    """The sales talk also states something: a superlative, a product."""


_EMOJI = re.compile("[\U0001f300-\U0001faff\u2728\u2b50\u2764\u263a]")


_BY_WORDS = 2


def sensitivity(question: str) -> tuple[str, int]:
    """What makes the question sensitive and how strongly: 0 not, 1 by its subject, 2 by its words."""
    if match := BEREAVED.search(question):
        return f"it speaks of a death (“{match[0]}”)", 2
    if match := DISTRESSED.search(question):
        return f"it speaks of distress (“{match[0]}”)", 2
    if match := IN_MONEY_TROUBLE.search(question):
        return f"it speaks of money trouble (“{match[0]}”)", 1
    if match := DIAGNOSED.search(question):
        return f"it speaks of a serious finding (“{match[0]}”)", 1
    return "", 0


def marked_sensitive(case: Case, subjects: Sequence[str]) -> str:
    """The tag or topic that marks the case as sensitive, or nothing.

    Args:
        subjects: what the rubric's dimension calls sensitive; of `money: debt, collections` only `money` is compared.
    """
    named = {_plain(s) for s in subjects} | {_plain(s.split(":", 1)[0]) for s in subjects} | {"sensitive"}
    marks = (*case.tags, *((case.topic,) if _plain(case.topic) != "sensitive" else ()))
    return next((m for m in marks if _plain(m) and _plain(m) in named), "")


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def slips(matter: Matter, mark: str = "") -> list[Slip]:
    """Everything in the wrong tone, the surest first.

    Args:
        mark: the case's tag or topic that makes it sensitive whatever the question says.
    """
    why, level = sensitivity(matter.question.reading.text)
    if mark and level < _BY_WORDS:
        why, level = f"the case is marked “{mark}”", _BY_WORDS
    found = [*_promotion(matter), *_scolding(matter, level), *_cheer(matter, level, why), *_cold(matter, level, why)]
    return sorted(found, key=lambda s: not s.sure)


def _sentence_with(matter: Matter, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    if not pattern.search(matter.answer.reading.text.replace("’", "'")):
        return
    for sentence in matter.answer_sentences:
        match = pattern.search(sentence.words.replace("’", "'"))
        if match:
            yield sentence.words, sentence.words[match.start() : match.end()]


def _in_source(matter: Matter, words: str) -> bool:
    low = words.lower()
    return any(low in p.reading.text.lower() for p in (*matter.passages, matter.question))


def _promotion(matter: Matter) -> Iterator[Slip]:
    sold: set[str] = set()
    for pattern in PROMOTION:
        for sentence, words in _sentence_with(matter, pattern):
            if not _in_source(matter, words):
                sold.add(sentence)
                yield Slip("promotion", sentence, f"“{words}” is sales talk", claims=bool(CLAIMING.search(sentence)))
    for said in matter.answer_sentences:
        loose = [t for t in said.content if unplaced(matter, t) > 0]
        if said.words.endswith("!") and len(loose) >= 2 and said.words not in sold:
            yield Slip("promotion", said.words, f"“{said.words}” may be sales talk", sure=False)


def _scolding(matter: Matter, level: int) -> Iterator[Slip]:
    for sentence, words in _sentence_with(matter, SCOLDING):
        if not _in_source(matter, words):
            yield Slip("scolding", sentence, f"“{words}” scolds or brushes off the patient", sure=level > 0)


def _cheer(matter: Matter, level: int, why: str) -> Iterator[Slip]:
    if not level:
        return
    for sentence in matter.answer_sentences:
        words = sentence.words
        strong = CHEER.search(words)
        if _EMOJI.search(words) or strong:
            said = strong[0] if strong else words
            yield Slip("cheer", words, f"“{said}” is cheerful, and the question is sensitive: {why}")
        elif words.rstrip().endswith("!"):
            yield Slip("cheer", words, f"an exclamation mark, and the question is sensitive: {why}", sure=level == 2)


def _cold(matter: Matter, level: int, why: str) -> Iterator[Slip]:
    if not level or not matter.answer_sentences:
        return
    if EMPATHY.search(matter.answer.reading.text.replace("’", "'")):
        return
    yield Slip(
        "cold",
        matter.answer_sentences[0].words,
        f"no word of sympathy, and the question is sensitive: {why}",
        sure=level == 2,
    )
