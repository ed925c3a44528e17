"""A signed POST to the operator's webhook: to public addresses only, redirects not followed.

The headers are those of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature), for
which receivers have libraries.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import socket
import ssl
import time
from binascii import Error as Base64Error
from urllib.parse import SplitResult, urlsplit

from scrapers.addresses import Loopback, public_addresses
from scrapers.errors import RefusedAddressError
from scrapers.options import USER_AGENT

TIMEOUT_S = 5.0
GOOD = range(200, 300)
PREFIX = "whsec_"


class PostError(Exception):
    """The webhook did not take a message; the words say why, without its address's secrets."""


def post(
    url: str, body: bytes, *, delivery_id: str, secret: str, allow_loopback: Loopback = False
) -> None:
    """Post a JSON body; raises PostError.

    The name is resolved once and the connection goes to the address that was checked.
    """
    parts = urlsplit(url)
    headers = _headers(parts, body, delivery_id, secret)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = public_addresses(parts.hostname or "", port, allow_loopback)[0]
        connection = _Checked(parts, port, address)
        try:
            connection.request("POST", target, body, headers)
            status = connection.getresponse().status
        finally:
            connection.close()
    except RefusedAddressError as error:
        raise PostError(str(error)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise PostError(f"{parts.hostname} did not answer: {error}") from error
    if status not in GOOD:
        raise PostError(f"{parts.hostname} answered {status}")


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


def _headers(parts: SplitResult, body: bytes, delivery_id: str, secret: str) -> dict[str, str]:
    timestamp = int(time.time())
    return {
        "Host": parts.netloc.rpartition("@")[2],
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "webhook-id": delivery_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, delivery_id, timestamp, body),
    }


class _Checked(http.client.HTTPConnection):
    """Connects to an address that was checked, under the name of the host."""

    def __init__(self, parts: SplitResult, port: int, address: str) -> None:
        super().__init__(parts.hostname or "", port, timeout=TIMEOUT_S)
        self._address = address
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None

    def connect(self) -> None:
        connected = socket.create_connection((self._address, self.port), TIMEOUT_S)
        self.sock = (
            self._tls.wrap_socket(connected, server_hostname=self.host) if self._tls else connected
        )
