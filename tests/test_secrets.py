"""Keys stay out of every text, however a provider writes them back; ordinary text stays as it is."""

import asyncio
import html
import json
import re
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.model_contract import question
from gaugeblock._text import mask_secrets
from gaugeblock.errors import ConfigError, JudgeError
from gaugeblock.models.openai import OpenAICompatible
from loopback import Answer, Loopback

KEY = "sk-test-1234567890abcdefABCDEF"
ODD_KEY = 'aB3/xY+z9="q&k<7>\\w%41_T~é'
"""Every character that some encoding writes differently."""

ENCODINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "upper case": str.upper,
    "lower case": str.lower,
    "percent": lambda key: quote(key, safe=""),
    "percent, slashes kept": quote,
    "percent, plus for blanks": quote_plus,
    "percent, lower case": lambda key: quote(key, safe="").lower(),
    "percent of every byte": lambda key: "".join(f"%{b:02X}" for b in key.encode()),
    "percent twice": lambda key: quote(quote(key, safe=""), safe=""),
    "JSON": lambda key: json.dumps(key)[1:-1],
    "JSON, not only ASCII": lambda key: json.dumps(key, ensure_ascii=False)[1:-1],
    "JSON in JSON": lambda key: json.dumps(json.dumps(key)),
    "JSON, every character": lambda key: "".join(f"\\u{ord(c):04x}" for c in key),
    "JSON, slashes too": lambda key: json.dumps(key)[1:-1].replace("/", "\\/"),
    "HTML": lambda key: html.escape(key),
    "Python": repr,
    "base64": lambda key: b64encode(key.encode()).decode(),
    "base64 as user": lambda key: b64encode(f"{key}:".encode()).decode(),
    "base64 as password": lambda key: b64encode(f"api:{key}".encode()).decode(),
    "base64 as another password": lambda key: b64encode(f"us:{key}\n".encode()).decode(),
    "base64 for addresses": lambda key: urlsafe_b64encode(f"a{key}".encode()).decode(),
    "base64, percent": lambda key: quote(b64encode(key.encode()).decode(), safe=""),
    "its beginning": lambda key: key[:8],
    "its beginning and dots": lambda key: f"{key[:12]}...",
    "its middle": lambda key: key[5:16],
    "its end": lambda key: key[-9:],
}


