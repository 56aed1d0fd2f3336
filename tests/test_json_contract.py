"""`gaugeblock run --json`: the keys, words and numbers that other programs rely on; and the whole line against servers.

The lists of keys and words below are the contract, written out by hand.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import postgres_url
from loopback import Answer, Cut, Received, Reset, completion, serving
from suites import Outcome, Suite, anchored, binary, case, line, reply, rubric, strict_json
from test_cases import loopback_suite, stored_calls

RUN = ["run_id", "suite", "judge", "outcome", "exit_code", "dimensions", "topics", "cases"]
JUDGE = ["model", "digest", "certificate"]
DIMENSION = ["kind", "passed", "failed", "unscored", "skipped", "expected", "rate", "mean", "interval"]
DIMENSION += ["threshold", "effect", "outcome"]
CASE = ["case_id", "topic", "overall", "verdicts"]
OVERALL = ["status", "score"]
VERDICT = ["dimension", "trial", "status", "score", "reason", "detail", "evidence", "repairs"]
EVIDENCE = ["quote", "where", "start", "end", "verified"]
STATUSES = {"passed", "failed", "unscored", "skipped"}
REASONS = {
    "truncated",
    "unparsable",
    "missing_dimension",
    "conflict",
    "off_scale",
    "evidence_not_found",
    "evidence_missing",
    "evidence_trivial",
    "no_source",
    "no_response",
    "refused",
    "timeout",
    "rate_limited",
    "provider_error",
    "source_too_long",
    "undecided",
    "not_supported_by_rules",
    "empty_reply",
    "no_recorded_reply",
    "content_filtered",
    "judge_error",
    "target_error",
    "judge_unavailable",
    "interrupted",
}

RAIL = [
    {"id": "t-1", "text": "The 7:40 runs daily 🚆, except on Sundays."},
    {"id": "t-2", "text": "Seats cost £4. 🎫 Dogs travel free."},
]


@pytest.fixture(scope="module")
def rail(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """A suite with everything in it: two kinds, topics and none, holes of several causes, every place of a quote."""
    return rail_suite(tmp_path_factory.mktemp("rail"))


def rail_suite(folder: Path) -> Suite:
    def said(accuracy: tuple[str, str], depth: tuple[Any, str]) -> str:
        return json.dumps(
            {
                "accuracy": {"verdict": accuracy[0], "evidence": accuracy[1]},
                "depth": {"score": depth[0], "evidence": depth[1]},
            }
        )

    answer = "Café 🚆 note: the 7:40 runs daily. Dogs travel free."
    cases = [
        case("good", topic="times", source=RAIL, response=answer),
        case("bad", topic="times", source=RAIL, response=answer, input="Does the 7:40 run on Sundays?"),
        case("hole", topic="fares", source=RAIL, response=answer),
        {"id": "no source", "input": "Hm?", "response": answer},
        {"id": "no answer", "input": "Hm?", "source": "S", "topic": "fares"},
        case("no line", source=RAIL),
    ]
    replies = [
        line("good", said(("pass", "Dogs travel free."), (0.8, "the 7:40 runs daily"))),
        line("bad", said(("fail", "except on Sundays"), (0.25, "Seats cost £4. 🎫 Dogs"))),
        line("hole", said(("maybe", "x"), ("1", "Does not stand anywhere"))),
        line("no source", said(("pass", "Café"), (0.5, "🚆 note"))),
    ]
    policy = {
        "accuracy": {"at_least": "1.00", "effect": "block"},
        "depth": {"at_least": "0.40", "effect": "trend", "min_n": 1},
        "overall": {"at_least": "0.90", "effect": "triage"},
        "certificate": "none",
    }
    dimensions = (binary("accuracy", needs_source=True), anchored("depth"))
    return Suite.write(folder, cases=cases, rubric=rubric(*dimensions), replies=replies, policy=policy)


@pytest.fixture(scope="module")
def outcome(rail: Suite) -> Outcome:
    """That suite, run."""
    return rail.run()


def with_reasons(keys: list[str], found: dict[str, Any]) -> list[str]:
    """The keys that must be there: each null of a computed figure is followed by its reason."""
    return [k for key in keys for k in ([key, f"{key}_reason"] if f"{key}_reason" in found else [key])]


def everything_named(outcome: Outcome) -> Iterator[dict[str, Any]]:
    yield from outcome.data["dimensions"].values()
    for topic in outcome.data["topics"].values():
        yield from topic.values()


def test_keys_are_the_contracts(outcome: Outcome) -> None:
    """No key more, none less, in the order of the contract."""
    data = outcome.data

    assert list(data) == RUN
    assert list(data["judge"]) == with_reasons(JUDGE, data["judge"])
    for figures in everything_named(outcome):
        assert list(figures) == with_reasons(DIMENSION, figures)
    for c in data["cases"]:
        assert list(c) == CASE
        assert list(c["overall"]) == with_reasons(OVERALL, c["overall"])
        for v in c["verdicts"]:
            assert list(v) == VERDICT
            assert all(list(e) == EVIDENCE for e in v["evidence"])


def test_words_are_the_contracts(outcome: Outcome) -> None:
    """Outcomes, statuses, reasons, effects, places: closed lists."""
    data = outcome.data

    assert data["outcome"] in {"open", "closed", "inconclusive", "not_certified", "not_gated"}
    assert {f["outcome"] for f in everything_named(outcome)} <= {"pass", "fail", "inconclusive", "not_gated"}
    assert {f["effect"] for f in everything_named(outcome)} <= {"block", "triage", "trend", None}
    assert [f["kind"] for f in data["dimensions"].values()][:2] == ["binary", "anchored"]
    verdicts = [v for c in data["cases"] for v in c["verdicts"]]
    assert {v["status"] for v in verdicts} | {c["overall"]["status"] for c in data["cases"]} <= STATUSES
    assert {v["reason"] for v in verdicts} <= REASONS | {None}
    for v in verdicts:
        assert (v["reason"] is not None) == (v["status"] in ("unscored", "skipped"))
        for e in v["evidence"]:
            place = e["where"]
            assert place in {"response", "source", "input", "rubric", None} or place.startswith("source:")


def test_null_comes_with_its_reason(outcome: Outcome) -> None:
    """What cannot be computed is null, and beside it stands why; what can be has no reason."""
    for figures in everything_named(outcome):
        for name in ("rate", "mean", "interval", "threshold", "effect"):
            assert (figures[name] is None) == bool(figures.get(f"{name}_reason"))
    for c in outcome.data["cases"]:
        assert (c["overall"]["score"] is None) == bool(c["overall"].get("score_reason"))


def test_missing_score_of_a_failed_case_is_unscored(tmp_path: Path) -> None:
    """A case fails by its binary dimension while its scale was not measured: the score is missing, not foreign."""
    suite = rail_suite(tmp_path)
    broken = {"accuracy": {"verdict": "fail", "evidence": "x"}, "depth": {"score": "high"}}
    suite.lines("replies.jsonl", [line("good", json.dumps(broken))])

    assert suite.run().case("good")["overall"] == {"status": "failed", "score": None, "score_reason": "unscored"}


def test_counts_add_up_to_expected(outcome: Outcome) -> None:
    """Every asked cell is passed, failed, unscored or skipped; topics add up to the whole."""
    dimensions, topics = outcome.data["dimensions"], outcome.data["topics"]

    for figures in everything_named(outcome):
        assert figures["expected"] == sum(figures[k] for k in ("passed", "failed", "unscored", "skipped"))
    for name, figures in dimensions.items():
        assert figures["expected"] == 6
        for key in ("passed", "failed", "unscored", "skipped", "expected"):
            assert figures[key] == sum(t[name][key] for t in topics.values())


def test_figures_by_hand(outcome: Outcome) -> None:
    """One of six passed accuracy, one failed; depth is (0.75 + 0.25 + 1 + 0.5) / 4; overall is arithmetic."""
    dimensions = outcome.data["dimensions"]

    assert list(dimensions) == ["accuracy", "depth", "overall"]
    assert [dimensions["accuracy"][k] for k in ("passed", "failed", "unscored", "rate")] == [1, 1, 4, 0.5]
    assert [dimensions["depth"][k] for k in ("passed", "failed", "unscored", "mean")] == [2, 2, 2, 0.625]
    assert [dimensions["overall"][k] for k in ("passed", "failed", "unscored")] == [1, 1, 4]
    assert dimensions["accuracy"]["interval"] == pytest.approx([0.0945, 0.9055], abs=5e-5)
    assert [dimensions[d][k] for d in dimensions for k in ("threshold", "effect", "outcome")] == [
        *(1.0, "block", "fail"),
        *(0.4, "trend", "pass"),
        *(0.9, "triage", "inconclusive"),
    ]
    assert (outcome.data["outcome"], outcome.data["exit_code"], outcome.code) == ("closed", 1, 1)


def test_topics_with_and_without_a_name(outcome: Outcome) -> None:
    """No topic is the empty text, in the list as on the case."""
    assert sorted(outcome.data["topics"]) == ["", "fares", "times"]
    assert [c["topic"] for c in outcome.data["cases"]] == ["times", "times", "fares", "", "fares", ""]
    assert outcome.data["topics"][""]["accuracy"]["expected"] == 2


def test_cases_stand_in_the_order_of_the_golden_set(outcome: Outcome) -> None:
    """And their verdicts in the rubric's."""
    assert [c["case_id"] for c in outcome.data["cases"]] == ["good", "bad", "hole", "no source", "no answer", "no line"]
    assert {tuple(v["dimension"] for v in c["verdicts"]) for c in outcome.data["cases"]} == {("accuracy", "depth")}


