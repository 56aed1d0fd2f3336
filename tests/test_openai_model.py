"""The OpenAI-compatible judge against a real HTTP server on 127.0.0.1: what it sends, and what it makes of every answer."""

import asyncio
import gzip
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from contracts.model_contract import SCHEMA, ModelContract, Replies, question
from gaugeblock._reasons import Reason
from gaugeblock.errors import ConfigError, JudgeError, JudgeUnavailableError
from gaugeblock.models.openai import OpenAICompatible, make_openai, required_key
from gaugeblock.ports import Model, Reply
from loopback import Answer, Cut, Garbage, Hang, Loopback, Received, Reset, Script, completion, refused_port

KEY = "sk-test-1234567890abcdefABCDEF"
NOON = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
TEMPERATURE_REFUSED = Answer(
    status=400,
    json={
        "error": {
            "message": "Unsupported value: 'temperature' does not support 0 with this model.",
            "type": "invalid_request_error",
            "param": "temperature",
            "code": "unsupported_value",
        }
    },
)


def openai(base_url: str, **changes: Any) -> OpenAICompatible:
    """A judge as a suite would make it."""
    given: dict[str, Any] = {
        "name": "openai:gpt-test",
        "model": "gpt-test",
        "base_url": base_url,
        "api_key": KEY,
        "max_tokens": 800,
        "timeout": 10.0,
        "concurrency": 8,
        "now": lambda: NOON,
    }
    return OpenAICompatible(**given | changes)


class Asked:
    """What came of some questions: replies or errors, the requests, the judge's identity afterwards."""

    def __init__(
        self, results: list[Reply | JudgeError], requests: list[Received], identity: Mapping[str, str]
    ) -> None:
        self.results = results
        self.requests = requests
        self.identity = identity

    @property
    def reply(self) -> Reply:
        """The only result, a reply."""
        (result,) = self.results
        assert isinstance(result, Reply), result
        return result

    @property
    def error(self) -> JudgeError:
        """The only result, an error."""
        (result,) = self.results
        assert isinstance(result, JudgeError), result
        return result


def asked(script: Script, *, times: int = 1, together: bool = False, path: str = "/v1", **changes: Any) -> Asked:
    """Ask a judge in front of a scripted server, one question after the other or all together."""

    async def one(model: OpenAICompatible, number: int) -> Reply | JudgeError:
        try:
            return await model.ask(question(f"case {number}"))
        except JudgeError as error:
            return error

    async def go() -> Asked:
        async with Loopback(script) as server:
            model = openai(server.url + path, **changes)
            try:
                if together:
                    results = list(await asyncio.gather(*(one(model, n) for n in range(times))))
                else:
                    results = [await one(model, n) for n in range(times)]
            finally:
                await model.close()
            return Asked(results, server.requests, model.identity())

    return asyncio.run(go())


class TestOpenAICompatibleIsAModel(ModelContract):
    @asynccontextmanager
    async def model(self, replies: Replies) -> AsyncIterator[Model]:
        def answer(request: Received) -> Answer:
            case_id, _, attempt = request.json["messages"][-1]["content"].rpartition("\n")[2].rpartition(":")
            if (case_id, int(attempt)) not in replies:
                return Answer(status=500, body=b"nothing recorded")
            text, word = replies[case_id, int(attempt)]
            return completion(text, finish_reason=word)

        async with Loopback(answer) as server:
            yield openai(server.url)


# ── what is sent ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1//"], ids=["no slash", "slash", "two slashes"])
def test_the_question_goes_to_chat_completions(path: str) -> None:
    """Path, method, headers and body, whole."""
    (request,) = asked(completion(), path=path).requests
    assert (request.method, request.path, request.query) == ("POST", "/v1/chat/completions", "")
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"].startswith("gaugeblock/")
    assert request.json == {
        "model": "gpt-test",
        "messages": [
            {"role": "system", "content": "You judge."},
            {"role": "user", "content": "Judge this: é \ud83d \x00\ncase 0:1"},
        ],
        "temperature": 0,
        "max_tokens": 800,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA},
        },
    }


