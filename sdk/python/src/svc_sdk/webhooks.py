"""Verifies that a webhook was sent by the server, and recently."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypedDict, cast

from ._errors import SignatureError

__all__ = ["WebhookEvent", "verify_webhook"]


class WebhookEvent(TypedDict):
    """`type` is agent.task.status_update or test; newer servers may send more. `timestamp` is ISO 8601."""

    type: str
    timestamp: str
    payload: dict[str, Any]


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300,
    header_prefix: str = "X-Svc",
) -> WebhookEvent:
    """Verifies the signature of a webhook request and returns its event.

    Checks the Standard Webhooks signature when there is one, else X-Svc-Signature.

    Args:
        body: The raw request body.
        headers: The headers of the request.
        secret: The secret of the webhook, with `whsec_`.
        tolerance: Maximum age in seconds.
        header_prefix: The `header_prefix` of the webhook.

    Raises:
        SignatureError: The signature does not match, or the webhook is too old.
    """
    named = {name.lower(): value for name, value in headers.items()}
    raw = body.encode() if isinstance(body, str) else body
    standard = named.get("webhook-signature")
    timestamp = named.get("webhook-timestamp" if standard else f"{header_prefix}-Timestamp".lower(), "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > tolerance:
        raise SignatureError(f"The webhook has no valid timestamp, or is older than {tolerance:g} s", hint="Check the clock of this machine.")
    if standard:
        head = f"{named.get('webhook-id', '')}.{timestamp}.".encode()
        signed = base64.b64encode(_digest(_key_of(secret), head + raw)).decode()
        given = [one.removeprefix("v1,") for one in standard.split(" ") if one.startswith("v1,")]
    else:
        signed = _digest(secret.encode(), f"{timestamp}.".encode() + raw).hex()
        given = [named.get(f"{header_prefix}-Signature".lower(), "")]
    if not any(hmac.compare_digest(signed.encode(), one.encode()) for one in given):
        hint = "Pass the secret of this webhook, and the body before it is parsed."
        raise SignatureError("The signature of the webhook does not match this secret", hint=hint)
    return cast(WebhookEvent, json.loads(raw))


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"))
    except ValueError:
        raise SignatureError("The secret is not base64", hint="Pass the secret of this webhook, with whsec_.") from None
