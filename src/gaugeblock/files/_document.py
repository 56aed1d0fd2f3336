"""A document: plain data of a YAML or JSON file, and the line each value stands on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gaugeblock._text import printable
from gaugeblock.errors import UsageError
from gaugeblock.files._decode import read_text
from gaugeblock.files._faults import Fault, Faults, Loc, LocatedError, field_text, shown

__all__ = ["Document", "FaultSheet", "read_document"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Plain data with line numbers."""

    data: Any
    """From YAML: objects, lists, texts and None; from JSON also numbers and booleans."""
    lines: Mapping[Loc, int] = field(default_factory=dict)
    """1-based line by place; a key's line for the entries of an object."""

    def line_of(self, loc: Loc) -> int:
        """The line of a place, or of the nearest thing around it."""
        while loc and loc not in self.lines:
            loc = loc[:-1]
        return self.lines.get(loc, 1)

    def lines_below(self, base: Loc) -> Callable[[Loc], int]:
        """`line_of` for the places inside one entry."""
        return lambda loc: self.line_of((*base, *loc))


def read_document(path: Path, error: type[UsageError]) -> Document:
    """A YAML or JSON file, by its ending (`.json` is JSON, everything else YAML).

    Raises:
        UsageError: (the given kind) the file cannot be read or parsed; the message names the line.
    """
    text = read_text(path, error)
    try:
        if path.suffix.lower() == ".json":
            from gaugeblock.files._json import json_document

            return json_document(text)
        from gaugeblock.files._yaml import yaml_document

        return yaml_document(text)
    except LocatedError as e:
        raise error(printable(str(Fault(file=shown(path), line=e.line, words=e.words)))) from e


class FaultSheet:
    """The faults of one document, put in order of its lines."""

    def __init__(self, path: Path, document: Document, subject: Callable[[Loc], str] = lambda _: "") -> None:
        """`subject` names the entry that a place's first two parts lead to, such as `dimension tone`."""
        self._path = path
        self._document = document
        self._subject = subject
        self._noted: dict[tuple[Loc, str], Fault] = {}

    def note(self, loc: Loc, words: str) -> None:
        """Note what is wrong at a place."""
        subject = self._subject(loc)
        self._noted[loc, words] = Fault(
            file=shown(self._path),
            line=self._document.line_of(loc),
            subject=subject,
            field=field_text(loc[2:] if subject else loc),
            words=words,
        )

    def raise_if_any(self, error: type[UsageError]) -> None:
        """Raise `error` with every fault on a line of its own, when there is one."""
        faults = Faults()
        for fault in sorted(self._noted.values(), key=lambda f: f.line or 0):
            faults.add(fault)
        faults.raise_if_any(error)