def test_the_body_is_ascii() -> None:
    """Half surrogates and NUL travel as escapes."""
    (request,) = asked(completion()).requests
    assert request.body.isascii()
    assert b"\\ud83d \\u0000" in request.body


def test_a_question_of_two_megabytes_arrives_whole() -> None:
    """An answer of that size may be judged; nothing is warned of, nothing cut."""

    async def go() -> bytes:
        async with Loopback(completion()) as server:
            model = openai(server.url)
            await model.ask(replace(question("a"), user="x" * 2_000_000))
            await model.close()
            return server.requests[0].body

    assert asyncio.run(go()).count(b"x") > 2_000_000 - 1


def test_a_schema_of_another_mapping_kind_is_sent() -> None:
    """Schemas may be frozen."""

    async def go() -> Any:
        async with Loopback(completion()) as server:
            model = openai(server.url)
            frozen = MappingProxyType({"type": "object", "properties": MappingProxyType({})})
            await model.ask(replace(question("a"), schema=frozen))
            await model.close()
            return server.requests[0].json["response_format"]["json_schema"]["schema"]

    assert asyncio.run(go()) == {"type": "object", "properties": {}}


def test_questions_that_differ_are_each_sent_as_they_are() -> None:
    """System text and schema too, though most calls share them."""
    other = {"type": "object", "properties": {"tone": {"type": "string"}}}
    asks = [question("a"), replace(question("b"), system="Other."), replace(question("c"), system="", schema=other)]

    async def go() -> list[Any]:
        async with Loopback(completion()) as server:
            model = openai(server.url)
            for ask in [*asks, asks[0]]:
                await model.ask(ask)
            await model.close()
            return [request.json for request in server.requests]

    bodies = asyncio.run(go())
    assert [[m["content"] for m in body["messages"]] for body in bodies] == [
        ["You judge.", asks[0].user],
        ["Other.", asks[1].user],
        [asks[2].user],
        ["You judge.", asks[0].user],
    ]
    schemas = [b["response_format"]["json_schema"]["schema"] for b in bodies]
    assert schemas == [SCHEMA, SCHEMA, other, SCHEMA]


def test_without_a_key_no_authorization_is_sent() -> None:
    """A server on this machine needs none."""
    (request,) = asked(completion(), api_key=None).requests
    assert "authorization" not in request.headers


def test_own_headers_are_sent_and_win() -> None:
    """Whatever their letter case; each stands once."""
    (request,) = asked(completion(), headers={"authorization": "Custom abc", "X-Team": "quality"}).requests
    assert request.headers["Authorization"] == "Custom abc"
    assert request.headers["x-team"] == "quality"


def test_a_query_in_the_address_stays_behind_the_path() -> None:
    """Some gateways want a version there."""
    (request,) = asked(completion(), path="/openai/?api-version=2026-01-01").requests
    assert (request.path, request.query) == ("/openai/chat/completions", "api-version=2026-01-01")


@pytest.mark.parametrize(
    ("base_url", "name"),
    [("https://api.openai.com/v1", "max_completion_tokens"), ("https://other.example/v1", "max_tokens")],
    ids=["OpenAI itself", "everyone else"],
)
def test_the_output_limit_has_the_name_the_host_knows(base_url: str, name: str) -> None:
    """OpenAI's newer models refuse the old name; most other servers know only that."""
    model = openai(base_url)
    body = json.loads(model._body(question("a"), model._sending))
    assert {key for key in body if key.startswith("max_")} == {name}


def test_connections_are_kept_and_as_many_as_allowed() -> None:
    """One pool for all calls."""

    async def go() -> tuple[int, int]:
        async with Loopback(completion()) as server:
            model = openai(server.url, concurrency=3)
            await asyncio.gather(*(model.ask(question(str(n))) for n in range(30)))
            await model.close()
            return len(server.requests), len(server.connections)

    requests, connections = asyncio.run(go())
    assert requests == 30
    assert connections <= 3


def test_a_closed_model_opens_again() -> None:
    """`close` gives connections back; it is not an end."""

    async def go() -> int:
        async with Loopback(completion()) as server:
            model = openai(server.url)
            for _ in range(2):
                await model.ask(question("a"))
                await model.close()
            return len(server.requests)

    assert asyncio.run(go()) == 2


