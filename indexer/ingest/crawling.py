"""The browser's side of a scrape: opened for one run, ended with it whatever happens."""

import tempfile
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter, one_browser
from indexer.core.settings import Settings
from indexer.ingest.runs.working import Work
from indexer.ingest.staging import read_in
from indexer.ingest.writing.products import FIRST_IMAGE
from indexer.models import Brand, Product, TakeDown
from scrapers.browsing.browser import Browser
from scrapers.browsing.manners import cookies_of, headers_of, proxy_of, user_agent_of
from scrapers.config import BrandConfig, PageConfig
from scrapers.crawl import crawl
from scrapers.events import Event, OwnPageVisit
from scrapers.options import CrawlOptions
from scrapers.pages.same_product import EarlierProduct
from scrapers.web.addresses import is_loopback
from scrapers.web.rate_limiter import host_of
from scrapers.web.urls import site_of

LEFT_ALONE_S = 86_400.0  # a host that answers 429 or a challenge (docs/alerts.md, "failed")
OWN_PAGES_SHARE = 0.8  # of a run's time; the rest is for lists and for writing
# Not columns of the row by the same name; all others are.
_COMPOSED = frozenset({"brand_id", "pages"})


def crawl_delivery_page(brand: Brand, work: Work) -> Iterator[Event]:
    """Read the brand's delivery page alone, where it has one: no feed or catalogue contains it."""
    if brand.shipping_page and brand.countries_selector:
        yield from crawl_brand(brand, work, lists=False)


def crawl_brand(brand: Brand, work: Work, *, lists: bool = True) -> Iterator[Event]:
    """Crawl a brand's pages; what was read before a stop is kept, whatever ended the browser.

    Without its `lists` only the delivery page is read.
    """
    # Inside the job's own temporary folder: what is kept of it is moved beside the log.
    evidence = Path(tempfile.mkdtemp(prefix="evidence-"))
    options = brand_options(work.settings, brand, evidence)
    options = replace(options, own_pages_budget_s=OWN_PAGES_SHARE * work.limit_s)
    opened = own_pages_opened(work.settings, brand)
    config = brand_config(brand)
    if not lists:
        config = replace(config, pages=())
    hosts = {host_of(page.page_url) for page in config.pages} or {host_of(brand.shipping_page)}
    waiting = one_browser(
        work.settings.database_url,
        hosts,
        work.stop,
        work.log,
        patience_s=work.settings.job_timeout_s,
        waited=partial(setattr, work.stop, "waited_s"),
    )
    try:
        with waiting, Browser(options, stealth=brand.stealth) as browser:
            known = products_of_brand(work, brand) if lists else []
            yield from crawl(config, browser, work.log, work.stop, work.resume, opened, known)
    except Exception as error:
        if not work.stop():
            raise
        work.log(f"The crawl ended: {error}")


def products_of_brand(work: Work, brand: Brand) -> list[EarlierProduct]:
    """Return the products that the brand's pages gave, those first that are shown, and the oldest.

    With them what an earlier attempt of the run read; and keys that are taken down, as what an
    operator hid is not shown under another link.
    """
    with session_scope(work.settings.database_url) as session:
        rows = session.execute(
            select(
                Product.group_key,
                Product.href,
                Product.name,
                FIRST_IMAGE,
                Product.gone_at.is_not(None).label("gone"),
            )
            .where(Product.brand_id == brand.id, Product.source == "scrape")
            .order_by("gone", Product.id)
        )
        known = {row.group_key: EarlierProduct(*row) for row in rows}
        for item in read_in(session, work.run_id):
            picture = item.images[0].canonical_url if item.images else None
            read = EarlierProduct(item.group_key, item.href, item.name, picture)
            known.setdefault(item.group_key, read)
        keys = session.scalars(select(TakeDown.group_key).where(TakeDown.brand_id == brand.id))
        for key in keys:
            known.setdefault(str(key), EarlierProduct(str(key), gone=True))
    return list(known.values())


def own_pages_opened(settings: Settings, brand: Brand) -> dict[str, OwnPageVisit]:
    """Return what is known of the own pages of the brand's visible products, by key."""
    if not brand.detail_selector:
        return {}
    with session_scope(settings.database_url) as session:
        rows = session.execute(
            select(Product.group_key, Product.details_at, Product.price).where(
                Product.brand_id == brand.id,
                Product.details_at.is_not(None),
                Product.gone_at.is_(None),
            )
        )
        return {key: OwnPageVisit(at, price) for key, at, price in rows if at is not None}


def brand_options(settings: Settings, brand: Brand, evidence: Path) -> CrawlOptions:
    """Return the options of a run's crawl: the brand's own over the general ones."""
    options = crawl_options(settings, brand.website, evidence)
    return with_manners(replace(options, leave_alone_s=LEFT_ALONE_S), brand_config(brand))


def with_manners(options: CrawlOptions, brand: BrandConfig) -> CrawlOptions:
    """Return the options as a brand wants its store to be read; raises ValueError."""
    addresses = (
        brand.website,
        brand.feed_url,
        brand.catalogue_url,
        *(page.page_url for page in brand.pages),
    )
    cookies = [(name, value, brand.website) for name, value in cookies_of(brand.cookies)]
    options = replace(
        options,
        user_agent=user_agent_of(brand.user_agent) or options.user_agent,
        headers=headers_of(brand.extra_headers),
        header_sites=frozenset(site_of(address) for address in addresses if address),
        cookies=tuple(cookies),
        proxy=proxy_of(brand.upstream_proxy),
        accept_confirms=brand.accept_confirms,
    )
    if brand.request_delay is not None:
        options = replace(options, request_delay_ms=brand.request_delay, delay_is_asked=True)
    if brand.page_time_budget is not None:
        limit = float(brand.page_time_budget)
        # A store that is given more time may use half of it for one answer: two attempts.
        most = min(limit, max(options.page_timeout_s, limit / 2))
        options = replace(options, page_budget_s=limit, page_timeout_s=most)
    return options


def crawl_options(settings: Settings, website: str, evidence: Path | None = None) -> CrawlOptions:
    """Return the options of whatever reads a store's pages, with turns shared by all workers.

    The demo stores on this machine need no politeness.
    """
    allowed = settings.loopback()
    turns = SharedRateLimiter(settings.database_url)
    polite = CrawlOptions(allow_loopback=allowed, evidence_dir=evidence, turns=turns)
    is_own = allowed and is_loopback(urlsplit(website).netloc)
    return replace(polite, request_delay_ms=0) if is_own else polite


def brand_config(brand: Brand) -> BrandConfig:
    """Return the brand's configuration; its pages must be loaded."""
    columns = {
        field.name: getattr(brand, field.name)
        for field in fields(BrandConfig)
        if field.name not in _COMPOSED
    }
    return BrandConfig(
        brand_id=brand.id,
        pages=tuple(
            PageConfig(page.page_id, page.page_url, page.custom_click_selector)
            for page in brand.pages
        ),
        **columns,
    )
