"""The exit codes, held against the contract through the command line.

0 open or measured · 1 closed · 2 misuse · 3 internal, never seen here · 4 inconclusive · 5 judge not certified.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from loopback import Hang, Received, Reset, completion, refused_port, serving
from suites import Outcome, Suite, anchored, case, judged, labels_csv, line, reply, rubric, run_cli, run_process, scores

BLOCK = {"accuracy": {"at_least": "1.00", "effect": "block"}}
TEN = ["pass"] * 10
ONE_BAD = ["fail", *["pass"] * 9]
ONE_HOLE = ["?", *["pass"] * 9]


def certified(suite: Suite, *names: str, state: str = "provisional", **more: Any) -> Suite:
    """The suite with a certificate for its judge as it is now."""
    digest = suite.run().data["judge"]["digest"]
    suite.certify(digest, *(names or ("accuracy",)), state=state, **more)
    return suite


def fine(folder: Path, words: list[str] = TEN, **more: Any) -> Suite:
    """A suite whose judge is certified."""
    return certified(judged(folder, words, policy=more.pop("policy", BLOCK), **more))


# -------------------------------------------------------------------------------------------------- 0, 1: the gate


@pytest.mark.parametrize(
    ("state", "demand", "code", "words"),
    [
        pytest.param("provisional", None, 0, "provisional", id="provisional is enough to open, and is said"),
        pytest.param("confirmed", None, 0, "OPEN", id="confirmed"),
        pytest.param("confirmed", "confirmed", 0, "OPEN", id="confirmed where it is demanded"),
        pytest.param("provisional", "confirmed", 5, "confirmed", id="provisional where confirmed is demanded"),
        pytest.param("not_examined", None, 5, "not examined on accuracy", id="not examined on this dimension"),
        pytest.param("provisional", "none", 0, "provisional", id="none demanded, and there is one"),
    ],
)
def test_certificate_opens_the_gate(state: str, demand: str | None, code: int, words: str, tmp_path: Path) -> None:
    """What a hand-written certificate file is good for."""
    policy = BLOCK | ({"certificate": demand} if demand else {})
    outcome = certified(judged(tmp_path, TEN, policy=policy), state=state).run()

    assert code == outcome.code == outcome.data["exit_code"]
    assert words in outcome.shell.first
    assert {0: "open", 5: "not_certified"}[code] == outcome.data["outcome"]
    if state == "confirmed":
        assert "provisional" not in outcome.shell.first


def test_fresh_clone_opens_with_the_committed_certificate(tmp_path: Path) -> None:
    """Another folder, an empty store: the certificate file is enough."""
    there = fine(tmp_path / "there")
    here = judged(tmp_path / "here", TEN, policy=BLOCK)
    (here.folder / "certificates").mkdir()
    for file in (there.folder / "certificates").iterdir():
        (here.folder / "certificates" / file.name).write_bytes(file.read_bytes())

    assert here.run().code == 0


def test_missed_blocking_threshold_closes(tmp_path: Path) -> None:
    """One failure under zero tolerance is 1, and the first line says which."""
    outcome = fine(tmp_path, ONE_BAD).run()

    assert (outcome.code, outcome.data["exit_code"], outcome.data["outcome"]) == (1, 1, "closed")
    assert "CLOSED" in outcome.shell.first
    assert "accuracy: 1 of 10 failed" in outcome.shell.first
    assert "C-001" in outcome.shell.out


@pytest.mark.parametrize("effect", ["triage", "trend"])
def test_triage_and_trend_misses_are_printed_first_and_change_nothing(effect: str, tmp_path: Path) -> None:
    """They stand above every figure; the code stays 0."""
    policy = BLOCK | {"overall": {"at_least": "0.90", "effect": effect}, "tone": {"at_least": "1.00", "effect": effect}}
    suite = Suite.write(
        tmp_path,
        cases=[case(f"C{n}") for n in range(10)],
        rubric=rubric("accuracy", "tone"),
        replies=[line(f"C{n}", reply(accuracy="pass", tone="pass" if n > 2 else "fail")) for n in range(10)],
        policy=policy,
    )
    outcome = certified(suite).run()
    lines = outcome.shell.out.split("\n")
    missed = [n for n, text in enumerate(lines) if text.startswith(f"{effect}: ")]
    table = next(n for n, text in enumerate(lines) if text.startswith("dimension"))

    assert (outcome.code, outcome.data["outcome"]) == (0, "open")
    assert len(missed) == 2
    assert max(missed) < table
    for name in ("tone", "overall"):
        assert ("fail", effect) == tuple(outcome.data["dimensions"][name][k] for k in ("outcome", "effect"))


def test_policy_that_blocks_nothing_is_no_gate_for_an_unexamined_judge(tmp_path: Path) -> None:
    """Triage alone never ends 5 or 1."""
    outcome = judged(tmp_path, ONE_BAD, policy={"accuracy": {"at_least": "1.00", "effect": "triage"}}).run()

    assert (outcome.code, outcome.data["outcome"]) == (0, "not_gated")
    assert outcome.data["dimensions"]["accuracy"]["outcome"] == "fail"


# ------------------------------------------------------------------------------------------- no policy, part of a set


def test_suite_without_policy_measures(tmp_path: Path) -> None:
    """Exit 0, with its own first line, whatever failed."""
    outcome = judged(tmp_path, ONE_BAD).run()

    assert (outcome.code, outcome.data["outcome"]) == (0, "not_gated")
    assert outcome.shell.first == "measured, not gated; judge unexamined"
    assert all(d["outcome"] == "not_gated" for d in outcome.data["dimensions"].values())


def test_suite_without_policy_and_without_a_measurement_is_inconclusive(tmp_path: Path) -> None:
    """Nothing at all was measured: 4."""
    outcome = judged(tmp_path, ["?"] * 3).run()

    assert (outcome.code, outcome.data["outcome"]) == (4, "inconclusive")
    assert "nothing was measured" in outcome.shell.first


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(("--case", "C-001", "--case", "C-002"), id="case"),
        pytest.param(("--tag", "hard"), id="tag"),
        pytest.param(("--topic", "opening"), id="topic"),
        pytest.param(("--limit", "2"), id="limit"),
        pytest.param(("--limit", "99"), id="limit above all"),
        pytest.param(("--failed-from", "last"), id="failed from"),
    ],
)
@pytest.mark.parametrize("has_certificate", [True, False])
def test_partial_run_never_gates(flags: tuple[str, ...], has_certificate: bool, tmp_path: Path) -> None:
    """A failure in a part of the set closes nothing, and a part without failures opens nothing."""
    suite = judged(tmp_path, ONE_BAD, policy=BLOCK)
    cases = [case(f"C-{n:03}", topic="opening", tags=["hard"]) for n in range(1, 11)]
    suite.lines("cases.jsonl", cases)
    if has_certificate:
        certified(suite)
    else:
        suite.run()
    outcome = suite.run(*flags)

    assert (outcome.code, outcome.data["exit_code"], outcome.data["outcome"]) == (0, 0, "not_gated")
    assert "not gated" in outcome.shell.first
    assert flags[0] in outcome.shell.first
    assert {d["outcome"] for d in outcome.data["dimensions"].values()} == {"not_gated"}
    assert suite.shell("gate", "last").code == 0
    assert outcome.data["cases"][0]["case_id"] == "C-001"


def test_flags_that_choose_are_taken_together(tmp_path: Path) -> None:
    """A known case that another flag leaves out is not called unknown."""
    suite = judged(tmp_path, TEN)
    both = suite.run("--case", "C-001", "--case", "C-002", "--limit", "1")
    none = suite.shell("run", "--case", "C-001", "--topic", "opening")

    assert [c["case_id"] for c in both.data["cases"]] == ["C-001"]
    assert none.code == 2
    assert "no case of the golden set fits" in none.err


def test_failed_from_asks_only_for_the_troubled_cases(tmp_path: Path) -> None:
    """Failed and unscored ones again, nothing else."""
    suite = judged(tmp_path, ["pass", "fail", "?", "pass"])
    suite.run()
    outcome = suite.run("--failed-from", "last")

    assert [c["case_id"] for c in outcome.data["cases"]] == ["C-002", "C-003"]


# ------------------------------------------------------------------------------------------------- 4: inconclusive


@pytest.mark.parametrize(
    ("words", "policy", "says"),
    [
        pytest.param(["?"] * 10, BLOCK, "nothing was measured", id="all unscored"),
        pytest.param(ONE_HOLE, BLOCK, "1 of 10 without a verdict", id="one hole under zero tolerance"),
        pytest.param(["pass"] * 9, {"accuracy": {"at_least": "0.90", "effect": "block"}}, "9 scored, 10 are needed",
                     id="too few"),
        pytest.param(["pass"] * 18 + ["?"] * 2, {"accuracy": {"at_least": "0.95", "effect": "block"}},
                     "18 scored, 20 are needed", id="too few scored"),
        pytest.param(["pass"] * 19 + ["fail"] + ["?"] * 5, {"accuracy": {"at_least": "0.95", "effect": "block"}},
                     "could change the outcome", id="holes could tip it"),
        pytest.param(["pass"] * 9, {"overall": {"at_least": "0.90", "effect": "block"}}, "9 scored", id="overall"),
        pytest.param(TEN, {"accuracy": {"at_least": "1.00", "effect": "block", "max_failure_rate": "0.01"}}, "299",
                     id="too few clean cases for the claim"),
    ],
)  # fmt: skip
def test_too_little_measured_is_inconclusive(
    words: list[str], policy: dict[str, Any], says: str, tmp_path: Path
) -> None:
    """A blocking threshold that cannot be decided is neither open nor closed."""
    outcome = fine(tmp_path, words, policy=policy).run()

    assert (outcome.code, outcome.data["exit_code"], outcome.data["outcome"]) == (4, 4, "inconclusive")
    assert says in outcome.shell.text
    assert "INCONCLUSIVE" in outcome.shell.first
    assert "next: " in outcome.shell.out


def test_failure_decides_though_cells_are_missing(tmp_path: Path) -> None:
    """1 comes before 4: what failed has failed."""
    outcome = fine(tmp_path, ["fail", "?", *["pass"] * 8]).run()

    assert (outcome.code, outcome.data["outcome"]) == (1, "closed")


def test_require_measurement_turns_a_hole_into_4(tmp_path: Path) -> None:
    """A hole that no blocking threshold needs is 0, and 4 with the flag."""
    policy = BLOCK | {"tone": {"at_least": "0.50", "effect": "trend"}}
    suite = Suite.write(
        tmp_path,
        cases=[case(f"C{n}") for n in range(10)],
        rubric=rubric("accuracy", "tone"),
        replies=[line(f"C{n}", reply(accuracy="pass", tone="pass" if n else "?")) for n in range(10)],
        policy=policy,
    )
    certified(suite)

    assert suite.run().code == 0
    strict = suite.run("--require-measurement")
    assert (strict.code, strict.data["outcome"]) == (4, "inconclusive")
    assert "tone 1 of 10" in strict.shell.first


def asking(folder: Path, port: int, policy: dict[str, Any] | None) -> Suite:
    """A suite that asks a server at a port."""
    return Suite.write(
        folder,
        cases=[case(f"C{n}") for n in range(3)],
        rubric=rubric("accuracy"),
        judge={"model": "openai:judge", "base_url": f"http://127.0.0.1:{port}/v1", "retries": 0},
        policy=policy,
    )


@pytest.mark.parametrize(
    ("policy", "flags", "code", "outcome"),
    [
        pytest.param(BLOCK | {"certificate": "none"}, (), 4, "inconclusive", id="a blocking threshold needed it"),
        pytest.param({"accuracy": {"at_least": "0.9", "effect": "trend"}}, (), 0, "not_gated", id="nothing blocks"),
        pytest.param({"accuracy": {"at_least": "0.9", "effect": "trend"}}, ("--require-measurement",), 4,
                     "inconclusive", id="measurement is required"),
        pytest.param(None, (), 4, "inconclusive", id="no policy, nothing measured"),
        pytest.param(BLOCK, (), 5, "not_certified", id="no certificate either"),
    ],
)  # fmt: skip
def test_refused_connection_skips_the_level(
    policy: dict[str, Any] | None, flags: tuple[str, ...], code: int, outcome: str, tmp_path: Path
) -> None:
    """SKIPPED is printed; the code is untouched unless somebody needed the level."""
    with refused_port() as port:
        run = asking(tmp_path, port, policy).run(*flags)

    assert (code, outcome) == (run.code, run.data["outcome"])
    assert "SKIPPED" in run.shell.text
    assert tuple(run.data["dimensions"]["accuracy"][k] for k in ("skipped", "unscored")) == (3, 0)
    for c in run.data["cases"]:
        assert [(v["status"], v["reason"]) for v in c["verdicts"]] == [("skipped", "judge_unavailable")]
        assert c["overall"]["status"] == "skipped"


def test_connection_lost_after_an_answer_is_a_provider_error(tmp_path: Path) -> None:
    """Skipped only before the first answer."""
    with serving([completion(reply(accuracy="pass")), Reset(), Reset()]) as server:
        suite = asking(tmp_path, int(server.url.rsplit(":", 1)[1]), None)
        judge = suite.get("gaugeblock.yaml")["judge"]
        suite.change(judge={**judge, "concurrency": 1})
        run = suite.run()

    assert run.code == 0
    assert [v["reason"] for c in run.data["cases"] for v in c["verdicts"]] == [None, "provider_error", "provider_error"]
    assert [v["status"] for c in run.data["cases"] for v in c["verdicts"]] == ["passed", "unscored", "unscored"]


# ------------------------------------------------------------------------------------------------ 5: not certified


def test_no_certificate(tmp_path: Path) -> None:
    """Measured all the same, and the cure is named: the next command, its calls, the labels that are missing."""
    outcome = judged(tmp_path, TEN, policy=BLOCK).run()

    assert (outcome.code, outcome.data["exit_code"], outcome.data["outcome"]) == (5, 5, "not_certified")
    assert "NOT CERTIFIED" in outcome.shell.first
    assert tuple(outcome.data["dimensions"]["accuracy"][k] for k in ("passed", "rate")) == (10, 1.0)
    assert outcome.data["judge"]["certificate"] is None
    assert outcome.data["judge"]["certificate_reason"]
    cure = outcome.shell.out.rstrip().split("\n")[-1]
    assert cure.startswith(f"next: gaugeblock gate {outcome.data['run_id']} --accept-uncertified")
    assert "0 calls" in cure
    assert "labels are missing for 10 of 10: accuracy 10" in cure


def test_labels_that_are_missing_are_counted(tmp_path: Path) -> None:
    """Code 5 says how many cells people still have to label."""
    labels = labels_csv(("C-001", "accuracy", "pass"), ("C-002", "accuracy", "fail"))
    shell = judged(tmp_path, TEN, policy=BLOCK, labels=labels).run().shell

    assert shell.code == 5
    assert "labels are missing for 8 of 10: accuracy 8" in shell.out.rstrip().split("\n")[-1]


@pytest.mark.parametrize("words", [ONE_BAD, ONE_HOLE, ["?"] * 10], ids=["a failure", "a hole", "nothing measured"])
def test_order_is_5_before_1_before_4(words: list[str], tmp_path: Path) -> None:
    """A judge that nobody examined closes nothing and leaves nothing open."""
    assert judged(tmp_path, words, policy=BLOCK).run().code == 5


def test_certificate_of_another_judge(tmp_path: Path) -> None:
    """A file for another digest is no certificate for this one."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    suite.certify("0" * 64, "accuracy", state="confirmed")
    outcome = suite.run()

    assert outcome.code == 5
    assert outcome.data["judge"]["certificate"] is None