# ── a reply ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_whole_reply() -> None:
    """Text, finish reason, served model, fingerprint, tokens and latency."""
    reply = asked(completion('{"accuracy": 1}')).reply
    assert reply.text == '{"accuracy": 1}'
    assert reply.finish_reason == "stop"
    assert reply.refusal is None
    assert (reply.served_model, reply.fingerprint) == ("served-model-2026", "fp_1")
    assert (reply.prompt_tokens, reply.completion_tokens) == (11, 7)
    assert reply.latency_ms is not None
    assert 0 < reply.latency_ms < 10_000


PARTS = [
    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}], "text": "hm"},
    {"type": "text", "text": '{"a"'},
    {"type": "text", "text": ": 1}"},
]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (completion("x", reasoning_content="y", thinking="z", reasoning="w"), {"text": "x", "refusal": None}),
        (completion(PARTS), {"text": '{"a": 1}'}),  # type: ignore[arg-type]  # a list of parts, as some servers send
        (completion({"a": 1}), {"text": '{"a": 1}'}),  # type: ignore[arg-type]  # an object, as some servers send
        (completion(None), {"text": "", "refusal": None, "finish_reason": "stop"}),
        (completion(""), {"text": ""}),
        (completion(None, refusal="I can't help with that."), {"text": "", "refusal": "I can't help with that."}),
        (completion([{"type": "refusal", "refusal": "No."}]), {"text": "", "refusal": "No."}),  # type: ignore[arg-type]
        (completion("x", refusal=None), {"refusal": None}),
        (completion("", finish_reason="content_filter"), {"text": "", "finish_reason": "content_filter"}),
        (completion('{"a": ', finish_reason="length"), {"text": '{"a": ', "finish_reason": "length"}),
        (completion("x", finish_reason=None), {"text": "x", "finish_reason": ""}),
        (
            Answer(json={"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": "many"}, "model": 4}),
            {"text": "x", "served_model": "", "prompt_tokens": None, "completion_tokens": None},
        ),
        (
            Answer(
                body=b'\xef\xbb\xbf {"choices": [{"message": {"content": "x"}}]}', headers={"Content-Type": "text/html"}
            ),
            {"text": "x"},
        ),
        (
            Answer(
                body=gzip.compress(b'{"choices": [{"message": {"content": "zipped"}}]}'),
                headers={"Content-Encoding": "gzip", "Content-Type": "application/json"},
            ),
            {"text": "zipped"},
        ),
        (Answer(body=b'{"choices": [{"message": {"content": "a\xffb"}}]}'), {"text": "a�b"}),
    ],
    ids=[
        "thinking beside the content is not read",
        "a list of parts, the thinking left out",
        "an object as content",
        "null content",
        "empty content",
        "a refusal",
        "a refusal among the parts",
        "no refusal",
        "stopped by the content filter",
        "cut by the output limit",
        "no finish reason",
        "nothing but a message",
        "wrong content type and a byte-order mark",
        "gzip",
        "a byte that is no UTF-8",
    ],
)
def test_replies_of_many_servers(answer: Answer, expected: dict[str, Any]) -> None:
    """What is asserted is listed; the rest of the reply does not matter here."""
    reply = asked(answer).reply
    assert {name: getattr(reply, name) for name in expected} == expected


# ── stepping down ────────────────────────────────────────────────────────────────────────────────────────────────────


def error_400(message: str, *, status: int = 400, **more: Any) -> Answer:
    return Answer(status=status, json={"error": {"message": message, "type": "invalid_request_error", **more}})


def settings(request: Received) -> tuple[bool, str, str]:
    """Temperature sent, reply format, name of the output limit."""
    body = request.json
    limit = [key for key in body if key.startswith("max_")]
    return "temperature" in body, body.get("response_format", {}).get("type", "none"), limit[0] if limit else "none"


ALL = (True, "json_schema", "max_tokens")


