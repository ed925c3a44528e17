"""The pictures of a product's own block."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import html

from scrapers.printed.block import Block
from scrapers.printed.tree import PICTURE, Tree
from scrapers.web.urls import largest_of_srcset

MOST = 12
LEAST = 80  # px: a smaller picture is a sign
# Where lazy loaders and magnifiers keep a picture, the largest first.
KEPT = (
    *("data-zoom-image", "data-large_image", "data-large", "data-src", "data-lazy-src"),
    *("data-original", "data-image"),
)
SETS = ("data-srcset", "data-lazy-srcset", "srcset")


def pictures_of(tree: Tree, block: Block) -> list[str]:
    """Return the addresses of the pictures nearest to the product's name, as written."""
    if block.heading < 0:
        return []
    for around in tree.above(block.heading):
        found = dict.fromkeys(_within(tree, block, around))
        if found:
            return list(found)[:MOST]
    return []


def _within(tree: Tree, block: Block, around: int) -> Iterator[str]:
    """Yield the pictures in an element that are of no other product."""
    if not tree.seen[around].pictures:
        return
    for place in range(around, len(tree.seen)):
        element = tree.seen[place].element
        if around not in tree.above(place):
            return
        if element.tag == "img" and not _is_small(element) and not block.is_beside(tree, place):
            address = _address(element)
            if address and not address.startswith("data:"):
                yield address


def _address(image: html.HtmlElement) -> str | None:
    """Return the largest picture behind an image: what it links, what it keeps, what it shows."""
    link = next(image.iterancestors("a"), None)
    linked = link.get("href") if link is not None else None
    sets = (largest_of_srcset(image.get(name) or "") for name in SETS if image.get(name))
    written = [
        linked if linked and PICTURE.search(linked) else None,
        *(image.get(name) for name in KEPT),
        *sets,
        image.get("src"),
    ]
    return next((str(each) for each in written if each and each.strip()), None)


def _is_small(image: html.HtmlElement) -> bool:
    sizes = (image.get("width") or "", image.get("height") or "")
    return any(size.isdecimal() and int(size) < LEAST for size in sizes)
