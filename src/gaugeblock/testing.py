"""Fakes for the ports, for the tests of whoever builds on gaugeblock; each passes its port's contract."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import isfinite
from typing import Any

from gaugeblock._reasons import Reason
from gaugeblock.certificate import Certificate
from gaugeblock.errors import JudgeError, StoreError
from gaugeblock.label import Label
from gaugeblock.ports import Ask, Reply, StoredCase
from gaugeblock.run import Override, RunHeader, RunRecord, resolve_run
from gaugeblock.verdict import JudgeCall, Verdict

__all__ = ["MemoryStore", "ScriptedModel"]


# ── Model ────────────────────────────────────────────────────────────────────────────────────────────────────────────

Answer = str | Reply | BaseException
"""A reply's text, a whole reply, or what is raised."""
Script = Mapping[str | tuple[str, int], Answer | Sequence[Answer]] | Callable[[Ask], Answer]


class ScriptedModel:
    """A `Model` that answers from a script, and remembers what it was asked.

    Args:
        script: By case id, or by case id and attempt (looked up first). One answer is given to every call; of a
            sequence the n-th call gets the n-th, so that `[error, reply]` is a fault that passes. Or a function of
            the question. What the script lacks is raised as `JudgeError` with the reason `no_recorded_reply`.
        before: Awaited at the start of every call: a place to hold calls, or to count those in flight.

    >>> model = ScriptedModel({"a": "the reply", "b": [JudgeError("busy", retryable=True), "the reply at last"]})
    >>> model.identity()
    {'model': 'scripted:judge'}
    """

    def __init__(
        self,
        script: Script,
        *,
        name: str = "scripted:judge",
        identity: Mapping[str, str] | None = None,
        uses_language_model: bool = True,
        settles: bool = False,
        before: Callable[[Ask], Awaitable[None]] | None = None,
    ) -> None:
        self.name = name
        self.uses_language_model = uses_language_model
        self.settles = settles
        self.asks: list[Ask] = []
        """Every question, in the order of arrival."""
        self.most_in_flight = 0
        """The largest number of questions open at one time."""
        self.closed = False
        self._script = script
        self._identity = {"model": name} if identity is None else dict(identity)
        self._before = before
        self._given: dict[str | tuple[str, int], int] = {}
        self._in_flight = 0

    def identity(self) -> Mapping[str, str]:
        """What was given as `identity`, else the name."""
        return dict(self._identity)

    async def ask(self, ask: Ask) -> Reply:
        """The scripted answer; raises what the script says."""
        self.asks.append(ask)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            if self._before is not None:
                await self._before(ask)
            answer = self._answer(ask)
        finally:
            self._in_flight -= 1
        if isinstance(answer, BaseException):
            raise answer
        return Reply(text=answer) if isinstance(answer, str) else answer

    async def close(self) -> None:
        """Sets `closed`."""
        self.closed = True

    def _answer(self, ask: Ask) -> Answer:
        if callable(self._script):
            return self._script(ask)
        for key in ((ask.case.id, ask.attempt), ask.case.id):
            if key in self._script:
                return self._next(key, self._script[key])
        return _not_scripted(ask)

    def _next(self, key: str | tuple[str, int], answers: Answer | Sequence[Answer]) -> Answer:
        if isinstance(answers, str | Reply | BaseException):
            return answers
        number = self._given.get(key, 0)
        self._given[key] = number + 1
        if number < len(answers):
            return answers[number]
        return JudgeError(
            f"the script has {len(answers)} answers for {key!r}, and this is call {number + 1}",
            reason=Reason.NO_RECORDED_REPLY,
        )


def _not_scripted(ask: Ask) -> JudgeError:
    return JudgeError(
        f"the script has no answer for case '{ask.case.id}', attempt {ask.attempt}", reason=Reason.NO_RECORDED_REPLY
    )


