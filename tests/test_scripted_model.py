"""The fake judge keeps the contract of real ones, and does what its script says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from contracts.model_contract import ModelContract, Replies, question
from gaugeblock._reasons import Reason
from gaugeblock.errors import JudgeError
from gaugeblock.ports import Ask, Model, Reply
from gaugeblock.testing import ScriptedModel


class TestScriptedModelIsAModel(ModelContract):
    @asynccontextmanager
    async def model(self, replies: Replies) -> AsyncIterator[Model]:
        yield ScriptedModel({k: Reply(text=text, finish_reason=word) for k, (text, word) in replies.items()})


def ask(model: ScriptedModel, *asks: Ask) -> list[str]:
    """The replies' texts; an error's message in place of a reply."""

    async def one(question: Ask) -> str:
        try:
            return (await model.ask(question)).text
        except JudgeError as error:
            return f"{error.reason}: {error.message}"

    async def go() -> list[str]:
        return [await one(question) for question in asks]

    return asyncio.run(go())


def test_a_sequence_gives_its_answers_in_order_then_says_that_it_ended() -> None:
    """An error first makes a fault that passes."""
    model = ScriptedModel({"a": [JudgeError("busy", reason=Reason.RATE_LIMITED, retryable=True), "reply"]})
    assert ask(model, question("a"), question("a"), question("a")) == [
        "rate_limited: busy",
        "reply",
        "no_recorded_reply: the script has 2 answers for 'a', and this is call 3",
    ]


def test_case_and_attempt_goes_before_case() -> None:
    """The re-ask can have its own answer."""
    model = ScriptedModel({"a": "any", ("a", 2): "second"})
    assert ask(model, question("a", attempt=2), question("a"), question("a")) == ["second", "any", "any"]


def test_a_function_of_the_question_answers() -> None:
    """For scripts that depend on more than case and attempt."""
    model = ScriptedModel(lambda q: f"{q.case.id} {','.join(q.dimensions)} {q.trial}")
    assert ask(model, question("a", trial=3, dimensions=("tone",))) == ["a tone 3"]


def test_it_remembers_what_it_was_asked_and_how_many_at_a_time() -> None:
    """A test of a job looks at these."""

    async def go() -> ScriptedModel:
        gate = asyncio.Barrier(3)

        async def together(_: Ask) -> None:
            await gate.wait()

        model = ScriptedModel(lambda q: q.case.id, before=together)
        await asyncio.gather(*(model.ask(question(n)) for n in "abc"))
        await model.close()
        return model

    model = asyncio.run(go())
    assert [q.case.id for q in model.asks] == ["a", "b", "c"]
    assert model.most_in_flight == 3
    assert model.closed


def test_what_the_script_lacks_is_named() -> None:
    """The error says which case and attempt."""
    with pytest.raises(JudgeError, match="no answer for case 'b', attempt 2"):
        asyncio.run(ScriptedModel({"a": "x"}).ask(question("b", attempt=2)))
