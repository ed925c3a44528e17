"""A feed's address read as a crawl: fetched with the brand's manners, its products as events."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from indexer.catalogue.rates import current_rates
from indexer.db import session_scope
from indexer.feed.errors import FeedError
from indexer.feed.row import FeedDefaults
from indexer.feed.survey import Survey, products, survey
from indexer.jobs.crawling import brand_options
from indexer.models import Brand, Product
from indexer.pipeline.items.incoming import Incoming
from indexer.pipeline.items.planned import planned_columns
from indexer.runs.working import Work
from scrapers.browsing.guard import Guard
from scrapers.errors import PageError, StoppedError
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
from scrapers.polite.fetch import Bounds, Fetched, Fetcher
from scrapers.polite.politeness import Politeness

BATCH = 500  # products between two commits of what was read
MOST = 2 * 2**30  # bytes
SHARE = 0.5  # of a run's time, for the feed to come
TOLD = 100  # refused rows in the log


def crawl_feed(brand: Brand, work: Work) -> Iterator[Event]:
    """Fetch the brand's feed and give its products; one that has not changed gives them as seen."""
    url = brand.feed_url
    file = Path(tempfile.mkdtemp(prefix="feed-")) / _name_of(url)
    try:
        fetched = _fetch(brand, work, file)
        if not fetched.is_new:
            work.log("The feed has not changed since it was read last.")
            yield StillThere(_known(brand, work))
            yield PageDone(None, url, 0)
            return
        yield from _events(brand, work, file)
        yield FeedVersion({"url": url, **fetched.version})
    except StoppedError:
        work.log("Stopped.")
    except (PageError, FeedError) as error:
        work.log(f"Failed: {url}: {error}")
        yield PageFailed(None, url, str(error))


def _name_of(url: str) -> str:
    """Return a file name with the address's suffix, by which a form may be told."""
    return f"feed{Path(urlsplit(url).path).suffix[:10]}"


def _fetch(brand: Brand, work: Work, file: Path) -> Fetched:
    options = brand_options(work.settings, brand, file.parent)
    version = dict(brand.feed_version or {})
    if version.pop("url", None) != brand.feed_url:
        version = {}
    work.log(f"Feed {brand.feed_url}")
    with Guard(options.allow_loopback, options.proxy) as guard, file.open("wb") as into:
        fetcher = Fetcher(options, guard, Politeness(options, guard.url, work.stop))
        bounds = Bounds(MOST, SHARE * work.limit_s)
        return fetcher.fetch(brand.feed_url, into, bounds, version)


def _known(brand: Brand, work: Work) -> tuple[str, ...]:
    with session_scope(work.settings.database_url) as session:
        keys = session.scalars(
            select(Product.group_key).where(
                Product.brand_id == brand.id, Product.source == "scrape", Product.gone_at.is_(None)
            )
        )
        return tuple(keys)


def _events(brand: Brand, work: Work, file: Path) -> Iterator[Event]:
    defaults = _defaults(brand, work)
    surveyed = survey(file, defaults, lambda _: _look(work))
    work.log(
        f"{surveyed.rows} rows, {surveyed.good_rows} good, {len(surveyed.refusals)} refused,"
        f" {surveyed.products} products."
    )
    if several := surveyed.several_prices():
        work.log(several)
    yield from _refusals(brand, work, surveyed)
    count = 0
    for count, item in enumerate(products(file, surveyed, defaults, lambda _: _look(work)), 1):
        yield _item(item)
        if count % BATCH == 0:
            yield StateRead(brand.feed_url, count // BATCH, brand.feed_url)
    yield PageDone(None, brand.feed_url, count, count // BATCH + 1)


def _look(work: Work) -> None:
    if work.stop():
        raise StoppedError


def _defaults(brand: Brand, work: Work) -> FeedDefaults:
    with session_scope(work.settings.database_url) as session:
        rates = current_rates(session)
    loopback = work.settings.loopback()
    return FeedDefaults(brand.currency, rates.knows, loopback, work.started, brand.website)


def _refusals(brand: Brand, work: Work, surveyed: Survey) -> Iterator[Event]:
    for number, refusal in enumerate(surveyed.refusals):
        where = f"{refusal.unit.capitalize()} {refusal.line}"
        if number < TOLD:
            work.log(f"{where} is refused: {refusal.reason}.")
        yield Rejected(None, brand.feed_url, f"{where}: {refusal.reason}", refusal.id)
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
    )
