"""`gaugeblock run`: what was measured is said, whatever becomes of the files."""

from pathlib import Path

import pytest

from suites import judged

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
