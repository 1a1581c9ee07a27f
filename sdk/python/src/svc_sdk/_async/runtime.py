"""Time, errors and parallel work with asyncio, which is imported on use: that takes longer than the rest of the SDK."""

from __future__ import annotations

import time
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from .._errors import ApiConnectionError, ApiTimeoutError, SvcError

if TYPE_CHECKING:
    from asyncio import Task

T = TypeVar("T")
R = TypeVar("R")

now = time.monotonic


async def sleep(seconds: float) -> None:
    import asyncio

    await asyncio.sleep(seconds)


def problem_of(error: Exception, timeout: float) -> SvcError | None:
    """Turns an error of the connection into an error of the SDK; None for any other error."""
    if isinstance(error, SvcError):
        return error
    if isinstance(error, TimeoutError):
        return ApiTimeoutError(f"The server did not answer within {timeout:g} s", hint="Pass a longer timeout.")
    if isinstance(error, (OSError, EOFError, ValueError)) or type(error).__name__ == "LimitOverrunError":
        return ApiConnectionError(f"The server cannot be reached, or the connection was lost ({type(error).__name__})")
    return None


async def in_parallel(items: AsyncIterable[T], work: Callable[[T], Awaitable[R]], workers: int) -> list[R]:
    """Runs `work` for some items at a time. Returns the results in the order of the items; the first error stops it."""
    import asyncio

    limit = asyncio.Semaphore(workers)

    async def one(item: T) -> R:
        try:
            return await work(item)
        finally:
            limit.release()

    tasks: list[Task[R]] = []
    try:
        async with asyncio.TaskGroup() as group:
            async for item in items:
                await limit.acquire()
                tasks.append(group.create_task(one(item)))
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    return [task.result() for task in tasks]
