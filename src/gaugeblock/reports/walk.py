"""A stored run case by case, for any number of cases: each with its verdicts as they count, and its overall verdict.

What counts: a failed verdict that a person's label turned counts as passed, and everything here says who turned it.
Of several trials the worst counts for the case: failed before unscored before skipped before passed.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gaugeblock._conversation import Message, Output, answer_text
from gaugeblock.case import Case
from gaugeblock.errors import StoreError
from gaugeblock.judging.overall import Overall, overall
from gaugeblock.ports import Store, StoredCase
from gaugeblock.rubric import AnchoredDimension, Rubric
from gaugeblock.run import Override
from gaugeblock.verdict import Status, Verdict

__all__ = ["CaseResult", "Cell", "answer_of", "case_results", "question_of", "texts_of"]

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

    @property
    def status(self) -> Status:
        """The worst of the trials' overall verdicts; UNSCORED when there is none."""
        found = {o.status for o in self.overalls}
        return next((s for s in _WORST_FIRST if s in found), Status.UNSCORED)

    @property
    def score(self) -> Fraction | None:
        """The mean of the trials' overall scores; None when one of them has none."""
        scores = [o.mean for o in self.overalls if o.mean is not None]
        return sum(scores, Fraction(0)) / len(scores) if scores and len(scores) == len(self.overalls) else None

    def of(self, status: Status) -> tuple[Cell, ...]:
        """The cells that count with that status."""
        return tuple(c for c in self.cells if c.verdict.status is status)


async def case_results(
    store: Store, run_id: str, rubric: Rubric, overrides: Sequence[Override]
) -> AsyncIterator[CaseResult]:
    """Every case of the run in order of position, one at a time.

    Raises:
        StoreError: the store has verdicts of a case that it has not.
    """
    turning = {(o.case_id, o.dimension): o for o in overrides}
    verdicts = aiter(store.verdicts(run_id))
    ahead = await anext(verdicts, None)
    async for stored in store.cases(run_id):
        cells: list[Cell] = []
        while ahead is not None and ahead.case_id == stored.case_id:
            cells.append(_cell(ahead, rubric, turning))
            ahead = await anext(verdicts, None)
        yield CaseResult(stored=stored, cells=tuple(cells), overalls=_overalls(cells, rubric))
    if ahead is not None:
        raise StoreError(
            f"run {run_id}: expected every verdict to belong to a stored case, in the order of the cases; "
            f"found one of case {ahead.case_id!r}, dimension {ahead.dimension!r}, that does not.",
            hint="The results database is damaged; restore it, or run the suite again.",
        )


def _cell(verdict: Verdict, rubric: Rubric, turning: Mapping[tuple[str, str], Override]) -> Cell:
    override = turning.get((verdict.case_id, verdict.dimension))
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
