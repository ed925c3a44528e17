"""Products' own pages that an earlier run has read: which are read again, and in which order. Pure.

A store with more pages than a run's time gets on from run to run: pages that were never read come
first, then those that were read longest ago. One that has not changed since is not read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from scrapers.web.languages import UNTRANSLATED, Translation

AGAIN = timedelta(days=7)  # a page is read again after that time, whatever its sitemap says
SLACK = timedelta(hours=1)  # for which a store's cache may hand out the page before a change
ALIKE = 0.9  # of the stamps on one day: they are the day of an export, not of a change
PROBES = 3  # pages without a change that are read all the same, to see whether that is true


@dataclass(frozen=True, slots=True)
class KnownPage:
    """When a page was read last, the lowest price that it had, and its products' keys."""

    at: datetime
    price: Decimal | None
    keys: tuple[str, ...]

    def joined(self, other: KnownPage) -> KnownPage:
        """Return it with another product of the same page."""
        prices = [price for price in (self.price, other.price) if price is not None]
        keys = (*self.keys, *other.keys)
        return KnownPage(min(self.at, other.at), min(prices, default=None), keys)


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A known page in a sitemap. `changed`: its `lastmod`."""

    address: str
    changed: datetime | None
    known: KnownPage
    translation: Translation = UNTRANSLATED


KnownPages = Callable[[str], KnownPage | None]  # by address


@dataclass(slots=True)
class Seen:
    """Products whose own pages are listed and were not read, by their keys, and their `pages`.

    `read` known pages were read again, and `left` could not be in the time of the run.
    """

    keys: list[str] = field(default_factory=list)
    pages: int = 0
    read: int = 0
    left: int = 0

    def add(self, pages: Sequence[ListedPage]) -> None:
        """Count the pages' products as seen."""
        self.keys += (key for page in pages for key in page.known.keys)
        self.pages += len(pages)


def ordered(
    pages: Sequence[ListedPage], now: datetime
) -> tuple[list[ListedPage], list[ListedPage]]:
    """Return the pages to read again and those that have not changed, read longest ago first."""
    due: list[ListedPage] = []
    unchanged: list[ListedPage] = []
    trusted = _tells_changes(pages)
    for page in sorted(pages, key=_age):
        (unchanged if trusted and _is_unchanged(page, now) else due).append(page)
    return due, unchanged


def all_due(due: Sequence[ListedPage], unchanged: Sequence[ListedPage]) -> list[ListedPage]:
    """Return all the pages, read longest ago first."""
    return sorted([*due, *unchanged], key=_age)


def _age(page: ListedPage) -> datetime:
    return page.known.at


def _tells_changes(pages: Sequence[ListedPage]) -> bool:
    days = Counter(page.changed.date() for page in pages if page.changed)
    return max(days.values(), default=0) < ALIKE * days.total()


def _is_unchanged(page: ListedPage, now: datetime) -> bool:
    if page.changed is None or not timedelta() <= now - page.known.at <= AGAIN:
        return False
    return page.changed + SLACK < page.known.at
