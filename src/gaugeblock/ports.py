"""The ports: what a job needs from the outside. Adapters implement them; `gaugeblock.testing` has a fake for each.

All are coroutines on one event loop. An adapter whose library blocks runs it in a thread of its own.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from gaugeblock.case import Case
from gaugeblock.certificate import Certificate
from gaugeblock.label import Label
from gaugeblock.rubric import Rubric
from gaugeblock.run import Override, RunHeader, RunRecord
from gaugeblock.trace import Trace
from gaugeblock.verdict import Finding, JudgeCall, Verdict

__all__ = ["Ask", "Listener", "Model", "Reply", "Store", "StoredCase", "Target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question to a judge model."""

    case: Case
    """The case with the answer under test in `output`."""
    rubric: Rubric
    dimensions: tuple[str, ...]
    """The names asked about in this call."""
    system: str
    user: str
    schema: Mapping[str, Any]
    """JSON Schema of the reply."""
    trial: int = 1
    attempt: int = 1
    """1: first asking; 2: the re-ask, with the reader's complaint in `user`."""
    per_dimension: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a judge model sent."""

    text: str
    """The raw reply text."""
    finish_reason: str = "stop"
    """The provider's word; `length` and `max_tokens` mean it was cut."""
    findings: tuple[Finding, ...] | None = None
    """Set by judges that are not language models: what they found, with no text to read."""
    refusal: str | None = None
    served_model: str = ""
    fingerprint: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    latency_ms: float | None = None


@runtime_checkable
class Model(Protocol):
    """A judge model."""

    name: str
    """As written in the suite: `openai:gpt-5-mini`, `rules` …"""
    uses_language_model: bool
    settles: bool
    """True: what is sent may change with the first answer (a setting is refused); the first call goes alone."""

    def identity(self) -> Mapping[str, str]:
        """What the verdict depends on here, known before a call: model name, what is sent (after any step-down),
        hash of local weights, version of the rules."""
        ...

    async def ask(self, ask: Ask) -> Reply:
        """One answer.

        Raises:
            JudgeError: there is no reply that can be read; its `reason` says why, `retryable` whether to try again.
            JudgeUnavailableError: the server refused the connection.
        """
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


@runtime_checkable
class Target(Protocol):
    """What is measured."""

    name: str

    async def run(self, case: Case, trial: int) -> Trace:
        """The target's answer for one case. Raises `TargetError`, `TargetUnavailableError`."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCase:
    """A case as a run saw it: the answer under test included."""

    position: int
    """0-based place in the golden set."""
    case_id: str
    topic: str
    digest: str
    record: Mapping[str, Any] = field(default_factory=dict)
    """`case_record(case)`; empty when its texts were purged."""


@runtime_checkable
class Store(Protocol):
    """The results database."""

    async def begin(self, header: RunHeader) -> None: ...

    async def append(
        self, run_id: str, *, cases: Sequence[StoredCase], verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]
    ) -> None:
        """One transaction; a cell that is there already is replaced, never doubled."""
        ...

    async def finish(self, record: RunRecord) -> None:
        """Write the header again (the judge's digest has settled) with outcome, exit code and warnings."""
        ...

    async def run(self, reference: str) -> RunRecord:
        """`last`, `last~1` or an id prefix. Raises `UnknownNameError`."""
        ...

    async def runs(self, *, suite: str | None = None, limit: int = 50) -> list[RunRecord]:
        """Newest first."""
        ...

    def verdicts(
        self, run_id: str, *, dimension: str | None = None, status: str | None = None
    ) -> AsyncIterator[Verdict]:
        """In order of case position, then dimension as first written, then trial."""
        ...

    def cases(self, run_id: str) -> AsyncIterator[StoredCase]:
        """In order of position."""
        ...

    def calls(self, run_id: str, *, case_id: str | None = None) -> AsyncIterator[JudgeCall]: ...

    async def certificate(self, judge_digest: str) -> Certificate | None: ...

    async def put_certificate(self, certificate: Certificate) -> None: ...

    async def put_override(self, override: Override) -> None: ...

    async def overrides(self, run_id: str) -> list[Override]: ...

    async def put_labels(self, suite: str, labels: Sequence[Label]) -> None: ...

    async def labels(self, suite: str) -> list[Label]: ...

    async def close(self) -> None: ...


class Listener(Protocol):
    """Hears how a run goes; must return at once and never raise."""

    def started(self, header: RunHeader, cells: int) -> None: ...

    def case_done(self, verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> None: ...

    def warned(self, message: str) -> None: ...

    def finished(self) -> None: ...
