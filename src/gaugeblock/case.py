"""A case: one situation, what the agent answered if that is recorded, and what is expected.

`source` is what the answer must agree with; `retrieved` is what the agent was given, where that differs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gaugeblock._conversation import Message, Output, ToolCall
from gaugeblock._digest import digest_of

__all__ = ["Case", "Message", "Output", "Passage", "ToolCall", "case_digest", "case_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One document of a source or of the retrieved context."""

    text: str
    """The words, as given."""
    id: str = ""
    """Its name; empty when the source is one plain text."""
    inseparable: tuple[tuple[str, str], ...] = ()
    """Pairs of quotes of this passage: whoever states the first must state the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case of a golden set."""

    id: str
    input: str | tuple[Message, ...] = ""
    """The user's text, or the conversation up to the answer."""
    topic: str = ""
    tags: tuple[str, ...] = ()
    source: tuple[Passage, ...] | None = None
    retrieved: tuple[Passage, ...] | None = None
    output: Output | None = None
    """The recorded answer; None: nothing is recorded."""
    trace: tuple[Message, ...] | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    """None: not recorded (a hole); empty: no call was made (a fact)."""
    reference: str | None = None
    expect: Mapping[str, Any] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    """People's verdicts by dimension: `pass`, `fail` or an anchor as text; `overall` is one on the whole answer."""
    known_bad: bool = False
    """People know the answer to be bad; a judge that passes it is refused."""
    note: str = ""
    """What people wrote about the labels."""
    place: str = field(default="", compare=False)
    """Where it was read: `file:line`."""

    @property
    def question(self) -> str:
        """The input as one text; a conversation as `role: text` lines."""
        if isinstance(self.input, str):
            return self.input
        if len(self.input) == 1 and self.input[0].role == "user":
            return self.input[0].content
        return "\n".join(f"{m.role}: {m.content}" for m in self.input)


def case_record(case: Case) -> dict[str, Any]:
    """The case as plain JSON data: all that a report or a judge may need.

    `place` and what people say about the answer (`labels`, `known_bad`, `note`) are left out.
    """
    record: dict[str, Any] = {
        "id": case.id,
        "input": case.input if isinstance(case.input, str) else [_message(m) for m in case.input],
    }
    if case.topic:
        record["topic"] = case.topic
    if case.tags:
        record["tags"] = list(case.tags)
    if case.source is not None:
        record["source"] = [_passage(p) for p in case.source]
    if case.retrieved is not None:
        record["retrieved"] = [_passage(p) for p in case.retrieved]
    if case.output is not None:
        o = case.output
        record["output"] = {
            k: v
            for k, v in (
                ("text", o.text), ("decision", o.decision), ("confidence", o.confidence), ("reasoning", o.reasoning)
            )
            if v is not None
        }  # fmt: skip
    if case.trace is not None:
        record["trace"] = {"messages": [_message(m) for m in case.trace]}
    if case.tool_calls is not None:
        record["tool_calls"] = [_call(c) for c in case.tool_calls]
    if case.reference is not None:
        record["reference"] = case.reference
    if case.expect is not None:
        record["expect"] = dict(case.expect)
    return record


def case_digest(case: Case) -> str:
    """The case's identity: SHA-256 of its record."""
    return digest_of(case_record(case))


def _passage(p: Passage) -> dict[str, Any]:
    record: dict[str, Any] = {"id": p.id, "text": p.text}
    if p.inseparable:
        record["inseparable"] = [list(pair) for pair in p.inseparable]
    return record


def _call(c: ToolCall) -> dict[str, Any]:
    record: dict[str, Any] = {"name": c.name, "arguments": c.arguments}
    if c.result is not None:
        record["result"] = c.result
    if c.step is not None:
        record["step"] = c.step
    return record


def _message(m: Message) -> dict[str, Any]:
    record: dict[str, Any] = {"role": m.role, "content": m.content}
    if m.tool_calls:
        record["tool_calls"] = [_call(c) for c in m.tool_calls]
    return record
