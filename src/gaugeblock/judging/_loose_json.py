"""JSON as judges write it: a strict reader first, a tolerant one after it; nothing is ever evaluated.

A value is a `str`, a `Number` (the digits as written), `True`, `False`, `None`, a list, or, for an object, a tuple of
(key, value) pairs: order and doubled keys survive.

The tolerant reader goes forward only and keeps its own stack, so its work grows with the text and not with its
nesting. An object is *cut* when the text ends inside it and *broken* when something stands where it cannot stand.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

__all__ = ["BLANK", "DEEPEST", "Number", "Parsed", "Repair", "State", "Value", "parse_loose", "parse_strict"]

Value = Any
"""str, Number, bool, None, list of values, or tuple of (key, value) pairs."""

Repair = tuple[tuple[str, ...], str]
"""The keys on the way to the place, outermost first, and the liberty taken there, in words."""

DEEPEST = 64
"""Objects and lists inside one another; what is deeper is not a verdict and is given up."""

BLANK = "\\s\ufeff\u200b\u200c\u200d\u2060"
"""What counts as blank, as the inside of a character class."""

_PATH = 3


class Number(str):
    """A number's text exactly as written, `NaN` and `Infinity` included; never turned into a float here."""

    __slots__ = ()


class State(Enum):
    """How reading an object ended."""

    COMPLETE = auto()
    CUT = auto()
    BROKEN = auto()
    TOO_DEEP = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What the tolerant reader made of one object or list."""

    state: State
    value: Value = None
    """Set when complete."""
    end: int
    """Just behind the object, or the place where reading stopped."""
    repairs: tuple[Repair, ...] = ()
    keys: tuple[str, ...] = ()
    """The outermost object's keys read so far."""
    ours: bool = False
    """Some key at any depth was one the caller looks for."""
    problem: str = ""
    """In words: inside what the text ends, or what stands where it cannot."""


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=Number, parse_float=Number, parse_constant=Number)


def parse_strict(text: str, start: int | None = None) -> tuple[Value, int] | None:
    """The JSON value that starts at `start` (None: the whole text, blanks around it allowed) and its end, or None.

    None too when the value has more objects and lists than `DEEPEST`, so that no deep nesting leaves this function.
    """
    try:
        if start is None:
            value, end = _DECODER.decode(text), len(text)
        else:
            value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, (tuple, list)):
        begin = start or 0
        if text.count("{", begin, end) + text.count("[", begin, end) > DEEPEST:
            return None
    return value, end


def parse_loose(text: str, start: int, is_ours: Callable[[str], bool] = lambda _: False) -> Parsed:
    """Read the object or list whose bracket stands at `start`, forgiving what leaves its meaning in no doubt.

    Forgiven: comments, trailing and doubled commas, a comma missing at a line's end, raw control characters, single
    and typographic quotes, unescaped quotes inside a string where its end is plain, unquoted keys and words, Python's
    True, False and None, unknown escapes, unusual blanks. Each is listed in `repairs`.
    """
    reader = _Reader(text, start, is_ours)
    state, value, problem = State.COMPLETE, None, ""
    try:
        value = reader.read()
    except _StopReadingError as stop:
        state, problem = stop.state, stop.problem
    return Parsed(
        state=state,
        value=value,
        end=reader.pos,
        repairs=tuple(reader.repairs),
        keys=tuple(reader.keys),
        ours=reader.ours,
        problem=problem,
    )


_B = f"[{BLANK}]*+"
_KEY_AHEAD = (
    rf'(?:"(?:[^"\\\n]|\\.){{0,200}}+(?:"{_B}(?::|\Z)|\Z)'
    rf"|'(?:[^'\\\n]|\\.){{0,200}}+(?:'{_B}(?::|\Z)|\Z)"
    rf"|“[^”\n]{{0,200}}+(?:”{_B}(?::|\Z)|\Z)"
    rf"|[\w$\-]{{1,100}}+{_B}(?::|\Z))"
)
_COMMENT_AHEAD = r"(?://|/\*|#\s|/?\Z)"
_MEMBER_ENDS = re.compile(
    rf"{_B}(?:\}}|{_COMMENT_AHEAD}|,{_B}(?:\}}|,|{_COMMENT_AHEAD}|{_KEY_AHEAD}))|[^\S\n]*+\n{_B}{_KEY_AHEAD}"
)
_ITEM_ENDS = re.compile(
    rf"""{_B}(?:\]|{_COMMENT_AHEAD}|,{_B}(?:\]|,|{_COMMENT_AHEAD}|["'“{{\[0-9\-]|[Tt]rue|[Ff]alse|null|None))"""
    r"""|[^\S\n]*+\n\s*+["'“{\[]"""
)
_AMISS = re.compile(rf"""{_B}[:\]}}]|[{BLANK}]++["'“]""")
"""Behind a quote that ends no string, these show that it was meant to: a key, a bracket or another string follows."""
_CLOSING = {'"': '"', "'": "'", "“": "”"}
_BODY = {closing: re.compile(rf"[^{closing}\\]*+(?:\\.[^{closing}\\]*+)*+", re.DOTALL) for closing in _CLOSING.values()}
_QUOTE_REPAIR = {"'": "single quotes read as double quotes", "“": "typographic quotes read as double quotes"}
_BLANKS = re.compile(_B)
_BARE_KEY = re.compile(r"[\w$\-]{1,100}+")
_SCALAR = re.compile(r"""(?:[^,{}\[\]"'“”\n:#/]|/(?![/*])|(?<!\s)\#)++""")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBER_LIKE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_CONTROL = re.compile(r"[\x00-\x1f]")
_PAIR = r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPE = re.compile(rf"\\({_PAIR}|u[0-9a-fA-F]{{4}}|x[0-9a-fA-F]{{2}}|.)", re.DOTALL)
_SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "\n": "\n"}
_WORDS: dict[str, Value] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": Number("NaN"),
    "Infinity": Number("Infinity"),
    "-Infinity": Number("-Infinity"),
}
_FOREIGN: dict[str, Value] = {"True": True, "False": False, "None": None, "undefined": None}