@pytest.mark.parametrize(
    ("refusal", "then"),
    [
        (TEMPERATURE_REFUSED, (False, "json_schema", "max_tokens")),
        (error_400("`temperature` is deprecated for this model."), (False, "json_schema", "max_tokens")),
        (Answer(status=400, body=b"temperature is not supported"), (False, "json_schema", "max_tokens")),
        (
            Answer(
                status=422,
                json={"detail": [{"type": "extra_forbidden", "loc": ["body", "temperature"], "msg": "Extra"}]},
            ),
            (False, "json_schema", "max_tokens"),
        ),
        (
            Answer(json={"error": {"message": "unknown field temperature", "code": 400}}),
            (False, "json_schema", "max_tokens"),
        ),
        (
            Answer(status=400, json=[{"error": {"code": 400, "message": "Unknown name 'temperature'"}}]),
            (False, "json_schema", "max_tokens"),
        ),
        (
            error_400(
                "Invalid parameter: 'response_format' of type 'json_schema' is not supported", param="response_format"
            ),
            (True, "json_object", "max_tokens"),
        ),
        (error_400("This server has no structured outputs"), (True, "json_object", "max_tokens")),
        (
            Answer(status=400, json={"error": "'response_format.type' must be 'text'"}),
            (True, "json_object", "max_tokens"),
        ),
        (Answer(status=400, json={"message": "failed to parse grammar"}), (True, "json_object", "max_tokens")),
        (
            error_400(
                "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                param="max_tokens",
            ),
            (True, "json_schema", "max_completion_tokens"),
        ),
    ],
    ids=[
        "temperature by param",
        "temperature by its name in the message",
        "temperature in plain text",
        "temperature in a validation error",
        "temperature with status 200 and an error inside",
        "temperature in a list of errors",
        "json_schema by param",
        "structured output in words",
        "response_format as a bare string",
        "a grammar",
        "max_tokens",
    ],
)
def test_a_refused_setting_is_left_out_once_and_for_all(refusal: Answer, then: tuple[bool, str, str]) -> None:
    """One refusal, one further request, one reply; the next question does not try it again."""
    result = asked([refusal, completion("a"), completion("b")], times=2)
    assert [settings(r) for r in result.requests] == [ALL, then, then]
    assert [r.text for r in result.results if isinstance(r, Reply)] == ["a", "b"]


def test_everything_can_be_stepped_down_one_after_the_other() -> None:
    """Down to the bare question; the identity says what is sent."""
    script = [
        TEMPERATURE_REFUSED,
        error_400("json_schema is unknown"),
        error_400("'messages' must contain the word 'json' to use 'response_format'", param="messages"),
        error_400("max_tokens is unknown", param="max_tokens"),
        error_400("max_completion_tokens is unknown"),
        completion("done"),
    ]
    result = asked(script)
    assert [settings(r) for r in result.requests][1:] == [
        (False, "json_schema", "max_tokens"),
        (False, "json_object", "max_tokens"),
        (False, "none", "max_tokens"),
        (False, "none", "max_completion_tokens"),
        (False, "none", "none"),
    ]
    assert result.reply.text == "done"
    assert result.identity == {
        "model": "openai:gpt-test",
        "temperature": "not sent",
        "response_format": "none",
        "max_tokens": "not sent",
    }


def test_the_identity_before_any_step() -> None:
    """What is sent; neither the address nor the key."""
    assert asked(completion()).identity == {
        "model": "openai:gpt-test",
        "temperature": "0",
        "response_format": "json_schema",
        "max_tokens": "800",
    }


def test_many_calls_in_flight_step_down_once_for_one_fault() -> None:
    """All are refused the schema, none goes past plain JSON mode."""

    def answer(request: Received) -> Answer:
        refused = settings(request)[1] == "json_schema" or "temperature" in request.json
        word = "temperature" if "temperature" in request.json else "response_format"
        return error_400(f"{word} is not supported", param=word) if refused else completion()

    result = asked(answer, times=8, together=True)
    assert all(isinstance(r, Reply) for r in result.results)
    assert result.identity["response_format"] == "json_object"
    assert {settings(r)[1] for r in result.requests} == {"json_schema", "json_object"}


