"""What a product's own page prints of it, as texts with their places; pure, hostile HTML in."""

from collections.abc import Iterator
from typing import Any

from lxml import html

from scrapers.structured.printed.block import BLOCK, LONGEST_LABEL, Block, block_of
from scrapers.structured.printed.marks import (
    INLINE,
    LISTED_OPTION,
    PRICED,
    SILENT,
    STOCKED,
    STRUCK_OUT,
    UNSEEN,
    is_hidden,
    role_of,
    words_of_element,
)
from scrapers.structured.printed.tree import (
    HEADINGS,
    PICTURE,
    Tree,
    VisibleElement,
    above,
    common_ancestor,
    own_text,
    text_of,
    tree_of,
)
from scrapers.values.availability import stated_stock
from scrapers.values.price.numbers import signed_numbers
from scrapers.values.price.price_text import ASIDE, BREAK, NO_ROLE, STRUCK, Piece, PriceText
from scrapers.web.urls import largest_of_srcset

MOST = 12
LEAST = 80  # px: a smaller picture is a sign
# Where lazy loaders and magnifiers keep a picture, the largest first.
KEPT = (
    *("data-zoom-image", "data-large_image", "data-large", "data-src", "data-lazy-src"),
    *("data-original", "data-image"),
)
SETS = ("data-srcset", "data-lazy-srcset", "srcset")

ANY = "XXX"  # ISO's code for no currency: only signs that are certain count
BOX = 120  # characters of a price's text; of one that its markup calls so, half as many again
BESIDE = 180  # characters of what holds a price and the one that it was reduced from
MOST_BOXES = 12
MOST_STATEMENTS = 12
SMALL = 800  # characters of what is around a product's name and price, and still its block
# What parts one price from another, or holds more than a price.
PARTING = frozenset(
    "table tbody tr ul ol dl form section main article fieldset head body html".split()
)
# How much nearer a price must stand that its markup does not call one, or that is one of several.
FARTHER = 4


def pictures_of(tree: Tree, block: Block) -> list[str]:
    """Return the addresses of the pictures nearest to the product's name, as written."""
    if block.heading < 0:
        return []
    for around in above(tree, block.heading):
        found = dict.fromkeys(_within(tree, block, around))
        if found:
            return list(found)[:MOST]
    return []


def _within(tree: Tree, block: Block, around: int) -> Iterator[str]:
    if not tree[around].pictures:
        return
    for place in range(around, len(tree)):
        element = tree[place].element
        if around not in above(tree, place):
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


def printed_facts(root: html.HtmlElement, titles: list[str]) -> dict[str, Any]:
    """Return a page's printed name, prices and statements of stock, the likeliest first.

    `prices` are pieces of text with their roles (scrapers.values.price.price_text), each with its
    place; `stock` are texts; `control` is what the product is bought by.
    """
    tree = tree_of(root)
    block = block_of(tree, titles)
    boxes = _boxes(tree, block)
    boxes = [] if _is_of_list(tree, block, boxes) else boxes
    control = block.control
    return {
        "name": block.name,
        "prices": [_price(tree, group) for group in _groups(tree, block, boxes[:MOST_BOXES])],
        "pictures": pictures_of(tree, block),
        "stock": _statements(tree, block, boxes[0] if boxes else -1),
        "control": None
        if control is None
        else {"text": control.text, "isEnabled": control.is_enabled, "isCarted": control.is_carted},
    }


def _price(tree: Tree, group: list[int]) -> dict[str, Any]:
    return {
        "texts": [pieces_of(tree[box].element) for box in group],
        "place": path_of(tree[group[0]].element),
    }


def _groups(tree: Tree, block: Block, boxes: list[int]) -> Iterator[list[int]]:
    """Yield the boxes, the first with those directly beside it: a sale and what it was before."""
    for box in boxes[:1]:
        around = box
        for place in above(tree, box):
            if tree[place].size > BESIDE or place in block.within:
                break
            around = place
        yield sorted(other for other in boxes if around in above(tree, other))
    yield from ([box] for box in boxes[1:])


def _boxes(tree: Tree, block: Block) -> list[int]:
    priced: dict[int, bool] = {}
    for place, one in enumerate(tree):
        has_number = any(char.isdigit() for char in own_text(one.element)) or _is_written(one)
        if has_number and not block.is_beside(tree, place):
            box = _box(tree, place)
            priced[box] = priced.get(box, False) or _is_priced(tree, place, box)
    anchors = [place for place in (block.heading, _place(block)) if place >= 0]
    own = [
        box
        for box, is_priced in priced.items()
        if text_of(tree[box].element) != block.name and (is_priced or _is_signed(tree, box))
    ]

    def rank(place: int) -> tuple[bool, int, bool, int]:
        near = sum(max(1, tree[common_ancestor(tree, place, anchor)].size) for anchor in anchors)
        parts = [tree[around] for around in above(tree, place) if around not in block.within]
        is_other = any(one.headings and one.controls for one in parts)
        weak = (not priced[place]) + any(one.is_repeated or one.headings for one in parts)
        return is_other, near * FARTHER**weak, place < block.heading, place

    return sorted(own, key=rank) if anchors else []