@pytest.mark.parametrize(
    ("case_id", "accuracy", "depth", "overall"),
    [
        ("good", ("passed", None, None), ("passed", 0.75, None), ("passed", 0.75)),
        ("bad", ("failed", None, None), ("failed", 0.25, None), ("failed", 0.25)),
        ("hole", ("unscored", None, "off_scale"), ("passed", 1.0, None), ("unscored", 1.0)),
        ("no source", ("unscored", None, "no_source"), ("failed", 0.5, None), ("unscored", 0.5)),
        ("no answer", ("unscored", None, "no_response"), ("unscored", None, "no_response"), ("unscored", None)),
        (
            "no line",
            ("unscored", None, "no_recorded_reply"),
            ("unscored", None, "no_recorded_reply"),
            ("unscored", None),
        ),
    ],
)
def test_verdicts_by_hand(
    case_id: str, accuracy: tuple[Any, ...], depth: tuple[Any, ...], overall: tuple[Any, ...], outcome: Outcome
) -> None:
    """Status, score and reason of every cell."""
    found = outcome.of(case_id)

    assert tuple(found["accuracy"][k] for k in ("status", "score", "reason")) == accuracy
    assert tuple(found["depth"][k] for k in ("status", "score", "reason")) == depth
    assert tuple(outcome.case(case_id)["overall"][k] for k in ("status", "score")) == overall


