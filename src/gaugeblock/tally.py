"""Tallies: how many cells of a dimension passed, failed, were not scored, and what follows from the counts.

What counts: one cell is case × dimension × trial. UNSCORED and SKIPPED cells stand in no numerator and no
denominator, and are always counted. No cell is kept, so a run of any length fits in the memory of a short one; cells
may be added in any order. Where every case was judged several times, its trials are one unit for every interval.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from gaugeblock.rubric import ANCHORS, AnchoredDimension, Rubric
from gaugeblock.stats._exact import exact
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.mean import t_interval_of_counts
from gaugeblock.stats.proportion import wilson
from gaugeblock.verdict import Status, Verdict

__all__ = ["OVERALL", "AnchorShare", "OverallLike", "Tallies", "Tally"]

OVERALL = "overall"
"""The name under which the cases' overall verdicts are tallied."""

_NO_ANCHORS = (0, 0, 0, 0, 0)
_ANCHOR_VALUES = tuple(Fraction(i, 4) for i in range(5))


class OverallLike(Protocol):
    """What a case's overall verdict has: a status, and a mean where the rubric is anchored."""

    @property
    def status(self) -> Status: ...

    @property
    def score(self) -> Fraction | Decimal | float | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorShare:
    """How many scores stand on one anchor."""

    anchor: str
    """As rubric files write it: `0 0.25 0.5 0.75 1`."""
    count: int
    share: Fraction | Undefined
    interval: Interval | Undefined
    """Wilson, 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of one dimension (of the whole run, or of one topic)."""

    dimension: str
    kind: str
    """`binary`, `anchored` or `overall` (one cell a case and trial)."""
    passed: int = 0
    """Turned failures included."""
    failed: int = 0
    unscored: int = 0
    skipped: int = 0
    expected: int = 0
    """Cells asked for; never fewer than were seen."""
    anchors: tuple[int, int, int, int, int] = _NO_ANCHORS
    """Anchored: how many scores were 0, 0.25, 0.5, 0.75 and 1."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Reason codes of the unscored and skipped cells, the most frequent first."""
    turned: int = 0
    """Failed verdicts that a person's label turned; they are counted in `passed`."""
    score_total: Fraction | None = None
    """Overall: the sum of the cases' means; None: they have none."""
    scores: int = 0
    """Overall: how many means `score_total` adds."""
    trials: int = 1
    """How often each case was judged."""

    @property
    def scored(self) -> int:
        """Cells with a verdict: passed and failed."""
        return self.passed + self.failed

    @property
    def missing(self) -> int:
        """Cells asked for that never came back, not even unscored."""
        return max(0, self.expected - self.scored - self.unscored - self.skipped)

    @property
    def unmeasured(self) -> int:
        """Cells asked for without a verdict, for any reason."""
        return self.unscored + self.skipped + self.missing

    @property
    def cases(self) -> int:
        """Independent units among the scored cells: whole cases, their trials taken as one."""
        return self.scored // self.trials

    @property
    def rate(self) -> Fraction | Undefined:
        """The share of scored cells that passed, exact; `no_data` when none was scored."""
        return Fraction(self.passed, self.scored) if self.scored else Undefined("no_data")

    @property
    def mean(self) -> Fraction | Undefined:
        """The mean score, exact.

        `no_data` when nothing was scored; `not_a_scale` for a dimension (or an overall) that has no scores.
        """
        if self.kind == "anchored":
            n = sum(self.anchors)
            return Fraction(sum(i * c for i, c in enumerate(self.anchors)), 4 * n) if n else Undefined("no_data")
        if self.kind == OVERALL and self.score_total is not None and self.scores:
            return self.score_total / self.scores
        return Undefined("not_a_scale")

    @property
    def interval(self) -> Interval | Undefined:
        """95 %, two-sided: Wilson's for a rate, Student's for an anchored mean (not clipped to 0..1)."""
        if self.kind == "anchored":
            counts = {v: Fraction(c, self.trials) for v, c in zip(_ANCHOR_VALUES, self.anchors, strict=True)}
            return t_interval_of_counts(counts).interval
        return wilson(self.passed / self.trials, self.scored / self.trials)

    @property
    def shares(self) -> tuple[AnchorShare, ...]:
        """Anchored: the share at each anchor, from 0 to 1; empty for other kinds."""
        if self.kind != "anchored":
            return ()
        n = sum(self.anchors)
        return tuple(
            AnchorShare(
                anchor=anchor,
                count=count,
                share=Fraction(count, n) if n else Undefined("no_data"),
                interval=wilson(count / self.trials, n / self.trials),
            )
            for anchor, count in zip(ANCHORS, self.anchors, strict=True)
        )

    @property
    def crowded(self) -> bool:
        """Anchored: at least 80 % of the scores share one anchor, so that the mean's interval covers too little."""
        return 5 * max(self.anchors) >= 4 * sum(self.anchors) > 0


