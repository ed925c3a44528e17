"""Items to PostgreSQL: a run's items, in the caller's transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import insert, or_, select, text, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold_where_sold_elsewhere, siblings_of
from indexer.ingest.gates.fields import FIELDS, FieldCount
from indexer.ingest.gates.image_coverage import NOTHING_FETCHED, FetchedImages, Pictures
from indexer.ingest.identity.comparison import NO_MOVES, Moves
from indexer.ingest.writing.columns import (
    DOCUMENT_FIELDS,
    QUIET_FIELDS,
    Columns,
    WriteContext,
    columns_of,
    sizes_column,
)
from indexer.ingest.writing.diff import (
    PRICE_FIELDS,
    Changes,
    StoredImage,
    StoredProduct,
    diff,
    reported_values,
)
from indexer.language.classify.product import Hints
from indexer.models import NO_PICTURE, PriceHistory, Product, ProductImage, RunChange, SizeHistory
from scrapers.product import Picture
from scrapers.product import Product as Found

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


Known = tuple[StoredProduct, Found, Changes]
ImageRow = dict[str, Any]


def write_images(
    session: Session, seen_at: datetime, added: Sequence[tuple[int, Found]], known: Sequence[Known]
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


UNTRIED = Pictures()

# Tables with rows that were analysed while they had none: after a first run was rolled back, or
# after everything was deleted. Plans made for no rows read all products for each of the others.
_CALLED_EMPTY = text("""
SELECT relname FROM pg_class
 WHERE oid = ANY(CAST(:tables AS regclass[])) AND reltuples = 0 AND relpages > 0
