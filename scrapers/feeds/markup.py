"""Feeds as XML: RSS, Atom and lists of products, with Google's attributes."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from html.entities import html5
from typing import Any

from lxml import etree

from scrapers.encodings import encoding_of
from scrapers.errors import EMPTY, UNREADABLE, FeedError, MissingPageError
from scrapers.feeds.merchant import Record, attribute_name, by_attribute
from scrapers.feeds.unpack import BUFFER, Feed

ITEMS = ("item", "entry", "product")
# Bytes of XML that are held at once, each of which may be 50 of a tree. An item is some kB.
ITEM_LIMIT = 2 * 2**20
MOST_VALUES = 5_000  # of an item
GOOGLE = "http://base.google.com/ns/1.0"
XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_REFERENCE = re.compile(rb"&(?:(#\w{1,8}|[A-Za-z]\w{1,30});)?")
_LONGEST = 34  # bytes of a reference
_CONTROL = bytes({*range(32)} - {*b"\t\n\r"})
PAGE = re.compile(rb"\s*(?:<\?xml\b[^<>]{0,200}>\s*)?<(?:!doctype\s+html|html)\b", re.I)


def markup_records(feed: Feed, name: str) -> Iterator[Record]:
    """Yield the records of an XML feed; raises FeedError where it is none, or breaks off."""
    start = feed.peek(BUFFER)
    if PAGE.match(start.removeprefix(b"\xef\xbb\xbf")):
        raise FeedError(f"{name} is a web page, no feed.", MissingPageError.code)
    number = 0
    try:
        for element in elements(TidyReader(feed)):
            number += 1
            problem = (
                f"it has more than {MOST_VALUES} values" if len(element) > MOST_VALUES else None
            )
            values = {} if problem else _values(element)
            yield Record(number, feed.position(), values, problem, unit="item")
    except etree.XMLSyntaxError as error:
        code = UNREADABLE if number else MissingPageError.code  # without an item it is no feed
        raise FeedError(f"{name} is broken after item {number}: {error.msg}.", code) from error
    if not number:
        raise FeedError(f"{name} is XML without an item, an entry or a product.", EMPTY)


def elements(stream: TidyReader, names: tuple[str, ...] = ITEMS) -> Iterator[etree._Element]:
    """Yield the items, each let go of when the next one is requested; no entity is expanded.

    One item is held, and what is between two: ITEM_LIMIT bytes of either. Raises FeedError where
    there are more, or where entities are declared, and XMLSyntaxError.
    """
    tags = [f"{{*}}{tag}" for tag in names]
    parser = etree.XMLPullParser(
        ("end",), tag=tags, no_network=True, resolve_entities=False, encoding="utf-8"
    )
    held = 0
    while chunk := stream.read(BUFFER):
        held += len(chunk)
        broken = _fed(parser, chunk)
        for element in _items(parser, names):
            held = 0
            yield element
        if broken:
            raise broken
        if held > ITEM_LIMIT:
            kinds = f"{', '.join(names[:-1])} or {names[-1]}"
            raise FeedError(f"Over {ITEM_LIMIT // 2**20} MB of it hold no whole {kinds}.")
    parser.close()
    yield from _items(parser, names)


def _fed(parser: etree.XMLPullParser, chunk: bytes) -> etree.XMLSyntaxError | None:
    """Parse a chunk; return what is wrong with it: the items before that are there all the same."""
    try:
        parser.feed(chunk)
    except etree.XMLSyntaxError as error:
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return error
    return None


def _items(parser: etree.XMLPullParser, names: tuple[str, ...]) -> Iterator[etree._Element]:
    for _, element in parser.read_events():
        declared = element.getroottree().docinfo.internalDTD
        if declared is not None and any(declared.iterentities()):
            raise FeedError("The feed declares entities of its own; they are not expanded.")
        if any(_local(outer) in names for outer in element.iterancestors()):
            continue
        yield element
        element.clear()
        _let_go(element)


def _let_go(element: etree._Element) -> None:
    inner: etree._Element | None = element
    while inner is not None and (parent := inner.getparent()) is not None:
        while (before := inner.getprevious()) is not None:
            parent.remove(before)
        inner = parent


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _values(item: etree._Element) -> dict[str, Any]:
    """Return an item's values; where two elements share a name, Google's own counts."""
    own: dict[str, list[Any]] = {}
    google: dict[str, list[Any]] = {}
    for element in item.iterchildren(etree.Element):
        into = google if element.tag.startswith(f"{{{GOOGLE}}}") else own
        value, name = _value(element), attribute_name(_local(element))
        if value or name in into:
            into.setdefault(name, []).append(value)
    both = own | google
    return by_attribute({name: all_[0] if len(all_) == 1 else all_ for name, all_ in both.items()})


def _value(element: etree._Element) -> Any:
    if len(element) and _local(element) in {"structured_title", "tax"}:
        return {_local(child): _text(child) for child in element.iterchildren(etree.Element)}
    if _local(element) == "link" and element.get("href"):  # Atom
        return element.get("href") if element.get("rel", "alternate") == "alternate" else ""
    return _text(element)


def _text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


class TidyReader(io.RawIOBase):
    """The bytes, as UTF-8, without the commonest slips of feeds that are glued together as text.

    An ampersand that begins no reference is one; HTML's names are known; control characters are
    nothing.
    """

    def __init__(self, feed: Feed) -> None:
        encoding, errors = encoding_of(feed.peek(BUFFER))
        # What is of no encoding is the parser's error, with the place where it stands.
        errors = "surrogateescape" if errors == "strict" else errors
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)
        self._feed, self._held = feed, b""

    def read(self, size: int = -1) -> bytes:
        """Return some bytes; nothing at the end."""
        while True:
            chunk = self._feed.read(BUFFER if size < 0 else size)
            text = self._decoder.decode(chunk, final=not chunk)
            taken = self._held + text.encode("utf-8", "surrogateescape")
            last = taken.rfind(b"&", max(0, len(taken) - _LONGEST))
            cut = last if chunk and last >= 0 and b";" not in taken[last:] else len(taken)
            taken, self._held = taken[:cut], taken[cut:]
            tidy = _REFERENCE.sub(_reference, taken.translate(None, _CONTROL))
            if tidy or not chunk:
                return tidy


def _reference(found: re.Match[bytes]) -> bytes:
    name = (found.group(1) or b"").decode("ascii", "ignore")
    if name.startswith("#") or name in XML:
        return found.group()
    text = html5.get(f"{name};")
    if text is None:
        return b"&amp;" + found.group()[1:]
    return "".join(f"&#{ord(char)};" for char in text).encode()
