"""Faults that other harnesses were reported for: the reference cases, run through the real command line.

Each reference case says what must come out; every `must` is checked by a function of its name, and a `must` without one
fails the test. The cases are read from the folder `cases` of GAUGEBLOCK_REFERENCE_DATA.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.files.golden import open_golden_set
from gaugeblock.judging.prompt import fill
from gaugeblock.ports import Store
from gaugeblock.stats._exact import exact
from gaugeblock.stats.rules import mean_meets_threshold, meets_threshold
from gaugeblock.stats.score import snap
from gaugeblock.stores.opening import open_store
from gaugeblock.verdict import JudgeCall, Verdict
from loopback import Answer, completion, serving
from suites import FIVE, Outcome, Suite, anchored, case, line, reply, rubric, scores, strict_json

WORDS = {"passed": "pass", "failed": "fail", "unscored": "unscored"}
REPLIES = tuple(f"B{n:02}" for n in (*range(1, 13), 15))


@pytest.fixture
def reference(reference_data: Path) -> Callable[[str], dict[str, Any]]:
    """A reference case by its id."""

    def read(case_id: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((reference_data / "cases" / f"{case_id}.json").read_text(encoding="utf-8"))
        return found

    return read


# ------------------------------------------------------------------------------------------------ replies of a judge


@dataclass(frozen=True)
class Read:
    """One case whose recorded reply was read, beside another case that is fine."""

    suite: Suite
    outcome: Outcome
    reply: str

    @property
    def verdicts(self) -> dict[str, dict[str, Any]]:
        return self.outcome.of("X")

    @property
    def overall(self) -> dict[str, Any]:
        return self.outcome.case("X")["overall"]  # type: ignore[no-any-return]  # JSON

    def said(self, name: str) -> str:
        """Reason and detail of one verdict."""
        return f"{self.verdicts[name]['reason'] or ''} {self.verdicts[name]['detail']}"


def read_reply(folder: Path, given: Mapping[str, Any]) -> Read:
    """Run a reference case through `gaugeblock run` with a recorded judge."""
    names = given["dimensions"]
    on_anchors = "anchors" in given
    dimensions = [anchored(n) if on_anchors else n for n in names]
    fine = scores(**dict.fromkeys(names, 0.75)) if on_anchors else reply(**dict.fromkeys(names, "pass"))
    texts = {"input": given.get("question", "Is it so?"), "response": given.get("response", "It is."), "topic": "x"}
    if "source" in given:
        texts["source"] = given["source"]
    block = {n: {"at_least": "0.01", "effect": "block", "min_n": 1} for n in (*names, "overall")}
    tolerance = {"at_least": "1.00", "effect": "block"}
    suite = Suite.write(
        folder,
        cases=[{"id": "X", **texts}, case("fine", topic="y")],
        rubric=rubric(*dimensions, pass_at=str(given.get("threshold", 0.7))),
        replies=[line("X", given["reply"], finish_reason=given["finish_reason"]), line("fine", fine)],
        policy={**(block if on_anchors else dict.fromkeys(block, tolerance)), "certificate": "none"},
    )
    return Read(suite, suite.run(), given["reply"])


def must_status(read: Read, right: Mapping[str, str]) -> None:
    found = {name: WORDS[status] for name, status in read.outcome.statuses("X").items()}
    for name, word in right.items():
        if word == "not pass":
            assert found[name] != "pass", name
        else:
            assert (name, word) == (name, found[name])
        assert (read.verdicts.get(name, read.overall).get("reason") is None) == (found[name] != "unscored") or (
            name == "overall"
        )


def must_reason_mentions(read: Read, words: list[str]) -> None:
    unscored = [name for name, v in read.verdicts.items() if v["status"] == "unscored"]
    assert unscored
    for word in words:
        assert all(word in read.said(name) for name in unscored), [read.said(name) for name in unscored]


def must_run_gate(read: Read, word: str) -> None:
    assert word == "not green"
    assert read.outcome.code in (1, 4)
    assert read.outcome.data["outcome"] in ("closed", "inconclusive")


def must_evidence(name: str) -> Callable[[Read, str], None]:
    def check(read: Read, quote: str) -> None:
        found = [e["quote"] for e in read.verdicts[name]["evidence"]]
        assert ([] if quote == "missing" else [quote]) == found

    return check


def must_repair_recorded(read: Read, right: bool) -> None:
    assert right == all(bool(v["repairs"]) for v in read.verdicts.values())


def must_contradiction_recorded(read: Read, right: bool) -> None:
    told = " ".join(words for v in read.verdicts.values() for words in (*v["repairs"], v["detail"]))
    assert right == ("overall" in told), told


def must_records_written(read: Read, number: int) -> None:
    assert number == len(read.outcome.case("X")["verdicts"]) == len(stored_verdicts(read.suite, "X"))
    for dimension in read.outcome.data["dimensions"].values():
        assert dimension["expected"] == 2
        assert dimension["passed"] + dimension["failed"] + dimension["unscored"] + dimension["skipped"] == 2


def must_scores(read: Read, right: Mapping[str, float]) -> None:
    assert right == {name: v["score"] for name, v in read.verdicts.items()}


def must_overall(read: Read, right: float | str | None) -> None:
    if right == "not pass":
        assert read.overall["status"] != "passed"
        return
    assert right == read.overall["score"]
    if right is None:
        assert read.overall["score_reason"]


def must_passed(read: Read, right: bool | str) -> None:
    assert (right is True) == (read.overall["status"] == "passed")
    if right == "not pass":
        assert read.overall["status"] == "unscored"


def must_raw_scores_kept(read: Read, right: bool) -> None:
    raw = {v.dimension: v.raw_score for v in stored_verdicts(read.suite, "X")}
    sent = {name: str(value) for name, value in json.loads(read.reply).items() if name in raw}
    assert right == (sent == raw)


def must_files_are_strict_json(read: Read, right: bool) -> None:
    assert right
    assert read.outcome.data["run_id"]  # `Outcome.data` was read strictly
    for path, content in read.suite.everything():
        if path.suffix == ".json":
            strict_json(content.decode("utf-8"))


def must_run_mean_over_other_cases(read: Read, word: str) -> None:
    assert word == "unchanged by this case"
    for name, dimension in read.outcome.data["dimensions"].items():
        if name != "overall":
            assert (dimension["mean"], dimension["passed"], dimension["failed"]) == (0.75, 1, 0)


def must_raw_reply_kept(read: Read, right: bool) -> None:
    assert right == (read.reply in [call.reply for call in stored_calls(read.suite, "X")])


def must_accuracy(read: Read, words: str) -> None:
    assert WORDS[read.verdicts["accuracy"]["status"]] in words.split(" or ")
    assert all(v["status"] != "passed" or v["evidence"][0]["quote"] != "ok" for v in read.verdicts.values())


def must_prompt(read: Read, words: str) -> None:
    assert "cannot close the enclosure" in words
    response = json.loads((read.suite.folder / "cases.jsonl").read_text().splitlines()[0])["response"]
    shown = prompt_received(read.suite, case_id="X")
    opening = next(text for text in shown.split("\n") if "BEGIN RESPONSE" in text)
    closing = opening.replace("BEGIN", "END")
    assert shown.count(opening) == shown.count(closing) == 1
    assert response == shown.split(opening + "\n")[1].split("\n" + closing)[0]
    assert closing not in response


MUST: dict[str, Callable[[Read, Any], None]] = {
    "status": must_status,
    "reason_mentions": must_reason_mentions,
    "run_gate": must_run_gate,
    "evidence_accuracy": must_evidence("accuracy"),
    "evidence_completeness": must_evidence("completeness"),
    "repair_recorded": must_repair_recorded,
    "contradiction_recorded": must_contradiction_recorded,
    "records_written": must_records_written,
    "scores": must_scores,
    "overall": must_overall,
    "passed": must_passed,
    "raw_scores_kept": must_raw_scores_kept,
    "files_are_strict_json": must_files_are_strict_json,
    "run_mean_over_other_cases": must_run_mean_over_other_cases,
    "raw_reply_kept": must_raw_reply_kept,
    "accuracy": must_accuracy,
    "prompt": must_prompt,
}


@pytest.mark.parametrize("case_id", REPLIES)
def test_reply_gives_its_right_outcome(
    case_id: str, tmp_path: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """What must come out of a judge's reply comes out, whatever wraps it."""
    given = reference(case_id)
    read = read_reply(tmp_path, given["input"])

    for name, right in given["right_outcome"]["must"].items():
        MUST[name](read, right)
    assert read.outcome.statuses("fine")["overall"] == "passed"
    assert "Traceback" not in read.outcome.shell.err


