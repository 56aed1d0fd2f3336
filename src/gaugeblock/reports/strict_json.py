"""The run as strict JSON, for programs.

Keys and words are a contract (`docs/reference`): no further keys, no NaN, every number finite. What cannot be
computed is `null`, and beside it `<field>_reason` says why. A certificate is an object with `state detail issued_on
valid_for_days dimensions`, or `null` with `certificate_reason` when none was issued for this judge's digest. The
file is valid UTF-8 whatever the texts hold: lone surrogates are escaped. Cases are written one a line as they are
read, so that the size of a run does not matter.
"""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from gaugeblock.gate import DimensionDecision
from gaugeblock.ports import Store
from gaugeblock.reports.summary import Summary
from gaugeblock.reports.walk import CaseResult, Cell, case_results
from gaugeblock.rubric import AnchoredDimension
from gaugeblock.stats._undefined import Undefined
from gaugeblock.tally import Tally
from gaugeblock.verdict import Evidence, Status

__all__ = ["TextSink", "write_json"]

_SURROGATE = re.compile("[\ud800-\udfff]")


class TextSink(Protocol):
    """Anything text can be written to."""

    def write(self, text: str, /) -> object: ...


async def write_json(summary: Summary, store: Store, stream: TextSink) -> None:
    """Write the whole run, its cases read from the store."""
    head = _head(summary)
    body = ",\n".join(f"{_text(key)}: {_text(value)}" for key, value in head.items())
    stream.write(f'{{\n{body},\n"cases": [')
    separator = "\n"
    on_a_scale = any(isinstance(d, AnchoredDimension) for d in summary.rubric.dimensions)
    async for result in case_results(store, summary.record.header.run_id, summary.rubric, summary.overrides):
        stream.write(separator + _text(_case(result, on_a_scale=on_a_scale)))
        separator = ",\n"
    stream.write("\n]\n}\n")


def _text(value: Any) -> str:
    """JSON on one line; only what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _SURROGATE.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def _head(summary: Summary) -> dict[str, Any]:
    header, decision = summary.record.header, summary.decision
    decided = {d.dimension: d for d in decision.dimensions}
    topics: dict[str, dict[str, Any]] = {}
    for (topic, name), tally in summary.by_topic.items():
        topics.setdefault(topic, {})[name] = _tally(tally, None, "decided_over_all_topics")
    return {
        "run_id": header.run_id,
        "suite": header.suite,
        "judge": _judge(summary),
        "outcome": decision.outcome.value,
        "exit_code": int(decision.exit_code),
        "dimensions": {
            name: _tally(tally, decided.get(name), "no_threshold") for name, tally in summary.by_dimension.items()
        },
        "topics": topics,
    }


def _judge(summary: Summary) -> dict[str, Any]:
    header = summary.record.header
    check, certificate = summary.decision.certificate, summary.certificate
    shown = None
    if certificate is not None:
        shown = {
            "state": check.state,
            "detail": check.detail,
            "issued_on": certificate.issued_on.isoformat(),
            "valid_for_days": certificate.valid_for_days,
            "dimensions": {name: str(state) for name, state in certificate.dimensions.items()},
        }
    return {
        **_or_reason("model", header.judge_model or Undefined("no_judge")),
        **_or_reason("digest", header.judge_digest or Undefined("no_judge")),
        **_or_reason("certificate", shown or Undefined(check.state)),
    }


def _tally(tally: Tally, decision: DimensionDecision | None, ungated: str) -> dict[str, Any]:
    """Counts and figures of one dimension; without a decision it is not gated, for the reason given."""
    threshold = effect = None
    if decision is not None:
        threshold, effect = decision.threshold, decision.effect
    interval = tally.interval
    ends = interval if isinstance(interval, Undefined) else [interval.lower, interval.upper]
    return {
        "kind": tally.kind,
        "passed": tally.passed,
        "failed": tally.failed,
        "unscored": tally.unscored + tally.missing,
        "skipped": tally.skipped,
        "expected": tally.expected,
        **_or_reason("rate", _number(tally.rate)),
        **_or_reason("mean", _number(tally.mean)),
        **_or_reason("interval", ends),
        **_or_reason("threshold", Undefined(ungated) if threshold is None else float(threshold)),
        **_or_reason("effect", Undefined(ungated) if effect is None else effect.value),
        "outcome": "not_gated" if decision is None else decision.outcome,
    }


def _case(result: CaseResult, *, on_a_scale: bool) -> dict[str, Any]:
    score: Fraction | Undefined
    if result.score is not None:
        score = result.score
    elif result.status in (Status.UNSCORED, Status.SKIPPED):
        score = Undefined(result.status.value)
    else:
        score = Undefined("unscored" if on_a_scale else "not_a_scale")
    return {
        "case_id": result.stored.case_id,
        "topic": result.stored.topic,
        "overall": {"status": result.status.value, **_or_reason("score", _number(score))},
        "verdicts": [_verdict(cell) for cell in result.cells],
    }


def _verdict(cell: Cell) -> dict[str, Any]:
    verdict = cell.verdict
    return {
        "dimension": verdict.dimension,
        "trial": verdict.trial,
        "status": verdict.status.value,
        "score": verdict.score,
        "reason": None if verdict.reason is None else verdict.reason.value,
        "detail": _detail(cell),
        "evidence": [_evidence(e) for e in verdict.evidence],
        "repairs": list(verdict.repairs),
    }


def _detail(cell: Cell) -> str:
    """The verdict's free words; a turned verdict says first who turned it and why."""
    if cell.override is None:
        return cell.verdict.detail
    o = cell.override
    turned = f"judged failed; turned to {o.label} by {o.who} on {o.at.date().isoformat()}: {o.why}"
    return f"{turned} · {cell.verdict.detail}" if cell.verdict.detail else turned


def _evidence(e: Evidence) -> dict[str, Any]:
    return {"quote": e.quote, "where": e.where, "start": e.start, "end": e.end, "verified": e.verified}


def _number(value: Fraction | Undefined) -> float | Undefined:
    return value if isinstance(value, Undefined) else float(value)


def _or_reason(field: str, value: Any) -> Mapping[str, Any]:
    """The field, or null and the reason why there is none."""
    return {field: None, f"{field}_reason": value.reason} if isinstance(value, Undefined) else {field: value}