def test_a_refusal_that_only_mentions_the_word_changes_nothing_for_others() -> None:
    """The server echoes a patient's text; leaving out the temperature does not help, so it is sent the next time."""
    echo = error_400("bad character in 'her temperature was 38.5'")
    result = asked([echo, echo, completion()], times=2)
    assert [settings(r)[0] for r in result.requests] == [True, False, True]
    assert isinstance(result.results[0], JudgeError)
    assert result.identity["temperature"] == "0"


def test_a_setting_refused_by_name_is_remembered_though_the_next_answer_is_a_fault() -> None:
    """The repeat after a rate limit does not try it again."""
    result = asked([TEMPERATURE_REFUSED, Answer(status=429), completion()], times=2)
    assert [settings(r)[0] for r in result.requests] == [True, False, False]


def test_a_limit_that_is_too_high_is_an_error_not_a_step() -> None:
    """Sending no limit would hide it."""
    result = asked(error_400("max_tokens is too large: 800. This model supports at most 512.", param="max_tokens"))
    assert len(result.requests) == 1
    assert "too large" in result.error.message


def test_another_400_is_not_asked_again() -> None:
    """Nothing to leave out."""
    result = asked(error_400("the model is on holiday"))
    assert len(result.requests) == 1
    assert not result.error.retryable


# ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def failing(
    status: int, message: str = "so it is", headers: Mapping[str, str] = MappingProxyType({}), **more: Any
) -> Answer:
    return Answer(status=status, json={"error": {"message": message, **more}}, headers=headers)


