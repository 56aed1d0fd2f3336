"""A case as it stands in a golden set file, and how it becomes a `Case`.

What is accepted beside the plain form:

- `question` for `input`, `response` for `output.text`; both are a fault unless they say the same.
- `id` may be a whole number; it is kept as its text. Other texts must be texts: a number there is a fault.
- a source is a text or a list of passages; a passage is an object or a plain text. Passages without `id` in a list of
  several are called by their position, `1`, `2` … A source without a single word counts as none.
- message `content` is a text or a list of parts, whose texts are joined by line ends; any other part is a fault.
- tool calls are `{name, arguments, result?, step?}` or `{function: {name, arguments}}`; arguments that are the JSON
  text of an object become that object, every other text stays as it is. A `tool` message answers the latest call with
  its `tool_call_id` and becomes that call's `result`.
- `null` is the same as absent, also for a label.
- `overall`, `known_bad` and `note` belong to the labels: a person's word on the whole answer (kept as the label
  `overall`), and whether the answer is known to be bad, and why.

Unknown keys are faults. Three places are open, because others write them: `expect` (further keys are kept for checks
of your own), messages and tool calls (further keys are not read). Even there a key that is nearly a known one is a
fault.
"""

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag

from gaugeblock.case import Case, Message, Output, Passage, ToolCall
from gaugeblock.files._faults import Loc
from gaugeblock.files._label_words import label_word
from gaugeblock.files._shape import FoundInText, IdText, OpenShape, Shape, TextOrList

__all__ = ["CaseShape", "case_of", "faults_in"]


class PassageShape(Shape):
    """One document of a source."""

    id: IdText | None = None
    """Its name, for `source:<id>`; in a list without ids, 1, 2 …"""
    text: str
    """The words."""
    inseparable: list[Annotated[list[str], Field(min_length=2, max_length=2)]] | None = None
    """Pairs of quotes: whoever states the first must state the second."""


class PartShape(OpenShape):
    """One part of a message's content; only texts are read."""

    type: str | None = None
    """Only `text` is read."""
    text: str | None = None
    """The words."""


class FunctionShape(OpenShape):
    """A tool call's function, in the chat style."""

    name: str
    """The tool."""
    arguments: Any = None
    """An object, or its JSON text."""


class CallShape(OpenShape):
    """One tool call."""

    id: str | None = None
    """The call's id; a tool message with it holds the result."""
    name: str | None = None
    """The tool."""
    arguments: Any = None
    """An object, or its JSON text."""
    result: Any = None
    """What the tool gave back."""
    step: int | None = None
    """Calls of one step were issued together."""
    function: FunctionShape | None = None
    """The same in the chat style, in place of name and arguments."""


class MessageShape(OpenShape):
    """One chat message."""

    role: str
    """system, user, assistant or tool."""
    content: Annotated[FoundInText | Annotated[list[PartShape], Tag("a list")], TextOrList] | None = None
    """The words."""
    tool_calls: list[CallShape] | None = None
    """The calls that the message issues."""
    tool_call_id: str | None = None
    """Of a tool message: the call it answers."""


class TraceShape(Shape):
    """What the agent did, as chat messages."""

    messages: list[MessageShape]
    """The conversation, in order."""


class OutputShape(Shape):
    """The recorded answer."""

    text: str | None = None
    """The answer's words."""
    decision: str | None = None
    """What the agent decided."""
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    """The agent's own, from 0 to 1."""
    reasoning: str | None = None
    """How it came to the decision."""


class ConfidenceShape(Shape):
    """The permitted range of the agent's confidence, 0..1."""

    min: Annotated[float, Field(ge=0, le=1)] | None = None
    """The lowest that is permitted."""
    max: Annotated[float, Field(ge=0, le=1)] | None = None
    """The highest that is permitted."""


class ExpectShape(OpenShape):
    """What checks look for; further keys are kept."""

    tools: list[Any] | None = None
    """Tools that must be called."""
    order: Annotated[FoundInText | Annotated[list[Any], Tag("a list")], TextOrList] | None = None
    """In which order."""
    forbidden: list[Any] | None = None
    """Tools that must not be called."""
    decision: str | None = None
    """The right decision."""
    confidence: ConfidenceShape | None = None
    """The permitted range."""
    keywords: list[str] | None = None
    """Words that the answer must hold."""
    topic: str | None = None
    """The topic that must be chosen."""
    actions: list[Any] | None = None
    """Actions that must be taken."""


def _labels(value: Any) -> Any:
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value


Label = Annotated[str, BeforeValidator(label_word, json_schema_input_type=str | float)]


def _object_or_text(value: Any) -> str:
    return "an object" if isinstance(value, dict) else "text or an object"


