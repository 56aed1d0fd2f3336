"""Digests: the identity of a value, the same on every machine."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["canonical_json", "digest_of", "sha256_text"]


def canonical_json(value: Any) -> str:
    """JSON text with sorted keys, no blanks and only ASCII, so that equal values give equal text.

    Lone surrogates survive as escapes. NaN and infinities are refused (`ValueError`).

    >>> canonical_json({"b": 1, "a": "é"})
    '{"a":"\\\\u00e9","b":1}'
    """
    return _ENCODE(value)


_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
"""Made once: making it costs as much as encoding a case."""


def digest_of(value: Mapping[str, Any]) -> str:
    """Hexadecimal SHA-256 of a value's canonical JSON; 64 characters."""
    return hashlib.sha256(canonical_json(value).encode("ascii")).hexdigest()


def sha256_text(text: str) -> str:
    """Hexadecimal SHA-256 of a text in UTF-8; lone surrogates are hashed as they stand."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
