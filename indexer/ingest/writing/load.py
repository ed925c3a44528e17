"""Reading the products that items are compared with."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from indexer.ingest.gates.fields import FIELDS
from indexer.ingest.gates.image_coverage import NOTHING_FETCHED, FetchedImages
from indexer.ingest.identity.comparison import NO_MOVES, Moves
from indexer.ingest.writing.columns import DOCUMENT_FIELDS, QUIET_FIELDS
from indexer.ingest.writing.diff import Changes, StoredImage, StoredProduct
from indexer.models import NO_PICTURE, Product, ProductImage

_CARRIED = (name for each in FIELDS for name in each.columns if name in Product.__table__.columns)
VALUE_FIELDS = tuple(dict.fromkeys((*DOCUMENT_FIELDS, *QUIET_FIELDS, *_CARRIED)))
_COLUMNS = [getattr(Product, name) for name in VALUE_FIELDS]
# The canonical address of a product's first picture.
FIRST_IMAGE = (
    select(ProductImage.canonical_url)
    .where(ProductImage.product_id == Product.id, ProductImage.gone_at.is_(None))
    .order_by(ProductImage.position, ProductImage.id)
    .limit(1)
    .scalar_subquery()
)


def load_stored(
    session: Session,
    brand_id: int,
    keys: Sequence[str],
    moves: Moves = NO_MOVES,
    *,
    lock: bool = True,
) -> dict[str, StoredProduct]:
    """Read, and lock to write them, the brand's products with these group keys, by group key.

    `moves`: which products will have other keys, and are not moved yet. Rows are locked in the
    order of their ids, so that two writers wait and do not deadlock.
    """
    ids = {moves.keys[key]: key for key in keys if key in moves.keys}
    plain = [key for key in keys if key not in moves.keys]
    query = (
        select(
            Product.id,
            Product.group_key,
            Product.gone_at,
            Product.blocked,
            Product.hints,
            *_COLUMNS,
        )
        .where(Product.brand_id == brand_id, or_(Product.id.in_(ids), Product.group_key.in_(plain)))
        .order_by(Product.id)
    )
    rows = session.execute(query.with_for_update() if lock else query).all()
    images = load_images(session, [row.id for row in rows])
    return {
        ids.get(row.id, row.group_key): StoredProduct(
            *(row.id, row.group_key, row.gone_at, row.blocked, row.hints),
            {name: getattr(row, name) for name in VALUE_FIELDS},
            tuple(images[row.id]),
        )
        for row in rows
        if row.id in ids or row.id not in moves.elsewhere
    }


def fetched_of(stored: StoredProduct | None) -> FetchedImages:
    """Return which of the product's pictures were fetched, and which of them are none."""
    if stored is None:
        return NOTHING_FETCHED
    return FetchedImages(
        frozenset(image.image_url for image in stored.images if image.content_hash),
        frozenset(
            image.image_url for image in stored.images if image.is_none and not image.content_hash
        ),
    )


def field_values(stored: StoredProduct, change: Changes | None = None) -> dict[str, Any]:
    """Return what the product carries, or will after the change, as `FieldCount` compares it.

    Its columns, the wordings of each attribute, the store's wording of its colour, its pictures.
    """
    columns = {**stored.values, "hints": stored.hints}
    shown = tuple(image.id for image in stored.images if not image.gone)
    images: tuple[int | str, ...] = shown
    if change is not None:
        columns |= change.quiet | change.columns
        images = change.images.after(shown)
    hints, attributes = columns["hints"] or {}, columns["attributes"] or {}
    return {**columns, **attributes, "color": hints.get("color"), "images": images}


def load_images(session: Session, product_ids: Sequence[int]) -> dict[int, list[StoredImage]]:
    """Read the images of these products, by product id."""
    images: dict[int, list[StoredImage]] = defaultdict(list)
    rows = session.execute(
        select(
            ProductImage.product_id,
            ProductImage.id,
            ProductImage.canonical_url,
            ProductImage.image_url,
            ProductImage.position,
            ProductImage.gone_at.is_not(None),
            ProductImage.image_width,
            ProductImage.image_height,
            ProductImage.content_hash,
            ProductImage.fetch_failures >= NO_PICTURE,
        )
        .where(ProductImage.product_id.in_(product_ids))
        .order_by(ProductImage.product_id, ProductImage.position, ProductImage.id)
    )
    for product_id, *columns in rows:
        images[product_id].append(StoredImage(*columns))
    return images
