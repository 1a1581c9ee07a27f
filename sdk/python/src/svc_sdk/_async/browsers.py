"""Helpers for browsers, in addition to the endpoints."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .._errors import SvcError
from .._generated import aio
from .._generated.types import BrowserDownloadFile, BrowserSessionItemView, BrowserSessionView
from .._options import CallOptions
from .files import AsyncFiles

if TYPE_CHECKING:
    from typing import Unpack

    from .._generated.types import BrowserParams


class AsyncConnectedBrowser:
    """A running browser. It costs until it is stopped: use it in a `with` block, or call `stop()`."""

    def __init__(self, browsers: AsyncBrowsers, browser: BrowserSessionItemView, cdp_url: str) -> None:
        self.id = browser.id
        self.cdp_url = cdp_url
        """Address for `connect_over_cdp` of Playwright. It contains a token: keep it secret."""
        self.live_url = browser.live_url
        """Web page that shows the browser. Anyone who has this address can control the browser."""
        self._browsers = browsers

    async def stop(self) -> BrowserSessionView:
        return await self._browsers.stop(self.id)

    async def __aenter__(self) -> AsyncConnectedBrowser:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


class AsyncBrowsers(aio.AsyncBrowsers):
    async def connect(self, **params: Unpack[BrowserParams]) -> AsyncConnectedBrowser:
        """Starts a browser for Playwright or another CDP client. Takes the arguments of `create`."""
        browser = await self.create(**params)
        if browser.cdp_url:
            return AsyncConnectedBrowser(self, browser, browser.cdp_url)
        await self.stop(browser.id)
        raise SvcError("unavailable", "The server started a browser but sent no CDP address")

    async def stop(self, session_id: str, *, options: CallOptions | None = None) -> BrowserSessionView:
        """Stops a browser and saves its profile. Stopping it again has no effect."""
        return await self.update(session_id, action="stop", options=options)

    async def download(self, session_id: str, path: str, target: str | os.PathLike[str], *, timeout: float = 3600) -> None:
        """Saves a file that a page of the browser has downloaded. `path` is the path in `downloads.list`, `target` a local path."""

        async def find() -> BrowserDownloadFile | None:
            async for file in self.downloads.list(session_id, include_urls=True, limit=100):
                if file.path == path:
                    return file
            return None

        await AsyncFiles(self._http).download(find, path, target, timeout)