@pytest.mark.parametrize(
    ("answer", "reason", "retryable", "words"),
    [
        (failing(401, "Incorrect API key"), Reason.PROVIDER_ERROR, False, "401 Unauthorized: Incorrect API key (check the judge's key)"),
        (failing(403), Reason.PROVIDER_ERROR, False, "403 Forbidden: so it is (check the judge's key)"),
        (failing(404), Reason.PROVIDER_ERROR, False, "404 Not Found: so it is (either there is no model 'gpt-test' or /v1/chat/completions is not the path: see judge.base_url)"),
        (Answer(status=404, json={"error": "model 'x' not found"}), Reason.PROVIDER_ERROR, False, "404 Not Found: model 'x' not found (either"),
        (failing(402), Reason.PROVIDER_ERROR, False, "402 Payment Required"),
        (failing(408), Reason.PROVIDER_ERROR, True, "408"),
        (failing(409), Reason.PROVIDER_ERROR, True, "409"),
        (failing(425), Reason.PROVIDER_ERROR, True, "425"),
        (failing(500), Reason.PROVIDER_ERROR, True, "500 Internal Server Error: so it is"),
        (failing(501), Reason.PROVIDER_ERROR, False, "501"),
        (failing(502), Reason.PROVIDER_ERROR, True, "502"),
        (failing(503, "Loading model"), Reason.PROVIDER_ERROR, True, "503 Service Unavailable: Loading model"),
        (failing(504), Reason.PROVIDER_ERROR, True, "504"),
        (failing(529, "Overloaded"), Reason.PROVIDER_ERROR, True, "529: Overloaded"),
        (failing(429), Reason.RATE_LIMITED, True, "429 Too Many Requests: so it is"),
        (failing(429, code="insufficient_quota"), Reason.RATE_LIMITED, False, "429"),
        (failing(429, headers={"x-should-retry": "true"}, type="insufficient_quota"), Reason.RATE_LIMITED, False, "429"),
        (failing(500, headers={"x-should-retry": "false"}), Reason.PROVIDER_ERROR, False, "500"),
        (failing(401, headers={"x-should-retry": "true"}), Reason.PROVIDER_ERROR, True, "401"),
        (failing(400, code="context_length_exceeded"), Reason.SOURCE_TOO_LONG, False, "400"),
        (failing(400, "This model's maximum context length is 4096 tokens."), Reason.SOURCE_TOO_LONG, False, "4096"),
        (failing(400, "'max_tokens' is too large: 800. This model's maximum context length is 512 tokens", param="max_tokens"), Reason.SOURCE_TOO_LONG, False, "512"),
        (failing(400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."), Reason.SOURCE_TOO_LONG, False, "5000"),
        (failing(400, "the request exceeds the available context size", type="exceed_context_size_error"), Reason.SOURCE_TOO_LONG, False, "context size"),
        (failing(500, "Context size has been exceeded."), Reason.SOURCE_TOO_LONG, False, "exceeded"),
        (failing(400, "the input length exceeds the context length"), Reason.SOURCE_TOO_LONG, False, "context length"),
        (failing(400, "prompt is too long: 210000 tokens > 200000 maximum"), Reason.SOURCE_TOO_LONG, False, "210000"),
        (Answer(json={"error": {"code": 400, "message": "the request exceeds the available context size"}}), Reason.SOURCE_TOO_LONG, False, "400"),
        (Answer(status=413), Reason.SOURCE_TOO_LONG, False, "413"),
        (failing(400, "filtered", code="content_filter"), Reason.CONTENT_FILTERED, False, "filtered"),
        (Answer(status=500, body=b"<html>Bad</html>"), Reason.PROVIDER_ERROR, True, "500 Internal Server Error: <html>Bad</html>"),
        (Answer(status=500), Reason.PROVIDER_ERROR, True, "500 Internal Server Error"),
        (failing(500, headers={"x-request-id": "req_7"}), Reason.PROVIDER_ERROR, True, "so it is [request req_7]"),
        (Answer(json={"error": {"message": "slow down", "code": 429}}), Reason.RATE_LIMITED, True, "429 Too Many Requests: slow down"),
        (Answer(json={"error": "gone"}), Reason.PROVIDER_ERROR, False, "200 OK: gone"),
        (Answer(json={"choices": []}), Reason.PROVIDER_ERROR, False, '200 without choices: {"choices": []}'),
        (Answer(json={"choices": [{"text": "old style"}]}), Reason.PROVIDER_ERROR, False, "200 with a choice that has no message"),
        (Answer(json=[1]), Reason.PROVIDER_ERROR, False, "200 without choices: [1]"),
        (Answer(body=b"<!DOCTYPE html><p>Welcome", headers={"Content-Type": "text/html"}), Reason.PROVIDER_ERROR, False, "200 with a body that is not JSON (text/html): <!DOCTYPE html><p>Welcome"),
        (Answer(body=b"", headers={"Content-Type": "application/json"}), Reason.PROVIDER_ERROR, False, "not JSON (application/json): an empty body"),
        (Answer(body=b"[" * 100_000), Reason.PROVIDER_ERROR, False, "not JSON"),
        (Answer(status=307, headers={"Location": "https://elsewhere.example/v2"}), Reason.PROVIDER_ERROR, False, "307 redirect to https://elsewhere.example/v2, which is not followed: correct judge.base_url"),
        (Answer(body=b" " * 10_000_001), Reason.PROVIDER_ERROR, False, "200 with a body of more than 10 MB, which is refused"),
        (Answer(body=gzip.compress(b" " * 10_000_001), headers={"Content-Encoding": "gzip"}), Reason.PROVIDER_ERROR, False, "more than 10 MB"),
        (Answer(body=b"no gzip", headers={"Content-Encoding": "gzip"}), Reason.PROVIDER_ERROR, True, "closed before the reply was complete"),
        (Cut(), Reason.PROVIDER_ERROR, True, "connection closed before the reply was complete"),
        (Cut(promised=None), Reason.PROVIDER_ERROR, True, "connection closed before the reply was complete: the JSON breaks off"),
        (Reset(), Reason.PROVIDER_ERROR, True, "connection closed before the reply was complete"),
        (Garbage(), Reason.PROVIDER_ERROR, False, "does not answer in HTTP"),
    ],
    ids=lambda value: None if isinstance(value, Reason | bool) or not isinstance(value, str) else value[:60],
)  # fmt: skip
def test_every_fault_is_an_error_that_says_what_happened(
    answer: Any, reason: Reason, retryable: bool, words: str
) -> None:
    """Reason, whether to ask again, and the words; one request each."""
    result = asked(answer)
    assert len(result.requests) == 1
    assert words in result.error.message
    assert (result.error.reason, result.error.retryable) == (reason, retryable)
    assert not isinstance(result.error, JudgeUnavailableError)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "2"}, 2.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "2", "retry-after-ms": "1850"}, 1.85),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:30 -0000"}, 30.0),
        ({"Retry-After": "Mon, 30 Nov 2026 11:59:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After": "nan", "retry-after-ms": "inf"}, None),
    ],
    ids=["absent", "seconds", "part of a second", "milliseconds first", "a date", "a date without zone", "a date gone by",
         "words", "negative", "no number"],
)  # fmt: skip
def test_the_pause_a_provider_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    """In seconds from now, which is noon here."""
    assert asked(failing(429, headers=headers)).error.retry_after == seconds
    assert asked(failing(503, headers=headers)).error.retry_after == seconds


