"""The gate's decision: outcome, exit code and words for every combination that matters."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.errors import ConfigError
from gaugeblock.gate import Decision, DimensionDecision, decide
from gaugeblock.policy import CertificateDemand, Effect, Policy, Threshold
from gaugeblock.rubric import AnchoredDimension, BinaryDimension, Rubric
from gaugeblock.run import Outcome, RunHeader
from gaugeblock.tally import Tally

RUBRIC = Rubric(
    name="r",
    dimensions=(
        BinaryDimension(name="accuracy", question="?", pass_when="!"),
        BinaryDimension(name="tone", question="?", pass_when="!"),
        AnchoredDimension(name="reasoning", question="?", anchors=("a", "b", "c", "d", "e")),
    ),
)
TODAY = date(2026, 11, 30)
DIGEST = "d" * 64
PARTS = {"model": "openai:gpt-5-mini", "rubric": "1" * 64, "prompt": "2" * 64, "reader": "3"}


def header(**more) -> RunHeader:
    """A run's header."""
    return RunHeader(
        **{
            "run_id": "r1",
            "suite": "s",
            "started_at": datetime(2026, 11, 30, tzinfo=UTC),
            "gaugeblock_version": "0",
            "judge_digest": DIGEST,
            "judge_parts": PARTS,
        }
        | more
    )


def certificate(state: str = "confirmed", **more) -> Certificate:
    """A certificate of the run's judge for every dimension."""
    return Certificate(
        **{
            "judge_digest": DIGEST,
            "issued_on": date(2026, 11, 2),
            "dimensions": {d: CertificateState(state) for d in RUBRIC.names},
            "judge_parts": PARTS,
        }
        | more
    )


def line(dimension: str, at_least: str, effect: str = "block", **more) -> Threshold:
    """One line of a policy."""
    return Threshold(dimension=dimension, at_least=Decimal(at_least), effect=Effect(effect), **more)


def policy(*lines: Threshold, demand: str = "provisional") -> Policy:
    """A policy."""
    return Policy(thresholds=lines, certificate=CertificateDemand(demand))


def counts(dimension: str, passed: int = 0, failed: int = 0, unscored: int = 0, skipped: int = 0, **more) -> Tally:
    """One dimension's tally."""
    expected = more.pop("expected", passed + failed + unscored + skipped)
    kind = "overall" if dimension == "overall" else "anchored" if dimension == "reasoning" else "binary"
    return Tally(
        dimension=dimension,
        kind=kind,
        passed=passed,
        failed=failed,
        unscored=unscored,
        skipped=skipped,
        expected=expected,
        **more,
    )


CLEAN = (counts("accuracy", 40), counts("tone", 40))
ONE_FAILED = (counts("accuracy", 39, 1), counts("tone", 40))
ONE_UNSCORED = (counts("accuracy", 39, 0, 1, reasons={"conflict": 1}), counts("tone", 40))
ALL_UNSCORED = (
    counts("accuracy", 0, 0, 40, reasons={"unparsable": 40}),
    counts("tone", 0, 0, 40, reasons={"unparsable": 40}),
)
AWAY = {"reasons": {"judge_unavailable": 40}}
SKIPPED = (counts("accuracy", skipped=40, **AWAY), counts("tone", skipped=40, **AWAY))
NOTHING: tuple[Tally, ...] = ()

STRICT = policy(line("accuracy", "1.00"))
BOTH = policy(line("accuracy", "1.00"), line("tone", "0.90"))
TRIAGE = policy(line("accuracy", "1.00", "triage"), line("tone", "0.90", "trend"))
ACCEPTED = {"accepted_uncertified": True, "accepted_reason": "first week\nof use"}


def decided(
    tallies: tuple[Tally, ...],
    rules: Policy | None = STRICT,
    *,
    certificates: tuple[Certificate, ...] = (certificate(),),
    served: tuple[str, ...] = (),
    mixed: bool = False,
    **more,
) -> Decision:
    """The decision with a certified judge unless told otherwise."""
    return decide(
        tallies={t.dimension: t for t in tallies},
        rubric=RUBRIC,
        policy=rules,
        header=header(**more),
        certificates=certificates,
        served_models=served,
        today=TODAY,
        mixed_digests=mixed,
    )


