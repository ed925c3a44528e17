"""Feeds and catalogues by address read as a crawl: their products as events."""

from __future__ import annotations

import io
import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from indexer.catalogue.rates import current_rates
from indexer.db import session_scope
from indexer.feed.catalogues import Answer, Catalogue, Get
from indexer.feed.errors import FeedError
from indexer.feed.forms.packed import unpacked
from indexer.feed.row import FeedDefaults
from indexer.feed.survey import Survey, products, survey
from indexer.jobs.crawling import brand_options
from indexer.jobs.matching import known_keys
from indexer.models import Brand, Product
from indexer.pipeline.items.incoming import Incoming
from indexer.pipeline.items.planned import planned_columns
from indexer.runs.working import Work
from scrapers.browsing.guard import Guard
from scrapers.errors import IncompleteListError, OutOfTimeError, PageError, StoppedError
from scrapers.events import (
    Event,
    FeedVersion,
    NotUnderstood,
    PageDone,
    PageFailed,
    Rejected,
    StateRead,
    StillThere,
)
from scrapers.item import Item, ItemImage
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness

BATCH = 500  # products between two commits of what was read
MOST = 2 * 2**30  # bytes
MOST_OF_A_PAGE = 64 * 2**20  # bytes, of a catalogue
SHARE = 0.5  # of a run's time, for the feed to come
TOLD = 100  # refused rows in the log


def crawl_source(brand: Brand, work: Work) -> Iterator[Event]:
    """Read the brand's feed or catalogue and give its products.

    A feed that has not changed gives them as seen.
    """
    url = brand.source_url
    file = Path(tempfile.mkdtemp(prefix="feed-")) / _name_of(brand)
    work.log(f"{brand.source.capitalize()} {url}")
    try:
        with _fetching(brand, work, file.parent) as fetcher:
            if brand.source == "catalogue":
                short = _fetch_catalogue(url, work, fetcher, file)
                version: Mapping[str, str] | None = None
            else:
                short, version = "", _fetch_feed(brand, work, fetcher, file)
                if version is None:
                    work.log("The feed has not changed since it was read last.")
                    yield StillThere(_known(brand, work))
                    yield PageDone(None, url, 0)
                    return
        yield from _events(brand, work, file, _defaults(brand, work))
        if short:
            raise IncompleteListError(short)
        yield PageDone(None, url, 0)
        if version is not None:
            yield FeedVersion({"url": url, **version})
    except StoppedError:
        work.log("Stopped.")
    except (PageError, FeedError) as error:
        work.log(f"Failed: {url}: {error}")
        yield PageFailed(None, url, str(error))


def _name_of(brand: Brand) -> str:
    """Return a file name with the address's suffix, by which a form may be told."""
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


def _fetch_catalogue(url: str, work: Work, fetcher: Fetcher, file: Path) -> str:
    """Write a catalogue's products into the file, one a line; return what is missing, or ""."""
    catalogue = Catalogue(url, getter(fetcher, time.monotonic() + SHARE * work.limit_s))
    with file.open("w", encoding="utf-8") as lines:
        for product in catalogue:
            lines.write(f"{json.dumps(product)}\n")
    missing = catalogue.missing()
    work.log(f"{catalogue.platform}: {catalogue.count} products. {missing}".rstrip())
    return missing


def getter(fetcher: Fetcher, until: float) -> Get:
    """Return what fetches a catalogue's pages, till a time of the monotonic clock."""

    def get(address: str) -> Answer:
        body = io.BytesIO()
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise OutOfTimeError("The time for reading it is over.")
        try:
            fetched = fetcher.fetch(address, body, Bounds(MOST_OF_A_PAGE, max(1.0, seconds)))
        except StoppedError:
            if time.monotonic() < until:
                raise
            raise OutOfTimeError("The time for reading it is over.") from None
        packed = fetched.headers.get("content-encoding") == "gzip"
        text = unpacked(body.getvalue()) if packed else body.getvalue()
        return Answer(text, fetched.headers, fetched.url)

    return get


