"""Sessions with what takes more than one call: following them and waiting for them."""

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
    """What happens in a session. `session` comes first, and whenever the session is different."""

    type: Literal["session", "message"]
    session: SessionResponse | None
    message: MessageResponse | None


class AsyncSessions(aio.AsyncSessions):
    async def stream(self, session_id: str, *, after: str | None = None, options: CallOptions | None = None) -> AsyncIterator[SessionEvent]:
        """Follows a session until it has ended. A lost connection is taken up again behind the last message.

        Args:
            after: Id of a message: the stream begins behind it.
        """
        async for event in self.stream_events(session_id, last_event_id=after or NOT_GIVEN, options=options):
            if event.event == "session":
                yield SessionEvent("session", SessionResponse.from_json(event.data), None)
            elif event.event == "message":
                yield SessionEvent("message", None, MessageResponse.from_json(event.data))

    async def wait(self, session_id: str, *, timeout: float = FOUR_HOURS, interval: float = 2.0) -> SessionResponse:
        """Waits until a session has nothing more to do (idle, stopped, timed_out or error) or asks a question.

        Args:
            timeout: Seconds until the wait is given up.
            interval: Seconds between two looks, at most.

        Raises:
            ApiTimeoutError: It takes too long; the session goes on.
        """
        end = now() + timeout
        delay = min(0.25, interval)
        while True:
            session = await self.get(session_id)
            if session.status not in ("created", "running") or session.question is not None:
                return session
            if now() + delay > end:
                raise ApiTimeoutError(f"The session is still {session.status} after {timeout:g} s")
            await sleep(delay)
            delay = min(interval, delay * 1.5)