class Tallies:
    """Adds verdicts up; ask for the result whenever it is wanted."""

    def __init__(self, rubric: Rubric, *, trials: int = 1) -> None:
        self._trials = trials
        self._kinds = {d.name: "anchored" if isinstance(d, AnchoredDimension) else "binary" for d in rubric.dimensions}
        self._kinds[OVERALL] = OVERALL
        self._counts: dict[tuple[str, str], _Counts] = {}

    def expect(self, dimension: str, topic: str, n: int = 1) -> None:
        """`n` more cells are asked for; a cell that never comes back is `missing`."""
        self._of(topic, dimension).expected += n

    def add(self, verdict: Verdict, *, turned: bool = False) -> None:
        """Count one verdict.

        Args:
            verdict: for an anchored dimension that a person turned, with the person's score.
            turned: a person's label turned this failed verdict; it counts as passed.

        Raises:
            ValueError: a scored verdict of an anchored dimension has no score, or one that is no anchor.
        """
        counts = self._of(verdict.topic, verdict.dimension)
        if turned:
            counts.turned += 1
        status = Status.PASSED if turned else verdict.status
        counts.add(status, str(verdict.reason) if verdict.reason else "")
        if self._kinds.get(verdict.dimension) == "anchored" and status in (Status.PASSED, Status.FAILED):
            counts.anchors[_anchor_index(verdict)] += 1

    def add_overall(self, topic: str, overall: OverallLike) -> None:
        """Count one case's overall verdict."""
        counts = self._of(topic, OVERALL)
        counts.add(overall.status, "")
        if overall.score is not None and overall.status in (Status.PASSED, Status.FAILED):
            counts.score_total += exact(overall.score)
            counts.scores += 1

    @property
    def by_dimension(self) -> dict[str, Tally]:
        """One tally for each dimension of the rubric, in its order, then `overall`, then any other that was seen."""
        merged = {name: _Counts() for name in self._kinds}
        for (_, dimension), counts in self._counts.items():
            merged.setdefault(dimension, _Counts()).merge(counts)
        return {name: self._tally(name, counts) for name, counts in merged.items()}

    @property
    def by_topic(self) -> dict[tuple[str, str], Tally]:
        """One tally for each (topic, dimension) seen or expected: topics in alphabetical order, then as above."""
        order = {name: i for i, name in enumerate(self.by_dimension)}
        keys = sorted(self._counts, key=lambda key: (key[0], order[key[1]]))
        return {key: self._tally(key[1], self._counts[key]) for key in keys}

    def _of(self, topic: str, dimension: str) -> "_Counts":
        key = (topic, dimension)
        counts = self._counts.get(key)
        if counts is None:
            counts = self._counts[key] = _Counts()
        return counts

    def _tally(self, dimension: str, counts: "_Counts") -> Tally:
        seen = sum(counts.by_status.values())
        a, b, c, d, e = counts.anchors
        return Tally(
            dimension=dimension,
            kind=self._kinds.get(dimension, "binary"),
            passed=counts.by_status[Status.PASSED],
            failed=counts.by_status[Status.FAILED],
            unscored=counts.by_status[Status.UNSCORED],
            skipped=counts.by_status[Status.SKIPPED],
            expected=max(counts.expected, seen),
            anchors=(a, b, c, d, e),
            reasons=MappingProxyType(dict(sorted(counts.reasons.items(), key=lambda r: (-r[1], r[0])))),
            turned=counts.turned,
            score_total=counts.score_total if counts.scores else None,
            scores=counts.scores,
            trials=self._trials,
        )


class _Counts:
    """The running counts of one topic and dimension."""

    __slots__ = ("anchors", "by_status", "expected", "reasons", "score_total", "scores", "turned")

    def __init__(self) -> None:
        self.by_status = dict.fromkeys(Status, 0)
        self.reasons: dict[str, int] = {}
        self.anchors = [0, 0, 0, 0, 0]
        self.expected = self.turned = self.scores = 0
        self.score_total = Fraction(0)

    def add(self, status: Status, reason: str) -> None:
        self.by_status[status] += 1
        if reason and status in (Status.UNSCORED, Status.SKIPPED):
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def merge(self, other: "_Counts") -> None:
        for status, count in other.by_status.items():
            self.by_status[status] += count
        for reason, count in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count
        self.anchors = [a + b for a, b in zip(self.anchors, other.anchors, strict=True)]
        self.expected += max(other.expected, sum(other.by_status.values()))
        self.turned += other.turned
        self.scores += other.scores
        self.score_total += other.score_total


def _anchor_index(verdict: Verdict) -> int:
    quarters = -1.0 if verdict.score is None else verdict.score * 4
    if quarters not in (0, 1, 2, 3, 4):
        raise ValueError(
            f"case {verdict.case_id!r}, dimension {verdict.dimension!r}: expected a score of 0, 0.25, 0.5, 0.75 or 1 "
            f"for a scored anchored verdict, got {verdict.score!r}"
        )
    return int(quarters)