""")
_READ_BACK = [model.__tablename__ for model in (Product, ProductImage)]


@dataclass(slots=True)
class Outcome:
    """What the writing of a batch did: its products by id, and known ones by field."""

    new: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)  # among the known ones, with new content
    returned: list[int] = field(default_factory=list)
    priced: list[int] = field(default_factory=list)  # among all, with a price read
    odd: list[str] = field(default_factory=list)  # new products whose price is held back
    carried: FieldCount = field(default_factory=FieldCount)


def write_items(
    session: Session, context: WriteContext, items: Sequence[Found], pictures: Pictures = UNTRIED
) -> Outcome:
    """Write a batch of a run's items and return what happened; group keys are unique in `items`.

    Nothing is committed. A product that does not change is only marked as seen: its revision
    stays and no outbox row is written, so that scraping again costs the index nothing.
    """
    keys = [item.group_key for item in items]
    # The outbox's lock comes before rows' locks, as in an edit of a brand.
    own = (Product.brand_id == context.brand_id) & Product.group_key.in_(keys)
    hold_where_sold_elsewhere(session, own)
    outcome = Outcome()
    stored = _as_they_were(load_stored(session, context.brand_id, keys), items)
    items = [
        pictures.apply_to(item, fetched_of(stored.get(item.group_key)))
        for item in _merge_stored(context, stored, items)
    ]
    new = [item for item in items if item.group_key not in stored]
    ids, new, outcome.odd = _insert_products(session, context, new)
    known = _compare_known(context, stored, items)
    left = siblings_of(
        session, [row.id for row, _, change in known if "sibling_key" in change.columns]
    )
    _update_products(session, context, known)
    added = [(ids[item.group_key], item) for item in new]
    write_images(session, context.seen_at, added, known)
    _write_prices(session, context, added, known)
    _write_sizes(session, context, added, known)
    _write_changes(session, context.run_id, added, known)
    _correct_statistics(session)
    changed = [row.id for row, _, change in known if change.raises_revision]
    enqueue(session, [*ids.values(), *changed, *left])
    _count(outcome, [*new, *(item for _, item, _ in known)], ids, known)
    return outcome


def _as_they_were(
    stored: Mapping[str, StoredProduct], items: Sequence[Found]
) -> dict[str, StoredProduct]:
    moved = {item.group_key: item.moved_from for item in items if item.moved_from}
    return {
        key: replace(row, group_key=moved[key]) if key in moved else row
        for key, row in stored.items()
    }


def compare_items(
    context: WriteContext, stored: Mapping[str, StoredProduct], items: Sequence[Found]
) -> list[Known]:
    """Return what writing the items would change on known products; it writes nothing."""
    return _compare_known(context, stored, _merge_stored(context, stored, items))


def _correct_statistics(session: Session) -> None:
    """Analyse the tables that the statistics have as empty, now that the first rows are in them.

    Autovacuum does a minute after the transaction, which may take hours by then.
    """
    for name in session.scalars(_CALLED_EMPTY, {"tables": _READ_BACK}).all():
        session.execute(text(f"ANALYZE (SKIP_LOCKED) {name}"))


def _merge_stored(
    context: WriteContext, stored: Mapping[str, StoredProduct], items: Sequence[Found]
) -> Sequence[Found]:
    """Keep known values where they were not understood; what is new is not offered by a guess."""
    return [_merge_one(context, item, stored.get(item.group_key)) for item in items]


def _merge_one(context: WriteContext, item: Found, row: StoredProduct | None) -> Found:
    if row and row.values["price"] is None:
        category = row.values["classified_category_id"]
        if context.is_odd_price(category, item.currency, item.price):
            item = _without_price(item)
    if item.sold_out is None:
        item = replace(item, sold_out=row.values["sold_out"] if row else True)
    if row and not item.is_price_known:
        names = ("price", "ordinary_price", "currency")
        item = replace(item, **{name: row.values[name] for name in names})
    return item


def _compare_known(
    context: WriteContext, stored: Mapping[str, StoredProduct], items: Sequence[Found]
) -> list[Known]:
    return [
        (row, item, _changes(context, row, item))
        for item in items
        if (row := stored.get(item.group_key)) is not None
    ]


def _changes(context: WriteContext, row: StoredProduct, item: Found) -> Changes:
    """Return the diff, and what follows from it: a new classification, a take-down met."""
    change = diff(row, item, context.pages, source=context.source, trusted=context.trusted)
    if change.reclassify and context.classify is not None:
        hints = columns_of(item, context.pages)["hints"]
        change.columns.update(context.classify(item.name, _all_hints(context, item, hints)))
    if "href" in change.columns:
        change.columns["blocked"] = _is_blocked(context, item)
    return change


def _all_hints(context: WriteContext, item: Found, hints: Mapping[str, str] | None) -> Hints:
    return Hints(**(hints or {}), brand=item.product_brand or context.brand_name)


def _is_blocked(context: WriteContext, item: Found) -> bool:
    return context.blocklist.blocks(item.group_key, item.href, context.website)


def _without_price(item: Found) -> Found:
    unread = {**item.not_understood, "price": f"{item.currency} {item.price}"}
    return replace(
        item, price=None, ordinary_price=None, sizes=(), planned=(), not_understood=unread
    )


def _insert_products(
    session: Session, context: WriteContext, items: Sequence[Found]
) -> tuple[dict[str, int], list[Found], list[str]]:
    """Insert the new products; return their ids by group key, and them as they are written.

    A price far outside of what is on offer of its kind is not understood; which those are.
    """
    odd, rows, written = [], [], []
    for item in items:
        row = _product_row(context, item)
        if context.is_odd_price(row.get("classified_category_id"), item.currency, item.price):
            odd.append(f"{item.name[:60]!r} at {item.currency} {item.price}")
            item = _without_price(item)  # noqa: PLW2901
            row = _product_row(context, item)
        rows.append(row)
        written.append(item)
    if not rows:
        return {}, written, odd
    ids = session.execute(insert(Product).returning(Product.id, Product.group_key), rows)
    return {row.group_key: row.id for row in ids}, written, odd


def _product_row(context: WriteContext, item: Found) -> Columns:
    row = columns_of(item, context.pages)
    row |= {
        "brand_id": context.brand_id,
        "group_key": item.group_key,
        "source": context.source,
        "last_seen_at": context.seen_at,
        "blocked": _is_blocked(context, item),
    }
    if context.classify is not None:
        row |= context.classify(item.name, _all_hints(context, item, row["hints"]))
    return row


def _update_products(session: Session, context: WriteContext, known: Sequence[Known]) -> None:
    """Mark all as seen; set what changed, rows with the same columns in one statement."""
    if not known:
        return
    session.execute(
        update(Product)
        .where(Product.id.in_([row.id for row, _, _ in known]))
        .values(last_seen_at=context.seen_at)
        .execution_options(synchronize_session=False)
    )
    changes = (
        {"id": row.id}
        | change.columns
        | change.quiet
        | ({"gone_at": None} if change.returned else {})
        for row, _, change in known
    )
    if rows := [row for row in changes if len(row) > 1]:
        session.execute(update(Product), sorted(rows, key=sorted))


def _write_prices(
    session: Session,
    context: WriteContext,
    added: Sequence[tuple[int, Found]],
    known: Sequence[Known],
) -> None:
    """Add to the price history: the first price of a product, and each change after."""
    rows = [
        {name: getattr(item, name) for name in PRICE_FIELDS} | {"product_id": product_id}
        for product_id, item in added
    ]
    rows += [
        {name: change.columns.get(name, row.values[name]) for name in PRICE_FIELDS}
        | {"product_id": row.id}
        for row, _, change in known
        if change.price_changed
    ]
    stamp = {"seen_at": context.seen_at, "run_id": context.run_id}
    if rows:
        session.execute(insert(PriceHistory), [row | stamp for row in rows])


def _write_sizes(
    session: Session,
    context: WriteContext,
    added: Sequence[tuple[int, Found]],
    known: Sequence[Known],
) -> None:
    """Add to the sizes' history: the first ones of a product, and each change after."""
    columns = [(id_, sizes_column(item.sizes)) for id_, item in added]
    columns += [(row.id, change.quiet.get("sizes")) for row, _, change in known]
    rows = [{"product_id": id_, "seen_at": context.seen_at, "sizes": s} for id_, s in columns if s]
    if rows:
        session.execute(insert(SizeHistory), rows)


