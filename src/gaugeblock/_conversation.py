"""What conversations are made of: messages, tool calls and an answer; cases and traces both hold them."""

import re
from dataclasses import dataclass
from typing import Any

__all__ = ["Message", "Output", "ToolCall", "answer_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One attempt to use a tool."""

    name: str
    arguments: Any = None
    """The arguments as sent: usually an object, sometimes JSON text."""
    result: Any = None
    step: int | None = None
    """Calls of one step were issued together and have no order; None: each call is a step of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One chat message."""

    role: str
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What the agent answered."""

    text: str
    decision: str | None = None
    confidence: float | None = None
    """The agent's own confidence, 0..1."""
    reasoning: str | None = None


def answer_text(output: Output) -> str:
    """The answer as one text: what is shown to the judge as the response, and what quotes are looked up in.

    Decision, confidence and reasoning that the text does not already state follow it on lines of their own, so that
    offsets into the text itself stay as they are.

    >>> answer_text(Output(text="Merge them.", decision="merge", confidence=0.9))
    'Merge them.\\n\\nDecision: merge\\nConfidence: 0.9'
    """
    further = [
        f"{name}: {value}"
        for name, value in (
            ("Decision", output.decision),
            ("Confidence", output.confidence),
            ("Reasoning", output.reasoning),
        )
        if value is not None and not _states(output.text, str(value).strip())
    ]
    return output.text + "\n\n" + "\n".join(further) if further else output.text


def _states(text: str, value: str) -> bool:
    """Whether a text holds a value as words of its own: "no" is not in "note", 0.9 not in 0.95."""
    return re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\d)", text, re.IGNORECASE) is not None
