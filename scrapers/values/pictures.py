"""Pictures' addresses as stores write them: several in one text, a list, a template. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scrapers.values.reading import Reading

WIDTH = 800  # px, for which a template is filled: more than a tile shows
SHOWN = 200  # characters of what is not understood

# What parts addresses stands before the next one: an address has commas and bars of its own.
_BEFORE_ADDRESS = re.compile(r"[\s,;|]{1,20}(?=(?:https?:)?//)", re.IGNORECASE)
_WIDTH = re.compile(r"(?:\{|%7B)(?:width|w)(?:\}|%7D)", re.IGNORECASE)
_TEMPLATE = re.compile(r"[{}]|%7B|%7D", re.IGNORECASE)
_INLINE = ("data:", "blob:", "about:")
_KEYS = ("url", "src", "contentUrl", "link")


def read_pictures(text: str) -> Reading[tuple[str, ...]]:
    """Return the addresses in a text, templates filled; not understood where it has none.

    A template that asks for more than a width is no address.
    """
    text = text.strip()
    if text.startswith(_INLINE):
        return Reading(None, text[:SHOWN])
    listed = _of_list(text) if text.startswith("[") else [text]
    parts = [part for entry in listed for part in _BEFORE_ADDRESS.split(entry)]
    filled = (_WIDTH.sub(str(WIDTH), part.strip(" \t\r\n,;|")) for part in parts)
    addresses = tuple(part for part in filled if part and not _TEMPLATE.search(part))
    return Reading(addresses or None, text[:SHOWN])


def _of_list(text: str) -> list[str]:
    """Return the addresses of a JSON list: texts, or objects that hold one."""
    try:
        listed = json.loads(text)
    except ValueError:
        return []
    return list(_texts(listed)) if isinstance(listed, list) else []


def _texts(listed: list[Any]) -> Iterator[str]:
    for entry in listed:
        held = [entry.get(key) for key in _KEYS] if isinstance(entry, dict) else [entry]
        yield from [value for value in held if isinstance(value, str)][:1]
