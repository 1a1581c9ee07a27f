"""Options of calls, and what generated methods pass to the client."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypedDict
from urllib.parse import quote, urlencode, urlsplit

from ._errors import ConfigurationError
from ._models import is_list, jsonable


class CallOptions(TypedDict, total=False):
    """Options of one call. They override those of the client. Times are in seconds."""

    timeout: float
    """Seconds that one attempt may take, including the response body. Default: 60."""
    total_timeout: float
    """Seconds that the call may take with all its retries. Default: 180."""
    max_retries: int
    """Retries when the server is busy or cannot be reached. Default: 3."""
    idempotency_key: str
    """Value of the header Idempotency-Key. Methods that support it create one by default."""


class Paging(NamedTuple):
    """How a list continues: by page number, by cursor, or by the id of a row.

    `field` is the query parameter, `rows` the member of the response that has the rows.
    """

    by: Literal["number", "cursor", "id"]
    field: str
    rows: str


class ServerEvent(NamedTuple):
    """A server-sent event with parsed JSON. A stream can continue after an event that has an id."""

    id: str | None
    event: str
    data: Any


def route(template: str, *values: str) -> str:
    """A path of the API with encoded ids. An empty id or a dot would change the endpoint, so they raise TypeError."""
    for value in values:
        if not isinstance(value, str) or value in ("", ".", ".."):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"Invalid id: {value!r}")
    return template.format(*(quote(value, safe="") for value in values))


def url_of(base: str, where: str, query: Mapping[str, Any] | None) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in jsonable(query or {}).items():
        several = value if is_list(value) else [value]
        pairs += [(name, str(one).lower() if isinstance(one, bool) else str(one)) for one in several if one is not None]
    return f"{base}{where}?{urlencode(pairs)}" if pairs else base + where


def base_of(given: str | None) -> str:
    """Base URL of the API, from an address with or without `/api/v3`."""
    address = os.environ.get("SVC_BASE_URL") if given is None else given
    hint = "Set SVC_BASE_URL, or pass base_url='https://<host>'."
    if not address:
        raise ConfigurationError("The address of the server is not set", hint=hint)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError("The address of the server is not an http or https URL", hint=hint)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigurationError("The address of the server has a user, a query or a fragment", hint=hint)
    return f"{parts.scheme}://{parts.netloc}{re.sub(r'/api(/v[0-9]+)?$', '', parts.path.rstrip('/'))}/api"


def key_of(given: str | None) -> str:
    key = os.environ.get("SVC_API_KEY") if given is None else given
    hint = "Set SVC_API_KEY, or pass api_key."
    if not key:
        raise ConfigurationError("No API key is set", hint=hint)
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ConfigurationError("The API key has characters that are not allowed in an HTTP header", hint=hint)
    return key
