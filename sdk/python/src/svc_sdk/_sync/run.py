# Written by `bun run gen` from _async/run.py. Do not edit.
"""Runs a task and waits for its result."""

from __future__ import annotations

from collections.abc import Iterator, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .._generated import sync
from .._generated.types import SessionResponse
from .._models import NOT_GIVEN, NotGiven
from .._result import PydanticModel, RunResult, output_of, question_failure, schema_of
from .runtime import now
from .sessions import FOUR_HOURS, Sessions, SessionEvent

if TYPE_CHECKING:
    from typing import Unpack

    from .._generated.types import TaskParams

M = TypeVar("M", bound=PydanticModel)
OnQuestion = Callable[[str, SessionResponse], str]


class Runner(sync.V3):
    @overload
    def run(
        self,
        task: str,
        *,
        schema: type[M],
        on_question: OnQuestion | None = None,
        timeout: float = FOUR_HOURS,
        interval: float = 2.0,
        **params: Unpack[TaskParams],
    ) -> RunResult[M]: ...
    @overload
    def run(
        self,
        task: str,
        *,
        schema: Mapping[str, Any],
        on_question: OnQuestion | None = None,
        timeout: float = FOUR_HOURS,
        interval: float = 2.0,
        **params: Unpack[TaskParams],
    ) -> RunResult[Any]: ...
    @overload
    def run(
        self,
        task: str,
        *,
        schema: None = None,
        on_question: OnQuestion | None = None,
        timeout: float = FOUR_HOURS,
        interval: float = 2.0,
        **params: Unpack[TaskParams],
    ) -> RunResult[str]: ...
    def run(
        self,
        task: str,
        *,
        schema: Any = None,
        on_question: OnQuestion | None = None,
        timeout: float = FOUR_HOURS,
        interval: float = 2.0,
        **params: Unpack[TaskParams],
    ) -> RunResult[Any]:
        """Runs a task with an agent and waits for the result.

        Args:
            task: What to do.
            schema: Form of the output: a class of pydantic, or JSON Schema. Without it the output is text.
            on_question: Answers a question of the agent. Without it, a question ends the run with TaskFailedError.
            timeout: Seconds to wait at most.
            interval: Seconds between two requests, at most.
            params: Further arguments of `sessions.create`.

        Raises:
            TaskFailedError: The agent did not do the task, or asks a question that nobody answers.
            ApiTimeoutError: The task takes longer than `timeout`; the session continues.
        """
        sessions = Sessions(self._http)
        end = now() + timeout
        output_schema = NOT_GIVEN if schema is None else schema_of(schema)
        session = sessions.create(task=task, output_schema=output_schema, **params)
        while True:
            session = sessions.wait(session.id, timeout=max(0.0, end - now()), interval=interval)
            if session.question is None:
                return RunResult(output_of(session, schema), session)
            if on_question is None:
                raise question_failure(session.question, session)
            sessions.create(session_id=session.id, task=on_question(session.question, session))

    def stream(
        self,
        task: str,
        *,
        output_schema: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        **params: Unpack[TaskParams],
    ) -> Iterator[SessionEvent]:
        """Runs a task with an agent and yields what happens until the task has ended. In a session that exists, only what is new.

        Args:
            task: What to do.
            output_schema: Form of the output, as JSON Schema.
            params: Further arguments of `sessions.create`.
        """
        sessions = Sessions(self._http)
        existing = params.get("session_id")
        last = sessions.last_message(existing) if existing else None
        session = sessions.create(task=task, output_schema=output_schema, **params)
        for event in sessions.stream(session.id, after=last.id if last else None, until="idle"):
            yield event
