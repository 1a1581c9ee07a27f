# Written by `bun run gen` from _async/client.py. Do not edit.
"""The client: all resources of the API, and the helpers that need more than one call."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .._protocol import Limits
from .http import Http
from .run import Runner
from .sessions import Sessions

if TYPE_CHECKING:
    import ssl

    from .._generated.v2_sync import V2
    from .browsers import Browsers
    from .workspaces import Workspaces


class Svc(Runner):
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
        super().__init__(Http(api_key, base_url, Limits(timeout, total_timeout, max_retries), ssl_context))

    @cached_property
    def browsers(self) -> Browsers:
        from .browsers import Browsers

        return Browsers(self._http)

    @cached_property
    def sessions(self) -> Sessions:
        return Sessions(self._http)

    @cached_property
    def workspaces(self) -> Workspaces:
        from .workspaces import Workspaces

        return Workspaces(self._http)

    @cached_property
    def v2(self) -> V2:
        """The endpoints of version 2 of the API."""
        from .._generated.v2_sync import V2

        return V2(self._http)

    def close(self) -> None:
        """Closes idle connections."""
        if "transport" in vars(self._http):
            self._http.transport.close()

    def __enter__(self) -> Svc:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
