"""The main job: every case to its target and its judge, every verdict to the store, as they finish.

`concurrency` workers share one stream of cases. One writer puts finished cases into the store, whatever has gathered
while the last batch was written. A case's failure is a record; the judge's server refusing its first connection
turns the whole level into SKIPPED.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from gaugeblock._text import mask_secrets
from gaugeblock.case import Case, case_digest, case_record
from gaugeblock.errors import JudgeUnavailableError
from gaugeblock.jobs.asking import Asker, Asking
from gaugeblock.judging.believe import unaskable, void
from gaugeblock.judging.identity import judge_digest, judge_parts
from gaugeblock.ports import Listener, Store, StoredCase, Target
from gaugeblock.run import RunHeader
from gaugeblock.verdict import JudgeCall, Reason, Status, Verdict

__all__ = ["Evaluation", "Finished", "evaluate"]


_MOST_WAITING = 1_000
"""Cases without a question, such as those without an answer, that wait for the judge's digest to settle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What the job needs."""

    header: RunHeader
    cases: Callable[[], Iterator[Case]]
    asker: Asker
    target: Target
    store: Store
    listener: Listener
    wording: str | None
    """The author's own prompt; None: the built-in one."""
    concurrency: int
    now: Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What the job leaves, besides the rows in the store."""

    header: RunHeader
    """With the judge's digest as it settled."""
    digests: tuple[str, ...]
    """Every judge digest that verdicts of this run carry; more than one: the judge changed on the way."""


@dataclass(slots=True)
class _State:
    """What the workers share."""

    cases: Iterator[tuple[int, Case]]
    reached: bool = False
    """The judge has answered something, if only with an error."""
    unavailable: str = ""
    digests: set[str] = field(default_factory=set)
    identity: dict[str, str] = field(default_factory=dict)
    digest: str = ""


@dataclass(frozen=True, slots=True)
class _Done:
    """One finished case on its way to the store."""

    stored: StoredCase
    verdicts: tuple[Verdict, ...]
    calls: tuple[JudgeCall, ...]


async def evaluate(job: Evaluation) -> Finished:
    """Judge every case and store every verdict.

    Each case × dimension of the run gets exactly one row, whatever happens. When the job is cancelled, what was
    finished is in the store.
    """
    await job.store.begin(job.header)
    job.listener.started(job.header, job.header.cases * len(job.asker.rubric.dimensions))
    state = _State(cases=enumerate(job.cases()))
    queue: asyncio.Queue[_Done | None] = asyncio.Queue(maxsize=4 * job.concurrency)
    writer = asyncio.create_task(_write(job, queue))
    try:
        await _judge_all(job, state, queue, writer)
    finally:
        await _close_queue(queue, writer)
    digest = _digest(job, state)
    return Finished(
        header=replace(job.header, judge_parts=_parts(job), judge_digest=digest),
        digests=tuple(sorted(state.digests | {digest})),
    )


async def _judge_all(
    job: Evaluation, state: _State, queue: "asyncio.Queue[_Done | None]", writer: "asyncio.Task[None]"
) -> None:
    if job.asker.model.settles:
        await _settle(job, state, queue)
    workers = asyncio.gather(*(_work(job, state, queue) for _ in range(job.concurrency)))
    try:
        both: list[asyncio.Future[Any]] = [workers, writer]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        workers.cancel()
        await asyncio.gather(workers, return_exceptions=True)
    if not writer.done():
        await workers


async def _settle(job: Evaluation, state: _State, queue: "asyncio.Queue[_Done | None]") -> None:
    """Judge one after the other until the endpoint has answered once: what is sent is then known, and so the digest."""
    waiting: list[_Done] = []
    while not (state.reached or state.unavailable) and (item := next(state.cases, None)) is not None:
        waiting.append(await _judge_one(job, state, *item))
        if len(waiting) == _MOST_WAITING:
            await _release(job, state, queue, waiting)
    await _release(job, state, queue, waiting)


async def _release(job: Evaluation, state: _State, queue: "asyncio.Queue[_Done | None]", waiting: list[_Done]) -> None:
    digest = _digest(job, state)
    for done in waiting:
        verdicts = tuple(replace(v, judge_digest=digest) for v in done.verdicts)
        await queue.put(replace(done, verdicts=verdicts))
    waiting.clear()


async def _work(job: Evaluation, state: _State, queue: "asyncio.Queue[_Done | None]") -> None:
    for position, case in state.cases:
        await queue.put(await _judge_one(job, state, position, case))


