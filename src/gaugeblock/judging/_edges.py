"""Edges: where a quote may begin and end, so that it never stands inside another word or number.

What counts as one piece that no edge may cut:

- a word with its combining marks; a hyphenated word (*non-compliant*, also when wrapped at its hyphen); a word with
  an apostrophe (*plan's*, *don't*), except behind an elided article (*l'assurance* may be quoted without *l'*);
- a figure with its sign or bound, currency sign, decimals, thousands (also set apart by a blank: 12 500), per cent or
  degree sign, and figures joined as a time, date, range, fraction or telephone number (7:30, 10–20, 3/4, 555-0137);
- in scripts without blanks between words (Chinese, Japanese, Thai …) any two characters may be parted, but not a
  numeral, nor a character from the negation that is written onto it (不允许 is no place to find 允许).

Signs of punctuation, brackets, blanks, and a unit after a blank (*40 %*) may be parted from what they stand beside.
"""

import re
import unicodedata

from gaugeblock.judging._folding import INVISIBLE

__all__ = ["UNSPACED", "inside"]

UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
"""One character of a script that puts no blanks between words."""

_WINDOW = 40
_CURRENCY = "$¢£¤¥֏؋฿៛₠-₿﷼﹩＄￠￡￥￦"
_JOINERS = r".,'’:/·×٫٬\-\u2010-\u2015\u2212"
_HYPHENS = r"\-\u2010\u2011"
_APOSTROPHES = "'’ʼ"
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬億亿两兩")
_NEGATING = frozenset("不未没沒无無非勿")
_NEGATING_ENDINGS = ("ない", "なかっ", "なけ", "なく", "ません")
_ELIDED = "[ldjmtsc]|qu|jusqu|lorsqu|puisqu|quoiqu|un|quell|bell|gl|dell|nell|all|sull|dall|coll"
_THOUSANDS = r"(?:^|[^\w.,+-])[1-9]\d{0,2}(?:[^\S\r\n]\d{3})*"
_GROUPS = r"\d{3}(?:[^\S\r\n]\d{3})*(?![^\S\r\n]?\d)"

_PIECES = tuple(
    (re.compile(f"(?:{left})\\Z"), re.compile(right))
    for left, right in (
        (rf"\d[{_JOINERS}]", r"\d"),
        (r"\d", rf"[{_JOINERS}]\d"),
        (rf"(?:^|[\s({_CURRENCY}])\.", r"\d"),
        (rf"\w[{_HYPHENS}]", r"\w"),
        (r"\w", rf"[{_HYPHENS}]\w"),
        (rf"\w[{_HYPHENS}][^\S\n]*\n\s*", r"\w"),
        (rf"\w[{_HYPHENS}]", r"[^\S\n]*\n\s*\w"),
        (r"\w", rf"[{_HYPHENS}][^\S\n]*\n\s*\w"),
        (rf"\w[{_APOSTROPHES}]", r"\w"),
        (r"\w", rf"[{_APOSTROPHES}]\w"),
        (r"(?<![\w)\]])[-−–+±~≈<≤≥]|(?:^|[\s(])>", rf"[{_CURRENCY}]?\.?\d"),
        (r"[<≤≥≈±][^\S\r\n]", rf"[{_CURRENCY}]?\.?\d"),
        (rf"[{_CURRENCY}]", r"\.?\d"),
        (r"[A-Za-z]", rf"[{_CURRENCY}]\d"),
        (r"\d", rf"[%‰°{_CURRENCY}]"),
        (rf"{_THOUSANDS}[^\S\r\n]", _GROUPS),
        (_THOUSANDS, rf"[^\S\r\n]{_GROUPS}"),
    )
)
_AFTER_ELISION = re.compile(rf"(?:^|[^\w{_APOSTROPHES}])(?:{_ELIDED})[{_APOSTROPHES}]\Z", re.IGNORECASE)
_HIDDEN = re.compile(f"[{INVISIBLE}]+")


def inside(text: str, at: int) -> bool:
    """Whether the place between `text[at - 1]` and `text[at]` lies inside a word or a figure.

    >>> inside("$40.50", 3), inside("a $40 fee", 5)
    (True, False)
    """
    if not 0 < at < len(text):
        return False
    if _plainly_outside(text, at):
        return False
    left, right = text[max(0, at - _WINDOW) : at], text[at : at + _WINDOW]
    if not (left.isascii() and right.isascii()):
        left, right = _HIDDEN.sub("", left), _HIDDEN.sub("", right)
        if not left or not right:
            return False
    return _parts_letters(left, right) or _parts_a_piece(left, right)


def _plainly_outside(text: str, at: int) -> bool:
    """The common answer, cheaply: a blank between letters, or a sign of punctuation before a blank or the end."""
    before, after = text[at - 1], text[at]
    if before == " ":
        return "A" <= after <= "z" and text[at - 2 : at - 1].isalnum()
    if after == " ":
        return "A" <= before <= "z" or before in ".,;:!?"
    return after in ".,;:!?" and text[at + 1 : at + 2] in (" ", "\n", "")


def _parts_letters(left: str, right: str) -> bool:
    before, after = left[-1], right[0]
    if after > "\u02ff" and unicodedata.category(after)[0] == "M":
        return True
    if not (_in_word(before) and _in_word(after)):
        return False
    if _is_numeral(before) and _is_numeral(after):
        return True
    if not (UNSPACED.match(before) or UNSPACED.match(after)):
        return True
    return before in _NEGATING or right.startswith(_NEGATING_ENDINGS)


def _in_word(c: str) -> bool:
    return c.isalnum() or c == "_" or (c > "\u02ff" and unicodedata.category(c)[0] == "M")


def _is_numeral(c: str) -> bool:
    return c in _NUMERALS or c.isdecimal()


def _parts_a_piece(left: str, right: str) -> bool:
    return any(ahead.match(right) and behind.search(left) for behind, ahead in _PIECES) and not _AFTER_ELISION.search(
        left
    )