def test_renamed_certificate_is_none(tmp_path: Path) -> None:
    """A certificate is not carried over by renaming its file."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    file = suite.certify("0" * 64, "accuracy", state="confirmed")
    file.rename(file.with_name(f"{suite.run().data['judge']['digest']}.json"))
    outcome = suite.run()

    assert outcome.code == 5
    assert "This certificate is not used" in outcome.shell.text


@pytest.mark.parametrize("content", ["", "{", "[]", '{"judge_digest": "x"}', '{"format": 9}', "\x00", "{NaN}"])
def test_broken_certificate_file_is_a_warning(content: str, tmp_path: Path) -> None:
    """It certifies nothing and stops nothing."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    suite.certify("0" * 64).write_text(content, encoding="utf-8")
    outcome = suite.run()

    assert outcome.code == 5
    assert "warning: " in outcome.shell.err
    assert f"certificates/{'0' * 64}.json"[:40] in outcome.shell.text


def test_edited_rubric_is_named(tmp_path: Path) -> None:
    """Change a word and the certificate no longer applies; the message says what changed."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    first = suite.run().data
    parts = header_of(suite)["judge_parts"]
    suite.certify(
        first["judge"]["digest"], "accuracy", rubric_digest=header_of(suite)["rubric_digest"], judge_parts=parts
    )
    assert suite.run().code == 0

    changed = suite.get("rubric.yaml")
    changed["dimensions"][0]["question"] += " Really?"
    suite.put("rubric.yaml", changed)
    outcome = suite.run()

    assert outcome.code == 5
    assert outcome.data["judge"]["digest"] != first["judge"]["digest"]
    assert "rubric changed" in outcome.shell.first


def header_of(suite: Suite) -> dict[str, Any]:
    """The header of the last run: what an issued certificate would repeat."""
    import asyncio
    import dataclasses

    from gaugeblock.stores.opening import open_store

    async def read() -> dict[str, Any]:
        store = open_store(suite.folder / ".gaugeblock" / "results.db")
        try:
            header = (await store.run("last")).header
            return {f.name: getattr(header, f.name) for f in dataclasses.fields(header)}
        finally:
            await store.close()

    return asyncio.run(read())


def test_expired_certificate(tmp_path: Path) -> None:
    """Too old is no certificate, and since when is said."""
    suite = certified(judged(tmp_path, TEN, policy=BLOCK), issued_on="2020-01-01", valid_for_days=30)
    outcome = suite.run()

    assert outcome.code == 5
    assert "expired: valid until 2020-01-31" in outcome.shell.first


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"prompt": "prompt.txt"}, id="wording"),
        pytest.param({"granularity": "per_dimension"}, id="granularity"),
        pytest.param({"model": "recorded:other.jsonl"}, id="model"),
    ],
)
def test_changed_judge_loses_its_certificate(change: dict[str, Any], tmp_path: Path) -> None:
    """The identity is everything the verdict depends on."""
    suite = fine(tmp_path)
    (tmp_path / "prompt.txt").write_text("Judge {{response}} by {{rubric}}", encoding="utf-8")
    (tmp_path / "other.jsonl").write_bytes((tmp_path / "replies.jsonl").read_bytes())
    judge = suite.get("gaugeblock.yaml")["judge"]
    assert suite.run().code == 0

    suite.change(judge={**judge, **change})
    assert suite.run().code == 5


@pytest.mark.parametrize("key", ["concurrency", "timeout", "retries", "store_raw"])
def test_settings_that_cannot_change_a_verdict_keep_the_certificate(key: str, tmp_path: Path) -> None:
    """How fast and how patiently is asked is no part of the judge."""
    suite = fine(tmp_path)
    judge = suite.get("gaugeblock.yaml")["judge"]
    suite.change(judge={**judge, key: False if key == "store_raw" else 7})

    assert suite.run().code == 0


def test_certificate_show_tells_whose_it_is(tmp_path: Path) -> None:
    """`certificate show` names the digest and whether it is the last run's judge."""
    suite = fine(tmp_path)
    suite.certify("ab" * 32, "accuracy")
    shell = suite.shell("certificate", "show")

    assert shell.code == 0
    assert "2 certificates" in shell.out
    assert "the judge of the last run" in shell.out
    assert "another judge" in shell.out


