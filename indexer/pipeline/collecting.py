"""A crawl's events, gathered: the items that can be stored, and what went wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from indexer.pipeline.incoming import (
    Incoming,
    ItemRefusedError,
    PageFacts,
    from_item,
    merge_pages,
)
from indexer.runs.pulse import Progress
from scrapers.events import PageDone, PageFailed, Rejected, ShippingCountries
from scrapers.item import Item

Event = Item | PageDone | PageFailed | Rejected | ShippingCountries


@dataclass(slots=True)
class Crawled:
    """What a crawl brought; `items` holds a product once for each page it stands on."""

    items: list[Incoming] = field(default_factory=list)
    failed_pages: list[PageFailed] = field(default_factory=list)
    pages_done: int = 0
    rejected: int = 0
    shipping: tuple[str, ...] | None = None

    def products(self, category_slugs: Mapping[int, str]) -> list[Incoming]:
        """Return each product once."""
        return merge_pages(self.items, category_slugs)

    def failures(self) -> tuple[str, ...]:
        """Return the failed pages as the history tells them."""
        return tuple(f"{page.url}: {page.reason}" for page in self.failed_pages)


def collect(
    events: Iterable[Event],
    pages: Mapping[int, PageFacts],
    progress: Progress,
    log: Callable[[str], None],
) -> Crawled:
    """Gather a crawl's events and keep `progress` current while they come."""
    crawled = Crawled()
    keys: set[str] = set()
    for event in events:
        _take(crawled, event, pages, log)
        if isinstance(event, Item) and crawled.items:
            keys.add(crawled.items[-1].group_key)
        progress.found_count = len(keys)
        progress.rejected_count = crawled.rejected
        progress.pages_done = crawled.pages_done
    return crawled


def _take(
    crawled: Crawled,
    event: Event,
    pages: Mapping[int, PageFacts],
    log: Callable[[str], None],
) -> None:
    match event:
        case Item():
            try:
                crawled.items.append(from_item(event, pages))
            except ItemRefusedError as refusal:
                crawled.rejected += 1
                log(f"Refused {event.name[:100]!r}: {refusal}.")
        case PageDone():
            crawled.pages_done += 1
        case PageFailed():
            crawled.failed_pages.append(event)
        case Rejected():
            crawled.rejected += 1
        case ShippingCountries():
            crawled.shipping = event.countries