def test_echoed_verdict_never_decides(tmp_path: Path, reference: Callable[[str], dict[str, Any]]) -> None:
    """B15: no dimension is passed on the word of the text under test."""
    read = read_reply(tmp_path, reference("B15")["input"])

    assert "ok" not in [e["quote"] for v in read.verdicts.values() for e in v["evidence"]]


# ------------------------------------------------------------------------------------------------------------ quotes


@pytest.mark.parametrize("case_id", ["B13", "B14"])
def test_quotes_are_found_or_not(case_id: str, tmp_path: Path, reference: Callable[[str], dict[str, Any]]) -> None:
    """A quote is verified when it stands there word for word, presentation aside; offsets slice the original."""
    given = reference(case_id)
    texts, must = given["input"], given["right_outcome"]["must"]
    quotes = {q["n"]: q["text"] for q in texts["quotes"]}
    suite = Suite.write(
        tmp_path,
        cases=[case(f"Q{n}", source=texts["source"], response=texts["response"]) for n in quotes],
        rubric=rubric("accuracy"),
        replies=[line(f"Q{n}", reply(text, accuracy="pass")) for n, text in quotes.items()],
    )
    outcome = suite.run()
    found = {n: outcome.of(f"Q{n}")["accuracy"]["evidence"][0] for n in quotes}

    assert set(must.get("verified", [])) <= {n for n, e in found.items() if e["verified"]}
    assert set(must["not_verified"]) <= {n for n, e in found.items() if not e["verified"]}
    for n, place in must.get("found_in", {}).items():
        assert place == found[int(n)]["where"]
    for e in found.values():
        if e["verified"]:
            original = texts[e["where"]]
            assert original[e["start"]].isalnum()
            assert original[e["start"] : e["end"]].split()[0][0] == e["quote"][0]
    marked = [v for v in stored_verdicts(suite) for e in v.evidence if e.gap]
    assert [v.case_id for v in marked] == [
        f"Q{n}" for n, e in found.items() if e["verified"] and "..." in quotes[n] and "…" not in texts["source"]
    ]