PassageItem = Annotated[
    Annotated[str, Tag("text or an object")] | Annotated[PassageShape, Tag("an object")],
    Discriminator(_object_or_text),
]
Source = Annotated[FoundInText | Annotated[list[PassageItem], Tag("a list")], TextOrList]


class CaseShape(Shape):
    """One case of a golden set."""

    id: IdText
    """Its name; unique in the golden set, case-sensitive."""
    input: Annotated[FoundInText | Annotated[list[MessageShape], Tag("a list")], TextOrList] | None = None
    """The user's text, or the conversation up to the answer."""
    question: str | None = None
    """Another name for a plain `input`."""
    topic: str | None = None
    """Its subject area; reports are by dimension and topic."""
    tags: list[str] | None = None
    """Free words; `adversarial`, `boundary` and `sensitive` are known to gaugeblock."""
    source: Source | None = None
    """What the answer must agree with."""
    retrieved: Source | None = None
    """What the agent was given, where that differs."""
    response: str | None = None
    """Another name for `output.text`."""
    output: OutputShape | None = None
    """The recorded answer."""
    trace: TraceShape | None = None
    """What the agent did, as chat messages."""
    tool_calls: list[CallShape] | None = None
    """Absent: not recorded; an empty list: no call was made."""
    reference: str | None = None
    """A known right answer."""
    expect: ExpectShape | None = None
    """What checks look for; kept with the case, not checked in this release."""
    labels: Annotated[dict[str, Label], BeforeValidator(_labels)] | None = None
    """People's verdicts by dimension: pass, fail or an anchor."""
    overall: Label | None = None
    """A person's verdict on the whole answer."""
    known_bad: bool | None = None
    """The answer is known to be bad."""
    note: str | None = None
    """Why the labels are what they are; for people."""


def faults_in(shape: CaseShape) -> list[tuple[Loc, str]]:
    """What is wrong with a case whose fields are right one by one."""
    faults: list[tuple[Loc, str]] = []
    if not shape.id:
        faults.append((("id",), "expected words, got nothing"))
    elif not shape.id.isprintable() and any(c < " " for c in shape.id):
        faults.append((("id",), "an id stands on one line; take the control character out"))
    if shape.question is not None and shape.input is not None and shape.question != shape.input:
        faults.append((("question",), "input and question are two names of one field and differ; keep one"))
    if shape.output is not None:
        faults += _faults_of_output(shape, shape.output)
    if isinstance(shape.source, list):
        faults += _faults_of_passages("source", shape.source)
    if isinstance(shape.retrieved, list):
        faults += _faults_of_passages("retrieved", shape.retrieved)
    if shape.expect is not None:
        faults += _faults_of_expect(shape.expect)
    if isinstance(shape.input, list):
        faults += _faults_of_messages(("input",), shape.input)
    if shape.trace is not None:
        faults += _faults_of_messages(("trace", "messages"), shape.trace.messages)
    if shape.tool_calls:
        faults += _faults_of_calls(("tool_calls",), shape.tool_calls)
    return faults


def case_of(shape: CaseShape, place: str) -> Case:
    """The case, once `faults_in` has found nothing."""
    given = shape.question if shape.input is None else shape.input
    labels: dict[str, str] = shape.labels or {}
    if shape.overall is not None:
        labels = {**labels, "overall": shape.overall}
    return Case(
        id=shape.id,
        input=_messages(given) if isinstance(given, list) else given or "",
        topic=shape.topic or "",
        tags=tuple(shape.tags or ()),
        source=_source(shape.source),
        retrieved=None if shape.retrieved is None else _passages(shape.retrieved),
        output=_output(shape),
        trace=None if shape.trace is None else _messages(shape.trace.messages),
        tool_calls=None if shape.tool_calls is None else tuple(_call(c, None) for c in shape.tool_calls),
        reference=shape.reference,
        expect=None if shape.expect is None else _expect(shape.expect),
        labels=labels,
        known_bad=shape.known_bad is True,
        note=shape.note or "",
        place=place,
    )


def _faults_of_output(shape: CaseShape, output: OutputShape) -> Iterator[tuple[Loc, str]]:
    if shape.response is not None and output.text is not None and shape.response != output.text:
        yield ("response",), "response and output.text are two names of one field and differ; keep one"
    no_text = output.text is None and shape.response is None
    if no_text and output.decision is None and output.confidence is None and output.reasoning is None:
        yield ("output",), "expected text, decision, confidence or reasoning, got nothing; leave output out"


def _faults_of_passages(name: str, passages: list[str | PassageShape]) -> Iterator[tuple[Loc, str]]:
    if len(passages) < 2:
        return
    seen: dict[str, int] = {}
    for i, p in enumerate(passages):
        called = (p.id if isinstance(p, PassageShape) else None) or str(i + 1)
        if called in seen:
            yield (name, i, "id"), f'the passages {seen[called]} and {i} are both called "{called}"; rename one'
        seen[called] = i


