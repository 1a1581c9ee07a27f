"""Browsers with what takes more than one call."""

from __future__ import annotations

import os
from typing import Any

from .._errors import SvcError
from .._generated import aio
from .._generated.types import BrowserDownloadFile, BrowserSessionItemView, BrowserSessionView
from .._options import CallOptions
from .files import AsyncFiles


class AsyncConnectedBrowser:
    """A browser that runs for the caller. It costs until it is stopped: use it in a `with` block, or call `stop()`.

    `cdp_url` is for `connect_over_cdp` of Playwright and the like. It holds a token: keep it secret.
    """

    def __init__(self, browsers: AsyncBrowsers, browser: BrowserSessionItemView, cdp_url: str) -> None:
        self.id = browser.id
        self.cdp_url = cdp_url
        self.live_url = browser.live_url
        self._browsers = browsers

    async def stop(self) -> BrowserSessionView:
        return await self._browsers.stop(self.id)

    async def __aenter__(self) -> AsyncConnectedBrowser:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


class AsyncBrowsers(aio.AsyncBrowsers):
    async def connect(self, **params: Any) -> AsyncConnectedBrowser:
        """Starts a browser for Playwright or anything else that speaks CDP. Takes what `create` takes."""
        browser = await self.create(**params)
        if browser.cdp_url:
            return AsyncConnectedBrowser(self, browser, browser.cdp_url)
        await self.stop(browser.id)
        raise SvcError("unavailable", "The server told no CDP address for the browser")

    async def stop(self, session_id: str, *, options: CallOptions | None = None) -> BrowserSessionView:
        return await self.update(session_id, action="stop", options=options)

    async def download(self, session_id: str, path: str, target: str | os.PathLike[str], *, timeout: float = 3600) -> None:
        """Writes what a page of the browser downloaded to a file of this machine. `path` is as the list has it."""

        async def find() -> BrowserDownloadFile | None:
            async for file in self.downloads.list(session_id, include_urls=True, limit=100):
                if file.path == path:
                    return file
            return None

        await AsyncFiles(self._http).download(find, target, timeout)
