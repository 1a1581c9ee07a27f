"""What is sent: bytes, or a file that is read as it goes."""

from __future__ import annotations

import os
from collections.abc import Iterator


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
