"""The main job: one row for each case and dimension, whatever happens; faults cost only their own cells."""

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from gaugeblock.case import Case, Output, Passage
from gaugeblock.errors import JudgeError, JudgeUnavailableError, StoreError
from gaugeblock.jobs.asking import Asker
from gaugeblock.jobs.evaluate import Evaluation, Finished, evaluate
from gaugeblock.judging.prompt import Prompter
from gaugeblock.ports import Ask, Reply
from gaugeblock.rubric import BinaryDimension, EvidenceMode, Rubric, rubric_digest, rubric_record
from gaugeblock.run import RunHeader
from gaugeblock.targets.recorded import RecordedTarget
from gaugeblock.testing import MemoryStore, ScriptedModel
from gaugeblock.trace import Trace
from gaugeblock.verdict import Finding, JudgeCall, Quote, Reason, Status, Verdict

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TEXT = "Stop eating six hours before arrival."
RUBRIC = Rubric(
    name="two",
    dimensions=(
        BinaryDimension(name="accuracy", question="q", pass_when="p", needs_source=True),
        BinaryDimension(name="tone", question="q", pass_when="p"),
    ),
)
GOOD = '{"accuracy": {"evidence": "six hours before arrival", "verdict": "pass"}, "tone": {"evidence": "Stop eating six hours", "verdict": "pass"}}'
INVENTED = GOOD.replace("six hours before arrival", "twelve hours before arrival")


def case(case_id: str, **changes: Any) -> Case:
    fields: dict[str, Any] = {"id": case_id, "input": "q", "source": (Passage(text=TEXT),), "output": Output(text=TEXT)}
    return Case(**(fields | changes))