# ------------------------------------------------------------------------------------------- --accept-uncertified


@pytest.mark.parametrize(
    ("words", "code", "outcome"),
    [
        pytest.param(TEN, 0, "open", id="clean"),
        pytest.param(ONE_BAD, 1, "closed", id="a failure still closes"),
        pytest.param(ONE_HOLE, 4, "inconclusive", id="a hole is still inconclusive"),
    ],
)
def test_accept_uncertified_removes_5_only(words: list[str], code: int, outcome: str, tmp_path: Path) -> None:
    """The flag is said in the first line, and nothing else changes."""
    run = judged(tmp_path, words, policy=BLOCK).run("--accept-uncertified")

    assert (code, outcome) == (run.code, run.data["outcome"])
    assert "judge not certified, accepted" in " ".join(run.shell.out.split("\n\n")[0].split())


def test_acceptance_and_its_reason_are_in_every_report(tmp_path: Path) -> None:
    """Terminal, stored report, HTML; and the certificate in the JSON stays null."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    run = suite.run(
        "--accept-uncertified", "--reason", "pilot <week> & no labels", "--html", "out.html", env={"CI": "1"}
    )
    page = (tmp_path / "out.html").read_text(encoding="utf-8")

    assert run.code == 0
    assert run.data["judge"]["certificate"] is None
    for text in (run.shell.text, suite.shell("report").text, suite.shell("report", "-v").text):
        assert "pilot <week> & no labels" in text
        assert "accepted" in text
    for text in (page, suite.html()):
        assert "pilot &lt;week&gt; &amp; no labels" in text
        assert "<week>" not in text
    assert "pilot <week> & no labels" in suite.shell("runs", "show").text
    assert "uncertified accepted" in suite.shell("runs", "list").text


@pytest.mark.parametrize("command", ["run", "gate"])
def test_acceptance_needs_a_reason_in_ci(command: str, tmp_path: Path) -> None:
    """Where CI is set the flag without a reason is misuse, before any call."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    suite.run()
    runs = suite.shell("runs", "list").out
    shell = suite.shell(command, "--accept-uncertified", env={"CI": "true"})

    assert shell.code == 2
    assert "--reason" in shell.err
    assert runs == suite.shell("runs", "list").out
    assert suite.shell(command, "--accept-uncertified", "--reason", "x", env={"CI": "true"}).code == 0


