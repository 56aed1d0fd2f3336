"""The tables of the HTML report: rows of plain texts, and intervals as numbers for the drawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gaugeblock import _figures as figures
from gaugeblock._reasons import CURES, MEANINGS, Reason
from gaugeblock.gate import DimensionDecision
from gaugeblock.reports.against_labels import DimensionAgainstLabels
from gaugeblock.reports.marking import clean
from gaugeblock.reports.summary import Summary
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.agreement import Kappa
from gaugeblock.tally import Tally

__all__ = [
    "AnchorRow",
    "Drawing",
    "FigureRow",
    "LabelRow",
    "ReasonRow",
    "anchor_rows",
    "figure_rows",
    "label_rows",
    "reason_rows",
    "topic_rows",
]

_UNDEFINED_WORDS = {
    "no_data": "nothing scored",
    "zero_variance": "all scores equal, no interval",
    "too_few": "too few scores for an interval",
    "constant_input": "not informative: one word only",
    "zero_expected_disagreement": "not informative: one word only",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An interval as it is drawn, in units of 0..100."""

    low: float
    high: float
    at: float
    threshold: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """The counts and the figure of one dimension, over all topics or in one."""

    topic: str
    dimension: str
    kind: str
    passed: str
    failed: str
    unscored: str
    """Unscored, skipped and missing cells together; `holes` tells them apart."""
    holes: str
    expected: str
    figure: str
    """Counts before the percentage, or the mean with its n."""
    interval: str
    drawing: Drawing | None
    outcome: str
    turned: int
    crowded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorRow:
    """One anchored dimension: how many scores stand on each anchor."""

    dimension: str
    shares: tuple[tuple[str, str, float], ...]
    """Count, share with interval, share of 100 for the drawing: from 0 to 1."""
    crowded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonRow:
    """Why cells have no verdict."""

    reason: str
    count: str
    meaning: str
    cure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow:
    """The judge beside people's labels, one dimension."""

    dimension: str
    agreement: str
    caught: str
    false_failures: str
    undecided: str
    kappa: str
    distance: str


def figure_rows(summary: Summary) -> tuple[FigureRow, ...]:
    """One row a dimension, `overall` last."""
    decided = {d.dimension: d for d in summary.decision.dimensions}
    return tuple(_figure_row("", tally, decided.get(name)) for name, tally in summary.by_dimension.items())


def topic_rows(summary: Summary) -> dict[str, tuple[FigureRow, ...]]:
    """By topic, one row a dimension."""
    thresholds = {d.dimension: d for d in summary.decision.dimensions}
    rows: dict[str, list[FigureRow]] = {}
    for (topic, name), tally in summary.by_topic.items():
        rows.setdefault(clean(topic), []).append(_figure_row(clean(topic), tally, thresholds.get(name)))
    return {topic: tuple(found) for topic, found in rows.items()}


def anchor_rows(summary: Summary) -> tuple[AnchorRow, ...]:
    """One row an anchored dimension."""
    return tuple(
        AnchorRow(
            dimension=clean(name),
            shares=tuple(
                (
                    f"{s.count:,}",
                    _share(s.share, s.interval),
                    0.0 if isinstance(s.share, Undefined) else 100 * float(s.share),
                )
                for s in tally.shares
            ),
            crowded=tally.crowded,
        )
        for name, tally in summary.by_dimension.items()
        if tally.kind == "anchored"
    )


def reason_rows(reasons: Mapping[str, int]) -> tuple[ReasonRow, ...]:
    """One row a reason, the most frequent first."""
    return tuple(
        ReasonRow(reason=code, count=f"{n:,}", meaning=MEANINGS[Reason(code)], cure=CURES[Reason(code)])
        for code, n in reasons.items()
    )


def label_rows(dimensions: tuple[DimensionAgainstLabels, ...]) -> tuple[LabelRow, ...]:
    """One row a dimension that has labels."""
    return tuple(_label_row(d) for d in dimensions if d.decided + d.undecided)


