"""Faults of a file: each with its place and its words, gathered so that an author sees all of them at once."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from gaugeblock._text import count_of, mask_secrets, nearest, printable, shorten
from gaugeblock.errors import UsageError

__all__ = ["LIMIT", "Fault", "Faults", "Loc", "LocatedError", "did_you_mean", "faults_of", "field_text", "got", "shown"]

LIMIT = 50
"""How many faults an error lists; the rest is counted."""

Loc = tuple[str | int, ...]
"""Where a value stands in its record: keys and 0-based positions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong with a file."""

    file: str
    line: int | None = None
    """1-based physical line; None: the file as a whole."""
    subject: str = ""
    """What it concerns, such as `case A-1`."""
    field: str = ""
    words: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        named = f"field {self.field}" if self.field else ""
        return ": ".join(part for part in (place, self.subject, named, self.words) if part)


class LocatedError(Exception):
    """A file stops being readable here; `line` is None where no line can be named."""

    def __init__(self, words: str, line: int | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.line = line


@dataclass(slots=True)
class Faults:
    """Gathers faults; keeps the first fifty and counts the rest."""

    lines: list[str] = field(default_factory=list)
    count: int = 0

    def add(self, fault: Fault | str) -> None:
        """Note one fault."""
        self.count += 1
        if len(self.lines) < LIMIT:
            self.lines.append(printable(str(fault)))

    def raise_if_any(self, error: type[UsageError]) -> None:
        """Raise `error` with every fault on a line of its own, when there is one."""
        if not self.count:
            return
        rest = self.count - len(self.lines)
        more = [f"… and {count_of(rest, 'more fault')}"] if rest else []
        raise error("\n".join([*self.lines, *more]))


def shown(path: Path) -> str:
    """The path as people write it: relative to the working folder when it stands below it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def field_text(loc: Loc) -> str:
    """`("expect", "tools", 0)` → `expect.tools[0]`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def got(value: Any) -> str:
    """A value in words, for "expected …, got …"; keys in it are masked."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f'"{shorten(mask_secrets(printable(value)), 60)}"'
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
    return type(value).__name__


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """The second half of "unknown key …": the nearest known name, or all of them."""
    near = nearest(name.casefold(), known)
    return f"did you mean {near}?" if near else f"known are {', '.join(known)}"


def faults_of(error: ValidationError, shape: type[BaseModel]) -> Iterator[tuple[Loc, str]]:
    """What a file's shape found wrong, as places and words."""
    for e in error.errors(include_url=False, include_context=True):
        loc, known, tag = _walk(shape, e["loc"])
        yield loc, _words(e, known, tag)


def _walk(shape: type[BaseModel], loc: Sequence[str | int]) -> tuple[Loc, list[str], str]:
    """The place without the tags that unions add, the keys known at the end of it, and the last tag."""
    shapes: list[type[BaseModel]] = [shape]
    path: list[str | int] = []
    known: list[str] = []
    tag = ""
    for part in loc:
        fields = [f.alias or name for s in shapes for name, f in s.model_fields.items()]
        tagged = [s for s in shapes if getattr(s, "TAG", None) == part]
        if isinstance(part, str) and part in TAGS:
            tag = part
        elif tagged:
            shapes = tagged
        else:
            known, tag = fields, ""
            path.append(part)
            if not isinstance(part, int):
                shapes = [inner for s in shapes for inner in _shapes_below(s, part)]
    return tuple(path), known, tag


TAGS = {"text or a list": "text or a list", "a list": "a list", "text or an object": "text or an object",
        "an object": "an object"}  # fmt: skip
"""Names of a union's branches, chosen so that they read well after "expected"."""


def _shapes_below(shape: type[BaseModel], key: str) -> Iterator[type[BaseModel]]:
    """The shapes of what stands under a key; of an unknown one, where the shape is open to such."""
    field = shape.model_fields.get(key)
    yield from _shapes_in(field.annotation if field else shape.__annotations__.get("__pydantic_extra__"))


def _shapes_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) is not None or isinstance(annotation, UnionType | type(Union)):
        for inner in get_args(annotation):
            yield from _shapes_in(inner)


_EXPECTED = {
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "an object",
    "mapping_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "decimal_type": "a decimal number",
    "decimal_parsing": "a decimal number",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}


def _words(e: Any, known: list[str], tag: str) -> str:
    kind, value, context = e["type"], e["input"], e.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return f"unknown key; {did_you_mean(str(e['loc'][-1]), known)}"
    if kind == "string_unicode":
        return "a key holds half of a surrogate pair; write the key in plain characters"
    if kind in _BOUNDS:
        name, word = _BOUNDS[kind]
        return f"expected a number of {word} {context[name]}, got {got(value)}"
    if kind in ("literal_error", "enum"):
        return f"expected {context['expected']}, got {got(value)}"
    if kind == "union_tag_invalid":
        return f"expected {context['expected_tags']}, got {got(context['tag'])}"
    if kind == "union_tag_not_found":
        return f"{context['discriminator']} is missing or the entry is no object"
    if kind == "string_too_short" or (kind == "string_pattern_mismatch" and not value):
        return "expected words, got nothing"
    if kind in _EXPECTED:
        expected = TAGS.get(tag, _EXPECTED[kind]) if kind in ("string_type", "list_type") else _EXPECTED[kind]
        quotes = "; write it in quotes" if kind == "string_type" and _is_number(value) else ""
        return f"expected {expected}, got {got(value)}{quotes}"
    return str(e["msg"]).removeprefix("Value error, ")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
