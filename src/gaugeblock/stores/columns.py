"""Column types whose values come back exactly as they went in, on SQLite and on PostgreSQL.

Three kinds of text: *words* (any length, never indexed), *names* (indexed: ids, topics, dimensions) and JSON.
What a database cannot hold (NUL, half surrogates) is written as an escape, so ordinary text stays readable in SQL:
`\\x1a` and four hexadecimal digits for the code point; `\\x1a` itself is written the same way.
A name too long for an index is written as its digest; the whole text stands in the table `long_names`.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import DateTime, Dialect, Double, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from gaugeblock._digest import sha256_text

__all__ = [
    "DIGITS",
    "KEY",
    "NAME_BYTES",
    "Json",
    "LongName",
    "Moment",
    "Name",
    "Words",
    "from_stored",
    "in_utc",
    "is_long",
    "json_text",
    "name_key",
    "sqlite_moment",
    "to_stored",
]

NAME_BYTES = 500
"""Longest name kept as it is: four of them still fit into one PostgreSQL index entry (2,704 bytes)."""

_ESCAPE = "\x1a"
_LONG = _ESCAPE + "#"
_NOT_STORABLE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile("\x1a([0-9a-f]{4})")
_HALF_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HEAD = 40
_SURELY_SHORT = NAME_BYTES // 5
"""Characters that take at most `NAME_BYTES`, escaped ones included."""

KEY: TypeEngine[str] = Text().with_variant(Text(collation="C"), "postgresql")
"""What `name_key` gives, as it is."""
DIGITS: TypeEngine[float] = Double()
"""Floating point numbers of 64 bits on both databases."""


def to_stored(text: str) -> str:
    """The text as any database can hold it; `from_stored` gives it back."""
    return text if _is_storable(text) else _NOT_STORABLE.sub(lambda m: f"{_ESCAPE}{ord(m[0]):04x}", text)


def from_stored(text: str) -> str:
    """The text that `to_stored` was given."""
    return text if _ESCAPE not in text else _ESCAPED.sub(lambda m: chr(int(m[1], 16)), text)


def is_long(name: str) -> bool:
    """Whether a name is too long for an index."""
    return len(name) > _SURELY_SHORT and len(to_stored(name).encode()) > NAME_BYTES


def name_key(name: str) -> str:
    """What stands in an indexed column for a name: itself, or its digest and first words when it is long."""
    if len(name) <= _SURELY_SHORT:
        return _short_key(name)
    if not is_long(name):
        return to_stored(name)
    return f"{_LONG}{sha256_text(name)} {to_stored(name[:_HEAD])}"


@lru_cache(maxsize=10_000)
def _short_key(name: str) -> str:
    return to_stored(name)


class LongName(str):
    """The key of a name that has to be looked up in `long_names`."""

    __slots__ = ()


class Words(TypeDecorator[str]):
    """Text of any length and content."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return Text(collation="C") if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else to_stored(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return _words_from


class Name(Words):
    """Text that is indexed; a long one comes back as `LongName`."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else name_key(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return _name_from


class Json(TypeDecorator[Any]):
    """Any JSON value, as ASCII JSON text; NaN and infinities are refused (`ValueError`)."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return json_text(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return _json_from


class Moment(TypeDecorator[datetime]):
    """A point in time, to the microsecond, in UTC; a time without a zone is refused (`ValueError`)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return in_utc(value).replace(tzinfo=None) if dialect.name == "sqlite" else in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC; `ValueError` when it has no zone."""
    if moment.tzinfo is None:
        raise ValueError(f"expected a time with its zone, got {moment.isoformat()}; use datetime.now(UTC)")
    return moment.astimezone(UTC)


@lru_cache(maxsize=1_000)
def sqlite_moment(moment: datetime) -> str:
    """A moment as SQLite's columns hold it: `2026-12-01 10:15:00.000000`, in UTC."""
    return in_utc(moment).replace(tzinfo=None).isoformat(" ", "microseconds")


def _is_storable(text: str) -> bool:
    if "\x00" in text or _ESCAPE in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _plain(value: object) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"expected a JSON value, got {type(value).__name__}")


_SHAPE: dict[str, Any] = {"separators": (",", ":"), "allow_nan": False, "check_circular": False, "default": _plain}
_encode = json.JSONEncoder(**_SHAPE).encode
_decode = json.JSONDecoder().decode
_encode_raw = json.JSONEncoder(**_SHAPE, ensure_ascii=False).encode


def _words_from(value: str | None) -> str | None:
    return value if value is None or _ESCAPE not in value else from_stored(value)


def _name_from(value: str | None) -> str | None:
    if value is None or _ESCAPE not in value:
        return value
    return LongName(value) if value.startswith(_LONG) else from_stored(value)


def _json_from(text: str | None) -> Any:
    if text is None:
        return None
    if text == "[]":
        return []
    return _decode(from_stored(text[1:]) if text.startswith(_ESCAPE) else text)


def json_text(value: Any) -> str:
    """A JSON value as ASCII text, strictly: no NaN, no infinity."""
    text = _encode(value)
    if "\\ud" in text:
        raw = _encode_raw(value)
        if _HALF_PAIR.search(raw):  # as escapes, two halves side by side would be read as one character
            return _ESCAPE + to_stored(raw)
    return text
