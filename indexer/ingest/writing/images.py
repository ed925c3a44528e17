"""The images of a batch of products."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from indexer.ingest.writing.diff import Changes, StoredProduct
from indexer.models import ProductImage
from scrapers.product import Picture, Product

Known = tuple[StoredProduct, Product, Changes]
ImageRow = dict[str, Any]


def write_images(
    session: Session,
    seen_at: datetime,
    added: Sequence[tuple[int, Product]],
    known: Sequence[Known],
) -> None:
    """Write the images of new products (with their ids) and the image changes of known ones."""
    rows = [
        image_row(product_id, position, image)
        for product_id, item in added
        for position, image in enumerate(item.images)
    ]
    rows += [
        image_row(row.id, position, image)
        for row, _, change in known
        for position, image in change.images.new
    ]
    if rows:
        session.execute(insert(ProductImage), rows)
    gone = [image_id for _, _, change in known for image_id in change.images.gone]
    _hide(session, gone, seen_at)
    _update(session, known)


def image_row(product_id: int, position: int, image: Picture) -> ImageRow:
    """Return the columns of a new image."""
    sized = bool(image.width and image.height)
    return {
        "product_id": product_id,
        "position": position,
        "image_url": image.url,
        "canonical_url": image.canonical_url,
        "image_width": image.width if sized else None,
        "image_height": image.height if sized else None,
        "calculated_url": image.calculated_url,
        "bucket_location": image.bucket_location,
        "content_hash": image.content_hash,
    }


def _hide(session: Session, image_ids: Sequence[int], seen_at: datetime) -> None:
    if image_ids:
        session.execute(
            update(ProductImage)
            .where(ProductImage.id.in_(image_ids))
            .values(gone_at=seen_at)
            .execution_options(synchronize_session=False)
        )


def _update(session: Session, known: Sequence[Known]) -> None:
    rows = [
        {"id": image_id, **columns}
        for _, _, change in known
        for image_id, columns in (*change.images.updated, *change.images.quiet)
    ]
    if rows:  # those with the same columns behind one another, for one statement
        session.execute(update(ProductImage), sorted(rows, key=sorted))