def test_a_hanging_server_is_a_timeout() -> None:
    """The deadline holds, and asking again may help."""
    error = asked(Hang(), timeout=0.2).error
    assert error.message == "no reply within 0.2 s"
    assert (error.reason, error.retryable) == (Reason.TIMEOUT, True)


def test_the_deadline_covers_the_steps_down() -> None:
    """A question has one deadline, however often it is re-sent."""
    assert asked([TEMPERATURE_REFUSED, Hang()], timeout=0.3).error.reason is Reason.TIMEOUT


def test_a_cancelled_question_is_cancelled() -> None:
    """Cancelling is not a time-out."""

    async def go() -> None:
        async with Loopback(Hang()) as server:
            model = openai(server.url)
            task = asyncio.create_task(model.ask(question("a")))
            await server.arrived.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await model.close()

    asyncio.run(go())


def ask_at(base_url: str) -> JudgeError:
    async def go() -> JudgeError:
        model = openai(base_url)
        try:
            with pytest.raises(JudgeError) as caught:
                await model.ask(question("a"))
        finally:
            await model.close()
        return caught.value

    return asyncio.run(go())


def test_a_refusal_among_other_errors_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with two addresses, as `localhost` has without IPv6: one cannot be reached, the other refuses."""
    with refused_port() as port:
        names = [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", port, 0, 0)),
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)),
        ]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: names)
        error = ask_at(f"http://judge.localhost:{port}/v1")
    assert isinstance(error, JudgeUnavailableError), error


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["one address", "several addresses"])
def test_a_refused_connection_is_a_judge_that_is_not_there(host: str) -> None:
    """The job skips or retries; the words name the place."""
    with refused_port() as port:
        error = ask_at(f"http://{host}:{port}/v1")
        assert isinstance(error, JudgeUnavailableError)
        assert error.message == f"http://{host}:{port} refused the connection"
        assert error.reason is Reason.JUDGE_UNAVAILABLE


def test_an_unknown_host_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The resolver's own error; no name is looked up outside."""

    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    error = ask_at("http://judge.invalid/v1")
    assert "the host name judge.invalid is not known (DNS)" in error.message
    assert not error.retryable


def test_a_server_without_tls_is_named() -> None:
    """https where only http is spoken."""

    async def go() -> JudgeError:
        async with Loopback(completion()) as server:
            model = openai(server.url.replace("http:", "https:"))
            with pytest.raises(JudgeError) as caught:
                await model.ask(question("a"))
            await model.close()
            return caught.value

    error = asyncio.run(go())
    assert "no secure connection (TLS) to https://127.0.0.1" in error.message
    assert not error.retryable


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole address goes to the proxy, which here answers itself."""

    async def go() -> tuple[str, list[Received]]:
        async with Loopback(completion("by proxy")) as server:
            monkeypatch.setenv("http_proxy", server.url)
            monkeypatch.setenv("no_proxy", "")
            model = openai("http://judge.invalid/v1")
            reply = await model.ask(question("a"))
            await model.close()
            return reply.text, server.requests

    text, requests = asyncio.run(go())
    assert text == "by proxy"
    assert requests[0].headers["host"] == "judge.invalid"


def test_loopback_never_goes_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local server stays local."""
    with refused_port() as port:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{port}")
        assert asked(completion("direct")).reply.text == "direct"


