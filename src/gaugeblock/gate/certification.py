"""Whether the judge of a run has been examined: the pure rule. Reading certificates is an adapter's work."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.policy import CertificateDemand
from gaugeblock.run import RunHeader

__all__ = ["CertificateCheck", "check_certificate"]

_SHORT = 48
"""Longest value of a judge's part that is printed; digests are longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCheck:
    """Whether the judge may open a gate."""

    state: str
    """`valid provisional none_demanded accepted missing expired not_examined changed`."""
    detail: str = ""
    """In words: which part changed, since when it has expired, what is lacking."""
    lacking: tuple[str, ...] = ()
    """The dimensions that are not examined well enough."""

    @property
    def examined(self) -> bool:
        """The judge was examined on every dimension that is asked about, and that still holds."""
        return self.state in ("valid", "provisional")

    @property
    def decides(self) -> bool:
        """The gate may decide on this judge's word: it was examined, or that was given up openly."""
        return self.examined or self.state in ("accepted", "none_demanded")


def check_certificate(
    *,
    demand: CertificateDemand,
    dimensions: Sequence[str],
    header: RunHeader,
    certificates: Sequence[Certificate],
    served_models: Sequence[str],
    today: date,
    mixed_digests: bool = False,
) -> CertificateCheck:
    """Look for a certificate of the run's judge that covers these dimensions; the newest one for its digest counts.

    The states say: `valid` (confirmed everywhere) and `provisional`; `missing` (none, or several judges in one run);
    `changed` (none for this digest, but one for an earlier form of the judge); `expired` (too old, or the provider
    served a model string that was not examined); `not_examined` (a dimension is lacking). Where these are not good
    enough, `accepted` and `none_demanded` say that the gate decides nevertheless.
    """
    if mixed_digests:
        found = CertificateCheck(
            state="missing",
            detail="two judge digests occur in this run; a certificate covers one",
            lacking=tuple(dimensions),
        )
    else:
        own = [c for c in certificates if header.judge_digest and c.judge_digest == header.judge_digest]
        if own:
            newest = max(own, key=lambda c: c.issued_on)
            found = _examine(newest, demand, dimensions, served_models, today)
        else:
            found = _none_for_this_judge(header, certificates, dimensions)
    if found.examined:
        return found
    if demand is CertificateDemand.NONE:
        return CertificateCheck(state="none_demanded", detail=found.detail, lacking=found.lacking)
    if header.accepted_uncertified:
        return CertificateCheck(state="accepted", detail=found.detail, lacking=found.lacking)
    return found


def _examine(
    certificate: Certificate,
    demand: CertificateDemand,
    dimensions: Sequence[str],
    served_models: Sequence[str],
    today: date,
) -> CertificateCheck:
    if fault := _age_fault(certificate, today) or _served_fault(certificate, served_models):
        return CertificateCheck(state="expired", detail=fault, lacking=tuple(dimensions))
    states = {d: certificate.dimensions.get(d, CertificateState.NOT_EXAMINED) for d in dimensions}
    unexamined = tuple(d for d, state in states.items() if state is CertificateState.NOT_EXAMINED)
    provisional = tuple(d for d, state in states.items() if state is CertificateState.PROVISIONAL)
    if unexamined:
        return CertificateCheck(
            state="not_examined", detail=f"judge not examined on {_listed(unexamined)}", lacking=unexamined
        )
    if provisional and demand is CertificateDemand.CONFIRMED:
        return CertificateCheck(
            state="not_examined",
            detail=f"only provisional on {_listed(provisional)}, and the policy demands confirmed",
            lacking=provisional,
        )
    issued = f"certificate of {certificate.issued_on.isoformat()}"
    if provisional:
        return CertificateCheck(state="provisional", detail=f"{issued}, provisional on {_listed(provisional)}")
    return CertificateCheck(state="valid", detail=issued)


def _age_fault(certificate: Certificate, today: date) -> str:
    if certificate.valid_for_days is None:
        return ""
    last = certificate.issued_on + timedelta(days=certificate.valid_for_days)
    return f"certificate expired: valid until {last.isoformat()}" if today > last else ""


def _served_fault(certificate: Certificate, served_models: Sequence[str]) -> str:
    if not certificate.served_models:
        return ""
    strangers = sorted({m for m in served_models if m} - set(certificate.served_models))
    if not strangers:
        return ""
    return f"the provider served {_listed(strangers)}; examined was {_listed(certificate.served_models)}"


def _none_for_this_judge(
    header: RunHeader, certificates: Sequence[Certificate], dimensions: Sequence[str]
) -> CertificateCheck:
    lacking = tuple(dimensions)
    if not header.judge_digest or not certificates:
        digest = f"judge {header.judge_digest[:12]}" if header.judge_digest else "this judge"
        return CertificateCheck(state="missing", detail=f"no certificate for {digest}", lacking=lacking)
    newest = max(certificates, key=lambda c: c.issued_on)
    changes = _changes(newest, header)
    what = _listed(changes) if changes else "judge"
    detail = f"{what} changed since {newest.issued_on.isoformat()}"
    return CertificateCheck(state="changed", detail=detail, lacking=lacking)


def _changes(certificate: Certificate, header: RunHeader) -> list[str]:
    """The parts of the judge that differ from the examined ones, in words; short values are shown."""
    old, new = dict(certificate.judge_parts), dict(header.judge_parts)
    if not old or not new:
        old = {"rubric": certificate.rubric_digest, "model": certificate.judge_model}
        new = {"rubric": header.rubric_digest, "model": header.judge_model}
        old, new = ({k: v for k, v in parts.items() if old[k] and new[k]} for parts in (old, new))
    changed = [name for name in dict.fromkeys([*new, *old]) if old.get(name) != new.get(name)]
    return [_change(name, old.get(name, ""), new.get(name, "")) for name in changed]


def _change(name: str, before: str, after: str) -> str:
    shown = before and after and max(len(before), len(after)) <= _SHORT
    return f"{name} ({before} → {after})" if shown else name


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