# -------------------------------------------------------------------------------------------------------- 2: misuse


def write(name: str, content: str) -> Callable[[Suite], None]:
    return lambda suite: (suite.folder / name).write_text(content, encoding="utf-8") and None  # type: ignore[func-returns-value]  # a statement


def change(**top: Any) -> Callable[[Suite], None]:
    return lambda suite: suite.change(**top)


def judge_change(**keys: Any) -> Callable[[Suite], None]:
    return lambda suite: suite.change(judge={**suite.get("gaugeblock.yaml")["judge"], **keys})


def drop(name: str) -> Callable[[Suite], None]:
    return lambda suite: (suite.folder / name).unlink()


def nothing(_: Suite) -> None:
    """The suite as it is."""


def bad_rubric(**keys: Any) -> Callable[[Suite], None]:
    return lambda suite: suite.put("rubric.yaml", {**suite.get("rubric.yaml"), **keys})


MISUSE = [
    pytest.param(nothing, ("run", "--fast"), ("--fast",), id="unknown flag"),
    pytest.param(nothing, ("rum",), ("rum", "run"), id="misspelt command"),
    pytest.param(nothing, ("run", "--limit", "0"), ("--limit", "equal to 1"), id="limit of nothing"),
    pytest.param(nothing, ("run", "--limit", "many"), ("--limit", "integer"), id="limit that is no number"),
    pytest.param(nothing, ("run", "nowhere.yaml"), ("nowhere.yaml", "gaugeblock init"), id="missing suite"),
    pytest.param(nothing, ("run", "certificates"), ("gaugeblock.yaml",), id="folder without a suite"),
    pytest.param(nothing, ("run", "--case", "C-099"), ("C-099",), id="unknown case"),
    pytest.param(nothing, ("run", "--topic", "none such"), ("none such",), id="no case fits"),
    pytest.param(nothing, ("run", "--failed-from", "zzz"), ("zzz",), id="failed from an unknown run"),
    pytest.param(nothing, ("run", "--reason", "x"), ("--accept-uncertified",), id="reason without the flag"),
    pytest.param(nothing, ("run", "--store", "mysql://x/y"), ("mysql", "postgresql://"), id="unknown kind of store"),
    pytest.param(nothing, ("run", "--store", "postgresql://u:pw123456@127.0.0.1:9/x"), ("127.0.0.1",),
                 id="store that cannot be reached"),
    pytest.param(write("gaugeblock.yaml", "name: [x\n"), ("run",), ("gaugeblock.yaml:", "YAML"), id="broken YAML"),
    pytest.param(write("gaugeblock.yaml", ""), ("run",), ("gaugeblock.yaml", "nothing"), id="empty suite"),
    pytest.param(write("gaugeblock.yaml", "- a\n"), ("run",), ("gaugeblock.yaml",), id="suite that is a list"),
    pytest.param(change(golden="x"), ("run",), ("golden", "golden_set"), id="unknown key"),
    pytest.param(judge_change(modle="x"), ("run",), ("modle", "model"), id="unknown key of the judge"),
    pytest.param(change(golden_set=None), ("run",), ("golden_set",), id="no golden set"),
    pytest.param(change(judge=None), ("run",), ("judge",), id="no judge"),
    pytest.param(change(golden_set="none/*.jsonl"), ("run",), ("none/*.jsonl",), id="glob without files"),
    pytest.param(write("cases.jsonl", ""), ("run",), ("cases.jsonl", "no case"), id="empty set"),
    pytest.param(write("cases.jsonl", '{"id":"A"}\n{"id":"A"}\n'), ("run",), ("A", "1", "2"), id="duplicate id"),
    pytest.param(write("cases.jsonl", '{"id":"A","inputs":"x"}'), ("run",), ("cases.jsonl:1", "inputs"), id="field"),
    pytest.param(judge_change(model="opanai:x"), ("run",), ("opanai", "openai"), id="misspelt model"),
    pytest.param(judge_change(model="openai:"), ("run",), ("openai:",), id="model without a name"),
    pytest.param(judge_change(model="openai:x"), ("run",), ("OPENAI_API_KEY",), id="no key for a hosted model"),
    pytest.param(judge_change(model="openai:x", api_key_env="MY_KEY"), ("run",), ("MY_KEY",), id="key not set"),
    pytest.param(judge_change(model="recorded:gone.jsonl"), ("run",), ("gone.jsonl",), id="no recorded replies"),
    pytest.param(write("replies.jsonl", '{"case_id": 1}\n'), ("run",), ("replies.jsonl:1",), id="bad recorded reply"),
    pytest.param(judge_change(rubric="gone.yaml"), ("run",), ("gone.yaml",), id="no rubric"),
    pytest.param(judge_change(rubric="builtin:nope"), ("run",), ("nope", "patient-service"), id="no such shipped one"),
    pytest.param(bad_rubric(dimensions=[]), ("run",), ("rubric.yaml", "dimensions"), id="rubric without dimensions"),
    pytest.param(bad_rubric(evidence="strict"), ("run",), ("strict", "required", "advisory"), id="evidence mode"),
    pytest.param(bad_rubric(dimensions=[{**anchored("x"), "anchors": {"0": "a", "1": "b"}}]), ("run",),
                 ("anchors", "0.25"), id="anchors missing"),
    pytest.param(bad_rubric(dimensions=[anchored("overall")]), ("run",), ("overall",), id="reserved name"),
    pytest.param(bad_rubric(dimensions=[anchored("x"), anchored("x")]), ("run",), ("x", "rubric.yaml"), id="name twice"),
    pytest.param(judge_change(concurrency=0), ("run",), ("concurrency", "0"), id="no concurrency"),
    pytest.param(judge_change(base_url="127.0.0.1:80"), ("run",), ("base_url", "http"), id="no URL"),
    pytest.param(judge_change(prompt="gone.txt"), ("run",), ("gone.txt",), id="no prompt file"),
    pytest.param(change(policy={"acuracy": {"at_least": "1"}}), ("run",), ("acuracy", "accuracy"), id="policy line"),
    pytest.param(change(policy={"accuracy": {"at_least": "95%"}}), ("run",), ("95%", "0.95"), id="percentage"),
    pytest.param(change(policy={"accuracy": {"at_least": "1.5"}}), ("run",), ("at_least", "1.5"), id="above one"),
    pytest.param(change(policy={"accuracy": {"at_least": "nan"}}), ("run",), ("at_least", "nan"), id="not a number"),
    pytest.param(change(policy={"accuracy": {"effect": "block"}}), ("run",), ("at_least",), id="no threshold"),
    pytest.param(change(policy={"accuracy": {"at_least": "1", "effect": "stop"}}), ("run",), ("stop", "block"),
                 id="unknown effect"),
    pytest.param(change(policy={"certificate": "maybe"}), ("run",), ("maybe", "provisional"), id="certificate word"),
    pytest.param(change(labels="gone.csv"), ("run",), ("gone.csv",), id="no labels file"),
    pytest.param(change(target={"pyton": "x:y"}), ("run",), ("pyton",), id="unknown target"),
    pytest.param(nothing, ("gate", "zzz"), ("zzz", "last"), id="gate of an unknown run"),
    pytest.param(nothing, ("gate", "last~9"), ("last~9",), id="gate of a run too far back"),
    pytest.param(nothing, ("report", "zzz"), ("zzz", "last"), id="report of an unknown run"),
    pytest.param(nothing, ("runs", "show", "zzz"), ("zzz", "last"), id="unknown run"),
    pytest.param(nothing, ("runs", "show", "last", "--case", "zzz"), ("zzz",), id="unknown case of a run"),
    pytest.param(nothing, ("runs", "shwo"), ("shwo",), id="misspelt command of a group"),
    pytest.param(nothing, ("gate", "--overrule", "C-001"), ("CASE:DIMENSION", "C-001"), id="no dimension"),
    pytest.param(nothing, ("gate", "--overrule", "C-001:accuracy"), ("--who", "--why"), id="nobody"),
    pytest.param(nothing, ("gate", "--overrule", "C-001:accuracy", "--who", "A", "--why", " "), ("--why",), id="blank"),
    pytest.param(nothing, ("gate", "--overrule", "C-001:acc", "--who", "A", "--why", "b"), ("acc",), id="no such cell"),
    pytest.param(nothing, ("gate", "--overrule", "C-002:accuracy", "--who", "A", "--why", "b"), ("passed", "not failed"),
                 id="cell that passed"),
    pytest.param(nothing, ("gate", "--who", "A"), ("--overrule",), id="who without a cell"),
    pytest.param(nothing, ("init", "."), ("empty",), id="init into a folder that is not empty"),
    pytest.param(nothing, ("init", "new", "--template", "carepiont"), ("carepiont", "carepoint"), id="template"),
    pytest.param(nothing, ("lint", "gone.yaml"), ("gone.yaml",), id="lint of nothing"),
]  # fmt: skip


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """A suite with a run in its store, to be copied."""
    suite = judged(tmp_path_factory.mktemp("stored"), ONE_BAD, policy=BLOCK)
    suite.run()
    (suite.folder / "certificates").mkdir()
    return suite


