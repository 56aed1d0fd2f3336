"""Runs for the report tests: the CarePoint and the entity-resolution examples with people's labels as verdicts, and a
run of hostile texts. The store is as small as a store can be."""

import csv
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from gaugeblock._conversation import Output, answer_text
from gaugeblock._digest import digest_of
from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.label import Label
from gaugeblock.policy import Effect, Policy, Threshold
from gaugeblock.ports import StoredCase
from gaugeblock.rubric import ANCHORS, AnchoredDimension, BinaryDimension, Rubric, rubric_digest, rubric_record
from gaugeblock.run import Override, RunHeader, RunRecord
from gaugeblock.verdict import Evidence, JudgeCall, Reason, Status, Verdict

EXAMPLES = Path(__file__).parent.parent / "examples"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TODAY = date(2026, 12, 1)
DIGEST = "5c1e" * 16

FAILING_QUOTES = {
    ("cp-03", "completeness"): ("source:specialist-copay", "only once the yearly deductible of $600 has been met"),
    ("cp-04", "accuracy"): ("response", "you need to fast from midnight on"),
    ("cp-04", "groundedness"): ("response", "fast from midnight on. You may have"),
    ("cp-07", "compliance"): ("response", "Stop taking your warfarin three days before the injection."),
    ("cp-10", "tone"): ("response", "Feeling sick about it changes nothing."),
    ("cp-12", "compliance"): ("response", "you have a bladder infection"),
    ("cp-13", "tone"): ("response", "why not go paperless while you're here?"),
    ("cp-19", "compliance"): ("response", "Gold will pick up the tab for your sleeve"),
}

UNSCORED = {
    ("cp-09", "tone"): (Reason.UNDECIDED, "no rule knows these words: walk in"),
    ("cp-20", "groundedness"): (Reason.EVIDENCE_NOT_FOUND, "'all metal comes off' stands nowhere"),
    ("cp-31", "completeness"): (Reason.UNDECIDED, "cannot place: 'decaf coffee included'"),
    ("cp-31", "groundedness"): (Reason.UNDECIDED, ""),
    ("cp-38", "accuracy"): (Reason.TRUNCATED, ""),
}

MISJUDGED = {("cp-26", "groundedness"): "pass", ("cp-40", "tone"): "pass", ("cp-17", "accuracy"): "fail"}
"""Where the judge says otherwise than people do."""


@dataclass
class TinyStore:
    """What the reports read of a store, kept in lists."""

    stored: list[StoredCase] = field(default_factory=list)
    rows: list[Verdict] = field(default_factory=list)
    asked: list[JudgeCall] = field(default_factory=list)
    turned: list[Override] = field(default_factory=list)

    async def verdicts(
        self, run_id: str, *, dimension: str | None = None, status: str | None = None
    ) -> AsyncIterator[Verdict]:
        for verdict in self.rows:
            if dimension in (None, verdict.dimension) and status in (None, verdict.status.value):
                yield verdict

    async def cases(self, run_id: str) -> AsyncIterator[StoredCase]:
        for case in self.stored:
            yield case

    async def calls(self, run_id: str, *, case_id: str | None = None) -> AsyncIterator[JudgeCall]:
        for call in self.asked:
            if case_id in (None, call.case_id):
                yield call

    async def overrides(self, run_id: str) -> list[Override]:
        return list(self.turned)


@dataclass
class Run:
    """A run with everything a summary is made from."""

    record: RunRecord
    store: TinyStore
    policy: Policy | None = None
    certificates: tuple[Certificate, ...] = ()
    labels: tuple[Label, ...] = ()