class Ear:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.cells = 0
        self.cases = 0
        self.warnings: list[str] = []

    def started(self, header: RunHeader, cells: int) -> None:
        self.cells = cells

    def case_done(self, verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> None:
        self.cases += 1

    def warned(self, message: str) -> None:
        self.warnings.append(message)

    def finished(self) -> None:
        pass


class Outcome:
    """What a run left in the store."""

    def __init__(self, verdicts: list[Verdict], calls: list[JudgeCall], finished: Finished, ear: Ear) -> None:
        self.verdicts, self.calls, self.finished, self.ear = verdicts, calls, finished, ear

    def cell(self, case_id: str, dimension: str = "accuracy") -> Verdict:
        (found,) = [v for v in self.verdicts if (v.case_id, v.dimension) == (case_id, dimension)]
        return found


def run(
    cases: Iterable[Case],
    model: ScriptedModel,
    *,
    count: int | None = None,
    rubric: Rubric = RUBRIC,
    store: MemoryStore | None = None,
    target: Any = None,
    concurrency: int = 4,
    retries: int = 2,
    granularity: str = "per_case",
    pauses: list[float] | None = None,
    secrets: tuple[str, ...] = (),
) -> Outcome:
    """Run the job over fakes; time stands still and pauses are written down."""
    store = store or MemoryStore()
    ear = Ear()

    async def sleep(seconds: float) -> None:
        if pauses is not None:
            pauses.append(seconds)

    job = Evaluation(
        header=RunHeader(
            run_id="r1", suite="s", started_at=NOW, gaugeblock_version="0", cases=len(list(cases)) if count is None else count, granularity=granularity,
            rubric=rubric_record(rubric), rubric_digest=rubric_digest(rubric),
        ),
        cases=lambda: iter(cases),
        asker=Asker(
            model=model, rubric=rubric, prompter=Prompter(rubric), retries=retries, now=lambda: NOW, sleep=sleep,
            rng=random.Random(1), secrets=secrets,
        ),
        target=target or RecordedTarget(),
        store=store,
        listener=ear,
        wording=None,
        concurrency=concurrency,
        now=lambda: NOW,
    )  # fmt: skip

    async def go() -> Outcome:
        finished = await evaluate(job)
        verdicts = [v async for v in store.verdicts("r1")]
        return Outcome(verdicts, [c async for c in store.calls("r1")], finished, ear)

    return asyncio.run(go())


def test_every_case_and_dimension_has_exactly_one_row() -> None:
    """Ten cases, two dimensions: twenty rows, in order, with the judge's digest and the topic."""
    cases = [case(f"c{n}", topic="t") for n in range(10)]
    outcome = run(cases, ScriptedModel(lambda ask: GOOD))
    assert [(v.case_id, v.dimension) for v in outcome.verdicts] == [(c.id, d) for c in cases for d in RUBRIC.names]
    assert {v.status for v in outcome.verdicts} == {Status.PASSED}
    assert {v.judge_digest for v in outcome.verdicts} == {outcome.finished.header.judge_digest}
    assert {v.topic for v in outcome.verdicts} == {"t"}
    assert outcome.ear.cells == 20
    assert outcome.ear.cases == 10


FAULTS = [
    pytest.param(ValueError("boom ✅"), Reason.JUDGE_ERROR, "ValueError: boom ✅", id="the judge's code raises"),
    pytest.param(
        JudgeError("no answer in 1 s", reason=Reason.TIMEOUT), Reason.TIMEOUT, "no answer in 1 s", id="a time-out"
    ),
    pytest.param(
        JudgeError("400 context_length_exceeded", reason=Reason.SOURCE_TOO_LONG),
        Reason.SOURCE_TOO_LONG,
        "400",
        id="too long",
    ),
    pytest.param(Reply(text="", refusal="I cannot help."), Reason.REFUSED, "I cannot help.", id="a refusal"),
    pytest.param(
        Reply(text="", finish_reason="content_filter"), Reason.CONTENT_FILTERED, "filter", id="a content filter"
    ),
    pytest.param("", Reason.EMPTY_REPLY, "", id="an empty reply, twice"),
    pytest.param("It is fine.", Reason.UNPARSABLE, "", id="prose, twice"),
    pytest.param(GOOD[:80], Reason.TRUNCATED, "", id="a cut reply, twice"),
    pytest.param(INVENTED, Reason.EVIDENCE_NOT_FOUND, "twelve hours", id="an invented quote, twice"),
]


def test_a_reply_that_is_no_reply_spoils_one_case() -> None:
    """A plug-in that breaks the port's promise costs its own cells."""
    odd = Reply(text=None)  # type: ignore[arg-type]  # what a careless plug-in may send
    outcome = run([case("c0"), case("c1")], ScriptedModel(lambda ask: odd if ask.case.id == "c0" else GOOD))
    assert outcome.cell("c0").reason is Reason.JUDGE_ERROR
    assert outcome.cell("c1").status is Status.PASSED


@pytest.mark.parametrize(("answer", "reason", "words"), FAULTS)
def test_one_fault_spoils_one_case(answer: Any, reason: Reason, words: str) -> None:
    """Case c2 goes wrong; the others are measured, and c2 is unscored with its own reason."""
    outcome = run([case(f"c{n}") for n in range(5)], ScriptedModel(lambda ask: answer if ask.case.id == "c2" else GOOD))
    assert outcome.cell("c2").status is Status.UNSCORED
    assert outcome.cell("c2").reason is reason
    assert words in outcome.cell("c2").detail
    assert {v.status for v in outcome.verdicts if v.case_id != "c2"} == {Status.PASSED}
    assert len(outcome.verdicts) == 10


def test_one_bad_quote_spoils_one_dimension() -> None:
    """The other dimension of the same reply stands."""
    outcome = run([case("c")], ScriptedModel(lambda ask: INVENTED))
    assert outcome.cell("c", "tone").status is Status.PASSED


def test_the_reask_is_about_what_went_wrong_and_only_once() -> None:
    """The second question names the troubled dimension and the complaint; its verdict counts and says so."""
    model = ScriptedModel({("c", 1): INVENTED, ("c", 2): GOOD})
    outcome = run([case("c")], model)
    assert [a.dimensions for a in model.asks] == [("accuracy", "tone"), ("accuracy",)]
    assert "Your first reply could not be used. accuracy:" in model.asks[1].user
    assert outcome.cell("c").status is Status.PASSED
    assert any("asked again" in r and "evidence_not_found" in r for r in outcome.cell("c").repairs)
    assert [c.attempt for c in outcome.calls] == [1, 2]


def test_a_reply_that_stays_wrong_is_asked_for_twice_at_most() -> None:
    """At most one re-ask, whatever the cause."""
    model = ScriptedModel(lambda ask: "no")
    run([case("c")], model)
    assert len(model.asks) == 2


def test_a_judge_that_is_no_language_model_is_not_asked_again() -> None:
    """It would say the same."""
    model = ScriptedModel(lambda ask: "no", uses_language_model=False)
    run([case("c")], model)
    assert len(model.asks) == 1


def test_holes_are_not_asked_about() -> None:
    """No source: the dimension that needs one is unscored without a call for it; no answer: no call at all."""
    model = ScriptedModel(lambda ask: GOOD)
    outcome = run([case("a", source=None), case("b", output=None), case("c", output=Output(text=" \n"))], model)
    assert outcome.cell("a").reason is Reason.NO_SOURCE
    assert outcome.cell("a", "tone").status is Status.PASSED
    assert [a.dimensions for a in model.asks] == [("tone",)]
    assert {v.reason for v in outcome.verdicts if v.case_id in "bc"} == {Reason.NO_RESPONSE}


def test_passing_faults_are_waited_out() -> None:
    """A 429 with its own pause, then a 500 with ours; then the verdict. The calls say how many repeats it took."""
    limited = JudgeError("429", reason=Reason.RATE_LIMITED, retryable=True, retry_after=7.0)
    broken = JudgeError("500", retryable=True)
    pauses: list[float] = []
    outcome = run([case("c")], ScriptedModel({"c": [limited, broken, GOOD]}), pauses=pauses)
    assert outcome.cell("c").status is Status.PASSED
    assert pauses[0] == 7.0
    assert 0 <= pauses[1] <= 1.0
    assert outcome.calls[0].retries == 2


@pytest.mark.parametrize(
    ("retries", "error", "calls"),
    [
        pytest.param(0, JudgeError("429", reason=Reason.RATE_LIMITED, retryable=True), 1, id="no repeats allowed"),
        pytest.param(2, JudgeError("429", reason=Reason.RATE_LIMITED, retryable=True), 3, id="repeats run out"),
        pytest.param(2, JudgeError("401", retryable=False), 1, id="a fault that does not pass"),
        pytest.param(
            2,
            JudgeError("429", reason=Reason.RATE_LIMITED, retryable=True, retry_after=3600.0),
            1,
            id="too long a pause",
        ),
    ],
)
def test_repeats_are_counted(retries: int, error: JudgeError, calls: int) -> None:
    """The reason of the last fault is kept."""
    model = ScriptedModel(lambda ask: error)
    outcome = run([case("c")], model, retries=retries, pauses=[])
    assert len(model.asks) == calls
    assert outcome.cell("c").reason is error.reason
    assert outcome.calls[0].retries == calls - 1


def test_a_refused_connection_before_the_first_answer_skips_the_level() -> None:
    """Every cell is SKIPPED, with the words; one warning; the rest is not tried."""
    model = ScriptedModel(lambda ask: JudgeUnavailableError("connection refused at 127.0.0.1:1"), settles=True)
    outcome = run([case(f"c{n}") for n in range(6)], model)
    assert {v.status for v in outcome.verdicts} == {Status.SKIPPED}
    assert {v.reason for v in outcome.verdicts} == {Reason.JUDGE_UNAVAILABLE}
    assert len(outcome.verdicts) == 12
    assert len(model.asks) == 1
    assert len(outcome.ear.warnings) == 1
    assert "connection refused" in outcome.ear.warnings[0]


def test_a_refused_connection_after_the_first_answer_costs_its_own_cells() -> None:
    """Unscored, provider_error: the server was there."""
    model = ScriptedModel(
        lambda ask: GOOD if ask.case.id == "c0" else JudgeUnavailableError("connection refused"), settles=True
    )
    outcome = run([case(f"c{n}") for n in range(3)], model)
    assert outcome.cell("c0").status is Status.PASSED
    assert outcome.cell("c1").reason is Reason.PROVIDER_ERROR


@pytest.mark.parametrize(
    ("script", "accuracy", "calls"),
    [
        pytest.param(
            {("c0", 1): GOOD.replace('"tone"', '"mood"'), ("c0", 2): JudgeUnavailableError("refused")},
            Status.PASSED,
            2,
            id="refused at the re-ask",
        ),
        pytest.param(
            {"c0": [JudgeError("503", retryable=True), JudgeUnavailableError("refused")]},
            Status.UNSCORED,
            1,
            id="refused after a server error",
        ),
        pytest.param(
            {"c0": [JudgeError("429", retryable=True), *[JudgeUnavailableError("refused", retryable=True)] * 2]},
            Status.UNSCORED,
            1,
            id="refused at every repeat after a rate limit",
        ),
    ],
)
@pytest.mark.parametrize("settles", [True, False])
def test_a_server_that_answered_anything_is_never_taken_for_absent(
    script: dict[Any, Any], accuracy: Status, calls: int, settles: bool
) -> None:
    """Nothing is SKIPPED; what the first reply said is kept, and only what was asked again is unscored."""
    outcome = run(
        [case("c0"), case("c1")], ScriptedModel(script | {"c1": GOOD}, settles=settles), concurrency=1, pauses=[]
    )
    assert outcome.cell("c0").status is accuracy
    assert (outcome.cell("c0", "tone").status, outcome.cell("c0", "tone").reason) == (
        Status.UNSCORED,
        Reason.PROVIDER_ERROR,
    )
    assert outcome.cell("c1").status is Status.PASSED
    assert len([c for c in outcome.calls if c.case_id == "c0"]) == calls
    assert outcome.ear.warnings == []


@pytest.mark.parametrize("field", ["finish_reason", "served_model", "fingerprint", "refusal"])
def test_no_field_of_a_reply_brings_a_key_into_the_store(field: str) -> None:
    """A server may repeat the request anywhere; verdicts and calls are clean, whatever becomes of the reply."""
    key = "zq-abcdefgh12345678"
    reply = Reply(**({"text": GOOD.replace('"tone"', '"mood"')} | {field: f"for {key}"}))
    outcome = run([case("c")], ScriptedModel(lambda ask: reply), secrets=(key,))
    assert key not in repr((outcome.verdicts, outcome.calls, outcome.finished))
    assert "***" in repr((outcome.verdicts, outcome.calls))


FOUND = Finding(dimension="accuracy", verdict="pass", quotes=(Quote(text="six hours before arrival"),))


@pytest.mark.parametrize(
    ("findings", "reason"),
    [
        pytest.param((), Reason.MISSING_DIMENSION, id="none"),
        pytest.param((FOUND, replace(FOUND, verdict="fail")), Reason.CONFLICT, id="pass and fail"),
        pytest.param((replace(FOUND, verdict="fail"), FOUND), Reason.CONFLICT, id="fail and pass"),
        pytest.param((FOUND, FOUND), None, id="the same twice"),
    ],
)
def test_a_judge_without_text_gives_one_verdict_a_dimension(
    findings: tuple[Finding, ...], reason: Reason | None
) -> None:
    """Findings that are missing or disagree are unscored; no cell is lost, doubled or won by the last word."""
    tone = Finding(dimension="tone", verdict="pass", quotes=(Quote(text="Stop eating six hours"),))
    model = ScriptedModel(lambda ask: Reply(text="", findings=(*findings, tone)), uses_language_model=False)
    outcome = run([case("c")], model)
    assert [v.dimension for v in outcome.verdicts] == ["accuracy", "tone"]
    assert outcome.cell("c").reason is reason
    assert outcome.cell("c", "tone").status is Status.PASSED


def test_the_first_call_goes_alone_when_the_endpoint_must_settle() -> None:
    """What is sent may change with the first answer; every verdict carries the digest that came of it."""
    identity = {"model": "m", "temperature": "0"}

    def answer(ask: Ask) -> str:
        identity["temperature"] = "not sent"
        return GOOD

    model = ScriptedModel(answer, settles=True)
    model.identity = lambda: dict(identity)  # type: ignore[method-assign]  # a model whose identity settles
    outcome = run([case("hole", output=None), *(case(f"c{n}") for n in range(8))], model)
    assert len({v.judge_digest for v in outcome.verdicts}) == 1
    assert outcome.finished.header.judge_parts["model.temperature"] == "not sent"
    assert len(outcome.finished.digests) == 1


def test_cases_without_a_question_do_not_pile_up() -> None:
    """However many come before the judge's first answer, they are on their way to the store while others are read."""
    read: list[str] = []
    kept: list[int] = []

    class Watching(MemoryStore):
        async def append(self, *args: Any, **kwargs: Any) -> None:
            kept.append(len(read))
            await super().append(*args, **kwargs)

    def holes() -> Iterator[Case]:
        for n in range(2_500):
            read.append(f"c{n}")
            yield case(read[-1], output=None)

    outcome = run(holes(), ScriptedModel({}, settles=True), store=Watching(), count=2_500)
    assert kept[0] <= 1_000
    assert len(outcome.verdicts) == 5_000


def test_a_judge_that_changes_on_the_way_is_told() -> None:
    """Two digests in one run are reported, for the gate to refuse."""
    identity = {"model": "m", "format": "json_schema"}

    def answer(ask: Ask) -> str:
        if ask.case.id == "c3":
            identity["format"] = "none"
        return GOOD

    model = ScriptedModel(answer, settles=True)
    model.identity = lambda: dict(identity)  # type: ignore[method-assign]  # a model whose identity changes late
    outcome = run([case(f"c{n}") for n in range(6)], model, concurrency=1)
    assert len(outcome.finished.digests) == 2


def test_workers_run_side_by_side_up_to_the_limit() -> None:
    """Five in flight of twenty, never six."""

    async def before(ask: Ask) -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    model = ScriptedModel(lambda ask: GOOD, before=before)
    run([case(f"c{n}") for n in range(20)], model, concurrency=5)
    assert model.most_in_flight == 5


def test_per_dimension_asks_one_at_a_time() -> None:
    """Two calls a case, each with its dimension in the record and only its schema."""
    model = ScriptedModel(lambda ask: GOOD)
    outcome = run([case("c")], model, granularity="per_dimension")
    assert [a.dimensions for a in model.asks] == [("accuracy",), ("tone",)]
    assert {c.dimension for c in outcome.calls} == {"accuracy", "tone"}
    assert all(a.per_dimension for a in model.asks)


def test_a_target_that_breaks_costs_its_own_case() -> None:
    """Its cells are unscored: target_error."""

    class Breaking(RecordedTarget):
        async def run(self, case: Case, trial: int) -> Trace:
            if case.id == "c1":
                raise RuntimeError("agent down")
            return await super().run(case, trial)

    outcome = run([case("c0"), case("c1")], ScriptedModel(lambda ask: GOOD), target=Breaking())
    assert outcome.cell("c1").reason is Reason.TARGET_ERROR
    assert "agent down" in outcome.cell("c1").detail
    assert outcome.cell("c0").status is Status.PASSED


def test_a_store_that_fails_stops_the_run() -> None:
    """Nobody judges on with nowhere to write."""

    class Full(MemoryStore):
        async def append(self, *args: Any, **kwargs: Any) -> None:
            raise StoreError("disk full")

    model = ScriptedModel(lambda ask: GOOD)
    with pytest.raises(StoreError, match="disk full"):
        run([case(f"c{n}") for n in range(500)], model, store=Full(), concurrency=2)
    assert len(model.asks) < 500


def test_finished_verdicts_survive_a_stop() -> None:
    """Cancelled in the middle: what was finished is in the store."""
    store = MemoryStore()

    async def stuck(ask: Ask) -> None:
        if ask.case.id == "c5":
            await asyncio.Event().wait()

    model = ScriptedModel(lambda ask: GOOD, before=stuck)
    cases = [case(f"c{n}") for n in range(6)]
    header = RunHeader(
        run_id="r1", suite="s", started_at=NOW, gaugeblock_version="0", cases=6, rubric=rubric_record(RUBRIC)
    )
    job = Evaluation(
        header=header, cases=lambda: iter(cases),
        asker=Asker(model=model, rubric=RUBRIC, prompter=Prompter(RUBRIC), retries=0, now=lambda: NOW, sleep=asyncio.sleep, rng=random.Random(1)),
        target=RecordedTarget(), store=store, listener=Ear(), wording=None, concurrency=2, now=lambda: NOW,
    )  # fmt: skip

    async def go() -> list[Verdict]:
        task = asyncio.create_task(evaluate(job))
        while len(model.asks) < 6:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return [v async for v in store.verdicts("r1")]

    assert {v.case_id for v in asyncio.run(go())} == {f"c{n}" for n in range(5)}


def test_keys_are_masked_before_anything_is_stored() -> None:
    """A reply or an error that repeats the key is stored without it; the status code stays."""
    key = "sk-test-1234567890abcdefABCDEF"
    error = JudgeError(f"401 Unauthorized for url 'https://judge.example/v1?api_key={key}'")
    replies = {"c0": error, "c1": GOOD + f"\nkey {key}"}
    outcome = run([case("c0"), case("c1")], ScriptedModel(replies), secrets=(key,))
    everything = repr(outcome.verdicts) + repr(outcome.calls)
    assert key not in everything
    assert "401" in outcome.cell("c0").detail
    assert any(c.reply and "***" in c.reply for c in outcome.calls)


def test_half_surrogates_pass_through_the_whole_line() -> None:
    """Input, source, answer and reply with a lone surrogate give a verdict like any other."""
    odd = "Half \ud83d a character stands here"
    c = case("c", input=odd, source=(Passage(text=odd),), output=Output(text=odd))
    reply = GOOD.replace("six hours before arrival", "Half \\ud83d a character").replace(
        "Stop eating six hours", "character stands here"
    )
    outcome = run([c], ScriptedModel({"c": reply}))
    assert {v.status for v in outcome.verdicts} == {Status.PASSED}


def test_advisory_keeps_the_verdict_and_marks_the_quote() -> None:
    """Status stands, quote unverified, no re-ask."""
    rubric = Rubric(name="a", dimensions=RUBRIC.dimensions, evidence=EvidenceMode.ADVISORY)
    model = ScriptedModel({"c": INVENTED})
    outcome = run([case("c")], model, rubric=rubric)
    assert outcome.cell("c").status is Status.PASSED
    assert outcome.cell("c").evidence[0].verified is False
    assert len(model.asks) == 1