@pytest.mark.parametrize("case_id", ["B13", "B14"])
def test_quote_that_is_not_there_is_no_proof(
    case_id: str, tmp_path: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """Under `evidence: required` its verdict is unscored, whichever way it went."""
    given = reference(case_id)
    texts, wrong = given["input"], given["right_outcome"]["must"]["not_verified"]
    quotes = {q["n"]: q["text"] for q in texts["quotes"] if q["n"] in wrong}
    suite = Suite.write(
        tmp_path,
        cases=[case(f"{w}{n}", source=texts["source"], response=texts["response"]) for n in wrong for w in WORDS],
        rubric=rubric("accuracy", evidence="required"),
        replies=[line(f"{w}{n}", reply(t, accuracy=WORDS[w])) for n, t in quotes.items() for w in ("passed", "failed")],
    )
    outcome = suite.run()

    for n in wrong:
        for word in ("passed", "failed"):
            verdict = outcome.of(f"{word}{n}")["accuracy"]
            assert (verdict["status"], verdict["reason"]) == ("unscored", "evidence_not_found")


# --------------------------------------------------------------------------------------------------------- templates


def test_template_is_filled_in_one_pass(reference: Callable[[str], dict[str, Any]]) -> None:
    """B16: what is inserted is never read again."""
    given = reference("B16")

    assert given["right_outcome"]["must"]["rendered"] == fill(given["input"]["template"], given["input"]["values"])


def test_own_wording_reaches_the_judge_with_the_texts_as_given(
    tmp_path: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """B16 through `judge.prompt`: the judge sees each value byte for byte, once, in its own enclosure."""
    given = reference("B16")["input"]
    suite = Suite.write(
        tmp_path,
        cases=[case("X", source=given["values"]["source"], response=given["values"]["response"])],
        rubric=rubric("accuracy"),
        judge={"prompt": "prompt.txt"},
    )
    (tmp_path / "prompt.txt").write_text(given["template"] + "{{rubric}}\n", encoding="utf-8")
    shown = prompt_received(suite)

    for name, text in given["values"].items():
        opening = next(o for o in shown.split("\n") if f"BEGIN {name.upper()}" in o)
        inner = shown.split(opening + "\n")[1].split("\n" + opening.replace("BEGIN", "END"))[0]
        assert text == inner
        assert shown.count(text) == 1
    assert "Is the accuracy fine?" in shown


# ------------------------------------------------------------------------------------------------------------- files


def test_spreadsheet_export_is_read(
    tmp_path: Path, reference_data: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """B20: byte-order mark, semicolons, quoted line ends, pipes and a decimal comma."""
    must = reference("B20")["right_outcome"]["must"]
    suite = Suite.write(
        tmp_path,
        cases=[],
        rubric=rubric("accuracy"),
        replies=[
            line("ER-001", reply('see the "Plan" page', accuracy="pass")),
            line("ER-002", reply("1,5 %", accuracy="pass")),
        ],
    )
    (tmp_path / "cases.csv").write_bytes((reference_data / "cases" / "B20_cases.csv").read_bytes())
    suite.change(golden_set="cases.csv")
    outcome = suite.run()
    cases = {c.id: c for c in open_golden_set([str(tmp_path / "cases.csv")]).cases()}

    assert must["ids"] == [c["case_id"] for c in outcome.data["cases"]]
    assert must["cases"] == outcome.data["dimensions"]["accuracy"]["expected"]
    assert list(outcome.data["topics"]) == ["billing"]
    first, second = (cases[i].source[0].text for i in must["ids"])  # type: ignore[index]  # both have a source
    assert must["ER-001.source"] == first.replace("\r\n", "\n")
    assert must["ER-002.source_lines"] == len(second.splitlines())
    assert second.splitlines()[1] == "| Basic | 1,5 % |"
    assert must["ER-002.response"] == cases["ER-002"].output.text  # type: ignore[union-attr]  # it has one
    evidence = {i: outcome.of(i)["accuracy"]["evidence"][0] for i in must["ids"]}
    assert first[evidence["ER-001"]["start"] : evidence["ER-001"]["end"]] == 'see the "Plan" page'
    assert tuple(evidence["ER-002"][k] for k in ("start", "end", "where")) == (0, 5, "response")


def test_duplicate_id_is_refused_before_any_call(
    tmp_path: Path, reference_data: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """B21: both lines are named, the blank one is not."""
    must = reference("B21")["right_outcome"]["must"]
    with serving(completion(reply(accuracy="pass"))) as server:
        suite = loopback_suite(tmp_path, server.url, [])
        (tmp_path / "cases.jsonl").write_bytes((reference_data / "cases" / "B21_cases.jsonl").read_bytes())
        shell = suite.shell("run", "--accept-uncertified")

        assert server.requests == []
    assert shell.code == 2
    for words in must["error_mentions"]:
        assert words.replace("line ", ":") in shell.err or words in shell.err, shell.err
    assert "Traceback" not in shell.err
    assert "line 2" not in shell.err


def test_yaml_words_stay_words(
    tmp_path: Path, reference_data: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """B22: whatever YAML file is read, `no`, `On`, `0123`, `12:30` and dates are the words that were written."""
    from gaugeblock.errors import UsageError
    from gaugeblock.files._document import read_document

    kept = reference("B22")["right_outcome"]["must"]["strings_kept"]
    file = reference_data / "cases" / "B22_spec.yaml"
    data = read_document(file, UsageError).data
    first, second = data["testCases"]

    assert kept["name"] == data["name"]
    for name, words in kept.items():
        place, _, field = name.partition(".")
        if field:
            assert words == {"case1": first, "case2": second}[place][field]
    assert second["expectedActions"] == []

    suite = loopback_suite(tmp_path, "http://127.0.0.1:9", [])
    (tmp_path / "spec.yaml").write_bytes(file.read_bytes())
    suite.change(golden_set="spec.yaml")
    shell = suite.shell("run")
    assert shell.code == 2
    assert 'spec.yaml:1: unexpected key "name"' in shell.err
    assert not any(wrong in shell.err for wrong in ("False", "True", "750", "datetime"))


# -------------------------------------------------------------------------------------------------------- arithmetic


def test_values_exactly_on_a_threshold(reference: Callable[[str], dict[str, Any]]) -> None:
    """B24: decimals are compared as they were written."""
    must = reference("B24")["right_outcome"]["must"]
    found = {
        1: mean_meets_threshold([0.7, 0.7, 0.7], Decimal("0.70")),
        2: exact(0.9) - exact(0.7) <= exact("0.20"),
        3: meets_threshold(57, 60, Decimal("0.95")),
        4: meets_threshold(27, 30, Decimal("0.90")),
        5: mean_meets_threshold([0.699, 0.699], Decimal("0.70")),
        6: meets_threshold(94, 99, Decimal("0.95")),
        7: exact(1.00) - exact("0.75") >= exact("0.25"),
    }

    assert must["true"] == [n for n, met in found.items() if met is True]
    assert must["false"] == [n for n, met in found.items() if met is False]
    assert [snap(0.625), snap(0.875)] == [0.5, 0.75]


@pytest.mark.parametrize(
    ("passed", "of", "at_least", "code"),
    [
        pytest.param(57, 60, "0.95", 0, id="57 of 60 meets 95 %"),
        pytest.param(27, 30, "0.90", 0, id="27 of 30 meets 90 %"),
        pytest.param(94, 99, "0.95", 1, id="94 of 99 misses 95 %"),
    ],
)
def test_rates_exactly_on_a_threshold(passed: int, of: int, at_least: str, code: int, tmp_path: Path) -> None:
    """B24 through the command line; a rate that misses is never shown as the threshold it misses."""
    from suites import judged

    policy = {"accuracy": {"at_least": at_least, "effect": "block"}, "certificate": "none"}
    outcome = judged(tmp_path, ["pass"] * passed + ["fail"] * (of - passed), policy=policy).run()

    assert code == outcome.code
    assert ("pass", "fail")[code] == outcome.data["dimensions"]["accuracy"]["outcome"]
    if code:
        assert "95 % of" not in outcome.shell.text
        assert "95.0 %" not in outcome.shell.text
        assert "94.9 %" in outcome.shell.text


def test_scores_between_two_anchors_go_down(tmp_path: Path) -> None:
    """B24, line 8: both ties break the same way, and the snapping is told."""
    suite = Suite.write(
        tmp_path,
        cases=[case("X")],
        rubric=rubric(anchored("low"), anchored("high")),
        replies=[line("X", '{"low": {"score": 0.625, "evidence": ""}, "high": {"score": "0.875", "evidence": ""}}')],
    )
    verdicts = suite.run().of("X")

    assert {name: v["score"] for name, v in verdicts.items()} == {"low": 0.5, "high": 0.75}
    assert "0.625" in " ".join(verdicts["low"]["repairs"]) + verdicts["low"]["detail"]


# ----------------------------------------------------------------------------------------------------------- secrets


@pytest.mark.parametrize("named_by", ["api_key_env", "header"])
def test_key_that_a_provider_echoes_is_nowhere(
    named_by: str, tmp_path: Path, reference: Callable[[str], dict[str, Any]]
) -> None:
    """B25: no file, no stream holds more of the key than its last four characters; the 401 stays."""
    given = reference("B25")
    key, name = given["input"]["config"]["value"], given["input"]["config"]["judge_key_from_env"]
    words = given["input"]["judge_error"]
    answer = Answer(
        status=401,
        json={"error": {"message": words, "code": key}},
        headers={"X-Request": key, "WWW-Authenticate": f"Bearer {key}"},
    )
    with serving(answer) as server:
        judge = {"api_key_env": name} if named_by == "api_key_env" else {"headers": {"X-Api-Key": f"${{{name}}}"}}
        suite = loopback_suite(tmp_path, f"{server.url}", ["X"], **judge)
        outcome = suite.run("--html", "out.html", "-v", env={name: key})
        sent = server.requests[0].headers
    again = suite.shell("report", "--html", "again.html", "--json", "again.json")
    shown = suite.shell("report", "-v")
    raw = suite.shell("runs", "show", "--raw")
    exported = suite.shell("runs", "export", "--to", "out.csv", "--texts")

    assert key in (sent.get("Authorization", "") + sent.get("X-Api-Key", ""))
    verdict = outcome.of("X")["accuracy"]
    for word in given["right_outcome"]["must"]["unscored_reason_mentions"]:
        assert word in f"{verdict['reason']} {verdict['detail']}"
    assert verdict["status"] == "unscored"
    everywhere = [(path.name, content) for path, content in suite.everything()]
    streams = [s for shell in (outcome.shell, again, shown, raw, exported) for s in (shell.out, shell.err)]
    everywhere += [("stream", s.encode()) for s in streams]
    for place, content in everywhere:
        assert not leaks(content, key), place


def leaks(content: bytes, key: str) -> list[str]:
    """Pieces of the key, longer than its last four characters, that stand in a content."""
    random_part = key.removeprefix("sk-test-")
    pieces = {random_part[i : i + 5] for i in range(len(random_part) - 4)}
    return [piece for piece in sorted(pieces) if piece.encode() in content]


# ------------------------------------------------------------------------------------------------------------- tools


def loopback_suite(folder: Path, url: str, ids: list[str], **judge: Any) -> Suite:
    """A suite of one dimension that asks a server."""
    settings = {"model": "openai:judge-1", "base_url": f"{url}/v1", "retries": 0, **judge}
    return Suite.write(folder, cases=[case(i) for i in ids], rubric=rubric("accuracy"), judge=settings)


def prompt_received(suite: Suite, *, case_id: str | None = None) -> str:
    """The user message that a server gets when the suite is run against it."""
    before = suite.get("gaugeblock.yaml")
    with serving(completion(reply(**dict.fromkeys(FIVE, "pass")))) as server:
        judge = {**before["judge"], "model": "openai:judge-1", "base_url": f"{server.url}/v1"}
        suite.change(judge=judge, policy=None)
        suite.run(*(["--case", case_id] if case_id else []))
        messages = server.requests[0].json["messages"]
    suite.put("gaugeblock.yaml", before)
    return next(m["content"] for m in messages if m["role"] == "user")  # type: ignore[no-any-return]  # JSON


def stored_verdicts(suite: Suite, case_id: str | None = None) -> list[Verdict]:
    """The verdicts of the last run, from the database."""

    async def read(store: Store, run_id: str) -> list[Verdict]:
        return [v async for v in store.verdicts(run_id) if case_id in (None, v.case_id)]

    return _stored(suite, read)  # type: ignore[no-any-return]  # one helper for two kinds


def stored_calls(suite: Suite, case_id: str) -> list[JudgeCall]:
    """The judge calls of the last run on one case."""

    async def read(store: Store, run_id: str) -> list[JudgeCall]:
        return [c async for c in store.calls(run_id, case_id=case_id)]

    return _stored(suite, read)  # type: ignore[no-any-return]  # one helper for two kinds


def _stored(suite: Suite, read: Callable[[Store, str], Any]) -> Any:
    async def all_of_it() -> Any:
        store = open_store(suite.folder / ".gaugeblock" / "results.db")
        try:
            return await read(store, (await store.run("last")).header.run_id)
        finally:
            await store.close()

    return asyncio.run(all_of_it())
