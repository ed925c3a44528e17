"""A product's own block in its page: its heading, what it is bought by, and what stands near."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import html

from scrapers.structured.printed.marks import CARTED
from scrapers.structured.printed.tree import HEADINGS, Tree, above, common_ancestor, text_of
from scrapers.values.availability import stated_stock

LONGEST_NAME = 300  # characters
LONGEST_LABEL = 60
BLOCK = 6_000  # characters of a product's block; a larger one is the page
MOST_CONTROLS = 20
NEAR = 2.5  # what the nearness of a control adds to a heading's rank
# The parts of a document's title: the product's name, the department, the store.
PARTS = re.compile(r"\s[|–—·:»-]\s|\s\|\||\|")
NAMED = re.compile(
    r"(?:^|[^a-z])(?:product|item|pdp|entry)-?-?(?:detail-?|single-?|main-?|info-?)?"
    r"-?-?(?:title|name|heading)(?:[^a-z]|$)"
)
BEGUN = 0.9  # how much a name is another that begins with it
ENOUGH = 0.6  # of a heading's words that the title has, where it is the product's name
TRADED = frozenset("button a input".split())
BUTTONS = frozenset("submit button image".split())


@dataclass(frozen=True, slots=True)
class Control:
    """What a product is bought by, or what determines when it can be, with its place and label."""

    place: int
    text: str
    is_enabled: bool
    is_carted: bool  # its markup calls it what puts into a cart


@dataclass(frozen=True, slots=True)
class Block:
    """Where a product's own things are; -1 for what there is none of."""

    heading: int
    name: str
    control: Control | None
    within: frozenset[int]  # what the heading and the control are in: the product's, not another's
    is_titled: bool = False  # the heading is an h1, or what the page calls itself

    def is_beside(self, tree: Tree, place: int) -> bool:
        """Return True if an element stands in another product's place, a menu, the basket."""
        return any(
            tree[around].is_beside for around in above(tree, place) if around not in self.within
        )


def block_of(tree: Tree, titles: Iterable[str]) -> Block:
    """Return the page's product block. `titles`: what the page calls itself, the best first."""
    named = [title for title in titles if title.strip()]
    nothing = Block(-1, "", None, frozenset())
    controls = [one for one in _controls(tree) if not nothing.is_beside(tree, one.place)]
    heading = _heading(tree, named, controls)
    around = frozenset(above(tree, heading)) if heading >= 0 else frozenset[int]()
    name = text_of(tree[heading].element)[:LONGEST_NAME] if heading >= 0 else ""
    without = Block(heading, name, None, around)
    controls = [one for one in _controls(tree) if not without.is_beside(tree, one.place)]
    control = _nearest(tree, controls, heading)
    if control is not None:
        around |= frozenset(above(tree, control.place))
    is_titled = tree[heading].element.tag == "h1" or any(_match(name, title) for title in named)
    return Block(heading, name, control, around, is_titled)


def _heading(tree: Tree, titles: list[str], controls: list[Control]) -> int:
    """Return the place of the heading that is the product's name; -1 where there is none.

    It is what the page calls itself, or else the first one in the block of a buying control.
    """
    scores: dict[int, float] = {}
    for place, one in enumerate(tree):
        rank = _rank(one.element, one.words)
        if not rank or not 0 < one.size <= LONGEST_NAME:
            continue
        text = text_of(one.element)
        match = max((_match(text, title) for title in titles), default=0.0)
        is_aside = any(tree[around].is_beside for around in above(tree, place))
        if is_aside and not match and one.element.tag != "h1":
            continue
        scores[place] = 4 * match + rank - 2 * is_aside
    for near in _nearest_headings(tree, list(scores), controls):
        scores[near] += NEAR
    return max(scores, key=lambda place: (scores[place], -place), default=-1)


def _nearest_headings(tree: Tree, headings: list[int], controls: list[Control]) -> set[int]:
    pairs = [
        (tree[common_ancestor(tree, heading, control.place)].size, heading)
        for control in controls[:MOST_CONTROLS]
        for heading in headings
        if heading < control.place
    ]
    smallest = min((size for size, _ in pairs), default=BLOCK + 1)
    return {heading for size, heading in pairs if size == smallest <= BLOCK}


def _rank(element: html.HtmlElement, words: str) -> float:
    if element.tag == "h1":
        return 3.0
    if "name" in (element.get("itemprop") or "").split():
        return 2.0
    if NAMED.search(words):
        return 2.0 + 0.5 * (element.tag in HEADINGS)
    return 1.0 if element.tag in {"h2", "h3"} else 0.0


def _match(text: str, title: str) -> float:
    """Return how much a heading is what the page calls itself, 0 to 1; its first part is best."""
    ours, theirs = _words(text), _words(title)
    if not ours or not theirs:
        return 0.0
    first = _words(PARTS.split(title)[0])
    if ours in (first, theirs):
        return 1.0
    # A shortened name, or one that goes on; as a related product's may begin with this one's.
    if theirs[: len(ours)] == ours or (first and ours[: len(first)] == first):
        return BEGUN
    shared = len(set(ours) & set(theirs)) / len(set(ours))
    in_first = len(set(ours) & set(first)) / len(set(ours))
    return (0.4 * shared + 0.4 * in_first) if shared >= ENOUGH else 0.0


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _controls(tree: Tree) -> Iterator[Control]:
    for place, one in enumerate(tree):
        element = one.element
        if element.tag not in TRADED and element.get("role") != "button":
            continue
        if element.tag == "input" and (element.get("type") or "").lower() not in BUTTONS:
            continue
        text = label_of(element)
        words = " ".join(
            filter(None, [one.words, element.get("name"), element.get("data-action")])
        ).lower()
        is_carted = bool(CARTED.search(words))
        if is_carted or (text and stated_stock(text) is not None):
            is_enabled = element.get("disabled") is None and "disabled" not in one.words.split()
            is_enabled = is_enabled and element.get("aria-disabled") != "true"
            yield Control(place, text, is_enabled, is_carted)


def label_of(element: html.HtmlElement) -> str:
    """Return a control's label: its text, or what stands for one; "" where it is no label."""
    written = (element.get(name) for name in ("value", "aria-label", "title", "alt"))
    text = text_of(element) if element.tag != "input" else ""
    label = text or next((" ".join(value.split()) for value in written if value), "")
    return label if len(label) <= LONGEST_LABEL else ""


def _nearest(tree: Tree, controls: list[Control], heading: int) -> Control | None:
    if heading < 0:
        return next(iter(controls), None)

    def rank(control: Control) -> tuple[int, bool, int]:
        shared = tree[common_ancestor(tree, heading, control.place)].size
        return shared, control.place < heading, control.place

    return min(controls, key=rank, default=None)
