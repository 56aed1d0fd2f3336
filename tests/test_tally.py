"""Tallies: counts in any order, and what follows from them."""

import random
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.rubric import AnchoredDimension, BinaryDimension, Rubric
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.mean import t_interval
from gaugeblock.stats.proportion import wilson
from gaugeblock.tally import Tallies, Tally
from gaugeblock.verdict import Reason, Status, Verdict

RUBRIC = Rubric(
    name="r",
    dimensions=(
        BinaryDimension(name="accuracy", question="?", pass_when="!"),
        AnchoredDimension(name="reasoning", question="?", anchors=("a", "b", "c", "d", "e")),
    ),
)


@dataclass(frozen=True)
class Overall:
    """A case's overall verdict."""

    status: Status
    score: Fraction | None = None


def verdict(status: Status, dimension: str = "accuracy", topic: str = "", **more) -> Verdict:
    """One verdict; unscored ones with a reason."""
    reason = Reason.TIMEOUT if status in (Status.UNSCORED, Status.SKIPPED) else None
    return Verdict(case_id="c", dimension=dimension, topic=topic, status=status, **({"reason": reason} | more))


def tallied(*verdicts: Verdict, trials: int = 1) -> dict[str, Tally]:
    """The tallies by dimension."""
    tallies = Tallies(RUBRIC, trials=trials)
    for v in verdicts:
        tallies.add(v)
    return tallies.by_dimension


def test_unscored_and_skipped_stand_in_no_rate() -> None:
    """They are counted beside it, with their reasons."""
    found = tallied(
        *[verdict(Status.PASSED)] * 3,
        verdict(Status.FAILED),
        verdict(Status.UNSCORED),
        verdict(Status.UNSCORED, reason=Reason.CONFLICT),
        verdict(Status.UNSCORED, reason=Reason.CONFLICT),
        verdict(Status.SKIPPED, reason=Reason.JUDGE_UNAVAILABLE),
    )["accuracy"]
    assert (Fraction(3, 4), 4, 3, 1, 8) == (found.rate, found.scored, found.unscored, found.skipped, found.expected)
    assert list(found.reasons.items()) == [("conflict", 2), ("judge_unavailable", 1), ("timeout", 1)]
    assert wilson(3, 4) == found.interval


def test_what_was_expected_and_never_came_is_missing() -> None:
    """It is neither passed nor left out."""
    tallies = Tallies(RUBRIC)
    tallies.expect("accuracy", "billing", 5)
    tallies.add(verdict(Status.PASSED, topic="billing"))
    found = tallies.by_dimension["accuracy"]
    assert (found.expected, found.missing, found.unmeasured) == (5, 4, 4)


def test_more_than_expected_is_never_negative() -> None:
    """Expected is at least what was seen, topic by topic."""
    tallies = Tallies(RUBRIC)
    tallies.expect("accuracy", "a", 1)
    tallies.expect("accuracy", "b", 3)
    for _ in range(2):
        tallies.add(verdict(Status.PASSED, topic="a"))
    assert (tallies.by_dimension["accuracy"].expected, tallies.by_dimension["accuracy"].missing) == (5, 3)


def test_a_turned_failure_counts_as_passed_and_is_told() -> None:
    """By a person's label only."""
    tallies = Tallies(RUBRIC)
    tallies.add(verdict(Status.FAILED), turned=True)
    tallies.add(verdict(Status.PASSED, "reasoning", score=0.75), turned=True)
    found = tallies.by_dimension
    assert (found["accuracy"].passed, found["accuracy"].failed, found["accuracy"].turned) == (1, 0, 1)
    assert (Fraction(3, 4), 1) == (found["reasoning"].mean, found["reasoning"].turned)


def test_anchored_mean_is_exact_and_has_students_interval() -> None:
    """From the counts at each anchor."""
    scores = [0.75, 1, 0.5, 0.75, 1, 1, 0.25, 0.75, 1, 0.5]
    found = tallied(*[verdict(Status.PASSED, "reasoning", score=s) for s in scores])["reasoning"]
    assert ((0, 1, 2, 3, 4), Fraction(3, 4)) == (found.anchors, found.mean)
    assert t_interval(scores).interval == found.interval
    assert [s.anchor for s in found.shares] == ["0", "0.25", "0.5", "0.75", "1"]
    assert (3, Fraction(3, 10), wilson(3, 10)) == (
        found.shares[3].count,
        found.shares[3].share,
        found.shares[3].interval,
    )