@pytest.mark.parametrize(("spoil", "arguments", "words"), MISUSE)
def test_misuse_is_2_with_what_to_do(
    spoil: Callable[[Suite], None], arguments: tuple[str, ...], words: tuple[str, ...], stored: Suite, tmp_path: Path
) -> None:
    """One message on standard error that names the thing and what was expected; nothing is stored, no traceback."""
    import shutil

    suite = Suite(tmp_path / "suite")
    shutil.copytree(stored.folder, suite.folder)
    spoil(suite)
    before = sorted(p.name for p in suite.folder.rglob("*") if ".gaugeblock" not in p.parts)
    shell = suite.shell(*arguments)

    assert shell.code == 2, shell
    for word in words:
        assert word in shell.err, shell.err
    assert shell.out == ""
    assert "Traceback" not in shell.err
    assert "pw123456" not in shell.err
    assert before == sorted(p.name for p in suite.folder.rglob("*") if ".gaugeblock" not in p.parts)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        pytest.param("case_id,dimension,label\nC-001,accuracy,maybe\n", ("labels.csv:2", "maybe"), id="word"),
        pytest.param("case_id,dimension\nC-001,accuracy\n", ("labels.csv", "label"), id="column missing"),
        pytest.param(labels_csv(("C-001", "accuracy", "pass", "ann"), ("C-001", "accuracy", "fail", "ann")),
                     ("C-001", "ann", "accuracy", "2", "3"), id="two values by one labeller"),
        pytest.param("", ("labels.csv",), id="empty"),
    ],
)  # fmt: skip
def test_labels_faults_are_misuse(labels: str, words: tuple[str, ...], tmp_path: Path) -> None:
    """A labels file that cannot be used stops the run before any call."""
    shell = judged(tmp_path, TEN, labels=labels).shell("run")

    assert shell.code == 2
    for word in words:
        assert word in shell.err, shell.err
    assert not (tmp_path / ".gaugeblock").exists()


def test_two_labellers_may_differ(tmp_path: Path) -> None:
    """Only one labeller with two values is misuse."""
    labels = labels_csv(("C-001", "accuracy", "pass", "ann"), ("C-001", "accuracy", "fail", "bob"))

    assert judged(tmp_path, TEN, labels=labels).run().code == 0


def test_no_results_yet(tmp_path: Path) -> None:
    """A command on stored runs says that there are none and how to make one."""
    shell = judged(tmp_path, TEN).shell("report")

    assert shell.code == 2
    assert "gaugeblock run" in shell.err


