"""The response as one text: what the judge reads and quotations are looked up in."""

import pytest

from gaugeblock._conversation import Output, answer_text

ANSWERS = [
    pytest.param(Output(text="Merge."), "Merge.", id="a text alone"),
    pytest.param(
        Output(text="Merge them.", decision="merge"), "Merge them.", id="the decision is stated, in other casing"
    ),
    pytest.param(
        Output(text="Take note.", decision="no"), "Take note.\n\nDecision: no", id="a decision inside another word"
    ),
    pytest.param(Output(text="At 0.95.", confidence=0.9), "At 0.95.\n\nConfidence: 0.9", id="a figure inside another"),
    pytest.param(Output(text="I am at 0.9.", confidence=0.9), "I am at 0.9.", id="a figure at the end of a sentence"),
    pytest.param(
        Output(text="Yes.", decision="merge", confidence=0.92, reasoning="Same EIN."),
        "Yes.\n\nDecision: merge\nConfidence: 0.92\nReasoning: Same EIN.",
        id="everything beside the text",
    ),
    pytest.param(
        Output(text="", reasoning="(a+b)*"), "\n\nReasoning: (a+b)*", id="signs that mean something to a pattern"
    ),
]


@pytest.mark.parametrize(("output", "expected"), ANSWERS)
def test_what_the_text_does_not_state_follows_it(output: Output, expected: str) -> None:
    """Offsets into the text stay; further fields come after it."""
    assert answer_text(output) == expected
