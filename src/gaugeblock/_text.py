"""Small text tools used on more than one floor."""

import re
from collections.abc import Iterable

__all__ = ["count_of", "mask_secrets", "nearest", "printable", "shorten"]

_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=\-]{8,}")
_QUERY_KEY = re.compile(
    r"(?i)((?:api[_-]?key|access[_-]?token|auth[_-]?token|token|secret|password|key)\s*['\"]?\s*[=:]\s*['\"]?)"
    r"([A-Za-z0-9._~+/\-]{8,})"
)
_KNOWN_SHAPE = re.compile(r"\b(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA|AIza)[-_A-Za-z0-9]{12,}\b")


def mask_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Replace every given secret, and everything of a key's usual shape, by `***`.

    >>> mask_secrets("401 for ?api_key=sk-test-1234567890abcdef", ["sk-test-1234567890abcdef"])
    '401 for ?api_key=***'
    """
    for secret in sorted({s for s in secrets if len(s) >= 4}, key=len, reverse=True):
        text = text.replace(secret, "***")
    text = _BEARER.sub(lambda m: f"{m[1]} ***", text)
    text = _QUERY_KEY.sub(lambda m: f"{m[1]}***", text)
    return _KNOWN_SHAPE.sub("***", text)


def shorten(text: str, limit: int = 80) -> str:
    """One line of at most `limit` characters, cut at the end with an ellipsis.

    >>> shorten("a  b\\nc", 80)
    'a b c'
    """
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def printable(text: str) -> str:
    """The text with lone surrogates and control characters (but line ends and tabs) shown as U+FFFD."""
    return "".join(
        c if c in "\n\t" or (c >= " " and not "\ud800" <= c <= "\udfff" and c != "\x7f") else "�" for c in text
    )


def count_of(number: int, noun: str, plural: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name closest in spelling, or an empty string when none is close."""
    import difflib

    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""
