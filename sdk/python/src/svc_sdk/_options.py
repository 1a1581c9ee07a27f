"""What callers give besides the arguments of the API, and what resources tell the client of their calls."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypedDict
from urllib.parse import quote, urlencode, urlsplit

from ._errors import ConfigurationError
from ._models import is_list, jsonable


class CallOptions(TypedDict, total=False):
    """What one call may have of its own. Times are in seconds."""

    timeout: float
    """What one attempt may take, with its answer. Default: 60."""
    total_timeout: float
    """What the call may take with all its attempts. Default: 180."""
    max_retries: int
    """Further attempts when the server is busy or cannot be reached. Default: 3."""
    idempotency_key: str
    """Sent as Idempotency-Key. Methods that take one make their own."""


class Paging(NamedTuple):
    """How the next page is asked for: by number, by cursor, or by the id of the last row.

    `field` is that of the query, `rows` the member of an answer that holds the rows.
    """

    by: Literal["number", "cursor", "id"]
    field: str
    rows: str


class ServerEvent(NamedTuple):
    """An event of a stream, with its JSON parsed. With an id the stream can be taken up behind it."""

    id: str | None
    event: str
    data: Any


def route(template: str, *values: str) -> str:
    """A path of the API. An empty value would lead to another endpoint."""
    for value in values:
        if not isinstance(value, str) or value in ("", ".", ".."):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"not an id: {value!r}")
    return template.format(*(quote(value, safe="") for value in values))


def url_of(base: str, where: str, query: Mapping[str, Any] | None) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in jsonable(query or {}).items():
        several = value if is_list(value) else [value]
        pairs += [(name, str(one).lower() if isinstance(one, bool) else str(one)) for one in several if one is not None]
    return f"{base}{where}?{urlencode(pairs)}" if pairs else base + where


def base_of(given: str | None) -> str:
    """Where the API lies, for an address with or without `/api/v3`."""
    address = os.environ.get("SVC_BASE_URL") if given is None else given
    hint = "Set SVC_BASE_URL, or pass base_url='https://<host>'."
    if not address:
        raise ConfigurationError("No address of the server is set", hint=hint)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError("The address of the server is not http or https", hint=hint)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigurationError("The address of the server has a user, a query or a fragment", hint=hint)
    return f"{parts.scheme}://{parts.netloc}{re.sub(r'/api(/v[0-9]+)?$', '', parts.path.rstrip('/'))}/api"


def key_of(given: str | None) -> str:
    key = os.environ.get("SVC_API_KEY") if given is None else given
    hint = "Set SVC_API_KEY, or pass api_key."
    if not key:
        raise ConfigurationError("No API key is set", hint=hint)
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ConfigurationError("The API key has characters that no header can carry", hint=hint)
    return key
