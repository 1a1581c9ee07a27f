"""Helpers for sessions, in addition to the endpoints: following and waiting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal, NamedTuple

from .._errors import ApiTimeoutError
from .._generated import aio
from .._generated.types import MessageResponse, SessionResponse
from .._models import NOT_GIVEN
from .._options import CallOptions
from .runtime import now, sleep

FOUR_HOURS = 4 * 60 * 60.0


class SessionEvent(NamedTuple):
    """One event of a session. The first is `session`, which comes again after each change of the session."""

    type: Literal["session", "message"]
    session: SessionResponse | None
    message: MessageResponse | None


class AsyncSessions(aio.AsyncSessions):
    async def stream(
        self,
        session_id: str,
        *,
        after: str | None = None,
        until: Literal["ended", "idle"] = "ended",
        options: CallOptions | None = None,
    ) -> AsyncIterator[SessionEvent]:
        """Yields the events of a session until it ends. After a lost connection the stream continues after the last message.

        Args:
            after: Id of a message: the stream starts after it.
            until: `idle` also ends the stream when the session waits for another task.
        """
        async for event in self.stream_events(session_id, last_event_id=after or NOT_GIVEN, until=until, options=options):
            if event.event == "session":
                yield SessionEvent("session", SessionResponse.from_json(event.data), None)
            elif event.event == "message":
                yield SessionEvent("message", None, MessageResponse.from_json(event.data))

    async def wait(self, session_id: str, *, timeout: float = FOUR_HOURS, interval: float = 2.0) -> SessionResponse:
        """Waits until a session is idle, stopped, timed_out or error, or asks a question.

        Args:
            timeout: Seconds to wait at most.
            interval: Seconds between two requests, at most.

        Raises:
            ApiTimeoutError: The wait takes longer than `timeout`; the session continues.
        """
        end = now() + timeout
        delay = min(0.25, interval)
        while True:
            session = await self.get(session_id)
            if session.status not in ("created", "running") or session.question is not None:
                return session
            if now() + delay > end:
                hint = f'It continues: wait again, or call sessions.stop("{session_id}").'
                raise ApiTimeoutError(f"The session is still {session.status} after {timeout:g} s", hint=hint)
            await sleep(delay)
            delay = min(interval, delay * 1.5)

    async def last_message(self, session_id: str) -> MessageResponse | None:
        """The newest message of a session; None when it has none."""
        messages = (await self.messages.list(session_id, limit=1).page()).messages
        return messages[-1] if messages else None
