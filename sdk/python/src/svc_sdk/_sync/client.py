# Written by `bun run gen` from _async/client.py. Do not edit.
"""The client: resources of the API with helpers of our own where one call is not enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .._protocol import Limits
from .http import Http
from .run import Runner
from .sessions import Sessions, SessionEvent

if TYPE_CHECKING:
    import ssl

    from .._generated.v2_sync import V2
    from .browsers import Browsers
    from .workspaces import Workspaces


class Svc(Runner):
    """A client of the platform.

    Args:
        api_key: Default: SVC_API_KEY of the environment.
        base_url: Address of the server, with or without `/api/v3`. Default: SVC_BASE_URL.
        timeout: Seconds that one attempt may take, with its answer.
        total_timeout: Seconds that a call may take with all its attempts.
        max_retries: Further attempts when the server is busy or cannot be reached.
        ssl_context: Whom to trust. Default: the authorities of the system.

    Raises:
        ConfigurationError: There is no key or no address.
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

    def stream(self, task: str, **params: Any) -> Iterator[SessionEvent]:
        """Has an agent do a task, and tells what happens until the session has ended. Takes what `sessions.create` takes."""
        session = self.sessions.create(task=task, **params)
        for event in self.sessions.stream(session.id):
            yield event

    def close(self) -> None:
        """Closes connections that are kept for later calls."""
        if "transport" in vars(self._http):
            self._http.transport.close()

    def __enter__(self) -> Svc:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