def of(decision: Decision, name: str = "accuracy") -> DimensionDecision:
    """One dimension's decision."""
    return next(d for d in decision.dimensions if d.dimension == name)


CERTIFIED: tuple[Certificate, ...] = (certificate(),)
UNCERTIFIED: tuple[Certificate, ...] = ()


@pytest.mark.parametrize(
    ("tallies", "rules", "certificates", "more", "outcome", "code"),
    [
        pytest.param(CLEAN, STRICT, CERTIFIED, {}, "open", 0, id="all met by a certified judge"),
        pytest.param(CLEAN, STRICT, UNCERTIFIED, {}, "not_certified", 5, id="all met by an uncertified judge"),
        pytest.param(CLEAN, STRICT, UNCERTIFIED, ACCEPTED, "open", 0, id="accepted uncertified"),
        pytest.param(ONE_FAILED, STRICT, CERTIFIED, {}, "closed", 1, id="one failure"),
        pytest.param(ONE_FAILED, STRICT, UNCERTIFIED, {}, "not_certified", 5, id="5 before 1"),
        pytest.param(ONE_FAILED, STRICT, UNCERTIFIED, ACCEPTED, "closed", 1, id="accepting removes only the 5, not 1"),
        pytest.param(ONE_UNSCORED, STRICT, CERTIFIED, {}, "inconclusive", 4, id="one unscored"),
        pytest.param(ONE_UNSCORED, STRICT, UNCERTIFIED, {}, "not_certified", 5, id="5 before 4"),
        pytest.param(ONE_UNSCORED, STRICT, UNCERTIFIED, ACCEPTED, "inconclusive", 4, id="accepting leaves the 4"),
        pytest.param(
            (counts("accuracy", 39, 0, 1), counts("tone", 20, 20)), BOTH, CERTIFIED, {}, "closed", 1, id="1 before 4"
        ),
        pytest.param(ALL_UNSCORED, STRICT, CERTIFIED, {}, "inconclusive", 4, id="nothing readable"),
        pytest.param(ALL_UNSCORED, STRICT, UNCERTIFIED, {}, "not_certified", 5, id="nothing readable, uncertified"),
        pytest.param(NOTHING, STRICT, CERTIFIED, {}, "inconclusive", 4, id="no tally at all"),
        pytest.param(CLEAN, None, UNCERTIFIED, {}, "not_gated", 0, id="no policy"),
        pytest.param(ONE_FAILED, None, UNCERTIFIED, {}, "not_gated", 0, id="no policy, failures"),
        pytest.param(ALL_UNSCORED, None, CERTIFIED, {}, "inconclusive", 4, id="no policy, nothing measured"),
        pytest.param(NOTHING, None, CERTIFIED, {}, "inconclusive", 4, id="no policy, no tally"),
        pytest.param(ONE_FAILED, TRIAGE, CERTIFIED, {}, "open", 0, id="a triage miss never closes"),
        pytest.param(ONE_FAILED, TRIAGE, UNCERTIFIED, {}, "not_gated", 0, id="nothing blocks, judge unexamined"),
        pytest.param(ONE_FAILED, TRIAGE, UNCERTIFIED, ACCEPTED, "open", 0, id="nothing blocks, judge accepted"),
        pytest.param(ALL_UNSCORED, TRIAGE, CERTIFIED, {}, "inconclusive", 4, id="nothing blocks, nothing measured"),
        pytest.param(SKIPPED, STRICT, CERTIFIED, {}, "inconclusive", 4, id="skipped and needed"),
        pytest.param(SKIPPED, STRICT, UNCERTIFIED, {}, "not_certified", 5, id="skipped and needed, uncertified"),
        pytest.param(SKIPPED, STRICT, UNCERTIFIED, ACCEPTED, "inconclusive", 4, id="skipped and needed, accepted"),
        pytest.param(SKIPPED, TRIAGE, CERTIFIED, {}, "not_gated", 0, id="skipped, nothing blocks"),
        pytest.param(SKIPPED, TRIAGE, UNCERTIFIED, {}, "not_gated", 0, id="skipped, nothing blocks, uncertified"),
        pytest.param(
            SKIPPED, TRIAGE, CERTIFIED, {"require_measurement": True}, "inconclusive", 4, id="skipped and required"
        ),
        pytest.param(SKIPPED, None, CERTIFIED, {}, "inconclusive", 4, id="skipped, no policy"),
        pytest.param(
            ONE_FAILED, STRICT, UNCERTIFIED, {"partial": True}, "not_gated", 0, id="a partial run never gates"
        ),
        pytest.param(ALL_UNSCORED, STRICT, CERTIFIED, {"partial": True}, "inconclusive", 4, id="partial and empty"),
        pytest.param(SKIPPED, TRIAGE, CERTIFIED, {"partial": True}, "inconclusive", 4, id="partial and skipped"),
        pytest.param(
            (counts("accuracy", 40), counts("tone", 39, 0, 1)),
            BOTH,
            CERTIFIED,
            {"require_measurement": True},
            "inconclusive",
            4,
            id="required, and one cell of a gated dimension has no verdict",
        ),
        pytest.param(
            (counts("accuracy", 40), counts("tone", 39, 0, 1)),
            STRICT,
            CERTIFIED,
            {"require_measurement": True},
            "open",
            0,
            id="required, and the hole is in a dimension without a threshold",
        ),
        pytest.param(
            (counts("accuracy", 40), counts("tone", 39, 0, 1)),
            None,
            CERTIFIED,
            {"require_measurement": True},
            "inconclusive",
            4,
            id="required without a policy: every cell",
        ),
        pytest.param(
            ONE_FAILED, STRICT, CERTIFIED, {"require_measurement": True}, "closed", 1, id="required, and a failure"
        ),
        pytest.param(
            (counts("accuracy", 40, expected=41),),
            STRICT,
            CERTIFIED,
            {},
            "inconclusive",
            4,
            id="a cell never came back",
        ),
    ],
)
def test_outcome_and_exit_code(tallies, rules, certificates, more: Mapping, outcome: str, code: int) -> None:
    """In the order 5, 1, 4, 0."""
    found = decided(tallies, rules, certificates=certificates, **more)
    assert (outcome, code) == (found.outcome, found.exit_code)


