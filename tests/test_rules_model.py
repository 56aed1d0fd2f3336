"""The rules judge as a model."""

import asyncio
import json

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging.rules import RULES_VERSION
from gaugeblock.models.rules import RulesModel
from gaugeblock.ports import Ask, Model
from gaugeblock.rubric import AnchoredDimension, BinaryDimension, Rubric
from gaugeblock.verdict import Reason

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