# ── Store ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class MemoryStore:
    """A `Store` that keeps everything in memory and forgets it with the process.

    >>> import asyncio
    >>> asyncio.run(MemoryStore().runs())
    []
    """

    def __init__(self) -> None:
        self._runs: dict[str, RunRecord] = {}
        self._cases: dict[str, dict[str, StoredCase]] = {}
        self._verdicts: dict[str, dict[tuple[str, str, int], Verdict]] = {}
        self._calls: dict[str, dict[tuple[str, str, int, int], JudgeCall]] = {}
        self._overrides: dict[str, dict[tuple[str, str], Override]] = {}
        self._certificates: dict[str, Certificate] = {}
        self._labels: dict[str, dict[tuple[str, str, str], Label]] = {}
        self._closed = False

    async def begin(self, header: RunHeader) -> None:
        """Keep the header of a run that starts; `StoreError` when its id is taken."""
        self._open()
        if header.run_id in self._runs:
            raise StoreError(f"run {header.run_id!r} is in the store already; every run needs its own id.")
        self._runs[header.run_id] = _kept_run(RunRecord(header=header))
        self._cases[header.run_id], self._verdicts[header.run_id] = {}, {}
        self._calls[header.run_id], self._overrides[header.run_id] = {}, {}

    async def append(
        self, run_id: str, *, cases: Sequence[StoredCase], verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]
    ) -> None:
        """All or nothing; a cell that is there already is replaced, never doubled."""
        self._known(run_id)
        there = self._cases[run_id] | {c.case_id: replace(c, record=_json(c.record)) for c in cases}
        new: list[Verdict | JudgeCall] = [*verdicts, *calls]
        if any(x.case_id not in there for x in new):
            raise StoreError(f"a verdict or call names a case that run {run_id!r} does not have.")
        for at in [x.at for x in new if x.at is not None]:
            _with_zone(at)
        self._cases[run_id] = there
        self._verdicts[run_id] |= {(v.case_id, v.dimension, v.trial): v for v in verdicts}
        self._calls[run_id] |= {(c.case_id, c.dimension or "", c.trial, c.attempt): c for c in calls}

    async def finish(self, record: RunRecord) -> None:
        """Keep the header again with outcome, exit code and warnings."""
        self._known(record.header.run_id)
        self._runs[record.header.run_id] = _kept_run(record)

    async def run(self, reference: str) -> RunRecord:
        """`last`, `last~1`, an id or its beginning. Raises `UnknownNameError`."""
        self._open()
        return self._runs[resolve_run(reference, [r.header.run_id for r in self._newest_first()])]

    async def runs(self, *, suite: str | None = None, limit: int = 50) -> list[RunRecord]:
        """Newest first."""
        self._open()
        return [r for r in self._newest_first() if suite is None or r.header.suite == suite][:limit]

    async def verdicts(
        self, run_id: str, *, dimension: str | None = None, status: str | None = None
    ) -> AsyncIterator[Verdict]:
        """In order of case position, then dimension as in the rubric, then trial."""
        self._known(run_id)
        found = [
            v
            for v in self._verdicts[run_id].values()
            if dimension in (None, v.dimension) and status in (None, v.status.value)
        ]
        for verdict in sorted(found, key=lambda v: (*self._place(run_id, v.case_id, v.dimension), v.trial)):
            yield verdict

    async def cases(self, run_id: str) -> AsyncIterator[StoredCase]:
        """In order of position."""
        self._known(run_id)
        for case in sorted(self._cases[run_id].values(), key=lambda c: (c.position, c.case_id)):
            yield case

    async def calls(self, run_id: str, *, case_id: str | None = None) -> AsyncIterator[JudgeCall]:
        """In order of case position, then dimension as in the rubric, trial and attempt."""
        self._known(run_id)
        found = [c for c in self._calls[run_id].values() if case_id in (None, c.case_id)]
        order = sorted(found, key=lambda c: (*self._place(run_id, c.case_id, c.dimension or ""), c.trial, c.attempt))
        for call in order:
            yield call

    async def certificate(self, judge_digest: str) -> Certificate | None:
        """The certificate of a judge, if there is one."""
        self._open()
        return self._certificates.get(judge_digest)

    async def put_certificate(self, certificate: Certificate) -> None:
        """Keep a certificate; an earlier one of the same judge is replaced."""
        self._open()
        self._certificates[certificate.judge_digest] = replace(
            certificate, figures=_json(certificate.figures), place="store"
        )

    async def put_override(self, override: Override) -> None:
        """Keep a person's decision; an earlier one on the same cell is replaced."""
        self._known(override.run_id)
        if override.case_id not in self._cases[override.run_id]:
            raise StoreError(f"run {override.run_id!r} has no case {override.case_id!r} to decide on.")
        _with_zone(override.at)
        self._overrides[override.run_id][override.case_id, override.dimension] = override

    async def overrides(self, run_id: str) -> list[Override]:
        """All decisions on a run, in order of case position, then dimension as in the rubric."""
        self._known(run_id)
        return sorted(self._overrides[run_id].values(), key=lambda o: self._place(run_id, o.case_id, o.dimension))

    async def put_labels(self, suite: str, labels: Sequence[Label]) -> None:
        """Keep labels; one by the same labeller for the same cell is replaced."""
        self._open()
        kept = self._labels.setdefault(suite, {})
        kept |= {(x.case_id, x.dimension, x.labeller): x for x in labels}

    async def labels(self, suite: str) -> list[Label]:
        """All labels of a suite, in order of case id, dimension and labeller."""
        self._open()
        return [label for _, label in sorted(self._labels.get(suite, {}).items(), key=lambda item: item[0])]

    async def close(self) -> None:
        """Nothing is to be given back; used afterwards, the store complains as a real one does."""
        self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed.")

    def _known(self, run_id: str) -> None:
        self._open()
        if run_id not in self._runs:
            raise StoreError(f"the store has no run {run_id!r}.", hint="Find its id: gaugeblock runs list")

    def _newest_first(self) -> list[RunRecord]:
        return sorted(self._runs.values(), key=lambda r: r.header.started_at)[::-1]

    def _place(self, run_id: str, case_id: str, dimension: str) -> tuple[int, str, int, str]:
        names = self._runs[run_id].header.dimension_names
        rank = names.index(dimension) if dimension in names else len(names)
        return self._cases[run_id][case_id].position, case_id, rank, dimension


def _kept_run(record: RunRecord) -> RunRecord:
    h = record.header
    _with_zone(h.started_at)
    policy = None if h.policy is None else _json(h.policy)
    return replace(record, header=replace(h, rubric=_json(h.rubric), judge_parts=_json(h.judge_parts), policy=policy))


def _with_zone(moment: datetime) -> None:
    if moment.tzinfo is None:
        raise StoreError(f"expected a time with its zone, got {moment.isoformat()}.")


def _json(value: Any) -> Any:
    """The value as JSON would bring it back; `StoreError` for what JSON cannot hold."""
    if isinstance(value, Mapping):
        return {key: _json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_json(inner) for inner in value]
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise StoreError(f"expected a JSON value, got {value!r}.")
