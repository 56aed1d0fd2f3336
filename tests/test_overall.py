"""The overall verdict of one case."""

from decimal import Decimal
from fractions import Fraction

import pytest

from gaugeblock.judging.overall import overall
from gaugeblock.rubric import AnchoredDimension, BinaryDimension, Rubric
from gaugeblock.verdict import Reason, Status, Verdict

ANCHORS = ("none", "little", "half", "most", "all")
BINARY = ("accuracy", "tone")
SCALES = ("reasoning", "faithfulness", "sufficiency", "calibration")


def rubric_of(*names: str, pass_at: str = "0.70") -> Rubric:
    return Rubric(
        name="r",
        pass_at=Decimal(pass_at),
        dimensions=tuple(
            BinaryDimension(name=n, question="q", pass_when="p")
            if n in BINARY
            else AnchoredDimension(name=n, question="q", anchors=ANCHORS)
            for n in names
        ),
    )


def verdict(dimension: str, word: str | float) -> Verdict:
    if isinstance(word, float):
        status = Status.PASSED if word >= 0.7 else Status.FAILED
        return Verdict(case_id="c", dimension=dimension, status=status, score=word)
    status = Status(word)
    reason = {Status.UNSCORED: Reason.UNPARSABLE, Status.SKIPPED: Reason.JUDGE_UNAVAILABLE}.get(status)
    return Verdict(case_id="c", dimension=dimension, status=status, reason=reason)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(("passed", "passed"), "passed", id="all passed"),
        pytest.param(("passed", "failed"), "failed", id="one failed"),
        pytest.param(("failed", "unscored"), "failed", id="a fail outweighs a hole"),
        pytest.param(("failed", "skipped"), "failed", id="a fail outweighs a skip"),
        pytest.param(("passed", "unscored"), "unscored", id="a hole is no pass"),
        pytest.param(("passed", "skipped"), "unscored", id="a skip is no pass"),
        pytest.param(("skipped", "unscored"), "unscored", id="a hole beside a skip"),
        pytest.param(("skipped", "skipped"), "skipped", id="all skipped"),
        pytest.param(("passed",), "unscored", id="one never came back"),
        pytest.param((), "unscored", id="none came back"),
    ],
)
def test_binary(given: tuple[str, ...], expected: str) -> None:
    result = overall([verdict(n, w) for n, w in zip(BINARY, given, strict=False)], rubric_of(*BINARY))
    assert (expected, None, None) == (result.status.value, result.score, result.mean)


@pytest.mark.parametrize(
    ("scores", "pass_at", "expected", "mean"),
    [
        # (0.75 + 0.75 + 1 + 0.5) / 4 = 0.75
        pytest.param((0.75, 0.75, 1.0, 0.5), "0.70", "passed", Fraction(3, 4), id="mean above, one dimension below"),
        pytest.param((0.75, 0.75, 0.75, 0.75), "0.75", "passed", Fraction(3, 4), id="exactly at the threshold"),
        pytest.param((0.75, 0.75, 0.75, 0.5), "0.69", "failed", Fraction(11, 16), id="0.6875 below 0.69"),
        pytest.param((0.0, 0.0, 0.0, 0.0), "0", "passed", Fraction(0), id="threshold 0 works"),
        pytest.param((1.0, 1.0, "unscored", 1.0), "0.70", "unscored", None, id="no mean over three of four"),
    ],
)
def test_anchored(scores: tuple[float | str, ...], pass_at: str, expected: str, mean: Fraction | None) -> None:
    verdicts = [verdict(n, s) for n, s in zip(SCALES, scores, strict=True)]
    result = overall(verdicts, rubric_of(*SCALES, pass_at=pass_at))
    assert (expected, mean) == (result.status.value, result.mean)
    assert result.score == (None if mean is None else float(mean))


def test_mean_of_three_is_compared_exactly() -> None:
    """0.5, 0.75, 0.75: two thirds, which no threshold of two decimals equals."""
    result = overall([verdict(n, s) for n, s in zip(SCALES, (0.5, 0.75, 0.75), strict=False)], rubric_of(*SCALES[:3]))
    assert result.mean == Fraction(2, 3)
    assert result.status is Status.FAILED


@pytest.mark.parametrize(
    ("binary", "scale", "expected"),
    [
        pytest.param("failed", 1.0, "failed", id="a failed binary fails"),
        pytest.param("failed", "unscored", "failed", id="whatever else is missing"),
        pytest.param("passed", 0.5, "failed", id="mean too low"),
        pytest.param("passed", 0.75, "passed", id="both good"),
        pytest.param("unscored", 0.0, "unscored", id="a low score alone does not outweigh a hole"),
    ],
)
def test_mixed(binary: str, scale: float | str, expected: str) -> None:
    verdicts = [verdict("accuracy", binary), verdict("reasoning", scale)]
    assert expected == overall(verdicts, rubric_of("accuracy", "reasoning")).status.value


def test_verdicts_on_other_things_are_left_aside() -> None:
    verdicts = [verdict("accuracy", "passed"), verdict("tools", "failed")]
    assert overall(verdicts, rubric_of("accuracy")).status is Status.PASSED
