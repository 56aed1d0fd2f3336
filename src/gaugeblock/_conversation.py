"""What conversations are made of: messages, tool calls and an answer; cases and traces both hold them."""

from dataclasses import dataclass
from typing import Any

__all__ = ["Message", "Output", "ToolCall"]


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
