"""A task from its words to its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, overload

from .._generated import aio
from .._generated.types import SessionResponse
from .._result import PydanticModel, RunResult, output_of, schema_of
from .sessions import FOUR_HOURS, AsyncSessions
from .runtime import now

M = TypeVar("M", bound=PydanticModel)


class AsyncRunner(aio.AsyncV3):
    @overload
    async def run(
        self,
        task: str,
        *,
        schema: type[M],
        on_question: Callable[[str], str] | None = None,
        timeout: float = FOUR_HOURS,
        **params: Any,
    ) -> RunResult[M]: ...
    @overload
    async def run(
        self,
        task: str,
        *,
        schema: Mapping[str, Any],
        on_question: Callable[[str], str] | None = None,
        timeout: float = FOUR_HOURS,
        **params: Any,
    ) -> RunResult[Any]: ...
    @overload
    async def run(
        self,
        task: str,
        *,
        schema: None = None,
        on_question: Callable[[str], str] | None = None,
        timeout: float = FOUR_HOURS,
        **params: Any,
    ) -> RunResult[str]: ...
    async def run(
        self,
        task: str,
        *,
        schema: Any = None,
        on_question: Callable[[str], str] | None = None,
        timeout: float = FOUR_HOURS,
        **params: Any,
    ) -> RunResult[Any]:
        """Has an agent do a task, and waits for what comes of it.

        Args:
            task: What to do.
            schema: What the output is to look like: a class of pydantic, or plain JSON Schema.
            on_question: Answers what the agent asks. Without it a question ends the run.
            timeout: Seconds until the wait is given up; the session goes on.
            params: What `sessions.create` takes besides.

        Raises:
            TaskFailedError: The task was not done.
            ApiTimeoutError: It takes too long.
        """
        sessions = AsyncSessions(self._http)
        end = now() + timeout
        asked = {} if schema is None else {"output_schema": schema_of(schema)}
        session: SessionResponse = await sessions.create(task=task, **asked, **params)
        while True:
            session = await sessions.wait(session.id, timeout=end - now())
            if session.question is None or on_question is None:
                return RunResult(output_of(session, schema), session)
            await sessions.create(session_id=session.id, task=on_question(session.question))
