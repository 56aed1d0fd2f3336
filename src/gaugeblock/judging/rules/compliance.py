"""Compliance: no diagnosis, no treatment advice, no promise of coverage or outcome; required disclaimers present."""

from collections.abc import Iterator

from gaugeblock.judging.rules.breach import Breach
from gaugeblock.judging.rules.matter import Matter, shares
from gaugeblock.judging.rules.spoken import spoken
from gaugeblock.judging.rules.treatment import treatments
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["breaches"]


def breaches(matter: Matter) -> list[Breach]:
    """Everything the answer says that it must not, and the disclaimers it leaves out."""
    return [*spoken(matter), *treatments(matter), *_missing_disclaimers(matter)]


def _missing_disclaimers(matter: Matter) -> Iterator[Breach]:
    for sentence in matter.source_sentences:
        if not sentence.disclaimer:
            continue
        body = [t for t in sentence.content if t.low not in {"required", "disclaimer"}]
        if not body:
            continue
        best = 0.0
        answers = matter.answer_sentences
        for n, one in enumerate(answers):
            keys = one.keys | (answers[n + 1].keys if n + 1 < len(answers) else set())
            weight = sum(1.0 if t.stem not in LIGHT_STEMS else 0.6 for t in body)
            said = sum((1.0 if t.stem not in LIGHT_STEMS else 0.6) for t in body if shares(t, keys))
            best = max(best, said / weight)
        if best < 0.6:
            yield Breach(
                "disclaimer",
                sentence.words,
                f"the source requires “{sentence.words}”, and the answer does not say it",
                sure=best < 0.5,
            )
