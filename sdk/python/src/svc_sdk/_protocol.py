"""What a call is made of, however it is sent: when it is sent again, and how streams are read. Pure."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ._errors import ApiConnectionError, ApiError, ApiTimeoutError, SvcError
from ._options import Paging, ServerEvent

SILENCE = 45.0
"""Seconds after which a stream counts as lost: the server says something every 10."""

MAX_FAILURES = 5
"""Connections in a row that brought no event."""


class Limits(NamedTuple):
    """Seconds for an attempt and for a call, and how often it may be sent again."""

    timeout: float
    total_timeout: float
    max_retries: int


def delay_of(problem: SvcError, *, is_repeatable: bool, tries: int) -> float | None:
    """Seconds to wait before the next attempt; None where none is worth it.

    A request that may do something twice is sent again only where the server did nothing: after 429.
    """
    grown = min(8.0, 0.5 * 2**tries) * (0.75 + os.urandom(1)[0] / 1024)
    if isinstance(problem, (ApiConnectionError, ApiTimeoutError)):
        return grown if is_repeatable else None
    if not isinstance(problem, ApiError):
        return None
    wait = grown if problem.retry_after is None else problem.retry_after
    if problem.status == 429:
        return wait
    return wait if is_repeatable and 502 <= problem.status <= 504 else None


def parsed(text: bytes, status: int = 200) -> Any:
    if status == 204:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise ApiConnectionError("The answer is not whole or not of this API") from None


def next_query(asked: Mapping[str, Any], first: Mapping[str, Any], paging: Paging, answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """The query for the page behind this one; None where this was the last."""
    rows: list[Any] = answer[paging.rows]
    if paging.by == "cursor":
        has_next = answer.get("hasMore") and answer.get("nextCursor")
        return {**asked, paging.field: answer["nextCursor"]} if has_next else None
    if paging.by == "number":
        number = answer.get("pageNumber", answer.get("page", 1))
        total = answer.get("totalItems", answer.get("total", 0))
        return {**asked, paging.field: number + 1} if rows and number * answer["pageSize"] < total else None
    if not answer.get("hasMore") or not rows:
        return None
    is_forward = bool(first.get("after"))
    return {**asked, "after": rows[-1]["id"]} if is_forward else {**asked, "before": rows[0]["id"]}


class EventReader:
    """Server-sent events (HTML standard, 9.2) out of bytes."""

    def __init__(self) -> None:
        self.retry = 2.0
        self._text = b""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        # A CR at the end may be half of a line's end.
        blocks = re.split(rb"\r\n\r\n|\n\n|\r\r(?!$)", self._text + chunk)
        self._text = blocks.pop()
        for block in blocks:
            event = self._event(block.decode("utf-8", "replace"))
            if event:
                yield event

    def _event(self, block: str) -> ServerEvent | None:
        fields: dict[str, str] = {}
        for line in re.split(r"\r\n|\n|\r", block):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
        if fields.get("retry", "").isdecimal():
            self.retry = int(fields["retry"]) / 1000
        if "data" not in fields:
            return None
        return ServerEvent(fields.get("id"), fields.get("event", "message"), parsed(fields["data"].encode()))
