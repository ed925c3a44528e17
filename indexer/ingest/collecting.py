"""A source's events, gathered: products are staged, and what went wrong on the way is noted."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from indexer.core.files import Location
from indexer.ingest.runs.working import Work, with_retries
from indexer.ingest.staging import Stage, drop_shared_pictures
from indexer.models import FailedPage
from scrapers.events import (
    Event,
    NotUnderstood,
    PageDone,
    PageFailed,
    RejectedCard,
    ShippingCountries,
    StateRead,
)
from scrapers.product import Product

NAME = re.compile(r"run-\d{1,19}-page-\d{1,6}\.(?:png|html)")
REASON_LIMIT = 2_000  # characters


def keep_evidence(work: Work, pages: Sequence[PageFailed]) -> list[Mapping[str, str | None]]:
    """Store what was kept of a run's failed pages; return their rows (indexer.models.FailedPage).

    Not in a transaction: a bucket may take its time. What it does not take is logged; it is
    not called for the rest then, as a hanging one would hang for each.
    """
    names: dict[Path, str] = {}
    try:
        files = Location(work.settings.evidence_location)
        for number, page in enumerate(pages, start=1):
            for source in filter(None, (page.screenshot, page.html)):
                name = f"run-{work.run_id}-page-{number}{source.suffix}"
                files.write(name, source.read_bytes())
                names[source] = name
    except OSError as error:
        work.log(f"Screenshots and HTML of failed pages could not be kept: {error}")
    return [
        {
            "page_url": page.url,
            "code": page.code,
            "reason": page.reason[:REASON_LIMIT],
            "screenshot_name": names.get(page.screenshot) if page.screenshot else None,
            "html_name": names.get(page.html) if page.html else None,
        }
        for page in pages
    ]


def remove_evidence(location: str, pages: Iterable[FailedPage]) -> None:
    """Delete what was kept of these pages; raises OSError."""
    files = Location(location)
    for page in pages:
        for name in (page.screenshot_name, page.html_name):
            if name:
                files.remove(name)


SAMPLES = 3  # of the cards that gave no product


def collect(events: Iterable[Event], work: Work, stage: Stage) -> None:
    """Stage what a source gives and keep the counts of `work` current while it comes."""
    for event in events:
        _take(stage, event, work.log)
        work.found_count = stage.found
        work.rejected_count = stage.rejected
        work.pages_done = stage.pages_done
    if stage.items or stage.still:  # that no page ended
        stage.commit(None)
    if dropped := with_retries(stage.settings, partial(drop_shared_pictures, stage.run_id)):
        work.log(f"{dropped} pictures are left out: many products of different names have them.")


def _log_item(item: Product, log: Callable[[str], None]) -> None:
    for name, found in item.not_understood.items():
        log(f"The {name} of {item.name[:60]!r} is not understood: {found[:80]!r}.")
    if item.refused_pictures:
        shown = ", ".join(address[:100] for address in item.refused_pictures[:3])
        log(
            f"{len(item.refused_pictures)} pictures of {item.name[:60]!r} lead inside a network"
            f" and are left out: {shown}."
        )
    if item.disagreements:
        log(f"Structured data disagrees on {disagreement(item)}.")


def disagreement(item: Product) -> str:
    """Return how structured data contradicts a product."""
    return f"{item.name[:60]!r}: {'; '.join(item.disagreements)}"


def _sample(stage: Stage, name: str | None, reason: str) -> None:
    known = {rejection.rpartition(": ")[2] for rejection in stage.rejections}
    if len(stage.rejections) < SAMPLES and reason not in known:
        stage.rejections.append(f"{name[:60]!r}: {reason[:150]}" if name else reason[:150])


def _take(stage: Stage, event: Event, log: Callable[[str], None]) -> None:
    match event:
        case Product():
            _log_item(event, log)
            stage.items.append(event)
        case StateRead():
            stage.still += event.still
            stage.own_pages_read += event.opened
            stage.own_pages_left += event.left
            stage.commit(event.page_url, states=event.states, resume_url=event.resume_url)
        case PageDone():
            stage.pages_done += 1
            stage.feed_version = event.version
            stage.commit(event.url, states=event.states, done=True)
        case PageFailed():
            stage.failed_pages.append(event)
            stage.commit(event.url)  # another attempt reads it again
        case RejectedCard() if event.shares:
            stage.shared.append(event.reason)
            log(f"Left out: {event.reason}.")
        case RejectedCard():
            stage.rejected += event.count
            _sample(stage, event.name, event.reason)
        case ShippingCountries():
            stage.shipping = event.countries
        case NotUnderstood():
            stage.not_understood.setdefault(event.field, event.texts)
            stage.unread_rows[event.field] += event.count