def _known(brand: Brand, work: Work) -> tuple[str, ...]:
    with session_scope(work.settings.database_url) as session:
        keys = session.scalars(
            select(Product.group_key).where(
                Product.brand_id == brand.id, Product.source == "scrape", Product.gone_at.is_(None)
            )
        )
        return tuple(keys)


def _events(brand: Brand, work: Work, file: Path, defaults: FeedDefaults) -> Iterator[Event]:
    url = brand.source_url
    surveyed = survey(file, defaults, lambda _: _look(work))
    work.log(
        f"{surveyed.rows} rows, {surveyed.good_rows} good, {len(surveyed.refusals)} refused,"
        f" {surveyed.products} products."
    )
    if several := surveyed.several_prices():
        work.log(several)
    yield from _refusals(url, work, surveyed)
    earlier = _known_by_another_key(brand, work, file, surveyed, defaults)
    for count, item in enumerate(products(file, surveyed, defaults, lambda _: _look(work)), 1):
        yield replace(_item(item), group_key=earlier.get(item.group_key, item.group_key))
        if count % BATCH == 0:
            yield StateRead(url, count // BATCH, url)


def _known_by_another_key(
    brand: Brand, work: Work, file: Path, surveyed: Survey, defaults: FeedDefaults
) -> Mapping[str, str]:
    """Return the keys under which another source has brought the feed's products, by their own."""
    with session_scope(work.settings.database_url) as session:
        rows = session.execute(
            select(Product.group_key, Product.href).where(
                Product.brand_id == brand.id, Product.source == "scrape"
            )
        )
        known = [(key, href) for key, href in rows]
    if all(surveyed.found.get(key) for key, _ in known):
        return {}
    items = products(file, surveyed, defaults, lambda _: _look(work))
    found = ((item.group_key, item.href) for item in items)
    return known_keys(known, found, brand.website)


def _look(work: Work) -> None:
    if work.stop():
        raise StoppedError


def _defaults(brand: Brand, work: Work) -> FeedDefaults:
    with session_scope(work.settings.database_url) as session:
        rates = current_rates(session)
    loopback = work.settings.loopback()
    website = brand.catalogue_url if brand.source == "catalogue" else brand.website
    return FeedDefaults(brand.currency, rates.knows, loopback, work.started, website)


def _refusals(url: str, work: Work, surveyed: Survey) -> Iterator[Event]:
    for number, refusal in enumerate(surveyed.refusals):
        where = f"{refusal.unit.capitalize()} {refusal.line}"
        if number < TOLD:
            work.log(f"{where} is refused: {refusal.reason}.")
        yield Rejected(None, url, f"{where}: {refusal.reason}", refusal.id)
    for name, texts in surveyed.not_understood.items():
        yield NotUnderstood(name, tuple(texts))


def _item(product: Incoming) -> Item:
    """Return a row's product as a crawl gives it."""
    hints = product.hints
    return Item(
        group_key=product.group_key,
        name=product.name,
        product_brand=product.product_brand,
        price=product.price,
        ordinary_price=product.ordinary_price,
        currency=product.currency,
        sold_out=product.sold_out,
        href=product.href,
        images=tuple(
            ItemImage(image.url, image.canonical_url, image.width, image.height)
            for image in product.images
        ),
        page_id=None,
        color=hints.color,
        attributes={name: tuple(wordings) for name, wordings in (product.attributes or {}).items()},
        group=product.group,
        category_path=hints.category_path,
        gender=hints.gender,
        age_group=hints.age_group,
        item_type=product.item_type,
        unisex=product.page_unisex,
        not_understood={"picture": text} if (text := product.unread_picture) else {},
        planned=tuple(planned_columns(product.planned)["planned_prices"] or ()),
        checked=product.checked,
        disagreements=product.disagreements,
    )