def traces_of(key: str, text: str) -> set[str]:
    """Eight characters of the key in a row, in any letter case, in the text or in what it decodes to."""
    plain = [text]
    for _ in range(3):
        step = unquote(html.unescape(plain[-1]))
        step = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), step)
        plain.append(re.sub(r"\\(.)", r"\1", step))
    for token in re.findall(r"[A-Za-z0-9+/_-]{8,}", "\n".join(plain)):
        for start in range(4):
            cut = token[start:].replace("-", "+").replace("_", "/")
            plain.append(b64decode(cut[: len(cut) // 4 * 4]).decode("utf-8", "replace"))
    everything = "\n".join(plain).lower()
    windows = {key[i : i + 8].lower() for i in range(max(1, len(key) - 7))}
    return {window for window in windows if window in everything}


@pytest.mark.parametrize("key", [KEY, ODD_KEY], ids=["usual key", "odd key"])
@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_a_given_key_is_found_in_every_encoding(key: str, encode: Callable[[str], str]) -> None:
    """What stands around it stays."""
    masked = mask_secrets(f"401 from host: [{encode(key)}] is wrong", [key])
    assert traces_of(key, masked) == set()
    assert re.fullmatch(r"401 from host: \[.*\] is wrong", masked, re.DOTALL)
    assert "***" in masked


keys = st.text(
    alphabet="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=~!$%&\"'\\<>",
    min_size=12,
    max_size=80,
)


@given(
    key=keys,
    before=st.text(max_size=60),
    after=st.text(max_size=60),
    encode=st.sampled_from([e for name, e in ENCODINGS.items() if not name.startswith("its ")]),
)
def test_no_random_key_survives(key: str, before: str, after: str, encode: Callable[[str], str]) -> None:
    """Planted anywhere in any text, in any encoding."""
    text = f"{before} {encode(key)} {after}"
    assert traces_of(key, mask_secrets(text, [key])) <= traces_of(key, f"{before} \n {after}")


@given(key=keys, start=st.integers(0, 72), length=st.integers(8, 80))
def test_no_piece_of_a_random_key_survives(key: str, start: int, length: int) -> None:
    """Eight characters and more from anywhere in it."""
    piece = key[start : start + length]
    if len(piece) >= 8:
        assert piece.lower() not in mask_secrets(f"key ({piece}) refused", [key]).lower()


@given(text=st.text(), secrets=st.lists(st.text(max_size=40), max_size=4))
def test_masking_never_fails_and_is_done_once(text: str, secrets: list[str]) -> None:
    """Any text, any secrets; masking what is masked finds nothing more of the secrets themselves."""
    masked = mask_secrets(text, secrets)
    for secret in secrets:
        if len(secret) >= 8 and secret.lower() not in {
            "password",
            "undefined",
            "placeholder",
            "not-needed",
            "lm-studio",
        }:
            assert secret not in masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Incorrect API key provided: sk-test-**********CDEF.", "Incorrect API key provided: *************CDEF."),
        ("it ends in ****bcdefABCDEF", "it ends in *******"),
        ("it ends in ****ABCDEF", "it ends in *******"),
        ("it ends in ...BCDEF", "it ends in ...***"),
        ("the key sk-te... was refused", "the key ***... was refused"),
        ("the key sk-test… was refused", "the key ***… was refused"),
        ("only CDEF is shown", "only CDEF is shown"),
    ],
    ids=["first and last", "a long end", "six of the end", "five of the end", "five of the start", "seven of the start", "four"],
)  # fmt: skip
def test_of_a_half_hidden_key_at_most_four_characters_stay(text: str, masked: str) -> None:
    """Providers hide the middle, and show more of the ends than they should."""
    assert mask_secrets(text, [KEY]) == masked


@pytest.mark.parametrize(
    ("text", "secret", "masked"),
    [
        ("the key is pw12.", "pw12", "the key is ***."),
        ("a pw123 is another word", "pw12", "a pw123 is another word"),
        ("the reply is empty", "EMPTY", "the reply is empty"),
        ("ollama is not running", "ollama", "ollama is not running"),
        ("none of the ab", "ab", "none of the ab"),
    ],
    ids=["a short key", "a short key inside a word", "a placeholder", "another placeholder", "too short"],
)
def test_short_keys_are_words_and_placeholders_are_none(text: str, secret: str, masked: str) -> None:
    """A key for show must not damage replies."""
    assert mask_secrets(text, [secret]) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Authorization: Bearer abcdefghijkl", "Authorization: Bearer ***"),
        ("{'Authorization': 'Basic dXNlcjpwYXNz'}", "{'Authorization': 'Basic ***'}"),
        ("bearer eyJhbGciOiJIUzI1NiJ9.e30.abc", "bearer ***"),
        ("GET /v1?api_key=abcdefgh&x=1", "GET /v1?api_key=***&x=1"),
        ('"access_token": "a1b2c3d4e5f6"', '"access_token": "***"'),
        ("password: hunter2hunter2", "password: ***"),
        ("sk-proj-abcDEF1234567890", "***"),
        ("ghp_abcdefghijkl0123456789", "***"),
        ("AKIAIOSFODNN7EXAMPLE", "***"),
    ],
)
def test_shapes_of_unknown_keys_are_masked(text: str, masked: str) -> None:
    """Keys nobody told us of, such as a gateway's own."""
    assert mask_secrets(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "the token limit of 4096",
        "the key to recovery",
        "Basic information about your visit; a basic understanding helps",
        "The bearer of this letter; ring bearer: Frodo",
        "Key: hydration. Token = participation. Secret: patience",
        "skin-to-skin contact, sk-learn, risk-adjusted-mortality-2024, ask-me-anything-2025",
        "key: 2026-11-30, token: 20261130, password: yes",
        "Stop solid food six hours before your arrival time.",
        '{"accuracy": {"verdict": "pass", "evidence": "100 % of \\"clear liquids\\" &amp; water"}}',
        "%41%42 \\u0041 &lt;b&gt; stays as written",
        "a key figure=important",
        "İstanbul ẞ ﬀ 😀 \ud83d \x00",
        "",
    ],
)
@pytest.mark.parametrize("secrets", [(), (KEY,), (KEY, ODD_KEY, "xK9!aaZ2")], ids=["no key", "a key", "keys"])
def test_ordinary_text_is_left_alone(text: str, secrets: tuple[str, ...]) -> None:
    """Masking is used on raw replies before they are stored."""
    assert mask_secrets(text, secrets) == text


def test_everything_but_the_key_stays_as_it_was_written() -> None:
    """Escapes around it are not undone."""
    text = f'{{"a": "caf\\u00e9 %20 &amp; \\"{KEY}\\" \\u00e9"}}'
    assert mask_secrets(text, [KEY]) == '{"a": "caf\\u00e9 %20 &amp; \\"***\\" \\u00e9"}'


