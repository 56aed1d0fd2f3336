"""A run: one execution over a golden set; its header is everything needed to read its verdicts later."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from gaugeblock._text import count_of, nearest
from gaugeblock.errors import UnknownNameError

__all__ = ["Outcome", "Override", "RunHeader", "RunRecord", "resolve_run"]

_LAST = re.compile(r"last(?:~(\d{1,9}))?")
_SHOWN = 5


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

    @property
    def dimension_names(self) -> tuple[str, ...]:
        """The dimensions in the order of the run's rubric; empty when the header has no rubric."""
        return tuple(d["name"] for d in self.rubric.get("dimensions", ()))


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


def resolve_run(reference: str, newest_first: Sequence[str]) -> str:
    """The id of the run that is meant.

    `last` is the run that started last and `last~N` the N-th before it; a whole id wins over a beginning.

    Raises:
        UnknownNameError: there is none, or the beginning fits several; the message names the nearest.
    """
    if not newest_first:
        raise UnknownNameError(
            f"run {reference!r} was asked for and the store has no run.", hint="Make one: gaugeblock run"
        )
    if reference in newest_first:
        return reference
    counted = _LAST.fullmatch(reference)
    if counted:
        return _counted(reference, int(counted[1] or 0), newest_first)
    found = [run_id for run_id in newest_first if run_id.startswith(reference)] if reference else []
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownNameError(
            f"run {reference!r} fits {len(found)} runs: {_listed(found)}.", hint="Write more of the id."
        )
    raise _unknown(reference, newest_first)


def _counted(reference: str, back: int, newest_first: Sequence[str]) -> str:
    if back < len(newest_first):
        return newest_first[back]
    raise UnknownNameError(
        f"run {reference!r} was asked for and the store has {count_of(len(newest_first), 'run')}.",
        hint=f"The oldest is last~{len(newest_first) - 1}.",
    )


def _unknown(reference: str, newest_first: Sequence[str]) -> UnknownNameError:
    near = nearest(reference, newest_first)
    meant = f"Did you mean {near!r}? " if near else ""
    return UnknownNameError(
        f"no run {reference!r}; expected last, last~N, or an id or its beginning.",
        hint=f"{meant}Newest: {_listed(newest_first)}.",
    )


def _listed(ids: Sequence[str]) -> str:
    more = ", …" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more
