"""Webhooks and chats."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import subprocess
import sys
import time
from binascii import Error as Base64Error
from collections.abc import Mapping
from urllib.parse import urlsplit

from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.options import USER_AGENT
from scrapers.polite.exchange import Deadline, Limits, send_request
from scrapers.web.addresses import Loopback
from scrapers.wording import one_line

TIMEOUT_S = 5.0
GOOD = range(200, 300)
PREFIX = "whsec_"


class PostError(Exception):
    """It did not take the message; the text has the reason, without its address's secrets."""


def post(
    url: str, body: bytes, *, delivery_id: str, secret: str, allow_loopback: Loopback = False
) -> None:
    """Post a JSON body; raises PostError."""
    _send(url, body, _headers(body, delivery_id, secret), allow_loopback)


def call(url: str, allow_loopback: Loopback = False) -> None:
    """Request an address, as one that waits to be called requires; raises PostError."""
    _send(url, None, {}, allow_loopback)


def _send(
    url: str, body: bytes | None, headers: Mapping[str, str], allow_loopback: Loopback
) -> None:
    host = urlsplit(url).hostname
    limits = Limits(Deadline(TIMEOUT_S), TIMEOUT_S)
    named = {"User-Agent": USER_AGENT, **headers}
    try:
        with (
            Guard(allow_loopback) as guard,
            send_request(url, guard.url, limits, named, body) as answer,
        ):
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


PROCESS_TIMEOUT_S = 30.0  # of a process that has to start
REASON_LIMIT = 300  # characters
SECRET = 8  # characters of a part of an address that may be one
MEMORY = 512 * 2**20  # bytes, of a process that needs 60 MB: an answer may have no end
CLI = (
    "import resource; resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))\n"
    "from apprise.cli import main; main()"
).replace("MEMORY", str(MEMORY))
OPTIONS = ("-v", "--disable-async", "--storage-mode", "memory", "--title")
ALWAYS = "verify=yes&redirect=no"  # in each address, where the last one counts
_KEPT = ("PATH", "PYTHONPATH", "LANG", "TZ")
_WARNING = re.compile(r" - WARNING - (.+)")


def name_of(url: str) -> str:
    """Return what a chat is called where its address, a secret, must not stand."""
    return f"{url.partition(':')[0]} {hashlib.sha256(url.encode()).hexdigest()[:6]}"


def chats(addresses: str) -> dict[str, str]:
    return {name_of(url): url for url in addresses.split()}


def post_to_chat(url: str, title: str, text: str, allow_loopback: Loopback = False) -> None:
    """Write a message into a chat; raises PostError."""
    with Guard(allow_loopback) as guard:
        try:
            done = subprocess.run(
                [sys.executable, "-c", CLI, *OPTIONS, title],
                input=text.encode(),
                env=_environment(url, guard.url),
                capture_output=True,
                timeout=PROCESS_TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise PostError(
                f"{name_of(url)} did not take it in {PROCESS_TIMEOUT_S:.0f} s"
            ) from None
        if done.returncode:
            output = _without_secrets(done.stdout.decode(errors="replace"), url)
            reasons = [
                *guard.refused,
                *guard.unreached,
                *_WARNING.findall(output),
                "no reason given",
            ]
            why = one_line(reasons[0])[:REASON_LIMIT]
            raise PostError(f"{name_of(url)} did not take it: {why}")


def _environment(url: str, proxy: str) -> dict[str, str]:
    own = {name: os.environ[name] for name in _KEPT if name in os.environ}
    own["REQUESTS_CA_BUNDLE"] = os.environ.get("SSL_CERT_FILE", "")
    address = f"{url}{'&' if '?' in url else '?'}{ALWAYS}"
    return own | {"http_proxy": proxy, "https_proxy": proxy, "APPRISE_URLS": address}


def _without_secrets(words: str, url: str) -> str:
    for part in re.split(r"[/:@?&=]+", url):
        if len(part) >= SECRET:
            words = words.replace(part, "…")
    return words