@pytest.mark.parametrize(
    ("case_id", "dimension", "where", "shows"),
    [
        ("good", "accuracy", "response", "Dogs travel free."),
        ("good", "depth", "response", "the 7:40 runs daily"),
        ("bad", "accuracy", "source:t-1", "except on Sundays"),
        ("bad", "depth", "source:t-2", "Seats cost £4. 🎫 Dogs"),
        ("no source", "depth", "response", "🚆 note"),
    ],
)
def test_offsets_cut_the_quote_out_of_the_original(
    case_id: str, dimension: str, where: str, shows: str, outcome: Outcome, rail: Suite
) -> None:
    """In code points of the text as it was given, whatever stands before it."""
    given = [json.loads(text) for text in (rail.folder / "cases.jsonl").read_text().splitlines()]
    texts = {"response": next(c for c in given if c["id"] == case_id)["response"]}
    texts |= {f"source:{p['id']}": p["text"] for p in RAIL}
    evidence = outcome.of(case_id)[dimension]["evidence"][0]

    assert (evidence["where"], evidence["verified"]) == (where, True)
    assert texts[where][evidence["start"] : evidence["end"]] == shows


def test_file_is_strict_utf8_whatever_the_texts_hold(tmp_path: Path) -> None:
    """Half surrogates, NULs, line separators, markup and a megabyte: one strict JSON file, one inert page."""
    strange = "\ud800 \x00 \u2028 </script><script>alert(1)</script> \u202e \x1b[31m NaN " + "x" * 1_000_000
    suite = Suite.write(
        tmp_path,
        cases=[case("A \udfff<b>", topic="<i>\ud83d", response=strange)],
        rubric=rubric("accuracy"),
        replies=[line("A \udfff<b>", reply("\ud800 \x00 <script>alert(1)", accuracy="fail"))],
    )
    run = suite.run("-v")
    page = suite.html()

    assert run.code == 0, run.shell.err
    assert run.data["cases"][0]["case_id"] == "A \udfff<b>"
    assert list(run.data["topics"]) == ["<i>\ud83d"]
    for raw in ("<script>alert(1)", "A \ufffd<b>", "<i>\ufffd"):
        assert raw not in page
    assert "&lt;script&gt;alert(1)" in page
    for control in "\x00\x1b":
        assert control not in run.shell.out
        assert control not in page


def test_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    """An unusable run leaves the earlier file as it was; a folder that is missing is made."""
    suite = Suite.write(
        tmp_path, cases=[case("A")], rubric=rubric("accuracy"), replies=[line("A", reply(accuracy="pass"))]
    )
    assert suite.shell("run", "--json", "deep/er/out.json").code == 0
    before = (tmp_path / "deep/er/out.json").read_bytes()
    assert suite.shell("run", "--case", "B", "--json", "deep/er/out.json").code == 2
    assert before == (tmp_path / "deep/er/out.json").read_bytes()
    assert [p.name for p in (tmp_path / "deep/er").iterdir()] == ["out.json"]


