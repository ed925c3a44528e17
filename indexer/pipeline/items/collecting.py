"""A crawl's events, gathered: the items that can be stored, and what went wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from indexer.pipeline.items.staging import Stage
from indexer.runs.pulse import Progress
from scrapers.events import (
    Event,
    FeedVersion,
    KnownTwice,
    NotUnderstood,
    OwnPagesRead,
    PageDone,
    PageFailed,
    Rejected,
    SharedIdentity,
    ShippingCountries,
    StateRead,
    StillThere,
)
from scrapers.product import Product
from scrapers.values.pictures import shared_pictures

SAMPLES = 3  # of the cards that gave no product


@dataclass(slots=True)
class Crawled:
    """What a crawl brought; `items` holds a product once for each page it stands on."""

    items: list[Product] = field(default_factory=list)
    failed_pages: list[PageFailed] = field(default_factory=list)
    failed_rows: list[Mapping[str, str | None]] = field(default_factory=list)  # with what is kept
    pages_done: int = 0
    rejected: int = 0
    rejections: list[str] = field(default_factory=list)  # the first of them, with their reasons
    zero_prices: int = 0  # items whose price is 0 and left out
    checked: int = 0  # items whose page has structured data
    disagreements: list[str] = field(default_factory=list)  # where that contradicts, by item
    not_understood: dict[str, list[str]] = field(default_factory=dict)  # texts, by field
    unread_rows: int = 0  # of those, rows that gave no product for it
    shared: list[str] = field(default_factory=list)  # cards left out for another's identity
    twins: dict[str, tuple[str, ...]] = field(default_factory=dict)  # known keys of one product
    own_pages_read: int = 0
    own_pages_left: int = 0  # for the next runs: the time did not suffice
    shipping: tuple[str, ...] | None = None
    feed_version: Mapping[str, str] | None = None

    def products(self) -> list[Product]:
        """Return each product once, with all its pages, without pictures that many others have."""
        merged: dict[str, Product] = {}
        for item in self.items:
            first = merged.get(item.group_key)
            merged[item.group_key] = item if first is None else _merge(first, item)
        each = list(merged.values())
        shared = shared_pictures((i.name, {p.canonical_url for p in i.images}) for i in each)
        if not shared:
            return each
        kept = ([p for p in i.images if p.canonical_url not in shared] for i in each)
        return [replace(i, images=tuple(own)) for i, own in zip(each, kept, strict=True)]

    def left_out(self) -> str:
        """Return how many cards gave no product, with samples; empty where all did."""
        if not self.rejected:
            return ""
        samples = f", such as {'; '.join(self.rejections)}" if self.rejections else ""
        return f"{self.rejected} cards were left out{samples}"

    def failures(self) -> tuple[str, ...]:
        """Return the failed pages as the history shows them."""
        return tuple(f"{page.url}: {page.reason}" for page in self.failed_pages)


def _merge(first: Product, again: Product) -> Product:
    return replace(
        first,
        pages=tuple(dict.fromkeys((*first.pages, *again.pages))),
        also=tuple(dict.fromkeys((*first.also, *again.also))),
    )


def collect(
    events: Iterable[Event],
    progress: Progress,
    log: Callable[[str], None],
    stage: Stage,
    crawled: Crawled | None,
) -> Crawled:
    """Gather a crawl's events and keep `progress` current while they come.

    `crawled` is what an earlier attempt gathered; `stage` keeps what is read, page by page.
    """
    crawled = crawled or Crawled()
    keys = {item.group_key for item in crawled.items}
    for event in events:
        taken = len(crawled.items)
        _take(crawled, event, log)
        if len(crawled.items) > taken:
            keys.add(crawled.items[-1].group_key)
        if isinstance(event, StillThere):
            keys.update(event.keys)
        _keep(stage, event)
        progress.found_count = len(keys)
        progress.rejected_count = crawled.rejected
        progress.pages_done = crawled.pages_done
    crawled.items = [replace(i, also=crawled.twins.get(i.group_key, i.also)) for i in crawled.items]
    return crawled


def _count(crawled: Crawled, item: Product, log: Callable[[str], None]) -> None:
    """Count what the value gates look at; each disagreement is logged."""
    crawled.zero_prices += item.zero_price
    crawled.checked += item.checked
    for name, text in item.not_understood.items():
        crawled.not_understood.setdefault(name, []).append(text)
        log(f"The {name} of {item.name[:60]!r} is not understood: {text[:80]!r}.")
    if item.refused_pictures:
        shown = ", ".join(address[:100] for address in item.refused_pictures[:3])
        log(
            f"{len(item.refused_pictures)} pictures of {item.name[:60]!r} lead inside a network"
            f" and are left out: {shown}."
        )
    if item.disagreements:
        words = f"{item.name[:60]!r}: {'; '.join(item.disagreements)}"
        crawled.disagreements.append(words)
        log(f"Structured data disagrees on {words}.")


def _sample(crawled: Crawled, name: str | None, reason: str) -> None:
    """Keep the first cards that gave no product, of each reason one."""
    known = {told.rpartition(": ")[2] for told in crawled.rejections}
    if len(crawled.rejections) < SAMPLES and reason not in known:
        crawled.rejections.append(f"{name[:60]!r}: {reason[:150]}" if name else reason[:150])


def regathered(items: Iterable[Product], rejected: int, pages_done: int) -> Crawled:
    """Return what an earlier attempt of the run gathered."""
    crawled = Crawled(pages_done=pages_done)
    for item in items:
        _take(crawled, item, lambda _: None)
    crawled.rejected = rejected
    return crawled


def _keep(stage: Stage, event: Event) -> None:
    match event:
        case Product():
            stage.item(event)
        case Rejected():
            stage.rejected()
        case StateRead():
            stage.state(event)
        case StillThere():
            stage.still(event.keys)
        case PageDone():
            stage.done(event)
        case PageFailed():
            stage.failed(event.url)
        case _:
            return


def _take(crawled: Crawled, event: Event, log: Callable[[str], None]) -> None:
    match event:
        case Product():
            crawled.items.append(event)
            _count(crawled, event, log)
        case StateRead() | StillThere():
            return
        case OwnPagesRead():
            crawled.own_pages_read += event.read
            crawled.own_pages_left += event.left
        case PageDone():
            crawled.pages_done += 1
        case PageFailed():
            crawled.failed_pages.append(event)
        case Rejected():
            crawled.rejected += 1
            _sample(crawled, event.name, event.reason)
        case KnownTwice():
            crawled.twins[event.key] = event.others
        case SharedIdentity():
            crawled.shared.append(event.reason)
            log(f"Left out: {event.reason}.")
        case ShippingCountries():
            crawled.shipping = event.countries
        case NotUnderstood():
            crawled.not_understood.setdefault(event.field, []).extend(event.texts)
            crawled.unread_rows += len(event.texts)
        case FeedVersion():
            crawled.feed_version = event.values
