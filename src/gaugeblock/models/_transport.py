"""One HTTP endpoint that is posted to: the connection, its limits, and its faults in words.

Redirects are not followed, cookies are not kept, netrc is not read, and nothing but the one address is asked for.
"""

import errno
import ipaddress
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from gaugeblock._reasons import Reason
from gaugeblock._text import mask_secrets, shorten
from gaugeblock.errors import ConfigError, JudgeError, JudgeUnavailableError

__all__ = ["MOST_BYTES", "Endpoint", "HttpAnswer", "checked_base_url", "checked_headers", "is_loopback"]

MOST_BYTES = 10_000_000
"""A longer body is refused while it is read."""
_LARGE = 1_000_000
"""A longer question is handed over as a stream, so that sending it does not hold up the loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAnswer:
    """What a server answered, whatever its status."""

    status: int
    headers: Mapping[str, str]
    """Look-up ignores case."""
    body: bytes
    """Decompressed."""
    latency_ms: float
    """From sending to the last byte."""


class Endpoint:
    """One address, and a pool of at most `concurrency` connections to it.

    The pool opens with the first call, inside the running loop, and closes with `close`; a later call opens a new one.
    A proxy is taken from the system's settings once, when the pool opens.
    """

    def __init__(self, *, url: str, headers: Mapping[str, str], concurrency: int, mask: Callable[[str], str]) -> None:
        self._url = url
        self._headers = dict(headers)
        self._concurrency = concurrency
        self._mask = mask
        self._session: aiohttp.ClientSession | None = None
        self._proxy: str | None = None
        self._place = _place(url)

    async def post(self, body: bytes) -> HttpAnswer:
        """The server's answer. There is no deadline here; the caller sets it.

        Raises:
            JudgeUnavailableError: the connection was refused.
            JudgeError: there is no whole answer; the words say why, keys masked.
        """
        session = self._open()
        began = time.perf_counter()
        try:
            data = body if len(body) <= _LARGE else BytesIO(body)
            async with session.post(self._url, data=data, allow_redirects=False, proxy=self._proxy) as response:
                received = await _read(response)
                return HttpAnswer(
                    status=response.status,
                    headers=response.headers,
                    body=received,
                    latency_ms=(time.perf_counter() - began) * 1000,
                )
        except (aiohttp.ClientError, ConnectionError) as error:
            raise self._fault(error) from None

    async def close(self) -> None:
        """Give back the connections; closing twice does nothing."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._proxy = _proxy_for(self._url)
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._concurrency, ttl_dns_cache=300),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
                headers=self._headers,
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session

    def _fault(self, error: Exception) -> JudgeError:
        words = self._mask(shorten(str(error), 200))
        cause = getattr(error, "os_error", error)
        if isinstance(error, aiohttp.ClientSSLError):
            return JudgeError(f"no secure connection (TLS) to {self._place}: {words}")
        if isinstance(error, aiohttp.ClientProxyConnectionError | aiohttp.ClientHttpProxyError):
            return JudgeError(f"the proxy on the way to {self._place} failed: {words}", retryable=True)
        if isinstance(cause, socket.gaierror):
            passing = cause.errno == socket.EAI_AGAIN
            host = urlsplit(self._url).hostname
            return JudgeError(f"the host name {host} is not known (DNS): {words}", retryable=passing)
        if isinstance(error, aiohttp.ClientConnectorError):
            if _refused(cause):
                return JudgeUnavailableError(
                    f"{self._place} refused the connection", reason=Reason.JUDGE_UNAVAILABLE, retryable=True
                )
            return JudgeError(f"no connection to {self._place}: {words}", retryable=True)
        if isinstance(error, aiohttp.ClientResponseError):
            return JudgeError(f"{self._place} does not answer in HTTP: {words}")
        return JudgeError(
            f"connection closed before the reply was complete: {words or type(error).__name__}", retryable=True
        )


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """The body, at most `MOST_BYTES` after decompression."""
    parts: list[bytes] = []
    length = response.content_length or 0
    if length <= MOST_BYTES:
        length = 0
        async for part in response.content.iter_any():
            parts.append(part)
            length += len(part)
            if length > MOST_BYTES:
                break
    if length > MOST_BYTES:
        response.close()
        raise JudgeError(f"{response.status} with a body of more than {MOST_BYTES // 1_000_000} MB, which is refused")
    return b"".join(parts)


def checked_base_url(base_url: str) -> str:
    """The address without a trailing slash.

    Raises:
        ConfigError: it is no http or https address, or holds a user name, password or fragment.
    """
    try:
        parts = urlsplit(base_url)
        parts.port  # noqa: B018 - reading it checks it
    except ValueError as error:
        raise ConfigError(f"judge.base_url: {error}.") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ConfigError(
            f"judge.base_url: expected an address such as https://host/v1, got '{mask_secrets(shorten(base_url, 60))}'."
        )
    if "@" in parts.netloc or parts.fragment:
        raise ConfigError(
            "judge.base_url: a user name, password or fragment (#) in the address is not accepted.",
            hint="Put credentials into judge.headers with ${NAME}, which takes an environment variable.",
        )
    return parts._replace(path=parts.path.rstrip("/")).geturl()


def checked_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    """The same headers.

    Raises:
        ConfigError: a name or value cannot be sent; the value is not shown.
    """
    for name, value in headers.items():
        if not name or not all("!" <= c <= "~" and c != ":" for c in name):
            raise ConfigError(f"judge.headers: '{shorten(name, 40)}' cannot be the name of an HTTP header.")
        if any(c < " " or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in value):
            raise ConfigError(f"judge.headers: the value of '{name}' has a line break or control character.")
    return headers


def is_loopback(url: str) -> bool:
    """Whether the address is this machine: 127.0.0.0/8, ::1 or localhost."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _proxy_for(url: str) -> str | None:
    """The system's proxy for this address; looked up here once because aiohttp does it in a thread, every call."""
    parts = urlsplit(url)
    if is_loopback(url) or proxy_bypass(parts.hostname or ""):
        return None
    proxy = getproxies().get(parts.scheme)
    if proxy is None:
        return None
    scheme, divider, _ = proxy.rpartition("://")
    if divider and scheme not in {"http", "https"}:
        raise JudgeError(f"a proxy of the kind '{scheme}' is set for {parts.scheme}; only http proxies can be used")
    return proxy if divider else f"http://{proxy}"


def _refused(cause: object) -> bool:
    """Whether the server, or one of its addresses, refused; several different errors come as one without a number."""
    if not isinstance(cause, OSError):
        return False
    several = cause.errno is None and f"[Errno {errno.ECONNREFUSED}]" in str(cause)
    return several or cause.errno == errno.ECONNREFUSED


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
