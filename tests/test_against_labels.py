"""The judge against people's labels: what is caught, false, undecided, and what is left out."""

from fractions import Fraction

import pytest

from gaugeblock.label import Label
from gaugeblock.reports.against_labels import AgainstLabels, DimensionAgainstLabels, LabelTally
from gaugeblock.reports.walk import CaseResult, Cell
from gaugeblock.rubric import Rubric
from gaugeblock.run import Override
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined
from gaugeblock.verdict import Reason, Status, Verdict
from report_runs import ENTITY_RUBRIC, NOON, PATIENT_RUBRIC, stored


def verdict(case_id: str, word: str, dimension: str = "tone", trial: int = 1) -> Verdict:
    """A verdict from a word or an anchor; `undecided` is unscored."""
    if word == "undecided":
        return Verdict(
            case_id=case_id, dimension=dimension, trial=trial, status=Status.UNSCORED, reason=Reason.UNDECIDED
        )
    if word in ("pass", "fail"):
        status = Status.PASSED if word == "pass" else Status.FAILED
        return Verdict(case_id=case_id, dimension=dimension, trial=trial, status=status)
    score = float(word)
    status = Status.PASSED if score >= 0.7 else Status.FAILED
    return Verdict(case_id=case_id, dimension=dimension, trial=trial, status=status, score=score)


def compared(rubric: Rubric, labels: list[Label], verdicts: list[Verdict]) -> AgainstLabels | None:
    """The comparison, one case for each verdict's id."""
    tally = LabelTally(rubric, labels)
    for i, case_id in enumerate(dict.fromkeys(v.case_id for v in verdicts)):
        cells = tuple(Cell(verdict=v, judged=v) for v in verdicts if v.case_id == case_id)
        tally.add(CaseResult(stored=stored(i, {"id": case_id}), cells=cells, overalls=()))
    return tally.result


def of(result: AgainstLabels | None, dimension: str) -> DimensionAgainstLabels:
    """One dimension of it."""
    assert result is not None
    return next(d for d in result.dimensions if d.dimension == dimension)


def tone(pairs: list[tuple[str, str]]) -> DimensionAgainstLabels:
    """The comparison of pairs (label, verdict) on one binary dimension."""
    labels = [Label(case_id=f"c{i}", dimension="tone", label=label) for i, (label, _) in enumerate(pairs)]
    return of(compared(PATIENT_RUBRIC, labels, [verdict(f"c{i}", v) for i, (_, v) in enumerate(pairs)]), "tone")


def test_counts_of_a_binary_dimension() -> None:
    """39 of 40 agree, 3 of 3 caught, 1 of 37 false: the seed's own figures, and their intervals (worked elsewhere)."""
    found = tone([("pass", "pass")] * 36 + [("pass", "fail")] + [("fail", "fail")] * 3)
    assert (found.agreed, found.decided, found.undecided) == (39, 40, 0)
    assert (found.failed_bad, found.bad, found.failed_good, found.good) == (3, 3, 1, 37)
    assert found.agreement == Interval(pytest.approx(0.8712, abs=1e-4), pytest.approx(0.9956, abs=1e-4))
    assert found.caught_at_least == pytest.approx(0.3684, abs=1e-4)
    assert found.false_failure_interval == Interval(pytest.approx(0.0007, abs=1e-4), pytest.approx(0.1416, abs=1e-4))
    assert not isinstance(found.kappa, Undefined)
    assert found.kappa.kappa == pytest.approx(0.84375)


def test_undecided_is_not_caught() -> None:
    """A judge that abstains on a bad answer has not caught it, and has not passed it either."""
    found = tone([("fail", "undecided"), ("fail", "fail"), ("pass", "undecided"), ("pass", "pass")])
    assert (found.failed_bad, found.bad, found.passed_bad) == (1, 2, 0)
    assert (found.undecided, found.undecided_bad, found.decided) == (2, 1, 2)


def test_always_pass_looks_good_only_in_agreement() -> None:
    """82 of 100 agree, nothing is caught, and kappa says nothing."""
    found = tone([("pass", "pass")] * 82 + [("fail", "pass")] * 18)
    assert (found.agreed, found.failed_bad, found.bad) == (82, 0, 18)
    assert found.kappa == Undefined("constant_input")
    assert found.caught_at_least == 0.0


