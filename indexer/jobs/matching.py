"""Products of another source are those that are known already, where a link says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from scrapers.reading.cards import store_forms

Linked = Iterable[tuple[str, str | None]]  # a product's key, and its link


def known_keys(known: Linked, found: Linked, website: str) -> Mapping[str, str]:
    """Return the known key of each found product that is known under another one, by its own.

    Both are the only ones of their link: a link that several colours share tells none of them.
    """
    before, now = _by_link(known, website), _by_link(found, website)
    taken = {key for keys in now.values() for key in keys}
    pairs = {
        next(iter(keys)): next(iter(before[link]))
        for link, keys in now.items()
        if len(keys) == 1 and len(before.get(link, ())) == 1
    }
    known_before = {key for keys in before.values() for key in keys}
    return {
        key: earlier
        for key, earlier in pairs.items()
        if key not in known_before and earlier not in taken
    }


def _by_link(products: Linked, website: str) -> Mapping[str, Collection[str]]:
    keys: dict[str, set[str]] = defaultdict(set)
    for key, link in products:
        if link:
            keys[store_forms(link, website)[0]].add(key)
    return keys
