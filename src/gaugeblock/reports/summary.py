"""A stored run as one value that every report is made from: counts, decision, warnings; never the cases themselves."""

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from gaugeblock.certificate import Certificate
from gaugeblock.gate import Decision, decide
from gaugeblock.label import Label
from gaugeblock.policy import Effect, Policy
from gaugeblock.ports import Store
from gaugeblock.reports.against_labels import AgainstLabels, LabelTally
from gaugeblock.reports.walk import CaseResult, case_results
from gaugeblock.rubric import Rubric, rubric_from_record
from gaugeblock.run import Override, RunRecord
from gaugeblock.tally import OVERALL, Tallies, Tally
from gaugeblock.verdict import Status

__all__ = ["Judging", "Quotes", "Summary", "first_line", "summarise"]

_WORST = 12
"""How many failing cases a summary keeps; reports that show more read the store."""

_EFFECT_WEIGHT = {Effect.BLOCK: 100, Effect.TRIAGE: 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotes:
    """The quotes of all verdicts, and how many of them were found where they can prove something."""

    given: int = 0
    verified: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """What the judging took."""

    calls: int = 0
    re_asks: int = 0
    """Calls that asked a second time because the first reply was not good enough."""
    retries: int = 0
    """Repetitions after passing faults: rate limits, server errors, broken connections."""
    faults: int = 0
    """Calls that ended with an error."""
    prompt_tokens: int | None = None
    """None: the provider counted none."""
    completion_tokens: int | None = None
    repaired: int = 0
    """Verdicts that were read with at least one repair."""
    served_models: tuple[str, ...] = ()
    """The model strings that the provider returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Everything about a run that fits in a fixed space, whatever the number of its cases."""

    record: RunRecord
    rubric: Rubric
    policy: Policy | None
    by_dimension: Mapping[str, Tally]
    """As in the rubric, then `overall`."""
    by_topic: Mapping[tuple[str, str], Tally]
    """By topic and dimension, topics in alphabetical order."""
    decision: Decision
    certificate: Certificate | None
    """The newest certificate for this judge's digest; None: it was never examined."""
    overrides: tuple[Override, ...]
    """Every recorded decision of a person on this run, whether or not it turned a verdict."""
    warnings: tuple[str, ...]
    quotes: Quotes
    reasons: Mapping[str, int]
    """Reason codes of the unscored and skipped cells of all dimensions, the most frequent first."""
    first_details: Mapping[str, str]
    """For each of these reasons what the first cell says about it."""
    judging: Judging
    against_labels: AgainstLabels | None
    """None: the suite has no labels for what was judged."""
    cases: Mapping[Status, int]
    """How many cases have which overall status (of several trials the worst)."""
    clean: int
    """How many cases passed overall and failed in no dimension."""
    failing: int
    """How many cases have at least one failed verdict, whatever their overall status."""
    worst: tuple[CaseResult, ...]
    """Of these, the ones that cost most first, at most twelve."""

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics seen, in alphabetical order."""
        return tuple(dict.fromkeys(topic for topic, _ in self.by_topic))


async def summarise(
    store: Store,
    record: RunRecord,
    *,
    policy: Policy | None,
    certificates: Sequence[Certificate],
    labels: Sequence[Label],
    today: date,
) -> Summary:
    """Read a stored run once and decide about it.

    Args:
        policy: what is required; None measures without deciding.
        certificates: all that are known of this judge and of its earlier forms.
        labels: people's labels; those of other cases are passed over.
        today: certificates may have expired by then.
    """
    header = record.header
    rubric = rubric_from_record(header.rubric)
    overrides = tuple(await store.overrides(header.run_id))
    gathering = _Gathering(rubric, header.trials, LabelTally(rubric, labels), _weights(rubric, policy))
    async for result in case_results(store, header.run_id, rubric, overrides):
        gathering.add(result)
    judging = await _judging(store, header.run_id, gathering.repaired)
    expected = header.cases * header.trials
    by_dimension = {
        name: replace(tally, expected=max(expected, tally.expected))
        for name, tally in gathering.tallies.by_dimension.items()
    }
    decision = decide(
        header=header,
        rubric=rubric,
        tallies=by_dimension,
        policy=policy,
        certificates=certificates,
        served_models=judging.served_models,
        today=today,
        mixed_digests=len(gathering.digests) > 1,
        finished=record.finished_at is not None,
    )
    return Summary(
        record=record,
        rubric=rubric,
        policy=policy,
        by_dimension=MappingProxyType(by_dimension),
        by_topic=MappingProxyType(gathering.tallies.by_topic),
        decision=decision,
        certificate=_newest(certificates, header.judge_digest),
        overrides=overrides,
        warnings=record.warnings,
        quotes=Quotes(given=gathering.quotes, verified=gathering.verified),
        reasons=MappingProxyType(_reasons(by_dimension)),
        first_details=MappingProxyType(gathering.details),
        judging=judging,
        against_labels=gathering.labels.result,
        cases=MappingProxyType(gathering.cases),
        clean=gathering.clean,
        failing=gathering.failing,
        worst=gathering.worst,
    )


def first_line(summary: Summary) -> str:
    """The headline with the exit code: `gate: CLOSED (exit 1): …`."""
    decision = summary.decision
    words, name = decision.headline, decision.outcome.value.replace("_", " ").upper()
    return words.replace(f"gate: {name}", f"gate: {name} (exit {int(decision.exit_code)})", 1)


class _Gathering:
    """Counts the cases as they go by."""

    def __init__(self, rubric: Rubric, trials: int, labels: LabelTally, weights: Mapping[str, int]) -> None:
        self.tallies = Tallies(rubric, trials=trials)
        self.labels = labels
        self.cases = dict.fromkeys(Status, 0)
        self.digests: set[str] = set()
        self.details: dict[str, str] = {}
        self.quotes = self.verified = self.repaired = 0
        self._names, self._trials, self._weights = rubric.names, trials, weights
        self._heap: list[tuple[int, int, CaseResult]] = []
        self._seen = self.failing = self.clean = 0

    def add(self, result: CaseResult) -> None:
        topic = result.stored.topic
        for name in (*self._names, OVERALL):
            self.tallies.expect(name, topic, self._trials)
        for cell in result.cells:
            verdict = cell.verdict
            self.tallies.add(verdict, turned=cell.override is not None)
            self.quotes += len(verdict.evidence)
            self.verified += sum(e.verified for e in verdict.evidence)
            self.repaired += bool(verdict.repairs)
            if verdict.reason is not None and verdict.detail:
                self.details.setdefault(verdict.reason.value, verdict.detail)
            if verdict.judge_digest and verdict.status in (Status.PASSED, Status.FAILED):
                self.digests.add(verdict.judge_digest)
        for overall in result.overalls:
            self.tallies.add_overall(topic, overall)
        self.labels.add(result)
        self.cases[result.status] += 1
        self.clean += result.clean
        self._keep_if_bad(result)

    @property
    def worst(self) -> tuple[CaseResult, ...]:
        """The failing cases that cost most, then those that come first."""
        return tuple(result for *_, result in sorted(self._heap, key=lambda entry: (-entry[0], -entry[1])))

    def _keep_if_bad(self, result: CaseResult) -> None:
        self._seen += 1
        failed = result.of(Status.FAILED)
        if not failed:
            return
        self.failing += 1
        entry = (sum(self._weights.get(c.verdict.dimension, 1) for c in failed), -self._seen, result)
        if len(self._heap) < _WORST:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)


def _weights(rubric: Rubric, policy: Policy | None) -> dict[str, int]:
    """What a failure costs, by dimension: a blocking one more than any number of others."""
    effects = {t.dimension: t.effect for t in policy.thresholds} if policy else {}
    return {name: _EFFECT_WEIGHT.get(effects.get(name, Effect.TREND), 1) for name in rubric.names}


def _reasons(tallies: Mapping[str, Tally]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for name, tally in tallies.items():
        if name != OVERALL:
            counts.update(tally.reasons)
    return dict(sorted(counts.items(), key=lambda r: (-r[1], r[0])))


async def _judging(store: Store, run_id: str, repaired: int) -> Judging:
    calls = re_asks = retries = faults = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    served: dict[str, None] = {}
    async for call in store.calls(run_id):
        calls += 1
        re_asks += call.attempt > 1
        retries += call.retries
        faults += bool(call.error)
        if call.prompt_tokens is not None:
            prompt_tokens = (prompt_tokens or 0) + call.prompt_tokens
        if call.completion_tokens is not None:
            completion_tokens = (completion_tokens or 0) + call.completion_tokens
        if call.served_model:
            served[call.served_model] = None
    return Judging(
        calls=calls,
        re_asks=re_asks,
        retries=retries,
        faults=faults,
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        repaired=repaired,
        served_models=tuple(served),
    )


def _newest(certificates: Sequence[Certificate], judge_digest: str) -> Certificate | None:
    own = [c for c in certificates if judge_digest and c.judge_digest == judge_digest]
    return max(own, key=lambda c: c.issued_on, default=None)