@pytest.mark.parametrize("target", ["folder", "file/x.json"])
def test_report_that_cannot_be_written_is_misuse(target: str, tmp_path: Path) -> None:
    """A wrong --json path is a wrong argument, not a mistake of ours."""
    suite = Suite.write(
        tmp_path, cases=[case("A")], rubric=rubric("accuracy"), replies=[line("A", reply(accuracy="pass"))]
    )
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    shell = suite.shell("run", "--json", target)

    assert shell.code == 2, shell
    assert target.split("/")[0] in shell.err
    assert "Traceback" not in shell.err


# ------------------------------------------------------------------------------------------------------------ servers


def judge_of(received: Received) -> Answer:
    """A judge that answers every asked dimension and quotes the response."""
    schema = json.dumps(received.json)
    verdicts = {
        name: {"verdict": "fail" if "C7" in schema and name == "tone" else "pass", "evidence": "parking costs 3 euros"}
        for name in ("accuracy", "tone")
        if f'\\"{name}\\"' in schema or f'"{name}"' in schema or name in schema
    }
    return completion(json.dumps(verdicts))


def test_suite_runs_against_any_server_without_a_key(tmp_path: Path) -> None:
    """`judge.model: openai:NAME` with a loopback `base_url` needs no key; one request a case, temperature 0."""
    cases = [case(f"C{n}", input=f"Question of C{n}?", topic="ab"[n % 2]) for n in range(12)]
    with serving(judge_of) as server:
        suite = loopback_suite(tmp_path, server.url, [])
        suite.lines("cases.jsonl", cases)
        suite.put("rubric.yaml", rubric("accuracy", "tone", evidence="required"))
        suite.change(policy={"accuracy": {"at_least": "1.00"}, "tone": {"at_least": "0.90"}, "certificate": "none"})
        run = suite.run()
        requests = list(server.requests)

    assert (run.code, run.data["outcome"]) == (0, "open")
    assert [run.data["dimensions"]["tone"][k] for k in ("passed", "failed")] == [11, 1]
    assert run.of("C7")["tone"]["status"] == "failed"
    assert {r.path for r in requests} == {"/v1/chat/completions"}
    assert len(requests) == 12
    for request in requests:
        assert (request.json["model"], request.json["temperature"]) == ("judge-1", 0)
        assert "Authorization" not in request.headers
    assert run.data["judge"]["model"] == "openai:judge-1"
    assert all(v["evidence"][0]["verified"] for c in run.data["cases"] for v in c["verdicts"])


def test_digest_is_that_of_what_is_sent_after_a_step_down(tmp_path: Path) -> None:
    """A server that refuses a setting is asked without it, once learned; the certificate is for what is then sent."""

    def answer(received: Received) -> Answer:
        if "temperature" in received.json:
            refusal = {"message": "Unsupported parameter: 'temperature'", "param": "temperature"}
            return Answer(status=400, json={"error": refusal})
        return completion(reply("parking costs 3 euros", accuracy="pass"))

    with serving(answer) as server:
        suite = loopback_suite(tmp_path, server.url, [f"C{n}" for n in range(20)])
        suite.change(policy={"accuracy": {"at_least": "0.9"}})
        first = suite.run()
        suite.certify(first.data["judge"]["digest"], "accuracy")
        second = suite.run()
        calls = len(server.requests)

    assert (first.code, second.code) == (5, 0)
    assert second.data["dimensions"]["accuracy"]["passed"] == 20
    assert calls == 2 * (20 + 1)


def test_other_served_model_is_not_certified(tmp_path: Path) -> None:
    """The name stayed, the model behind it changed: the certificate does not hold."""
    with serving(completion(reply("parking costs 3 euros", accuracy="pass"))) as server:
        suite = loopback_suite(tmp_path, server.url, [f"C{n}" for n in range(10)])
        suite.change(policy={"accuracy": {"at_least": "1"}})
        digest = suite.run().data["judge"]["digest"]
        suite.certify(digest, "accuracy", served_models=["served-model-2026"])
        same = suite.run()
        suite.certify(digest, "accuracy", served_models=["served-model-2025"])
        other = suite.run()

    assert (same.code, other.code) == (0, 5)
    assert "served-model-2026" in other.shell.text


