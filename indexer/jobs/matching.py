"""Products of another source are those that are known already, where a link says so."""

from __future__ import annotations

from collections.abc import Iterable

from scrapers.feeds.shelf import Shelf
from scrapers.reading.cards import store_forms

SEVERAL = ""  # in the place of a key: a link that several products share tells none of them


class KnownLinks:
    """Which known product a link leads to; what is known lies on the disk.

    `missing`: how many known products the source does not have by their keys.
    """

    def __init__(self, website: str) -> None:
        self.missing = 0
        self._website = website
        self._found: Shelf[int] = Shelf()  # 1 by each known key, which the source may have
        self._by_link: Shelf[str] = Shelf()

    def add(self, key: str, link: str | None, *, is_found: bool) -> None:
        """Note a known product; `is_found`: the source has its key."""
        self.missing += not is_found
        self._found.put(key, int(is_found))
        _note(self._by_link, self._form(link), key)

    def pairs(self, found: Iterable[tuple[str, str | None]]) -> Shelf[str]:
        """Return the known key of each found product that is known under another one, by its own.

        Both are the only ones of their link.
        """
        links: Shelf[str] = Shelf()
        for key, link in found:
            _note(links, self._form(link), key)
        earlier: Shelf[str] = Shelf()
        for form, key in links.items():
            known = self._by_link.get(form)
            is_new = key and self._found.get(key) is None
            if known and is_new and not self._found.get(known):
                earlier.put(key, known)
        return earlier

    def _form(self, link: str | None) -> str:
        return store_forms(link, self._website)[0] if link else ""


def _note(by_link: Shelf[str], form: str, key: str) -> None:
    if form:
        by_link.put(form, key if by_link.get(form) in {None, key} else SEVERAL)
