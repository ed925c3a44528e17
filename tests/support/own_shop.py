"""A database and an index for a test package alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.core.settings import Settings
from indexer.models import Category
from tests.support.database import database_from_template
from tests.support.services import TestServices, delete_indices


@contextmanager
def own_shop(services: TestServices, settings: Settings) -> Iterator[Settings]:
    """Yield settings for an empty shop, whose database and indices are removed after."""
    prefix = f"test-{uuid.uuid4().hex[:12]}"
    try:
        with database_from_template(services.database_url) as url:
            yield settings.but(database_url=url, index_prefix=prefix)
    finally:
        delete_indices(settings.elasticsearch_url, f"{prefix}*")


def category_id(session: Session, slug: str) -> int:
    """Return the id of the category, or of the first leaf below it."""
    category = session.scalars(
        select(Category.id)
        .where(Category.slug.startswith(slug))
        .order_by(Category.slug != slug, Category.slug)
    ).first()
    assert category is not None
    return category
