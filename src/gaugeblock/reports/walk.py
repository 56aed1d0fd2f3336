"""A stored run case by case, for any number of cases: each with its verdicts as they count, and its overall verdict.

What counts: a failed verdict that a person's label turned counts as passed, and everything here says who turned it.
Of several trials the worst counts for the case: failed before unscored before skipped before passed.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from gaugeblock._conversation import Message, Output, answer_text
from gaugeblock.case import Case
from gaugeblock.errors import StoreError
from gaugeblock.judging.overall import Overall, overall
from gaugeblock.ports import Store, StoredCase
from gaugeblock.rubric import AnchoredDimension, Rubric
from gaugeblock.run import Override
from gaugeblock.verdict import JudgeCall, Status, Verdict

__all__ = ["CaseResult", "Cell", "answer_of", "case_results", "question_of", "texts_of"]

R = TypeVar("R")

_WORST_FIRST = (Status.FAILED, Status.UNSCORED, Status.SKIPPED, Status.PASSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One verdict, and the person's decision that turned it."""

    verdict: Verdict
    """As it counts: passed when it was turned, with the person's score."""
    judged: Verdict
    """As the judge gave it."""
    override: Override | None = None
    """Set when a person turned it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """One case of a run with everything that was found out about it."""

    stored: StoredCase
    cells: tuple[Cell, ...]
    overalls: tuple[Overall, ...]
    """The overall verdict of each trial."""
    calls: tuple[JudgeCall, ...] = ()
    """What was asked of the judge, where the walk was told to bring it."""

    @property
    def status(self) -> Status:
        """The worst of the trials' overall verdicts; UNSCORED when there is none."""
        if len(self.overalls) == 1:
            return self.overalls[0].status
        found = {o.status for o in self.overalls}
        return next((s for s in _WORST_FIRST if s in found), Status.UNSCORED)

    @property
    def score(self) -> Fraction | None:
        """The mean of the trials' overall scores; None when one of them has none."""
        scores = [o.mean for o in self.overalls if o.mean is not None]
        return sum(scores, Fraction(0)) / len(scores) if scores and len(scores) == len(self.overalls) else None

    @property
    def clean(self) -> bool:
        """Passed overall, and in no dimension failed."""
        return self.status is Status.PASSED and not self.of(Status.FAILED)

    def of(self, status: Status) -> tuple[Cell, ...]:
        """The cells that count with that status."""
        return tuple(c for c in self.cells if c.verdict.status is status)


async def case_results(
    store: Store, run_id: str, rubric: Rubric, overrides: Sequence[Override], *, with_calls: bool = False
) -> AsyncGenerator[CaseResult, None]:
    """Every case of the run in order of position, one at a time; `with_calls`: with the judge's raw replies.

    Raises:
        StoreError: the store has verdicts of a case that it has not.
    """
    turning = {(o.case_id, o.dimension): o for o in overrides}
    async with AsyncExitStack() as opened:
        verdicts = _Matching(await opened.enter_async_context(_closing(store.verdicts(run_id))))
        calls = _Matching(await opened.enter_async_context(_closing(store.calls(run_id)))) if with_calls else None
        cases = await opened.enter_async_context(_closing(store.cases(run_id)))
        async for stored in cases:
            cells = [_cell(v, rubric, turning) for v in await verdicts.of(stored.case_id)]
            yield CaseResult(
                stored=stored,
                cells=tuple(cells),
                overalls=_overalls(cells, rubric),
                calls=() if calls is None else tuple(await calls.of(stored.case_id)),
            )
        if stray := await verdicts.rest():
            raise StoreError(
                f"run {run_id}: expected every verdict to belong to a stored case, in the order of the cases; "
                f"found one of case {stray.case_id!r}, dimension {stray.dimension!r}, that does not.",
                hint="The results database is damaged; restore it, or run the suite again.",
            )


@asynccontextmanager
async def _closing(rows: AsyncIterator[R]) -> AsyncIterator[AsyncIterator[R]]:
    """Gives the store back its connection, also when the reader stops half-way."""
    try:
        yield rows
    finally:
        if isinstance(rows, AsyncGenerator):
            await rows.aclose()


class _OfCase(Protocol):
    @property
    def case_id(self) -> str: ...


T = TypeVar("T", bound=_OfCase)


class _Matching(Generic[T]):
    """Rows in the order of the cases, taken case by case."""

    def __init__(self, rows: AsyncIterator[T]) -> None:
        self._rows = rows
        self._ahead: T | None = None

    async def of(self, case_id: str) -> list[T]:
        """The rows of that case, if they are next."""
        found: list[T] = []
        if (row := await self.rest()) is None or row.case_id != case_id:
            return found
        found.append(row)
        self._ahead = None
        async for row in self._rows:
            if row.case_id != case_id:
                self._ahead = row
                break
            found.append(row)
        return found

    async def rest(self) -> T | None:
        """The row that is next, if any is left."""
        if self._ahead is None:
            self._ahead = await anext(self._rows, None)
        return self._ahead


def _cell(verdict: Verdict, rubric: Rubric, turning: Mapping[tuple[str, str], Override]) -> Cell:
    override = turning.get((verdict.case_id, verdict.dimension)) if turning else None
    if override is None or verdict.status is not Status.FAILED:
        return Cell(verdict=verdict, judged=verdict)
    if verdict.dimension in rubric.names and isinstance(d := rubric.dimension(verdict.dimension), AnchoredDimension):
        score = Decimal(override.label)
        if score < (rubric.pass_at if d.pass_at is None else d.pass_at):
            return Cell(verdict=verdict, judged=verdict)
        turned = replace(verdict, status=Status.PASSED, score=float(score))
    else:
        turned = replace(verdict, status=Status.PASSED)
    return Cell(verdict=turned, judged=verdict, override=override)


def _overalls(cells: Sequence[Cell], rubric: Rubric) -> tuple[Overall, ...]:
    if all(c.verdict.trial == 1 for c in cells):
        return (overall([c.verdict for c in cells], rubric),) if cells else ()
    trials: dict[int, list[Verdict]] = {}
    for cell in cells:
        trials.setdefault(cell.verdict.trial, []).append(cell.verdict)
    return tuple(overall(verdicts, rubric) for _, verdicts in sorted(trials.items()))


def question_of(record: Mapping[str, Any]) -> str:
    """The question as one text, as offsets into `input` count it; a conversation as `role: text` lines."""
    given = record.get("input", "")
    if not isinstance(given, str):
        given = tuple(Message(role=m["role"], content=m["content"]) for m in given)
    return Case(id="", input=given).question


def answer_of(record: Mapping[str, Any]) -> str | None:
    """The answer as one text, as offsets into `response` count it; None when there is none."""
    output = record.get("output")
    return None if output is None else answer_text(Output(**output))


def texts_of(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Question and answer with their titles; nothing when the texts were purged."""
    if not record:
        return []
    answer = answer_of(record)
    return [("question", question_of(record)), *([("answer", answer)] if answer is not None else [])]
