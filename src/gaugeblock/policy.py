"""A policy: what is required of each dimension, and what a miss does."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

__all__ = [
    "CertificateDemand",
    "DropScope",
    "Effect",
    "Policy",
    "Threshold",
    "ValidationPolicy",
    "policy_from_record",
    "policy_record",
]


class Effect(StrEnum):
    """What a missed threshold does."""

    BLOCK = "block"
    """Closes the gate."""
    TRIAGE = "triage"
    """Someone must look; the code does not change."""
    TREND = "trend"
    """Watched over time; the code does not change."""


class CertificateDemand(StrEnum):
    """How well the judge must have been examined."""

    PROVISIONAL = "provisional"
    CONFIRMED = "confirmed"
    NONE = "none"
    """The gate decides without a certificate, and every report says so."""


class DropScope(StrEnum):
    """What must fall when an answer is damaged on purpose."""

    OVERALL = "overall"
    DIMENSION = "dimension"


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """What is required of one dimension (or of `overall`)."""

    dimension: str
    at_least: Decimal
    """0..1. Binary and overall: the share that passed; anchored: the mean."""
    effect: Effect = Effect.BLOCK
    rule: str = "point"
    """`point`: the observed figure decides; `lower_bound`: its one-sided 95 % bound must reach the threshold."""
    min_n: int | None = None
    """Fewest scored cases to decide; None: max(10, ceil(1 / (1 - at_least)))."""
    max_failure_rate: Decimal | None = None
    """Zero tolerance only: the failure rate that clean cases must rule out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationPolicy:
    """What a judge must show before it is certified."""

    rho_at_least: Decimal = Decimal("0.80")
    mae_at_most: Decimal = Decimal("0.20")
    drop_at_least: Decimal = Decimal("0.25")
    on: DropScope = DropScope.OVERALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Thresholds per dimension and what is asked of the judge."""

    thresholds: tuple[Threshold, ...] = ()
    certificate: CertificateDemand = CertificateDemand.PROVISIONAL
    validation: ValidationPolicy = ValidationPolicy()


def policy_record(policy: Policy) -> dict[str, Any]:
    """The policy as plain JSON data, in the shape of the suite file."""
    record: dict[str, Any] = {}
    for t in policy.thresholds:
        line: dict[str, Any] = {"at_least": str(t.at_least), "effect": t.effect.value}
        if t.rule != "point":
            line["rule"] = t.rule
        if t.min_n is not None:
            line["min_n"] = t.min_n
        if t.max_failure_rate is not None:
            line["max_failure_rate"] = str(t.max_failure_rate)
        record[t.dimension] = line
    v = policy.validation
    return record | {
        "certificate": policy.certificate.value,
        "validation": {
            "rho_at_least": str(v.rho_at_least),
            "mae_at_most": str(v.mae_at_most),
            "drop_at_least": str(v.drop_at_least),
            "on": v.on.value,
        },
    }


def policy_from_record(record: Mapping[str, Any]) -> Policy:
    """The policy whose record this is; the inverse of `policy_record`."""
    lines = {name: line for name, line in record.items() if name not in ("certificate", "validation")}
    v = record["validation"]
    return Policy(
        thresholds=tuple(_threshold(name, line) for name, line in lines.items()),
        certificate=CertificateDemand(record["certificate"]),
        validation=ValidationPolicy(
            rho_at_least=Decimal(v["rho_at_least"]),
            mae_at_most=Decimal(v["mae_at_most"]),
            drop_at_least=Decimal(v["drop_at_least"]),
            on=DropScope(v["on"]),
        ),
    )


def _threshold(name: str, line: Mapping[str, Any]) -> Threshold:
    claim = line.get("max_failure_rate")
    return Threshold(
        dimension=name,
        at_least=Decimal(line["at_least"]),
        effect=Effect(line["effect"]),
        rule=line.get("rule", "point"),
        min_n=line.get("min_n"),
        max_failure_rate=None if claim is None else Decimal(claim),
    )
