"""Retries, pagination and server-sent events, for both clients. Does no I/O."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ._errors import ApiConnectionError, ApiError, ApiTimeoutError, SvcError
from ._options import Paging, ServerEvent

SILENCE = 45.0
"""Seconds after which a silent stream counts as lost. The server sends at least a comment every 10 s."""

MAX_FAILURES = 5
"""Connections in a row without an event."""


class Limits(NamedTuple):
    """Seconds for an attempt, seconds for a call, and retries."""

    timeout: float
    total_timeout: float
    max_retries: int


def delay_of(problem: SvcError, *, is_repeatable: bool, tries: int) -> float | None:
    """Seconds to wait before the next attempt; None when a retry is not allowed or useless.

    A request that could have its effect twice (`is_repeatable` is False) is only retried after 429, since the server has done
    nothing then.
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
        raise ApiConnectionError("The response is not valid JSON: it was cut off, or the address is not that of the API") from None


def next_query(asked: Mapping[str, Any], first: Mapping[str, Any], paging: Paging, answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """The query of the next page; None after the last one."""
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
    """Parses server-sent events (HTML standard, 9.2)."""

    def __init__(self) -> None:
        self.retry = 2.0
        self._text = b""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        # A CR at the end may be the first half of a CRLF.
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
