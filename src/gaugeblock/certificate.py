"""A certificate: the result of a judge's examination, bound to the judge's digest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

__all__ = ["Certificate", "CertificateState"]


class CertificateState(StrEnum):
    """How well the judge was examined on one dimension."""

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    NOT_EXAMINED = "not_examined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The result of a judge's examination."""

    judge_digest: str
    issued_on: date
    valid_for_days: int | None = None
    """None: until the judge changes."""
    dimensions: Mapping[str, CertificateState] = field(default_factory=dict)
    """State by dimension; a dimension that is not named was not examined."""
    served_models: tuple[str, ...] = ()
    """The model strings the provider returned during the examination; empty: not recorded."""
    rubric_digest: str = ""
    judge_model: str = ""
    judge_parts: Mapping[str, str] = field(default_factory=dict)
    """The parts the digest was made of (rubric, prompt, model, sent, reader ...), so that a change can be named."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """What was measured: free JSON, shown to people."""
    place: str = ""
    """The file or store it was read from."""
