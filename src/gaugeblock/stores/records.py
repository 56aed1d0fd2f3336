"""Nouns as plain JSON data and back, for the parts that a store keeps as one document."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.run import RunHeader
from gaugeblock.verdict import Evidence

__all__ = [
    "certificate_from",
    "certificate_record",
    "evidence_from",
    "evidence_record",
    "header_from",
    "header_record",
]

_OWN_COLUMNS = ("run_id", "suite", "started_at")
_HEADER = tuple(f.name for f in fields(RunHeader) if f.name not in _OWN_COLUMNS)


def header_record(header: RunHeader) -> dict[str, Any]:
    """The header without what has a column of its own (id, suite, start)."""
    return {name: getattr(header, name) for name in _HEADER}


def header_from(record: Mapping[str, Any], **own: Any) -> RunHeader:
    """The header from its record and its own columns; fields that a later version added are left out."""
    return RunHeader(**own, **{name: record[name] for name in _HEADER if name in record})


def evidence_record(evidence: Evidence) -> dict[str, Any]:
    """One quotation as JSON data."""
    return {
        "quote": evidence.quote,
        "where": evidence.where,
        "start": evidence.start,
        "end": evidence.end,
        "verified": evidence.verified,
        "gap": evidence.gap,
    }


def evidence_from(record: Mapping[str, Any]) -> Evidence:
    """The quotation of a record."""
    return Evidence(**record)


def certificate_record(certificate: Certificate) -> dict[str, Any]:
    """The certificate as JSON data, without `place`."""
    return {
        "judge_digest": certificate.judge_digest,
        "issued_on": certificate.issued_on.isoformat(),
        "valid_for_days": certificate.valid_for_days,
        "dimensions": {name: state.value for name, state in certificate.dimensions.items()},
        "served_models": list(certificate.served_models),
        "rubric_digest": certificate.rubric_digest,
        "judge_model": certificate.judge_model,
        "judge_parts": dict(certificate.judge_parts),
        "figures": dict(certificate.figures),
    }


def certificate_from(record: Mapping[str, Any], *, place: str) -> Certificate:
    """The certificate of a record that was read at `place`."""
    return Certificate(
        judge_digest=record["judge_digest"],
        issued_on=date.fromisoformat(record["issued_on"]),
        valid_for_days=record["valid_for_days"],
        dimensions={name: CertificateState(state) for name, state in record["dimensions"].items()},
        served_models=tuple(record["served_models"]),
        rubric_digest=record["rubric_digest"],
        judge_model=record["judge_model"],
        judge_parts=record["judge_parts"],
        figures=record["figures"],
        place=place,
    )