def _label_row(d: DimensionAgainstLabels) -> LabelRow:
    agreement = f"{d.agreed} of {d.decided} decided"
    if d.decided:
        agreement += f", {_share(Fraction(d.agreed, d.decided), d.agreement)}"
    caught = "no failing label"
    if d.bad:
        caught = f"{d.failed_bad} of {d.bad}"
        if not isinstance(d.caught_at_least, Undefined):
            caught += f" (at least {figures.percent(d.caught_at_least)}, 95 % sure)"
    false = "no passing label"
    if d.good:
        false = f"{d.failed_good} of {d.good}, {_share(Fraction(d.failed_good, d.good), d.false_failure_interval)}"
    distance = ""
    if not isinstance(d.mean_distance, Undefined):
        distance = (
            f"{d.same_anchor} of {d.on_anchors} equal, {d.within_one} within one anchor, "
            f"mean distance {figures.score(d.mean_distance)}"
        )
    return LabelRow(
        dimension=clean(d.dimension),
        agreement=agreement,
        caught=caught,
        false_failures=false,
        undecided=f"{d.undecided}, of these {d.undecided_bad} labelled fail" if d.undecided else "0",
        kappa=_kappa(d.kappa),
        distance=distance,
    )


def _kappa(kappa: Kappa | Undefined) -> str:
    if isinstance(kappa, Undefined):
        return _words(kappa)
    return f"−{figures.score(-kappa.kappa)}" if kappa.kappa < 0 else figures.score(kappa.kappa)


def _figure_row(topic: str, tally: Tally, decision: DimensionDecision | None) -> FigureRow:
    threshold = decision.threshold if decision is not None else None
    holes = ((tally.unscored, "unscored"), (tally.skipped, "skipped"), (tally.missing, "never came back"))
    return FigureRow(
        topic=topic,
        dimension=clean(tally.dimension),
        kind=tally.kind,
        passed=f"{tally.passed:,}",
        failed=f"{tally.failed:,}",
        unscored=f"{tally.unmeasured:,}",
        holes=", ".join(f"{n:,} {word}" for n, word in holes if n),
        expected=f"{tally.expected:,}",
        figure=_figure(tally, decision),
        interval=_interval(tally),
        drawing=_drawing(tally, None if threshold is None else float(threshold)),
        outcome="not_gated" if decision is None or topic else decision.outcome,
        turned=tally.turned,
        crowded=tally.crowded,
    )


def _figure(tally: Tally, decision: DimensionDecision | None) -> str:
    threshold = decision.threshold if decision is not None else None
    if tally.kind == "anchored":
        mean = tally.mean
        return "nothing scored" if isinstance(mean, Undefined) else f"mean {figures.score(mean, beside=threshold)}"
    rate = tally.rate
    return "nothing scored" if isinstance(rate, Undefined) else figures.percent(rate, beside=threshold)


def _interval(tally: Tally) -> str:
    found = tally.interval
    if isinstance(found, Undefined):
        return "" if found.reason == "no_data" else _words(found)
    if tally.kind == "anchored":
        return figures.score_interval(found.lower, found.upper)
    return figures.interval(found.lower, found.upper)


def _drawing(tally: Tally, threshold: float | None) -> Drawing | None:
    figure = tally.mean if tally.kind == "anchored" else tally.rate
    if isinstance(figure, Undefined):
        return None
    at, found = 100 * float(figure), tally.interval
    low, high = (at, at) if isinstance(found, Undefined) else (100 * found.lower, 100 * found.upper)
    return Drawing(
        low=max(0.0, low), high=min(100.0, high), at=at, threshold=None if threshold is None else 100 * threshold
    )


def _share(share: Fraction | Undefined, interval: Interval | Undefined) -> str:
    if isinstance(share, Undefined):
        return _words(share)
    ends = "" if isinstance(interval, Undefined) else f" {figures.interval(interval.lower, interval.upper)}"
    return f"{figures.percent(share)}{ends}"


def _words(undefined: Undefined) -> str:
    return _UNDEFINED_WORDS.get(undefined.reason, undefined.reason.replace("_", " "))
