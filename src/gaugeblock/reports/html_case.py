"""One case as the HTML template wants it: texts with the evidence marked, verdicts, what the judge sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from gaugeblock import _figures as figures
from gaugeblock.reports.marking import LONG, Span, clean, excerpt, marked
from gaugeblock.reports.walk import CaseResult, Cell, answer_of, question_of
from gaugeblock.verdict import CURES, MEANINGS, Evidence, JudgeCall, Status

__all__ = ["CaseView", "QuoteView", "TextView", "VerdictView", "case_view"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextView:
    """One text of a case: question, source passage, answer."""

    title: str
    name: str
    """The passage's id; empty for other texts."""
    whole: Markup
    short: Markup | None
    """Set for a long text: its extracts; `whole` then stands behind a click."""
    length: int
    """In code points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteView:
    """One quote of a verdict."""

    quote: str
    where: str
    verified: bool
    gap: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """One verdict."""

    anchor: str
    """Its HTML id."""
    dimension: str
    trial: int
    status: str
    tone: str
    """Its status, or `turned`: judged failed, and counted as passed by a person's decision."""
    score: str
    reason: str
    meaning: str
    cure: str
    detail: str
    quotes: tuple[QuoteView, ...]
    repairs: tuple[str, ...]
    turned: str
    """Who turned it, to what, when and why; empty when nobody did."""
    turned_by: str
    """Who turned it, for the badge; empty when nobody did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """One case."""

    number: int
    """1-based place in the golden set; its HTML id is `case-<number>`."""
    case_id: str
    topic: str
    topic_number: int
    tags: tuple[str, ...]
    status: str
    turned: bool
    """It passes only because a person turned a failed verdict."""
    score: str
    attention: str
    """Numbers of the dimensions that failed or have no verdict, blank-separated, for the filter."""
    texts: tuple[TextView, ...]
    retrieved: tuple[TextView, ...]
    reference: str
    purged: bool
    """The texts are not in the store any more."""
    verdicts: tuple[VerdictView, ...]
    calls: tuple[JudgeCall, ...]
    several_trials: bool


def case_view(
    result: CaseResult,
    *,
    topics: Mapping[str, int],
    dimensions: Mapping[str, int],
    pass_at: Decimal,
) -> CaseView:
    """The view of one case.

    Args:
        topics: the topics' numbers, for the filter; `dimensions` likewise.
        pass_at: from which mean on a case passes, so that no mean below it is rounded up to it.
    """
    stored, number = result.stored, result.stored.position + 1
    verdicts = tuple(_verdict(cell, f"v{number}-{i}") for i, cell in enumerate(result.cells, 1))
    texts, retrieved = _texts(stored.record, _spans(result, verdicts, stored.record))
    attention = {
        dimensions[c.verdict.dimension]
        for c in result.cells
        if c.verdict.status is not Status.PASSED and c.verdict.dimension in dimensions
    }
    return CaseView(
        number=number,
        case_id=clean(stored.case_id),
        topic=clean(stored.topic),
        topic_number=topics.get(stored.topic, 0),
        tags=tuple(clean(t) for t in stored.record.get("tags", ())),
        status=result.status.value,
        turned=result.status is Status.PASSED and any(c.override for c in result.cells),
        score="" if result.score is None else figures.score(result.score, beside=pass_at),
        attention=" ".join(map(str, sorted(attention))),
        texts=texts,
        retrieved=retrieved,
        reference=clean(str(stored.record.get("reference") or "")),
        purged=not stored.record,
        verdicts=verdicts,
        calls=result.calls,
        several_trials=len(result.overalls) > 1,
    )


def _verdict(cell: Cell, anchor: str) -> VerdictView:
    verdict, o = cell.verdict, cell.override
    reason = verdict.reason
    turned = ""
    if o is not None:
        turned = f"judged failed; turned to {o.label} by {o.who} on {o.at.date().isoformat()}: {o.why}"
    return VerdictView(
        anchor=anchor,
        dimension=clean(verdict.dimension),
        trial=verdict.trial,
        status=verdict.status.value,
        tone=verdict.status.value if o is None else "turned",
        score=_score(cell),
        reason="" if reason is None else reason.value,
        meaning="" if reason is None else MEANINGS[reason],
        cure="" if reason is None else CURES[reason],
        detail=clean(verdict.detail),
        quotes=tuple(_quote(e) for e in verdict.evidence),
        repairs=tuple(clean(r) for r in verdict.repairs),
        turned=clean(turned),
        turned_by="" if o is None else clean(o.who) or "a person",
    )


def _score(cell: Cell) -> str:
    score, raw = cell.verdict.score, cell.verdict.raw_score
    if score is None:
        return ""
    shown = f"{score:g}"
    return shown if raw is None or cell.override or raw == shown else f"{shown} (the judge wrote {clean(raw)})"


def _quote(e: Evidence) -> QuoteView:
    return QuoteView(quote=clean(e.quote), where=clean(e.where or ""), verified=e.verified, gap=e.gap)


def _spans(result: CaseResult, verdicts: Sequence[VerdictView], record: Mapping[str, Any]) -> dict[str, list[Span]]:
    """The quotes by the text they stand in: `response`, `input`, `source:<number of the passage>`."""
    passages = record.get("source") or ()
    spans: dict[str, list[Span]] = {}
    for cell, view in zip(result.cells, verdicts, strict=True):
        for e in cell.verdict.evidence:
            if e.where is None or e.start is None or e.end is None:
                continue
            span = Span(
                start=e.start,
                end=e.end,
                label=cell.verdict.dimension,
                tone=view.tone,
                target=view.anchor,
                verified=e.verified,
            )
            spans.setdefault(_place(e, passages), []).append(span)
    return spans


def _place(e: Evidence, passages: Sequence[Mapping[str, Any]]) -> str:
    """The text that holds the quote; of several passages of one name, the one that says these words there."""
    kind, _, name = (e.where or "").partition(":")
    if kind != "source":
        return kind
    named = [i for i, p in enumerate(passages) if p.get("id", "") == name]
    exact = (i for i in named if passages[i]["text"][e.start : e.end] == e.quote)
    return f"source:{next(exact, named[0] if named else 0)}"


def _texts(
    record: Mapping[str, Any], spans: Mapping[str, Sequence[Span]]
) -> tuple[tuple[TextView, ...], tuple[TextView, ...]]:
    """What is shown side by side (question, source, answer), and the retrieved context."""
    if not record:
        return (), ()
    texts = [_text("Question", "", question_of(record), spans.get("input", ()))]
    for i, passage in enumerate(record.get("source") or ()):
        texts.append(_text("Source", passage.get("id", ""), passage["text"], spans.get(f"source:{i}", ())))
    answer = answer_of(record)
    if answer is not None:
        texts.append(_text("Answer", "", answer, spans.get("response", ())))
    retrieved = tuple(_text("Retrieved", p.get("id", ""), p["text"], ()) for p in record.get("retrieved") or ())
    return tuple(texts), retrieved


def _text(title: str, name: str, text: str, spans: Sequence[Span]) -> TextView:
    return TextView(
        title=title,
        name=clean(name),
        whole=marked(text, spans),
        short=excerpt(text, spans) if len(text) > LONG else None,
        length=len(text),
    )
