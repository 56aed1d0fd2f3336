"""Figures are equal when they mean the same amount, however they are written."""

import pytest

from gaugeblock.judging.rules.binding import same_figure
from gaugeblock.judging.rules.quantities import Quantity, quantities
from gaugeblock.judging.rules.reading import read


def only(text: str) -> Quantity:
    found = quantities(read(text))
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        pytest.param("two weeks", "14 days", id="weeks are days"),
        pytest.param("half an hour", "30 minutes", id="half an hour"),
        pytest.param("three quarters of an hour", "45 minutes", id="three quarters of an hour"),
        pytest.param("a year and a half", "18 months", id="a year and a half"),
        pytest.param("a full day", "24 hours", id="a full day"),
        pytest.param("$0.25", "25 cents", id="cents are dollars"),
        pytest.param("eighty-five dollars", "$85", id="dollars in words"),
        pytest.param("$1,150.00", "$1150", id="a thousands comma"),
        pytest.param("free", "no charge", id="an amount of nothing"),
        pytest.param("noon", "12 p.m.", id="noon"),
        pytest.param("midnight", "12 a.m.", id="midnight"),
        pytest.param("half past five in the afternoon", "5:30 p.m.", id="half past five"),
        pytest.param("quarter to six in the evening", "5:45pm", id="quarter to six"),
        pytest.param("8:30", "8:30 p.m.", id="a time without a.m. or p.m. may be either"),
        pytest.param("weekdays", "Monday through Friday", id="weekdays"),
        pytest.param("20 percent", "20%", id="percent in words"),
        pytest.param("(503) 555-0142", "503-555-0142", id="a phone number is its digits"),
        pytest.param("a pair of visitors", "two visitors", id="a pair is two"),
        pytest.param("Form 827", "form 827", id="a form's number"),
        pytest.param("fifth of the month", "5th of the month", id="an ordinal"),
        pytest.param("two hundred", "200", id="two hundred"),
    ],
)
def test_equal_amounts_are_equal(one: str, two: str) -> None:
    """Units and spelling do not matter."""
    assert same_figure(only(one), only(two))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        pytest.param("6 hours", "6 days", id="the unit matters"),
        pytest.param("9 a.m.", "9 p.m.", id="morning and evening"),
        pytest.param("$40", "40%", id="money and percent"),
        pytest.param("555-0341", "555-0314", id="two digits of a phone number exchanged"),
        pytest.param("Building C", "Building D", id="another building"),
        pytest.param("Monday through Friday", "Monday through Thursday", id="a day more"),
        pytest.param("31 days", "30 days", id="a day more in days"),
    ],
)
def test_other_amounts_are_not_equal(one: str, two: str) -> None:
    """A different unit, day or digit is a different amount."""
    assert not same_figure(only(one), only(two))


def test_the_first_figure_of_a_range_takes_the_unit_of_the_second() -> None:
    """`7 to 10 days` are two durations, `9 to 5` two times of day."""
    assert [("duration", {10080.0}), ("duration", {14400.0})] == [
        (q.kind, set(q.values)) for q in quantities(read("It takes 7 to 10 days."))
    ]
    assert [q.kind for q in quantities(read("Come between 9 and 5."))] == ["clock", "clock"]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        pytest.param("at least 3 days", "least", id="at least"),
        pytest.param("no fewer than 3 days", "least", id="no fewer than"),
        pytest.param("3 days or more", "least", id="or more"),
        pytest.param("up to 3 days", "most", id="up to"),
        pytest.param("no more than 3 days", "most", id="no more than"),
        pytest.param("it cannot carry more than 350 pounds", "most", id="a denied more than"),
        pytest.param("for 3 days", "", id="neither"),
    ],
)
def test_the_words_around_a_figure_bound_it(text: str, bound: str) -> None:
    """A least, a most, or neither."""
    assert bound == only(text).bound