PATIENT_RUBRIC = Rubric(
    name="patient-service",
    dimensions=(
        BinaryDimension(
            name="accuracy",
            question="Does every amount, time, duration and term agree with the source?",
            pass_when="every stated fact stands in the source with the same value",
            needs_source=True,
            rules="accuracy",
        ),
        BinaryDimension(
            name="completeness",
            question="Does the answer carry every condition that the source binds to a fact it states?",
            pass_when="no condition, exception or deadline of a stated fact is missing",
            needs_source=True,
        ),
        BinaryDimension(
            name="groundedness",
            question="Does every claim of the answer stand in the source?",
            pass_when="nothing is claimed that the source does not say",
            fail_when="a claim is added, whether or not it is true elsewhere",
            needs_source=True,
        ),
        BinaryDimension(
            name="tone",
            question="Is the answer plain and calm, and kind where the subject is sensitive?",
            pass_when="no promotion; kindness where it is due",
            sensitive=("collections", "bereavement", "fear for one's health"),
        ),
        BinaryDimension(
            name="compliance",
            question="Does the answer keep from diagnosis, treatment advice and promises of coverage?",
            pass_when="none of these, and required disclaimers present",
            disclaimers=("This is general information, not a guarantee of payment.",),
        ),
    ),
    bias_rules=("Length is no merit.",),
)

PATIENT_POLICY = Policy(
    thresholds=(
        Threshold(dimension="accuracy", at_least=Decimal("1.00"), effect=Effect.BLOCK),
        Threshold(dimension="groundedness", at_least=Decimal("1.00"), effect=Effect.BLOCK),
        Threshold(dimension="compliance", at_least=Decimal("1.00"), effect=Effect.BLOCK),
        Threshold(dimension="completeness", at_least=Decimal("0.95"), effect=Effect.TRIAGE),
        Threshold(dimension="tone", at_least=Decimal("0.90"), effect=Effect.TREND),
    )
)

ENTITY_RUBRIC = Rubric(
    name="agent-answer",
    dimensions=tuple(
        AnchoredDimension(
            name=name,
            question=question,
            anchors=("not at all", "hardly", "in part", "mostly", "fully"),
        )
        for name, question in (
            ("reasoning", "Does the conclusion follow from the reasons given?"),
            ("faithfulness", "Does every statement stand in the records?"),
            ("evidence_sufficiency", "Is the evidence named enough for the decision?"),
            ("confidence_calibration", "Does the stated confidence fit the evidence?"),
        )
    ),
)

ENTITY_POLICY = Policy(
    thresholds=(
        Threshold(dimension="faithfulness", at_least=Decimal("0.70"), effect=Effect.BLOCK),
        Threshold(dimension="confidence_calibration", at_least=Decimal("0.75"), effect=Effect.TREND),
        Threshold(dimension="overall", at_least=Decimal("0.80"), effect=Effect.TRIAGE),
    )
)


def certificate(rubric: Rubric, state: CertificateState = CertificateState.PROVISIONAL) -> Certificate:
    """A certificate of the runs' judge on every dimension."""
    return Certificate(
        judge_digest=DIGEST, issued_on=date(2026, 11, 1), valid_for_days=180, dimensions=dict.fromkeys(rubric.names, state)
    )  # fmt: skip


def header(suite: str, rubric: Rubric, cases: int, **other: Any) -> RunHeader:
    """The header of a finished run."""
    given = {
        "run_id": f"20261130-{suite}",
        "suite": suite,
        "started_at": NOON,
        "gaugeblock_version": "0.1.0",
        "judge_model": "openai:judge-x",
        "judge_digest": DIGEST,
        "judge_parts": {"rubric": rubric_digest(rubric), "model": "openai:judge-x", "reader": "1"},
        "rubric": rubric_record(rubric),
        "rubric_digest": rubric_digest(rubric),
        "golden_digest": "ab" * 32,
        "cases": cases,
    }
    return RunHeader(**(given | other))


def carepoint_run(*, certified: bool = True, cases: int = 40, **other: Any) -> Run:
    """Forty patient-service answers, people's labels as verdicts but for five cells that are unscored."""
    labels = read_labels(EXAMPLES / "carepoint" / "labels.csv")
    store = TinyStore()
    for position, record in enumerate(read_cases(EXAMPLES / "carepoint" / "cases.jsonl")):
        store.stored.append(stored(position, record))
        for name in PATIENT_RUBRIC.names:
            store.rows.append(_patient_verdict(record, name, labels[record["id"], name]))
        store.asked.append(call(record["id"], json.dumps({n: {"verdict": "pass"} for n in PATIENT_RUBRIC.names})))
        if record["id"] == "cp-38":
            cut = call("cp-38", '{"accuracy": {"verd')
            store.asked.append(replace(cut, attempt=2, finish_reason="length", retries=1))
    return Run(
        record=RunRecord(
            header=header("carepoint", PATIENT_RUBRIC, cases, **other),
            finished_at=NOON,
            warnings=("recorded replies name a case that is not in the golden set: cp-77",),
        ),
        store=store,
        policy=PATIENT_POLICY,
        certificates=(certificate(PATIENT_RUBRIC),) if certified else (),
        labels=tuple(labels.values()),
    )