class _StopReadingError(Exception):
    """Ends reading of one object; never leaves this module."""

    def __init__(self, state: State, problem: str) -> None:
        super().__init__(problem)
        self.state = state
        self.problem = problem


@dataclass(slots=True)
class _Open:
    """An object or list whose closing bracket has not come yet."""

    is_object: bool
    items: list[Any] = field(default_factory=list)
    key: str | None = None
    """The member being read."""
    ready: bool = True
    """At the beginning, or just behind a comma."""
    end: int = 0
    """Just behind the last item."""
    held: bool = False
    """The last item was itself an object or a list."""

    @property
    def closer(self) -> str:
        return "}" if self.is_object else "]"


class _Reader:
    """Reads one object; `pos` only ever grows."""

    def __init__(self, text: str, start: int, is_ours: Callable[[str], bool]) -> None:
        self.text = text
        self.size = len(text)
        self.pos = start
        self.is_ours = is_ours
        self.ours = False
        self.keys: list[str] = []
        self.repairs: dict[Repair, None] = {}
        self.stack: list[_Open] = []

    def read(self) -> Value:
        self._open()
        while True:
            self._skip_blanks()
            if self.pos >= self.size:
                raise self._cut()
            char, inner = self.text[self.pos], self.stack[-1]
            if char == inner.closer:
                value = self._close()
                if not self.stack:
                    return value
                self._put(value, held=True)
            elif char == ",":
                self._comma(inner)
            else:
                self._item(inner)

    def _open(self) -> None:
        if len(self.stack) >= DEEPEST:
            raise _StopReadingError(State.TOO_DEEP, f"more than {DEEPEST} brackets inside one another")
        self.stack.append(_Open(is_object=self.text[self.pos] == "{", end=self.pos + 1))
        self.pos += 1

    def _close(self) -> Value:
        inner = self.stack[-1]
        if inner.ready and inner.items:
            self._repair("trailing comma removed")
        self.stack.pop()
        self.pos += 1
        return tuple(inner.items) if inner.is_object else inner.items

    def _put(self, value: Value, *, held: bool = False) -> None:
        inner = self.stack[-1]
        inner.items.append((inner.key, value) if inner.is_object else value)
        inner.key, inner.ready, inner.end, inner.held = None, False, self.pos, held

    def _comma(self, inner: _Open) -> None:
        if inner.ready:
            self._repair("doubled comma removed")
        inner.ready = True
        self.pos += 1

    def _item(self, inner: _Open) -> None:
        if not inner.ready:
            if not inner.held and "\n" not in self.text[inner.end : self.pos]:
                raise self._broken("a comma or a closing bracket is missing")
            self._repair("missing comma supplied")
        inner.ready = False
        if inner.is_object:
            self._key(inner)
            self._skip_blanks()
            if self.pos >= self.size:
                raise self._cut()
        char = self.text[self.pos]
        if char in "{[":
            self._open()
        elif char in _CLOSING:
            self._put(self._string(_ITEM_ENDS if not inner.is_object else _MEMBER_ENDS))
        elif inner.is_object and char in ",}":
            self._repair("missing value read as null")
            self._put(None)
        else:
            self._put(self._scalar())

    def _key(self, inner: _Open) -> None:
        if self.text[self.pos] in _CLOSING:
            key = self._string(None)
        else:
            found = _BARE_KEY.match(self.text, self.pos)
            if not found:
                raise self._broken("a key is expected")
            key, self.pos = found[0], found.end()
            self._repair("unquoted key accepted")
        self._skip_blanks()
        if self.pos >= self.size:
            raise self._cut()
        if self.text[self.pos] != ":":
            raise self._broken("a colon is expected behind a key")
        self.pos += 1
        inner.key = key
        self.ours = self.ours or self.is_ours(key)
        if len(self.stack) == 1:
            self.keys.append(key)

    def _string(self, ends: re.Pattern[str] | None) -> str:
        """The string that opens here. With `ends`, a quote that `ends` does not follow belongs to the text."""
        opening = self.text[self.pos]
        closing, start = _CLOSING[opening], self.pos + 1
        body, end, inner_quotes = _BODY[closing], start, False
        while True:
            found = body.match(self.text, end)
            end = found.end() if found else self.size
            if end >= self.size or self.text[end] != closing:
                raise self._malformed_string(closing) if inner_quotes else self._cut_string()
            if ends is None or ends.match(self.text, end + 1):
                break
            if _AMISS.match(self.text, end + 1):
                self.pos = end + 1
                raise self._broken("a comma is missing, or a quote inside a string is not escaped")
            inner_quotes, end = True, end + 1
        self.pos = end + 1
        if opening in _QUOTE_REPAIR:
            self._repair(_QUOTE_REPAIR[opening])
        elif inner_quotes:
            self._repair("unescaped quote kept in a string")
        return self._decoded(self.text[start:end])

    def _malformed_string(self, closing: str) -> _StopReadingError:
        """No quote ends the string: broken where brackets follow the last quote, else the text is cut."""
        tail = self.text[self.text.rfind(closing, self.pos) :]
        return self._broken("a string does not end") if "}" in tail or "]" in tail else self._cut_string()

    def _cut_string(self) -> _StopReadingError:
        self.pos = self.size
        return _StopReadingError(State.CUT, f"inside a string{self._of()}")

    def _decoded(self, raw: str) -> str:
        if _CONTROL.search(raw):
            self._repair("raw line break or control character kept in a string")
        return _ESCAPE.sub(self._unescape, raw) if "\\" in raw else raw

    def _unescape(self, found: re.Match[str]) -> str:
        code = found[1]
        if code in '"\\/':
            return code
        if code in _SIMPLE:
            return _SIMPLE[code]
        if code[0] == "u" and len(code) > 1:
            return _unicode(code)
        self._repair("escape that JSON does not know kept as text")
        if code[0] == "x" and len(code) > 1:
            return chr(int(code[1:], 16))
        return "\\" + code if code.isalnum() else code

    def _scalar(self) -> Value:
        found = _SCALAR.match(self.text, self.pos)
        word = found[0].strip() if found else ""
        if not found or not word:
            raise self._broken("a value is expected")
        self.pos = found.end()
        if self.pos >= self.size or (self.pos == self.size - 1 and self.text[self.pos] == "/"):
            raise self._cut()
        if word in _WORDS:
            return _WORDS[word]
        if _NUMBER.fullmatch(word):
            return Number(word)
        return self._foreign(word)

    def _foreign(self, word: str) -> Value:
        if word in _FOREIGN:
            self._repair("Python's True, False or None read as JSON")
            return _FOREIGN[word]
        if _NUMBER_LIKE.fullmatch(word):
            self._repair("number not written as JSON writes it")
            return Number(word)
        self._repair("unquoted word read as text")
        return word

    def _skip_blanks(self) -> None:
        text = self.text
        while True:
            found = _BLANKS.match(text, self.pos)
            end = found.end() if found else self.pos
            if end > self.pos and text[self.pos : end].strip(" \t\r\n"):
                self._repair("unusual blank skipped")
            self.pos = end
            if end >= self.size or text[end] not in "/#":
                return
            if text[end] == "#" or text.startswith("//", end):
                close = text.find("\n", end)
            elif text.startswith("/*", end):
                close = text.find("*/", end + 2)
                close = close + 2 if close >= 0 else close
            elif end == self.size - 1:
                close = -1
            else:
                return
            self._repair("comment removed")
            self.pos = close if close >= 0 else self.size

    def _repair(self, words: str) -> None:
        path = tuple(o.key for o in self.stack[:_PATH] if o.key is not None)
        self.repairs[path, words] = None

    def _of(self) -> str:
        path = [o.key for o in self.stack if o.key is not None]
        return f' of "{".".join(path)[:80]}"' if path else ""

    def _cut(self) -> _StopReadingError:
        self.pos = self.size
        return _StopReadingError(State.CUT, f"inside an unclosed object{self._of()}")

    def _broken(self, expected: str) -> _StopReadingError:
        came = self.text[self.pos : self.pos + 12]
        return _StopReadingError(State.BROKEN, f"{expected} at character {self.pos + 1}{self._of()}, came {came!r}")


def _unicode(code: str) -> str:
    r"""`uXXXX` or a pair `uXXXX\uXXXX` of half surrogates as one character; a lone half stays."""
    first = int(code[1:5], 16)
    if len(code) == 5:
        return chr(first)
    return chr(0x10000 + ((first - 0xD800) << 10) + (int(code[7:], 16) - 0xDC00))
