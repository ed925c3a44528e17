"""Feeds and catalogues by address read as a crawl: their products as events."""

from __future__ import annotations

import io
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.ingest.crawling import brand_options
from indexer.ingest.runs.working import Work
from indexer.models import Brand, Product
from scrapers.browsing.answers import page_error
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    FeedError,
    IncompleteListError,
    MovedStoreError,
    OutOfTimeError,
    PageError,
    StoppedError,
)
from scrapers.events import (
    Event,
    NotUnderstood,
    OwnPageVisit,
    PageDone,
    PageFailed,
    RejectedCard,
    StateRead,
)
from scrapers.feeds.catalogue import SITEMAP, Answer, Catalogue, Get
from scrapers.feeds.markup import PAGE
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.own_pages import page_key
from scrapers.feeds.sitemap import KnownPages
from scrapers.feeds.staging import StagedRows, read_feed
from scrapers.polite.fetch import NOT_MODIFIED, Bounds, Fetcher, version_of
from scrapers.polite.politeness import Politeness
from scrapers.product import Product as Found
from scrapers.web.urls import site_of

BATCH = 500  # products between two commits of what was read
MOST = 2 * 2**30  # bytes
A_PAGE_BYTES = 2**20  # of a page in place of a feed
MOST_OF_A_PAGE = 50 * 2**20  # bytes, as sent and unpacked: what sitemaps.org allows
SHARE = 0.5  # of a run's time, for the feed to come
KNOWN = 2_000  # known products that are read at once
LOGGED_REFUSALS = 100  # refused rows in the log


Pictured = Callable[[Iterable[Found]], Iterable[Found]]


def crawl_source(brand: Brand, work: Work) -> Iterator[Event]:
    """Read the brand's feed or catalogue and give its products.

    A feed that has not changed gives them as seen.
    """
    url = brand.source_url
    work.log(f"{brand.source.capitalize()} {url}")
    read = _catalogue if brand.source == "catalogue" else _feed
    yield from with_breakdown(url, work, read(brand, work))


def with_breakdown(place: str, work: Work, events: Iterator[Event]) -> Iterator[Event]:
    """Yield a source's events, and PageFailed where it breaks off."""
    try:
        yield from events
    except StoppedError:
        work.log("Stopped.")
    except (PageError, FeedError) as error:
        work.log(f"Failed: {place}: {error}")
        yield PageFailed(place, str(error), error.code)


def _feed(brand: Brand, work: Work) -> Iterator[Event]:
    url = brand.feed_url
    file = Path(tempfile.mkdtemp(prefix="feed-")) / f"feed{Path(urlsplit(url).path).suffix[:10]}"
    with _fetching(brand, work, file.parent) as fetcher:
        version = _fetch_feed(brand, work, fetcher, file)
    if version is None:
        work.log("The feed has not changed since it was read last.")
        yield from _still_there(brand, work, url)
        yield PageDone(url, 0)
        return
    yield from events_of(url, work, read_file(file, brand, work, url))
    yield PageDone(url, 0, version={"url": url, **version})


def _catalogue(brand: Brand, work: Work) -> Iterator[Event]:
    url = brand.source_url
    with _fetching(brand, work, Path(tempfile.mkdtemp(prefix="feed-"))) as fetcher:
        get = getter(fetcher, time.monotonic() + SHARE * work.limit_s)
        catalogue = Catalogue(url, get, known=_earlier_pages(brand, work))
        staged = StagedRows(_defaults(brand, work, url))
        for number, records in enumerate(catalogue):
            if not number:
                known = staged.defaults
                currency = catalogue.store_facts().get("currency", "")[:3] or known.currency
                source, address = catalogue.platform, catalogue.address
                staged.defaults = replace(known, currency=currency, source=source, address=address)
            for record in records:
                staged.add(record)
    by_pages, seen = catalogue.platform == SITEMAP, catalogue.seen
    still = f"{catalogue.unread} pages were not read again. " if catalogue.unread else ""
    summary = f"{catalogue.count} products. {still}{catalogue.missing()}"
    work.log(f"{catalogue.platform}: {summary}".rstrip())
    if catalogue.count:
        yield from events_of(url, work, staged, _own_pages_read if by_pages else iter)
    for start in range(0, len(seen), KNOWN):
        yield StateRead(url, 1, url, still=tuple(seen[start : start + KNOWN]))
    if by_pages:
        yield StateRead(url, 1, url, opened=catalogue.count, left=catalogue.left)
    if short := catalogue.missing():
        raise IncompleteListError(short)
    yield PageDone(url, 0)


