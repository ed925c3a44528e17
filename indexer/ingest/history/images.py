"""The images of a run, for the four grids of the operator's page (spec §2.8)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.models import Product, ProductImage, ScrapeRun

GRID_LIMIT = 500  # thumbnails in one grid


def run_images(session: Session, run: ScrapeRun) -> dict[str, list[Any]]:
    """Return the run's grids, each of at most GRID_LIMIT images in the order they were found."""
    return {
        "new": _grid(session, ProductImage.id, run.new_image_ids),
        "deleted": _grid(session, ProductImage.id, run.deleted_image_ids),
        "found": _grid(session, ProductImage.id, run.found_image_ids),
        "groups": _grid(session, ProductImage.product_id, run.found_group_ids),
    }


def _grid(session: Session, key: InstrumentedAttribute[int], ids: Sequence[int]) -> list[Any]:
    """Return the images of these ids, or each product's first one."""
    rows = session.execute(
        select(
            key,
            ProductImage.product_id.label("product_id"),
            Product.name,
            Product.href,
            ProductImage.bucket_location,
            func.coalesce(ProductImage.calculated_url, ProductImage.image_url).label("url"),
        )
        .join(ProductImage.product)
        .where(key.in_(ids[:GRID_LIMIT]))
        .ext(distinct_on(key))
        .order_by(key, ProductImage.gone_at.is_not(None), ProductImage.position, ProductImage.id)
    )
    images = {row[0]: row for row in rows}
    return [images[id_] for id_ in ids[:GRID_LIMIT] if id_ in images]
