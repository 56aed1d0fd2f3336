"""Waivers: a duty of the source that the answer lifts, and an exception that it swallows."""

from collections.abc import Iterator

from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, shares
from gaugeblock.judging.rules.reading import Token

__all__ = ["waivers"]

_FREEING = (
    ("no", "need", "to"), ("don't", "need", "to"), ("don't", "have", "to"), ("doesn't", "have", "to"), ("needn't",),
    ("nothing", "to"), ("not", "need", "to"), ("not", "have", "to"), ("won't", "need", "to"), ("won't", "have", "to"),
    ("not", "necessary", "to"), ("not", "required", "to"),
)  # fmt: skip


def waivers(matter: Matter) -> Iterator[Conflict]:
    """Every duty waived and every exception swallowed by `both` or `either`."""
    for sentence in matter.answer_sentences:
        yield from _waived_duties(matter, sentence)
        yield from _swallowed_exceptions(matter, sentence)


def _waived_duties(matter: Matter, sentence: Sentence) -> Iterator[Conflict]:
    """`No need to bring …` where the source tells the patient to bring it."""
    tokens = [t for t in sentence.tokens if t.kind == "word"]
    for i, token in enumerate(tokens):
        if not i or tokens[i - 1].low not in {"to", "needn't"}:
            continue
        if not any(tuple(t.low for t in tokens[i - len(f) : i]) == f for f in _FREEING if i >= len(f)):
            continue
        for source in matter.source_sentences:
            duty = _duty(source, token.stem)
            if _conditional(source.tokens) and _conditional(sentence.tokens):
                continue
            rest = [t for t in tokens[i + 1 :] if t.content]
            if duty and (not rest or any(shares(t, source.keys) for t in rest)):
                yield Conflict(
                    sentence.words,
                    source.words,
                    f"the answer says that nobody has to “{token.low}”, the source says “{source.words}”",
                    sure=sum(shares(t, source.keys) for t in rest) >= 0.5 * len(rest),
                )
                return


def _conditional(tokens: list[Token]) -> bool:
    return any(t.low in _CONDITIONS for t in tokens)


_CONDITIONS = frozenset({"if", "unless", "except", "when", "only", "otherwise", "provided", "without", "with"})


def _duty(source: Sentence, stem: str) -> bool:
    """The source sentence orders what the stem says, without a no."""
    words = [t for t in source.tokens if t.kind == "word"]
    if any(t.low in {"not", "no", "never", "nothing", "nor", "without"} or t.low.endswith("n't") for t in words):
        return False
    return any(
        t.stem == stem and (i == 0 or words[i - 1].low in {"must", "should", "to", "please", "and"})
        for i, t in enumerate(words)
    )


def _swallowed_exceptions(matter: Matter, sentence: Sentence) -> Iterator[Conflict]:
    """`Either plan pays` where the source says that one of them does not."""
    tokens = [t for t in sentence.tokens if t.kind == "word"]
    if not any(t.low in {"either", "both"} for t in tokens) or any(
        t.low in {"not", "no"} or t.low.endswith("n't") for t in tokens
    ):
        return
    stems = {t.stem for t in sentence.content}
    for source in matter.source_sentences:
        words = [t for t in source.tokens if t.kind == "word"]
        denied = [i for i, t in enumerate(words) if t.low in {"not", "cannot", "never"} or t.low.endswith("n't")]
        verbs = {t.stem for i in denied for t in words[i + 1 : i + 3] if t.content}
        if verbs & stems and len(stems & {t.stem for t in source.content}) >= 3:
            yield Conflict(
                sentence.words,
                source.words,
                f"the answer says it of both, the source makes an exception: “{source.words}”",
            )
            return
