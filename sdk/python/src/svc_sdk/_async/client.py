"""The client: all resources of the API, and the helpers that need more than one call."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .._protocol import Limits
from .http import AsyncHttp
from .run import AsyncRunner
from .sessions import AsyncSessions

if TYPE_CHECKING:
    import ssl

    from .._generated.v2_aio import AsyncV2
    from .browsers import AsyncBrowsers
    from .workspaces import AsyncWorkspaces


class AsyncSvc(AsyncRunner):
    """A client of the platform.

    Args:
        api_key: Default: the environment variable SVC_API_KEY.
        base_url: Address of the server, with or without `/api/v3`. Default: the environment variable SVC_BASE_URL.
        timeout: Seconds that one attempt may take, including the response body.
        total_timeout: Seconds that a call may take with all its retries.
        max_retries: Retries when the server is busy or cannot be reached.
        ssl_context: Settings of TLS. Default: certificates are checked against the authorities of the system.

    Raises:
        ConfigurationError: The key or the address is missing or invalid.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 60,
        total_timeout: float = 180,
        max_retries: int = 3,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(AsyncHttp(api_key, base_url, Limits(timeout, total_timeout, max_retries), ssl_context))

    @cached_property
    def browsers(self) -> AsyncBrowsers:
        from .browsers import AsyncBrowsers

        return AsyncBrowsers(self._http)

    @cached_property
    def sessions(self) -> AsyncSessions:
        return AsyncSessions(self._http)

    @cached_property
    def workspaces(self) -> AsyncWorkspaces:
        from .workspaces import AsyncWorkspaces

        return AsyncWorkspaces(self._http)

    @cached_property
    def v2(self) -> AsyncV2:
        """The endpoints of version 2 of the API."""
        from .._generated.v2_aio import AsyncV2

        return AsyncV2(self._http)

    async def aclose(self) -> None:
        """Closes idle connections."""
        if "transport" in vars(self._http):
            await self._http.transport.aclose()

    async def __aenter__(self) -> AsyncSvc:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
