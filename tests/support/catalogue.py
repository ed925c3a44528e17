"""Brands, crawls and runs for tests of the pipeline: real rows, items as a crawl yields them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal

from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.runs.log import read_log
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Work, work_on
from indexer.ingest.scraping import scrape
from indexer.models import Brand, BrandPage, Country, Outbox, Product, RunLogPart, ScrapeRun
from scrapers.events import Event, PageDone, RejectedCard
from scrapers.product import Picture, ProductRefusedError, clean
from scrapers.product import Product as Found


def make_brand(settings: Settings, slug: str = "karoo", **columns: object) -> int:
    """Add a brand with one listing page; return its id."""
    with session_scope(settings.database_url) as session:
        country = session.scalars(select(Country).where(Country.iso == "ZA")).one()
        values: dict[str, object] = {
            "name": slug.title(),
            "website": f"https://{slug}.example/",
            "price_xpath": ".price",
            "country": country,
        }
        brand = Brand(slug=slug, **(values | columns))
        brand.pages = [BrandPage(page_url=f"https://{slug}.example/all")]
        session.add(brand)
        session.flush()
        return brand.id


def make_item(key: str, **changes: object) -> Found:
    """Return a scraped item with all its fields; k7 costs 7 more than k0.

    A first run of which everything costs the same would not be believed.
    """
    number = key.removeprefix(key.rstrip("0123456789"))
    values: dict[str, object] = {
        "group_key": key,
        "name": f"Linen dress {key}",
        "product_brand": None,
        "price": Decimal("499.00") + int(number or 0),
        "ordinary_price": None,
        "currency": "ZAR",
        "sold_out": False,
        "href": f"https://karoo.example/p/{key}",
        "images": (
            Picture(f"https://karoo.example/{key}.jpg", f"https://karoo.example/{key}.jpg"),
        ),
    }
    return Found(**(values | changes))  # type: ignore[arg-type]


def make_items(count: int) -> list[Found]:
    """Return items with the keys k0, k1, …"""
    return [make_item(f"k{number}") for number in range(count)]


def scrape_items(
    settings: Settings,
    brand_id: int,
    items: Sequence[Found],
    *,
    kind: str = "scrape+classify",
    events: Iterable[Event] | None = None,
) -> ScrapeRun:
    """Do a run whose crawl yields these items and then the events (all pages done by default)."""

    def crawl(brand: Brand, work: Work) -> Iterator[Event]:
        yield from map(as_a_source_gives, items)
        if events is None:
            for page in brand.pages:
                yield PageDone(page.page_url, len(items))
        else:
            yield from events

    with session_scope(settings.database_url) as session:
        run_id = open_run(session, brand_id, kind).id
    work_on(settings, run_id, lambda work: scrape(work, crawl))
    return read_run(settings, run_id)


def as_a_source_gives(item: Found) -> Found | RejectedCard:
    """Return the item as each source gives it: clean, or refused."""
    try:
        return clean(item)
    except ProductRefusedError as refused:
        return RejectedCard(str(refused), item.name)


def read_run(settings: Settings, run_id: int) -> ScrapeRun:
    """Return a run's row as it is now."""
    with session_scope(settings.database_url) as session:
        run = session.get_one(ScrapeRun, run_id)
        _ = run.failed_pages
        return run


def log_of(settings: Settings, run: ScrapeRun) -> str:
    """Return a run's log as it is now."""
    with session_scope(settings.database_url) as session:
        return read_log(session, run.logfile_name)


def add_to_log(settings: Settings, run_id: int, lines: str) -> None:
    """Have a run's log go on with these lines."""
    with session_scope(settings.database_url) as session:
        session.add(RunLogPart(run_id=run_id, at=datetime.now(UTC), lines=lines))


def read_products(settings: Settings) -> dict[str, Product]:
    """Return all products with their images, by group key."""
    with session_scope(settings.database_url) as session:
        products = session.scalars(select(Product).order_by(Product.id)).all()
        for product in products:
            _ = product.images
        return {product.group_key: product for product in products}


def outbox_products(settings: Settings) -> list[int]:
    """Return the product ids in the outbox, oldest row first."""
    with session_scope(settings.database_url) as session:
        return list(session.scalars(select(Outbox.product_id).order_by(Outbox.id)))
