"""The decision for CI: one outcome and exit code, with a reason for each dimension.

In this order: a judge that is not certified is 5; a blocking threshold that is missed is 1; a blocking threshold that
cannot be decided is 4; else the gate is open, 0. Triage and trend thresholds are decided and shown, and never change
the code. A run without a policy, a partial run, and a run whose policy blocks nothing while its judge is unexamined
are `not_gated`: 0, or 4 when nothing was measured.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from gaugeblock import _figures as figures
from gaugeblock._exit import ExitCode
from gaugeblock.certificate import Certificate
from gaugeblock.errors import ConfigError
from gaugeblock.gate.certification import CertificateCheck, check_certificate
from gaugeblock.gate.sentences import failures, miss, sentence
from gaugeblock.policy import CertificateDemand, Effect, Policy, Threshold
from gaugeblock.rubric import AnchoredDimension, Rubric
from gaugeblock.run import Outcome, RunHeader
from gaugeblock.stats.rules import RuleOutcome, RuleResult, hard, mean_threshold, threshold
from gaugeblock.tally import OVERALL, Tally

__all__ = ["Decision", "DimensionDecision", "decide"]

_CODES = {
    Outcome.OPEN: ExitCode.OPEN,
    Outcome.NOT_GATED: ExitCode.OPEN,
    Outcome.CLOSED: ExitCode.CLOSED,
    Outcome.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
    Outcome.NOT_CERTIFIED: ExitCode.NOT_CERTIFIED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionDecision:
    """What was decided about one dimension (or `overall`), and why."""

    dimension: str
    kind: str
    """`binary`, `anchored` or `overall`."""
    outcome: str
    """`pass`, `fail`, `inconclusive` or `not_gated`."""
    reason: str = ""
    """A code, "" when there is nothing to explain."""
    sentence: str = ""
    """One line for people, counts before percentages."""
    strength: str = ""
    """`confirmed`: the interval lies on one side of the threshold; `provisional`: it does not; "": neither is said."""
    threshold: Decimal | None = None
    effect: Effect | None = None
    failure_rate_upper: float | None = None
    """Zero tolerance: the failure rate is below this with 95 % confidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The run's outcome with all its grounds."""

    outcome: Outcome
    exit_code: int
    headline: str
    """The first line to print."""
    dimensions: tuple[DimensionDecision, ...] = ()
    """As in the rubric, `overall` last."""
    certificate: CertificateCheck
    notes: tuple[str, ...] = ()
    """Further lines that every report must show: missed triage and trend thresholds first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """One dimension's counts, what is required of it and what its rule says."""

    tally: Tally
    required: Threshold | None
    result: RuleResult | None

    @property
    def blocks(self) -> bool:
        return self.required is not None and self.required.effect is Effect.BLOCK

    @property
    def words(self) -> str:
        """Why it is not met; "" when it is, or nothing is required."""
        if self.required is None or self.result is None or self.result.outcome is RuleOutcome.PASS:
            return ""
        return miss(self.tally, self.required, self.result)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ruling:
    """The outcome and what the first line says of it."""

    outcome: Outcome
    words: str


def decide(
    *,
    tallies: Mapping[str, Tally],
    rubric: Rubric,
    policy: Policy | None,
    header: RunHeader,
    certificates: Sequence[Certificate],
    served_models: Sequence[str],
    today: date,
    mixed_digests: bool = False,
    finished: bool = True,
) -> Decision:
    """Apply a policy to a run's tallies; no calls, no files, no clock.

    Args:
        tallies: by dimension, `overall` among them.
        certificates: all that the suite and the store know, of whatever judge.
        served_models: the model strings the provider returned in this run.
        mixed_digests: verdicts of this run carry more than one judge digest; no certificate covers that.
        finished: the run came to its end; one that was stopped is never open, whatever it has measured.

    Raises:
        ConfigError: the policy names a dimension that the rubric has not.
    """
    _check_names(policy, rubric)
    findings = _findings(tallies, rubric, policy, header)
    certificate = check_certificate(
        demand=CertificateDemand.PROVISIONAL if policy is None else policy.certificate,
        dimensions=_to_be_examined(findings, rubric),
        header=header,
        certificates=certificates,
        served_models=served_models,
        today=today,
        mixed_digests=mixed_digests,
    )
    ruling = _rule(findings, policy, header, certificate)
    if not finished:
        ruling = _stopped(ruling, findings)
    return Decision(
        outcome=ruling.outcome,
        exit_code=int(_CODES[ruling.outcome]),
        headline=ruling.words,
        dimensions=tuple(_decision(f) for f in findings),
        certificate=certificate,
        notes=tuple(_notes(findings, header, certificate)),
    )


