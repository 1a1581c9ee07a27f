"""Errors of the SDK. No error contains the key, a request header or the query of a URL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict, cast

if TYPE_CHECKING:
    from ._generated.types import SessionResponse


class SvcError(Exception):
    """Base class of all errors of the SDK, except TypeError for invalid arguments.

    `code` is the kind of error, `hint` what to do next, when there is something to do.
    """

    code: str
    hint: str | None

    def __init__(self, code: str, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class ConfigurationError(SvcError):
    """The key or the address is missing, or an argument is invalid."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__("configuration", message, hint=hint)


class ApiConnectionError(SvcError):
    """The server could not be reached, or the connection was lost."""

    def __init__(self, message: str) -> None:
        super().__init__("connection", message, hint="Check the network and the address in SVC_BASE_URL.")


class ApiTimeoutError(SvcError):
    """A call or a wait exceeded its timeout."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__("timeout", message, hint=hint)


class SignatureError(SvcError):
    """The signature of a webhook does not match, or the webhook is too old."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__("signature", message, hint=hint)


class TaskFailedError(SvcError):
    """The agent did not do the task."""

    def __init__(self, message: str, session: SessionResponse, *, hint: str | None = None) -> None:
        default = f'Read the steps of the agent: sessions.messages.list("{session.id}").'
        super().__init__("task_failed", message, hint=hint or default)
        self.session = session


class Problem(TypedDict):
    """One problem of a request that was refused with 422."""

    loc: list[str | int]
    msg: str
    type: str


class ApiError(SvcError):
    """The server answered with an error status.

    `request_id` is the id of the request in the log of the server, `problems` lists all problems of a request that was
    refused with 422, and `retry_after` has the seconds of the header Retry-After.
    """

    status: int
    request_id: str | None
    problems: list[Problem]
    retry_after: float | None

    def __init__(self, status: int, headers: Mapping[str, str], text: bytes) -> None:
        body = _object_in(text)
        detail = body.get("detail")
        self.problems = cast("list[Problem]", detail) if isinstance(detail, list) else []
        if self.problems:
            detail = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in self.problems)
        message = detail if isinstance(detail, str) and detail else "The server refused the request"
        super().__init__(_code_of(status), f"{status} {message}", hint=body.get("hint"))
        self.status = status
        self.request_id = headers.get("x-request-id")
        self.retry_after = _seconds(headers.get("retry-after"))


class AuthenticationError(ApiError):
    """401: the key is missing or wrong."""


class PermissionDeniedError(ApiError):
    """403: a limit or a rule forbids the request."""


class NotFoundError(ApiError):
    """404: the project of the key has nothing with this id."""


class ConflictError(ApiError):
    """409: the resource is busy."""


class InvalidRequestError(ApiError):
    """422: the request is invalid; `problems` has the reasons."""


class RateLimitError(ApiError):
    """429: too many requests, browsers or sessions at the same time."""


_CLASSES: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: InvalidRequestError,
    429: RateLimitError,
}

_CODES = {
    401: "unauthorized",
    402: "payment_required",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid",
    429: "rate_limited",
    501: "not_implemented",
    502: "unavailable",
    503: "unavailable",
    504: "unavailable",
}


def refused(status: int, headers: Mapping[str, str], text: bytes) -> ApiError:
    """The error for a response, of the subclass for its status."""
    return _CLASSES.get(status, ApiError)(status, headers, text)


def _code_of(status: int) -> str:
    return _CODES.get(status, "server_error" if status >= 500 else "bad_request")


def _object_in(text: bytes) -> dict[str, Any]:
    try:
        value: Any = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        from email.utils import parsedate_to_datetime
        from time import time

        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - time())
        except ValueError:
            return None
