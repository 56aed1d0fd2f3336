"""Fakes for the ports, for the tests of whoever builds on gaugeblock; each passes its port's contract."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from gaugeblock._reasons import Reason
from gaugeblock.errors import JudgeError
from gaugeblock.ports import Ask, Reply

__all__ = ["ScriptedModel"]


# ── Model ────────────────────────────────────────────────────────────────────────────────────────────────────────────

Answer = str | Reply | BaseException
"""A reply's text, a whole reply, or what is raised."""
Script = Mapping[str | tuple[str, int], Answer | Sequence[Answer]] | Callable[[Ask], Answer]


class ScriptedModel:
    """A `Model` that answers from a script, and remembers what it was asked.

    Args:
        script: By case id, or by case id and attempt (which is looked up first). One answer is given to every call; of a
            sequence the n-th call gets the n-th, so that `[error, reply]` is a fault that passes. Or a function of the
            question. What the script lacks is raised as `JudgeError` with the reason `no_recorded_reply`.
        before: Awaited at the start of every call: a place to hold calls, or to count those in flight.

    >>> import asyncio
    >>> from gaugeblock.case import Case
    >>> from gaugeblock.rubric import Rubric
    >>> model = ScriptedModel({"a": "first", ("a", 2): "second"})
    >>> ask = Ask(case=Case(id="a"), rubric=Rubric(name="r", dimensions=()), dimensions=(), system="", user="?", schema={})
    >>> asyncio.run(model.ask(ask)).text
    'first'
    """

    def __init__(
        self,
        script: Script,
        *,
        name: str = "scripted:judge",
        identity: Mapping[str, str] | None = None,
        uses_language_model: bool = True,
        settles: bool = False,
        before: Callable[[Ask], Awaitable[None]] | None = None,
    ) -> None:
        self.name = name
        self.uses_language_model = uses_language_model
        self.settles = settles
        self.asks: list[Ask] = []
        """Every question, in the order of arrival."""
        self.most_in_flight = 0
        """The largest number of questions open at one time."""
        self.closed = False
        self._script = script
        self._identity = {"model": name} if identity is None else dict(identity)
        self._before = before
        self._given: dict[str | tuple[str, int], int] = {}
        self._in_flight = 0

    def identity(self) -> Mapping[str, str]:
        """What was given as `identity`, else the name."""
        return dict(self._identity)

    async def ask(self, ask: Ask) -> Reply:
        """The scripted answer; raises what the script says."""
        self.asks.append(ask)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            if self._before is not None:
                await self._before(ask)
            answer = self._answer(ask)
        finally:
            self._in_flight -= 1
        if isinstance(answer, BaseException):
            raise answer
        return Reply(text=answer) if isinstance(answer, str) else answer

    async def close(self) -> None:
        """Sets `closed`."""
        self.closed = True

    def _answer(self, ask: Ask) -> Answer:
        if callable(self._script):
            return self._script(ask)
        for key in ((ask.case.id, ask.attempt), ask.case.id):
            if key in self._script:
                return self._next(key, self._script[key])
        return _not_scripted(ask)

    def _next(self, key: str | tuple[str, int], answers: Answer | Sequence[Answer]) -> Answer:
        if isinstance(answers, str | Reply | BaseException):
            return answers
        number = self._given.get(key, 0)
        self._given[key] = number + 1
        if number < len(answers):
            return answers[number]
        return JudgeError(
            f"the script has {len(answers)} answers for {key!r}, and this is call {number + 1}",
            reason=Reason.NO_RECORDED_REPLY,
        )


def _not_scripted(ask: Ask) -> JudgeError:
    return JudgeError(
        f"the script has no answer for case '{ask.case.id}', attempt {ask.attempt}", reason=Reason.NO_RECORDED_REPLY
    )


# ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
