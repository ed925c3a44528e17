"""How one store is asked, as an operator writes it: headers, cookies, a proxy. Pure.

Errors are ValueErrors whose words name what is wrong, and never a value: it may be a secret.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")  # RFC 9110, 5.6.2
PRINTED = re.compile(r"[\x20-\x7e\x80-\xff]{0,4000}")
COOKIE_VALUE = re.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,4000}")  # RFC 6265, 4.1.1
# They belong to the connection or to the browser; a wrong one breaks every request.
KEPT = frozenset(
    "host connection content-length transfer-encoding upgrade cookie user-agent te trailer"
    " proxy-authorization proxy-connection keep-alive expect".split()
)
MOST = 50
PORT_NEEDED = "must be http://host:port, with user:password@ before the host where it asks for them"


def headers_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the headers of lines "Name: value"; raises ValueError."""
    found = []
    for number, line in enumerate(_lines(text), 1):
        name, colon, value = line.partition(":")
        if not colon or not TOKEN.fullmatch(name.strip()):
            raise ValueError(f"line {number} must be Name: value")
        if name.strip().lower() in KEPT:
            raise ValueError(f"line {number}: {name.strip()} cannot be set here")
        if not PRINTED.fullmatch(value.strip()):
            raise ValueError(f"line {number}: the value of {name.strip()} cannot be sent")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def cookies_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the cookies of "name=value", one a line or with ";" between; raises ValueError."""
    found = []
    for number, part in enumerate(_lines(text.replace(";", "\n")), 1):
        name, equals, value = part.partition("=")
        if not equals or not TOKEN.fullmatch(name.strip()):
            raise ValueError(f"cookie {number} must be name=value")
        if not COOKIE_VALUE.fullmatch(value.strip()):
            raise ValueError(f"cookie {number}: the value of {name.strip()} cannot be sent")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def proxy_of(text: str) -> str:
    """Return the address of an HTTP proxy, or nothing; raises ValueError."""
    address = text.strip()
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ValueError(PORT_NEEDED) from error
    if parts.scheme != "http" or not parts.hostname or not port or parts.path not in {"", "/"}:
        raise ValueError(PORT_NEEDED)
    return address


def user_agent_of(text: str) -> str:
    """Return a user agent that a header can carry; raises ValueError."""
    words = text.strip()
    if len(words) > 400 or not re.fullmatch(r"[\x20-\x7e]*", words):
        raise ValueError("must be at most 400 printable ASCII characters")
    return words


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST:
        raise ValueError(f"at most {MOST} entries")
    return lines
