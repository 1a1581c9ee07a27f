# Written by `bun run gen` from _async/browsers.py. Do not edit.
"""Browsers with what takes more than one call."""

from __future__ import annotations

import os
from typing import Any

from .._errors import SvcError
from .._generated import sync
from .._generated.types import BrowserDownloadFile, BrowserSessionItemView, BrowserSessionView
from .._options import CallOptions
from .files import Files


class ConnectedBrowser:
    """A browser that runs for the caller. It costs until it is stopped: use it in a `with` block, or call `stop()`.

    `cdp_url` is for `connect_over_cdp` of Playwright and the like. It holds a token: keep it secret.
    """

    def __init__(self, browsers: Browsers, browser: BrowserSessionItemView, cdp_url: str) -> None:
        self.id = browser.id
        self.cdp_url = cdp_url
        self.live_url = browser.live_url
        self._browsers = browsers

    def stop(self) -> BrowserSessionView:
        return self._browsers.stop(self.id)

    def __enter__(self) -> ConnectedBrowser:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Browsers(sync.Browsers):
    def connect(self, **params: Any) -> ConnectedBrowser:
        """Starts a browser for Playwright or anything else that speaks CDP. Takes what `create` takes."""
        browser = self.create(**params)
        if browser.cdp_url:
            return ConnectedBrowser(self, browser, browser.cdp_url)
        self.stop(browser.id)
        raise SvcError("unavailable", "The server told no CDP address for the browser")

    def stop(self, session_id: str, *, options: CallOptions | None = None) -> BrowserSessionView:
        return self.update(session_id, action="stop", options=options)

    def download(self, session_id: str, path: str, target: str | os.PathLike[str], *, timeout: float = 3600) -> None:
        """Writes what a page of the browser downloaded to a file of this machine. `path` is as the list has it."""

        def find() -> BrowserDownloadFile | None:
            for file in self.downloads.list(session_id, include_urls=True, limit=100):
                if file.path == path:
                    return file
            return None

        Files(self._http).download(find, target, timeout)
