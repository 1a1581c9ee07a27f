"""HTTP/1.1 over streams of asyncio, with keep-alive, TLS and proxies. A cancelled call closes its connection."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from .._body import Body
from .._proxies import Proxy, proxy_for
from .runtime import now

CHUNK = 256 * 1024
KEEP_ALIVE = 15.0
"""Seconds after which an idle connection is not used again."""


class AsyncConnection(NamedTuple):
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    loop: asyncio.AbstractEventLoop

    def is_usable(self) -> bool:
        """Whether it belongs to the running event loop and the server has not closed it."""
        is_ours = self.loop is asyncio.get_running_loop()
        return is_ours and not self.reader.at_eof() and not self.writer.is_closing()

    def drop(self) -> None:
        if not self.loop.is_closed():
            self.writer.transport.abort()


class AsyncStream:
    """A response whose body is read in pieces."""

    def __init__(self, status: int, headers: dict[str, str], connection: AsyncConnection, keep: Callable[[], None]) -> None:
        self.status = status
        self.headers = headers
        self._connection = connection
        self._keep = keep
        self._is_whole = False

    async def chunks(self, *, until: float | None = None, silence: float = 60.0) -> AsyncIterator[bytes]:
        """Yields the body. `until` is the deadline of the whole body, `silence` the seconds to wait for the next piece."""
        pieces = self._pieces()
        while True:
            left = silence if until is None else min(silence, until - now())
            async with asyncio.timeout(left):
                chunk = await anext(pieces, None)
            if chunk is None:
                break
            yield chunk
        self._is_whole = True
        if self.headers.get("connection", "").lower() != "close" and self._has_end():
            self._keep()
        else:
            self._connection.drop()

    async def read(self, *, until: float | None = None) -> bytes:
        return b"".join([chunk async for chunk in self.chunks(until=until)])

    def _has_end(self) -> bool:
        return self.status == 204 or "content-length" in self.headers or "transfer-encoding" in self.headers

    async def _pieces(self) -> AsyncIterator[bytes]:
        reader = self._connection.reader
        if self.status in (204, 304):
            return
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
                async for piece in _exactly(reader, size):
                    yield piece
                await reader.readexactly(2)
            while await reader.readuntil(b"\r\n") != b"\r\n":
                pass
        elif "content-length" in self.headers:
            async for piece in _exactly(reader, int(self.headers["content-length"])):
                yield piece
        else:
            while piece := await reader.read(CHUNK):
                yield piece

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        if not self._is_whole:
            self._connection.drop()


async def _exactly(reader: asyncio.StreamReader, size: int) -> AsyncIterator[bytes]:
    while size > 0:
        piece = await reader.read(min(size, CHUNK))
        if not piece:
            raise asyncio.IncompleteReadError(b"", size)
        size -= len(piece)
        yield piece


class AsyncTransport:
    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._context = ssl_context
        self._idle: dict[str, list[tuple[float, AsyncConnection]]] = {}

    async def open(self, method: str, url: str, headers: Mapping[str, str], body: Body | None, *, until: float) -> AsyncStream:
        """Raises OSError, EOFError, ValueError or TimeoutError."""
        parts = urlsplit(url)
        proxy = proxy_for(url)
        key = f"{parts.scheme}://{parts.netloc}"
        is_forwarded = proxy is not None and parts.scheme == "http"
        target = url if is_forwarded else f"{parts.path}?{parts.query}" if parts.query else parts.path
        sent = {"Host": parts.netloc, **headers, **(proxy.headers() if proxy and is_forwarded else {})}
        if body is not None or method in ("POST", "PUT", "PATCH"):
            sent["Content-Length"] = str(body.size if body else 0)
        async with asyncio.timeout(until - now()):
            connection = self._taken(key) or await self._connected(url, proxy)
            try:
                await _send(connection.writer, f"{method} {target} HTTP/1.1", sent, body)
                status, received = await _head(connection.reader)
            except BaseException:
                connection.drop()
                raise
        return AsyncStream(status, received, connection, lambda: self._idle.setdefault(key, []).append((now(), connection)))

    async def _connected(self, url: str, proxy: Proxy | None) -> AsyncConnection:
        parts = urlsplit(url)
        host, loop = parts.hostname or "", asyncio.get_running_loop()
        is_tls = parts.scheme == "https"
        port = parts.port or (443 if is_tls else 80)
        if is_tls and self._context is None:
            self._context = ssl.create_default_context()
        if proxy is None:
            reader, writer = await asyncio.open_connection(host, port, ssl=self._context if is_tls else None)
            return AsyncConnection(reader, writer, loop)
        reader, writer = await asyncio.open_connection(proxy.host, proxy.port)
        connection = AsyncConnection(reader, writer, loop)
        if is_tls and self._context:
            try:
                await _send(writer, f"CONNECT {host}:{port} HTTP/1.1", {"Host": f"{host}:{port}", **proxy.headers()}, None)
                status, _ = await _head(reader)
                if status != 200:
                    raise OSError(f"The proxy refused the connection with status {status}")
                await writer.start_tls(self._context, server_hostname=host)
            except BaseException:
                connection.drop()
                raise
        return connection

    def _taken(self, key: str) -> AsyncConnection | None:
        idle = self._idle.get(key, [])
        while idle:
            since, connection = idle.pop()
            if now() - since < KEEP_ALIVE and connection.is_usable():
                return connection
            connection.drop()
        return None

    async def aclose(self) -> None:
        for _, connection in [one for idle in self._idle.values() for one in idle]:
            connection.drop()
        self._idle.clear()


async def _send(writer: asyncio.StreamWriter, line: str, headers: Mapping[str, str], body: Body | None) -> None:
    head = [line, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(head).encode("latin-1"))
    try:
        for chunk in body.chunks(CHUNK) if body else ():
            writer.write(chunk)
            await writer.drain()
        await writer.drain()
    except (BrokenPipeError, ConnectionResetError):
        # The server may refuse before it has read the whole body: the response has the reason.
        pass


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    while True:
        version, status, *_ = (await reader.readuntil(b"\r\n")).split(None, 2)
        if not version.startswith(b"HTTP/1."):
            raise ValueError("not HTTP")
        headers: dict[str, str] = {}
        while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        # Interim responses (1xx) come before the final one.
        if int(status) >= 200:
            return int(status), headers
