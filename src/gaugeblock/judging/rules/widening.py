"""Widening: the answer stretches a statement over what the source sets apart, or drops its limit altogether."""

from collections.abc import Iterator
from itertools import pairwise

from gaugeblock.judging.rules.conflict import Conflict
from gaugeblock.judging.rules.matter import Matter, Sentence, shares
from gaugeblock.judging.rules.polarity import negators
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import VERBS, Token
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS

__all__ = ["widenings"]

_LIMITING = words_of("only except unless must required requires separate separately extra any instead never not no")
_ADDING = words_of("including even")
_WITHOUT_LIMIT = (
    "right up to", "up to the last", "at any time", "any time", "whenever you", "no limit", "as many as you",
    "as often as you", "as long as you like", "as much as you", "anytime", "any day you", "for as long as",
)  # fmt: skip


def widenings(matter: Matter) -> Iterator[Conflict]:
    """Every statement of the answer that reaches further than the source lets it."""
    for sentence in matter.answer_sentences:
        if sentence.tokens[-1].low == "?":
            continue
        yield from _swallowed(matter, sentence)
        yield from _unlimited(matter, sentence)
        yield from _another_way(matter, sentence)


def _swallowed(matter: Matter, sentence: Sentence) -> Iterator[Conflict]:
    """`Also in …`, `even …`, `… too` about something for which the source has a rule of its own."""
    for clause, added in _added(sentence):
        named = [t for t in added if t.content and not t.figure and t.stem not in LIGHT_STEMS]
        if not named or negators(clause) - {"without"} or any(t.low in _LIMITING for t in clause):
            continue
        rest = [t for t in sentence.content if t not in added and t.stem not in LIGHT_STEMS]
        for source in matter.source_sentences:
            stems = {t.stem for t in source.content}
            if source.disclaimer or sum(t.stem in stems for t in named) < 0.5 * len(named) or not _sets_apart(source):
                continue
            if _said_elsewhere(matter, sentence, source, named):
                continue
            here = sum(shares(t, source.keys) for t in rest)
            other = max(
                (sum(shares(t, s.keys) for t in rest) for s in matter.source_sentences if s is not source), default=0
            )
            if other >= max(1, here) or (not rest and _figure_of_another(matter, sentence, source)):
                said = sentence.text.reading.words(named)
                why = f"the answer says it of “{said}” too, the source sets that apart: “{source.words}”"
                yield Conflict(sentence.words, source.words, why)
                return


def _figure_of_another(matter: Matter, sentence: Sentence, source: Sentence) -> bool:
    return any(
        q.kind == f.kind and q.equals(f)
        for s in matter.source_sentences
        if s is not source
        for q in s.figures
        for f in sentence.figures
    )


def _sets_apart(source: Sentence) -> bool:
    return any(t.low in _LIMITING or t.low.endswith("n't") for t in source.tokens) or bool(negators(source.tokens))


def _said_elsewhere(matter: Matter, sentence: Sentence, source: Sentence, named: list[Token]) -> bool:
    """Another sentence of the answer says the source's rule."""
    rule = next((t.clause for t in source.content if any(t.stem == n.stem for n in named)), -1)
    words = [t for t in source.content if t.stem not in LIGHT_STEMS and t.clause == rule]
    return len(words) > 1 and any(
        sum(shares(t, s.keys) for t in words) >= 0.7 * len(words) and _sets_apart(s)
        for s in matter.answer_sentences
        if s is not sentence
    )


def _added(sentence: Sentence) -> Iterator[tuple[list[Token], list[Token]]]:
    """The clauses that add something, with the words they add."""
    clauses: dict[int, list[Token]] = {}
    for token in sentence.tokens:
        clauses.setdefault(token.clause, []).append(token)
    for clause in clauses.values():
        words = [t for t in clause if t.kind != "sign"]
        for i, token in enumerate(words):
            after = words[i + 1].low if i + 1 < len(words) else ""
            if token.low in _ADDING or (token.low == "also" and after in {"in", "for", "on", "at", "during", "to"}):
                yield clause, _run(sentence.tokens, token)
        if len(words) > 2 and words[-1].low in {"too", "likewise"}:
            verb = next((i for i, t in enumerate(words) if t.low in VERBS), 0)
            yield clause, words[:verb]


def _run(tokens: list[Token], first: Token) -> list[Token]:
    run: list[Token] = []
    for token in tokens[first.place - tokens[0].place + 1 :]:
        if token.kind == "sign" or len(run) >= 8:
            break
        run.append(token)
    return run


_ALWAYS = (
    "day and night",
    "24 hours",
    "24/7",
    "around the clock",
    "round the clock",
    "any time",
    "anytime",
    "at all hours",
)
"""What the source says when it gives no limit itself."""


def _unlimited(matter: Matter, sentence: Sentence) -> Iterator[Conflict]:
    """`Whenever you like` where the source gives a limit that the answer never states."""
    words = f" {' '.join(t.low for t in sentence.tokens if t.kind == 'word')} "
    said = next((p for p in _WITHOUT_LIMIT if f" {p} " in words), "")
    if not said or any(said in p.reading.text.lower() for p in matter.passages):
        return
    if negators(sentence.tokens) - {"without"}:
        return
    content = [t for t in sentence.content if t.stem not in LIGHT_STEMS]
    for source in matter.source_sentences:
        if source.disclaimer or not any(_limits(q) and not _stated(matter, q) for q in source.figures):
            continue
        if any(p in source.words.lower() for p in _ALWAYS):
            continue
        common = sum(shares(t, source.keys) for t in content)
        if common >= 2 or (common and common >= 0.5 * len(content)):
            why = f"the answer says “{said}” where the source gives a limit: “{source.words}”"
            yield Conflict(sentence.words, source.words, why, sure=common >= 3)
            return


def _another_way(matter: Matter, sentence: Sentence) -> Iterator[Conflict]:
    """`By video or in person` where the source has `by video only`."""
    if any(t.low in _NARROW for t in sentence.tokens) or negators(sentence.tokens):
        return
    words = [t for t in sentence.tokens if t.kind == "word"]
    joined = {
        t.stem for i, t in enumerate(words) if t.low == "or" for t in words[max(0, i - 1) : i] + words[i + 1 : i + 3]
    }
    for source in matter.source_sentences:
        for before, only in pairwise(source.tokens):
            after = source.tokens[only.place - source.tokens[0].place + 1 :][:1]
            if only.low == "only" and before.content and before.stem in joined and all(t.kind == "sign" for t in after):
                why = f"the answer gives another way beside “{before.low}”, the source has “{before.low} only”"
                yield Conflict(sentence.words, source.words, why)
                return


_NARROW = words_of("only just solely except unless")


def _limits(figure: Quantity) -> bool:
    return figure.kind in {"duration", "clock"} or bool(figure.bound)


def _stated(matter: Matter, figure: Quantity) -> bool:
    return any(q.kind == figure.kind and q.equals(figure) for q in matter.answer.figures)