def test_asking_by_dimension_reads_lines_by_dimension(tmp_path: Path) -> None:
    """`granularity: per_dimension`: a line names its dimension, each question has its own re-ask."""
    suite = Suite.write(
        tmp_path,
        cases=[case("A")],
        rubric=rubric("accuracy", "tone", "depth", evidence="required"),
        judge={"granularity": "per_dimension"},
        replies=[
            line("A", '{"verdict": "pass", "evidence": "parking costs 3 euros"}', dimension="accuracy"),
            line("A", reply("stands nowhere at all", tone="fail"), dimension="tone"),
            line("A", reply("Have a good day!", tone="fail"), dimension="tone"),
        ],
    )
    run = suite.run()

    assert run.statuses("A") == {"accuracy": "passed", "tone": "failed", "depth": "unscored", "overall": "failed"}
    assert run.of("A")["depth"]["reason"] == "no_recorded_reply"
    assert len(stored_calls(suite, "A")) == 4


BROKEN = {
    "C1": Answer(status=429, headers={"Retry-After": "0"}, json={"error": {"message": "slow down"}}),
    "C2": Answer(status=500, body=b"<html>oops</html>"),
    "C3": Cut(),
    "C4": Reset(),
    "C5": Answer(status=400, json={"error": {"message": "no such model"}}),
    "C6": Answer(body=b"not json at all"),
    "C7": completion(None, refusal="I cannot judge this."),
    "C8": completion('{"accuracy": {"verdict": "pa', finish_reason="length"),
    "C9": completion("", finish_reason="content_filter"),
    "C10": completion("no verdict here"),
}


def test_half_broken_server_ends_by_itself_with_the_right_reasons(tmp_path: Path) -> None:
    """Every cell is accounted for; what failed for good says why, what failed once is retried."""
    seen: Counter[str] = Counter()

    def answer(received: Received) -> Any:
        text = json.dumps(received.json)
        case_id = next(f"C{n}" for n in range(20, -1, -1) if f"of C{n}?" in text)
        seen[case_id] += 1
        if case_id == "C11" and seen[case_id] == 1:
            return Answer(status=503, headers={"Retry-After": "0"})
        return BROKEN.get(case_id, completion(reply("parking costs 3 euros", accuracy="pass")))

    with serving(answer) as server:
        suite = loopback_suite(tmp_path, server.url, [], retries=1)
        suite.lines("cases.jsonl", [case(f"C{n}", input=f"Question of C{n}?") for n in range(13)])
        run = suite.run()

    reasons = {c["case_id"]: c["verdicts"][0]["reason"] for c in run.data["cases"]}
    assert run.code == 0
    assert reasons.pop("C8") == "truncated"
    assert reasons == {
        "C0": None,
        "C1": "rate_limited",
        "C2": "provider_error",
        "C3": "provider_error",
        "C4": "provider_error",
        "C5": "provider_error",
        "C6": "provider_error",
        "C7": "refused",
        "C9": "content_filtered",
        "C10": "unparsable",
        "C11": None,
        "C12": None,
    }
    assert "429" in run.of("C1")["accuracy"]["detail"]
    assert "500" in run.of("C2")["accuracy"]["detail"]
    assert "400" in run.of("C5")["accuracy"]["detail"]
    assert [c.retries for c in stored_calls(suite, "C11")] == [1]
    assert len(stored_calls(suite, "C10")) == 2, "one re-ask"
    assert run.data["dimensions"]["accuracy"]["expected"] == 13


# ---------------------------------------------------------------------------------------------------------- databases


@pytest.mark.database
def test_postgresql_gives_the_same_as_sqlite(tmp_path: Path) -> None:
    """One suite, both databases: the same JSON but for the run's id; stored runs work there too."""
    here = rail_suite(tmp_path).run().data
    suite = Suite(tmp_path)
    with postgres_url() as url:
        run = suite.run("--store", url)
        shell = suite.shell("report", "--store", url, "--json", "report.json")
        turned = suite.shell(
            *("gate", "--store", url, "--overrule", "bad:accuracy", "--who", "Ann", "--why", "seen", "--json", "g.json")
        )
        listed = suite.shell("runs", "list", env={"GAUGEBLOCK_STORE": url})
        shown = suite.shell("runs", "show", "--case", "bad", "--store", url)

    there = run.data
    assert there["run_id"] != here["run_id"]
    assert {**there, "run_id": ""} == {**here, "run_id": ""}
    assert shell.code == 0
    assert strict_json((tmp_path / "report.json").read_text(encoding="utf-8")) == there
    assert (run.code, turned.code) == (1, 4)
    assert there["run_id"] in listed.out
    assert "Ann" in shown.out