def _is_of_list(tree: Tree, block: Block, boxes: list[int]) -> bool:
    """Return True if the nearest price is that of one of several cards, each with a price.

    What the page's own heading stands in is its product's block, whatever is beside it.
    """
    cards = [card for box in boxes for card in above(tree, box) if _is_card(tree[card])]
    whole = {*above(tree, block.heading)} if block.is_titled else set()
    own = {tree[card].parent: card for card in cards if card in {*above(tree, boxes[0])} - whole}
    return any(own.get(tree[card].parent, card) != card for card in cards)


def _is_card(one: VisibleElement) -> bool:
    leads = one.pictures or one.controls or next(one.element.iter("a"), None) is not None
    return one.is_repeated and bool(leads)


def _place(block: Block) -> int:
    return block.control.place if block.control is not None else -1


def _is_written(one: VisibleElement) -> bool:
    return one.element.tag == "meta" and "price" in (one.element.get("itemprop") or "").split()


def _box(tree: Tree, place: int) -> int:
    while True:
        parent = tree[place].parent
        if parent < 0:
            return place
        around = tree[parent]
        limit = BOX * (1.5 if PRICED.search(around.words) else 1)
        holds_more = around.headings or around.controls or around.pictures
        if holds_more or around.size > limit or around.element.tag in PARTING:
            return place
        place = parent


def _is_signed(tree: Tree, place: int) -> bool:
    text = text_of(tree[place].element)
    return any(number.codes for number in signed_numbers(text, ANY))


def _is_priced(tree: Tree, place: int, box: int) -> bool:
    outside = tree[box].parent
    for around in above(tree, place):
        if PRICED.search(tree[around].words) or _is_written(tree[around]):
            return True
        if around == outside:
            break
    return False


def pieces_of(box: html.HtmlElement) -> PriceText:
    """Return a price's text in pieces with the roles that elements give them."""
    pieces: list[Piece] = []
    _collect(box, NO_ROLE, pieces)
    return tuple(pieces)


def _collect(element: html.HtmlElement, role: str, pieces: list[Piece]) -> None:
    """Collect an element's texts; what is struck through stays so, else the nearest role counts."""
    own = role_of(element, words_of_element(element))
    if own == ASIDE and sum(first.isdigit() for first in _starts(element)) > 1:
        own = NO_ROLE  # a container of several amounts
    role = role if role == STRUCK_OUT else own or role
    _add(element.text, role, pieces)
    for child in element:
        words = words_of_element(child) if isinstance(child.tag, str) else ""
        if isinstance(child.tag, str) and child.tag not in SILENT and not is_hidden(child, words):
            ends = [Piece("", BREAK)] if child.tag not in INLINE or UNSEEN.search(words) else []
            pieces += ends
            _add(child.get("content") if child.tag == "meta" else "", role, pieces)
            _collect(child, role, pieces)
            pieces += ends
        _add(child.tail, role, pieces)


def _starts(element: html.HtmlElement) -> Iterator[str]:
    for text in element.itertext():
        yield next(filter(str.isdigit, text), "x")


def _add(text: str | None, role: str, pieces: list[Piece]) -> None:
    if text and text.strip():
        pieces.append(Piece(text, STRUCK if role == STRUCK_OUT else role))
    elif text:
        pieces.append(Piece(" "))


def _statements(tree: Tree, block: Block, box: int) -> list[str]:
    anchors = [place for place in (block.heading, _place(block), box) if place >= 0]
    if not anchors:
        return []
    inside = anchors[0]
    for anchor in anchors[1:]:
        inside = common_ancestor(tree, inside, anchor)
    for around in above(tree, inside):
        if tree[around].size > SMALL:
            break
        inside = around
    found = []
    for place, text in _marks(tree, inside):
        one = tree[place]
        if place == _place(block) or block.is_beside(tree, place) or _is_option(one.element):
            continue
        if STOCKED.search(one.words) or stated_stock(text) is not None:
            found.append(text)
    return found[:MOST_STATEMENTS]


def _marks(tree: Tree, inside: int) -> Iterator[tuple[int, str]]:
    if tree[inside].size > BLOCK:
        return
    for place in range(inside, len(tree)):
        one = tree[place]
        if inside not in above(tree, place):
            return
        text = own_text(one.element)
        if text and one.size <= LONGEST_LABEL and one.element.tag not in HEADINGS:
            yield place, text


def _is_option(element: html.HtmlElement) -> bool:
    return any(one.tag in LISTED_OPTION for one in (element, *element.iterancestors()))


def path_of(element: html.HtmlElement) -> str:
    """Return an element's path from the nearest one with an id, as XPath."""
    parts: list[str] = []
    while element is not None:
        if (name := element.get("id")) and '"' not in name:
            return "/".join([f'//*[@id="{name}"]', *reversed(parts)])
        before = sum(1 for _ in element.itersiblings(element.tag, preceding=True))
        parts.append(f"{element.tag}[{before + 1}]")
        element = element.getparent()
    return "/" + "/".join(reversed(parts))