@pytest.mark.parametrize("arguments", [("init", "x/y/z"), ("init", "made"), ("init", "empty")])
def test_init_makes_a_suite_that_runs(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """A folder that is not there or empty becomes a suite; blank has no policy, and so measures."""
    (tmp_path / "empty").mkdir()
    shell = run_cli(*arguments, cwd=tmp_path)
    ran = run_cli("run", "--json", "o.json", cwd=tmp_path / arguments[1])

    assert shell.code == 0
    assert "next: " in shell.out
    assert ran.code in (0, 4), ran.err
    assert run_cli(*arguments, cwd=tmp_path).code == 2


# ------------------------------------------------------------------------------------------ stored runs, gate again


def test_gate_applies_a_policy_again_without_calls(tmp_path: Path) -> None:
    """The suite file's policy as it is now, on the verdicts as they were."""
    with serving(completion(reply(accuracy="pass"))) as server:
        port = int(server.url.rsplit(":", 1)[1])
        suite = asking(tmp_path, port, {**BLOCK, "certificate": "none"})
        first = suite.run()
        calls = len(server.requests)
        suite.change(policy={"accuracy": {"at_least": "0.95", "effect": "block"}, "certificate": "none"})
        again = suite.shell("gate", "last", "--json", "gate.json")
        after = len(server.requests)

    assert (first.code, again.code) == (0, 4)
    assert calls == after
    data = suite.json("gate.json")
    assert (first.data["run_id"], "inconclusive", 4) == tuple(data[k] for k in ("run_id", "outcome", "exit_code"))
    assert data["dimensions"]["accuracy"]["threshold"] == 0.95
    assert "exit 4" in suite.shell("runs", "show").out
    assert "next: " in again.out


def test_gate_after_the_certificate_was_added(tmp_path: Path) -> None:
    """5 becomes 0 without asking again."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    digest = suite.run().data["judge"]["digest"]
    suite.certify(digest, "accuracy")

    assert suite.shell("gate").code == 0


def test_gate_of_a_run_whose_suite_is_gone(tmp_path: Path) -> None:
    """The policy that the run was made with stands in."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    suite.run()
    (tmp_path / "gaugeblock.yaml").unlink()
    shell = suite.shell("gate", "last")

    assert shell.code == 1
    assert "the one the run was made with" in shell.out


def test_stored_runs_are_read_although_the_golden_set_is_broken(tmp_path: Path) -> None:
    """gate and report need no cases; what is wrong with the file is said."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    suite.run()
    (tmp_path / "cases.jsonl").write_text("{", encoding="utf-8")
    for command, code in (("gate", 1), ("report", 0)):
        shell = suite.shell(command, "last")
        assert shell.code == code, shell.err
        assert "the golden set cannot be read" in shell.err


def test_gate_says_what_is_wrong_with_a_certificate_file(tmp_path: Path) -> None:
    """A damaged certificate is named, by gate as by run."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    suite.run()
    (tmp_path / "certificates").mkdir(exist_ok=True)
    (tmp_path / "certificates" / "abc.json").write_text("{", encoding="utf-8")
    assert "abc.json" in suite.shell("gate").err


def test_person_turns_a_failed_verdict(tmp_path: Path) -> None:
    """`gate --overrule` turns one failure; who and why are in every report, and the verdict's own words stay."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    assert suite.run().code == 1
    who, why = "Dr. <Ada> Lind", "the leaflet was updated & says so"
    shell = suite.shell(
        "gate", "last", "--overrule", "C-001:accuracy", "--who", who, "--why", why, "--json", "gate.json"
    )
    data = suite.json("gate.json")
    outcome = Outcome(shell, data)

    assert (shell.code, data["outcome"]) == (0, "open")
    assert tuple(data["dimensions"]["accuracy"][k] for k in ("passed", "failed")) == (10, 0)
    assert outcome.case("C-001")["overall"]["status"] == "passed"
    assert "turned" in shell.text
    page = suite.html()
    assert "Dr. &lt;Ada&gt; Lind" in page
    assert "the leaflet was updated &amp; says so" in page
    for text in (outcome.of("C-001")["accuracy"]["detail"], suite.shell("report", "-v").text):
        assert who in text
        assert why in text
    assert "turned" in suite.shell("report").text
    shown = suite.shell("runs", "show", "--case", "C-001").text
    assert who in shown
    assert why in shown
    assert suite.shell("gate", "last").code == 0


def test_person_cannot_turn_an_unscored_verdict(tmp_path: Path) -> None:
    """A missing verdict is never a pass, whoever says so."""
    suite = judged(tmp_path, ONE_HOLE, policy={**BLOCK, "certificate": "none"})
    suite.run()
    shell = suite.shell("gate", "--overrule", "C-001:accuracy", "--who", "A", "--why", "b")

    assert shell.code == 2
    assert "unscored" in shell.err
    assert suite.shell("gate").code == 4


def test_runs_are_named_by_last_and_by_the_beginning_of_their_id(tmp_path: Path) -> None:
    """`last`, `last~1`, a prefix; the list is newest first."""
    suite = judged(tmp_path, TEN)
    ids = [suite.run().data["run_id"] for _ in range(2)]
    listed = suite.shell("runs", "list").out

    assert listed.index(ids[1]) < listed.index(ids[0])
    for reference, run_id in (("last", ids[1]), ("last~1", ids[0]), (ids[0][:-1], ids[0]), (ids[1], ids[1])):
        assert suite.shell("report", reference, "--json", "r.json").code == 0
        assert run_id == suite.json("r.json")["run_id"]
        assert run_id in suite.shell("runs", "show", reference).out
    assert suite.shell("report", ids[0][:8]).code == 2, "the beginning fits two runs"


def test_report_repeats_the_run(tmp_path: Path) -> None:
    """The same JSON from the store as from the run itself, and always exit 0."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    run = suite.run()
    report = suite.shell("report", "--json", "again.json")

    assert (run.code, report.code) == (1, 0)
    assert run.data == suite.json("again.json")
    assert "CLOSED" in suite.shell("report").first


def test_store_is_found_from_below_and_overridden(tmp_path: Path) -> None:
    """Beside the suite; looked for upward; `--store` before GAUGEBLOCK_STORE before that."""
    suite = judged(tmp_path / "suite", TEN)
    (suite.folder / "deep" / "er").mkdir(parents=True)
    first = suite.run().data["run_id"]
    by_variable = suite.run(env={"GAUGEBLOCK_STORE": str(tmp_path / "variable.db")}).data["run_id"]
    by_flag = suite.run("--store", str(tmp_path / "flag.db"), env={"GAUGEBLOCK_STORE": "/dev/null/x"}).data["run_id"]

    assert first in run_cli("runs", "list", cwd=suite.folder / "deep" / "er").out
    assert by_variable not in suite.shell("runs", "list").out
    assert by_variable in suite.shell("runs", "list", env={"GAUGEBLOCK_STORE": str(tmp_path / "variable.db")}).out
    assert by_flag in suite.shell("runs", "list", "--store", str(tmp_path / "flag.db")).out


def test_gate_from_below_uses_the_suite_above(tmp_path: Path) -> None:
    """Called in a sub-folder, `gate` finds the suite beside the store: its policy, its certificates."""
    suite = fine(tmp_path / "suite")
    suite.run()
    (suite.folder / "deep").mkdir()
    shell = run_cli("gate", "last", cwd=suite.folder / "deep")

    assert shell.code == 0, shell
    assert "policy: the suite file" in shell.out


@pytest.mark.parametrize("command", ["gate", "report"])
def test_suite_that_is_named_must_be_there(command: str, tmp_path: Path) -> None:
    """A misspelt --suite never falls back in silence to another policy."""
    suite = judged(tmp_path, ONE_BAD, policy=BLOCK)
    suite.run()
    shell = suite.shell(command, "last", "--suite", "gaugeblok.yaml")

    assert shell.code == 2
    assert "gaugeblok.yaml" in shell.err


def test_run_of_another_suite_keeps_its_own_policy(tmp_path: Path) -> None:
    """One store, two suites: a policy is not applied to the other's runs, and the words say which was."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    suite.run()
    suite.change(name="other", policy={"accuracy": {"at_least": "0.5"}, "certificate": "none"})
    shell = suite.shell("gate", "last")

    assert shell.code == 1
    assert "policy: the one the run was made with" in shell.out


def test_certificate_in_the_store_opens_the_gate(tmp_path: Path) -> None:
    """Without a file, the store's certificate for this judge counts."""
    import asyncio
    import datetime

    from gaugeblock.certificate import Certificate, CertificateState
    from gaugeblock.stores.opening import open_store

    suite = judged(tmp_path, TEN, policy=BLOCK)
    digest = suite.run().data["judge"]["digest"]

    async def put() -> None:
        store = open_store(tmp_path / ".gaugeblock" / "results.db")
        try:
            await store.put_certificate(
                Certificate(
                    judge_digest=digest,
                    issued_on=datetime.date(2026, 1, 5),
                    dimensions={"accuracy": CertificateState.CONFIRMED},
                )
            )
        finally:
            await store.close()

    asyncio.run(put())
    assert (suite.run().code, suite.shell("gate", "last~1").code) == (0, 0)


@pytest.mark.parametrize(
    ("label", "code", "mean"),
    [
        pytest.param("0.75", 1, 0.975, id="up to an anchor that still misses"),
        pytest.param("1", 0, 1.0, id="up to the top"),
    ],
)
def test_person_turns_a_score(label: str, code: int, mean: float, tmp_path: Path) -> None:
    """On an anchored dimension the person's anchor counts in the mean."""
    suite = Suite.write(
        tmp_path,
        cases=[case(f"C{n}") for n in range(10)],
        rubric=rubric(anchored("depth")),
        replies=[line(f"C{n}", scores(depth=1 if n else 0)) for n in range(10)],
        policy={"depth": {"at_least": "0.98"}, "certificate": "none"},
    )
    assert suite.run().code == 1
    overruling = ("--overrule", "C0:depth", "--label", label, "--who", "Ann", "--why", "seen")
    shell = suite.shell("gate", *overruling, "--json", "g.json")

    assert shell.code == code, shell
    assert suite.json("g.json")["dimensions"]["depth"]["mean"] == mean


@pytest.mark.parametrize(
    ("dimension", "label", "words"),
    [
        pytest.param("accuracy", "0.75", "accuracy", id="anchor on a yes/no dimension"),
        pytest.param("depth", "pass", "depth", id="pass on an anchored dimension"),
        pytest.param("depth", "0.5", "0.75 or 1", id="anchor that does not pass"),
        pytest.param("accuracy", "fail", "fail", id="a fail turns nothing"),
    ],
)
def test_label_must_fit_the_dimension(dimension: str, label: str, words: str, tmp_path: Path) -> None:
    """Pass for yes/no, an anchor for a scale."""
    both = {"accuracy": {"verdict": "fail", "evidence": ""}, "depth": {"score": 0, "evidence": ""}}
    suite = Suite.write(
        tmp_path,
        cases=[case("C0")],
        rubric=rubric("accuracy", anchored("depth")),
        replies=[line("C0", json.dumps(both))],
    )
    suite.run()
    shell = suite.shell("gate", "--overrule", f"C0:{dimension}", "--label", label, "--who", "Ann", "--why", "seen")

    assert shell.code == 2, shell
    assert words in shell.err
    assert "Ann" not in suite.shell("runs", "show").out


def test_lint_codes(tmp_path: Path) -> None:
    """0 clean, 1 errors found, 2 unreadable (which stands with the misuses)."""
    suite = judged(tmp_path, TEN, labels=labels_csv(("C-001", "accuracy", "pass")))
    assert suite.shell("lint").code == 0
    (tmp_path / "labels.csv").write_text(labels_csv(("C-999", "accuracy", "pass")), encoding="utf-8")
    wrong = suite.shell("lint")

    assert wrong.code == 1
    assert "C-999" in wrong.out
    assert "cure: " in wrong.out


def test_suite_is_named_by_file_or_folder(tmp_path: Path) -> None:
    """Paths in a suite are relative to it, wherever the command is called."""
    suite = judged(tmp_path / "suite", TEN)

    assert run_cli("run", "suite", cwd=tmp_path).code == 0
    assert run_cli("run", suite.folder / "gaugeblock.yaml", cwd=tmp_path).code == 0
    assert run_cli("report", "--suite", "suite", cwd=tmp_path).code == 0
    assert not (tmp_path / ".gaugeblock").exists()


def test_unknown_cases_in_the_replies_are_a_warning(tmp_path: Path) -> None:
    """A line for a case that is not in the set stops nothing; a case without a line is unscored."""
    suite = judged(tmp_path, ["pass", "pass"])
    suite.lines("replies.jsonl", [line("C-001", reply(accuracy="pass")), line("strange", "x")])
    outcome = suite.run()

    assert outcome.code == 0
    assert "warning" in outcome.shell.text
    assert "strange" in outcome.shell.text
    assert outcome.of("C-002")["accuracy"]["reason"] == "no_recorded_reply"


# ----------------------------------------------------------------------------------------------------- real processes


def test_process_ends_with_the_same_codes(tmp_path: Path) -> None:
    """`python -m gaugeblock`: results on standard output, the rest on standard error."""
    suite = judged(tmp_path, ONE_BAD, policy=BLOCK)
    unexamined = run_process("run", cwd=tmp_path)
    closed = run_process("gate", "--accept-uncertified", cwd=tmp_path)
    misuse = run_process("report", "zzz", cwd=tmp_path)

    assert (unexamined.code, closed.code, misuse.code) == (5, 1, 2)
    assert unexamined.first.startswith("gate: NOT CERTIFIED (exit 5)")
    assert closed.first.startswith("gate: CLOSED (exit 1)")
    assert (misuse.out, misuse.err.startswith("error[")) == ("", True)
    assert suite.shell("gate", "--accept-uncertified").first == closed.first


def test_process_in_a_plain_terminal(tmp_path: Path) -> None:
    """Characters that a terminal lacks are replaced, never fatal."""
    suite = judged(tmp_path, ["fail"])
    suite.lines("cases.jsonl", [case("C-001", topic="Überraschung \ud800 ✓ 漢字")])
    suite.lines("replies.jsonl", [line("C-001", reply("漢字 ✓ \ud800", accuracy="fail"))])
    shell = run_process(
        "run", "-v", "--json", "o.json", cwd=tmp_path, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    )

    assert shell.code == 0, shell.err
    assert json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))["topics"]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_reader_that_leaves_early_does_not_change_the_code(unbuffered: str, tmp_path: Path) -> None:
    """`gaugeblock run | head -1` still ends with the gate's code, without a word about pipes."""
    judged(tmp_path, ONE_BAD, policy=BLOCK)
    environment = {k: v for k, v in os.environ.items() if k != "CI"} | {"PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "gaugeblock", "run", "-v"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()

    assert process.returncode == 5
    assert "Traceback" not in told
    assert "BrokenPipe" not in told


def test_stop_from_the_keyboard_keeps_what_was_finished(tmp_path: Path) -> None:
    """130, one line, and the finished verdicts are in the store; the run is shown as not finished."""
    answers = [completion(reply(accuracy="pass"))] * 5 + [Hang()] * 40
    arrived = threading.Event()

    def answer(_: Received) -> Any:
        step = answers.pop(0)
        if isinstance(step, Hang):
            arrived.set()
        return step

    with serving(answer) as server:
        suite = asking(tmp_path, int(server.url.rsplit(":", 1)[1]), BLOCK)
        suite.lines("cases.jsonl", [case(f"C{n}") for n in range(30)])
        suite.change(judge={**suite.get("gaugeblock.yaml")["judge"], "concurrency": 1})
        as_in_a_shell = (
            "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # jobs behind & ignore it
        )
        command = [sys.executable, "-c", f"{as_in_a_shell}; from gaugeblock.__main__ import main; main(['run'])"]
        with subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert arrived.wait(30)
            stored = tmp_path / ".gaugeblock" / "results.db"
            assert stored.exists()
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=30)
            finally:
                process.kill()

    assert process.returncode == 130
    assert err.rstrip().endswith("stopped; finished verdicts are kept")
    assert "Traceback" not in err
    assert "gate" not in out
    assert "not finished" in suite.shell("runs", "list").out
    assert suite.shell("report", "--json", "r.json").code == 0
    figures = suite.json("r.json")["dimensions"]["accuracy"]
    assert [figures[k] for k in ("passed", "failed", "expected")] == [5, 0, 30]


