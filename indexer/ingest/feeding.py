"""Feeds and catalogues by address read as a crawl: their products as events."""

from __future__ import annotations

import io
import json
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.ingest.crawling import brand_options
from indexer.ingest.runs.working import Work
from indexer.models import Brand, Product
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    IncompleteListError,
    LockedStoreError,
    OutOfTimeError,
    PageError,
    StoppedError,
)
from scrapers.events import (
    Event,
    FeedVersion,
    NotUnderstood,
    OwnPagesRead,
    PageDone,
    PageFailed,
    Rejected,
    StateRead,
    StillThere,
)
from scrapers.feeds.catalogues import SITEMAP, Answer, Catalogue, Get
from scrapers.feeds.disk_dict import Shelf
from scrapers.feeds.errors import FeedError
from scrapers.feeds.known_pages import KnownPage, KnownPages
from scrapers.feeds.row import FeedDefaults
from scrapers.feeds.survey import Survey, products, survey
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.product import Product as Found
from scrapers.structured.lock import LOCKED, is_locked

BATCH = 500  # products between two commits of what was read
MOST = 2 * 2**30  # bytes
MOST_OF_A_PAGE = 50 * 2**20  # bytes, as sent and unpacked: what sitemaps.org allows
SHARE = 0.5  # of a run's time, for the feed to come
KNOWN = 2_000  # known products that are read at once
TOLD = 100  # refused rows in the log


def crawl_source(brand: Brand, work: Work) -> Iterator[Event]:
    """Read the brand's feed or catalogue and give its products.

    A feed that has not changed gives them as seen.
    """
    url = brand.source_url
    file = Path(tempfile.mkdtemp(prefix="feed-")) / _name_of(brand)
    work.log(f"{brand.source.capitalize()} {url}")
    yield from ended(url, work, _source(brand, work, FeedFile(file, url, brand.source)))


def ended(place: str, work: Work, events: Iterator[Event]) -> Iterator[Event]:
    """Yield a source's events, and PageFailed where it breaks off."""
    try:
        yield from events
    except StoppedError:
        work.log("Stopped.")
    except (PageError, FeedError) as error:
        work.log(f"Failed: {place}: {error}")
        yield PageFailed(None, place, str(error), error.code)


def _source(brand: Brand, work: Work, feed: FeedFile) -> Iterator[Event]:
    with _fetching(brand, work, feed.path.parent) as fetcher:
        if brand.source == "catalogue":
            catalogue = _fetch_catalogue(brand, work, fetcher, feed.path)
            yield from _of_catalogue(feed, brand, work, catalogue)
            return
        if (version := _fetch_feed(brand, work, fetcher, feed.path)) is None:
            work.log("The feed has not changed since it was read last.")
            yield from _still_there(brand, work, feed.place)
            yield PageDone(None, feed.place, 0)
            return
    yield from feed.events(brand, work)
    yield PageDone(None, feed.place, 0)
    yield FeedVersion({"url": feed.place, **version})


def _of_catalogue(
    feed: FeedFile, brand: Brand, work: Work, catalogue: Catalogue
) -> Iterator[Event]:
    by_pages, seen = catalogue.platform == SITEMAP, catalogue.seen
    if catalogue.count:
        feed.currency = catalogue.stated().get("currency", "")[:3]
        yield from feed.events(brand, work, _own_pages_read if by_pages else iter)
    for start in range(0, len(seen.keys), KNOWN):
        yield StillThere(tuple(seen.keys[start : start + KNOWN]))
        yield StateRead(feed.place, 1, feed.place)
    if by_pages:
        yield OwnPagesRead(catalogue.count, seen.left)
    if short := catalogue.missing():
        raise IncompleteListError(short)
    yield PageDone(None, feed.place, 0)


def _own_pages_read(products: Iterable[Found]) -> Iterator[Found]:
    return (replace(product, own_page_read=True) for product in products)


def _name_of(brand: Brand) -> str:
    if brand.source == "catalogue":
        return "catalogue.jsonl"
    return f"feed{Path(urlsplit(brand.feed_url).path).suffix[:10]}"


@contextmanager
def _fetching(brand: Brand, work: Work, folder: Path) -> Iterator[Fetcher]:
    options = brand_options(work.settings, brand, folder)
    with Guard(options.allow_loopback, options.proxy) as guard:
        yield Fetcher(options, guard, Politeness(options, guard.url, work.stop))


def _fetch_feed(brand: Brand, work: Work, fetcher: Fetcher, file: Path) -> Mapping[str, str] | None:
    """Fetch the feed and return its version; None where it is the one that was read last."""
    version = dict(brand.feed_version or {})
    known = version if version.pop("url", None) == brand.feed_url else {}
    with file.open("wb") as into:
        bounds = Bounds(MOST, SHARE * work.limit_s)
        fetched = fetcher.fetch(brand.feed_url, into, bounds, known)
    return fetched.version if fetched.is_new else None


def _fetch_catalogue(brand: Brand, work: Work, fetcher: Fetcher, file: Path) -> Catalogue:
    get = getter(fetcher, time.monotonic() + SHARE * work.limit_s)
    catalogue = Catalogue(brand.source_url, get, known=_known_pages(brand, work))
    with file.open("w", encoding="utf-8") as lines:
        for product in catalogue:
            lines.write(f"{json.dumps(product)}\n")
    still = f"{catalogue.seen.pages} pages were not read again. " if catalogue.seen.pages else ""
    said = f"{catalogue.count} products. {still}{catalogue.missing()}"
    work.log(f"{catalogue.platform}: {said}".rstrip())
    return catalogue