def _own_pages_read(products: Iterable[Found]) -> Iterator[Found]:
    return (replace(product, own_page_read=True) for product in products)


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
    refuse_page(file, brand.feed_url, fetched.url)
    return None if fetched.status == NOT_MODIFIED else version_of(fetched.headers)


def refuse_page(file: Path, address: str, reached: str) -> None:
    """Raise the error for a page in place of a feed: locked, a challenge, or of another site."""
    body = file.read_bytes() if file.stat().st_size < A_PAGE_BYTES else b""
    if error := page_error(body):
        raise error
    if PAGE.match(body) and site_of(reached) != site_of(address):
        raise MovedStoreError(site_of(reached))


def _earlier_pages(brand: Brand, work: Work) -> KnownPages | None:
    """Return what is known of the own pages that earlier runs read; None where there is none.

    A page's products may have its address with different queries.
    """
    pages: dict[str, OwnPageVisit] = {}
    with session_scope(work.settings.database_url) as session:
        columns = Product.href, Product.details_at, Product.price, Product.group_key
        own = Product.brand_id == brand.id, Product.source == work.source
        shown = Product.details_at.is_not(None), Product.gone_at.is_(None)
        found = select(*columns).where(*own, *shown).execution_options(yield_per=KNOWN)
        for href, at, price, key in session.execute(found):
            if at is None:
                continue
            one = OwnPageVisit(at, price, (key,))
            for place in (
                {page_key(part) for part in (href, href.partition("?")[0])} if href else ()
            ):
                known = pages.get(place)
                pages[place] = known.join(one) if known else one
    return pages.get if pages else None


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
        if error := page_error(body.getvalue()):
            raise error
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
        yield StateRead(place, 1, place, still=tuple(keys))
        after = keys[-1]


def read_file(file: Path, brand: Brand, work: Work, place: str, source: str = "feed") -> StagedRows:
    """Read a feed's file; raises FeedError, StoppedError. `source`: of its prices' origin."""
    size = file.stat().st_size
    defaults = replace(_defaults(brand, work, place), source=source)
    return read_feed(file, defaults, lambda done: _look(work, "Reading", done, size))


def events_of(
    place: str, work: Work, staged: StagedRows, pictured: Pictured = iter
) -> Iterator[Event]:
    """Yield the products of rows, as `pictured` gives them, and what was refused.

    `place`: what its events and the log call the source. Raises StoppedError.
    """
    yield from _refusals(work, staged)
    read = staged.products()
    products = 0
    for state in count(1):
        batch = [*islice(read, BATCH)]
        yield from pictured(batch)
        yield StateRead(place, state, place)
        products += len(batch)
        _look(work)
        if len(batch) < BATCH:
            break
    work.log(
        f"{place}: {staged.rows} rows, {staged.good_rows} good, {staged.refused} refused,"
        f" {products} products."
    )
    for note in filter(None, (staged.divided_groups(), staged.several_prices())):
        work.log(note)


def _look(work: Work, step: str = "", done: int = 0, whole: int = 0) -> None:
    if work.stop():
        raise StoppedError
    if step:
        work.step(step, done, whole)


def _defaults(brand: Brand, work: Work, address: str) -> FeedDefaults:
    with session_scope(work.settings.database_url) as session:
        rates = rates_in_force(session)
    loopback = work.settings.loopback()
    website = brand.catalogue_url if brand.source == "catalogue" else brand.website
    defaults = FeedDefaults(brand.currency, rates.has_rate, loopback, work.started, website)
    return replace(defaults, source=brand.source, address=address)


def _refusals(work: Work, staged: StagedRows) -> Iterator[Event]:
    for number, refusal in enumerate(staged.refusals):
        where = f"{refusal.unit.capitalize()} {refusal.line}"
        if number < LOGGED_REFUSALS:
            work.log(f"{where} is refused: {refusal.reason}.")
        yield RejectedCard(f"{where}: {refusal.reason}", refusal.id)
    if (more := staged.refused - len(staged.refusals)) > 0:
        yield RejectedCard("more rows are refused", count=more)
    for name, texts in staged.not_understood.items():
        yield NotUnderstood(name, tuple(texts), staged.unread[name])
