"""The proxies of HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY."""

from __future__ import annotations

import os
from base64 import b64encode
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ._errors import ConfigurationError


class Proxy(NamedTuple):
    host: str
    port: int
    authorization: str | None

    def headers(self) -> dict[str, str]:
        return {"Proxy-Authorization": self.authorization} if self.authorization else {}


def proxy_for(url: str) -> Proxy | None:
    """The proxy for a URL. Lowercase variables have priority, as in curl."""
    parts = urlsplit(url)
    address = _variable(f"{parts.scheme}_proxy") or _variable("all_proxy")
    if not address or _is_direct(parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)):
        return None
    proxy = urlsplit(address if "://" in address else f"http://{address}")
    if proxy.scheme != "http" or not proxy.hostname:
        hint = "Set the proxy variable to an http:// address, or add the host to NO_PROXY."
        raise ConfigurationError(f"Proxies with {proxy.scheme}: URLs are not supported", hint=hint)
    words = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}" if proxy.username else None
    return Proxy(proxy.hostname, proxy.port or 80, f"Basic {b64encode(words.encode()).decode()}" if words else None)


def _variable(name: str) -> str | None:
    return os.environ.get(name) or os.environ.get(name.upper())


def _is_direct(host: str, port: int) -> bool:
    for rule in (_variable("no_proxy") or "").lower().replace(",", " ").split():
        if rule == "*":
            return True
        name, _, own = rule.removeprefix("*").removeprefix(".").partition(":")
        if (not own or own == str(port)) and (host == name or host.endswith(f".{name}")):
            return True
    return False