def _known_pages(brand: Brand, work: Work) -> KnownPages | None:
    """Return what is known of the own pages that earlier runs read; None where there is none.

    A page's products may have its address with different queries.
    """
    pages: Shelf[KnownPage] = Shelf()
    with session_scope(work.settings.database_url) as session:
        columns = Product.href, Product.details_at, Product.price, Product.group_key
        own = Product.brand_id == brand.id, Product.source == work.source
        shown = Product.details_at.is_not(None), Product.gone_at.is_(None)
        found = select(*columns).where(*own, *shown).execution_options(yield_per=KNOWN)
        for href, at, price, key in session.execute(found):
            if at is None:
                continue
            one = KnownPage(at, price, (key,))
            for place in dict.fromkeys([href, href.partition("?")[0]]) if href else ():
                known = pages.get(place)
                pages.put(place, known.joined(one) if known else one)
    return pages.get if len(pages) else None


def getter(fetcher: Fetcher, until: float, most_s: float = math.inf) -> Get:
    """Return what fetches a catalogue's pages, till a time of the monotonic clock.

    `most_s`: the most that one of them may take.
    """

    def get(address: str) -> Answer:
        body = io.BytesIO()
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise OutOfTimeError("The time for reading it is over.")
        try:
            bounds = Bounds(MOST_OF_A_PAGE, max(1.0, min(seconds, most_s)), unpacked=MOST_OF_A_PAGE)
            fetched = fetcher.fetch(address, body, bounds)
        except StoppedError:
            if time.monotonic() < until:
                raise
            raise OutOfTimeError("The time for reading it is over.") from None
        if is_locked(body.getvalue()):
            raise LockedStoreError(LOCKED)
        return Answer(body.getvalue(), fetched.headers, fetched.url)

    return get


def _still_there(brand: Brand, work: Work, place: str) -> Iterator[Event]:
    after = ""
    while True:
        with session_scope(work.settings.database_url) as session:
            own = Product.brand_id == brand.id, Product.source == work.source
            keys = session.scalars(
                select(Product.group_key)
                .where(*own, Product.gone_at.is_(None), Product.group_key > after)
                .order_by(Product.group_key)
                .limit(KNOWN)
            ).all()
        if not keys:
            return
        yield StillThere(tuple(keys))
        yield StateRead(place, 1, place)
        after = keys[-1]


Pictured = Callable[[Iterable[Found]], Iterable[Found]]


@dataclass(slots=True)
class FeedFile:
    """A feed's file as a source. `place`: what its events and the log call it.

    `currency`: of the prices that name none, where the store says it; "": the brand's. `source` and
    `address`: what the origin of its prices names; the address is else its place.
    """

    path: Path
    place: str
    source: str
    address: str = ""
    currency: str = ""
    survey: Survey = field(default_factory=Survey)

    def events(self, brand: Brand, work: Work, pictured: Pictured = iter) -> Iterator[Event]:
        """Yield the file's products, as `pictured` gives them; raises FeedError, StoppedError."""
        defaults = _defaults(brand, work)
        defaults = replace(
            defaults,
            currency=self.currency or defaults.currency,
            source=self.source,
            address=self.address or self.place,
        )
        size = self.path.stat().st_size
        self.survey = survey(self.path, defaults, lambda done: _look(work, "Reading", done, size))
        work.log(
            f"{self.place}: {self.survey.rows} rows, {self.survey.good_rows} good,"
            f" {self.survey.refused} refused, {self.survey.products} products."
        )
        if divided := self.survey.groups.sentence():
            work.log(divided)
        yield from _refusals(self.place, work, self.survey)
        read = products(self.path, self.survey, defaults, lambda _: _look(work))
        for count in range(1, self.survey.products + BATCH, BATCH):
            yield from pictured(islice(read, BATCH))
            yield StateRead(self.place, count // BATCH + 1, self.place)
        if several := self.survey.several_prices():
            work.log(several)


def _look(work: Work, step: str = "", done: int = 0, whole: int = 0) -> None:
    if work.stop():
        raise StoppedError
    if step:
        work.step(step, done, whole)


def _defaults(brand: Brand, work: Work) -> FeedDefaults:
    with session_scope(work.settings.database_url) as session:
        rates = rates_in_force(session)
    loopback = work.settings.loopback()
    website = brand.catalogue_url if brand.source == "catalogue" else brand.website
    return FeedDefaults(brand.currency, rates.knows, loopback, work.started, website)


def _refusals(url: str, work: Work, surveyed: Survey) -> Iterator[Event]:
    for number, refusal in enumerate(surveyed.refusals):
        where = f"{refusal.unit.capitalize()} {refusal.line}"
        if number < TOLD:
            work.log(f"{where} is refused: {refusal.reason}.")
        yield Rejected(None, url, f"{where}: {refusal.reason}", refusal.id)
    if (more := surveyed.refused - len(surveyed.refusals)) > 0:
        yield Rejected(None, url, "more rows are refused", count=more)
    for name, texts in surveyed.not_understood.items():
        yield NotUnderstood(name, tuple(texts), surveyed.unread[name])
