"""JSON read strictly: nothing of what stands in the file is lost.

A key given twice, `NaN`, `Infinity` and numbers beyond the range of a float are refused; half surrogates survive.
"""

import json
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from gaugeblock.files._document import Document
from gaugeblock.files._faults import Loc, LocatedError

__all__ = ["Element", "json_document", "json_elements", "json_value"]

_BLANK = re.compile(r"[ \t\r\n]*")
_DEPTH = 200


def json_value(text: str, line: int = 1) -> Any:
    """One JSON value; `line` is the line it begins on, for the message.

    Raises:
        LocatedError: it is not JSON.
    """
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as e:
        raise LocatedError(_words(e), line + e.lineno - 1) from e
    except (ValueError, RecursionError) as e:
        raise LocatedError(_plain(e), line) from e


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a list in a JSON text."""

    text: str
    """The whole text."""
    at: int
    """Where the element begins in it."""
    line: int
    value: Any

    def line_of(self, loc: Loc) -> int:
        """The line of a place inside the element; the text is walked for it, so only faults should ask."""
        lines: dict[Loc, int] = {}
        _Reader(self.text).located(self.at, (), lines)
        return Document(data=self.value, lines=lines).line_of(loc)


def json_elements(text: str, key: str) -> Iterator[Element]:
    """The elements of a list, or of the list under `key` of an object.

    Besides the list the object may hold `$schema`.

    Raises:
        LocatedError: it is not JSON, or there is no such list.
    """
    reader = _Reader(text)
    start = reader.skip(0)
    if text[start : start + 1] == "[":
        end = yield from reader.elements(start)
    elif text[start : start + 1] == "{":
        end = yield from reader.elements_under(start, key)
    elif start == len(text):
        raise LocatedError(f"the file is empty; expected a list, or an object with a list {key}", 1)
    else:
        raise LocatedError(f"expected a list, or an object with a list {key}", reader.line(start))
    reader.expect_end(end)


def json_document(text: str) -> Document:
    """A whole JSON text with the line of every value; for files that people write by hand.

    Raises:
        LocatedError: it is not JSON; a key that stands twice is named with both lines.
    """
    reader = _Reader(text)
    lines: dict[Loc, int] = {}
    data, end = reader.located(reader.skip(0), (), lines)
    reader.expect_end(end)
    return Document(data=data, lines=lines)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [k for k, _ in pairs]
        twice = next(k for k in keys if keys.count(k) > 1)
        raise ValueError(f'the key "{twice}" stands twice in one object; keep one of them')
    return found


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number; leave the field out")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


class _Reader:
    """Walks a JSON text by positions; the standard decoder reads the values, this keeps the lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._at = 0
        self._line = 1

    def line(self, at: int) -> int:
        """The 1-based line of a position; positions mostly grow, so counting goes on from the last one."""
        if at < self._at:
            self._at, self._line = 0, 1
        self._line += self.text.count("\n", self._at, at)
        self._at = at
        return self._line

    def skip(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def value(self, at: int) -> tuple[Any, int]:
        try:
            return _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as e:
            raise LocatedError(_words(e), e.lineno) from e
        except (ValueError, RecursionError) as e:
            raise LocatedError(_plain(e), self.line(at)) from e

    def expect_end(self, at: int) -> None:
        at = self.skip(at)
        if at < len(self.text):
            raise LocatedError("not JSON: something follows the end of the document", self.line(at))

    def elements(self, at: int) -> Generator[Element, None, int]:
        """The elements of the list that opens at `at`; returns where it ends."""
        at = self.skip(at + 1)
        while self.text[at : at + 1] != "]":
            start, line = at, self.line(at)
            value, at = self.value(at)
            yield Element(self.text, start, line, value)
            at = self._after(at, "]")
        return at + 1

    def elements_under(self, at: int, key: str) -> Generator[Element, None, int]:
        start, found = at, False
        at = self.skip(at + 1)
        while self.text[at : at + 1] != "}":
            name_at = at
            name, at = self.key(at)
            if name == key and not found and self.text[at : at + 1] == "[":
                found = True
                at = yield from self.elements(at)
            elif name == "$schema":
                _, at = self.value(at)
            else:
                raise LocatedError(
                    f'unexpected key "{name}"; expected one list {key} and, if wanted, $schema', self.line(name_at)
                )
            at = self._after(at, "}")
        if not found:
            raise LocatedError(f"expected a list, or an object with a list {key}", self.line(start))
        return at + 1

    def key(self, at: int) -> tuple[str, int]:
        """The key that stands here, and where its value begins."""
        if self.text[at : at + 1] != '"':
            raise LocatedError("not JSON: a key in double quotes is missing", self.line(at))
        name, at = self.value(at)
        at = self.skip(at)
        if self.text[at : at + 1] != ":":
            raise LocatedError(f'not JSON: the colon after "{name}" is missing', self.line(at))
        return name, self.skip(at + 1)

    def _after(self, at: int, closing: str) -> int:
        """Past the comma after an entry, or at the closing bracket."""
        at = self.skip(at)
        sign = self.text[at : at + 1]
        if sign == closing:
            return at
        if sign != ",":
            what = "the file ends too early" if at >= len(self.text) else f"a comma or {closing} is missing"
            raise LocatedError(f"not JSON: {what}", self.line(at))
        at = self.skip(at + 1)
        if self.text[at : at + 1] == closing:
            raise LocatedError("not JSON: a comma stands before the closing bracket", self.line(at))
        return at

    def located(self, at: int, loc: Loc, lines: dict[Loc, int]) -> tuple[Any, int]:
        if len(loc) > _DEPTH:
            raise LocatedError(f"nested more than {_DEPTH} deep", self.line(at))
        lines.setdefault(loc, self.line(at))
        sign = self.text[at : at + 1]
        if sign == "[":
            return self._located_list(at, loc, lines)
        if sign == "{":
            return self._located_object(at, loc, lines)
        return self.value(at)

    def _located_list(self, at: int, loc: Loc, lines: dict[Loc, int]) -> tuple[list[Any], int]:
        found: list[Any] = []
        at = self.skip(at + 1)
        while self.text[at : at + 1] != "]":
            value, at = self.located(at, (*loc, len(found)), lines)
            found.append(value)
            at = self._after(at, "]")
        return found, at + 1

    def _located_object(self, at: int, loc: Loc, lines: dict[Loc, int]) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        at = self.skip(at + 1)
        while self.text[at : at + 1] != "}":
            line = self.line(at)
            name, at = self.key(at)
            if name in found:
                first = lines[(*loc, name)]
                raise LocatedError(f'the key "{name}" stands twice: line {first} and line {line}', line)
            lines[(*loc, name)] = line
            found[name], at = self.located(at, (*loc, name), lines)
            at = self._after(at, "}")
        return found, at + 1


def _words(e: json.JSONDecodeError) -> str:
    return f"not JSON: {e.msg[:1].lower()}{e.msg[1:]} at column {e.colno}"


def _plain(e: Exception) -> str:
    return "nested too deep to be read" if isinstance(e, RecursionError) else str(e)
