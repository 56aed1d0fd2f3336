"""A verdict: the record for one run × case × dimension × trial; and a finding, what the judge said before checking."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from gaugeblock._reasons import CURES, MEANINGS, Reason

__all__ = ["CURES", "MEANINGS", "Evidence", "Finding", "JudgeCall", "Origin", "Quote", "Reason", "Status", "Verdict"]


class Status(StrEnum):
    """What became of one cell. UNSCORED always has a reason; it is never a pass and never a fail."""

    PASSED = "passed"
    FAILED = "failed"
    UNSCORED = "unscored"
    SKIPPED = "skipped"


class Origin(StrEnum):
    """Where the judged answer came from."""

    GOLDEN = "golden"
    LIVE = "live"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words the judge gave as evidence, not yet looked up."""

    text: str
    where: str | None = None
    """Where the judge says they stand (`response`, `source`, `source:<id>`, `input`, `rubric`); only a claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the judge said about one dimension, unverified.

    Exactly one of `verdict`, `score`, `problem` is set.
    """

    dimension: str
    verdict: str | None = None
    """`pass` or `fail`, for a binary dimension."""
    score: str | None = None
    """A decimal within 0..1 as the judge wrote it, for an anchored dimension; not snapped yet."""
    problem: Reason | None = None
    """Why there is neither."""
    detail: str = ""
    quotes: tuple[Quote, ...] = ()
    repairs: tuple[str, ...] = ()
    """Every liberty taken in reading this dimension, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One quotation after it was looked up."""

    quote: str
    where: str | None = None
    """`response`, `source`, `source:<id>`, `input` or `rubric`; None: found nowhere."""
    start: int | None = None
    """Offsets in code points of the original text; `text[start:end]` shows the words."""
    end: int | None = None
    verified: bool = False
    """True: found word for word, presentation aside; whether it proves the verdict is the verdict's own matter."""
    gap: bool = False
    """The quote leaves words out (an ellipsis); never the same as an exact quote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The record of one cell."""

    case_id: str
    dimension: str
    trial: int = 1
    status: Status
    score: float | None = None
    """Anchored: the snapped score, one of 0, 0.25, 0.5, 0.75, 1. Binary: None."""
    raw_score: str | None = None
    """Anchored: the score as the judge wrote it."""
    reason: Reason | None = None
    """Set exactly when the status is UNSCORED or SKIPPED."""
    detail: str = ""
    """Free words, keys masked: what exactly happened, or what the judge added."""
    evidence: tuple[Evidence, ...] = ()
    repairs: tuple[str, ...] = ()
    topic: str = ""
    origin: Origin = Origin.GOLDEN
    level: str = "judge"
    judge_digest: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCall:
    """One question put to a judge and what came back."""

    case_id: str
    trial: int = 1
    attempt: int = 1
    """1: the first asking; 2: the re-ask."""
    dimension: str | None = None
    """Set when one call asks about one dimension."""
    reply: str | None = None
    """The raw text; None: nothing arrived, or texts are not stored."""
    error: str = ""
    """What went wrong, keys masked."""
    finish_reason: str = ""
    served_model: str = ""
    fingerprint: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    latency_ms: float | None = None
    retries: int = 0
    at: datetime | None = None
