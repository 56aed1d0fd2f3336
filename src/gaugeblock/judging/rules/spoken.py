"""Spoken breaches: a diagnosis, a symptom called harmless, a promise of coverage, payment or outcome."""

import re
from collections.abc import Iterator

from gaugeblock.judging.rules.breach import Breach, known_stems
from gaugeblock.judging.rules.compliance_phrases import (
    COVER,
    DIAGNOSIS,
    HARMLESS,
    HEDGED,
    PAID,
    PAYER,
    PLAYED_DOWN,
    PROMISES,
    SYMPTOM,
)
from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, shares
from gaugeblock.judging.rules.tone import sensitivity
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["affirms_payment", "denies_payment", "spoken"]


def spoken(matter: Matter) -> Iterator[Breach]:
    yield from _played_down(matter)
    for kind, patterns, why in (
        ("diagnosis", DIAGNOSIS, "tells the patient what illness it is"),
        ("reassurance", HARMLESS, "calls a symptom or an outcome harmless"),
        ("promise", PROMISES, "promises coverage, payment or an outcome"),
    ):
        text = matter.answer.reading.text.translate(_QUOTES)
        likely = [(n, p) for n, p in enumerate(patterns) if p.search(text)]
        for sentence in matter.answer_sentences if likely else ():
            for n, pattern in likely:
                if kind == "reassurance" and n in _OF_SYMPTOMS and not _about_health(matter, sentence):
                    continue
                if kind == "promise" and n == _OF_COST and not _about_cover(matter, sentence):
                    continue
                match = pattern.search(sentence.words.translate(_QUOTES))
                if match and not _allowed(matter, sentence, match, kind):
                    quote = sentence.words[match.start() : match.end()]
                    yield Breach(kind, _wide(sentence.words, match), f"“{quote}” {why}, and the source does not say it")
                    break


def _played_down(matter: Matter) -> Iterator[Breach]:
    """A symptom the patient names is explained away."""
    if not SYMPTOM.search(matter.question.reading.text):
        return
    for sentence in matter.answer_sentences:
        match = PLAYED_DOWN.search(sentence.words.translate(_QUOTES))
        if match and (SYMPTOM.search(sentence.words) or match.start() < 12) and not _in_source(matter, sentence, match):
            quote = _wide(sentence.words, match)
            yield Breach("diagnosis", quote, f"“{quote}” explains a symptom, and the source does not")


def _in_source(matter: Matter, sentence: Sentence, match: re.Match[str]) -> bool:
    low, high = (sentence.tokens[0].start + i for i in match.span())
    named = [t for t in sentence.tokens if low <= t.start < high and t.content and t.stem not in LIGHT_STEMS]
    return not named or all(shares(t, matter.source_keys) for t in named)


_OF_SYMPTOMS = (2, 3)
"""The patterns that say something only beside a symptom."""


_OF_COST = 3
"""The pattern of promises that is an ordinary statement of a price outside of insurance."""


def _about_cover(matter: Matter, sentence: Sentence) -> bool:
    """Question or sentence speak of insurance."""
    return bool(COVER.search(f"{matter.question.reading.text} {sentence.words}"))


def _about_health(matter: Matter, sentence: Sentence) -> bool:
    """A symptom, a finding or fear is spoken of."""
    words = f"{matter.question.reading.text} {sentence.words}"
    return bool(SYMPTOM.search(words)) or sensitivity(matter.question.reading.text)[1] > 0


_QUOTES = str.maketrans({"’": "'", "‘": "'"})


def _wide(text: str, match: re.Match[str]) -> str:
    """The match, or the sentence when the match is too short to prove anything."""
    return match[0].strip() if len(match[0].split()) >= 3 else text


def _allowed(matter: Matter, sentence: Sentence, match: re.Match[str], kind: str) -> bool:
    """The source says as much, or the words deny what they name."""
    words = match[0]
    before = sentence.words[: match.start()].lower()[-40:]
    if kind == "promise" and re.search(
        r"\b(?:not|no|never|cannot|can't|isn't|doesn't|don't|whether|if|n't)\b[^,;.]{0,25}$", before
    ):
        return True
    if kind == "diagnosis" and re.search(
        r"\b(?:whether|if|not|cannot|can't|n't|unless|when|who|people|patients|anyone)\b[^,;.]{0,20}$", before
    ):
        return True
    inner = [
        t for t in sentence.tokens
        if sentence.tokens[0].start + match.start() <= t.start < sentence.tokens[0].start + match.end()
        and t.content and t.stem not in LIGHT_STEMS
    ]  # fmt: skip
    if kind == "diagnosis":
        named = inner[-1:] or inner
        return all(t.stem in known_stems(matter) for t in named)
    if kind == "reassurance":
        return bool(inner) and all(shares(t, matter.source_keys) for t in inner)
    return _promised_by_source(matter, sentence, words)


def affirms_payment(conflict: Conflict) -> bool:
    """The answer says that it is paid or covered, the source that it is not."""
    paid = PAID.search(conflict.answer) and PAID.search(conflict.source)
    about = PAYER.search(conflict.answer) or PAYER.search(conflict.source)
    return bool(
        paid and about and _DENIED.search(conflict.source) and not _DENIED.search(conflict.answer.translate(_QUOTES))
    )


_DENIED = re.compile(r"\b(?:not|cannot|never|no)\b|n't", re.IGNORECASE)


def denies_payment(matter: Matter) -> bool:
    """A source sentence says that something is not paid, covered or guaranteed."""
    return any(
        not s.disclaimer and PAID.search(s.words) and re.search(r"\b(?:not|cannot|never|no)\b|n't", s.words)
        for s in matter.source_sentences
    )


def _promised_by_source(matter: Matter, sentence: Sentence, words: str) -> bool:
    """A source sentence about the same things says that it is paid, without a condition the answer drops."""
    content = [t for t in sentence.content if t.stem not in LIGHT_STEMS]
    for source in matter.source_sentences:
        if source.disclaimer or not PAID.search(source.words):
            continue
        shared = sum(shares(t, source.keys) for t in content)
        negated = re.search(r"\b(?:not|cannot|never|doesn't|don't|excluded)\b", source.words, re.I)
        denied = re.search(r"\b(?:not|n't|cannot|never|no|out)\b|n't", sentence.words, re.I)
        limited = re.search(r"\b(?:only|except|unless)\b(.*)", source.words, re.I | re.S)
        if limited and not re.search(
            r"\b(?:only|except|unless|if|provided|as\s+long|just|solely)\b", sentence.words, re.I
        ):
            continue
        if HEDGED.search(source.words) and not HEDGED.search(sentence.words):
            continue
        if shared >= 2 and shared >= len(content) * 0.5 and (not negated or denied):
            return True
    return False
