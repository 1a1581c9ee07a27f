"""Sends the calls of the API: retries, timeouts and errors. Only this file knows the key."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .._body import Body
from .._errors import ApiConnectionError, refused
from .._models import Model, decoder, jsonable
from .._options import CallOptions, Paging, ServerEvent, base_of, key_of, url_of
from .._protocol import MAX_FAILURES, SILENCE, EventReader, Limits, delay_of, parsed
from .resource import AsyncPages
from .runtime import now, problem_of, sleep

if TYPE_CHECKING:
    import ssl

    from .transport import AsyncTransport

T = TypeVar("T")
R = TypeVar("R", bound=Model)


class AsyncHttp:
    def __init__(self, api_key: str | None, base_url: str | None, limits: Limits, ssl_context: ssl.SSLContext | None) -> None:
        self.base_url = base_of(base_url)
        self._headers = _Secret({"X-Svc-API-Key": key_of(api_key)})
        self._limits = limits
        self._ssl_context = ssl_context

    @cached_property
    def transport(self) -> AsyncTransport:
        """Imported with the first call."""
        from .transport import AsyncTransport

        return AsyncTransport(self._ssl_context)

    @overload
    async def call(
        self,
        method: str,
        where: str,
        answer: type[T],
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        takes_idempotency_key: bool = False,
        options: CallOptions | None = None,
    ) -> T: ...
    @overload
    async def call(
        self,
        method: str,
        where: str,
        answer: None,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        takes_idempotency_key: bool = False,
        options: CallOptions | None = None,
    ) -> None: ...
    async def call(
        self,
        method: str,
        where: str,
        answer: Any,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        takes_idempotency_key: bool = False,
        options: CallOptions | None = None,
    ) -> Any:
        """The response as the type `answer`; str for text. Raises ApiError, ApiConnectionError, ApiTimeoutError."""
        headers = {**self._headers.value, "Accept": "*/*" if answer is str else "application/json"}
        key = (options or {}).get("idempotency_key") or (os.urandom(16).hex() if takes_idempotency_key else None)
        if key:
            headers["Idempotency-Key"] = key
        content: Body | None = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = Body(json.dumps(jsonable(body)).encode())
        url = url_of(self.base_url, where, query)

        async def attempt(until: float) -> Any:
            async with await self.transport.open(method, url, headers, content, until=until) as stream:
                text = await stream.read(until=until)
            if not 200 <= stream.status < 300:
                raise refused(stream.status, stream.headers, text)
            return text.decode("utf-8", "replace") if answer is str else decoder(answer)(parsed(text, stream.status))

        is_repeatable = takes_idempotency_key or method not in ("POST", "PATCH")
        return await self.repeat(attempt, is_repeatable=is_repeatable, options=options)

    def pages(
        self,
        where: str,
        answer: type[R],
        row: type[T],
        *,
        query: dict[str, Any] | None = None,
        paging: Paging,
        options: CallOptions | None = None,
    ) -> AsyncPages[R, T]:
        return AsyncPages(self, where, answer, jsonable(query or {}), paging, options)

    async def events(self, where: str, *, query: dict[str, Any] | None = None, options: CallOptions | None = None) -> AsyncIterator[ServerEvent]:
        """Server-sent events. Connects again when the connection is lost. Ends after the event `end`."""
        asked: dict[str, Any] = jsonable(query or {})
        last_id: str | None = asked.pop("lastEventId", None)
        url = url_of(self.base_url, where, asked)
        reader = EventReader()
        failures = 0
        while True:
            headers = {**self._headers.value, "Accept": "text/event-stream", **({"Last-Event-ID": last_id} if last_id else {})}

            async def attempt(until: float, headers: dict[str, str] = headers) -> Any:
                stream = await self.transport.open("GET", url, headers, None, until=until)
                if stream.status == 200:
                    return stream
                async with stream:
                    raise refused(stream.status, stream.headers, await stream.read(until=until))

            async with await self.repeat(attempt, is_repeatable=True, options=options) as stream:
                try:
                    async for chunk in stream.chunks(silence=SILENCE):
                        for event in reader.feed(chunk):
                            failures = 0
                            last_id = event.id or last_id
                            yield event
                            if event.event == "end":
                                return
                except Exception as error:
                    if problem_of(error, SILENCE) is None:
                        raise
            failures += 1
            if failures > MAX_FAILURES:
                raise ApiConnectionError(f"The stream was lost {MAX_FAILURES} times without an event")
            await sleep(reader.retry)
            reader = EventReader()

    async def repeat(
        self,
        attempt: Callable[[float], Awaitable[T]],
        *,
        is_repeatable: bool,
        options: CallOptions | None = None,
    ) -> T:
        """Runs `attempt` until it succeeds or the timeouts and retries of the call are used up.

        `attempt` gets its deadline on the clock of `now`.
        """
        timeout, total, retries = Limits(**{**self._limits._asdict(), **_own(options)})
        end = now() + total
        tries = 0
        while True:
            left = max(0.001, min(timeout, end - now()))
            try:
                return await attempt(now() + left)
            except Exception as error:
                problem = problem_of(error, left)
                if problem is None:
                    raise
                delay = delay_of(problem, is_repeatable=is_repeatable, tries=tries)
                if delay is None or tries >= retries or now() + delay >= end:
                    raise problem from None
            tries += 1
            await sleep(delay)


def _own(options: CallOptions | None) -> dict[str, Any]:
    return {name: value for name, value in (options or {}).items() if name != "idempotency_key"}


class _Secret:
    """Headers that `repr` does not show."""

    def __init__(self, value: dict[str, str]) -> None:
        self.value = value
