"""What every store keeps to: the suite that the databases and the fake all pass."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, TypeVar

import pytest

from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.errors import StoreError, UnknownNameError
from gaugeblock.label import Label
from gaugeblock.ports import Store, StoredCase
from gaugeblock.run import Outcome, Override, RunHeader, RunRecord
from gaugeblock.verdict import Evidence, JudgeCall, Origin, Reason, Status, Verdict

T = TypeVar("T")

START = datetime(2026, 12, 1, 10, 15, 30, 123456, tzinfo=UTC)

TEXTS = {
    "empty": "",
    "quotes, slashes, percent, braces": """it's "x"; DROP TABLE verdicts;-- \\ / % _ {a} :b %(c)s ?""",
    "line ends and tabs": "a\r\nb\rc\n\td  ",
    "a NUL inside": "before\x00after\x00",
    "the escape character itself": "\x1a \x1a0000 \x1a# \x1ad800",
    "half surrogates": "lead \ud800 trail \udfff end",
    "two halves side by side": "\ud83d\ude00 is not 😀",
    "four bytes": "😀 𝒳 𠜎",
    "right to left": "שלום \u202eabc\u202c مرحبا",
    "combining": "e\u0301 is not é",
    "control characters": "".join(map(chr, range(1, 32))) + "\x7f\u0085\u2028\ufeff\ufffe",
    "a text of one megabyte": "Größe " * 130_000,
    "a line of 1,000 dots": "." * 1_000,
    "600 four-byte characters": "😀" * 600,
    "250 half surrogates": "\udc80" * 250,
}


def header(run_id: str = "run-1", **changes: Any) -> RunHeader:
    """The header of a run with two dimensions, `tone` before `accuracy`."""
    usual: dict[str, Any] = {
        "suite": "carepoint",
        "started_at": START,
        "gaugeblock_version": "0.1.0",
        "rubric": {"name": "r", "dimensions": [{"name": "tone"}, {"name": "accuracy"}]},
    }
    return RunHeader(run_id=run_id, **(usual | changes))


def case(position: int, case_id: str, **changes: Any) -> StoredCase:
    """A case with a text of its own."""
    usual = {"topic": "billing", "digest": f"digest of {case_id}", "record": {"id": case_id, "input": f"ask {case_id}"}}
    return StoredCase(position=position, case_id=case_id, **(usual | changes))


def verdict(case_id: str, dimension: str = "tone", **changes: Any) -> Verdict:
    """A verdict that passed."""
    return Verdict(case_id=case_id, dimension=dimension, **({"status": Status.PASSED} | changes))


FULL = Verdict(
    case_id="a",
    dimension="reasoning",
    trial=3,
    status=Status.FAILED,
    score=0.25,
    raw_score="0.3",
    reason=None,
    detail="the judge added words",
    evidence=(
        Evidence(quote="ten days", where="source:policy", start=4, end=12, verified=True),
        Evidence(quote="never … said", gap=True),
    ),
    repairs=("fences removed", "a trailing comma removed"),
    topic="billing",
    origin=Origin.DAMAGED,
    level="integration",
    judge_digest="ab" * 32,
    at=START,
)
FULL_CALL = JudgeCall(
    case_id="a",
    trial=2,
    attempt=2,
    dimension="tone",
    reply='{"tone": {"verdict": "pass"}}',
    error="429 too many requests",
    finish_reason="stop",
    served_model="gpt-5-mini-2026-08-07",
    fingerprint="fp_1",
    prompt_tokens=5_000_000_000,
    completion_tokens=0,
    latency_ms=51.7,
    retries=2,
    at=START,
)
CERTIFICATE = Certificate(
    judge_digest="ab" * 32,
    issued_on=date(2026, 11, 30),
    valid_for_days=90,
    dimensions={"tone": CertificateState.CONFIRMED, "accuracy": CertificateState.PROVISIONAL},
    served_models=("m-1", "m-2"),
    rubric_digest="cd" * 32,
    judge_model="openai:gpt-5-mini",
    judge_parts={"rubric": "cd" * 32},
    figures={"rho": 0.91, "cells": [1, 2, None]},
    place="store",
)


async def collect(items: AsyncIterator[T]) -> list[T]:
    """Everything an iterator yields."""
    return [item async for item in items]


