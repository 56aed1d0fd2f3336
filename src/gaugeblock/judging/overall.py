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
    score: float | None = None
    """The mean of the snapped scores; None without anchored dimensions, and when one of them has no score."""
    mean: Fraction | None = None
    """The same, exact; this is what is compared with `pass_at`."""


def overall(verdicts: Sequence[Verdict], rubric: Rubric) -> Overall:
    """The overall verdict, by the first rule that fits.

    1. Every dimension was skipped: skipped.
    2. A binary dimension failed: failed, whatever is missing. An anchored one never fails the case by itself.
    3. A dimension has no verdict (unscored, skipped, or not among those given): unscored.
    4. The mean over the anchored dimensions, if there are any, is below the rubric's `pass_at`: failed.
    5. Passed.

    Args:
        verdicts: of one case and trial; those on anything but the rubric's dimensions are left aside.
        rubric: what was asked for; a dimension that never came back is no pass.
    """
    given = {v.dimension: v for v in verdicts}
    statuses = {name: given[name].status if name in given else Status.UNSCORED for name in rubric.names}
    anchored = [d.name for d in rubric.dimensions if isinstance(d, AnchoredDimension)]
    mean = _mean([given.get(name) for name in anchored])
    status = _status(statuses, anchored)
    if status is Status.PASSED and mean is not None and mean < exact(rubric.pass_at):
        status = Status.FAILED
    return Overall(status=status, score=None if mean is None else float(mean), mean=mean)


def _status(statuses: dict[str, Status], anchored: Sequence[str]) -> Status:
    """The status but for the mean."""
    if statuses and all(s is Status.SKIPPED for s in statuses.values()):
        return Status.SKIPPED
    if any(s is Status.FAILED for name, s in statuses.items() if name not in anchored):
        return Status.FAILED
    if not statuses or any(s in (Status.UNSCORED, Status.SKIPPED) for s in statuses.values()):
        return Status.UNSCORED
    return Status.PASSED


def _mean(verdicts: Sequence[Verdict | None]) -> Fraction | None:
    scores = [exact(v.score) for v in verdicts if v is not None and v.score is not None]
    if not scores or len(scores) < len(verdicts):
        return None
    return sum(scores, Fraction(0)) / len(scores)
