"""Reading what REST callers send: ids and objects, bare or wrapped, as spec §7's client does."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import request

from app.errors import Invalid

INT_MAX = 2**31 - 1  # what the database's integer and bigint columns hold
BIG_MAX = 2**63 - 1
MAX_TEXT = 2000


def json_body() -> Any:
    """Return the request's JSON, whatever its content type says; raises Invalid."""
    try:
        return request.get_json(force=True)
    except Exception as error:
        if getattr(error, "code", None) == 413:
            raise
        raise Invalid("The request's body is not valid JSON") from error


def json_object() -> dict[str, Any]:
    """Return the request's JSON object; raises Invalid."""
    found = json_body()
    if not isinstance(found, dict):
        raise Invalid("The request's body must be an object")
    return found


def bare_value(name: str) -> Any:
    """Return a body's value: the body itself, or its field of that name (design)."""
    found = json_body()
    if isinstance(found, dict):
        if name not in found:
            raise Invalid.field(name, "is missing")
        return found[name]
    return found


def absent(value: Any) -> bool:
    """Tell whether a value was left out: null or empty."""
    return value is None or value == ""


def identity(value: Any, name: str) -> int:
    """Return an id sent as a number or as typed; raises Invalid."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value) if len(value) < 20 else 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= INT_MAX:
        raise Invalid.field(name, "must be an id, a whole number above 0")
    return value


def text(value: Any, name: str, most: int = MAX_TEXT) -> str:
    """Return a text without NUL, null as empty; raises Invalid."""
    if value is None:
        return ""
    if not isinstance(value, str) or "\x00" in value or _unpaired(value):
        raise Invalid.field(name, "must be text")
    if len(value) > most:
        raise Invalid.field(name, f"at most {most} characters")
    return value


def _unpaired(value: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in value)


def website(value: Any, name: str = "website") -> str:
    """Return an absolute http(s) address with a host (spec §5); raises Invalid."""
    address = text(value, name).strip()
    try:
        parts = urlsplit(address)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and " " not in address
    except ValueError:
        good = False
    if not good:
        raise Invalid("Please enter a valid URL", {name: ["invalidUrl"]})
    return address


def flag(value: Any, name: str) -> bool:
    """Return a boolean, sent as one or as its word; raises Invalid."""
    words = {True: True, False: False, "true": True, "false": False, None: False}  # 1 is True
    if isinstance(value, list | dict) or value not in words:
        raise Invalid.field(name, "must be true or false")
    return words[value]
