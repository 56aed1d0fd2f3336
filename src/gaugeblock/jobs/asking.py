"""Asking a judge about one case: the call with its repeats after passing faults, the reading, the one re-ask."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from gaugeblock._conversation import answer_text
from gaugeblock._text import mask_secrets
from gaugeblock.case import Case
from gaugeblock.errors import JudgeError, JudgeUnavailableError
from gaugeblock.judging.believe import believe, complaint, void
from gaugeblock.judging.prompt import Prompter
from gaugeblock.judging.reply import Reading, read_reply
from gaugeblock.ports import Ask, Model, Reply
from gaugeblock.rubric import Rubric
from gaugeblock.verdict import Finding, JudgeCall, Reason, Verdict

__all__ = ["Asker", "Asking"]

_WORTH_ASKING_AGAIN = frozenset(
    {
        Reason.TRUNCATED,
        Reason.UNPARSABLE,
        Reason.EMPTY_REPLY,
        Reason.MISSING_DIMENSION,
        Reason.CONFLICT,
        Reason.OFF_SCALE,
        Reason.EVIDENCE_NOT_FOUND,
        Reason.EVIDENCE_MISSING,
        Reason.EVIDENCE_TRIVIAL,
    }
)
_FILTERED = frozenset({"content_filter", "content_filtered", "safety"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What came of asking about some dimensions of one case."""

    verdicts: tuple[Verdict, ...]
    calls: tuple[JudgeCall, ...]
    complaint: str = ""
    """What was wrong with the reply, for the judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Puts cases to one judge."""

    model: Model
    rubric: Rubric
    prompter: Prompter
    retries: int
    """How often one call is repeated after a passing fault; 0 is allowed."""
    now: Callable[[], datetime]
    sleep: Callable[[float], Awaitable[None]]
    rng: random.Random
    secrets: tuple[str, ...] = ()
    store_raw: bool = True
    longest_wait: float = 60.0
    """Seconds; a provider that asks for a longer pause is not waited for."""

    async def ask(self, case: Case, dimensions: tuple[str, ...], *, trial: int, per_dimension: bool) -> Asking:
        """The verdicts on `dimensions`, after at most one re-ask about those that went wrong.

        Raises:
            JudgeUnavailableError: the server refused the connection, every time, and gave no reply to this question.
        """
        question = self._question(case, dimensions, trial=trial, per_dimension=per_dimension)
        first = await self._attempt(question)
        troubled = tuple(v.dimension for v in first.verdicts if v.reason in _WORTH_ASKING_AGAIN)
        if not troubled or not self._can_answer_again(replace(question, attempt=2)):
            return first
        second = await self._attempt(
            self._question(case, troubled, trial=trial, per_dimension=per_dimension, attempt=2, why=first.complaint)
        )
        return Asking(verdicts=_merged(first.verdicts, second.verdicts), calls=first.calls + second.calls)

    def _question(
        self,
        case: Case,
        dimensions: tuple[str, ...],
        *,
        trial: int,
        per_dimension: bool,
        attempt: int = 1,
        why: str = "",
    ) -> Ask:
        prompt = self.prompter.prompt(case, dimensions, complaint=why)
        return Ask(
            case=case,
            rubric=self.rubric,
            dimensions=dimensions,
            system=prompt.system,
            user=prompt.user,
            schema=prompt.schema,
            trial=trial,
            attempt=attempt,
            per_dimension=per_dimension,
        )

    def _can_answer_again(self, question: Ask) -> bool:
        if not self.model.uses_language_model:
            return False
        has_reply = getattr(self.model, "has_reply", None)
        return has_reply is None or bool(has_reply(question))

    async def _attempt(self, question: Ask) -> Asking:
        blank = JudgeCall(
            case_id=question.case.id,
            trial=question.trial,
            attempt=question.attempt,
            dimension=question.dimensions[0] if question.per_dimension else None,
        )
        try:
            reply, retries = await self._call(question)
            blank = replace(blank, retries=retries)
            if isinstance(reply, JudgeError):
                return self._broken(question, _reason_of(reply), reply.message, blank)
            return self._take(question, reply, blank)
        except JudgeUnavailableError:
            raise
        except Exception as error:  # one case's failure becomes a record here
            return self._broken(question, Reason.JUDGE_ERROR, f"{type(error).__name__}: {error}", blank)

    def _take(self, question: Ask, reply: Reply, blank: JudgeCall) -> Asking:
        reply = self._with_clean_facts(reply)
        masked = mask_secrets(reply.text, self.secrets)
        call = replace(
            blank,
            reply=masked if self.store_raw else None,
            finish_reason=reply.finish_reason,
            served_model=reply.served_model,
            fingerprint=reply.fingerprint,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            latency_ms=reply.latency_ms,
            at=self.now(),
        )
        return self._understand(question, reply, call, clean=masked == reply.text)

    async def _call(self, question: Ask) -> tuple[Reply | JudgeError, int]:
        """The reply, or the fault that did not pass, and how many repeats it took.

        Raises:
            JudgeUnavailableError: the server refused the connection, every time.
        """
        reached = question.attempt > 1
        for repeat in range(self.retries + 1):
            try:
                return await self.model.ask(question), repeat
            except JudgeError as error:
                reached = reached or not isinstance(error, JudgeUnavailableError)
                pause = self._pause(error, repeat) if error.retryable and repeat < self.retries else None
                if pause is not None and pause <= self.longest_wait:
                    await self.sleep(pause)
                elif reached:
                    return error, repeat
                else:
                    raise
        raise AssertionError("the loop above returns or raises")

    def _pause(self, error: JudgeError, repeat: int) -> float:
        """Seconds before the next try: what the provider asks for, else doubling from 0.5 with full jitter."""
        if error.retry_after is not None:
            return error.retry_after
        return self.rng.uniform(0, min(8.0, 0.5 * 2.0**repeat))

    def _broken(self, question: Ask, reason: Reason, words: str, blank: JudgeCall) -> Asking:
        detail = mask_secrets(words, self.secrets)
        verdicts = void(question.dimensions, reason, detail, case=question.case, trial=question.trial, at=self.now())
        return Asking(verdicts=verdicts, calls=(replace(blank, error=detail, at=self.now()),))

    def _with_clean_facts(self, reply: Reply) -> Reply:
        """The reply with what the server says beside its text masked: some repeat the request."""
        words = (reply.finish_reason, reply.served_model, reply.fingerprint)
        clean = tuple(_masked_words(w, self.secrets) for w in words)
        if clean == words:
            return reply
        return replace(reply, finish_reason=clean[0], served_model=clean[1], fingerprint=clean[2])

    def _understand(self, question: Ask, reply: Reply, call: JudgeCall, *, clean: bool) -> Asking:
        """The verdicts of a reply; where it is clean of keys, so is everything said about it."""
        stopped = _stopped_by_provider(reply)
        if stopped is not None:
            detail = mask_secrets(stopped[1], self.secrets)
            verdicts = void(
                question.dimensions, stopped[0], detail, case=question.case, trial=question.trial, at=self.now()
            )
            return Asking(verdicts=verdicts, calls=(replace(call, error=detail),))
        reading = self._reading(question, reply)
        shared = reading.repairs + reading.notes
        verdicts = believe(
            reading.findings, case=question.case, rubric=self.rubric, trial=question.trial, at=self.now()
        )
        if shared:
            verdicts = tuple(replace(v, repairs=v.repairs + shared) for v in verdicts)
        if not clean:
            verdicts = tuple(self._masked(v) for v in verdicts)
        why = " ".join(filter(None, (reading.complaint, complaint(verdicts, self.rubric))))
        return Asking(verdicts=verdicts, calls=(call,), complaint=why)

    def _masked(self, verdict: Verdict) -> Verdict:
        def mask(text: str) -> str:
            return mask_secrets(text, self.secrets)

        return replace(
            verdict,
            detail=mask(verdict.detail),
            repairs=tuple(mask(r) for r in verdict.repairs),
            evidence=tuple(replace(e, quote=mask(e.quote)) for e in verdict.evidence),
        )

    def _reading(self, question: Ask, reply: Reply) -> Reading:
        if reply.findings is not None:
            return Reading(findings=tuple(_one_finding(name, reply.findings) for name in question.dimensions))
        output = question.case.output
        return read_reply(
            reply.text,
            rubric=self.rubric,
            dimensions=question.dimensions,
            finish_reason=reply.finish_reason,
            answer="" if output is None else answer_text(output),
        )


