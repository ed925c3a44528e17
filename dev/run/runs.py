"""What the database knows of the demo brands' runs."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from indexer.db import session_scope
from indexer.models import Brand, ScrapeRun

DONE = ("success", "suspect")
SCRAPES = ("scrape+classify", "scrape")


def demo_brands(database_url: str, slugs: Collection[str]) -> dict[int, str]:
    """Return the demo brands' names by id."""
    query = select(Brand.id, Brand.name).where(Brand.slug.in_(slugs)).order_by(Brand.id)
    with session_scope(database_url) as session:
        return dict(session.execute(query).all())


def unscraped(database_url: str, brand_ids: Collection[int]) -> list[int]:
    """Return those of the brands that no run has read to its end."""
    query = select(ScrapeRun.brand_id).where(
        ScrapeRun.brand_id.in_(brand_ids),
        ScrapeRun.result.in_(DONE),
        ScrapeRun.kind.in_(SCRAPES),
    )
    with session_scope(database_url) as session:
        done = set(session.scalars(query))
    return [brand_id for brand_id in brand_ids if brand_id not in done]
