"""What every `Model` must do; a test class inherits `ModelContract` and says how to make one.

A judge is given as replies by case id and attempt; the questions come from `question`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from gaugeblock._digest import canonical_json
from gaugeblock._reasons import Reason
from gaugeblock.case import Case, Output
from gaugeblock.errors import JudgeError
from gaugeblock.ports import Ask, Model, Reply
from gaugeblock.rubric import BinaryDimension, Rubric

__all__ = ["ModelContract", "Replies", "question"]

Replies = Mapping[tuple[str, int], tuple[str, str]]
"""Case id and attempt → text and finish reason."""

RUBRIC = Rubric(
    name="contract",
    dimensions=(
        BinaryDimension(name="accuracy", question="Is it right?", pass_when="It agrees with the source."),
        BinaryDimension(name="tone", question="Is it kind?", pass_when="It is kind."),
    ),
)
SCHEMA = {
    "type": "object",
    "properties": {"accuracy": {"type": "string"}, "tone": {"type": "string"}},
    "required": ["accuracy", "tone"],
    "additionalProperties": False,
}
STRANGE_TEXTS = {
    "plain JSON": '{"accuracy": {"verdict": "pass", "evidence": "Nine o\'clock."}}',
    "fenced, with line ends": '```json\r\n{"accuracy": 1}\n```\n',
    "half surrogate": "\ud83d and \udc00",
    "control characters": "a\x00b\x1b[31mc\x7f",
    "other scripts": "שלום 你好 😀 ﷽",
    "empty": "",
    "line separators": "a\u2028b\u2029c\x85d",
}


def question(case_id: str, *, attempt: int = 1, trial: int = 1, dimensions: tuple[str, ...] = RUBRIC.names) -> Ask:
    """A question about one case; its text ends with `case:attempt`."""
    return Ask(
        case=Case(id=case_id, input="When?", output=Output(text="At nine.")),
        rubric=RUBRIC,
        dimensions=dimensions,
        system="You judge.",
        user=f"Judge this: é \ud83d \x00\n{case_id}:{attempt}",
        schema=SCHEMA,
        trial=trial,
        attempt=attempt,
        per_dimension=len(dimensions) == 1,
    )


class ModelContract:
    """The tests. `model` opens a judge that gives these replies, and has none for anything else."""

    def model(self, replies: Replies) -> AbstractAsyncContextManager[Model]:
        """The judge under test."""
        raise AssertionError("a test class says how its judge is made")

    def with_model(self, replies: Replies, use: Callable[[Model], Awaitable[Any]]) -> Any:
        """What `use` returns, with the judge open."""

        async def go() -> Any:
            async with self.model(replies) as model:
                try:
                    return await use(model)
                finally:
                    await model.close()

        return asyncio.run(go())

    def test_it_is_a_model(self) -> None:
        """It has all that the port names."""

        async def use(model: Model) -> None:
            assert isinstance(model, Model)
            assert isinstance(model.name, str)
            assert model.name
            assert isinstance(model.uses_language_model, bool)
            assert isinstance(model.settles, bool)

        self.with_model({}, use)

    def test_its_identity_is_text_that_stays(self) -> None:
        """Names to texts, with the model among them, the same before and after a call that changes nothing."""

        async def use(model: Model) -> tuple[Mapping[str, str], Mapping[str, str]]:
            before = model.identity()
            await model.ask(question("a"))
            return before, model.identity()

        before, after = self.with_model({("a", 1): ("{}", "stop")}, use)
        assert before["model"]
        assert all(isinstance(k, str) and isinstance(v, str) for k, v in before.items())
        assert canonical_json(dict(before)) == canonical_json(dict(after))

    @pytest.mark.parametrize("text", STRANGE_TEXTS.values(), ids=STRANGE_TEXTS.keys())
    def test_the_reply_is_what_was_sent_to_the_character(self, text: str) -> None:
        """Nothing is trimmed, repaired or lost on the way."""
        reply = self.with_model({("a", 1): (text, "stop")}, lambda model: model.ask(question("a")))
        assert isinstance(reply, Reply)
        assert reply.text == text

    @pytest.mark.parametrize("word", ["stop", "length", "content_filter"])
    def test_the_finish_reason_is_passed_on(self, word: str) -> None:
        """The provider's own word, since a cut reply is told by it."""
        reply = self.with_model({("a", 1): ("{", word)}, lambda model: model.ask(question("a")))
        assert reply.finish_reason == word

    def test_calls_at_the_same_time_get_their_own_replies(self) -> None:
        """Order of completion does not matter."""
        names = [f"case {n}" for n in range(40)]

        async def use(model: Model) -> list[Reply]:
            return await asyncio.gather(*(model.ask(question(n)) for n in names))

        replies = self.with_model({(n, 1): (f"reply to {n}", "stop") for n in names}, use)
        assert [r.text for r in replies] == [f"reply to {n}" for n in names]

    def test_a_re_ask_gets_the_second_reply(self) -> None:
        """Attempt 1 and attempt 2 are two questions."""

        async def use(model: Model) -> list[str]:
            return [(await model.ask(question("a", attempt=n))).text for n in (1, 2)]

        assert self.with_model({("a", 1): ("first", "stop"), ("a", 2): ("second", "stop")}, use) == ["first", "second"]

    def test_no_reply_is_an_error_with_a_reason(self) -> None:
        """Never an empty reply, never another exception."""
        with pytest.raises(JudgeError) as caught:
            self.with_model({("a", 1): ("{}", "stop")}, lambda model: model.ask(question("b")))
        assert isinstance(caught.value.reason, Reason)
        assert caught.value.message

    def test_a_failure_does_not_spoil_the_next_call(self) -> None:
        """One case's trouble stays its own."""

        async def use(model: Model) -> str:
            with pytest.raises(JudgeError):
                await model.ask(question("b"))
            return (await model.ask(question("a"))).text

        assert self.with_model({("a", 1): ("fine", "stop")}, use) == "fine"

    def test_closing_twice_is_allowed(self) -> None:
        """Also before the first call."""

        async def use(model: Model) -> None:
            await model.close()
            await model.close()

        self.with_model({}, use)
