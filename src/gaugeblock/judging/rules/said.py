"""How figures of a text are quoted: themselves, their segment, their sentence."""

from gaugeblock.judging.rules.matter import Text
from gaugeblock.judging.rules.quantities import Quantity
from gaugeblock.judging.rules.reading import Token

__all__ = ["around", "said_figure", "sentence_of", "sentence_words"]


def said_figure(text: Text, figure: Quantity) -> str:
    tokens = text.reading.tokens
    return text.reading.text[tokens[figure.first].start : tokens[figure.last].end]


def around(text: Text, figure: Quantity) -> str:
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


def sentence_of(text: Text, figure: Quantity) -> str:
    tokens = text.reading.tokens
    number = tokens[figure.first].sentence
    low, high = figure.first, figure.last
    while low > 0 and tokens[low - 1].sentence == number:
        low -= 1
    while high + 1 < len(tokens) and tokens[high + 1].sentence == number:
        high += 1
    return text.reading.text[tokens[low].start : tokens[high].end].strip()


def sentence_words(text: Text, figure: Quantity) -> list[Token]:
    tokens = text.reading.tokens
    number = tokens[figure.first].sentence
    return [
        t
        for t in tokens[max(0, figure.first - 60) : figure.last + 60]
        if t.sentence == number and t.content and not t.figure
    ]
