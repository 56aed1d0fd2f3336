"""Trivial quotes: too short to prove anything.

A quote is trivial when it has fewer than three words and fewer than twelve characters. It is not when it is a figure
with its unit (*$40*, *six hours*, *20 %*, *7 a.m.*, *555-0137*), nor when it is a whole field: all of the response,
its decision, confidence or reasoning, a whole passage or disclaimer, or in a source one line, table cell or value.
Five characters of a script without blanks between words count as three words.
"""

import re

from gaugeblock.judging._edges import UNSPACED
from gaugeblock.judging._folding import folded_text

__all__ = ["is_short", "is_whole", "is_whole_field"]

_FEWEST_WORDS = 3
_FEWEST_CHARACTERS = 12

_CURRENCY = r"[$¢£¤¥֏؋฿៛₠-₿﷼﹩＄￠￡￥￦]"
_CODE = (
    rf"(?:[A-Z]{{1,3}}{_CURRENCY}|{_CURRENCY}|(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|CNY|INR|MXN|BRL|SEK|NOK|DKK|PLN|Rs\.?)\s?)"
)
_NUMBER = r"[-+−]?\d+(?:[.,'’  ]\d+)*"
_WORD_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    r"|hundred|half|uno?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|un|une|deux|trois|quatre|cinq|sept|huit"
    r"|neuf|dix|eine?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|dois|duas|três|quatro|sete|oito|nove|dez"
    r"|due|tre|quattro|cinque|sei|sette|otto|dieci)"
)
_NO_UNIT = (
    r"(?!(?i:of|or|and|the|to|in|on|at|is|are|was|a|an|it|if|as|by|for|de|del|la|el|le|les|et|y|o|ou|und|oder|der|die|das"
    r"|e|di|da|do|with|than|more|less|so|not|no)\b(?!\.\w))"
)
_UNIT = rf"{_NO_UNIT}[^\W\d_]+(?:\.[^\W\d_]+)*\.?"
_FIGURE = re.compile(
    rf"{_CODE}\s?{_NUMBER}(?:\s?{_UNIT})?"
    rf"|{_NUMBER}\s?(?:[%‰°]\s?[CF]?|{_CURRENCY}|{_UNIT})"
    r"|\+?\(?\d+\)?(?:\s?[-:/.]\s?\d+)+(?:\s?[^\W\d_]+(?:\.[^\W\d_]+)*\.?)?"
    rf"|(?i:{_WORD_NUMBER})[- ]{_UNIT}"
    rf"|{_NO_UNIT}[^\W\d_]+\.?\s\d+(?:st|nd|rd|th)?"
    r"|[〇零一二三四五六七八九十百千万两兩]+[^\W\d_]{1,3}"
)
_DECIMAL = re.compile(r"[-+−]?\d+[.,]\d+")
_FRAME = " .\"'"
_FIELD_BEGINS = re.compile(r"(?:^|[\n\r|\t]|[:=][^\S\n]+|[\[{,:=]\s*[\"'])[^\S\n]*\Z")
_FIELD_ENDS = re.compile(r"[^\S\n]*\.?[^\S\n]*(?:\Z|[\n\r|\t]|[\"']\s*[,}\]])")


def is_short(quote: str) -> bool:
    """Whether the words alone are too few, and no figure with its unit.

    >>> is_short("Stop eating"), is_short("six hours"), is_short("$40"), is_short("40")
    (True, False, False, True)
    """
    if quote.isascii() and len(" ".join(quote.split())) >= _FEWEST_CHARACTERS:
        return False
    words = folded_text(quote).strip()
    if len(words) >= _FEWEST_CHARACTERS or _word_count(words) >= _FEWEST_WORDS:
        return False
    return _DECIMAL.fullmatch(words) is not None or not any(
        _FIGURE.fullmatch(form) for form in (words, words.strip(_FRAME), words.strip(" \"'"))
    )


def is_whole(words: str, fields: tuple[str, ...]) -> bool:
    """Whether the words are all of one of the fields, but for quotation marks and a final full stop."""
    bare = words.strip(_FRAME)
    return any(bare == field.strip().strip(_FRAME) for field in fields)


def is_whole_field(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a whole line, table cell or `name: value` of a record."""
    before, after = text[max(0, start - 80) : start], text[end : end + 80]
    if start > 80 and not before.strip():
        return False
    return bool(_FIELD_BEGINS.search(before) and _FIELD_ENDS.match(after))


def _word_count(words: str) -> int:
    spaced = sum(any(c.isalnum() for c in word) for word in UNSPACED.sub(" ", words).split())
    return spaced + (len(UNSPACED.findall(words)) + 1) // 2
