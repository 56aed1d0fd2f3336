"""Lint: each weak spot has a slug, is seen where it is, and is not seen where it is not."""

import hashlib
from decimal import Decimal

import pytest

from gaugeblock.case import Case, Output, Passage
from gaugeblock.label import Label
from gaugeblock.lint import LintFinding, LintSubject, Severity, Survey, lint
from gaugeblock.policy import Effect, Policy, Threshold
from gaugeblock.rubric import AnchoredDimension, BinaryDimension, Rubric

ACCURACY = BinaryDimension(
    name="accuracy", question="Does every figure match?", pass_when="all match", needs_source=True
)
REASONING = AnchoredDimension(name="reasoning", question="How sound?", anchors=("a", "b", "c", "d", "e"))


QUESTIONS = [
    f"{verb} the {noun} {place}?"
    for verb, noun, place in zip(
        [
            "Who feeds",
            "Where sleeps",
            "When wakes",
            "Why calls",
            "How hunts",
            "What scares",
            "Does anyone watch",
            "Can we hear",
        ]
        * 4,
        ["heron", "otter", "badger", "lynx", "marten", "stoat", "plover", "wren", "crane", "ibis", "owl", "toad"] * 3,
        ["near rivers", "in deep snow", "at dawn", "under bridges", "by the old mill", "during storms", "on Mondays"]
        * 5,
        strict=False,
    )
]


def case(n: int, **changes: object) -> Case:
    """A case that lint has nothing against."""
    fields: dict[str, object] = {
        "id": f"c{n}",
        "input": QUESTIONS[n % len(QUESTIONS)],
        "topic": "birds",
        "tags": ("adversarial", "boundary"),
        "source": (Passage(text="It eats fish."),),
        "output": Output(text="Fish."),
    }
    return Case(**(fields | changes))  # type: ignore[arg-type]  # the test's own table


def labels(dimension: str, *values: str) -> list[Label]:
    """One label a case, c0, c1 …"""
    return [Label(case_id=f"c{n}", dimension=dimension, label=value) for n, value in enumerate(values)]


def findings(
    cases: list[Case],
    *,
    dimension: BinaryDimension | AnchoredDimension = ACCURACY,
    policy: Policy | None = None,
    marks: list[Label] | None = None,
    unused: tuple[str, ...] = (),
) -> list[LintFinding]:
    survey = Survey()
    for c in cases:
        survey.add(c, has_judge=True)
    rubric = Rubric(name="r", dimensions=(dimension,))
    return lint(survey, LintSubject(rubric=rubric, policy=policy, labels=marks or [], unused_files=unused))


GOOD = [case(n) for n in range(24)]
BALANCED = labels("accuracy", *["pass", "fail"] * 12)


def test_a_good_suite_has_no_findings() -> None:
    """The control: without a fault, nothing is said."""
    assert findings(GOOD, marks=BALANCED) == []


def policy(at_least: str, **changes: object) -> Policy:
    """One blocking threshold on accuracy."""
    fields: dict[str, object] = {"dimension": "accuracy", "at_least": Decimal(at_least), "effect": Effect.BLOCK}
    return Policy(thresholds=(Threshold(**(fields | changes)),))  # type: ignore[arg-type]  # the test's own table


