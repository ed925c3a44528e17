"""Category, colour and unisex of a product, from its name and what its store says of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from indexer.classify.colors import color_in_name, color_of
from indexer.reference import categories
from indexer.reference.phrases import Match, PhraseTable, words

MEN = frozenset(words("men man mens male gent gents boy boys guy guys him his heren mans"))
WOMEN = frozenset(words("women woman womens ladies lady female girl girls her dames vroue"))
UNISEX = frozenset(words("unisex genderless"))
GENDERED = ("women", "men")
# Men buy jewellery that says so; a necklace that says nothing is shown to women only.
MOSTLY_WOMENS = "jewellery"
LEAF_DEPTH = 2  # slashes in a slug of the third level
# What follows one of these describes the product and does not name it: "Dress with belt".
QUALIFIER = re.compile(r"\s(?:with|in|for|from|by|featuring|includes?|incl|and|&|\+)\s|[,|(–—]| - ")
COUNTED = re.compile(
    r"^\s*(?:a\s+)?(?:set|pack|pair|box|bundle|trio|duo)\s+of\s+(?:\d+|\w+)?\s*", re.I
)


@dataclass(frozen=True, slots=True)
class Hints:
    """What a store says of a product besides its name; every part may be missing."""

    category_path: str | None = None  # "Men > Tops > Hoodies", a breadcrumb or product type
    color: str | None = None  # the store's own wording
    gender: str | None = None  # "male", "unisex", …
    root: str | None = None  # a category that the product stands below, e.g. the page's "women"


@dataclass(frozen=True, slots=True)
class Classification:
    """What was recognised; a slug is None where the words name nothing known."""

    category_slug: str | None
    color_slug: str | None
    unisex: bool | None


@cache
def _table() -> PhraseTable[tuple[str, ...]]:
    grouped: dict[str, list[str]] = {}
    for node in categories():
        for phrase in (*node.words, node.name):
            grouped.setdefault(" ".join(words(phrase)), []).append(node.slug)
    return PhraseTable({phrase: tuple(slugs) for phrase, slugs in grouped.items()})


def classify(name: str, hints: Hints | None = None) -> Classification:
    """Classify a product by words; never raises, and leaves open what it does not recognise.

    The last phrase before a qualifier names the thing ("Denim shirt dress with belt" is a dress).
    A garment that stands below Women and Men goes where the hints or the name say; where neither
    says it, it is unisex and stands below Women (and, being unisex, also below Men).
    """
    hints = hints or Hints()
    root = _root(name, hints)
    slugs = _named(name) or ()
    if hints.category_path:
        slugs = _consistent(slugs, _named_in_path(hints.category_path), root)
    category = _choose(slugs, root)
    return Classification(
        category_slug=category or _root_only(root),
        color_slug=(color_of(hints.color) if hints.color else None) or color_in_name(name),
        unisex=_unisex(category, slugs, root),
    )


def _root(name: str, hints: Hints) -> str | None:
    """Return women, men, unisex, another root, or None where nothing tells."""
    if hints.root:
        return hints.root.split("/", 1)[0]
    for text in (hints.gender, name, hints.category_path):
        gender = _gender(text or "")
        if gender:
            return gender
    return None


def _gender(text: str) -> str | None:
    tokens = set(words(text))
    women, men = bool(tokens & WOMEN), bool(tokens & MEN)
    if tokens & UNISEX or (women and men):
        return "unisex"
    return "women" if women else "men" if men else None


def _named(text: str) -> tuple[str, ...]:
    """Return the candidate slugs of the thing that the text names, best part of the text first."""
    body = COUNTED.sub("", text)
    head = QUALIFIER.split(body, maxsplit=1)[0]
    for part in (head, body):
        found = _table().find(words(part))
        if found:
            return _last(found).value
    return ()


def _last(found: list[Match[tuple[str, ...]]]) -> Match[tuple[str, ...]]:
    return max(found, key=lambda match: match.end)


def _named_in_path(path: str) -> tuple[str, ...]:
    """Return the candidates of the deepest part of a path that names a category."""
    for part in reversed(re.split(r"\s*[>/|»]\s*", path)):
        found = _table().find(words(part))
        if found:
            return _last(found).value
    return ()


def _consistent(
    by_name: tuple[str, ...], by_path: tuple[str, ...], root: str | None
) -> tuple[str, ...]:
    """Let the name refine the store's path; where the two disagree, the store's leaf wins."""
    if not by_name or not by_path:
        return by_name or by_path
    below = tuple(
        slug for slug in by_name if any(slug.startswith(_trunk(parent)) for parent in by_path)
    )
    named = _choose(by_path, root)
    is_leaf = named is not None and named.count("/") == LEAF_DEPTH
    return below or (by_path if is_leaf else by_name)


def _trunk(slug: str) -> str:
    """Return the slug's first two levels: close enough for a name and a path to agree."""
    return "/".join(slug.split("/")[:2])


def _choose(slugs: tuple[str, ...], root: str | None) -> str | None:
    if not slugs:
        return None
    if root in {"women", "men", "home", "outdoor"}:
        inside = [slug for slug in slugs if slug.split("/", 1)[0] == root]
        if inside:
            return inside[0]
        if root in GENDERED and any(slug.startswith(GENDERED) for slug in slugs):
            return _sibling(slugs, root)
    order = {"women": 0, "men": 1, "home": 2, "outdoor": 3}
    return min(slugs, key=lambda slug: order[slug.split("/", 1)[0]])


def _sibling(slugs: tuple[str, ...], root: str) -> str | None:
    """Return the nearest category below the given root: men's bikinis are men's swimwear."""
    known = {node.slug for node in categories()}
    for slug in slugs:
        parts = [root, *slug.split("/")[1:]]
        for depth in range(len(parts), 0, -1):
            if "/".join(parts[:depth]) in known:
                return "/".join(parts[:depth])
    return None


def _root_only(root: str | None) -> str | None:
    return root if root in {"women", "men", "home", "outdoor"} else None


def _unisex(category: str | None, slugs: tuple[str, ...], root: str | None) -> bool | None:
    if category is None or not category.startswith(GENDERED):
        return None
    if root == "unisex":
        return True
    if root is None and category.split("/")[1:2] == [MOSTLY_WOMENS]:
        return False
    return root is None and {slug.split("/", 1)[0] for slug in slugs} >= set(GENDERED)
