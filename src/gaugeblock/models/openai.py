"""A judge behind any OpenAI-compatible server: chat completions over aiohttp.

Sent are temperature 0, a JSON Schema for the reply and an output limit. What a server refuses is left out and the
question put again at once: a refused schema becomes plain JSON mode, then nothing; a refused name of the output limit
becomes the other name, then nothing. The model remembers, and `identity` tells.
"""

import asyncio
import json
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from gaugeblock._reasons import Reason
from gaugeblock._text import mask_secrets, printable, shorten
from gaugeblock._version import __version__
from gaugeblock.errors import ConfigError, JudgeError
from gaugeblock.models._faults import Fault, body_text, fault_error, fault_in, first_words, read_fault
from gaugeblock.models._transport import Endpoint, HttpAnswer, checked_base_url, checked_headers, is_loopback
from gaugeblock.ports import Ask, Reply

__all__ = ["DEFAULT_BASE_URL", "DEFAULT_KEY_VARIABLE", "OpenAICompatible", "make_openai", "required_key"]

DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_KEY_VARIABLE = "OPENAI_API_KEY"

_FORMATS = ("json_schema", "json_object", "none")
_FORMAT_WORDS = re.compile(r"response.?format|json.?schema|json.?object|json.?mode|structured.?output|grammar")
_LIMIT_TOO_HIGH = re.compile(r"too (large|high|big)|at (most|least)|less than|exceed|maximum|must be")
_PUBLIC_HEADERS = frozenset(
    {"accept", "content-type", "user-agent", "http-referer", "referer", "x-title", "openai-beta", "api-version"}
)


class _Settings(Protocol):
    """What `make_openai` reads of a suite's judge settings."""

    @property
    def base_url(self) -> str | None: ...
    @property
    def api_key_env(self) -> str | None: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def max_tokens(self) -> int: ...
    @property
    def timeout(self) -> float: ...
    @property
    def concurrency(self) -> int: ...


def make_openai(
    name: str, settings: _Settings, *, key: Callable[[str], str | None], expand: Callable[[str], str]
) -> "OpenAICompatible":
    """The judge `openai:NAME` of a suite.

    Args:
        key: the value of an environment variable.
        expand: fills `${NAME}` in a header's value.

    Raises:
        ConfigError: the key is missing, or name, address, header or key cannot be used.
    """
    if not name.strip():
        raise ConfigError("judge.model: expected a model's name after 'openai:', such as openai:gpt-5-mini.")
    base_url = settings.base_url or DEFAULT_BASE_URL
    variable = settings.api_key_env or DEFAULT_KEY_VARIABLE
    headers = {header: expand(value) for header, value in settings.headers.items()}
    return OpenAICompatible(
        name=f"openai:{name}",
        model=name,
        base_url=base_url,
        api_key=required_key(base_url, variable=variable, value=key(variable), headers=headers),
        headers=headers,
        max_tokens=settings.max_tokens,
        timeout=settings.timeout,
        concurrency=settings.concurrency,
    )


def required_key(
    base_url: str, *, variable: str, value: str | None, headers: Mapping[str, str] | None = None
) -> str | None:
    """The key without blanks around it; None where none is set and none is needed.

    None is needed for a loopback address, or where the headers carry credentials of their own.

    Raises:
        ConfigError: a key is needed and the variable is not set, or its value cannot be sent; the value is not shown.
    """
    key = (value or "").strip()
    if key:
        if not all("!" <= c <= "~" for c in key):
            raise ConfigError(
                f"The key in {variable} has a blank, line break or character that a header cannot carry.",
                hint="Copy it again, one line, without quotes.",
            )
        return key
    own = {name.lower() for name in headers or {}} & {"authorization", "api-key", "x-api-key"}
    if own or is_loopback(base_url):
        return None
    raise ConfigError(
        f"The judge needs a key: the environment variable {variable} is not set.",
        hint=f"Set {variable}, or name another variable in judge.api_key_env; a base_url on this machine needs none.",
    )


