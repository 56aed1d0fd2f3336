"""The overall verdict of one case and trial: computed from its dimensions, never asked of the judge, never stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gaugeblock.rubric import AnchoredDimension, Rubric
from gaugeblock.stats._exact import exact
from gaugeblock.verdict import Status, Verdict

__all__ = ["Overall", "overall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """What the dimensions of one case add up to."""

    status: Status
    score: Fraction | None = None
    """The mean of the snapped scores, exact; None without anchored dimensions, and when one of them has no score."""


def overall(rubric: Rubric, verdicts: Sequence[Verdict]) -> Overall:
    """The overall verdict.

    Failed when a binary dimension failed, whatever is missing. Else unscored when one dimension has no verdict
    (skipped when all were skipped). Else an anchored rubric passes from its mean of `pass_at` on, compared exactly,
    and a binary one passes.

    Args:
        verdicts: of one case and trial; a dimension of the rubric that is not among them has no verdict.
    """
    given = {v.dimension: v for v in verdicts}
    statuses = [given[name].status if name in given else Status.UNSCORED for name in rubric.names]
    anchored = [d.name for d in rubric.dimensions if isinstance(d, AnchoredDimension)]
    mean = _mean(given, anchored)
    if any(given[n].status is Status.FAILED for n in rubric.names if n in given and n not in anchored):
        return Overall(status=Status.FAILED, score=mean)
    if statuses and all(s is Status.SKIPPED for s in statuses):
        return Overall(status=Status.SKIPPED)
    if not statuses or any(s in (Status.UNSCORED, Status.SKIPPED) for s in statuses):
        return Overall(status=Status.UNSCORED)
    if mean is not None and mean < exact(rubric.pass_at):
        return Overall(status=Status.FAILED, score=mean)
    return Overall(status=Status.PASSED, score=mean)


def _mean(given: dict[str, Verdict], anchored: Sequence[str]) -> Fraction | None:
    scores = [given[n].score for n in anchored if n in given and given[n].status in (Status.PASSED, Status.FAILED)]
    if not anchored or len(scores) != len(anchored) or None in scores:
        return None
    return sum((exact(s) for s in scores if s is not None), Fraction(0)) / len(anchored)
