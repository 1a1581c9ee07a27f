"""Time, errors and parallel work with threads. Imports nothing large: `http.client` takes longer than the rest of the SDK."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from .._errors import ApiConnectionError, ApiTimeoutError, SvcError

T = TypeVar("T")
R = TypeVar("R")

sleep = time.sleep
now = time.monotonic


def problem_of(error: Exception, timeout: float) -> SvcError | None:
    """Turns an error of the connection into an error of the SDK; None for any other error."""
    if isinstance(error, SvcError):
        return error
    if isinstance(error, TimeoutError):
        return ApiTimeoutError(f"The server did not answer within {timeout:g} s", hint="Pass a longer timeout.")
    if isinstance(error, OSError) or type(error).__module__ == "http.client":
        return ApiConnectionError(f"The server cannot be reached, or the connection was lost ({type(error).__name__})")
    return None


def in_parallel(items: Iterable[T], work: Callable[[T], R], workers: int) -> list[R]:
    """Runs `work` for some items at a time. Returns the results in the order of the items; the first error stops it."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