@pytest.mark.parametrize(
    ("scores", "crowded"),
    [
        pytest.param([1] * 8 + [0.5] * 2, True, id="eight of ten on one anchor"),
        pytest.param([1] * 7 + [0.5] * 3, False, id="seven of ten"),
        pytest.param([], False, id="none"),
    ],
)
def test_a_crowded_anchor_is_marked(scores: list[float], crowded: bool) -> None:
    """From 80 % on, the mean's interval covers too little."""
    assert crowded == tallied(*[verdict(Status.PASSED, "reasoning", score=s) for s in scores])["reasoning"].crowded


@pytest.mark.parametrize("score", [None, 0.3, -0.25, 1.25, float("nan")])
def test_a_scored_anchored_verdict_needs_an_anchor(score: float | None) -> None:
    """The message names case, dimension and score."""
    with pytest.raises(ValueError, match=r"case 'c', dimension 'reasoning': expected a score of 0, 0\.25.*got "):
        tallied(verdict(Status.PASSED, "reasoning", score=score))


def test_nothing_scored_has_no_figures() -> None:
    """A reason in place of each number."""
    found = tallied()
    none = Undefined("no_data")
    assert (none, Undefined("not_a_scale"), none) == (
        found["accuracy"].rate,
        found["accuracy"].mean,
        found["accuracy"].interval,
    )
    assert (none, none, none) == (found["reasoning"].mean, found["reasoning"].interval, found["reasoning"].rate)


def test_overall_is_a_tally_of_cases() -> None:
    """With the mean of the cases' means where there are any."""
    tallies = Tallies(RUBRIC)
    for status, score in (
        (Status.PASSED, Fraction(1, 3)),
        (Status.FAILED, Fraction(2, 3)),
        (Status.UNSCORED, None),
    ):
        tallies.add_overall("billing", Overall(status, score))
    found = tallies.by_dimension["overall"]
    assert ("overall", 1, 1, 1, Fraction(1, 2)) == (
        found.kind,
        found.passed,
        found.failed,
        found.unscored,
        found.mean,
    )


def test_topics_apart() -> None:
    """In alphabetical order, dimensions in the rubric's."""
    tallies = Tallies(RUBRIC)
    tallies.add_overall("b", Overall(Status.PASSED))
    for topic in ("b", ""):
        tallies.add(verdict(Status.PASSED, "reasoning", topic, score=1.0))
        tallies.add(verdict(Status.FAILED, "accuracy", topic))
    assert list(tallies.by_topic) == [
        ("", "accuracy"), ("", "reasoning"), ("b", "accuracy"), ("b", "reasoning"), ("b", "overall"),
    ]  # fmt: skip
    assert tallies.by_topic["b", "accuracy"].failed == 1


def test_a_dimension_outside_the_rubric_is_tallied_too() -> None:
    """As yes/no, after the others."""
    assert list(tallied(verdict(Status.PASSED, "order"))) == ["accuracy", "reasoning", "overall", "order"]


def test_trials_of_a_case_are_one_unit() -> None:
    """Three times forty verdicts are forty cases, and the interval is that of forty."""
    found = tallied(*[verdict(Status.PASSED)] * 114, *[verdict(Status.FAILED)] * 6, trials=3)["accuracy"]
    assert (40, wilson(38, 40)) == (found.cases, found.interval)
    spread = [verdict(Status.PASSED, "reasoning", score=s) for s in (0.5, 1.0) for _ in range(60)]
    anchored = tallied(*spread, trials=3)["reasoning"]
    once = t_interval([0.5] * 20 + [1] * 20).interval
    assert isinstance(anchored.interval, Interval)
    assert isinstance(once, Interval)
    assert once.lower == pytest.approx(anchored.interval.lower, abs=1e-14)


@given(st.lists(st.sampled_from(list(Status)), max_size=40), st.integers())
def test_verdicts_add_in_any_order(statuses: list[Status], seed: int) -> None:
    """The same tallies, whatever finished first."""
    verdicts = [verdict(s, topic=str(i % 3)) for i, s in enumerate(statuses)]
    shuffled = random.Random(seed).sample(verdicts, len(verdicts))
    assert tallied(*verdicts) == tallied(*shuffled)
