# Written by `bun run gen` from _async/resource.py. Do not edit.
"""Base classes of resources and lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._models import Model, attribute
from .._options import Paging
from .._protocol import next_query

if TYPE_CHECKING:
    from .http import Http

R = TypeVar("R", bound=Model)
T = TypeVar("T")


class Resource:
    """A group of endpoints."""

    def __init__(self, http: Http) -> None:
        self._http = http


class Pages(Generic[R, T]):
    """A list. `page()` gets one page; iterate over it to get all rows, whose pages are loaded as needed.

    Messages of a session are iterated from newest to oldest, or with `after` from oldest to newest.
    """

    def __init__(self, http: Http, where: str, answer: type[R], query: dict[str, Any], paging: Paging, options: Any) -> None:
        self._http = http
        self._where = where
        self._answer = answer
        self._query = {name: value for name, value in query.items() if value or value == 0}
        self._paging = paging
        self._options = options

    def page(self) -> R:
        """The requested page, as the API returns it."""
        return self._load(self._query)

    def pages(self) -> Iterator[R]:
        """Yields pages, starting with the requested one."""
        query: dict[str, Any] | None = self._query
        while query is not None:
            page = self._load(query)
            yield page
            query = next_query(query, self._query, self._paging, page.raw)

    def __iter__(self) -> Iterator[T]:
        is_backwards = self._paging.by == "id" and "after" not in self._query
        for page in self.pages():
            rows: list[T] = getattr(page, attribute(self._paging.rows))
            for row in reversed(rows) if is_backwards else rows:
                yield row

    def _load(self, query: dict[str, Any]) -> R:
        return self._http.call("GET", self._where, self._answer, query=query, options=self._options)
