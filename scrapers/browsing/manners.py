"""Parses an operator's settings of a store's requests: headers, cookies, a proxy. Pure.

Errors are ValueErrors whose messages never hold a value: it may be a secret.
"""

import re
from urllib.parse import urlsplit

TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")  # RFC 9110, 5.6.2
HEADER_VALUE = re.compile(r"[\x20-\x7e\x80-\xff]{0,4000}")
COOKIE_VALUE = re.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,4000}")  # RFC 6265, 4.1.1
# Headers of the connection or of the browser; a wrong value breaks every request.
RESERVED = frozenset(
    "host connection content-length transfer-encoding upgrade cookie user-agent te trailer"
    " proxy-authorization proxy-connection keep-alive expect".split()
)
MOST = 50
PORT_NEEDED = "must be http://host:port, with user:password@ before the host where it requires them"


def headers_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the headers of lines "Name: value"; raises ValueError."""
    headers = []
    for number, line in enumerate(_lines(text), 1):
        name, colon, value = line.partition(":")
        if not colon or not TOKEN.fullmatch(name.strip()):
            raise ValueError(f"line {number} must be Name: value")
        if name.strip().lower() in RESERVED:
            raise ValueError(f"line {number}: {name.strip()} cannot be set here")
        if not HEADER_VALUE.fullmatch(value.strip()):
            raise ValueError(f"line {number}: the value of {name.strip()} cannot be sent")
        headers.append((name.strip(), value.strip()))
    return tuple(headers)


def cookies_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the cookies of "name=value", one a line or with ";" between; raises ValueError."""
    cookies = []
    for number, part in enumerate(_lines(text.replace(";", "\n")), 1):
        name, equals, value = part.partition("=")
        if not equals or not TOKEN.fullmatch(name.strip()):
            raise ValueError(f"cookie {number} must be name=value")
        if not COOKIE_VALUE.fullmatch(value.strip()):
            raise ValueError(f"cookie {number}: the value of {name.strip()} cannot be sent")
        cookies.append((name.strip(), value.strip()))
    return tuple(cookies)


def proxy_of(text: str) -> str:
    """Return the address of an HTTP proxy, empty without one; raises ValueError."""
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
    """Return the user agent; raises ValueError where a header cannot carry it."""
    agent = text.strip()
    if len(agent) > 400 or not re.fullmatch(r"[\x20-\x7e]*", agent):
        raise ValueError("must be at most 400 printable ASCII characters")
    return agent


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST:
        raise ValueError(f"at most {MOST} entries")
    return lines
