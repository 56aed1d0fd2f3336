"""A trace: what the target did for one case."""

from dataclasses import dataclass

from gaugeblock._conversation import Message, Output, ToolCall

__all__ = ["Trace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What the target did for one case."""

    output: Output | None
    """The answer; None: there is none to judge."""
    messages: tuple[Message, ...] | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    """None: not recorded; empty: no call was made."""
