"""YAML as people mean it: every scalar is text, quoted or not.

`no`, `1e3`, `0123`, `12:30` and `2024-10-01` stay the words that were written; a number is made of one only where a
file's shape asks for a number. A value that is left empty (`topic:`) is absent; `""` is an empty text. Anchors,
aliases and the merge key `<<` work; tags, keys that are no text, a key given twice and a second document are refused.
"""

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from gaugeblock.files._document import Document
from gaugeblock.files._faults import Loc, LocatedError

__all__ = ["yaml_document"]

_DEPTH = 100
_ROOM = 1_000_000
"""How many values and characters aliases may add before they count as a bomb."""


def yaml_document(text: str) -> Document:
    """A YAML text as plain data with the line of every value.

    Raises:
        LocatedError: it is no YAML, or it holds one of the things that are refused.
    """
    loader = _Loader(text)
    try:
        data = loader.document()
    except MarkedYAMLError as e:
        mark = e.problem_mark or e.context_mark
        raise LocatedError(f"not YAML: {e.problem or e.context}", mark.line + 1 if mark else None) from e
    except YAMLError as e:
        raise LocatedError(f"not YAML: {str(e).splitlines()[0]}") from e
    return Document(data=data, lines=loader.lines)


class _Loader:
    """Builds plain data from the parser's events."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Loc, int] = {}
        self._events: Iterator[Event] = YAML(typ="safe", pure=True).parse(text)
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._size = 0
        """Values and characters so far, with every alias counted as what it stands for."""
        self._added = 0

    def document(self) -> Any:
        data, seen = None, False
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                if seen:
                    raise LocatedError("a second document begins (---); one file holds one", _line(event))
                seen = True
                data = self._value(next(self._events), ())
        return data

    def _value(self, event: Event, loc: Loc) -> Any:
        line = _line(event)
        self.lines.setdefault(loc, line)
        if len(loc) > _DEPTH:
            raise LocatedError(f"nested more than {_DEPTH} deep", line)
        if isinstance(event, AliasEvent):
            return self._alias(event, line)
        if not isinstance(event, ScalarEvent | SequenceStartEvent | MappingStartEvent):
            raise LocatedError("not YAML: a value is missing", line)
        if event.tag is not None:
            raise LocatedError(f"the tag {event.tag} is not read; write the value without it", line)
        before = self._size
        self._size += 1
        if isinstance(event, ScalarEvent):
            value: Any = self._scalar(event)
        elif isinstance(event, SequenceStartEvent):
            value = self._list(loc)
        else:
            value = self._object(loc)
        if event.anchor is not None:
            self._anchors[event.anchor] = value, self._size - before
        return value

    def _scalar(self, event: ScalarEvent) -> str | None:
        text = str(event.value)
        self._size += len(text)
        plain = event.implicit[0]
        return None if plain and text == "" else text

    def _alias(self, event: AliasEvent, line: int) -> Any:
        if event.anchor not in self._anchors:
            raise LocatedError(f"the alias *{event.anchor} stands before the end of its anchor", line)
        value, size = self._anchors[event.anchor]
        self._size += size
        self._added += size
        if self._added > _ROOM:
            raise LocatedError(f"aliases blow this file up to more than {_ROOM:,} values; write less of them", line)
        return value

    def _list(self, loc: Loc) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            found.append(self._value(event, (*loc, len(found))))
        return found

    def _object(self, loc: Loc) -> dict[str, Any]:
        found: dict[str, Any] = {}
        merged: list[tuple[Any, int]] = []
        while not isinstance(event := next(self._events), MappingEndEvent):
            key, line = self._key(event), _line(event)
            if key == "<<":
                merged.append((self._value(next(self._events), (*loc, key)), line))
                continue
            if key in found:
                first = self.lines[(*loc, key)]
                raise LocatedError(f'the key "{key}" stands twice: line {first} and line {line}', line)
            self.lines[(*loc, key)] = line
            found[key] = self._value(next(self._events), (*loc, key))
        for value, line in merged:
            found = _merge(found, value, line)
        return found

    def _key(self, event: Event) -> str:
        if isinstance(event, AliasEvent):
            value = self._alias(event, _line(event))
        elif isinstance(event, ScalarEvent) and event.tag is None:
            value = str(event.value)
            if event.anchor is not None:
                self._anchors[event.anchor] = value, len(value)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            raise LocatedError("a key must be text; quote braces and brackets in a text that begins with them",
                               _line(event))  # fmt: skip
        else:
            raise LocatedError("a key must be text without a tag", _line(event))
        if not isinstance(value, str):
            raise LocatedError("a key must be text", _line(event))
        self._size += len(value)
        return value


def _merge(found: dict[str, Any], value: Any, line: int) -> dict[str, Any]:
    """What stands in the object itself wins over what is merged, an earlier merge over a later one."""
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if not isinstance(part, dict):
            raise LocatedError("<< takes an object or a list of objects", line)
        found = found | {k: v for k, v in part.items() if k not in found}
    return found


def _line(event: Event) -> int:
    return int(event.start_mark.line) + 1
