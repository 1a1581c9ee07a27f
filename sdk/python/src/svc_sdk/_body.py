"""Request bodies and downloaded files, read and written in pieces."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal

from ._errors import SvcError


class Body:
    def __init__(self, content: bytes | os.PathLike[str]) -> None:
        self._content = content
        self.size = len(content) if isinstance(content, bytes) else os.path.getsize(content)

    def chunks(self, size: int) -> Iterator[bytes]:
        if isinstance(self._content, bytes):
            yield self._content
            return
        left = self.size
        with open(self._content, "rb") as file:
            while left > 0 and (chunk := file.read(min(size, left))):
                left -= len(chunk)
                yield chunk


class LocalFile:
    """A file to write. Its errors are those of the file system, which are not retried."""

    def __init__(self, path: os.PathLike[str], mode: Literal["ab", "wb"]) -> None:
        self._path = path
        try:
            self._file = open(path, mode)
        except OSError as error:
            raise self._failure(error) from error

    def write(self, chunk: bytes) -> None:
        try:
            self._file.write(chunk)
        except OSError as error:
            raise self._failure(error) from error

    def _failure(self, error: OSError) -> SvcError:
        return SvcError("file", f"Cannot write {os.fspath(self._path)}: {error.strerror}")

    def __enter__(self) -> LocalFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