@pytest.mark.parametrize(
    ("tallies", "rules", "certificates", "more", "headline"),
    [
        pytest.param(CLEAN, STRICT, CERTIFIED, {}, "gate: OPEN: every blocking threshold met", id="open"),
        pytest.param(
            CLEAN, STRICT, (certificate("provisional"),), {},
            "gate: OPEN: every blocking threshold met; judge provisional", id="provisional is said in the first line",
        ),
        pytest.param(
            CLEAN, STRICT, (), ACCEPTED,
            "gate: OPEN: every blocking threshold met; judge not certified, accepted: first week of use",
            id="accepted, with the reason on one line",
        ),
        pytest.param(
            CLEAN, policy(line("accuracy", "1.00"), demand="none"), (), {},
            "gate: OPEN: every blocking threshold met; judge unexamined, the policy demands no certificate",
            id="a policy without a certificate is as loud",
        ),
        pytest.param(
            (counts("accuracy", 37, 3), counts("tone", 35, 5)), BOTH, CERTIFIED, {},
            "gate: CLOSED: accuracy: 3 of 40 failed; tone: 35/40 passed, 87.5 %, below 90 %", id="every miss is named",
        ),
        pytest.param(
            ONE_UNSCORED, STRICT, CERTIFIED, {},
            "gate: INCONCLUSIVE: accuracy: 1 of 40 without a verdict, and every case counts", id="one unscored",
        ),
        pytest.param(
            ALL_UNSCORED, STRICT, CERTIFIED, {},
            "gate: INCONCLUSIVE: nothing was measured: unparsable 80", id="nothing readable",
        ),
        pytest.param(
            SKIPPED, STRICT, CERTIFIED, {},
            "gate: INCONCLUSIVE: nothing was measured: judge SKIPPED, its server refused the connection",
            id="skipped and needed",
        ),
        pytest.param(
            SKIPPED, TRIAGE, CERTIFIED, {},
            "judge SKIPPED, its server refused the connection: nothing measured, and no threshold blocks",
            id="skipped, nothing blocks",
        ),
        pytest.param(CLEAN, STRICT, (), {}, "gate: NOT CERTIFIED: no certificate for judge dddddddddddd", id="missing"),
        pytest.param(CLEAN, None, (), {}, "measured, not gated; judge unexamined", id="no policy"),
        pytest.param(CLEAN, None, CERTIFIED, {}, "measured, not gated; judge examined", id="no policy, certified"),
        pytest.param(
            CLEAN, STRICT, CERTIFIED, {"partial": True, "selection": "--limit 5"},
            "measured in part (--limit 5), not gated; judge examined", id="partial",
        ),
        pytest.param(
            ONE_FAILED, TRIAGE, (), {}, "measured, no threshold blocks, not gated; judge unexamined", id="triage only",
        ),
        pytest.param(
            (counts("accuracy", 94, 5),), policy(line("accuracy", "0.95")), CERTIFIED, {},
            "gate: CLOSED: accuracy: 94/99 passed, 94.9 %, below 95 %", id="94 of 99 is not shown as 95 %",
        ),
    ],
)  # fmt: skip
def test_headline(tallies, rules, certificates, more: Mapping, headline: str) -> None:
    """The first line says what was decided and why."""
    assert headline == decided(tallies, rules, certificates=certificates, **more).headline