def _one_finding(name: str, findings: tuple[Finding, ...]) -> Finding:
    """What a judge without text found about one dimension; nothing, or several that differ, give no verdict."""
    own = [f for f in findings if f.dimension == name]
    if not own:
        return Finding(dimension=name, problem=Reason.MISSING_DIMENSION, detail=f"the judge found nothing on {name}")
    if any((f.verdict, f.score, f.problem) != (own[0].verdict, own[0].score, own[0].problem) for f in own):
        words = " and ".join(dict.fromkeys(str(f.verdict or f.score or f.problem) for f in own))
        return Finding(dimension=name, problem=Reason.CONFLICT, detail=f"the judge's findings disagree: {words}")
    return own[0]


@lru_cache(maxsize=256)
def _masked_words(words: str, secrets: tuple[str, ...]) -> str:
    """Masked; the same few words come with most replies."""
    return mask_secrets(words, secrets)


def _reason_of(error: JudgeError) -> Reason:
    """The reason of a fault of a server that has answered before: refusing now is a fault like another."""
    return Reason.PROVIDER_ERROR if isinstance(error, JudgeUnavailableError) else error.reason


def _stopped_by_provider(reply: Reply) -> tuple[Reason, str] | None:
    if reply.refusal is not None:
        return Reason.REFUSED, f"the judge declined: {reply.refusal}"
    if reply.finish_reason.lower() in _FILTERED:
        return Reason.CONTENT_FILTERED, "the provider's content filter stopped the reply"
    return None


def _merged(first: tuple[Verdict, ...], second: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """The first reply's verdicts, those asked for again replaced by the second's, which says so."""
    again = {v.dimension: v for v in second}
    return tuple(v if v.dimension not in again else _asked_again(v, again[v.dimension]) for v in first)


def _asked_again(before: Verdict, after: Verdict) -> Verdict:
    return replace(after, repairs=(*after.repairs, f"asked again: the first reply was {before.reason}"))
