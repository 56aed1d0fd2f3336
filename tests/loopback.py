"""A real HTTP server on 127.0.0.1 that answers from a script; for tests of whatever speaks HTTP.

`Loopback` lives on the test's own event loop (`async with`); `serving` runs one in a thread for tests without a loop,
such as those that start the command line.
"""

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

__all__ = ["Answer", "Cut", "Garbage", "Hang", "Loopback", "Received", "Reset", "completion", "refused_port", "serving"]


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request as it arrived."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    """Look-up ignores case."""
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A whole answer; `json` is written as the body when given."""

    status: int = 200
    json: Any = None
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The head and the beginning of a body, then the end of the connection."""

    body: bytes = b'{"choices": [{"mess'
    promised: int | None = 1_000
    """The Content-Length that is not kept; None: no length is named, the connection's end is the body's."""


@dataclass(frozen=True)
class Reset:
    """The connection is torn down (RST) without a byte."""


@dataclass(frozen=True)
class Hang:
    """No answer until the server closes."""


@dataclass(frozen=True, kw_only=True)
class Garbage:
    """Bytes that are no HTTP."""

    data: bytes = b"SSH-2.0-server\r\n\r\n"


Step = Answer | Cut | Reset | Hang | Garbage
Script = Step | Sequence[Step] | Callable[[Received], Step]


def completion(text: str | None = "{}", *, finish_reason: str | None = "stop", **message: Any) -> Answer:
    """A chat completion with that content; further keywords become fields of the message."""
    return Answer(
        json={
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": "served-model-2026",
            "system_fingerprint": "fp_1",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, **message},
                    "finish_reason": finish_reason,
                }
            ],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }
    )


class Loopback:
    """The server.

    Args:
        script: One step for every request; or the steps in order, after which a request is answered 599; or a function of
            the request.
    """

    def __init__(self, script: Script) -> None:
        self.requests: list[Received] = []
        """Every request, in the order of arrival."""
        self.url = ""
        """`http://127.0.0.1:PORT`, once it runs."""
        self.connections: set[int] = set()
        """The clients' ports: as many as there were connections."""
        self.arrived = asyncio.Event()
        """Set by the first request."""
        self._script = script
        self._closing = asyncio.Event()

    async def __aenter__(self) -> "Loopback":
        server = web.Server(self._handle, access_log=None)
        self._runner = web.ServerRunner(server, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        await self._runner.cleanup()

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        received = Received(
            method=request.method,
            path=request.path,
            query=request.query_string,
            headers=request.headers,
            body=await request.content.read(),
        )
        self.requests.append(received)
        self.arrived.set()
        assert request.transport is not None
        self.connections.add(request.transport.get_extra_info("peername")[1])
        return await self._perform(self._step(received), request)

    def _step(self, received: Received) -> Step:
        if callable(self._script):
            return self._script(received)
        if isinstance(self._script, Sequence):
            number = len(self.requests)
            if number <= len(self._script):
                return self._script[number - 1]
            return Answer(status=599, body=b"the script has no answer for this request")
        return self._script

    async def _perform(self, step: Step, request: web.BaseRequest) -> web.StreamResponse:
        transport = request.transport
        assert transport is not None
        if isinstance(step, Answer):
            return _response(step)
        if isinstance(step, Hang):
            await self._closing.wait()
        elif isinstance(step, Cut):
            length = b"" if step.promised is None else b"Content-Length: %d\r\n" % step.promised
            transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + length
                + b"\r\n"
                + step.body
            )
            transport.close()
        elif isinstance(step, Garbage):
            transport.write(step.data)
            transport.close()
        else:
            plug = transport.get_extra_info("socket")
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        return web.Response()


def _response(step: Answer) -> web.Response:
    headers = dict(step.headers)
    body = step.body
    if step.json is not None:
        body = json.dumps(step.json).encode("ascii")
        headers.setdefault("Content-Type", "application/json")
    return web.Response(status=step.status, body=body, headers=headers)


@contextmanager
def serving(script: Script) -> Iterator[Loopback]:
    """A `Loopback` in a thread of its own, for tests without an event loop; a script function runs in that thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def start() -> Loopback:
        return await Loopback(script).__aenter__()

    server = asyncio.run_coroutine_threadsafe(start(), loop).result(10)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.__aexit__(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@contextmanager
def refused_port() -> Iterator[int]:
    """A port of 127.0.0.1 at which nobody listens, kept so while it is used."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        yield plug.getsockname()[1]
