"""Brands as the database has them."""

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from app.api.declare.fields import INT_MAX
from app.errors import NotFound
from indexer.models import Brand


def brand_by_id(session: Session, brand_id: int) -> Brand:
    """Return a brand with its pages and styles; raises NotFound."""
    wanted = select(Brand).where(Brand.id == min(brand_id, INT_MAX))
    brand = session.scalar(wanted.options(selectinload(Brand.pages), selectinload(Brand.styles)))
    if brand is None:
        raise NotFound(f"There is no brand {brand_id}")
    return brand
