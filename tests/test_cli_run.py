"""`gaugeblock run` and `gate`: what was measured is said, whatever becomes of the files; CI wants a reason."""

from pathlib import Path

import pytest

from loopback import Answer, Received, completion, serving
from suites import Suite, case, judged, line, reply, rubric

BLOCK = {"accuracy": {"at_least": "1.00", "effect": "block"}}
MISSED = "gate: CLOSED (exit 1): accuracy: 1 of 3 failed"


@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["all", "the first line only"])
def test_a_report_nobody_asked_for_never_changes_the_outcome(tmp_path: Path, quiet: tuple[str, ...]) -> None:
    """Something stands in its place: a warning, and the gate's line and code as ever."""
    suite = judged(tmp_path, ["pass", "fail", "pass"], policy=BLOCK)
    (tmp_path / ".gaugeblock" / "report.html").mkdir(parents=True)
    done = suite.shell("run", "--accept-uncertified", *quiet)
    assert done.code == 1
    assert done.first.startswith(MISSED)
    assert "report.html: cannot be written" in done.err
    assert "report: " not in done.out
    assert sorted(p.name for p in (tmp_path / ".gaugeblock").iterdir()) == [".gitignore", "report.html", "results.db"]


@pytest.mark.parametrize("store", [(), ("--store", "elsewhere.db")], ids=["store beside the suite", "store elsewhere"])
def test_the_report_of_a_run_is_kept_out_of_version_control(tmp_path: Path, store: tuple[str, ...]) -> None:
    """Answers stand in it; wherever the verdicts are kept, it is not committed by accident."""
    suite = judged(tmp_path, ["pass"])
    assert suite.shell("run", *store).code == 0
    assert (tmp_path / ".gaugeblock" / "report.html").is_file()
    assert (tmp_path / ".gaugeblock" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_folder_that_cannot_be_made_is_a_warning(tmp_path: Path) -> None:
    """A file stands where the report's folder would; the run's figures and code are as ever."""
    suite = judged(tmp_path, ["pass", "fail", "pass"], policy=BLOCK)
    (tmp_path / ".gaugeblock").write_text("", encoding="utf-8")
    done = suite.shell("run", "--accept-uncertified", "--store", "elsewhere.db")
    assert done.code == 1
    assert done.first.startswith(MISSED)
    assert "warning: " in done.err


@pytest.mark.parametrize("flag", ["--json", "--html"])
def test_a_report_that_was_asked_for_and_fails_late_loses_no_measurement(tmp_path: Path, flag: str) -> None:
    """Misuse, 2, after the figures have been printed; the run is in the store."""
    suite = judged(tmp_path, ["pass", "fail", "pass"], policy=BLOCK)
    done = suite.shell("run", "--accept-uncertified", flag, ".gaugeblock/results.db/out")
    assert done.code == 2
    assert done.first.startswith(MISSED)
    assert "C-002" in done.out
    assert "cannot be written" in done.err
    assert suite.shell("gate", "last").code == 1


@pytest.mark.parametrize("labels", [{}, {"labels": {"accuracy": "pass"}}], ids=["no labels", "labels in the cases"])
@pytest.mark.parametrize("change", ["saved again", "removed"])
def test_a_golden_set_that_changes_while_it_is_judged_costs_no_measurement(
    tmp_path: Path, labels: dict[str, object], change: str
) -> None:
    """A long run, and somebody goes on writing cases: everything that the end needs was read at the beginning."""
    golden = tmp_path / "cases.jsonl"

    def answer(_: Received) -> Answer:
        if change == "removed":
            golden.unlink(missing_ok=True)
        else:
            golden.write_text(golden.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        return completion(reply(accuracy="fail"))

    with serving(answer) as server:
        suite = Suite.write(
            tmp_path,
            cases=[case(f"C-{n}", **labels) for n in range(3)],
            rubric=rubric("accuracy"),
            judge={"model": "openai:judge", "base_url": f"{server.url}/v1"},
            policy=BLOCK,
        )
        done = suite.run("--accept-uncertified")
    assert (done.code, done.data["dimensions"]["accuracy"]["failed"]) == (1, 3)
    assert ("3 false" in done.shell.text) is bool(labels)


def test_a_reply_for_a_case_of_nobody_is_a_warning(tmp_path: Path) -> None:
    """Recorded replies beyond the golden set are named, and change nothing."""
    suite = judged(tmp_path, ["pass", "pass"])
    suite.lines("replies.jsonl", [line(c, reply(accuracy="pass")) for c in ("C-001", "C-002", "C-999")])
    done = suite.run()
    assert done.code == 0
    assert "the golden set lacks: C-999" in done.shell.text


@pytest.mark.parametrize(
    ("reason", "again", "code"),
    [
        pytest.param((), (), 2, id="never a reason"),
        pytest.param(("--reason", "pilot"), (), 0, id="a reason at the run"),
        pytest.param((), ("--accept-uncertified", "--reason", "pilot"), 0, id="a reason at the gate"),
    ],
)
def test_a_gate_in_ci_asks_for_the_reason_that_the_run_did_not_give(
    tmp_path: Path, reason: tuple[str, ...], again: tuple[str, ...], code: int
) -> None:
    """A judge accepted on somebody's machine does not open CI's gate without a word why."""
    suite = judged(tmp_path, ["pass"] * 3, policy=BLOCK)
    assert suite.shell("run", "--accept-uncertified", *reason).code == 0
    assert suite.shell("gate", "last", *again, env={"CI": "1"}).code == code


def test_a_certificate_needs_no_reason_in_ci(tmp_path: Path) -> None:
    """The flag at the run was not needed, so nothing is asked for."""
    suite = judged(tmp_path, ["pass"] * 3, policy=BLOCK)
    digest = suite.run("--accept-uncertified").data["judge"]["digest"]
    suite.certify(digest, "accuracy")
    assert suite.shell("gate", "last", env={"CI": "1"}).code == 0


@pytest.mark.parametrize(
    ("name", "cases", "at_least", "code"),
    [
        pytest.param("accuracy", 28, "0.90", 2, id="one case fewer than can show 90 %"),
        pytest.param("accuracy", 29, "0.90", 0, id="as many as can show 90 %"),
        pytest.param("overall", 58, "0.95", 2, id="one case fewer than can show 95 % overall"),
        pytest.param("overall", 59, "0.95", 0, id="as many as can show 95 % overall"),
    ],
)
def test_a_bound_that_no_result_could_reach_is_refused_before_any_call(
    tmp_path: Path, name: str, cases: int, at_least: str, code: int
) -> None:
    """1 - 0.05^(1/29) is 9.8 %, 1 - 0.05^(1/59) is 4.95 %; the words say how many cases it takes."""
    policy = {name: {"at_least": at_least, "effect": "block", "rule": "lower_bound"}}
    suite = judged(tmp_path, ["pass"] * cases, policy=policy)
    done = suite.shell("run", "--accept-uncertified")
    assert done.code == code
    assert (f"it needs {cases + 1} cases without a failure, the set has {cases}" in done.text) is (code == 2)
    assert (tmp_path / ".gaugeblock").exists() is (code == 0)
    assert suite.shell("run", "--limit", "3").code == 0