def _check_names(policy: Policy | None, rubric: Rubric) -> None:
    known = (*rubric.names, OVERALL)
    for t in () if policy is None else policy.thresholds:
        if t.dimension not in known:
            raise ConfigError(
                f"policy: unknown dimension {t.dimension!r}; expected one of {', '.join(known)}.",
                hint="Correct the name in the policy, or add the dimension to the rubric.",
            )


def _to_be_examined(findings: Sequence[_Finding], rubric: Rubric) -> tuple[str, ...]:
    """The dimensions a certificate must cover: the blocking ones; all, when `overall` or nothing blocks."""
    blocking = tuple(f.tally.dimension for f in findings if f.blocks)
    return blocking if blocking and OVERALL not in blocking else rubric.names


def _empty(name: str, rubric: Rubric) -> Tally:
    if name == OVERALL:
        return Tally(dimension=name, kind=OVERALL)
    anchored = isinstance(rubric.dimension(name), AnchoredDimension)
    return Tally(dimension=name, kind="anchored" if anchored else "binary")


def _findings(tallies: Mapping[str, Tally], rubric: Rubric, policy: Policy | None, header: RunHeader) -> list[_Finding]:
    required = {} if policy is None else {t.dimension: t for t in policy.thresholds}
    findings = []
    for name in (*rubric.names, OVERALL):
        tally, line = tallies.get(name) or _empty(name, rubric), required.get(name)
        result = None if line is None or header.partial else _apply(tally, line)
        findings.append(_Finding(tally=tally, required=line, result=result))
    return findings


def _apply(tally: Tally, required: Threshold) -> RuleResult:
    """The rule that fits the threshold; the trials of a case count as one, and whatever is not measured as unscored."""
    if not tally.scored:
        return RuleResult(outcome=RuleOutcome.INCONCLUSIVE, reason="no_data")
    scored, unscored = Fraction(tally.scored, tally.trials), Fraction(tally.unmeasured, tally.trials)
    if required.at_least == 1:
        result = hard(
            scored=scored,
            failed=Fraction(failures(tally), tally.trials),
            unscored=unscored,
            max_failure_rate=required.max_failure_rate,
        )
        if result.outcome is RuleOutcome.PASS and tally.cases < (required.min_n or 0):
            return RuleResult(
                outcome=RuleOutcome.INCONCLUSIVE, reason="too_few", failure_rate_upper=result.failure_rate_upper
            )
        return result
    fewest = 1 if required.min_n is None and required.at_least == 0 else required.min_n
    if tally.kind == "anchored":
        return mean_threshold(
            counts={Fraction(i, 4): Fraction(count, tally.trials) for i, count in enumerate(tally.anchors)},
            unscored=unscored,
            threshold=required.at_least,
            policy=required.rule,
            min_n=fewest,
        )
    return threshold(
        passed=Fraction(tally.passed, tally.trials),
        scored=scored,
        unscored=unscored,
        threshold=required.at_least,
        policy=required.rule,
        min_n=fewest,
    )


