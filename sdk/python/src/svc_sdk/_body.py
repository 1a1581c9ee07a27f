"""Request bodies and downloaded files, read and written in pieces."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Literal

from ._errors import SvcError


@contextmanager
def on_disk(verb: Literal["read", "write"], path: str | os.PathLike[str]) -> Generator[None, None, None]:
    """Turns an error of the file system into one that is not retried."""
    try:
        yield
    except OSError as error:
        raise SvcError("file", f"Cannot {verb} {os.fspath(path)}: {error.strerror}") from error


class Body:
    def __init__(self, content: bytes | os.PathLike[str]) -> None:
        self._content = content
        if isinstance(content, bytes):
            self.size = len(content)
        else:
            # Opening it finds out whether it is a file that may be read.
            with on_disk("read", content), open(content, "rb") as file:
                self.size = os.fstat(file.fileno()).st_size

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
    """A file to write."""

    def __init__(self, path: os.PathLike[str], mode: Literal["ab", "wb"]) -> None:
        self._path = path
        with on_disk("write", path):
            self._file = open(path, mode)

    def write(self, chunk: bytes) -> None:
        with on_disk("write", self._path):
            self._file.write(chunk)

    def __enter__(self) -> LocalFile:
        return self

    def __exit__(self, *_: object) -> None:
        with on_disk("write", self._path):
            self._file.close()
