"""Nouns as table rows, and rows as nouns."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement

from gaugeblock.label import Label
from gaugeblock.ports import StoredCase
from gaugeblock.run import Outcome, Override, RunRecord
from gaugeblock.stores import schema
from gaugeblock.stores.columns import is_long, json_text, name_key, to_stored
from gaugeblock.stores.records import evidence_from, evidence_record, header_from, header_record
from gaugeblock.verdict import JudgeCall, Origin, Reason, Status, Verdict

__all__ = [
    "CALL_COLUMNS",
    "CASE_COLUMNS",
    "LABEL_COLUMNS",
    "OVERRIDE_COLUMNS",
    "RUN_COLUMNS",
    "VERDICT_COLUMNS",
    "Row",
    "StoredMoment",
    "Values",
    "call_from",
    "call_values",
    "case_from",
    "case_values",
    "label_from",
    "label_row",
    "long_name_rows",
    "names_in",
    "override_from",
    "override_row",
    "run_from",
    "run_row",
    "text_values",
    "verdict_from",
    "verdict_values",
]

Row = dict[str, Any]
"""A row by column name, its values as Python has them."""
Values = tuple[Any, ...]
"""A row as the database's driver takes it: what is written by the thousand skips SQLAlchemy's work on each value."""
StoredMoment = Callable[[datetime], Any]
"""A time as the driver takes it."""

_v, _c, _r = schema.verdicts.c, schema.calls.c, schema.runs.c
_rc, _o, _l = schema.run_cases.c, schema.overrides.c, schema.labels.c

_STATUS = {status.value: status for status in Status}
_ORIGIN = {origin.value: origin for origin in Origin}

RUN_COLUMNS: tuple[ColumnElement[Any], ...] = (
    _r.id, _r.suite, _r.started_at, _r.finished_at, _r.outcome, _r.exit_code, _r.header, _r.warnings,
)  # fmt: skip
CASE_COLUMNS: tuple[ColumnElement[Any], ...] = (
    _rc.position, _rc.case_id, _rc.topic, _rc.digest, schema.case_texts.c.record,
)  # fmt: skip
VERDICT_COLUMNS: tuple[ColumnElement[Any], ...] = (
    _v.case_id, _v.dimension, _v.trial, _v.status, _v.score, _v.raw_score, _v.reason, _v.detail, _v.evidence,
    _v.repairs, _v.topic, _v.origin, _v.level, _v.judge_digest, _v.at,
)  # fmt: skip
CALL_COLUMNS: tuple[ColumnElement[Any], ...] = (
    _c.case_id, _c.dimension, _c.trial, _c.attempt, _c.reply, _c.error, _c.finish_reason, _c.served_model,
    _c.fingerprint, _c.prompt_tokens, _c.completion_tokens, _c.latency_ms, _c.retries, _c.at,
)  # fmt: skip
OVERRIDE_COLUMNS: tuple[ColumnElement[Any], ...] = (_o.case_id, _o.dimension, _o.label, _o.who, _o.why, _o.at)
LABEL_COLUMNS: tuple[ColumnElement[Any], ...] = (
    _l.case_id, _l.dimension, _l.label, _l.labeller, _l.labelled_at, _l.known_bad, _l.note, _l.place,
)  # fmt: skip


def run_row(record: RunRecord) -> Row:
    """A row of `runs`, its number left to the database."""
    header = record.header
    return {
        "id": header.run_id,
        "suite": header.suite,
        "started_at": header.started_at,
        "finished_at": record.finished_at,
        "outcome": None if record.outcome is None else record.outcome.value,
        "exit_code": None if record.exit_code is None else int(record.exit_code),
        "header": header_record(header),
        "warnings": list(record.warnings),
    }


def run_from(row: Sequence[Any]) -> RunRecord:
    """The run of a row of `RUN_COLUMNS`."""
    run_id, suite, started_at, finished_at, outcome, exit_code, header, warnings = row
    return RunRecord(
        header=header_from(header, run_id=run_id, suite=suite, started_at=started_at),
        finished_at=finished_at,
        outcome=None if outcome is None else Outcome(outcome),
        exit_code=exit_code,
        warnings=tuple(warnings),
    )


def case_values(number: int, case: StoredCase) -> Values:
    """A row of `run_cases`, in the order of its columns."""
    return number, name_key(case.case_id), case.position, name_key(case.topic), name_key(case.digest)


def text_values(case: StoredCase) -> Values:
    """A row of `case_texts`, in the order of its columns."""
    return name_key(case.digest), json_text(case.record)


def case_from(row: Sequence[Any]) -> StoredCase:
    """The case of a row of `CASE_COLUMNS`; its record is empty when the texts were purged."""
    position, case_id, topic, digest, record = row
    return StoredCase(position=position, case_id=case_id, topic=topic, digest=digest, record=record or {})


def verdict_values(number: int, verdict: Verdict, moment: StoredMoment) -> Values:
    """A row of `verdicts`, in the order of its columns."""
    return (
        number,
        name_key(verdict.case_id),
        name_key(verdict.dimension),
        verdict.trial,
        verdict.status.value,
        verdict.score,
        None if verdict.raw_score is None else to_stored(verdict.raw_score),
        None if verdict.reason is None else verdict.reason.value,
        to_stored(verdict.detail),
        json_text([evidence_record(e) for e in verdict.evidence]) if verdict.evidence else "[]",
        json_text(verdict.repairs) if verdict.repairs else "[]",
        name_key(verdict.topic),
        verdict.origin.value,
        name_key(verdict.level),
        name_key(verdict.judge_digest),
        None if verdict.at is None else moment(verdict.at),
    )


def verdict_from(row: Sequence[Any]) -> Verdict:
    """The verdict of a row of `VERDICT_COLUMNS`."""
    (
        case_id, dimension, trial, status, score, raw_score, reason, detail, evidence, repairs, topic, origin, level,
        judge_digest, at,
    ) = row  # fmt: skip
    return Verdict(
        case_id=case_id,
        dimension=dimension,
        trial=trial,
        status=_STATUS[status],
        score=score,
        raw_score=raw_score,
        reason=None if reason is None else Reason(reason),
        detail=detail,
        evidence=tuple([evidence_from(e) for e in evidence]),
        repairs=tuple(repairs),
        topic=topic,
        origin=_ORIGIN[origin],
        level=level,
        judge_digest=judge_digest,
        at=at,
    )


def call_values(number: int, call: JudgeCall, moment: StoredMoment) -> Values:
    """A row of `calls`, in the order of its columns."""
    return (
        number,
        name_key(call.case_id),
        name_key(call.dimension or ""),
        call.trial,
        call.attempt,
        None if call.reply is None else to_stored(call.reply),
        to_stored(call.error),
        to_stored(call.finish_reason),
        to_stored(call.served_model),
        to_stored(call.fingerprint),
        call.prompt_tokens,
        call.completion_tokens,
        call.latency_ms,
        call.retries,
        None if call.at is None else moment(call.at),
    )


def call_from(row: Sequence[Any]) -> JudgeCall:
    """The call of a row of `CALL_COLUMNS`."""
    (
        case_id, dimension, trial, attempt, reply, error, finish_reason, served_model, fingerprint, prompt_tokens,
        completion_tokens, latency_ms, retries, at,
    ) = row  # fmt: skip
    return JudgeCall(
        case_id=case_id,
        dimension=dimension or None,
        trial=trial,
        attempt=attempt,
        reply=reply,
        error=error,
        finish_reason=finish_reason,
        served_model=served_model,
        fingerprint=fingerprint,
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        latency_ms=latency_ms,
        retries=retries,
        at=at,
    )


def override_row(number: int, override: Override) -> Row:
    """A row of `overrides`."""
    return {
        "run_number": number,
        "case_id": override.case_id,
        "dimension": override.dimension,
        "label": override.label,
        "who": override.who,
        "why": override.why,
        "at": override.at,
    }


def override_from(run_id: str, row: Sequence[Any]) -> Override:
    """The override of a row of `OVERRIDE_COLUMNS`."""
    case_id, dimension, label, who, why, at = row
    return Override(run_id=run_id, case_id=case_id, dimension=dimension, label=label, who=who, why=why, at=at)


def label_row(suite: str, label: Label) -> Row:
    """A row of `labels`."""
    return {
        "suite": suite,
        "case_id": label.case_id,
        "dimension": label.dimension,
        "labeller": label.labeller,
        "label": label.label,
        "labelled_at": label.labelled_at,
        "known_bad": label.known_bad,
        "note": label.note,
        "place": label.place,
    }


def label_from(row: Sequence[Any]) -> Label:
    """The label of a row of `LABEL_COLUMNS`."""
    case_id, dimension, label, labeller, labelled_at, known_bad, note, place = row
    return Label(
        case_id=case_id,
        dimension=dimension,
        label=label,
        labeller=labeller,
        labelled_at=labelled_at,
        known_bad=known_bad,
        note=note,
        place=place,
    )


def names_in(cases: Sequence[StoredCase], verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> set[str]:
    """Every name that is written to an indexed column."""
    names = {n for c in cases for n in (c.case_id, c.topic, c.digest)}
    names.update(n for v in verdicts for n in (v.case_id, v.dimension, v.topic, v.level, v.judge_digest))
    names.update(n for c in calls for n in (c.case_id, c.dimension or ""))
    return names


def long_name_rows(names: set[str]) -> list[Row]:
    """Rows of `long_names` for those of the names that are too long for an index."""
    return [{"key": name_key(n), "text": n} for n in names if is_long(n)]
