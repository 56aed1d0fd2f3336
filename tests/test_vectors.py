"""The statistics of the main job against the reference vectors, and the runner against itself."""

import json
from pathlib import Path

import pytest

import run_vectors

OURS = {
    "proportion.wilson",
    "proportion.clopper_pearson",
    "proportion.jeffreys",
    "proportion.lower_bound",
    "proportion.upper_bound",
    "proportion.clustered",
    "zero_failure.upper_bound",
    "zero_failure.min_n",
    "mean.t_interval",
    "score.snap",
    "gate.hard",
    "gate.threshold",
    "gate.meets_threshold",
    "gate.mean_meets_threshold",
}


def test_every_vector_of_the_main_job_is_met(reference_data: Path) -> None:
    """None of the quantities is left out, and none fails."""
    tried = run_vectors.run(reference_data / "statistics_vectors.json")
    assert OURS - set(tried.quantities) == set()
    assert tried.failures == []


def vectors(path: Path, *items: dict[str, object]) -> Path:
    """A file of vectors."""
    path.write_text(json.dumps({"vectors": list(items)}), encoding="utf-8")
    return path


def vector(quantity: str, given: dict[str, object], expected: dict[str, object], absolute: float = 0) -> dict:
    """One vector."""
    return {
        "id": f"{quantity}-x", "quantity": quantity, "input": given, "expected": expected,
        "tolerance": {"abs": absolute},
    }  # fmt: skip


RATE = {"k": 0, "n": 12, "confidence": 0.95}


@pytest.mark.parametrize(
    ("item", "last", "code"),
    [
        pytest.param(vector("proportion.lower_bound", RATE, {"lower": 0.0}), "1 passed, 0 failed", 0, id="right"),
        pytest.param(
            vector("proportion.lower_bound", RATE, {"lower": 0.1}, 1e-9), "0 passed, 1 failed", 1, id="wrong number"
        ),
        pytest.param(
            vector("proportion.lower_bound", RATE, {"status": "undefined", "reason": "no_data"}),
            "0 passed, 1 failed",
            1,
            id="a number where none should be",
        ),
        pytest.param(
            vector("proportion.wilson", {"k": 0, "n": 0}, {"lower": 0.0, "upper": 1.0}, 1e-9),
            "0 passed, 1 failed",
            1,
            id="no number where one should be",
        ),
        pytest.param(
            vector("gate.meets_threshold", {"k": "7", "n": 25, "threshold": "0.28"}, {"meets": True}),
            "1 passed, 0 failed",
            0,
            id="numbers as text",
        ),
        pytest.param(
            vector("gate.meets_threshold", {"k": 7, "n": 25, "threshold": 0.28}, {"meets": 1}),
            "0 passed, 1 failed",
            1,
            id="true is not 1",
        ),
        pytest.param(
            vector("gate.meets_threshold", {"k": "seven", "n": 25, "threshold": 0.28}, {"meets": True}),
            "0 passed, 1 failed",
            1,
            id="an input that breaks the function",
        ),
        pytest.param(vector("astrology.sign", {}, {"sign": 1}), "0 passed, 0 failed", 0, id="a quantity we have not"),
    ],
)
def test_the_runner_counts(
    item: dict[str, object], last: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line and the exit code say what happened."""
    assert code == run_vectors.main([str(vectors(tmp_path / "v.json", item))])
    assert last == capsys.readouterr().out.splitlines()[-1]


def test_a_quantity_we_have_not_is_named_and_never_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It stands on a line of its own, with its count."""
    item = vector("astrology.sign", {}, {"sign": 1})
    run_vectors.main([str(vectors(tmp_path / "v.json", item, item))])
    assert capsys.readouterr().out.splitlines() == [
        "not in gaugeblock yet, 2 vectors not tried: astrology.sign (2)",
        "0 passed, 0 failed",
    ]
