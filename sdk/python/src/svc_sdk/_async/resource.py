"""Base classes of resources and lists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._models import Model, attribute
from .._options import Paging
from .._protocol import next_query

if TYPE_CHECKING:
    from .http import AsyncHttp

R = TypeVar("R", bound=Model)
T = TypeVar("T")


class AsyncResource:
    """A group of endpoints."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http


class AsyncPages(Generic[R, T]):
    """A list. `page()` gets one page; iterate over it to get all rows, whose pages are loaded as needed.

    Messages of a session are iterated from newest to oldest, or with `after` from oldest to newest.
    """

    def __init__(self, http: AsyncHttp, where: str, answer: type[R], query: dict[str, Any], paging: Paging, options: Any) -> None:
        self._http = http
        self._where = where
        self._answer = answer
        self._query = {name: value for name, value in query.items() if value or value == 0}
        self._paging = paging
        self._options = options

    async def page(self) -> R:
        """The requested page, as the API returns it."""
        return await self._load(self._query)

    async def pages(self) -> AsyncIterator[R]:
        """Yields pages, starting with the requested one."""
        query: dict[str, Any] | None = self._query
        while query is not None:
            page = await self._load(query)
            yield page
            query = next_query(query, self._query, self._paging, page.raw)

    async def __aiter__(self) -> AsyncIterator[T]:
        is_backwards = self._paging.by == "id" and "after" not in self._query
        async for page in self.pages():
            rows: list[T] = getattr(page, attribute(self._paging.rows))
            for row in reversed(rows) if is_backwards else rows:
                yield row

    async def _load(self, query: dict[str, Any]) -> R:
        return await self._http.call("GET", self._where, self._answer, query=query, options=self._options)
