"""A row of a table as a case's record: lists and objects out of cells.

A cell that begins with `[` or `{` is read as JSON in the columns that hold lists or objects. In columns that may also
hold plain text (`input`, `source`, `retrieved`) only what has the right form is taken so, every other text stays text.
In `tags` and the lists of `expect` a plain text is a list of one.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from gaugeblock.files._case_shape import CaseShape
from gaugeblock.files._csv import nested
from gaugeblock.files._faults import LocatedError
from gaugeblock.files._json import json_value

__all__ = ["COLUMNS", "record_of", "unknown_columns"]

COLUMNS = tuple(CaseShape.model_fields)
"""The first parts of the column names that a golden set's table may have."""

_NESTED = {"output", "trace", "expect", "labels"}
_LISTS = {"tags", "expect.tools", "expect.forbidden", "expect.keywords", "expect.actions"}
_OBJECTS = {"output", "trace", "trace.messages", "tool_calls", "expect", "expect.confidence", "labels"}


def unknown_columns(names: tuple[str, ...]) -> Iterator[str]:
    """The column names that are no fields of a case."""
    for name in names:
        first, dot, _ = name.removesuffix("[]").partition(".")
        if name and (first not in COLUMNS or (dot and first not in _NESTED)):
            yield name


def record_of(cells: dict[str, str | list[str]], line: int) -> dict[str, Any]:
    """The record that a row stands for.

    Raises:
        LocatedError: a cell that must be JSON is none, or two columns fill one place.
    """
    read: dict[str, Any] = {}
    for name, cell in cells.items():
        try:
            read[name] = cell if isinstance(cell, list) else _value(name, cell)
        except LocatedError as e:
            raise LocatedError(f"field {name}: the cell begins like JSON and is none: {e.words}", line) from e
    try:
        return nested(read)
    except ValueError as e:
        raise LocatedError(str(e), line) from e


def _value(name: str, cell: str) -> Any:
    text = cell.strip()
    like_json = text[:1] in ("[", "{")
    if name in _LISTS:
        return json_value(text) if text.startswith("[") else [cell]
    if name in _OBJECTS:
        return json_value(text) if like_json else cell
    if name in _FORMS and like_json:
        return _if_of_form(text, _FORMS[name], cell)
    return cell


def _if_of_form(text: str, fits: Callable[[Any], bool], cell: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return cell
    return json_value(text) if isinstance(value, list) and value and all(fits(v) for v in value) else cell


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and "role" in value


def _is_passage(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and "text" in value)


_FORMS: dict[str, Callable[[Any], bool]] = {
    "input": _is_message,
    "source": _is_passage,
    "retrieved": _is_passage,
}
