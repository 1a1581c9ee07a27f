"""What the resources of the API are made of."""

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
    """Methods that share a client."""

    def __init__(self, http: AsyncHttp) -> None:
        self._http = http


class AsyncPages(Generic[R, T]):
    """A list. Iterate over it for all rows, which are asked for page by page; `page()` is one page as the API answers it.

    Rows that come by id are the newest first, unless `after` says where to begin.
    """

    def __init__(self, http: AsyncHttp, where: str, answer: type[R], query: dict[str, Any], paging: Paging, options: Any) -> None:
        self._http = http
        self._where = where
        self._answer = answer
        self._query = {name: value for name, value in query.items() if value or value == 0}
        self._paging = paging
        self._options = options

    async def page(self) -> R:
        return await self._load(self._query)

    async def pages(self) -> AsyncIterator[R]:
        """Page by page, from the one that was asked for."""
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
