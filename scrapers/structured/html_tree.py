"""The tree of a page that was fetched without a browser: bounded in memory and time.

libxml2 takes up to 55 bytes for each of a page, and compares each attribute of an element with all
others: one tag of 2 MB took minutes, in which nothing else of the process goes on. So a page is
counted before it is parsed.
"""

import re

from lxml import etree, html

from scrapers.encodings import text_of

MOST = 8 * 2**20  # bytes of a page
MOST_ATTRIBUTES = 2_000  # of an element
NODE, ATTRIBUTE = 280, 250  # bytes of a tree that an element with its text and an attribute take
MOST_OF_A_TREE = 64 * 2**20  # bytes
# As HTML reads tags: a name, then attributes up to the first sign `>` that no quotes hold.
_TAG = re.compile(rb"<[a-zA-Z][^\s/>]*+")
_ATTRIBUTE = re.compile(
    rb"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?+"
)
_CLOSING = {  # of elements whose text holds no tags
    b"<script": re.compile(rb"</script", re.IGNORECASE),
    b"<style": re.compile(rb"</style", re.IGNORECASE),
}


class TooLargeTreeError(ValueError):
    """The page would take more memory or time than a page is given."""


def tree_of(body: bytes) -> html.HtmlElement:
    """Parse a page; raises ValueError where it is none, or takes too much (TooLargeTreeError)."""
    if len(body) > MOST:
        raise TooLargeTreeError(f"The page is larger than {MOST // 2**20} MB.")
    body = text_of(body, "cp1252").encode("utf-8", "replace")
    if b"\0" in body:
        raise ValueError("It is no page.")
    _check_size(MOST_OF_A_TREE - NODE * body.count(b"<"), body)
    try:
        return html.document_fromstring(body, html.HTMLParser(encoding="utf-8"))
    except (etree.LxmlError, RecursionError) as error:
        raise ValueError(f"It is no page: {error}.") from error


def _check_size(left: int, body: bytes) -> None:
    """Raise TooLargeTreeError where the attributes take more memory than is left, or time."""
    place = 0
    while left >= 0 and (tag := _TAG.search(body, place)) is not None:
        place, own = tag.end(), 0
        while (attribute := _ATTRIBUTE.match(body, place)) is not None:
            place, own = attribute.end(), own + 1
            if own > MOST_ATTRIBUTES:
                raise TooLargeTreeError(f"An element has over {MOST_ATTRIBUTES} attributes.")
        left -= ATTRIBUTE * own
        if end := _CLOSING.get(tag.group().lower()):
            closing = end.search(body, place)
            place = closing.start() if closing else len(body)
    if left < 0:
        raise TooLargeTreeError("The page has too many elements.")