OTHER = "e" * 64


@pytest.mark.parametrize(
    ("certificates", "more", "state", "detail"),
    [
        pytest.param((certificate(),), {}, "valid", "certificate of 2026-11-02", id="confirmed"),
        pytest.param(
            (certificate("provisional"),), {}, "provisional",
            "certificate of 2026-11-02, provisional on accuracy", id="provisional",
        ),
        pytest.param((), {}, "missing", "no certificate for judge dddddddddddd", id="none"),
        pytest.param((certificate(),), {"judge_digest": ""}, "missing", "no certificate for this judge", id="no digest"),
        pytest.param(
            (certificate(judge_digest=OTHER, judge_parts=PARTS | {"rubric": "9" * 64}),), {}, "changed",
            "rubric changed since 2026-11-02", id="the rubric changed",
        ),
        pytest.param(
            (certificate(judge_digest=OTHER, judge_parts=PARTS | {"model": "openai:gpt-4o", "prompt": "0" * 64}),), {},
            "changed", "model (openai:gpt-4o → openai:gpt-5-mini), prompt changed since 2026-11-02",
            id="model and prompt changed",
        ),
        pytest.param(
            (
                certificate(judge_digest=OTHER, judge_parts=PARTS | {"reader": "2"}, issued_on=date(2026, 11, 20)),
                certificate(judge_digest=OTHER, judge_parts=PARTS | {"rubric": "9" * 64}),
            ),
            {}, "changed", "reader (2 → 3) changed since 2026-11-20", id="the newest other certificate is compared",
        ),
        pytest.param(
            (certificate(judge_digest=OTHER, judge_parts={}, judge_model="openai:gpt-4o"),),
            {"judge_model": "openai:gpt-5-mini"}, "changed",
            "model (openai:gpt-4o → openai:gpt-5-mini) changed since 2026-11-02", id="a certificate without parts",
        ),
        pytest.param(
            (certificate(judge_digest=OTHER),), {}, "changed", "judge changed since 2026-11-02",
            id="nothing to tell the change by",
        ),
        pytest.param((certificate(valid_for_days=28),), {}, "valid", "certificate of 2026-11-02", id="its last day"),
        pytest.param(
            (certificate(valid_for_days=27),), {}, "expired", "certificate expired: valid until 2026-11-29",
            id="the day after",
        ),
        pytest.param(
            (certificate(valid_for_days=1), certificate(issued_on=date(2026, 11, 29), valid_for_days=7)), {}, "valid",
            "certificate of 2026-11-29", id="renewed",
        ),
        pytest.param(
            (certificate(dimensions={"tone": CertificateState.CONFIRMED}),), {}, "not_examined",
            "judge not examined on accuracy", id="another dimension only",
        ),
        pytest.param(
            (certificate("not_examined"),), {}, "not_examined", "judge not examined on accuracy", id="said so itself",
        ),
    ],
)  # fmt: skip
def test_certificate(certificates, more: Mapping, state: str, detail: str) -> None:
    """The newest one for the judge's digest counts; else the newest other one tells what changed."""
    found = decided(CLEAN, STRICT, certificates=certificates, **more).certificate
    assert (state, detail) == (found.state, found.detail)