class OpenAICompatible:
    """A `Model` that asks `{base_url}/chat/completions`.

    `timeout` is in seconds, for one question with its re-sendings; `now` is only used where a provider names a date.

    Raises:
        ConfigError: base_url or a header cannot be used.
    """

    uses_language_model = True
    settles = True

    def __init__(
        self,
        *,
        name: str,
        model: str,
        base_url: str = DEFAULT_BASE_URL,
        api_key: str | None,
        headers: Mapping[str, str] | None = None,
        max_tokens: int,
        timeout: float,
        concurrency: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.name = name
        self._model = model
        self._max_tokens = max_tokens
        self._timeout = timeout
        self._now = now
        address = urlsplit(checked_base_url(base_url))
        self._path = f"{address.path}/chat/completions"
        sent = _headers(api_key, checked_headers(headers or {}))
        self.secrets = _secrets(sent, address.query)
        """What must appear in no text: the key, credentials in headers and address."""
        self._mask = partial(mask_secrets, secrets=self.secrets)
        self._endpoint = Endpoint(
            url=address._replace(path=self._path).geturl(), headers=sent, concurrency=concurrency, mask=self._mask
        )
        self._sending = _Sending(limits=_limit_names(address.hostname or ""))
        self._frame: _Frame | None = None

    def identity(self) -> Mapping[str, str]:
        """Model, temperature, reply format and output limit, as they are sent."""
        sending = self._sending
        return {
            "model": self.name,
            "temperature": "0" if sending.temperature else "not sent",
            "response_format": sending.format,
            "max_tokens": str(self._max_tokens) if sending.limits else "not sent",
        }

    async def ask(self, ask: Ask) -> Reply:
        """One answer.

        Raises:
            JudgeError: there is no reply that can be read.
            JudgeUnavailableError: the server refused the connection.
        """
        try:
            async with asyncio.timeout(self._timeout):
                return await self._converse(ask)
        except TimeoutError:
            raise JudgeError(f"no reply within {self._timeout:g} s", reason=Reason.TIMEOUT, retryable=True) from None

    async def close(self) -> None:
        """Give back the connections."""
        await self._endpoint.close()

    async def _converse(self, ask: Ask) -> Reply:
        """Ask, leaving out one refused setting after the other; each can be refused once, so this ends."""
        sending = self._sending
        while True:
            answer = await self._endpoint.post(self._body(ask, sending))
            fault = _fault_of(answer, self._mask)
            if isinstance(fault, _Completion):
                self._remember(sending)
                return fault.reply(self._mask, answer.latency_ms)
            refused = _refused_part(fault, sending)
            if refused is None:
                raise self._error(fault, answer)
            sending = sending.without(refused)
            if refused in fault.parameter:  # certain; mere words count once the server takes the rest
                self._remember(sending)

    def _remember(self, sending: "_Sending") -> None:
        """Keep what was left out; calls in flight beside this one may have left out the same or other things."""
        if sending is not self._sending:
            self._sending = self._sending.meet(sending)

    def _body(self, ask: Ask, sending: "_Sending") -> bytes:
        """The request as ASCII JSON; all but the user's text is the same in most calls and kept from the last one."""
        frame = self._frame
        if frame is None or frame.schema is not ask.schema or frame.system != ask.system or frame.sending != sending:
            frame = self._frame = self._new_frame(ask, sending)
        return f"{frame.before}{json.dumps(ask.user)}{frame.behind}".encode("ascii")

    def _new_frame(self, ask: Ask, sending: "_Sending") -> "_Frame":
        settings: dict[str, Any] = {}
        if sending.temperature:
            settings["temperature"] = 0
        if sending.limits:
            settings[sending.limits[0]] = self._max_tokens
        if sending.format == "json_schema":
            schema = {"name": "verdict", "strict": True, "schema": ask.schema}
            settings["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif sending.format == "json_object":
            settings["response_format"] = {"type": "json_object"}
        system = f'{{"role":"system","content":{json.dumps(ask.system)}}},' if ask.system else ""
        further = json.dumps(settings, separators=(",", ":"), allow_nan=False, default=_plain)[1:]
        return _Frame(
            system=ask.system,
            schema=ask.schema,
            sending=sending,
            before=f'{{"model":{json.dumps(self._model)},"messages":[{system}{{"role":"user","content":',
            behind=f"}}]{',' if settings else ''}{further}",
        )

    def _error(self, fault: Fault, answer: HttpAnswer) -> JudgeError:
        hint = ""
        if fault.status == 404:
            hint = f"either there is no model '{self._model}' or {self._path} is not the path: see judge.base_url"
        elif fault.status in {401, 403}:
            hint = "check the judge's key"
        return fault_error(fault, answer.headers, now=self._now, mask=self._mask, hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sending:
    """Which settings go with a question."""

    temperature: bool = True
    format: str = _FORMATS[0]
    limits: tuple[str, ...]
    """Names of the output limit not refused yet; the first is sent, none when empty."""

    def without(self, part: str) -> "_Sending":
        """One step down in one part."""
        if part == "temperature":
            return replace(self, temperature=False)
        if part == "response_format":
            return replace(self, format=_FORMATS[_FORMATS.index(self.format) + 1])
        return replace(self, limits=self.limits[1:])

    def meet(self, other: "_Sending") -> "_Sending":
        """What is left when both have left something out; two that met the same fault agree."""
        return _Sending(
            temperature=self.temperature and other.temperature,
            format=max(self.format, other.format, key=_FORMATS.index),
            limits=min(self.limits, other.limits, key=len),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """A request's JSON around the user's text, and what it was made from."""

    system: str
    schema: Mapping[str, Any]
    sending: _Sending
    before: str
    behind: str


@dataclass(frozen=True, slots=True)
class _Completion:
    """A decoded answer that has choices."""

    value: Mapping[str, Any]

    def reply(self, mask: Callable[[str], str], latency_ms: float) -> Reply:
        """The first choice; whatever it lacks is empty, and thinking beside the content is not read."""
        choice = self.value["choices"][0]
        message = choice.get("message")
        if not isinstance(message, dict):
            words = mask(shorten(printable(json.dumps(choice)), 120))
            raise JudgeError(f"200 with a choice that has no message: {words}")
        usage = self.value.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return Reply(
            text=_content(message.get("content")),
            finish_reason=_text(choice.get("finish_reason")),
            refusal=_refusal(message),
            served_model=_text(self.value.get("model")),
            fingerprint=_text(self.value.get("system_fingerprint")),
            prompt_tokens=_count(usage.get("prompt_tokens")),
            completion_tokens=_count(usage.get("completion_tokens")),
            latency_ms=latency_ms,
        )


def _fault_of(answer: HttpAnswer, mask: Callable[[str], str]) -> Fault | _Completion:
    """The completion, or the fault the server reports, be it with status 200.

    Raises:
        JudgeError: a redirect, or a body that is neither.
    """
    if 300 <= answer.status < 400:
        where = shorten(printable(mask(answer.headers.get("Location", ""))), 120) or "nowhere"
        raise JudgeError(f"{answer.status} redirect to {where}, which is not followed: correct judge.base_url")
    if answer.status >= 400:
        return read_fault(answer.status, answer.body)
    text = body_text(answer.body).strip()
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise _not_json(answer, text, mask) from None
    if isinstance(value, dict):
        choices = value.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], dict):
            return _Completion(value)
        if value.get("error"):
            code = value["error"].get("code") if isinstance(value["error"], dict) else None
            return fault_in(code if isinstance(code, int) and 400 <= code < 600 else answer.status, value)
    raise JudgeError(f"{answer.status} without choices: {first_words(answer.body, mask) or 'an empty body'}")


def _not_json(answer: HttpAnswer, text: str, mask: Callable[[str], str]) -> JudgeError:
    if text.startswith("{") and not text.endswith("}"):
        return JudgeError("connection closed before the reply was complete: the JSON breaks off", retryable=True)
    kind = shorten(printable(mask(answer.headers.get("Content-Type", "no content type"))), 60)
    words = first_words(answer.body, mask) or "an empty body"
    return JudgeError(f"{answer.status} with a body that is not JSON ({kind}): {words}")


def _refused_part(fault: Fault, sending: _Sending) -> str | None:
    """Which of the sent settings a 400 or 422 refuses: by the field it blames, else by its words."""
    if fault.status not in {400, 422} or fault.too_long:
        return None
    limit = sending.limits[0] if sending.limits else None
    for words in (fault.parameter.lower(), fault.words):
        if sending.temperature and re.search(r"\btemperature\b", words):
            return "temperature"
        if sending.format != "none" and _FORMAT_WORDS.search(words):
            return "response_format"
        if limit and re.search(rf"\b{limit}\b", words):
            return None if _LIMIT_TOO_HIGH.search(fault.message.lower()) else limit
    return None


def _headers(api_key: str | None, own: Mapping[str, str]) -> dict[str, str]:
    """What is sent with every question; the suite's own headers win, whatever their letter case."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    headers["User-Agent"] = f"gaugeblock/{__version__}"
    if api_key:
        headers["Authorization"] = f"Bearer {api_key}"
    taken = {name.lower() for name in own}
    return {name: value for name, value in headers.items() if name.lower() not in taken} | dict(own)


def _secrets(headers: Mapping[str, str], query: str) -> tuple[str, ...]:
    """Every word of a header that is not public, what Basic credentials decode to, and the address's parameters."""
    words = [w for name, value in headers.items() if name.lower() not in _PUBLIC_HEADERS for w in value.split()]
    words += [value for name, value in parse_qsl(query) if name.lower() not in _PUBLIC_HEADERS]
    for word in tuple(words):
        try:
            words.append(b64decode(word, validate=True).decode("ascii").partition(":")[2])
        except ValueError:
            continue
    return tuple(dict.fromkeys(w for w in words if w.lower() not in {"bearer", "basic", ""}))


def _limit_names(host: str) -> tuple[str, str]:
    if host == "api.openai.com" or host.endswith(".api.openai.com"):
        return ("max_completion_tokens", "max_tokens")
    return ("max_tokens", "max_completion_tokens")


def _content(content: Any) -> str:
    """The answer's text: a text, or the text parts of a list; an object is written out as JSON."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return json.dumps(content, ensure_ascii=False)
    if isinstance(content, list):
        return "".join(part if isinstance(part, str) else _part(part) for part in content)
    return ""


def _part(part: Any) -> str:
    return _text(part.get("text")) if isinstance(part, dict) and part.get("type") in {"text", "output_text"} else ""


def _refusal(message: Mapping[str, Any]) -> str | None:
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    said = [message.get("refusal"), *(p.get("refusal") for p in parts if isinstance(p, dict))]
    return next((words for words in said if isinstance(words, str) and words), None)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _plain(value: Any) -> Any:
    """Mappings of other kinds than `dict`, for the JSON writer."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