def _faults_of_expect(expect: ExpectShape) -> Iterator[tuple[Loc, str]]:
    if expect.__pydantic_extra__:
        yield from _near_misses(("expect",), expect)
    c = expect.confidence
    if c is not None and c.min is not None and c.max is not None and c.min > c.max:
        yield ("expect", "confidence"), f"min {c.min} is above max {c.max}"


def _faults_of_messages(loc: Loc, messages: Sequence[MessageShape]) -> Iterator[tuple[Loc, str]]:
    for i, m in enumerate(messages):
        yield from _near_misses((*loc, i), m)
        if isinstance(m.content, list):
            for k, part in enumerate(m.content):
                if part.text is None:
                    what = part.type or "unknown kind"
                    yield (*loc, i, "content", k), f"expected a part with text, got one of type {what}"
        yield from _faults_of_calls((*loc, i, "tool_calls"), m.tool_calls or ())


def _faults_of_calls(loc: Loc, calls: Sequence[CallShape]) -> Iterator[tuple[Loc, str]]:
    for i, c in enumerate(calls):
        yield from _near_misses((*loc, i), c)
        if not (c.name or (c.function and c.function.name)):
            yield (*loc, i, "name"), "is missing; a tool call has name and arguments, or function {name, arguments}"


def _near_misses(loc: Loc, shape: OpenShape) -> Iterator[tuple[Loc, str]]:
    for key in shape.__pydantic_extra__ or ():
        near = get_close_matches(key.casefold(), type(shape).model_fields, n=1, cutoff=0.75)
        if near:
            yield (*loc, key), f"unknown key; did you mean {near[0]}?"


def _source(value: str | list[str | PassageShape] | None) -> tuple[Passage, ...] | None:
    if value is None:
        return None
    found = _passages(value)
    for p in found:
        if p.text and not p.text.isspace():
            return found
    return None


def _passages(value: str | list[str | PassageShape]) -> tuple[Passage, ...]:
    if isinstance(value, str):
        return (Passage(text=value),) if value.strip() else ()
    if len(value) == 1:
        return (_passage(value[0], ""),)
    return tuple([_passage(p, str(i)) for i, p in enumerate(value, start=1)])


def _passage(p: str | PassageShape, position: str) -> Passage:
    if isinstance(p, str):
        return Passage(text=p, id=position)
    if not p.inseparable:
        return Passage(text=p.text, id=p.id or position)
    pairs = tuple((first, second) for first, second in p.inseparable)
    return Passage(text=p.text, id=p.id or position, inseparable=pairs)


def _output(shape: CaseShape) -> Output | None:
    o = shape.output
    if o is None:
        return None if shape.response is None else Output(text=shape.response)
    text = shape.response if o.text is None else o.text
    return Output(text=text or "", decision=o.decision, confidence=o.confidence, reasoning=o.reasoning)


def _expect(shape: ExpectShape) -> dict[str, Any]:
    found = {k: v for k, v in shape.__dict__.items() if v is not None}
    if shape.confidence is not None:
        found["confidence"] = {k: v for k, v in shape.confidence.__dict__.items() if v is not None}
    return found | (shape.__pydantic_extra__ or {})


def _messages(shapes: Sequence[MessageShape]) -> tuple[Message, ...]:
    results = _results(shapes)
    return tuple(
        Message(
            role=m.role,
            content=_content(m.content),
            tool_calls=tuple(_call(c, results.get((i, k))) for k, c in enumerate(m.tool_calls or ())),
        )
        for i, m in enumerate(shapes)
    )


def _results(shapes: Sequence[MessageShape]) -> dict[tuple[int, int], str]:
    """What tool messages answered, by the place of the call: the latest one with their `tool_call_id`."""
    latest: dict[str, tuple[int, int]] = {}
    results: dict[tuple[int, int], str] = {}
    for i, m in enumerate(shapes):
        for k, c in enumerate(m.tool_calls or ()):
            if c.id:
                latest[c.id] = i, k
        if m.tool_call_id in latest:
            results[latest[m.tool_call_id]] = _content(m.content)
    return results


def _content(content: str | list[PartShape] | None) -> str:
    if isinstance(content, list):
        return "\n".join(part.text or "" for part in content)
    return content or ""


def _call(c: CallShape, answered: str | None) -> ToolCall:
    name, arguments = (c.function.name, c.function.arguments) if c.function else (c.name or "", c.arguments)
    result = answered if c.result is None else c.result
    return ToolCall(name=name, arguments=_arguments(arguments), result=result, step=c.step)


def _arguments(value: Any) -> Any:
    """An object where the text is the JSON of one; a malformed text is what the agent sent, and stays."""
    if not isinstance(value, str) or not value.lstrip().startswith("{"):
        return value
    try:
        found = json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, dict) else value


def _refuse(word: str) -> None:
    raise ValueError(word)
