"""Results of tasks, and the schemas of their output. Does no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from ._errors import ConfigurationError, TaskFailedError

if TYPE_CHECKING:
    from ._generated.types import SessionResponse

T = TypeVar("T")


class RunResult(NamedTuple, Generic[T]):
    """`output` is text, or a value that fits the schema."""

    output: T
    session: SessionResponse


class PydanticModel(Protocol):
    """The methods of a class of pydantic 2 that the SDK uses."""

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]: ...
    @classmethod
    def model_validate(cls, obj: Any) -> Self: ...


def schema_of(schema: Any) -> dict[str, Any]:
    if isinstance(schema, Mapping):
        return dict(cast("Mapping[str, Any]", schema))
    if isinstance(schema, type) and hasattr(schema, "model_json_schema"):
        return cast("type[PydanticModel]", schema).model_json_schema()
    raise ConfigurationError("The schema is neither JSON Schema nor a class of pydantic 2", hint="Pass a mapping, or a subclass of pydantic.BaseModel of pydantic 2.")


def question_failure(question: str, session: SessionResponse) -> TaskFailedError:
    hint = f'Pass on_question, or answer with sessions.create(session_id="{session.id}", task="<answer>").'
    return TaskFailedError(f"The agent asks: {question}", session, hint=hint)


def output_of(session: SessionResponse, schema: Any) -> Any:
    """The checked output of a session. Raises TaskFailedError."""
    if session.is_task_successful is not True:
        raise TaskFailedError(session.end_reason or f"The task was not done: the session is {session.status}", session)
    if schema is None or isinstance(schema, Mapping):
        return session.output
    try:
        return cast("type[PydanticModel]", schema).model_validate(session.output)
    except ValueError as error:
        raise TaskFailedError("The output does not fit the schema", session) from error
