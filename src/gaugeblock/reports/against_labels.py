"""The judge against people's labels on these cases: what it caught, what it failed wrongly, what it left undecided.

What counts: one cell a labelled case and dimension, the first trial, the verdict as the judge gave it (never as a
person turned it); a label on `overall` is held against the overall verdict. Cells that two people labelled differently
are counted and left out. A label fails when it is `fail`, or an anchor below the dimension's `pass_at`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from gaugeblock.judging.overall import overall
from gaugeblock.label import Label
from gaugeblock.reports.walk import CaseResult
from gaugeblock.rubric import ANCHORS, AnchoredDimension, Rubric
from gaugeblock.stats._exact import exact
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.agreement import Kappa, cohen_kappa
from gaugeblock.stats.proportion import clopper_pearson, lower_bound, wilson
from gaugeblock.tally import OVERALL
from gaugeblock.verdict import Status

__all__ = ["AgainstLabels", "DimensionAgainstLabels", "LabelTally"]

_WORDS = ("pass", "fail")


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionAgainstLabels:
    """The judge's verdicts of one dimension beside people's labels."""

    dimension: str
    kind: str
    """`binary`, `anchored` or `overall`."""
    passed_good: int = 0
    """Labelled pass, judged passed."""
    failed_good: int = 0
    """Labelled pass, judged failed: false failures."""
    passed_bad: int = 0
    """Labelled fail, judged passed: missed failures."""
    failed_bad: int = 0
    """Labelled fail, judged failed: failures caught."""
    undecided_good: int = 0
    """Labelled pass, unscored or skipped."""
    undecided_bad: int = 0
    """Labelled fail, unscored or skipped."""
    on_anchors: int = 0
    """Anchored: decided cells whose label is an anchor; the next three count among these."""
    same_anchor: int = 0
    """Score and label are equal."""
    within_one: int = 0
    """Score and label are at most one anchor apart."""
    distance: Fraction = Fraction(0)
    """The sum of |score − label|."""

    @property
    def decided(self) -> int:
        """Labelled cells that the judge passed or failed."""
        return self.passed_good + self.failed_good + self.passed_bad + self.failed_bad

    @property
    def undecided(self) -> int:
        """Labelled cells without a verdict."""
        return self.undecided_good + self.undecided_bad

    @property
    def agreed(self) -> int:
        """Decided cells in which judge and people say the same, pass or fail."""
        return self.passed_good + self.failed_bad

    @property
    def agreement(self) -> Interval | Undefined:
        """Wilson's interval of the share agreed among the decided cells."""
        return wilson(self.agreed, self.decided)

    @property
    def bad(self) -> int:
        """Cells labelled fail, decided or not."""
        return self.failed_bad + self.passed_bad + self.undecided_bad

    @property
    def caught_at_least(self) -> float | Undefined:
        """With 95 % confidence at least this share of the failing cells is judged failed (undecided is not caught)."""
        return lower_bound(self.failed_bad, self.bad)

    @property
    def good(self) -> int:
        """Cells labelled pass, decided or not."""
        return self.passed_good + self.failed_good + self.undecided_good

    @property
    def false_failure_interval(self) -> Interval | Undefined:
        """Clopper and Pearson's interval of the share of good cells judged failed."""
        return clopper_pearson(self.failed_good, self.good)

    @property
    def kappa(self) -> Kappa | Undefined:
        """Cohen's κ of the decided cells; `constant_input` when people or judge used one word only."""
        table = ((self.passed_good, self.failed_good), (self.passed_bad, self.failed_bad))
        if self.decided and (0 in map(sum, table) or 0 in map(sum, zip(*table, strict=True))):
            return Undefined("constant_input")
        return cohen_kappa(table)

    @property
    def mean_distance(self) -> Fraction | Undefined:
        """Anchored: the mean of |score − label|, exact."""
        if self.kind != "anchored":
            return Undefined("not_a_scale")
        return self.distance / self.on_anchors if self.on_anchors else Undefined("no_data")


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstLabels:
    """The judge's validation on the cases at hand."""

    dimensions: tuple[DimensionAgainstLabels, ...]
    known_bad: int = 0
    """Judged cases whose answer is known to be bad."""
    known_bad_caught: int = 0
    """Those that the judge failed in at least one dimension."""
    known_bad_missed: tuple[str, ...] = ()
    """Ids of the others, at most ten."""
    disputed: int = 0
    """Cells that people labelled differently; left out."""
    unmatched: int = 0
    """Labelled cells that this run has no verdict for."""