async def _judge_one(job: Evaluation, state: _State, position: int, case: Case) -> _Done:
    verdicts, calls, judged = await _verdicts(job, state, case)
    digest = _digest(job, state)
    if calls:
        state.digests.add(digest)
    ordered = _in_order(verdicts, job.asker.rubric.names)
    stamped = tuple(replace(v, judge_digest=digest) for v in ordered)
    job.listener.case_done(stamped, calls)
    stored = StoredCase(
        position=position,
        case_id=case.id,
        topic=case.topic,
        digest=case_digest(judged),
        record=case_record(judged),
    )
    return _Done(stored, stamped, tuple(calls))


async def _verdicts(job: Evaluation, state: _State, case: Case) -> tuple[list[Verdict], list[JudgeCall], Case]:
    """The verdicts on one case, the calls made for them, and the case with the answer that was judged."""
    names = job.asker.rubric.names
    try:
        trace = await job.target.run(case, 1)
    except Exception as error:  # one case's failure becomes a record here
        return _all(job, case, names, Reason.TARGET_ERROR, f"{type(error).__name__}: {error}"), [], case
    judged = replace(case, output=trace.output, trace=trace.messages, tool_calls=trace.tool_calls)
    holes = unaskable(judged, job.asker.rubric, names)
    verdicts = [v for name, reason in holes.items() for v in _all(job, judged, (name,), reason, "")]
    askable = tuple(n for n in names if n not in holes)
    calls: list[JudgeCall] = []
    for dimensions in _groups(askable, job.header.granularity):
        asking = await _ask(job, state, judged, dimensions)
        verdicts += asking.verdicts
        calls += asking.calls
    return verdicts, calls, judged


async def _ask(job: Evaluation, state: _State, case: Case, dimensions: tuple[str, ...]) -> Asking:
    if state.unavailable:
        return Asking(verdicts=_skipped(job, case, dimensions, state.unavailable), calls=())
    try:
        asking = await job.asker.ask(case, dimensions, trial=1, per_dimension=job.header.granularity == "per_dimension")
    except JudgeUnavailableError as error:
        return _refused(job, state, case, dimensions, mask_secrets(error.message, job.asker.secrets))
    state.reached = True
    return asking


def _refused(job: Evaluation, state: _State, case: Case, dimensions: tuple[str, ...], words: str) -> Asking:
    if state.reached:
        return Asking(verdicts=tuple(_all(job, case, dimensions, Reason.PROVIDER_ERROR, words)), calls=())
    if not state.unavailable:
        state.unavailable = words
        job.listener.warned(f"judge level SKIPPED: {words}")
    return Asking(verdicts=_skipped(job, case, dimensions, words), calls=())


def _skipped(job: Evaluation, case: Case, dimensions: tuple[str, ...], words: str) -> tuple[Verdict, ...]:
    return tuple(
        replace(v, status=Status.SKIPPED) for v in _all(job, case, dimensions, Reason.JUDGE_UNAVAILABLE, words)
    )


def _all(job: Evaluation, case: Case, dimensions: tuple[str, ...], reason: Reason, words: str) -> list[Verdict]:
    detail = mask_secrets(words, job.asker.secrets)
    return list(void(dimensions, reason, detail, case=case, trial=1, at=job.now()))


def _groups(dimensions: tuple[str, ...], granularity: str) -> Iterator[tuple[str, ...]]:
    if granularity == "per_dimension":
        yield from ((d,) for d in dimensions)
    elif dimensions:
        yield dimensions


def _in_order(verdicts: list[Verdict], names: tuple[str, ...]) -> list[Verdict]:
    place = {name: n for n, name in enumerate(names)}
    return sorted(verdicts, key=lambda v: place[v.dimension])


def _parts(job: Evaluation) -> dict[str, str]:
    return judge_parts(
        rubric=job.header.rubric_digest,
        wording=job.wording,
        model=job.asker.model.identity(),
        granularity=job.header.granularity,
    )


def _digest(job: Evaluation, state: _State) -> str:
    """The judge's digest now; worked out again only when what the model sends has changed."""
    identity = dict(job.asker.model.identity())
    if not state.digest or identity != state.identity:
        state.identity, state.digest = identity, judge_digest(_parts(job))
    return state.digest


async def _write(job: Evaluation, queue: "asyncio.Queue[_Done | None]") -> None:
    """Writes what has gathered, again and again, until it takes None."""
    ended = False
    while not ended:
        batch: list[Any] = [await queue.get()]
        while not queue.empty():
            batch.append(queue.get_nowait())
        ended = batch[-1] is None
        done = [d for d in batch if d is not None]
        if done:
            await job.store.append(
                job.header.run_id,
                cases=[d.stored for d in done],
                verdicts=[v for d in done for v in d.verdicts],
                calls=[c for d in done for c in d.calls],
            )


async def _close_queue(queue: "asyncio.Queue[_Done | None]", writer: "asyncio.Task[None]") -> None:
    if not writer.done():
        await queue.put(None)
    await writer