@pytest.mark.parametrize(
    ("served", "examined", "state"),
    [
        pytest.param(("gpt-5-mini-2026-10-01",), ("gpt-5-mini-2026-10-01",), "valid", id="as examined"),
        pytest.param(("gpt-5-mini-2026-11-15",), ("gpt-5-mini-2026-10-01",), "expired", id="another one"),
        pytest.param(("a", "b"), ("a",), "expired", id="one of two is another"),
        pytest.param(("", "a"), ("a",), "valid", id="the provider said nothing once"),
        pytest.param(("a",), (), "valid", id="not recorded at the examination"),
    ],
)
def test_a_served_model_that_was_not_examined_expires_the_certificate(served, examined, state: str) -> None:
    """Whatever the model's name in the suite."""
    given = (certificate(served_models=examined),)
    assert state == decided(CLEAN, STRICT, certificates=given, served=served).certificate.state


@pytest.mark.parametrize(
    ("state", "demand", "code"),
    [
        ("confirmed", "provisional", 0),
        ("provisional", "provisional", 0),
        ("confirmed", "confirmed", 0),
        ("provisional", "confirmed", 5),
        ("not_examined", "none", 0),
    ],
)
def test_what_the_policy_demands_of_the_judge(state: str, demand: str, code: int) -> None:
    """Provisional is enough unless confirmed is asked for."""
    rules = policy(line("accuracy", "1.00"), demand=demand)
    assert code == decided(CLEAN, rules, certificates=(certificate(state),)).exit_code


def test_overall_needs_a_judge_examined_on_everything() -> None:
    """Since every dimension decides it."""
    rules = policy(line("overall", "0.90"))
    given = (certificate(dimensions={"accuracy": CertificateState.CONFIRMED}),)
    found = decided((*CLEAN, counts("overall", 40)), rules, certificates=given)
    assert (found.exit_code, found.certificate.lacking) == (5, ("tone", "reasoning"))


def test_two_judges_in_one_run_are_not_certified() -> None:
    """Though one of them is."""
    found = decided(CLEAN, STRICT, mixed=True)
    assert (found.exit_code, found.certificate.state) == (5, "missing")
    assert found.headline == "gate: NOT CERTIFIED: two judge digests occur in this run; a certificate covers one"


