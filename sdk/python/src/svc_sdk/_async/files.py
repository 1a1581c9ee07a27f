"""Streams local files to and from signed URLs."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Protocol

from .._body import Body, LocalFile, on_disk
from .._errors import ApiConnectionError, SvcError, refused
from .._generated.types import FileUploadItem, FileUploadResponse
from .._options import CallOptions
from .http import AsyncHttp


class Remote(Protocol):
    size: int
    last_modified: datetime
    url: str | None


class AsyncFiles:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    async def upload(
        self,
        ask: Callable[[FileUploadItem, str, CallOptions], Awaitable[FileUploadResponse]],
        source: str | os.PathLike[str] | bytes,
        path: str | None,
        content_type: str,
        timeout: float,
    ) -> str:
        """Each attempt asks for a new signed URL, since they expire."""
        where = path or ("" if isinstance(source, bytes) else Path(source).name)
        if not where:
            raise TypeError("path is required when the source is not a file path")
        body = Body(source if isinstance(source, bytes) else Path(source))
        folder, slash, name = where.rpartition("/")
        wanted = FileUploadItem(name=name, content_type=content_type)
        if body.size:
            wanted.size = body.size

        async def attempt(until: float) -> str:
            address = (await ask(wanted, folder + slash, {"max_retries": 0})).files[0]
            headers = {"Content-Type": content_type}
            async with await self._http.transport.open("PUT", address.upload_url, headers, body, until=until) as stream:
                text = await stream.read(until=until)
            if not 200 <= stream.status < 300:
                raise refused(stream.status, stream.headers, text)
            return address.path

        limits: CallOptions = {"timeout": timeout, "total_timeout": timeout}
        return await self._http.repeat(attempt, is_repeatable=True, options=limits)

    async def download(self, find: Callable[[], Awaitable[Remote | None]], path: str, target: str | os.PathLike[str], timeout: float) -> None:
        """`find` returns a new signed URL for each attempt. An existing file under `target` is replaced when the download is complete."""
        goal = Path(target)
        with on_disk("write", goal):
            goal.parent.mkdir(parents=True, exist_ok=True)
        partial = goal.with_name(f"{goal.name}.{os.urandom(4).hex()}.part")
        version: datetime | None = None

        async def attempt(until: float) -> None:
            nonlocal version
            remote = await find()
            if remote is None or not remote.url:
                raise SvcError("not_found", f"File not found: {path}")
            held = partial.stat().st_size if version == remote.last_modified and partial.exists() else 0
            version = remote.last_modified
            headers = {"Range": f"bytes={held}-"} if held else {}
            async with await self._http.transport.open("GET", remote.url, headers, None, until=until) as stream:
                if stream.status not in (200, 206):
                    raise refused(stream.status, stream.headers, await stream.read(until=until))
                with LocalFile(partial, "ab" if stream.status == 206 else "wb") as file:
                    async for chunk in stream.chunks(until=until):
                        file.write(chunk)
            size = partial.stat().st_size
            if size != remote.size:
                raise ApiConnectionError(f"The download stopped after {size} of {remote.size} bytes")

        limits: CallOptions = {"timeout": timeout, "total_timeout": timeout}
        try:
            await self._http.repeat(attempt, is_repeatable=True, options=limits)
            with on_disk("write", goal):
                os.replace(partial, goal)
        finally:
            with suppress(OSError):
                partial.unlink()
