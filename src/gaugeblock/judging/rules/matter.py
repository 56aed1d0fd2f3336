"""What a case gives the rules: question, source and answer, read once, with their figures."""

from dataclasses import dataclass, field

from gaugeblock.case import Case
from gaugeblock.judging.rules.quantities import Quantity, quantities
from gaugeblock.judging.rules.reading import Reading, Token, read

__all__ = ["DISCLAIMER_MARK", "LONGEST", "MOST_PAIRS", "Matter", "Sentence", "Text", "matter_of", "shares"]

LONGEST = 40_000
"""Characters of question, answer or source beyond which nothing is read."""
MOST_PAIRS = 12_000
"""Sentences, or figures, of the answer times those of the source beyond which they are not compared."""
DISCLAIMER_MARK = "required disclaimer"


@dataclass(slots=True)
class Text:
    """One text with its figures."""

    reading: Reading
    figures: list[Quantity]
    where: str
    inseparable: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Sentence:
    """One sentence of a text."""

    text: Text
    tokens: list[Token]
    keys: set[str]
    figures: list[Quantity]
    content: list[Token]
    """Its words that carry a claim, figures apart."""
    disclaimer: bool = False

    @property
    def words(self) -> str:
        """The sentence as written."""
        return self.text.reading.words(self.tokens)


@dataclass(slots=True)
class Matter:
    """Everything the five dimensions look at."""

    question: Text
    answer: Text
    passages: list[Text]
    answer_sentences: list[Sentence]
    source_sentences: list[Sentence]
    """Disclaimers included."""
    source_keys: set[str] = field(default_factory=set)
    question_keys: set[str] = field(default_factory=set)
    free_keys: set[str] = field(default_factory=set)
    """What the source's words stand for that the answer does not repeat word for word: they may explain others."""

    @property
    def too_many(self) -> str:
        """Why comparing would take too long, or nothing."""
        figures = len(self.answer.figures) * sum(len(p.figures) for p in self.passages)
        mine, theirs = len(self.answer.reading.clauses), sum(len(p.reading.clauses) for p in self.passages)
        if max(figures, mine * theirs) <= MOST_PAIRS:
            return ""
        return f"{mine:,} clauses against {theirs:,} of the source are more than the rules compare"

    @property
    def source_figures(self) -> list[tuple[Text, Quantity]]:
        """Every figure of every passage."""
        return [(p, q) for p in self.passages for q in p.figures]


def matter_of(case: Case) -> Matter:
    """The case, read once."""
    question = _text(case.question, "input")
    answer = _text(case.output.text if case.output else "", "response")
    passages = [
        _text(p.text, f"source:{p.id}" if p.id else "source", p.inseparable) for p in case.source or () if p.text
    ]
    said = {t.stem for t in answer.reading.tokens}
    free = {k for p in passages for t in p.reading.tokens if t.kind == "word" and t.stem not in said for k in t.keys}
    return Matter(
        question=question,
        answer=answer,
        passages=passages,
        answer_sentences=_sentences(answer),
        source_sentences=[s for p in passages for s in _sentences(p)],
        source_keys=set().union(*(p.reading.keys for p in passages)) if passages else set(),
        question_keys=question.reading.keys,
        free_keys=free,
    )


def shares(token: Token, keys: set[str] | frozenset[str]) -> bool:
    """The word, or one that can stand for it, is among the keys."""
    return not keys.isdisjoint(token.keys)


def _text(text: str, where: str, inseparable: tuple[tuple[str, str], ...] = ()) -> Text:
    reading = read(text)
    return Text(reading, quantities(reading), where, inseparable)


def _sentences(text: Text) -> list[Sentence]:
    found: list[Sentence] = []
    figures = iter(text.figures)
    figure = next(figures, None)
    for tokens in text.reading.sentences:
        if all(t.kind == "sign" for t in tokens):
            continue
        keys: set[str] = set()
        for token in tokens:
            if token.content:
                keys |= token.keys
        mine: list[Quantity] = []
        while figure is not None and figure.first <= tokens[-1].place:
            if figure.first >= tokens[0].place:
                mine.append(figure)
            figure = next(figures, None)
        sentence = Sentence(text, tokens, keys, mine, [t for t in tokens if t.content and not t.figure])
        sentence.disclaimer = sentence.words.lower().startswith(DISCLAIMER_MARK)
        found.append(sentence)
    return found