async def written(
    store: Store, *, cases: Sequence[StoredCase] = (), verdicts: Sequence[Verdict] = (), calls: Sequence[JudgeCall] = ()
) -> None:
    """Begin `run-1` and append once."""
    await store.begin(header())
    await store.append("run-1", cases=cases, verdicts=verdicts, calls=calls)


class StoreContract:
    """Subclasses give the fixture `store`, open and empty."""

    def play(self, story: Coroutine[Any, Any, T]) -> T:
        """Run one story against the store."""
        return asyncio.run(story)

    # ── runs

    def test_a_run_comes_back_as_it_was_begun(self, store: Store) -> None:
        """Every field of the header survives."""
        full = header(
            target="http",
            judge_model="openai:gpt-5-mini",
            judge_digest="ab" * 32,
            judge_parts={"rubric": "x"},
            judge_is_rules=True,
            rubric_digest="r",
            golden_digest="g",
            cases=40,
            trials=3,
            granularity="per_dimension",
            partial=True,
            selection="--limit 3",
            policy={"tone": {"at_least": "0.90"}},
            accepted_uncertified=True,
            accepted_reason="first week",
            require_measurement=True,
            store_raw=False,
        )

        async def story() -> RunRecord:
            await store.begin(full)
            return await store.run("run-1")

        assert self.play(story()) == RunRecord(header=full)

    def test_finish_writes_the_header_again_with_the_outcome(self, store: Store) -> None:
        """The judge's digest settles while the run goes on."""
        record = RunRecord(
            header=header(judge_digest="settled"),
            finished_at=START + timedelta(seconds=9.000001),
            outcome=Outcome.NOT_CERTIFIED,
            exit_code=5,
            warnings=("one", "two"),
        )

        async def story() -> tuple[RunRecord, list[RunRecord]]:
            await store.begin(header())
            await store.finish(record)
            return await store.run("last"), await store.runs()

        assert self.play(story()) == (record, [record])

    def test_a_run_id_is_taken_once(self, store: Store) -> None:
        """Two runs never mix."""

        async def story() -> None:
            await store.begin(header())
            await store.begin(header())

        with pytest.raises(StoreError, match=r"run 'run-1' is in the store already; every run needs its own id"):
            self.play(story())

    def test_runs_are_listed_newest_first(self, store: Store) -> None:
        """By start; of two that started together the one begun later is newer."""

        async def story() -> tuple[list[str], list[str], list[str]]:
            for run_id, hours, suite in (("b", 1, "x"), ("a", 3, "y"), ("d", 2, "x"), ("c", 2, "x")):
                await store.begin(header(run_id, started_at=START + timedelta(hours=hours), suite=suite))
            everything, some, of_suite = await store.runs(), await store.runs(limit=2), await store.runs(suite="x")
            return tuple([r.header.run_id for r in runs] for runs in (everything, some, of_suite))  # type: ignore[return-value]  # three lists

        assert self.play(story()) == (["a", "c", "d", "b"], ["a", "c"], ["c", "d", "b"])

    @pytest.mark.parametrize(
        ("reference", "meant"),
        [
            pytest.param("last", "20261203-cc", id="the last run"),
            pytest.param("last~0", "20261203-cc", id="none before the last"),
            pytest.param("last~2", "20261201-aa", id="two before the last"),
            pytest.param("20261202-bb", "20261202-bb", id="a whole id"),
            pytest.param("20261203", "20261203-cc", id="the beginning of one id"),
            pytest.param("20261202", "20261202", id="a whole id that begins another"),
        ],
    )
    def test_a_run_is_found_by(self, store: Store, reference: str, meant: str) -> None:
        """`last`, `last~N`, an id, or its beginning."""

        async def story() -> str:
            for day, run_id in ((0, "20261202"), (1, "20261201-aa"), (2, "20261202-bb"), (3, "20261203-cc")):
                await store.begin(header(run_id, started_at=START + timedelta(days=day)))
            return (await store.run(reference)).header.run_id

        assert self.play(story()) == meant

    @pytest.mark.parametrize(
        ("reference", "words"),
        [
            pytest.param("2026120", r"'2026120' fits 2 runs: 20261202-bb, 20261201-aa\. Write more", id="two ids"),
            pytest.param(
                "last~2", r"'last~2' was asked for and the store has 2 runs\. The oldest is last~1", id="too far"
            ),
            pytest.param("20261201-ab", r"no run '20261201-ab'; .* Did you mean '20261201-aa'\?", id="near miss"),
            pytest.param("%", r"no run '%'; expected last, last~N, .* Newest: 20261202-bb, 20261201-aa", id="wildcard"),
            pytest.param("", r"no run ''", id="nothing"),
            pytest.param("last~-1", r"no run 'last~-1'", id="below zero"),
        ],
    )
    def test_a_run_that_is_not_meant_clearly_is_refused(self, store: Store, reference: str, words: str) -> None:
        """Ambiguous and unknown references name the near ones."""

        async def story() -> None:
            await store.begin(header("20261201-aa"))
            await store.begin(header("20261202-bb"))
            await store.run(reference)

        with pytest.raises(UnknownNameError, match=words):
            self.play(story())

    def test_an_empty_store_says_how_to_fill_it(self, store: Store) -> None:
        """The first thing a newcomer may ask for is `last`."""
        with pytest.raises(UnknownNameError, match=r"the store has no run\. Make one: gaugeblock run"):
            self.play(store.run("last"))

    # ── verdicts, cases, calls

    def test_every_field_of_a_verdict_survives(self, store: Store) -> None:
        """Full and bare ones."""
        bare = verdict("a", "tone", status=Status.UNSCORED, reason=Reason.EVIDENCE_NOT_FOUND)

        async def story() -> list[Verdict]:
            await written(store, cases=[case(0, "a")], verdicts=[FULL, bare])
            return await collect(store.verdicts("run-1"))

        assert self.play(story()) == [bare, FULL]

    def test_every_field_of_a_call_survives(self, store: Store) -> None:
        """Full and bare ones."""
        bare = JudgeCall(case_id="a")

        async def story() -> list[JudgeCall]:
            await written(store, cases=[case(0, "a")], calls=[FULL_CALL, bare])
            return await collect(store.calls("run-1"))

        assert self.play(story()) == [FULL_CALL, bare]

    def test_cases_come_in_order_of_position(self, store: Store) -> None:
        """Whatever the order they were appended in."""
        cases = [case(2, "a"), case(0, "c"), case(1, "b", topic="", record={})]

        async def story() -> list[StoredCase]:
            await written(store, cases=cases)
            return await collect(store.cases("run-1"))

        assert self.play(story()) == [cases[1], cases[2], cases[0]]

    def test_verdicts_come_by_position_dimension_and_trial(self, store: Store) -> None:
        """Dimensions in the rubric's order, unknown ones after, by name."""
        cells = [
            (case_id, dimension, trial)
            for case_id in ("z", "a")
            for dimension in ("tone", "accuracy", "Zeal", "brevity")
            for trial in (1, 2)
        ]

        async def story() -> list[Verdict]:
            backwards = [verdict(c, d, trial=t) for c, d, t in reversed(cells)]
            await written(store, cases=[case(5, "z"), case(7, "a")], verdicts=backwards)
            return await collect(store.verdicts("run-1"))

        assert [(v.case_id, v.dimension, v.trial) for v in self.play(story())] == cells

    def test_verdicts_of_one_dimension_or_status(self, store: Store) -> None:
        """Both filters, alone and together."""
        cells = {
            ("a", "tone"): Status.PASSED,
            ("a", "accuracy"): Status.FAILED,
            ("b", "tone"): Status.FAILED,
            ("b", "accuracy"): Status.UNSCORED,
        }

        async def story() -> list[list[tuple[str, str]]]:
            new = [verdict(c, d, status=s) for (c, d), s in cells.items()]
            await written(store, cases=[case(0, "a"), case(1, "b")], verdicts=new)
            asked: list[dict[str, str]] = [
                {"dimension": "tone"},
                {"status": "failed"},
                {"status": Status.FAILED, "dimension": "tone"},
                {"dimension": "taste"},
            ]
            return [[(v.case_id, v.dimension) async for v in store.verdicts("run-1", **a)] for a in asked]

        assert self.play(story()) == [
            [("a", "tone"), ("b", "tone")],
            [("a", "accuracy"), ("b", "tone")],
            [("b", "tone")],
            [],
        ]

    def test_calls_of_one_case(self, store: Store) -> None:
        """In order of trial and attempt."""

        async def story() -> list[tuple[str, int, int]]:
            new = [JudgeCall(case_id=c, trial=t, attempt=n) for c in ("b", "a") for t in (2, 1) for n in (2, 1)]
            await written(store, cases=[case(0, "b"), case(1, "a")], calls=new)
            return [(c.case_id, c.trial, c.attempt) async for c in store.calls("run-1", case_id="a")]

        assert self.play(story()) == [("a", 1, 1), ("a", 1, 2), ("a", 2, 1), ("a", 2, 2)]

    def test_a_cell_written_again_is_replaced(self, store: Store) -> None:
        """Never doubled: verdicts, calls and cases, and the last of a batch wins."""
        first = verdict("a", status=Status.FAILED, detail="first")
        again = verdict("a", status=Status.PASSED, evidence=(Evidence(quote="second"),))

        async def story() -> tuple[list[Verdict], list[JudgeCall], list[StoredCase]]:
            await written(store, cases=[case(0, "a")], verdicts=[first], calls=[JudgeCall(case_id="a", reply="1")])
            await store.append(
                "run-1",
                cases=[case(4, "a", topic="new", digest="new", record={"id": "a", "input": "new"})],
                verdicts=[first, again],
                calls=[JudgeCall(case_id="a", reply=None), JudgeCall(case_id="a", reply="2")],
            )
            return (
                await collect(store.verdicts("run-1")),
                await collect(store.calls("run-1")),
                await collect(store.cases("run-1")),
            )

        verdicts, calls, cases = self.play(story())
        assert (verdicts, [c.reply for c in calls]) == ([again], ["2"])
        assert cases == [case(4, "a", topic="new", digest="new", record={"id": "a", "input": "new"})]

    def test_runs_do_not_mix(self, store: Store) -> None:
        """The same cell of two runs is two cells, and equal case texts are shared."""

        async def story() -> list[Status]:
            for run_id, status in (("run-1", Status.PASSED), ("run-2", Status.FAILED)):
                await store.begin(header(run_id))
                await store.append(run_id, cases=[case(0, "a")], verdicts=[verdict("a", status=status)], calls=[])
            return [v.status for run_id in ("run-1", "run-2") for v in await collect(store.verdicts(run_id))]

        assert self.play(story()) == [Status.PASSED, Status.FAILED]

    def test_an_append_is_whole_or_nothing(self, store: Store) -> None:
        """A verdict on a case the run does not have takes the whole append back."""

        async def story() -> tuple[str, list[StoredCase], list[Verdict]]:
            await written(store)
            with pytest.raises(StoreError) as refused:
                await store.append("run-1", cases=[case(0, "a")], verdicts=[verdict("a"), verdict("b")], calls=[])
            return str(refused.value), await collect(store.cases("run-1")), await collect(store.verdicts("run-1"))

        words, cases, verdicts = self.play(story())
        assert "a verdict or call names a case that run 'run-1' does not have" in words
        assert (cases, verdicts) == ([], [])

    def test_more_than_one_chunk_comes_back_once_each(self, store: Store) -> None:
        """1,201 verdicts, in order, while the same store is written to."""

        async def story() -> list[int]:
            cases = [case(i, f"c{i}") for i in range(1201)]
            await written(store, cases=cases, verdicts=[verdict(c.case_id) for c in cases])
            seen = []
            async for v in store.verdicts("run-1"):
                if len(seen) in (0, 700):
                    await store.append("run-1", cases=[], verdicts=[verdict("c3", trial=9)], calls=[])
                seen.append(int(v.case_id[1:]))
            return seen

        assert [i for i in self.play(story())] == list(range(1201))  # noqa: C416 - a list of the same, on purpose

    def test_an_iteration_may_be_left_early(self, store: Store) -> None:
        """What is abandoned is given back, and the store goes on."""

        async def story() -> int:
            cases = [case(i, f"c{i}") for i in range(600)]
            await written(store, cases=cases, verdicts=[verdict(c.case_id) for c in cases])
            for _ in range(8):
                async for _v in store.verdicts("run-1"):
                    break
            return len(await collect(store.verdicts("run-1")))

        assert self.play(story()) == 600

    @pytest.mark.parametrize("what", ["verdicts", "cases", "calls"])
    def test_an_unknown_run_is_named(self, store: Store, what: str) -> None:
        """Nothing is read of a run that was never begun."""
        with pytest.raises(StoreError, match="the store has no run 'nowhere'"):
            self.play(collect(getattr(store, what)("nowhere")))

    def test_appending_to_a_run_that_was_never_begun_is_refused(self, store: Store) -> None:
        """A verdict without a header could not be read later."""
        with pytest.raises(StoreError, match="the store has no run 'nowhere'"):
            self.play(store.append("nowhere", cases=[case(0, "a")], verdicts=[], calls=[]))

    # ── texts, times, numbers

    @pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
    def test_any_text_survives_in_every_column(self, store: Store, text: str) -> None:
        """Byte for byte: ids, topics and dimensions too."""
        stored = StoredCase(position=0, case_id=text, topic=text, digest="d" + text, record={"id": text, text: [text]})
        judged = replace(
            FULL, case_id=text, dimension=text, raw_score=text, detail=text, topic=text, level=text, judge_digest=text,
            repairs=(text, text), evidence=(Evidence(quote=text, where=text),),
        )  # fmt: skip
        call = JudgeCall(
            case_id=text, dimension="d" + text, reply=text, error=text, finish_reason=text, served_model=text,
            fingerprint=text,
        )  # fmt: skip
        override = Override(run_id="r" + text, case_id=text, dimension=text, label=text, who=text, why=text, at=START)
        label = Label(case_id=text, dimension=text, label=text, labeller=text, labelled_at=text, note=text, place=text)
        certificate = replace(CERTIFICATE, judge_digest=text, judge_model=text, figures={text: text})
        begun = header("r" + text, suite=text, selection=text, rubric={"dimensions": [{"name": "x"}, {"name": text}]})

        async def story() -> list[Any]:
            await store.begin(begun)
            await store.append("r" + text, cases=[stored], verdicts=[judged], calls=[call])
            await store.put_override(override)
            await store.put_labels(text, [label])
            await store.put_certificate(certificate)
            await store.finish(RunRecord(header=begun, warnings=(text,)))
            return [
                await collect(store.cases("r" + text)),
                await collect(store.verdicts("r" + text, dimension=text)),
                await collect(store.calls("r" + text, case_id=text)),
                await store.overrides("r" + text),
                await store.labels(text),
                await store.certificate(text),
                await store.run("r" + text),
                [r.header.suite for r in await store.runs(suite=text)],
            ]

        ended = RunRecord(header=begun, warnings=(text,))
        assert self.play(story()) == [
            [stored], [judged], [call], [override], [label], certificate, ended, [text]
        ]  # fmt: skip

    def test_long_names_that_begin_alike_stay_apart(self, store: Store) -> None:
        """A name too long for an index is told apart by all of its characters."""
        names = ["x" * 5_000 + end for end in ("a", "b")]

        async def story() -> list[Verdict]:
            cases = [case(i, name) for i, name in enumerate(names)]
            await written(store, cases=cases, verdicts=[verdict(name, name) for name in names])
            return await collect(store.verdicts("run-1"))

        assert [(v.case_id, v.dimension) for v in self.play(story())] == [(n, n) for n in names]

    @pytest.mark.parametrize(
        "at",
        [
            pytest.param(
                datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=5, minutes=45))), id="another zone"
            ),
            pytest.param(datetime(1999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), id="the last microsecond"),
            pytest.param(datetime(2026, 1, 1, tzinfo=UTC), id="no microseconds"),
        ],
    )
    def test_times_come_back_in_utc(self, store: Store, at: datetime) -> None:
        """To the microsecond."""

        async def story() -> list[datetime | None]:
            await store.begin(header(started_at=at))
            await store.append(
                "run-1", cases=[case(0, "a")], verdicts=[verdict("a", at=at)], calls=[JudgeCall(case_id="a", at=at)]
            )
            record = await store.run("last")
            found = [*await collect(store.verdicts("run-1")), *await collect(store.calls("run-1"))]
            return [record.header.started_at, *(x.at for x in found)]

        assert self.play(story()) == [at, at, at]

    def test_a_time_without_a_zone_is_refused(self, store: Store) -> None:
        """What it means is not known."""
        naive = datetime(2026, 1, 1)

        async def story() -> None:
            await written(store, cases=[case(0, "a")], verdicts=[verdict("a", at=naive)])

        with pytest.raises(StoreError, match="expected a time with its zone, got 2026-01-01T00:00:00"):
            self.play(story())

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), {1, 2}], ids=["nan", "infinity", "a set"])
    def test_what_is_not_json_is_refused(self, store: Store, number: Any) -> None:
        """And nothing of that append is kept."""

        async def story() -> list[StoredCase]:
            await written(store)
            with pytest.raises(StoreError, match="JSON"):
                await store.append("run-1", cases=[case(0, "a", record={"x": number})], verdicts=[], calls=[])
            return await collect(store.cases("run-1"))

        assert self.play(story()) == []

    @pytest.mark.parametrize("score", [0.0, 0.25, 0.5, 0.75, 1.0, 0.1 + 0.2, 5e-324])
    def test_scores_are_exact(self, store: Store, score: float) -> None:
        """Sixty-four bits in, the same out."""

        async def story() -> list[Verdict]:
            await written(store, cases=[case(0, "a")], verdicts=[verdict("a", score=score)])
            return await collect(store.verdicts("run-1"))

        assert [v.score for v in self.play(story())] == [score]

    # ── certificates, overrides, labels

    def test_a_certificate_is_found_by_the_judge_s_digest(self, store: Store) -> None:
        """A later one of the same judge replaces it; another judge has none."""
        later = replace(CERTIFICATE, issued_on=date(2026, 12, 1), valid_for_days=None)

        async def story() -> list[Certificate | None]:
            await store.put_certificate(replace(CERTIFICATE, place="certificates/ab.json"))
            first = await store.certificate("ab" * 32)
            await store.put_certificate(later)
            return [first, await store.certificate("ab" * 32), await store.certificate("ab" * 31)]

        assert self.play(story()) == [CERTIFICATE, later, None]

    def test_overrides_replace_and_come_in_order(self, store: Store) -> None:
        """By case position, then the rubric's order."""

        def made(case_id: str, dimension: str, why: str = "") -> Override:
            return Override(
                run_id="run-1", case_id=case_id, dimension=dimension, label="pass", who="Ann", why=why, at=START
            )

        async def story() -> list[Override]:
            await written(store, cases=[case(1, "a"), case(0, "b")])
            for override in (made("a", "accuracy"), made("a", "tone", "first"), made("b", "zeal"), made("a", "tone")):
                await store.put_override(override)
            return await store.overrides("run-1")

        assert self.play(story()) == [made("b", "zeal"), made("a", "tone"), made("a", "accuracy")]

    def test_an_override_needs_its_case(self, store: Store) -> None:
        """There is nothing to turn otherwise."""

        async def story() -> None:
            await store.begin(header())
            await store.put_override(
                Override(run_id="run-1", case_id="b", dimension="tone", label="pass", who="A", why="w", at=START)
            )

        with pytest.raises(StoreError, match="run 'run-1' has no case 'b' to decide on"):
            self.play(story())

    def test_labels_are_kept_by_suite_and_labeller(self, store: Store) -> None:
        """One labeller changes a label; another one's stands beside it."""
        first = Label(case_id="b", dimension="tone", label="pass", labeller="Ann")
        changed = replace(first, label="fail", known_bad=True, note="see page 2")
        other = replace(first, labeller="Ben", label="0.75")
        before = replace(first, case_id="B")

        async def story() -> tuple[list[Label], list[Label]]:
            await store.put_labels("s", [other, first])
            await store.put_labels("s", [changed, before])
            await store.put_labels("s", [])
            return await store.labels("s"), await store.labels("t")

        assert self.play(story()) == ([before, changed, other], [])

    # ── the end

    def test_a_closed_store_says_so(self, store: Store) -> None:
        """Closing twice does nothing; using it afterwards is refused."""

        async def story() -> None:
            await store.close()
            await store.close()
            await store.runs()

        with pytest.raises(StoreError, match="the store is closed"):
            self.play(story())

    def test_it_is_a_store(self, store: Store) -> None:
        """The port's methods are all there."""
        assert isinstance(store, Store)
