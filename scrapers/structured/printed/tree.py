"""A page's visible elements in their order, with what lies in each: texts, amounts, controls."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import html

from scrapers.structured.printed.marks import (
    BESIDE,
    OTHERS,
    OWN,
    OWN_HEADS,
    SILENT,
    is_hidden,
    words_of_element,
)

MOST = 60_000  # elements of a page
AMOUNT = re.compile(r"\d")
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
CONTROLS = frozenset("button select textarea".split())
PICTURE = re.compile(r"\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|$)", re.I)
MOST_OF_A_PAGE = 0.5
CARD = 1_200  # characters of text in another product's card, at most
HEADED = 3  # headings in a card, at most: a product's own block has those of its parts
SINGLE, PICTURES = 300, 3  # of a card that stands alone: characters, pictures


@dataclass(slots=True)
class VisibleElement:
    """A visible element. `size`: characters of the text in it; the counts are of what is in it."""

    element: html.HtmlElement
    parent: int  # its place in the list of elements; -1 for the root
    words: str
    size: int = 0
    amounts: int = 0
    headings: int = 0
    controls: int = 0
    pictures: int = 0
    elsewhere: int = 0  # pictures that lead to another page
    is_repeated: bool = False  # one of several alike with a number in each
    is_beside: bool = False  # its words or its tag name another place than the product's own


Tree = list[VisibleElement]  # the visible elements of a page in its order


def above(tree: Tree, place: int) -> Iterator[int]:
    """Yield the element's place and those of what it is in, outwards."""
    while place >= 0:
        yield place
        place = tree[place].parent


def common_ancestor(tree: Tree, first: int, second: int) -> int:
    """Return the place of the smallest element that both are in."""
    around = set(above(tree, first))
    return next(place for place in above(tree, second) if place in around)


def tree_of(root: html.HtmlElement) -> Tree:
    """Return the visible elements of a page; hidden parts are left out."""
    tree: Tree = []
    waiting: list[tuple[html.HtmlElement, int]] = [(root, -1)]
    while waiting and len(tree) < MOST:
        element, parent = waiting.pop()
        words = words_of_element(element)
        if element.tag in SILENT or is_hidden(element, words):
            continue
        place = len(tree)
        tree.append(_visible_element(element, parent, words))
        children = [child for child in element if isinstance(child.tag, str)]
        waiting += [(child, place) for child in reversed(children)]
    _sum(tree)
    _mark_cards(tree)
    return tree


def own_text(element: html.HtmlElement) -> str:
    """Return the text that stands in an element and in none inside it."""
    parts = [element.text or "", *(child.tail or "" for child in element)]
    return " ".join("".join(parts).split())


def text_of(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _visible_element(element: html.HtmlElement, parent: int, words: str) -> VisibleElement:
    tag, text = element.tag, own_text(element)
    is_control = tag in CONTROLS or (tag == "input" and element.get("type") != "hidden")
    link = next(element.iterancestors("a"), None) if tag == "img" else None
    target = link.get("href") if link is not None else None
    leads = bool(target) and not str(target).startswith("#") and not PICTURE.search(str(target))
    return VisibleElement(
        element,
        parent,
        words,
        size=len(text),
        amounts=int(bool(AMOUNT.search(text))),
        headings=int(tag in HEADINGS),
        controls=int(is_control),
        pictures=int(tag == "img"),
        elsewhere=int(leads),
        is_beside=tag in BESIDE or (tag not in {"button", "form"} and _is_others(words)),
    )


def _is_others(words: str) -> bool:
    others = OWN_HEADS.sub(" ", words) if "product" in words or "pdp" in words else words
    return bool(OTHERS.search(others)) and not OWN.search(words)


def _sum(tree: Tree) -> None:
    for one in reversed(tree):
        if one.parent >= 0:
            around = tree[one.parent]
            around.size += one.size
            around.amounts += one.amounts
            around.headings += one.headings
            around.controls += one.controls
            around.pictures += one.pictures
            around.elsewhere += one.elsewhere


def _mark_cards(tree: Tree) -> None:
    """Mark other products' cards: what repeats beside its like, or has a picture that leads away.

    What holds most of the page is no place beside it: shops leave elements open.
    """
    alike: dict[tuple[int, str, str], list[VisibleElement]] = defaultdict(list)
    for one in tree:
        if one.size > MOST_OF_A_PAGE * tree[0].size and one.element.find(".//h1") is not None:
            one.is_beside = False
        if one.amounts and one.size <= CARD:
            alike[one.parent, one.element.tag, one.words.partition(" ")[0]].append(one)
            is_single = one.size <= SINGLE and one.pictures <= PICTURES
            if one.elsewhere and one.headings and is_single:
                one.is_beside = True
    for group in alike.values():
        linked = [one for one in group if one.elsewhere and one.pictures]
        cards = [one for one in linked if one.headings <= HEADED]
        for one in group if len(group) > 1 else ():
            one.is_repeated = True
        for card in cards if len(cards) > 1 else ():
            card.is_beside = True