def _rule(
    findings: Sequence[_Finding], policy: Policy | None, header: RunHeader, certificate: CertificateCheck
) -> _Ruling:
    if policy is None or not policy.thresholds or header.partial:
        return _measured(findings, header, certificate, "measured in part" if header.partial else "measured")
    if not any(f.blocks for f in findings):
        if certificate.decides:
            return _open(findings, header, certificate, "no threshold blocks")
        return _measured(findings, header, certificate, "measured, no threshold blocks")
    if not certificate.decides:
        return _gate(Outcome.NOT_CERTIFIED, certificate.detail)
    missed = [f.words for f in findings if f.blocks and f.result and f.result.outcome is RuleOutcome.FAIL]
    if missed:
        return _gate(Outcome.CLOSED, *missed, _turned_words(findings), _judge_words(header, certificate))
    unsettled = [f.words for f in findings if f.blocks and f.words]
    if unsettled and not _anything_scored(findings):
        unsettled = ["nothing was measured" + _why_nothing(findings)]
    if unsettled:
        return _gate(Outcome.INCONCLUSIVE, *unsettled, _judge_words(header, certificate))
    return _open(findings, header, certificate, "every blocking threshold met")


def _open(findings: Sequence[_Finding], header: RunHeader, certificate: CertificateCheck, words: str) -> _Ruling:
    """Open, unless what had to be measured was not."""
    if hole := _unmet_measurement(findings, header):
        return _gate(Outcome.INCONCLUSIVE, hole, _judge_words(header, certificate))
    if not _anything_scored(findings):
        return _measured(findings, header, certificate, words)
    return _gate(Outcome.OPEN, words, _hole_words(findings), _turned_words(findings), _judge_words(header, certificate))


def _stopped(ruling: _Ruling, findings: Sequence[_Finding]) -> _Ruling:
    """The ruling on a run that was stopped with verdicts missing: what is closed stays closed, nothing is open."""
    asked = [f.tally for f in findings if f.tally.kind != OVERALL]
    missing, expected = sum(t.missing for t in asked), sum(t.expected for t in asked)
    if not missing:
        return ruling
    words = f"the run was stopped before its end, {missing:,} of {expected:,} verdicts never came"
    if ruling.outcome in (Outcome.OPEN, Outcome.NOT_GATED):
        return _gate(Outcome.INCONCLUSIVE, words)
    name = ruling.outcome.value.replace("_", " ").upper()
    return _gate(ruling.outcome, words, ruling.words.removeprefix(f"gate: {name}: "))


def _hole_words(findings: Sequence[_Finding]) -> str:
    """How many cells of the gated dimensions have no verdict."""
    gated = [f.tally for f in findings if f.required and f.tally.kind != OVERALL]
    holes, expected = sum(t.unmeasured for t in gated), sum(t.expected for t in gated)
    return f"{holes:,} of {expected:,} verdicts could not be given" if holes else ""


def _turned_words(findings: Sequence[_Finding]) -> str:
    turned = sum(f.tally.turned for f in findings if f.tally.kind != OVERALL)
    return f"{figures.count(turned, 'failed verdict')} turned by a person" if turned else ""


def _measured(findings: Sequence[_Finding], header: RunHeader, certificate: CertificateCheck, words: str) -> _Ruling:
    """Not gated, unless nothing was measured at all."""
    if hole := _unmet_measurement(findings, header):
        return _gate(Outcome.INCONCLUSIVE, hole)
    if not _anything_scored(findings):
        has_thresholds = any(f.result for f in findings)
        if has_thresholds and _judge_was_away(findings):
            return _Ruling(
                outcome=Outcome.NOT_GATED,
                words="judge SKIPPED, its server refused the connection: nothing measured, and no threshold blocks",
            )
        return _gate(Outcome.INCONCLUSIVE, "nothing was measured" + _why_nothing(findings))
    part = f" ({_one_line(header.selection)})" if header.partial and header.selection else ""
    examined = _examined_words(certificate)
    return _Ruling(outcome=Outcome.NOT_GATED, words=f"{words}{part}, not gated; judge {examined}")