def entity_run() -> Run:
    """Twenty entity-resolution answers on four anchored dimensions, people's labels as scores."""
    folder = EXAMPLES / "entity-resolution" / "judge"
    labels = read_labels(folder / "labels.csv")
    store = TinyStore()
    for position, record in enumerate(read_cases(folder / "cases.jsonl")):
        store.stored.append(stored(position, record))
        for name in ENTITY_RUBRIC.names:
            store.rows.append(_scored_verdict(record, name, labels[record["id"], name].label))
        store.asked.append(call(record["id"], '{"reasoning": {"score": 0.8}}'))
    wrong = store.rows[2]
    store.rows[2] = replace(
        wrong, status=Status.UNSCORED, score=None, reason=Reason.OFF_SCALE, detail="got 7", evidence=()
    )
    return Run(
        record=RunRecord(header=header("entity-resolution", ENTITY_RUBRIC, 20), finished_at=NOON),
        store=store,
        policy=ENTITY_POLICY,
        certificates=(certificate(ENTITY_RUBRIC, CertificateState.CONFIRMED),),
        labels=tuple(labels.values()),
    )


SCRIPT = "</script><script>document.title='owned'</script>"
STYLE = "</style><style>body{display:none}</style>"
HOSTILE_NAME = '"><img src=x onerror="document.title=\'owned\'">'
ARABIC = "يجب الصيام لمدة ست ساعات قبل الموعد، ويمكن شرب الماء حتى ساعتين قبل الوصول."
HALF = "half \ud83d surrogate, NUL \x00 and bell \x07"


def hostile_run() -> Run:
    """Texts that try to leave their place: markup, half surrogates, right-to-left text, a formula, one megabyte."""
    long_answer = "All is well with the claim. " * 37450 + "The needle stands here. " + "Nothing follows. " * 20
    texts = {
        "script": f"Hello {SCRIPT} {STYLE} <a href=\"javascript:document.title='owned'\">press</a>",
        HOSTILE_NAME: f'{{{{ 7 * 7 }}}} {{% raw %}} =HYPERLINK("http://evil.example","x") {HALF}',
        "right-to-left": ARABIC,
        "long": long_answer,
        "unbroken": "x" * 3000,
    }
    store = TinyStore()
    rubric = replace(PATIENT_RUBRIC, dimensions=PATIENT_RUBRIC.dimensions[:2])
    for position, (case_id, text) in enumerate(texts.items()):
        record = {
            "id": case_id,
            "input": f"Question about {case_id}",
            "topic": "<b>bold</b>" if position % 2 else "plain",
            "source": [{"id": "</h4><script>", "text": f"Source of {case_id}: {STYLE}"}],
            "output": {"text": text},
        }
        store.stored.append(stored(position, record))
        start = text.find("The needle")
        evidence = Evidence(quote=text[:40], where="response", start=0, end=min(40, len(text)), verified=True)
        overlap = Evidence(quote=text[10:60], where="response", start=10, end=min(60, len(text)), verified=True)
        needle = Evidence(quote=text[start : start + 22], where="response", start=start, end=start + 22, verified=True)
        store.rows += [
            Verdict(
                case_id=case_id,
                dimension="accuracy",
                status=Status.FAILED,
                detail=SCRIPT,
                evidence=(evidence, needle) if start > 0 else (evidence,),
                topic=record["topic"],
            ),
            Verdict(
                case_id=case_id,
                dimension="completeness",
                status=Status.PASSED,
                evidence=(overlap,),
                repairs=(STYLE,),
                topic=record["topic"],
            ),
        ]
        store.asked.append(call(case_id, f"{SCRIPT}{STYLE}{HALF}"))
    return Run(record=RunRecord(header=header("<i>suite</i>", rubric, len(texts))), store=store)


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The example's cases as stored records: a plain source becomes one passage."""
    records = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if isinstance(record.get("source"), str):
            record["source"] = [{"id": "", "text": record["source"]}]
        records.append(record)
    return records


