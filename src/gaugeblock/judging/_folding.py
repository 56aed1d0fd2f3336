"""Folding: the same words in the same presentation, with the way back to the original's offsets.

What is folded: canonical Unicode normalisation (NFC; not compatibility: 10² stays 10²); typographic quotation marks,
apostrophes and dashes, two or three hyphens used as a dash; every Unicode blank, line wrap and run of blanks, with the
blanks inside French quotation marks and behind the hyphen of a word wrapped there; the ellipsis sign; zero-width
characters, direction marks, variation selectors and soft hyphens, which are dropped. Case, accents, digits and all
other punctuation are kept.
"""

import re
import unicodedata
from bisect import bisect_right

__all__ = ["COMPOSING", "INVISIBLE", "Folded", "fold", "folded_text"]

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
"""Inside of a character class: what has no shape of its own."""

_DOUBLE = "“”„‟″«»〝〞〟＂"
_SINGLE = "´‘’‚‛‹›′ʹʻʼʽ＇"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_BLANKS = "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_ASCII_ONE_FOR_ONE = str.maketrans("\n\t\r\x0b\x0c\x1c\x1d\x1e\x1f`", " " * 9 + "'")
_ONE_FOR_ONE = (
    dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(_SINGLE, "'")
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_BLANKS, " ")
)

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_DROPPED = re.compile(rf"\u00ad\s+|[{INVISIBLE}]+")
_FRENCH_MARKS = re.compile(r"(?<![^\s(\[])«\s+|\s+»(?!\w)")
_ELLIPSIS_SIGN = re.compile("[…⋯]")
_DOUBLE_HYPHEN = re.compile(r"(?<= )-{2,3}(?= )|(?<=\w)-{2,3}(?=\w)")
_BLANK_RUN = re.compile("  +")
_WRAPPED_HYPHEN = re.compile(r"- (?<=\w- )")

COMPOSING = (
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u0fb5\u0fb7\u102e\u1b35"
    "\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af\U00011930"
)
"""Characters of combining class 0 that may still unite with the one before, besides Hangul vowels and finals."""


class Folded:
    """A folded text that knows where each of its characters came from."""

    __slots__ = ("_stages", "text")

    def __init__(self, text: str, stages: "tuple[_Stage, ...]") -> None:
        self.text = text
        self._stages = stages

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The offsets in the original of the non-empty stretch `text[start:end]`."""
        for stage in reversed(self._stages):
            start, end = stage.first(start), stage.last(end - 1)
        return start, end


def fold(text: str) -> Folded:
    """The folded text; any text is accepted, lone surrogates and NULs included.

    What a text needs is looked for cheaply first: most texts need little.
    """
    stages: list[_Stage] = []
    text = text.translate(_ASCII_ONE_FOR_ONE) if text.isascii() else _without_typography(text, stages)
    if "--" in text:
        text = _rewrite(text, _DOUBLE_HYPHEN, "-", stages)
    if "  " in text:
        text = _rewrite(text, _BLANK_RUN, " ", stages)
    if "- " in text:
        text = _rewrite(text, _WRAPPED_HYPHEN, "-", stages)
    return Folded(text, tuple(stages))


def folded_text(text: str) -> str:
    """The folded text alone."""
    return fold(text).text


class _Stage:
    """One rewriting of a text: which stretches were replaced, and what stands there now."""

    __slots__ = ("_new_ends", "_new_starts", "_old_ends", "_old_starts")

    def __init__(self) -> None:
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        self._old_starts: list[int] = []
        self._old_ends: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._new_starts)

    def note(self, new_start: int, new_end: int, old_start: int, old_end: int) -> None:
        self._new_starts.append(new_start)
        self._new_ends.append(new_end)
        self._old_starts.append(old_start)
        self._old_ends.append(old_end)

    def first(self, i: int) -> int:
        """Where the character at `i` began before."""
        k = bisect_right(self._new_starts, i) - 1
        if k < 0:
            return i
        return self._old_starts[k] if i < self._new_ends[k] else self._old_ends[k] + i - self._new_ends[k]

    def last(self, i: int) -> int:
        """Where the character at `i` ended before."""
        k = bisect_right(self._new_starts, i) - 1
        if k < 0:
            return i + 1
        return self._old_ends[k] if i < self._new_ends[k] else self._old_ends[k] + i - self._new_ends[k] + 1


def _without_typography(text: str, stages: list[_Stage]) -> str:
    """Everything folded that is not ASCII."""
    if not unicodedata.is_normalized("NFC", text):
        text = _rewrite(text, _composition(set(text)), None, stages)
    found = set(_BEYOND_ASCII.findall(text))
    if _DROPPED.search("".join(found)):
        text = _rewrite(text, _DROPPED, "", stages)
    if not found.isdisjoint("«»"):
        text = _rewrite(text, _FRENCH_MARKS, '"', stages)
    if not found.isdisjoint("…⋯"):
        text = _rewrite(text, _ELLIPSIS_SIGN, "...", stages)
    for old in found.intersection(_ONE_FOR_ONE):
        text = text.replace(old, _ONE_FOR_ONE[old])
    for code, new in _ASCII_ONE_FOR_ONE.items():
        text = text.replace(chr(code), chr(new))
    return text


def _rewrite(text: str, events: "re.Pattern[str]", new: str | None, stages: list[_Stage]) -> str:
    """Replace every event (None: by its composed form), and note the stage if the length changed."""
    stage = _Stage()
    parts: list[str] = []
    done = length = 0
    for event in events.finditer(text):
        start, end = event.span()
        replacement = unicodedata.normalize("NFC", event[0]) if new is None else new
        parts += (text[done:start], replacement)
        length += start - done
        if len(replacement) != end - start:
            stage.note(length, length + len(replacement), start, end)
        length += len(replacement)
        done = end
    if not parts:
        return text
    if stage:
        stages.append(stage)
    parts.append(text[done:])
    return "".join(parts)


def _composition(letters: set[str]) -> "re.Pattern[str]":
    """Whatever composes or decomposes in a text of these characters."""
    joining = {c for c in letters if unicodedata.combining(c) or c in COMPOSING or _is_jamo(c)}
    changing = {c for c in letters if unicodedata.normalize("NFC", c) != c}
    choices = []
    if joining:
        choices.append(f".?[{_class_of(joining)}]+")
    if changing:
        choices.append(f"[{_class_of(changing)}]")
    return re.compile("|".join(choices), re.DOTALL)


def _is_jamo(c: str) -> bool:
    return "\u1161" <= c <= "\u1175" or "\u11a8" <= c <= "\u11c2"


def _class_of(letters: set[str]) -> str:
    return "".join(re.escape(c) for c in sorted(letters))