SCORES = (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("tally", "required", "outcome", "reason", "sentence"),
    [
        pytest.param(
            counts("accuracy", 40), line("accuracy", "1.00"), "pass", "",
            "40/40 passed; no failure in 40; the failure rate is below 7.2 % with 95 % confidence; "
            "59 clean cases would show below 5 %; zero tolerance: met",
            id="zero tolerance, clean",
        ),
        pytest.param(
            counts("accuracy", 3000), line("accuracy", "1"), "pass", "",
            "3,000/3,000 passed; no failure in 3,000; the failure rate is below 0.1 % with 95 % confidence; "
            "zero tolerance: met",
            id="zero tolerance, many clean",
        ),
        pytest.param(
            counts("accuracy", 37, 3), line("accuracy", "1.00"), "fail", "failure_observed",
            "37/40 passed, 3 failed; the failure rate is below 18.3 % with 95 % confidence; zero tolerance: missed",
            id="zero tolerance, missed",
        ),
        pytest.param(
            counts("accuracy", 38, 0, 2, reasons={"evidence_not_found": 2}), line("accuracy", "1.00"),
            "inconclusive", "unscored",
            "38/38 passed; no failure in 38; the failure rate is below 7.6 % with 95 % confidence; "
            "59 clean cases would show below 5 %; "
            "zero tolerance: inconclusive, 2 of 40 without a verdict, and every case counts; "
            "2 unscored (evidence_not_found 2)",
            id="zero tolerance, unscored",
        ),
        pytest.param(
            counts("accuracy", 40), line("accuracy", "1.00", max_failure_rate=Decimal("0.05")),
            "inconclusive", "too_few_for_claim",
            "40/40 passed; no failure in 40; the failure rate is below 7.2 % with 95 % confidence; "
            "59 clean cases would show below 5 %; "
            "zero tolerance: inconclusive, 59 clean cases show a failure rate of at most 5 %, these are 40",
            id="zero tolerance, a claim too large",
        ),
        pytest.param(
            counts("accuracy", 40, turned=1), line("accuracy", "1.00"), "pass", "",
            "40/40 passed; no failure left in 40; by the judge alone there were 1; "
            "zero tolerance: met; 1 failure turned by a person's label",
            id="zero tolerance, one failure turned",
        ),
        pytest.param(
            counts("accuracy", 3), line("accuracy", "1.00", min_n=5), "inconclusive", "too_few",
            "3/3 passed; no failure in 3; the failure rate is below 63.2 % with 95 % confidence; "
            "29 clean cases would show below 10 %; zero tolerance: inconclusive, 3 scored, 5 are needed to decide",
            id="zero tolerance, fewer than asked for",
        ),
        pytest.param(
            counts("accuracy", 38, 2), line("accuracy", "0.95"), "pass", "",
            "38/40 passed, 95.0 % [83.5, 98.6]; threshold 95 %: met, provisional", id="on the threshold",
        ),
        pytest.param(
            counts("accuracy", 8), line("accuracy", "0.90"), "inconclusive", "too_few",
            "8/8 passed, 100.0 % [67.6, 100.0]; threshold 90 %: inconclusive, 8 scored, 10 are needed to decide",
            id="too few",
        ),
        pytest.param(
            counts("accuracy", 2, 1), line("accuracy", "0"), "pass", "",
            "2/3 passed, 66.7 % [20.8, 93.9]; threshold 0 %: met, confirmed", id="a threshold of nothing",
        ),
        pytest.param(
            counts("accuracy", 0, 0, 3), line("accuracy", "0"), "inconclusive", "no_data",
            "0/3 scored; threshold 0 %: inconclusive, nothing scored of 3; 3 unscored",
            id="a threshold of nothing, nothing scored",
        ),
        pytest.param(
            counts("accuracy", 20, 20), line("accuracy", "0.95"), "fail", "below_threshold",
            "20/40 passed, 50.0 % [35.2, 64.8]; threshold 95 %: missed, confirmed", id="far below",
        ),
        pytest.param(
            counts("accuracy", 37, 1, 2), line("accuracy", "0.95"), "inconclusive", "unscored_could_change_outcome",
            "37/38 passed, 97.4 % [86.5, 99.5]; threshold 95 %: inconclusive, "
            "2 of 40 without a verdict could change the outcome; 2 unscored",
            id="unscored that could change it",
        ),
        pytest.param(
            counts("accuracy", 40), line("accuracy", "0.95", rule="lower_bound"), "inconclusive",
            "interval_straddles_threshold",
            "40/40 passed, 100.0 % [91.2, 100.0]; threshold 95 %: inconclusive, "
            "the interval holds values on both sides of the threshold",
            id="by its lower bound",
        ),
        pytest.param(
            counts("reasoning", 8, 2, anchors=SCORES), line("reasoning", "0.70"), "pass", "",
            "mean 0.75 [0.56, 0.94] of 10 scores; threshold 0.70: met, provisional", id="a mean",
        ),
        pytest.param(
            counts("reasoning", 10, anchors=(0, 0, 0, 10, 0)), line("reasoning", "0.7501"), "fail", "below_threshold",
            "mean 0.75 of 10 scores, at least 80 % on one anchor; threshold 0.7501: missed, provisional",
            id="a mean without spread",
        ),
        pytest.param(
            counts("reasoning", 9, anchors=(0, 0, 0, 5, 4)), line("reasoning", "0.70"), "inconclusive", "too_few",
            "mean 0.86 [0.76, 0.96] of 9 scores; threshold 0.70: inconclusive, 9 scored, 10 are needed to decide",
            id="a mean of nine",
        ),
        pytest.param(
            counts("reasoning", 40, anchors=(0, 0, 0, 2, 38)), line("reasoning", "1.00"), "fail", "failure_observed",
            "mean 0.99 [0.97, 1.00, clipped to 0..1] of 40 scores, 2 below 1, at least 80 % on one anchor; "
            "the failure rate is below 14.9 % with 95 % confidence; zero tolerance: missed",
            id="a mean that must be perfect",
        ),
        pytest.param(
            counts("reasoning", 40, anchors=(0, 0, 0, 0, 40)), line("reasoning", "1.00"), "pass", "",
            "mean 1.00 of 40 scores, at least 80 % on one anchor; no failure in 40; "
            "the failure rate is below 7.2 % with 95 % confidence; 59 clean cases would show below 5 %; "
            "zero tolerance: met",
            id="a mean that is perfect",
        ),
        pytest.param(
            counts("overall", 38, 2), line("overall", "0.95"), "pass", "",
            "38/40 passed, 95.0 % [83.5, 98.6]; threshold 95 %: met, provisional", id="the share of cases",
        ),
        pytest.param(
            counts("tone", 34, 6, 2, skipped=1, expected=44, reasons={"timeout": 2, "judge_unavailable": 1}), None,
            "not_gated", "",
            "34/40 passed, 85.0 % [70.9, 92.9]; 2 unscored; 1 skipped (timeout 2, judge_unavailable 1); "
            "1 never came back",
            id="no threshold",
        ),
    ],
)  # fmt: skip
def test_a_dimension_is_decided_in_words(tally, required, outcome: str, reason: str, sentence: str) -> None:
    """Counts before percentages, an interval on every rate, the bound on every zero tolerance."""
    found = of(decided((tally,), policy(*([required] if required else []))), tally.dimension)
    assert (outcome, reason, sentence) == (found.outcome, found.reason, found.sentence)