# ── making one ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"base_url": "judge.example/v1"}, "expected an address such as https://host/v1, got 'judge.example/v1'"),
        ({"base_url": "ftp://judge.example"}, "expected an address"),
        ({"base_url": "https://user:pass@judge.example"}, "a user name, password or fragment"),
        ({"base_url": "https://judge.example:99999"}, "judge.base_url: Port out of range"),
        ({"headers": {"X Y": "a"}}, "'X Y' cannot be the name of an HTTP header"),
        ({"headers": {"X-Y": "a\r\nInjected: b"}}, "the value of 'X-Y' has a line break"),
    ],
    ids=["no scheme", "wrong scheme", "credentials in the address", "no such port", "header name", "header value"],
)
def test_what_cannot_be_used_is_refused_when_it_is_made(changes: dict[str, Any], words: str) -> None:
    """Before any call, and without showing a value that may be a key."""
    with pytest.raises(ConfigError) as caught:
        openai(**{"base_url": "https://judge.example"} | changes)
    assert words in str(caught.value)
    assert "Injected" not in str(caught.value)
    assert "pass@" not in str(caught.value)


@pytest.mark.parametrize(
    "base_url",
    [
        "http://127.0.0.1:1/v1",
        "http://127.8.9.1/v1",
        "http://[::1]:1/v1",
        "http://localhost:11434/v1",
        "http://LOCALHOST/",
    ],
)
def test_this_machine_needs_no_key(base_url: str) -> None:
    """127.0.0.0/8, ::1 and localhost."""
    assert required_key(base_url, variable="JUDGE_KEY", value=None) is None


@pytest.mark.parametrize("base_url", ["https://api.openai.com/v1", "http://10.0.0.1/v1", "http://localhost.example/v1"])
@pytest.mark.parametrize("value", [None, "", " \n"], ids=["unset", "empty", "blank"])
def test_a_missing_key_names_the_variable(base_url: str, value: str | None) -> None:
    """Exit 2 before any call."""
    with pytest.raises(ConfigError, match="the environment variable JUDGE_KEY is not set"):
        required_key(base_url, variable="JUDGE_KEY", value=value)


def test_credentials_in_headers_stand_for_the_key() -> None:
    """Azure's `api-key`, for one."""
    assert required_key("https://a.example", variable="K", value=None, headers={"API-Key": "x"}) is None


def test_a_key_is_used_without_the_line_end_it_was_pasted_with() -> None:
    """Blanks inside are refused, and the key is not shown."""
    assert required_key("https://a.example", variable="K", value=f" {KEY}\n") == KEY
    with pytest.raises(ConfigError, match="The key in K has a blank") as caught:
        required_key("https://a.example", variable="K", value="abcdef ghijkl")
    assert "ghijkl" not in str(caught.value)


def made(**changes: Any) -> OpenAICompatible:
    given: dict[str, Any] = {
        "base_url": None,
        "api_key_env": None,
        "headers": {"X-Team": "${TEAM}"},
        "max_tokens": 500,
        "timeout": 3.0,
        "concurrency": 4,
    }
    return make_openai(
        "gpt-5-mini",
        SimpleNamespace(**given | changes),
        key={"OPENAI_API_KEY": KEY, "OTHER": "other-key-00112233"}.get,
        expand=lambda text: text.replace("${TEAM}", "quality-team"),
    )


@pytest.mark.parametrize(
    ("variable", "key"), [(None, KEY), ("OTHER", "other-key-00112233")], ids=["usual variable", "named variable"]
)
def test_a_suite_makes_one(variable: str | None, key: str) -> None:
    """Key by the variable's name, header values filled, OpenAI's own address by default."""
    model = made(api_key_env=variable)
    assert model.identity()["model"] == "openai:gpt-5-mini"
    assert set(model.secrets) == {key, "quality-team"}
    assert model._endpoint._url == "https://api.openai.com/v1/chat/completions"


def test_a_suite_with_a_variable_that_is_not_set_is_refused() -> None:
    """The message names the variable."""
    with pytest.raises(ConfigError, match="NOT_THERE is not set"):
        made(api_key_env="NOT_THERE")


def test_a_suite_without_a_model_name_is_refused() -> None:
    """`openai:` alone."""
    with pytest.raises(ConfigError, match="expected a model's name"):
        make_openai(" ", SimpleNamespace(), key=lambda _: None, expand=str)
