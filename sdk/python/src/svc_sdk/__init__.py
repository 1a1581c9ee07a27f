"""Client of the svc platform. `Svc` is the entry point, or `AsyncSvc` with asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConfigurationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    Problem,
    RateLimitError,
    SignatureError,
    SvcError,
    TaskFailedError,
)
from ._models import NOT_GIVEN, Model, NotGiven
from ._options import CallOptions, ServerEvent

if TYPE_CHECKING:
    from ._async.client import AsyncSvc
    from ._sync.client import Svc
    from .webhooks import verify_webhook

__version__ = "0.2.0"

__all__ = [
    "NOT_GIVEN",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncSvc",
    "AuthenticationError",
    "CallOptions",
    "ConfigurationError",
    "ConflictError",
    "InvalidRequestError",
    "Model",
    "NotFoundError",
    "NotGiven",
    "PermissionDeniedError",
    "Problem",
    "RateLimitError",
    "ServerEvent",
    "SignatureError",
    "Svc",
    "SvcError",
    "TaskFailedError",
    "verify_webhook",
]


def __getattr__(name: str) -> Any:
    """Imports each client on first use, since asyncio alone takes longer than all the rest."""
    if name == "Svc":
        from ._sync.client import Svc

        return Svc
    if name == "AsyncSvc":
        from ._async.client import AsyncSvc

        return AsyncSvc
    if name == "verify_webhook":
        from .webhooks import verify_webhook

        return verify_webhook
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