class LabelTally:
    """Compares verdicts with labels as the cases go by; keeps the labels and counts, no case."""

    def __init__(self, rubric: Rubric, labels: Iterable[Label]) -> None:
        self._rubric = rubric
        self._pass_at = {
            d.name: (rubric.pass_at if d.pass_at is None else d.pass_at) if isinstance(d, AnchoredDimension) else None
            for d in rubric.dimensions
        } | {OVERALL: rubric.pass_at}
        given: dict[tuple[str, str], set[str]] = {}
        self._known_bad: set[str] = set()
        for label in labels:
            if label.dimension in self._pass_at and self._fits(label):
                given.setdefault((label.case_id, label.dimension), set()).add(label.label)
            if label.known_bad:
                self._known_bad.add(label.case_id)
        self._labels = {cell: next(iter(values)) for cell, values in given.items() if len(values) == 1}
        self._disputed = len(given) - len(self._labels)
        self._counts = {name: _Counts() for name in self._pass_at}
        self._matched = self._bad_seen = self._bad_caught = 0
        self._bad_missed: list[str] = []

    def _fits(self, label: Label) -> bool:
        """`pass` and `fail` fit every dimension, an anchor those that have one."""
        return label.label in _WORDS or (label.label in ANCHORS and self._pass_at[label.dimension] is not None)

    def add(self, result: CaseResult) -> None:
        """Compare one case."""
        case_id = result.stored.case_id
        judged = [c.judged for c in result.cells if c.judged.trial == 1]
        for verdict in judged:
            score = None if verdict.score is None else exact(verdict.score)
            self._compare(case_id, verdict.dimension, verdict.status, score)
        if judged and (case_id, OVERALL) in self._labels:
            whole = overall(judged, self._rubric)
            self._compare(case_id, OVERALL, whole.status, None)
        if judged and case_id in self._known_bad:
            self._bad_seen += 1
            if any(v.status is Status.FAILED for v in judged):
                self._bad_caught += 1
            elif len(self._bad_missed) < 10:
                self._bad_missed.append(case_id)

    def _compare(self, case_id: str, dimension: str, status: Status, score: Fraction | None) -> None:
        label = self._labels.get((case_id, dimension))
        if label is not None:
            self._matched += 1
            self._counts[dimension].add(status, label, score, self._pass_at[dimension])

    @property
    def result(self) -> AgainstLabels | None:
        """What came out; None when no labelled cell was judged."""
        if not self._matched:
            return None
        return AgainstLabels(
            dimensions=tuple(
                counts.frozen(name, self._kind(name))
                for name, counts in self._counts.items()
                if name != OVERALL or any(counts.cells.values())
            ),
            known_bad=self._bad_seen,
            known_bad_caught=self._bad_caught,
            known_bad_missed=tuple(self._bad_missed),
            disputed=self._disputed,
            unmatched=len(self._labels) - self._matched,
        )

    def _kind(self, name: str) -> str:
        if name == OVERALL:
            return OVERALL
        return "binary" if self._pass_at[name] is None else "anchored"


class _Counts:
    """The running counts of one dimension."""

    def __init__(self) -> None:
        self.cells = dict.fromkeys(((bad, status) for bad in (False, True) for status in Status), 0)
        self.on_anchors = self.same_anchor = self.within_one = 0
        self.distance = Fraction(0)

    def add(self, status: Status, label: str, score: Fraction | None, pass_at: Decimal | None) -> None:
        bad = label == "fail" if label in _WORDS or pass_at is None else exact(label) < exact(pass_at)
        self.cells[bad, status] += 1
        if label not in _WORDS and score is not None and status in (Status.PASSED, Status.FAILED):
            self.on_anchors += 1
            apart = abs(score - exact(label))
            self.same_anchor += apart == 0
            self.within_one += apart <= Fraction(1, 4)
            self.distance += apart

    def frozen(self, dimension: str, kind: str) -> DimensionAgainstLabels:
        cells = self.cells
        return DimensionAgainstLabels(
            dimension=dimension,
            kind=kind,
            passed_good=cells[False, Status.PASSED],
            failed_good=cells[False, Status.FAILED],
            passed_bad=cells[True, Status.PASSED],
            failed_bad=cells[True, Status.FAILED],
            undecided_good=cells[False, Status.UNSCORED] + cells[False, Status.SKIPPED],
            undecided_bad=cells[True, Status.UNSCORED] + cells[True, Status.SKIPPED],
            on_anchors=self.on_anchors,
            same_anchor=self.same_anchor,
            within_one=self.within_one,
            distance=self.distance,
        )
