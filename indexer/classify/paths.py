"""What a store's own category path says, and how a name and a path are brought together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.classify.groups import is_noun
from indexer.reference import Vocabulary, categories
from indexer.reference.words.phrases import PhraseTable, raw_words, singular, words

Slugs = tuple[str, ...]
SEPARATOR = re.compile(r"[>/|»›]")
LEAF_DEPTH = 2  # slashes in a slug of the third level
# Departments that stores have and the tree has not: what of the tree's second level is in them.
CARRIED = frozenset({"accessories", "bags", "jewellery"})
SHOES = frozenset({"shoes"})
DEPARTMENTS = {"accessory": CARRIED, "shoe": SHOES, "footwear": SHOES}
CLOTHING = frozenset({"clothing", "clothe", "apparel", "garment"})


@dataclass(frozen=True, slots=True)
class Path:
    """A path's deepest category, as candidates, and the department that it names, if any.

    `noun` is what it ends in, in the singular, where it names neither and nobody knows the noun.
    """

    slugs: Slugs
    inside: frozenset[str] | None  # second levels that its products stand in
    outside: frozenset[str]  # and those that they do not stand in
    noun: str | None


def read_path(path: str, vocabulary: Vocabulary) -> Path:
    """Return what a path such as "Men > Tops > Hoodies & Sweatshirts" says."""
    slugs: Slugs = ()
    inside: frozenset[str] | None = None
    outside: frozenset[str] = frozenset()
    for part in reversed(SEPARATOR.split(path)):
        keys = words(part)
        matches = _table(vocabulary).find(keys)
        if matches and not slugs:
            slugs = matches[-1].value
        if inside is None and not outside:
            inside = next((DEPARTMENTS[key] for key in keys if key in DEPARTMENTS), None)
            outside = CARRIED | SHOES if CLOTHING & set(keys) else frozenset()
    last = raw_words(path)[-1:]
    is_other = not slugs and inside is None and not outside
    noun = next((singular(word) for word in last if is_other and is_noun(word, vocabulary)), None)
    return Path(slugs, inside, outside, noun)


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[Slugs]:
    """Return category names and the phrases of types; a root says whom it is for, not what."""
    grouped: dict[str, dict[str, None]] = {}
    for node in categories():
        if node.parent is not None:
            grouped.setdefault(" ".join(words(node.name)), {})[node.slug] = None
    for product_type in vocabulary.product_types.values():
        for wording in product_type.wordings:
            if wording.in_titles and wording.kind != "also":
                slugs = grouped.setdefault(" ".join(words(wording.phrase)), {})
                slugs.update(dict.fromkeys(slug for slug in product_type.categories if "/" in slug))
    return PhraseTable({phrase: tuple(slugs) for phrase, slugs in grouped.items() if slugs})


def consistent(candidates: Sequence[Slugs], path: Path) -> Slugs:
    """Let the name refine the store's path; where the two disagree, the store's leaf wins.

    `candidates` are what the name may mean, the likeliest first. A department wins over a name
    that stands outside it: a "Lace-up" among shoes is a shoe.
    """
    allowed = [
        own for slugs in candidates if (own := tuple(slug for slug in slugs if _is_in(path, slug)))
    ]
    for slugs in allowed:
        below = tuple(s for s in slugs if any(s.startswith(_trunk(up)) for up in path.slugs))
        if below:
            return below
    is_leaf = any(slug.count("/") == LEAF_DEPTH for slug in path.slugs)
    if path.slugs and (is_leaf or not allowed):
        return path.slugs
    return next(iter(allowed or candidates), ())


def _is_in(path: Path, slug: str) -> bool:
    second = slug.split("/")[1:2]
    if path.inside is not None and not path.inside.intersection(second):
        return False
    return not path.outside.intersection(second)


def _trunk(slug: str) -> str:
    """Return the slug's first two levels: close enough for a name and a path to agree."""
    return "/".join(slug.split("/")[:2])
