"""The rules judge as a model."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging.rules import RULES_VERSION
from gaugeblock.models.rules import RulesModel
from gaugeblock.ports import Ask, Model
from gaugeblock.rubric import AnchoredDimension, BinaryDimension, EvidenceRule, OnPass, Rubric
from gaugeblock.verdict import Finding, Reason

RUBRIC = Rubric(
    name="r",
    dimensions=(
        BinaryDimension(name="facts", question="?", pass_when="right", rules="accuracy"),
        BinaryDimension(name="style", question="?", pass_when="nice"),
        AnchoredDimension(name="depth", question="?", anchors=("a", "b", "c", "d", "e"), rules="accuracy"),
    ),
)
CASE = Case(
    id="c", input="refund", source=(Passage(text="Refunds take 14 days to arrive."),),
    output=Output(text="Refunds take 21 days to arrive."),
)  # fmt: skip


def test_it_is_a_model_that_says_it_is_rules() -> None:
    """Name, no language model, nothing to settle, an identity with the rules' version."""
    model = RulesModel()
    assert isinstance(model, Model)
    assert (model.name, model.uses_language_model, model.settles) == ("rules", False, False)
    assert dict(model.identity()) == {"model": "rules", "rules": RULES_VERSION}


def test_dimensions_are_found_by_their_rules_key() -> None:
    """The rubric's own names come back; no key and anchored scales are not supported."""
    ask = Ask(case=CASE, rubric=RUBRIC, dimensions=("facts", "style", "depth"), system="", user="", schema={})
    reply = asyncio.run(RulesModel().ask(ask))
    assert reply.findings is not None
    facts, style, depth = reply.findings
    assert (facts.dimension, facts.verdict) == ("facts", "fail")
    assert (style.dimension, style.problem) == ("style", Reason.NOT_SUPPORTED_BY_RULES)
    assert (depth.dimension, depth.problem) == ("depth", Reason.NOT_SUPPORTED_BY_RULES)
    assert "21 days" in json.loads(reply.text)["facts"]["why"]


def findings(
    response: str, *, rules: str, evidence: EvidenceRule, source: str = "Refunds take 14 days to arrive."
) -> Finding:
    """What the rules find on one dimension."""
    dimension = BinaryDimension(name="d", question="?", pass_when="p", rules=rules, evidence=evidence)
    case = Case(id="c", input="How long do refunds take?", source=(Passage(text=source),), output=Output(text=response))
    rubric = Rubric(name="r", dimensions=(dimension,))
    reply = asyncio.run(
        RulesModel().ask(Ask(case=case, rubric=rubric, dimensions=("d",), system="", user="", schema={}))
    )
    assert reply.findings is not None
    return reply.findings[0]


ANSWER = "Sure. Refunds take 14 days to arrive. Ask again any time."


def test_a_pass_with_nothing_to_quote_shows_the_opening_where_a_quote_is_required() -> None:
    """`on_pass: required` is the default of a rubric; the tone of an answer is proved by the answer."""
    found = findings(ANSWER, rules="tone", evidence=EvidenceRule())
    assert (found.verdict, [q.text for q in found.quotes]) == ("pass", ["Sure. Refunds take 14 days to arrive."])


def test_a_pass_with_nothing_to_quote_stays_without_where_that_is_enough() -> None:
    """`on_pass: optional`."""
    found = findings(ANSWER, rules="tone", evidence=EvidenceRule(on_pass=OnPass.OPTIONAL))
    assert (found.verdict, found.quotes) == ("pass", ())


def test_every_quote_is_long_enough_and_stands_word_for_word() -> None:
    """One or two words are widened to their sentence."""
    found = findings("Refunds take 21 days.", rules="accuracy", evidence=EvidenceRule())
    assert found.verdict == "fail"
    assert all(len(q.text.split()) >= 3 for q in found.quotes)
    assert all(q.text in "Refunds take 21 days." or q.text in "Refunds take 14 days to arrive." for q in found.quotes)


MARKED = [
    pytest.param({"tags": ("sensitive",)}, (), "fail", id="the tag sensitive"),
    pytest.param({"topic": "Debt"}, ("debt",), "fail", id="the topic is an entry"),
    pytest.param(
        {"tags": ("money",)}, ("money: debt, collections",), "fail", id="the tag is what stands before the colon"
    ),
    pytest.param(
        {"tags": ("debt",)}, ("money: debt, collections",), "pass", id="what stands after the colon is no name"
    ),
    pytest.param({"topic": "billing"}, ("debt",), "pass", id="another topic"),
    pytest.param({}, ("debt",), "pass", id="no mark"),
]


@pytest.mark.parametrize(("marks", "subjects", "verdict"), MARKED)
def test_a_case_marked_sensitive_wants_a_word_of_sympathy(
    marks: dict[str, Any], subjects: tuple[str, ...], verdict: str
) -> None:
    """A tag or topic named by the rubric makes the case sensitive, whatever the question says."""
    tone = BinaryDimension(name="tone", question="?", pass_when="kind", rules="tone", sensitive=subjects)
    case = replace(CASE, output=Output(text="Refunds take 14 days to arrive."), **marks)
    ask = Ask(
        case=case, rubric=Rubric(name="r", dimensions=(tone,)), dimensions=("tone",), system="", user="", schema={}
    )  # fmt: skip
    reply = asyncio.run(RulesModel().ask(ask))
    assert reply.findings is not None
    assert reply.findings[0].verdict == verdict
    kind = replace(case, output=Output(text="I am sorry about the wait. Refunds take 14 days to arrive."))
    reply = asyncio.run(RulesModel().ask(replace(ask, case=kind)))
    assert reply.findings is not None
    assert reply.findings[0].verdict == "pass"
