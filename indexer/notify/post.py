"""A signed POST to the operator's webhook, and a call of an address that waits for it.

Both go to public addresses only; redirects are not followed.

The headers are those of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature), for
which receivers have libraries.
"""

import base64
import hashlib
import hmac
import time
from binascii import Error as Base64Error
from collections.abc import Mapping
from urllib.parse import urlsplit

from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.options import USER_AGENT
from scrapers.polite.exchange import Deadline, Limits, ask
from scrapers.web.addresses import Loopback

TIMEOUT_S = 5.0
GOOD = range(200, 300)
PREFIX = "whsec_"


class PostError(Exception):
    """It did not take the message; the words say why, without its address's secrets."""


def post(
    url: str, body: bytes, *, delivery_id: str, secret: str, allow_loopback: Loopback = False
) -> None:
    """Post a JSON body; raises PostError."""
    _ask(url, body, _headers(body, delivery_id, secret), allow_loopback)


def call(url: str, allow_loopback: Loopback = False) -> None:
    """Ask for an address, as one that waits to be called wants it; raises PostError."""
    _ask(url, None, {}, allow_loopback)


def _ask(
    url: str, body: bytes | None, headers: Mapping[str, str], allow_loopback: Loopback
) -> None:
    host = urlsplit(url).hostname
    limits = Limits(Deadline(TIMEOUT_S), TIMEOUT_S)
    named = {"User-Agent": USER_AGENT, **headers}
    try:
        with Guard(allow_loopback) as guard, ask(url, guard.url, limits, named, body) as answer:
            status = answer.status  # its body is not read
    except PageError as error:
        raise PostError(f"{host} did not take it: {error}") from error
    if status not in GOOD:
        raise PostError(f"{host} answered {status}")


def signature(secret: str, delivery_id: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message (Standard Webhooks: HMAC-SHA256, base64)."""
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _key(secret: str) -> bytes:
    """Return the key: what follows `whsec_` is base64, any other secret is taken as it is."""
    if secret.startswith(PREFIX):
        try:
            return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
        except Base64Error:
            pass
    return secret.encode()


def _headers(body: bytes, delivery_id: str, secret: str) -> dict[str, str]:
    timestamp = int(time.time())
    return {
        "Content-Type": "application/json",
        "webhook-id": delivery_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, delivery_id, timestamp, body),
    }
