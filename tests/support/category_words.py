"""What names call a category's products and the colours, to make names of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from indexer.language import current


@cache
def category_words() -> Mapping[str, tuple[str, ...]]:
    """Return by a category's slug the phrases that lead into its own node."""
    found: dict[str, tuple[str, ...]] = {}
    for one in current().product_types.values():
        phrases = [wording.phrase for wording in one.wordings if wording.in_titles]
        for slug in one.categories:
            found[slug] = (*found.get(slug, ()), *phrases)
    return found


@cache
def colour_words() -> Mapping[str, tuple[str, ...]]:
    """Return by a colour's slug its phrases."""
    found: dict[str, tuple[str, ...]] = {}
    for wording in current().colours:
        found[wording.meaning] = (*found.get(wording.meaning, ()), wording.phrase)
    return found