def test_a_provider_error_that_echoes_address_and_header_keeps_its_status() -> None:
    """The status code is not dropped along with the key."""
    error = (
        f"401 Unauthorized for url 'https://judge.example/v1/chat?api_key={KEY}' "
        f"(request headers: {{'Authorization': 'Bearer {KEY}'}})"
    )
    assert mask_secrets(error, [KEY]) == (
        "401 Unauthorized for url 'https://judge.example/v1/chat?api_key=***' "
        "(request headers: {'Authorization': 'Bearer ***'})"
    )


# ── the judge behind HTTP ────────────────────────────────────────────────────────────────────────────────────────────

BASIC = b64encode(b"user:Tr0ub4dor&3-horse").decode()


def failed(answer: Answer, **changes: Any) -> tuple[JudgeError, OpenAICompatible]:
    """The error of a judge whose server answers so."""

    async def go() -> tuple[JudgeError, OpenAICompatible]:
        async with Loopback(answer) as server:
            given: dict[str, Any] = {
                "name": "openai:m",
                "model": "m",
                "base_url": f"{server.url}/v1?api_key=query-secret-4711",
                "api_key": KEY,
                "headers": {"X-Gateway": "gateway-Secret-0815", "Proxy-Authorization": f"Basic {BASIC}"},
                "max_tokens": 10,
                "timeout": 5.0,
                "concurrency": 1,
            }
            model = OpenAICompatible(**given | changes)
            try:
                with pytest.raises(JudgeError) as caught:
                    await model.ask(question("a"))
            finally:
                await model.close()
            return caught.value, model

    return asyncio.run(go())


SECRETS = [KEY, "query-secret-4711", "gateway-Secret-0815", "Tr0ub4dor&3-horse", BASIC]


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_no_error_of_the_judge_holds_a_key(encode: Callable[[str], str]) -> None:
    """Key, headers, credentials and address, echoed in a JSON error; every secret on its own and all together."""
    for secret in [*SECRETS, " ".join(SECRETS)]:
        error, _ = failed(Answer(status=401, json={"error": {"message": f"who is {encode(secret)}?"}}))
        assert error.message.startswith("401 Unauthorized: who is ")
        for each in SECRETS:
            assert traces_of(each, str(error)) == set()


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=500, body=f"key {KEY}".encode()),
        Answer(status=500, headers={"x-request-id": KEY}),
        Answer(status=302, headers={"Location": f"https://elsewhere.example/?k={KEY}"}),
        Answer(body=f"<html>{KEY}".encode()),
        Answer(body=b"<", headers={"Content-Type": KEY}),
        Answer(json={"detail": KEY}),
        Answer(json={"choices": [{"delta": KEY}]}),
        Answer(status=400, json={"error": {"message": {"nested": [KEY]}, "code": KEY, "param": KEY}}),
        Answer(status=422, json={"detail": [{"loc": ["header", KEY], "msg": KEY}]}),
        Answer(status=500, body=("x" * 3_990 + KEY).encode()),
        Answer(status=500, body=("x" * 290 + KEY).encode()),
    ],
    ids=["plain text", "request id", "redirect", "page", "content type", "no choices", "a choice", "nested", "validation",
         "at the reading limit", "at the showing limit"],
)  # fmt: skip
def test_wherever_the_answer_holds_it_the_key_does_not_come_out(answer: Answer) -> None:
    """Masked before it is cut, so that no cut hides a piece from the mask."""
    error, _ = failed(answer)
    assert traces_of(KEY, str(error)) == set()
    assert "sk-te" not in str(error)


def test_an_error_has_no_chain_that_tells() -> None:
    """A traceback shows only what is masked."""
    error, _ = failed(Answer(body=b"cut", headers={"Content-Encoding": "gzip"}))
    assert error.__cause__ is None
    assert error.__suppress_context__


def test_the_judge_itself_shows_no_key() -> None:
    """Neither its representation nor its identity."""
    _, model = failed(Answer(status=500))
    shown = f"{model!r} {model} {dict(model.identity())}"
    for secret in SECRETS:
        assert traces_of(secret, shown) == set()


def test_an_address_that_is_a_key_is_not_shown() -> None:
    """Pasted into the wrong line."""
    with pytest.raises(ConfigError) as caught:
        failed(Answer(), base_url="sk-proj-abcDEF1234567890")
    assert "abcDEF" not in str(caught.value)