def _write_changes(
    session: Session, run_id: int, added: Sequence[tuple[int, Found]], known: Sequence[Known]
) -> None:
    rows: list[Columns] = [
        {"run_id": run_id, "product_id": product_id, "kind": "new", "before": None, "after": None}
        for product_id, _ in added
    ]
    for row, _, change in known:
        if change.returned or reported_values(change.columns, change.columns):
            rows.append(_change_row(run_id, row, change))
    if rows:
        session.execute(insert(RunChange), rows)


def _change_row(run_id: int, row: StoredProduct, change: Changes) -> Columns:
    return {
        "run_id": run_id,
        "product_id": row.id,
        "kind": "returned" if change.returned else "changed",
        "before": reported_values({**row.values, "group_key": row.group_key}, change.columns),
        "after": reported_values(change.columns, change.columns),
    }


def _count(
    outcome: Outcome, items: Sequence[Found], ids: Mapping[str, int], known: Sequence[Known]
) -> None:
    by_key = dict(ids) | {item.group_key: row.id for row, item, _ in known}
    outcome.priced.extend(
        by_key[item.group_key] for item in items if item.price is not None and item.is_price_known
    )
    outcome.new.extend(ids.values())
    outcome.returned.extend(row.id for row, _, change in known if change.returned)
    outcome.changed.extend(row.id for row, _, change in known if change.raises_revision)
    count_fields(outcome.carried, known)


def count_fields(count: FieldCount, known: Sequence[Known]) -> None:
    for row, _, change in known:
        before = field_values(row)
        count.add(before, field_values(row, change) if change.raises_revision else before)
