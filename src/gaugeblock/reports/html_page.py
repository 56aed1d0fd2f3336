"""The page around the cases, as the HTML template wants it: decision, figures, judge, rubric."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from gaugeblock import _figures as figures
from gaugeblock.reports.html_tables import (
    AnchorRow,
    FigureRow,
    LabelRow,
    ReasonRow,
    anchor_rows,
    figure_rows,
    label_rows,
    reason_rows,
    topic_rows,
)
from gaugeblock.reports.marking import clean
from gaugeblock.reports.summary import Summary, first_line
from gaugeblock.rubric import ANCHORS, AnchoredDimension, Dimension
from gaugeblock.verdict import Status

__all__ = ["PageView", "page_view"]

_CERTIFICATE_TITLES = {
    "valid": "Judge certified",
    "provisional": "Judge certified, provisional",
    "none_demanded": "Judge unexamined: the policy demands no certificate",
    "accepted": "Judge not certified: accepted by a person's flag",
    "missing": "Judge unexamined",
    "expired": "Judge's certificate has expired",
    "not_examined": "Judge not examined well enough",
    "changed": "Judge changed since it was examined",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """What was decided about one dimension."""

    dimension: str
    outcome: str
    strength: str
    effect: str
    required: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricRow:
    """One dimension of the rubric in its own words."""

    name: str
    kind: str
    question: str
    lines: tuple[tuple[str, str], ...]
    """Title and text of each further part that is not empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideRow:
    """A person's decision that turned a verdict."""

    case_id: str
    dimension: str
    label: str
    who: str
    when: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """Everything on the page but the cases."""

    suite: str
    run_id: str
    finished: str
    """When it finished, or that it was stopped."""
    headline: str
    outcome: str
    decisions: tuple[DecisionRow, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    case_counts: tuple[tuple[str, str], ...]
    figures: tuple[FigureRow, ...]
    topics: dict[str, tuple[FigureRow, ...]]
    anchored: tuple[AnchorRow, ...]
    anchors: tuple[str, ...]
    reasons: tuple[ReasonRow, ...]
    quotes: str
    certificate_title: str
    certificate_detail: str
    certified: bool
    rules: bool
    facts: tuple[tuple[str, str], ...]
    parts: tuple[tuple[str, str], ...]
    labels: tuple[LabelRow, ...]
    label_notes: tuple[str, ...]
    scales: bool
    """At least one dimension is anchored."""
    overrides: tuple[OverrideRow, ...]
    rubric_name: str
    rubric: tuple[RubricRow, ...]
    bias_rules: tuple[str, ...]
    topic_names: tuple[str, ...]
    dimension_names: tuple[str, ...]
    cases: int


def page_view(summary: Summary) -> PageView:
    """The view of a summary."""
    header, decision = summary.record.header, summary.decision
    check = decision.certificate
    finished = summary.record.finished_at
    return PageView(
        suite=clean(header.suite),
        run_id=clean(header.run_id),
        finished=f"finished {finished:%Y-%m-%d %H:%M} UTC" if finished else "stopped before the end",
        headline=clean(first_line(summary)),
        outcome=decision.outcome.value,
        decisions=tuple(
            DecisionRow(
                dimension=clean(d.dimension),
                outcome=d.outcome,
                strength=d.strength,
                effect="" if d.effect is None else d.effect.value,
                required="" if d.threshold is None else _limit(d.kind, d.threshold),
                sentence=clean(d.sentence),
            )
            for d in decision.dimensions
        ),
        notes=_notes(summary),
        warnings=tuple(clean(w) for w in summary.warnings),
        case_counts=tuple((s.value, f"{n:,}") for s, n in summary.cases.items() if n or s is not Status.SKIPPED),
        figures=figure_rows(summary),
        topics=topic_rows(summary),
        anchored=anchor_rows(summary),
        anchors=ANCHORS,
        reasons=reason_rows(summary.reasons),
        quotes=_quotes(summary),
        certificate_title=_CERTIFICATE_TITLES.get(check.state, check.state.replace("_", " ")),
        certificate_detail=_certificate_detail(summary),
        certified=check.state in ("valid", "provisional"),
        rules=header.judge_is_rules,
        facts=tuple((name, clean(value)) for name, value in _facts(summary)),
        parts=tuple((clean(k), clean(v)) for k, v in sorted(header.judge_parts.items())),
        labels=() if summary.against_labels is None else label_rows(summary.against_labels.dimensions),
        label_notes=_label_notes(summary),
        scales=any(isinstance(d, AnchoredDimension) for d in summary.rubric.dimensions),
        overrides=tuple(
            OverrideRow(
                case_id=clean(o.case_id),
                dimension=clean(o.dimension),
                label=clean(o.label),
                who=clean(o.who),
                when=f"{o.at:%Y-%m-%d %H:%M}",
                why=clean(o.why),
            )
            for o in summary.overrides
        ),
        rubric_name=clean(summary.rubric.name),
        rubric=tuple(_rubric_row(d) for d in summary.rubric.dimensions),
        bias_rules=tuple(clean(r) for r in summary.rubric.bias_rules),
        topic_names=tuple(clean(t) for t in summary.topics),
        dimension_names=tuple(clean(n) for n in summary.rubric.names),
        cases=sum(summary.cases.values()),
    )


def _notes(summary: Summary) -> tuple[str, ...]:
    """The decision's notes but those that a banner says already: how the judge stands, and that it is rules."""
    detail = summary.decision.certificate.detail
    repeats = (
        f"judge not certified ({detail}), accepted",
        f"judge unexamined: {detail}",
        "the judge is a set of rules; no language model was used",
    )
    return tuple(clean(n) for n in summary.decision.notes if not n.startswith(repeats))


def _certificate_detail(summary: Summary) -> str:
    """Why the certificate counts or does not, and with which reason a person accepted that there is none."""
    check, header = summary.decision.certificate, summary.record.header
    detail = check.detail[:1].upper() + check.detail[1:]
    if check.state == "accepted":
        reason = " ".join(header.accepted_reason.split())
        detail += f"; accepted: {reason}" if reason else "; accepted without a reason"
    return clean(detail)


def _limit(kind: str, threshold: Decimal) -> str:
    return f"mean {figures.score(threshold)}" if kind == "anchored" else figures.limit(threshold)


def _quotes(summary: Summary) -> str:
    q = summary.quotes
    if not q.given:
        return "No verdict came with a quote."
    share = "" if q.verified == q.given else f" ({figures.percent(Fraction(q.verified, q.given))})"
    return f"{q.verified:,} of {q.given:,} quotes{share} were found word for word in the source or the answer."


def _facts(summary: Summary) -> list[tuple[str, str]]:
    header, judging = summary.record.header, summary.judging
    facts = [
        ("Suite", header.suite),
        ("Run", header.run_id),
        ("Started", f"{header.started_at:%Y-%m-%d %H:%M:%S %Z}".strip()),
        ("gaugeblock", header.gaugeblock_version),
        ("Target", header.target),
        ("Cases asked for", f"{header.cases:,}" + (f", {header.trials} trials each" if header.trials > 1 else "")),
        ("Golden set digest", header.golden_digest),
        ("Judge model", header.judge_model),
        ("Model served", ", ".join(judging.served_models)),
        ("Judge digest", header.judge_digest),
        ("Rubric digest", header.rubric_digest),
        ("Judge calls", _calls(summary)),
    ]
    if judging.prompt_tokens is not None or judging.completion_tokens is not None:
        facts.append(("Tokens", f"{judging.prompt_tokens or 0:,} sent, {judging.completion_tokens or 0:,} received"))
    if header.partial:
        facts.append(("Part of the golden set", header.selection or "yes"))
    if header.accepted_uncertified:
        facts.append(("Uncertified judge accepted", header.accepted_reason or "no reason given"))
    return [(name, value) for name, value in facts if value]


def _calls(summary: Summary) -> str:
    judging = summary.judging
    parts = [f"{judging.calls:,}"]
    for n, one, many in (
        (judging.re_asks, "re-ask", "re-asks"),
        (judging.retries, "repeat after a passing fault", "repeats after passing faults"),
        (judging.faults, "ended with an error", "ended with an error"),
        (judging.repaired, "verdict read with repairs", "verdicts read with repairs"),
    ):
        if n:
            parts.append(f"{n:,} {one if n == 1 else many}")
    return ", ".join(parts)


def _label_notes(summary: Summary) -> tuple[str, ...]:
    labels = summary.against_labels
    if labels is None:
        return ()
    notes = []
    if labels.known_bad:
        missed = f"; not failed: {', '.join(labels.known_bad_missed)}" if labels.known_bad_missed else ""
        notes.append(f"{labels.known_bad_caught} of {labels.known_bad} answers known to be bad were failed{missed}.")
    if labels.disputed:
        notes.append(f"{figures.count(labels.disputed, 'cell')} that people labelled differently left out.")
    if labels.unmatched:
        notes.append(f"{figures.count(labels.unmatched, 'labelled cell')} without a verdict in this run.")
    return tuple(clean(n) for n in notes)


def _rubric_row(d: Dimension) -> RubricRow:
    if isinstance(d, AnchoredDimension):
        kind = "anchored"
        lines = list(zip(ANCHORS, d.anchors, strict=True))
        if d.pass_at is not None:
            lines.append(("Passes from", str(d.pass_at)))
    else:
        kind = "binary"
        lines = [
            ("Pass when", d.pass_when),
            ("Fail when", d.fail_when),
            ("Sensitive", "; ".join(d.sensitive)),
            ("Disclaimers", "; ".join(d.disclaimers)),
        ]
    lines.append(("Evidence", f"on a pass {d.evidence.on_pass.value}; a fail is proved by {d.evidence.on_fail.value}"))
    return RubricRow(
        name=clean(d.name),
        kind=kind,
        question=clean(d.question),
        lines=tuple((title, clean(text)) for title, text in lines if text),
    )
