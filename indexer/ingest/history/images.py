"""The images of a run, for the four grids of the operator's page (spec §2.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from indexer.models import Product, ProductImage, ScrapeRun

GRID_LIMIT = 500  # thumbnails in one grid


@dataclass(frozen=True, slots=True)
class RunImage:
    """A thumbnail: the product's link, our copy's location, and where to show it from."""

    image_id: int
    product_id: int
    name: str
    href: str | None
    bucket_location: str | None
    url: str


@dataclass(frozen=True, slots=True)
class RunImages:
    """The four grids of a run."""

    new: list[RunImage]
    deleted: list[RunImage]
    found: list[RunImage]
    groups: list[RunImage]


def run_images(session: Session, run: ScrapeRun) -> RunImages:
    """Return the run's grids, each of at most GRID_LIMIT images in the order they were found."""
    return RunImages(
        new=_by_image(session, run.new_image_ids[:GRID_LIMIT]),
        deleted=_by_image(session, run.deleted_image_ids[:GRID_LIMIT]),
        found=_by_image(session, run.found_image_ids[:GRID_LIMIT]),
        groups=_by_product(session, run.found_group_ids[:GRID_LIMIT]),
    )


_COLUMNS = (
    ProductImage.id,
    ProductImage.product_id,
    Product.name,
    Product.href,
    ProductImage.bucket_location,
    func.coalesce(ProductImage.calculated_url, ProductImage.image_url),
)


def _by_image(session: Session, ids: Sequence[int]) -> list[RunImage]:
    rows = session.execute(
        select(*_COLUMNS).join(ProductImage.product).where(ProductImage.id.in_(ids))
    )
    images = {image.image_id: image for image in (RunImage(*row) for row in rows)}
    return [images[id_] for id_ in ids if id_ in images]


def _by_product(session: Session, ids: Sequence[int]) -> list[RunImage]:
    rows = session.execute(
        select(*_COLUMNS)
        .join(ProductImage.product)
        .where(ProductImage.product_id.in_(ids))
        .ext(distinct_on(ProductImage.product_id))
        .order_by(
            ProductImage.product_id,
            ProductImage.gone_at.is_not(None),
            ProductImage.position,
            ProductImage.id,
        )
    )
    images = {image.product_id: image for image in (RunImage(*row) for row in rows)}
    return [images[id_] for id_ in ids if id_ in images]