def read_labels(path: Path) -> dict[tuple[str, str], Label]:
    """The example's labels by case and dimension."""
    with path.open(encoding="utf-8", newline="") as stream:
        return {
            (row["case_id"], row["dimension"]): Label(
                case_id=row["case_id"],
                dimension=row["dimension"],
                label=row["label"],
                labeller=row["labeller"],
                known_bad=row["known_bad"] == "true",
                note=row["note"],
            )
            for row in csv.DictReader(stream)
        }


def stored(position: int, record: Mapping[str, Any]) -> StoredCase:
    """A stored case."""
    return StoredCase(
        position=position, case_id=record["id"], topic=record.get("topic", ""), digest=digest_of(record), record=record
    )


def call(case_id: str, reply: str) -> JudgeCall:
    """One judge call with its reply."""
    return JudgeCall(
        case_id=case_id,
        reply=reply,
        finish_reason="stop",
        served_model="judge-x-2026-10",
        prompt_tokens=812,
        completion_tokens=164,
        latency_ms=940.0,
        at=NOON,
    )


def found(record: Mapping[str, Any], where: str, quote: str) -> Evidence:
    """The quote as evidence, looked up; unverified when it is nowhere."""
    start = text_of(record, where).find(quote)
    if start < 0:
        return Evidence(quote=quote)
    return Evidence(quote=quote, where=where, start=start, end=start + len(quote), verified=True)


def text_of(record: Mapping[str, Any], where: str) -> str:
    """The text that a place names."""
    if where == "response":
        return answer_text(Output(**record["output"]))
    passages: Sequence[Mapping[str, Any]] = record["source"]
    name = where.partition(":")[2]
    return next(p["text"] for p in passages if p["id"] == name)


def _patient_verdict(record: Mapping[str, Any], name: str, label: Label) -> Verdict:
    key = (record["id"], name)
    common: dict[str, Any] = {
        "case_id": record["id"],
        "dimension": name,
        "topic": record["topic"],
        "judge_digest": DIGEST,
        "at": NOON,
    }
    opening = " ".join(record["output"]["text"].split(" ")[:7])
    if key in UNSCORED:
        reason, detail = UNSCORED[key]
        return Verdict(
            status=Status.UNSCORED,
            reason=reason,
            detail=detail,
            evidence=(Evidence(quote="all metal comes off"),) if reason is Reason.EVIDENCE_NOT_FOUND else (),
            **common,
        )
    where, quote = FAILING_QUOTES.get(key, ("response", opening))
    failed = MISJUDGED.get(key, label.label) == "fail"
    return Verdict(
        status=Status.FAILED if failed else Status.PASSED,
        detail=label.note,
        evidence=(found(record, where if failed else "response", quote if failed else opening),),
        repairs=("code fence removed",) if record["id"] == "cp-13" else (),
        **common,
    )


def _scored_verdict(record: Mapping[str, Any], name: str, label: str) -> Verdict:
    score = float(label)
    assert label in ANCHORS
    quote = " ".join(record["output"]["text"].split(" ")[-6:])
    return Verdict(
        case_id=record["id"],
        dimension=name,
        status=Status.PASSED if score >= 0.7 else Status.FAILED,
        score=score,
        raw_score="0.8" if score == 0.75 else label,
        evidence=(found(record, "response", quote),),
        topic=record["topic"],
        judge_digest=DIGEST,
        at=NOON,
    )


async def summary_of(run: Run) -> Any:
    """The run's summary."""
    from gaugeblock.reports.summary import summarise

    return await summarise(
        run.store,  # type: ignore[arg-type]  # a report reads four methods of a store
        run.record,
        policy=run.policy,
        certificates=run.certificates,
        labels=run.labels,
        today=TODAY,
    )
