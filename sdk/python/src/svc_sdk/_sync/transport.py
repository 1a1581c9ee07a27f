"""HTTP without an event loop, over `http.client`, with keep-alive, TLS and proxies.

Thread-safe: a connection belongs to one call at a time.
"""

from __future__ import annotations

import http.client
import io
import select
import socket
import ssl
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from .._body import Body
from .._proxies import Proxy, proxy_for
from .runtime import now

CHUNK = 256 * 1024
KEEP_ALIVE = 15.0
"""Seconds after which an idle connection is not used again."""


class Stream:
    """A response whose body is read in pieces."""

    def __init__(self, transport: Transport, key: str, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self._transport = transport
        self._key = key
        self._connection = connection
        self._answer = answer

    def chunks(self, *, until: float | None = None, silence: float = 60.0) -> Iterator[bytes]:
        """Yields the body. `until` is the deadline of the whole body, `silence` the seconds to wait for the next piece."""
        while True:
            left = silence if until is None else min(silence, until - now())
            if left <= 0:
                raise TimeoutError
            _limit(self._connection, now() + left)
            chunk = self._answer.read1(CHUNK)
            if not chunk:
                break
            yield chunk
        if self._answer.length:
            raise http.client.IncompleteRead(b"", self._answer.length)
        self._answer.close()
        self._transport.keep(self._key, self._connection, self._answer)

    def read(self, *, until: float | None = None) -> bytes:
        return b"".join(self.chunks(until=until))

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._answer.isclosed():
            self._connection.close()


class _Head:
    """Reads the head of a response. `http.client` alone treats a connection that ends within the head as its end."""

    def __init__(self, reader: io.BufferedIOBase) -> None:
        self._reader = reader

    def readline(self, limit: int = -1) -> bytes:
        line = self._reader.readline(limit)
        if not line.endswith(b"\n") and len(line) != limit:
            raise http.client.RemoteDisconnected("The connection was closed within the head of the response")
        return line

    def close(self) -> None:
        self._reader.close()


class _Answer(http.client.HTTPResponse):
    fp: Any

    def begin(self) -> None:
        reader = self.fp
        self.fp = _Head(reader)
        try:
            super().begin()
        finally:
            # None when the response has no body.
            if self.fp is not None:
                self.fp = reader


class Transport:
    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._context = ssl_context
        self._idle: dict[str, list[tuple[float, http.client.HTTPConnection]]] = {}
        self._lock = Lock()

    def open(self, method: str, url: str, headers: Mapping[str, str], body: Body | None, *, until: float) -> Stream:
        """Raises OSError, http.client.HTTPException or TimeoutError."""
        parts = urlsplit(url)
        proxy = proxy_for(url)
        key = f"{parts.scheme}://{parts.netloc}"
        connection = self._taken(key) or self._connected(url, proxy)
        is_forwarded = proxy is not None and parts.scheme == "http"
        target = url if is_forwarded else f"{parts.path}?{parts.query}" if parts.query else parts.path
        sent = {**headers, **(proxy.headers() if proxy and is_forwarded else {})}
        if body is not None or method in ("POST", "PUT", "PATCH"):
            sent["Content-Length"] = str(body.size if body else 0)
        try:
            connection.timeout = max(0.001, until - now())
            if _socket_of(connection) is None:
                connection.connect()
            _limit(connection, until)
            self._send(connection, method, target, sent, body)
            _limit(connection, until)
            return Stream(self, key, connection, connection.getresponse())
        except BaseException:
            connection.close()
            raise

    def _send(self, connection: http.client.HTTPConnection, method: str, target: str, headers: Mapping[str, str], body: Body | None) -> None:
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        if body is None:
            return
        try:
            for chunk in body.chunks(CHUNK):
                connection.send(chunk)
        except (BrokenPipeError, ConnectionResetError):
            # The server may refuse before it has read the whole body: the response has the reason.
            pass

    def _connected(self, url: str, proxy: Proxy | None) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        if parts.scheme == "http":
            plain = http.client.HTTPConnection(proxy.host, proxy.port) if proxy else http.client.HTTPConnection(host, port)
            plain.response_class = _Answer
            return plain
        self._context = self._context or ssl.create_default_context()
        connection = http.client.HTTPSConnection(proxy.host if proxy else host, proxy.port if proxy else port, context=self._context)
        connection.response_class = _Answer
        if proxy:
            connection.set_tunnel(host, port or 443, proxy.headers())
        return connection

    def _taken(self, key: str) -> http.client.HTTPConnection | None:
        with self._lock:
            idle = self._idle.get(key, [])
            while idle:
                since, connection = idle.pop()
                if now() - since < KEEP_ALIVE and _is_open(connection):
                    return connection
                connection.close()
        return None

    def keep(self, key: str, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        if answer.will_close:
            return connection.close()
        with self._lock:
            self._idle.setdefault(key, []).append((now(), connection))

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            for _, connection in [one for idle in self._idle.values() for one in idle]:
                connection.close()
            self._idle.clear()


def _socket_of(connection: http.client.HTTPConnection) -> socket.socket | None:
    return connection.sock


def _limit(connection: http.client.HTTPConnection, until: float) -> None:
    """Sets the timeout of the socket, unless the server has closed it: the response is in the buffer then."""
    held = _socket_of(connection)
    if held is not None:
        held.settimeout(max(0.001, until - now()))


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """An idle connection that has something to read was closed by the server."""
    try:
        return not select.select([connection.sock], [], [], 0)[0]
    except ValueError:
        return False