SPOTS = [
    pytest.param({"cases": GOOD[:19]}, "set-size", "19 cases at level judge; 20", id="too few judge cases"),
    pytest.param(
        {
            "cases": [
                *GOOD,
                case(30, input="At noon, who counts the twelve grey geese?"),
                case(31, input="who counts the grey twelve geese at NOON"),
            ]
        },
        "near-duplicate",
        "c30 and c31 ask nearly the same (the same words)",
        id="the same words in another order",
    ),
    pytest.param(
        {"cases": [*GOOD, case(30, source=None)]}, "no-source", "1 case without a source: c30", id="no source"
    ),
    pytest.param({"cases": [*GOOD, case(30, source=(Passage(text="  "),))]}, "no-source", "c30", id="a blank source"),
    pytest.param(
        {"cases": [*GOOD, case(30, source=None, retrieved=(Passage(text="x"),))]},
        "only-retrieved",
        "c30",
        id="retrieved context alone",
    ),
    pytest.param({"cases": [*GOOD, case(30, output=None)]}, "no-response", "c30", id="no recorded answer"),
    pytest.param({"cases": [*GOOD, case(30, topic="")]}, "no-topic", "c30", id="a case without a topic among others"),
    pytest.param(
        {"cases": [case(n, tags=("boundary",)) for n in range(24)]},
        "no-adversarial",
        "adversarial",
        id="no adversarial tag",
    ),
    pytest.param(
        {"cases": [case(n, tags=("adversarial",)) for n in range(24)]}, "no-boundary", "boundary", id="no boundary tag"
    ),
    pytest.param(
        {
            "cases": [
                *GOOD,
                case(30, source=(Passage(id="p", text="It eats fish.", inseparable=(("eats fish", "daily"),)),)),
            ]
        },
        "inseparable-not-found",
        "“daily” is not in passage 'p'",
        id="an inseparable quote that is not there",
    ),
    pytest.param(
        {"marks": [*BALANCED, Label(case_id="zz", dimension="accuracy", label="pass")]},
        "label-unknown-case",
        "zz",
        id="a label for no case",
    ),
    pytest.param(
        {"marks": [*BALANCED, Label(case_id="c1", dimension="tone", label="pass")]},
        "label-unknown-dimension",
        "tone",
        id="a label for no dimension",
    ),
    pytest.param(
        {"marks": [*BALANCED[:-1], Label(case_id="c23", dimension="accuracy", label="0.5")]},
        "label-wrong-kind",
        "c23",
        id="an anchor for a yes/no dimension",
    ),
    pytest.param(
        {"marks": labels("accuracy", *["pass"] * 15, *["fail"] * 9)},
        "label-balance",
        "9 failing labels, 15 passing",
        id="nine failing labels",
    ),
    pytest.param(
        {"dimension": REASONING, "marks": labels("reasoning", *["1"] * 13, *["0.5"] * 5, *["0"] * 2)},
        "label-balance",
        "13 of 20 labels stand on 1",
        id="65 % on one anchor",
    ),
    pytest.param(
        {"dimension": REASONING, "marks": labels("reasoning", *["1", "0.5"] * 10)},
        "label-balance",
        "2 of 5 anchors",
        id="two anchors used",
    ),
    pytest.param(
        {"policy": policy("0.96")},
        "threshold-out-of-reach",
        "needs 25 scored cases, the set has 24",
        id="point rule: 1 / 0.04 = 25 cases",
    ),
    pytest.param(
        {"policy": policy("0.90", rule="lower_bound")},
        "threshold-out-of-reach",
        "needs 29",
        id="lower bound of 90 % needs 29",
    ),
    pytest.param(
        {"policy": policy("1", max_failure_rate=Decimal("0.1"))},
        "threshold-out-of-reach",
        "needs 29",
        id="a claim of 10 % needs 29 clean cases",
    ),
    pytest.param({"unused": ("old.csv",)}, "unused-file", "old.csv", id="a file nobody uses"),
    pytest.param(
        {"dimension": BinaryDimension(name="accuracy", question="Does it contain the word refund?", pass_when="yes")},
        "judge-could-be-check",
        "contain the word",
        id="a question that code can answer",
    ),
]


@pytest.mark.parametrize(("changes", "slug", "words"), SPOTS)
def test_a_weak_spot_is_named_with_a_cure(changes: dict[str, object], slug: str, words: str) -> None:
    """The finding with that slug holds the words, and says what to do."""
    found = findings(**({"cases": GOOD, "marks": BALANCED} | changes))  # type: ignore[arg-type]  # the test's own table
    (spot,) = [f for f in found if f.slug == slug]
    assert words in spot.message
    assert spot.cure


@pytest.mark.parametrize("word", ["pass", "fail", "0.75"])
def test_a_word_on_the_whole_answer_is_a_label_like_others(word: str) -> None:
    """`overall` is no dimension of any rubric, and people may label it."""
    on_the_whole = Label(case_id="c1", dimension="overall", label=word)
    assert findings(GOOD, marks=[*BALANCED, on_the_whole]) == []


def test_reachable_thresholds_are_left_alone() -> None:
    """24 cases are enough for 0.95 (20), and for zero tolerance without a claim."""
    for at_least in ("0.95", "1.00", "0"):
        assert findings(GOOD, marks=BALANCED, policy=policy(at_least)) == []


def test_errors_come_first() -> None:
    """What makes results wrong is read before what makes them weak."""
    found = findings(
        [*GOOD[:5], case(30, source=None)], marks=[Label(case_id="zz", dimension="accuracy", label="pass")]
    )
    severities = [list(Severity).index(f.severity) for f in found]
    assert severities == sorted(severities)
    assert found[0].slug == "label-unknown-case"


LETTERS = str.maketrans("0123456789", "ghijk     ")


def test_a_large_set_is_still_searched_for_copies() -> None:
    """Beyond two thousand inputs neighbours in alphabetical order are compared; exact copies stand side by side."""
    many = [case(n, input=hashlib.sha256(str(n).encode()).hexdigest().translate(LETTERS)) for n in range(2500)]
    twin = case(9999, input=many[1234].question)
    survey = Survey()
    for c in [*many, twin]:
        survey.add(c, has_judge=True)
    found = lint(survey, LintSubject(rubric=None, policy=None, labels=[]))
    assert any(
        {"c1234", "c9999"} <= set(f.message.replace(",", " ").split()) for f in found if f.slug == "near-duplicate"
    )


def test_many_copies_are_one_finding() -> None:
    """Sixty cases that ask the same are named once, not once a pair."""
    same = [case(n, input="When do you open?") for n in range(60)]
    (found,) = [
        f for f in findings(same, marks=labels("accuracy", *["pass", "fail"] * 30)) if f.slug == "near-duplicate"
    ]
    assert "(60 in all)" in found.message