def test_quiet_is_the_first_line_alone(tmp_path: Path) -> None:
    """`-q` prints what the long form prints first."""
    suite = judged(tmp_path, ONE_BAD, policy=BLOCK)

    assert suite.shell("run", "-q").out == suite.shell("run").first + "\n"


@pytest.mark.parametrize("name", ["results.db", "wrong.db"])
def test_store_that_is_no_database_is_misuse(name: str, tmp_path: Path) -> None:
    """Said in one line, before any call."""
    suite = judged(tmp_path, TEN)
    (tmp_path / ".gaugeblock").mkdir()
    (tmp_path / ".gaugeblock" / name).write_text("not a database at all, just text", encoding="utf-8")
    shell = suite.shell("run", *([] if name == "results.db" else ["--store", str(tmp_path / ".gaugeblock" / name)]))

    assert (shell.code, shell.out) == (2, "")
    assert name in shell.err
    assert "Traceback" not in shell.err


# ── A run that was stopped, files that are kept, a suite that has changed ────────────────────────────────────────────


def stopped(folder: Path, policy: dict[str, Any] | None) -> Suite:
    """A suite whose last run lacks a case and was never brought to its end."""
    suite = judged(folder, TEN, policy=policy)
    suite.run("--accept-uncertified") if policy else suite.run()
    database = sqlite3.connect(folder / ".gaugeblock" / "results.db")
    with database:
        for table in ("verdicts", "calls", "run_cases"):
            database.execute(f"DELETE FROM {table} WHERE case_id = 'C-003'")
        database.execute("UPDATE runs SET finished_at = NULL, outcome = NULL, exit_code = NULL")
    database.close()
    return suite


