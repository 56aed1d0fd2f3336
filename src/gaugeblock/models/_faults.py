"""What a provider's error answer means: which fault it is, whether asking again may help, and when.

Providers word errors in many shapes; all of them are read here into one `Fault`.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

from gaugeblock._reasons import Reason
from gaugeblock._text import printable, shorten
from gaugeblock.errors import JudgeError

__all__ = ["Fault", "body_text", "fault_error", "first_words", "read_fault", "retry_after"]

_LONGEST = 4_000
"""So many characters of a provider's error are looked at."""
_SHOWN = 300
_TOO_LONG = re.compile(
    r"context.?length|context.?size|context.?window|maximum model length|max_model_len|prompt is too long"
    r"|prompt too long|too many tokens|reduce the length|input token count|input is too long|exceed_context"
)
_PASSING = frozenset({408, 409, 425, 429})
_PERMANENT = frozenset({501, 505})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One error answer."""

    status: int
    message: str = ""
    """The provider's words, as sent."""
    code: str = ""
    """The provider's own code and type, in one text."""
    parameter: str = ""
    """The request's field the provider blames; empty when it names none."""

    @property
    def words(self) -> str:
        """Everything that was said, in lower case."""
        return f"{self.parameter} {self.code} {self.message}".lower()

    @property
    def too_long(self) -> bool:
        """Whether the question did not fit."""
        return self.status == 413 or (self.status in {400, 422, 500} and bool(_TOO_LONG.search(self.words)))


def read_fault(status: int, body: bytes) -> Fault:
    """The fault in an error body: any provider's JSON shape, or plain text, or a page."""
    text = body_text(body[: 4 * _LONGEST])
    try:
        value = json.loads(body_text(body))
    except (ValueError, RecursionError):
        return Fault(status=status, message=text[:_LONGEST])
    return fault_in(status, value)


def fault_in(status: int, value: Any) -> Fault:
    """The fault in a decoded error body."""
    if isinstance(value, list) and value:
        value = value[0]
    outer = value if isinstance(value, dict) else {"message": value}
    inner = outer.get("error", outer)
    if not isinstance(inner, dict):
        inner = {"message": inner}
    detail = outer.get("detail")
    said = inner.get("message") or detail or outer.get("message") or inner
    return Fault(
        status=status,
        message=(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False, default=str))[:_LONGEST],
        code=" ".join(str(inner[k])[:80] for k in ("code", "type", "status") if inner.get(k)),
        parameter=_parameter(inner.get("param"), detail),
    )


def fault_error(
    fault: Fault, headers: Mapping[str, str], *, now: Callable[[], datetime], mask: Callable[[str], str], hint: str = ""
) -> JudgeError:
    """The error to raise for a fault: reason, whether and when to ask again, and the provider's masked words."""
    reason, retryable = _meaning(fault)
    wish = headers.get("x-should-retry", "").strip().lower()
    if wish in {"true", "false"} and not _out_of_credit(fault):
        retryable = wish == "true"
    return JudgeError(
        _sentence(fault, headers, mask) + (f" ({hint})" if hint else ""),
        reason=reason,
        retryable=retryable,
        retry_after=retry_after(headers, now) if retryable else None,
    )


def retry_after(headers: Mapping[str, str], now: Callable[[], datetime]) -> float | None:
    """Seconds the provider asks to wait: `retry-after-ms`, else `Retry-After` (seconds or a date); None: no wish."""
    thousandths = _seconds(headers.get("retry-after-ms", ""))
    if thousandths is not None:
        return thousandths / 1000
    text = headers.get("Retry-After", "").strip()
    seconds = _seconds(text)
    if seconds is not None or not text:
        return seconds
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now()).total_seconds())


def body_text(body: bytes) -> str:
    """The body as text: UTF-8, with or without a mark, bytes that are none replaced."""
    return body.decode("utf-8-sig", "replace")


def first_words(body: bytes, mask: Callable[[str], str]) -> str:
    """The beginning of a body, fit to be shown."""
    return shorten(printable(mask(body_text(body[:_LONGEST]))), 120)


def _meaning(fault: Fault) -> tuple[Reason, bool]:
    """The reason, and whether the fault may pass."""
    status = fault.status
    if status == 429:
        return Reason.RATE_LIMITED, not _out_of_credit(fault)
    if fault.too_long:
        return Reason.SOURCE_TOO_LONG, False
    if status == 400 and "content_filter" in fault.code:
        return Reason.CONTENT_FILTERED, False
    return Reason.PROVIDER_ERROR, status in _PASSING or (status >= 500 and status not in _PERMANENT)


def _out_of_credit(fault: Fault) -> bool:
    return fault.status == 429 and "insufficient_quota" in fault.code


def _sentence(fault: Fault, headers: Mapping[str, str], mask: Callable[[str], str]) -> str:
    try:
        phrase = f"{fault.status} {HTTPStatus(fault.status).phrase}"
    except ValueError:
        phrase = str(fault.status)
    said = shorten(printable(mask(fault.message)), _SHOWN)
    request = headers.get("x-request-id") or headers.get("request-id") or ""
    request = f" [request {shorten(printable(mask(request)), 60)}]" if request else ""
    return f"{phrase}: {said}{request}" if said else f"{phrase}{request}"


def _parameter(named: Any, detail: Any) -> str:
    """The blamed field: `error.param`, or the last part of a validation error's `loc`."""
    if isinstance(named, str):
        return named[:80]
    if isinstance(detail, list) and detail and isinstance(detail[0], dict):
        where = detail[0].get("loc")
        if isinstance(where, list):
            return ".".join(str(part) for part in where if part != "body")[:80]
    return ""


def _seconds(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