def test_no_failing_label_leaves_the_catch_undefined() -> None:
    """None of none is not 100 %."""
    found = tone([("pass", "pass")] * 5)
    assert found.caught_at_least == Undefined("no_data")


def test_anchored_labels_are_compared_by_distance_and_by_pass() -> None:
    """Equal, one anchor apart, two apart; `pass_at` 0.70 makes 0.75 pass and 0.5 fail."""
    pairs = [("1", "1"), ("0.75", "0.5"), ("0.5", "1"), ("0", "0.25"), ("pass", "1"), ("1", "undecided")]
    labels = [Label(case_id=f"c{i}", dimension="reasoning", label=label) for i, (label, _) in enumerate(pairs)]
    found = of(
        compared(ENTITY_RUBRIC, labels, [verdict(f"c{i}", v, "reasoning") for i, (_, v) in enumerate(pairs)]),
        "reasoning",
    )
    assert (found.on_anchors, found.same_anchor, found.within_one) == (4, 1, 3)
    assert found.mean_distance == Fraction(1, 4)
    assert (found.passed_good, found.failed_good, found.passed_bad, found.failed_bad) == (2, 1, 1, 1)
    assert found.undecided_good == 1


def test_label_on_the_whole_answer_is_held_against_the_overall_verdict() -> None:
    """Only where people labelled it is there such a row."""
    labels = [Label(case_id="c", dimension="overall", label="fail")]
    verdicts = [verdict("c", "fail" if n == "tone" else "pass", n) for n in PATIENT_RUBRIC.names]
    found = of(compared(PATIENT_RUBRIC, labels, verdicts), "overall")
    assert (found.kind, found.failed_bad, found.bad) == ("overall", 1, 1)


def test_labels_that_cannot_be_used_are_counted_and_left_out() -> None:
    """Two people of two minds; a case that was not judged; a word that is no label of this dimension."""
    labels = [
        Label(case_id="c0", dimension="tone", label="pass", labeller="a"),
        Label(case_id="c0", dimension="tone", label="fail", labeller="b"),
        Label(case_id="c1", dimension="tone", label="pass", labeller="a"),
        Label(case_id="c1", dimension="tone", label="pass", labeller="b"),
        Label(case_id="elsewhere", dimension="tone", label="pass"),
        Label(case_id="c1", dimension="compliance", label="0.75"),
        Label(case_id="c1", dimension="manners", label="pass"),
    ]
    result = compared(PATIENT_RUBRIC, labels, [verdict("c0", "pass"), verdict("c1", "pass")])
    assert result is not None
    assert (result.disputed, result.unmatched) == (1, 1)
    assert of(result, "tone").decided == 1


def test_nothing_labelled_is_no_comparison() -> None:
    """No labels, no table."""
    assert compared(PATIENT_RUBRIC, [], [verdict("c", "pass")]) is None


def test_first_trial_as_the_judge_gave_it() -> None:
    """Later trials and people's overrides do not improve the judge."""
    first, second = verdict("c", "fail"), verdict("c", "pass", trial=2)
    turned = Override(run_id="r", case_id="c", dimension="tone", label="pass", who="a", why="b", at=NOON)
    tally = LabelTally(PATIENT_RUBRIC, [Label(case_id="c", dimension="tone", label="pass")])
    cells = (Cell(verdict=verdict("c", "pass"), judged=first, override=turned), Cell(verdict=second, judged=second))
    tally.add(CaseResult(stored=stored(0, {"id": "c"}), cells=cells, overalls=()))
    assert of(tally.result, "tone").failed_good == 1


def test_known_bad_answers_are_counted_by_case() -> None:
    """One failed dimension catches it; passed and undecided ones are named."""
    labels = [Label(case_id=c, dimension="tone", label="pass", known_bad=True) for c in ("a", "b", "d", "unjudged")]
    result = compared(
        PATIENT_RUBRIC, labels, [verdict("a", "fail", "compliance"), verdict("a", "pass"), verdict("b", "pass"),
                                 verdict("d", "undecided")]
    )  # fmt: skip
    assert result is not None
    assert (result.known_bad, result.known_bad_caught, result.known_bad_missed) == (3, 1, ("b", "d"))