@pytest.mark.parametrize("policy", [{**BLOCK, "certificate": "none"}, None], ids=["with a policy", "without one"])
def test_a_stopped_run_is_never_green(tmp_path: Path, policy: dict[str, Any] | None) -> None:
    """gate and report say that verdicts are missing, and the counts add up."""
    suite = stopped(tmp_path, policy)
    shell = suite.shell("gate", "last", "--json", "gate.json")
    data = suite.json("gate.json")["dimensions"]["accuracy"]

    assert shell.code == 4
    assert "the run was stopped before its end" in shell.out.splitlines()[0]
    assert sum(data[k] for k in ("passed", "failed", "unscored", "skipped")) == data["expected"] == 10


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("run --json gaugeblock.yaml", "gaugeblock.yaml"),
        ("run --html cases.jsonl", "cases.jsonl"),
        ("run --json rubric.yaml", "rubric.yaml"),
        ("report --html replies.jsonl", "replies.jsonl"),
        ("report --json .gaugeblock/results.db", ".gaugeblock/results.db"),
        ("gate --json cases.jsonl", "cases.jsonl"),
        ("run --json -", ""),
    ],
)
def test_a_report_never_takes_the_place_of_the_suites_own_files(tmp_path: Path, command: str, file: str) -> None:
    """Exit 2, and the file is as it was."""
    suite = judged(tmp_path, TEN, policy={**BLOCK, "certificate": "none"})
    suite.run()
    before = (tmp_path / file).read_bytes() if file else b""
    shell = suite.shell(*command.split())

    assert shell.code == 2, shell.out
    assert not file or (tmp_path / file).read_bytes() == before
    assert not (tmp_path / "-").exists()


def test_gate_says_in_every_report_what_has_changed_since_the_run(tmp_path: Path) -> None:
    """Another policy, rubric or golden set than the run's is named."""
    suite = judged(tmp_path, ONE_BAD, policy={**BLOCK, "certificate": "none"})
    suite.run()
    file = tmp_path / "gaugeblock.yaml"
    file.write_text(file.read_text("utf-8").replace("1.0", "0.5"), encoding="utf-8")
    with (tmp_path / "cases.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "new", "input": "q", "source": "s", "response": "r"}\n')
    shell = suite.shell("gate", "last")

    assert "decided again under another policy" in shell.err
    assert "the golden set has changed since run" in shell.err
    assert "decided again under another policy" in (tmp_path / ".gaugeblock" / "report.html").read_text("utf-8")


def test_a_reason_once_given_is_kept(tmp_path: Path) -> None:
    """A later acceptance without a reason does not erase the earlier one."""
    suite = judged(tmp_path, TEN, policy=BLOCK)
    suite.run()
    suite.shell("gate", "--accept-uncertified", "--reason", "board decision 7")
    assert "board decision 7" in suite.shell("gate", "--accept-uncertified").out


def test_labels_that_fit_nothing_are_warned_of(tmp_path: Path) -> None:
    """A misspelled case or dimension in the labels file is said by run."""
    suite = judged(tmp_path, TEN, labels="case_id,dimension,label\nnope,accuracy,pass\nC-001,acuracy,pass\n")
    err = suite.shell("run").err
    assert "nope" in err
    assert "acuracy" in err


def test_reading_a_database_that_is_not_there_makes_none(tmp_path: Path) -> None:
    """A typo does not read as an empty history."""
    suite = judged(tmp_path, TEN)
    suite.run()
    shell = suite.shell("runs", "list", "--store", "nothere.db")
    assert shell.code == 2
    assert not (tmp_path / "nothere.db").exists()
