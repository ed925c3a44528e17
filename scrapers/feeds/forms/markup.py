"""Feeds as XML: RSS, Atom and lists of products, with Google's attributes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.entities import html5
from typing import Any, BinaryIO

from lxml import etree

from scrapers.feeds.errors import FeedError
from scrapers.feeds.forms.packed import BUFFER, Feed
from scrapers.feeds.forms.record import Record, attribute_name, named

ITEMS = ("item", "entry", "product")
GOOGLE = "http://base.google.com/ns/1.0"
XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_REFERENCE = re.compile(rb"&(?:(#\w{1,8}|[A-Za-z]\w{1,30});)?")
_LONGEST = 34  # bytes of a reference
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html)\b", re.I)


def markup_records(feed: Feed, name: str) -> Iterator[Record]:
    """Yield the records of an XML feed; raises FeedError where it is none, or breaks off."""
    start = feed.peek(BUFFER)
    if PAGE.match(start.removeprefix(b"\xef\xbb\xbf")):
        raise FeedError(f"{name} is a web page, no feed.")
    is_wide = start[:2] in {b"\xff\xfe", b"\xfe\xff"}
    number = 0
    try:
        for element in elements(feed if is_wide else Tidied(feed)):
            number += 1
            yield Record(number, feed.position(), _values(element), unit="item")
    except etree.XMLSyntaxError as error:
        raise FeedError(f"{name} is broken after item {number}: {error.msg}.") from error
    if not number:
        raise FeedError(f"{name} is XML without an item, an entry or a product.")


def elements(stream: Any, names: tuple[str, ...] = ITEMS) -> Iterator[etree._Element]:
    """Yield the items, each let go of when the next one is asked for; no entity is expanded.

    Raises FeedError where entities are declared, and XMLSyntaxError.
    """
    tags = [f"{{*}}{tag}" for tag in names]
    for _, element in etree.iterparse(stream, tag=tags, no_network=True, resolve_entities=False):
        tree = element.getroottree()
        if tree.docinfo.internalDTD is not None and any(tree.docinfo.internalDTD.iterentities()):
            raise FeedError("The feed declares entities of its own; they are not expanded.")
        if any(_local(outer) in names for outer in element.iterancestors()):
            continue
        yield element
        element.clear()
        while (before := element.getprevious()) is not None:
            element.getparent().remove(before)


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _values(item: etree._Element) -> dict[str, Any]:
    """Return an item's values; where two elements share a name, Google's own counts."""
    own: dict[str, Any] = {}
    google: dict[str, Any] = {}
    for element in item.iterchildren(etree.Element):
        into = google if element.tag.startswith(f"{{{GOOGLE}}}") else own
        value = _value(element)
        name = attribute_name(_local(element))
        if name in into:
            known = into[name]
            into[name] = [*(known if isinstance(known, list) else [known]), value]
        elif value:
            into[name] = value
    return named(own | google)


def _value(element: etree._Element) -> Any:
    if len(element) and _local(element) == "structured_title":
        return {_local(child): _text(child) for child in element.iterchildren(etree.Element)}
    if _local(element) == "link" and element.get("href"):  # Atom
        return element.get("href") if element.get("rel", "alternate") == "alternate" else ""
    return _text(element)


def _text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


class Tidied(io.RawIOBase):
    """The bytes without the commonest slips of feeds that are glued together as text.

    An ampersand that begins no reference is one; HTML's names are known; control characters are
    nothing.
    """

    def __init__(self, feed: BinaryIO) -> None:
        self._feed, self._held = feed, b""

    def read(self, size: int = -1) -> bytes:
        """Return some bytes; nothing at the end."""
        chunk = self._feed.read(BUFFER if size < 0 else size)
        taken = self._held + chunk
        last = taken.rfind(b"&", max(0, len(taken) - _LONGEST))
        cut = last if chunk and last >= 0 and b";" not in taken[last:] else len(taken)
        taken, self._held = taken[:cut], taken[cut:]
        tidy = _REFERENCE.sub(_reference, _CONTROL.sub(b"", taken))
        return tidy if tidy or not chunk else self.read(size)


def _reference(found: re.Match[bytes]) -> bytes:
    name = (found.group(1) or b"").decode("ascii", "ignore")
    if name.startswith("#") or name in XML:
        return found.group()
    text = html5.get(f"{name};")
    if text is None:
        return b"&amp;" + found.group()[1:]
    return "".join(f"&#{ord(char)};" for char in text).encode()