def _unmet_measurement(findings: Sequence[_Finding], header: RunHeader) -> str:
    """What `--require-measurement` finds: cells without a verdict in a dimension with a threshold (in any, without)."""
    if not header.require_measurement:
        return ""
    gated = [f for f in findings if f.required] or findings
    holes = [f"{f.tally.dimension} {f.tally.unmeasured:,} of {f.tally.expected:,}" for f in gated if f.tally.unmeasured]
    return f"measurement is required, without a verdict: {', '.join(holes)}" if holes else ""


def _anything_scored(findings: Sequence[_Finding]) -> bool:
    return any(f.tally.scored for f in findings if f.tally.kind != OVERALL)


def _judge_was_away(findings: Sequence[_Finding]) -> bool:
    """Nothing scored because the server refused its first connection (cells with nothing to ask apart)."""
    return any(f.tally.skipped for f in findings if f.tally.kind != OVERALL) and not _anything_scored(findings)


def _why_nothing(findings: Sequence[_Finding]) -> str:
    if _judge_was_away(findings):
        return ": judge SKIPPED, its server refused the connection"
    reasons: dict[str, int] = {}
    for f in findings:
        for reason, n in f.tally.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + n
    return f": {', '.join(f'{reason} {n:,}' for reason, n in reasons.items())}" if reasons else ""


def _gate(outcome: Outcome, *words: str) -> _Ruling:
    name = outcome.value.replace("_", " ").upper()
    return _Ruling(outcome=outcome, words=f"gate: {name}: {'; '.join(w for w in words if w)}")


def _judge_words(header: RunHeader, certificate: CertificateCheck) -> str:
    """What the first line says about a judge that is not fully examined."""
    match certificate.state:
        case "provisional":
            return "judge provisional"
        case "accepted":
            return f"judge not certified, accepted{_reason_given(header)}"
        case "none_demanded":
            return "judge unexamined, the policy demands no certificate"
        case _:
            return ""


def _examined_words(certificate: CertificateCheck) -> str:
    return {"valid": "examined", "provisional": "examined, provisional"}.get(certificate.state, "unexamined")


def _reason_given(header: RunHeader) -> str:
    return f": {_one_line(header.accepted_reason)}" if header.accepted_reason.strip() else " without a reason"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _notes(findings: Sequence[_Finding], header: RunHeader, certificate: CertificateCheck) -> Iterable[str]:
    for f in findings:
        if f.required and f.words and not f.blocks:
            yield f"{f.required.effect.value}: {f.words}"
    for f in findings:
        if f.tally.turned and f.tally.kind != OVERALL:
            turned = figures.count(f.tally.turned, "failed verdict")
            yield f"{f.tally.dimension}: {turned} turned by a person's label, counted as passed"
    if certificate.state == "accepted":
        yield f"judge not certified ({certificate.detail}), accepted{_reason_given(header)}"
    elif not certificate.examined:
        yield f"judge unexamined: {certificate.detail}"
    if header.judge_is_rules:
        yield "the judge is a set of rules; no language model was used"


def _decision(finding: _Finding) -> DimensionDecision:
    tally, required, result = finding.tally, finding.required, finding.result
    line = sentence(tally, required, result)
    if required is None:
        return DimensionDecision(dimension=tally.dimension, kind=tally.kind, outcome="not_gated", sentence=line)
    if result is None:
        return DimensionDecision(
            dimension=tally.dimension,
            kind=tally.kind,
            outcome="not_gated",
            reason="partial_run",
            sentence=line,
            threshold=required.at_least,
            effect=required.effect,
        )
    reason = result.reason or ("below_threshold" if result.outcome is RuleOutcome.FAIL else "")
    return DimensionDecision(
        dimension=tally.dimension,
        kind=tally.kind,
        outcome=result.outcome.value.lower(),
        reason=reason,
        sentence=line,
        strength=result.evidence or "",
        threshold=required.at_least,
        effect=required.effect,
        failure_rate_upper=result.failure_rate_upper,
    )
