r"""Tables as spreadsheet programs save them.

- The separator is the one of comma, semicolon, tab and `|` under which the header names the most known columns; a
  first line `sep=;` decides. A `|` inside a cell is text.
- Quoted cells may hold separators, doubled quotes and line ends; `\r\n` and `\r` in a cell become `\n`.
- A cell without a word is absent. A line without a filled cell is skipped.
- Header names are read without regard to case and blanks around them; inner blanks and hyphens count as `_`.
- `expect.decision` makes nested fields; columns whose name ends in `[]` and may stand several times make a list.
- A row with too few or too many cells is a fault; empty cells at its end do not count, nor do columns without a name.
"""

import csv
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gaugeblock._text import count_of
from gaugeblock.errors import UsageError
from gaugeblock.files._decode import text_lines
from gaugeblock.files._faults import LocatedError

__all__ = ["Row", "Table", "nested", "open_table"]

_SEPARATORS = (",", ";", "\t", "|")
_ONE_COLUMN = "\x1f"
"""A separator that no text holds, for a table of one column."""
_LONGEST_CELL = 2**31 - 1
"""A cell may hold an answer of any length; a larger number is refused where a C long has 32 bits, as on Windows."""
_HEAD_LINES = 50
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its filled cells by header name."""

    line: int
    """1-based physical line on which the row begins."""
    cells: dict[str, str | list[str]]
    """A list under the names that end in `[]`, without the brackets."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose header has been read."""

    names: tuple[str, ...]
    """The columns' names in their one spelling; empty for a column without a name."""
    rows: Iterator[Row | LocatedError]
    """Row after row; a row that does not fit is an error value, so that the next one can be read."""


def open_table(path: Path, known: Sequence[str], error: type[UsageError]) -> Table:
    """Read the header and be ready for the rows.

    Args:
        known: the column names that the file's kind knows; they decide the separator.

    Raises:
        UsageError: (the given kind) the bytes are no text.
        LocatedError: there is no header, or a column stands twice.
    """
    csv.field_size_limit(_LONGEST_CELL)  # the setting is the csv module's, for the whole process
    lines = _physical_lines(path, error)
    head = list(itertools.islice(lines, _HEAD_LINES))
    skipped, forced = _announced(head)
    head = head[skipped:]
    separator = forced or _separator(head, known)
    reader = _Records(itertools.chain(head, lines), separator, skipped, loose=_loose(head, separator))
    names = _header(reader)
    return Table(names, _rows(reader, names))


class _Records:
    """The csv module's records, each with the line it begins on."""

    def __init__(self, lines: Iterator[str], separator: str, skipped: int, *, loose: bool) -> None:
        self._reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=loose)
        self._skipped = skipped
        self.line = skipped + 1

    def __iter__(self) -> Iterator[list[str]]:
        while True:
            self.line = self._skipped + self._reader.line_num + 1
            try:
                yield next(self._reader)
            except StopIteration:
                return
            except csv.Error as e:
                raise LocatedError(_words(e), self.line) from e


def _words(e: csv.Error) -> str:
    if "unexpected end" in str(e):
        return "the quoted cell that begins in this row is never closed"
    if "expected after" in str(e):
        return 'text follows the closing quote of a cell; write a quote inside a quoted cell twice: ""'
    return f"not a table: {e}"


def _physical_lines(path: Path, error: type[UsageError]) -> Iterator[str]:
    for line in text_lines(path, error):
        if "\r" in line[:-2]:
            yield from _LINES.findall(line)
        else:
            yield line


def _announced(head: list[str]) -> tuple[int, str | None]:
    """How many first lines are not the table's, and the separator that a `sep=` line names."""
    skipped = 0
    while skipped < len(head) and not head[skipped].strip():
        skipped += 1
    if skipped < len(head):
        found = re.fullmatch(r'"?sep=(.)"?[,;\t|]*\r?\n?', head[skipped], re.IGNORECASE | re.DOTALL)
        if found:
            return skipped + 1, found[1]
    return skipped, None


def _separator(head: list[str], known: Sequence[str]) -> str:
    """The separator under which the header has the most known names; of equals the one with the most columns."""

    def worth(separator: str) -> tuple[int, int]:
        names = [_spelled(cell).removesuffix("[]").partition(".")[0] for cell in _first(head, separator)]
        return len([n for n in names if n in known]), len(names)

    best = max(_SEPARATORS, key=worth)
    if worth(best)[1] <= 1:
        return _ONE_COLUMN
    if best == "|" and worth(best)[0] < 2:
        return max(_SEPARATORS[:3], key=worth)
    return best


def _first(head: list[str], separator: str) -> list[str]:
    try:
        return next(csv.reader(head, delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        return []


def _loose(head: list[str], separator: str) -> bool:
    """Whether the author writes a blank after the separator."""
    first = head[0] if head else ""
    return f"{separator} " in first and separator != "\t"


def _spelled(header: str) -> str:
    parts = (re.sub(r"[\s\-]+", "_", part.strip()) for part in header.strip().lower().split("."))
    return ".".join(parts)


def _header(reader: _Records) -> tuple[str, ...]:
    names = tuple(_spelled(cell) for cell in next(iter(reader), []))
    if not any(names):
        raise LocatedError("the file is empty; expected a header line with the columns' names", 1)
    for name in names:
        if name and not name.endswith("[]") and names.count(name) > 1:
            raise LocatedError(f"the column {name} stands twice; rename one, or write {name}[] for a list", reader.line)
    return names


def _rows(reader: _Records, names: tuple[str, ...]) -> Iterator[Row | LocatedError]:
    width = max(i for i, name in enumerate(names, start=1) if name)
    records = iter(reader)
    while True:
        try:
            record = next(records, None)
        except LocatedError as e:
            yield e
            return
        if record is None:
            return
        if any(cell.strip() for cell in record):
            yield _row(reader.line, record, names, width)


def _row(line: int, record: list[str], names: tuple[str, ...], width: int) -> Row | LocatedError:
    if len(record) < width:
        return LocatedError(
            f"expected {count_of(width, 'cell')}, got {len(record)}; a quote or a separator is missing", line
        )
    cells: dict[str, str | list[str]] = {}
    for i, cell in enumerate(record):
        if not cell.strip():
            continue
        name = names[i] if i < len(names) else ""
        if not name:
            return LocatedError(
                f"expected {count_of(width, 'cell')}, got {len(record)}: {cell.strip()[:40]!r} stands under no column "
                "name; quote a cell that holds the separator",
                line,
            )
        text = cell.replace("\r\n", "\n").replace("\r", "\n")
        if name.endswith("[]"):
            bag = cells.setdefault(name[:-2], [])
            if isinstance(bag, list):
                bag.append(text)
        else:
            cells[name] = text
    return Row(line, cells)


def nested(cells: dict[str, str | list[str]]) -> dict[str, Any]:
    """Cells under dotted names as nested objects: `{"expect.decision": "no"}` → `{"expect": {"decision": "no"}}`.

    Raises:
        ValueError: a name is both a field and the beginning of others.
    """
    found: dict[str, Any] = {}
    for name, value in cells.items():
        *outer, last = name.split(".")
        place = found
        for part in outer:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise ValueError(f"the columns {part} and {name} cannot both be filled")
        if last in place:
            raise ValueError(f"the column {name} is filled beside another one for the same field; keep one")
        place[last] = value
    return found
