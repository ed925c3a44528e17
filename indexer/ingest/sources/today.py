"""What a proposed configuration makes of the products that a brand has today; nothing is stored."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.crawling import crawl_options, with_manners
from indexer.ingest.identity.evidence import canonical_href
from indexer.models import Product
from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig
from scrapers.crawl import crawl
from scrapers.events import PageDone
from scrapers.product import Product as Found

TODAY_S = 60.0  # for the listing pages to be read


def of_today(settings: Settings, brand_id: int, config: BrandConfig) -> dict[str, int | bool]:
    """Return how many of a brand's products its listing pages give with this configuration.

    `known` products are on offer today; `found`, `changed` and `lost` count those of them, `new`
    others. `whole`: all pages were read to their end; what was not reached is not lost else.
    """
    until = time.monotonic() + TODAY_S
    usual = with_manners(crawl_options(settings, config.website), config)
    options = replace(usual, attempts=1, own_pages_budget_s=0.0)
    found: dict[str, Found] = {}
    done = 0
    with Browser(options, stealth=config.stealth) as browser:
        for event in crawl(config, browser, lambda _: None, lambda: time.monotonic() > until):
            if isinstance(event, Found):
                found.setdefault(event.group_key, event)
            done += isinstance(event, PageDone)
    whole = done == len(config.pages)
    return compare_with_today(settings, brand_id, found.values(), whole=whole)


def compare_with_today(
    settings: Settings, brand_id: int, found: Iterable[Found], *, whole: bool
) -> dict[str, int | bool]:
    """Return the counts: a product is known by its key, its link, or a name that is its own."""
    with session_scope(settings.database_url) as session:
        known = session.scalars(
            select(Product).where(Product.brand_id == brand_id, Product.gone_at.is_(None))
        ).all()
    by_key = {row.group_key: row for row in known}
    by_link = {canonical_href(row.href): row for row in known if row.href}
    names = Counter(row.name for row in known)
    by_name = {row.name: row for row in known if names[row.name] == 1}
    met: dict[int, bool] = {}
    new = 0
    for one in found:
        link = canonical_href(one.href) if one.href else ""
        row = by_key.get(one.group_key) or by_link.get(link) or by_name.get(one.name)
        if row is None:
            new += 1
        else:
            met[row.id] = (row.name, row.price) != (one.name, one.price)
    lost = len(known) - len(met) if whole else 0
    return {
        "known": len(known),
        "found": len(met),
        "changed": sum(met.values()),
        "lost": lost,
        "new": new,
        "whole": whole,
    }