def test_every_dimension_is_listed_with_overall_last() -> None:
    """Those without a threshold as not gated."""
    found = decided(CLEAN, STRICT)
    assert [(d.dimension, d.outcome) for d in found.dimensions] == [
        ("accuracy", "pass"),
        ("tone", "not_gated"),
        ("reasoning", "not_gated"),
        ("overall", "not_gated"),
    ]
    assert (Decimal("1.00"), Effect.BLOCK, None) == (
        of(found).threshold,
        of(found).effect,
        of(found, "tone").threshold,
    )


def test_a_partial_run_shows_its_thresholds_and_decides_none() -> None:
    """With the reason."""
    found = of(decided(ONE_FAILED, STRICT, partial=True))
    assert ("not_gated", "partial_run", Decimal("1.00")) == (found.outcome, found.reason, found.threshold)


def test_notes_come_in_order() -> None:
    """Triage and trend misses first, then what people turned, then the judge."""
    rules = policy(line("tone", "0.90", "triage"), line("accuracy", "1.00"))
    tallies = (counts("accuracy", 40, turned=1), counts("tone", 20, 20))
    found = decided(tallies, rules, certificates=(), judge_is_rules=True, **ACCEPTED)
    assert (found.exit_code, found.outcome) == (0, Outcome.OPEN)
    assert found.notes == (
        "triage: tone: 20/40 passed, 50.0 %, below 90 %",
        "accuracy: 1 failed verdict turned by a person's label, counted as passed",
        "judge not certified (no certificate for judge dddddddddddd), accepted: first week of use",
        "the judge is a set of rules; no language model was used",
    )


def test_a_policy_line_for_an_unknown_dimension_is_refused() -> None:
    """Naming those that exist; exit 2 at the door."""
    with pytest.raises(ConfigError, match=r"unknown dimension 'tonne'; expected one of accuracy, tone, reasoning"):
        decided(CLEAN, policy(line("tonne", "0.9")))


def test_trials_of_a_case_are_decided_as_one() -> None:
    """Three trials of 13 cases are 13 scored, too few for 95 %."""
    found = of(decided((counts("accuracy", 39, trials=3),), policy(line("accuracy", "0.95"))))
    assert found.reason == "too_few"
    assert "39/39 passed (3 trials a case)" in found.sentence
    assert "13 scored, 20 are needed" in found.sentence
