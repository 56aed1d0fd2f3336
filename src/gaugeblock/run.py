"""A run: one execution over a golden set; its header is everything needed to read its verdicts later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

__all__ = ["Outcome", "Override", "RunHeader", "RunRecord"]


class Outcome(StrEnum):
    """The run's outcome word."""

    OPEN = "open"
    CLOSED = "closed"
    INCONCLUSIVE = "inconclusive"
    NOT_CERTIFIED = "not_certified"
    NOT_GATED = "not_gated"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHeader:
    """What is known when a run starts (and the judge's digest, once its endpoint has settled)."""

    run_id: str
    suite: str
    started_at: datetime
    gaugeblock_version: str
    target: str = "recorded"
    judge_model: str = ""
    judge_digest: str = ""
    judge_parts: Mapping[str, str] = field(default_factory=dict)
    """The parts the digest is made of, each as a short text or digest."""
    judge_is_rules: bool = False
    """True: no language model was used."""
    rubric: Mapping[str, Any] = field(default_factory=dict)
    """The rubric's record."""
    rubric_digest: str = ""
    golden_digest: str = ""
    """SHA-256 over the case digests, in order."""
    cases: int = 0
    """How many cases were asked for."""
    trials: int = 1
    granularity: str = "per_case"
    partial: bool = False
    """Only a part of the golden set was asked for; such a run never gates and never becomes a baseline."""
    selection: str = ""
    """The flags that made it partial, in words."""
    policy: Mapping[str, Any] | None = None
    """The policy's record; None: the suite has none."""
    accepted_uncertified: bool = False
    accepted_reason: str = ""
    require_measurement: bool = False
    store_raw: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run as the store has it."""

    header: RunHeader
    finished_at: datetime | None = None
    """None: still running, or it was killed."""
    outcome: Outcome | None = None
    exit_code: int | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A person's decision that turns a failed verdict; the only thing that can."""

    run_id: str
    case_id: str
    dimension: str
    label: str
    """`pass` or an anchor."""
    who: str
    why: str
    at: datetime
