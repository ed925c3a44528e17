"""Items to PostgreSQL: a run's items, in the caller's transaction."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import BIGINT, func, literal, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold_where_sold_elsewhere, siblings_of
from indexer.ingest.gates.fields import FIELDS, count_fields
from indexer.ingest.gates.image_coverage import Pictures
from indexer.ingest.identity.comparison import NO_MOVES, Moves
from indexer.ingest.staging import has_key, mark
from indexer.ingest.writing.columns import (
    DOCUMENT_FIELDS,
    HELD_BACK,
    QUIET_FIELDS,
    Columns,
    WriteContext,
    columns_of,
    sizes_column,
)
from indexer.ingest.writing.diff import PRICE_FIELDS, Changes, StoredProduct, diff, reported_values
from indexer.models import NO_PICTURE, PriceHistory, Product, ProductImage, RunChange, SizeHistory
from scrapers.product import Picture, PlannedPrice
from scrapers.product import Product as Found

_CARRIED = (name for each in FIELDS for name in each.columns if name in Product.__table__.columns)
_COLUMNS = [
    getattr(Product, name)
    for name in dict.fromkeys(
        ("id", "group_key", "gone_at", "hints", *DOCUMENT_FIELDS, *QUIET_FIELDS, *_CARRIED)
    )
]
_IMAGES = select(
    ProductImage.product_id,
    ProductImage.id,
    ProductImage.canonical_url,
    ProductImage.image_url,
    ProductImage.position,
    ProductImage.gone_at,
    ProductImage.image_width,
    ProductImage.content_hash,
    (ProductImage.fetch_failures >= NO_PICTURE).label("is_none"),
).order_by(ProductImage.product_id, ProductImage.position, ProductImage.id)
# The canonical address of a product's first picture.
FIRST_IMAGE = (
    select(ProductImage.canonical_url)
    .where(ProductImage.product_id == Product.id, ProductImage.gone_at.is_(None))
    .order_by(ProductImage.position, ProductImage.id)
    .limit(1)
    .scalar_subquery()
)

Known = tuple[StoredProduct, Found, Changes]
UNTRIED = Pictures()


class Outcome(NamedTuple):
    """What the writing of a batch did: how many products were new, changed and brought back."""

    new: int
    changed: int
    returned: int
    priced: list[int]  # the ids of those with a price read
    odd: list[str]  # those whose first price is held back
    carried: Counter[str]  # what became of known ones' fields


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
    own = has_key(brand_id, [key for key in keys if key not in moves.keys])
    elsewhere = select(func.unnest(literal([*ids], ARRAY(BIGINT))))
    wanted = elsewhere.union_all(select(Product.id).where(own))
    query = select(*_COLUMNS).where(Product.id.in_(wanted)).order_by(Product.id)
    rows = session.execute(query.with_for_update() if lock else query).all()
    images: dict[int, list[Any]] = defaultdict(list)
    for image in session.execute(
        _IMAGES.where(ProductImage.product_id.in_([row.id for row in rows]))
    ):
        images[image.product_id].append(image)
    return {
        ids.get(row.id, row.group_key): StoredProduct(row.id, row._asdict(), images[row.id])
        for row in rows
        if row.id in ids or row.id not in moves.elsewhere
    }


def fetched_of(stored: StoredProduct | None) -> dict[str, bool]:
    """Return the addresses of the product's pictures that were fetched; False: it is none."""
    images = stored.images if stored else ()
    none = {image.image_url: False for image in images if image.is_none}
    return none | {image.image_url: True for image in images if image.content_hash}


def write_items(
    session: Session, context: WriteContext, items: Sequence[Found], pictures: Pictures = UNTRIED
) -> Outcome:
    """Write a batch of a run's items and return what happened; group keys are unique in `items`.

    Nothing is committed. A product that does not change is only marked as seen: its revision
    stays and no outbox row is written, so that scraping again costs the index nothing.
    """
    keys = [item.group_key for item in items]
    # The outbox's lock comes before rows' locks, as in an edit of a brand.
    hold_where_sold_elsewhere(session, has_key(context.brand_id, keys))
    stored = load_stored(session, context.brand_id, keys)
    items = [pictures.apply_to(item, fetched_of(stored.get(item.group_key))) for item in items]
    mark(session, context.brand_id, keys, last_seen_at=context.seen_at)
    added = _insert_products(session, context, [i for i in items if i.group_key not in stored])
    known = compare_items(context, stored, items)
    regrouped = [row.id for row, _, change in known if "sibling_key" in change.columns]
    left = siblings_of(session, regrouped)
    _write(session, context, added, known)
    changed = [row.id for row, _, change in known if change.raises_revision]
    enqueue(session, [*(id_ for id_, _ in added), *changed, *left])
    written = [*added, *((row.id, item) for row, item, _ in known)]
    return Outcome(
        len(added),
        len(changed),
        sum(change.returned for _, _, change in known),
        [id_ for id_, item in written if item.price is not None and item.is_price_known],
        [
            f"{item.name[:60]!r} at {item.not_understood['price']}"
            for _, item in written
            if any(each.at == HELD_BACK for each in item.planned)
        ],
        carried_by(known),
    )


def compare_items(
    context: WriteContext, stored: Mapping[str, StoredProduct], items: Sequence[Found]
) -> list[Known]:
    """Return what writing the items would change on known products; it writes nothing."""
    known = ((stored[item.group_key], item) for item in items if item.group_key in stored)
    merged = ((row, _merge(context, row, item)) for row, item in known)
    return [(row, item, _changes(context, row, item)) for row, item in merged]


def carried_by(known: Sequence[Known]) -> Counter[str]:
    """Count what becomes of known products' fields."""
    counts: Counter[str] = Counter()
    for row, _, change in known:
        before = field_values(row)
        count_fields(
            counts, before, field_values(row, change) if change.raises_revision else before
        )
    return counts


def field_values(stored: StoredProduct, change: Changes | None = None) -> dict[str, Any]:
    """Return what the product carries, or will after the change, as `count_fields` compares it.

    Its columns, the wordings of each attribute, the store's wording of its colour, its pictures.
    """
    columns = dict(stored.values)
    images: Sequence[int | str] = [image.id for image in stored.images if image.gone_at is None]
    if change is not None:
        columns |= change.quiet | change.columns
        images = change.images.after(images)
    hints, attributes = columns["hints"] or {}, columns["attributes"] or {}
    return {**columns, **attributes, "color": hints.get("color"), "images": tuple(images)}


def _merge(context: WriteContext, row: StoredProduct, item: Found) -> Found:
    """Keep known values where they were not understood."""
    known = row.values
    if known["price"] is None and context.is_odd_price(
        known["classified_category_id"], item.currency, item.price
    ):
        item = _hold_price(item)
    if item.sold_out is None:
        item = replace(item, sold_out=known["sold_out"])
    if not item.is_price_known:
        names = ("price", "ordinary_price", "currency")
        item = replace(item, **{name: known[name] for name in names})
    return item


def _changes(context: WriteContext, row: StoredProduct, item: Found) -> Changes:
    """Return the diff, and what follows from it: a new classification, a take-down met."""
    change = diff(row, item, context.pages, source=context.source, trusted=context.trusted)
    if change.reclassify:
        change.columns.update(context.classified(item, columns_of(item, context.pages)["hints"]))
    if "href" in change.columns:
        change.columns["blocked"] = context.blocks(item.group_key, item.href)
    return change


def _hold_price(item: Found) -> Found:
    """Return a product without its price, which is planned for the day of its acceptance."""
    held = PlannedPrice(HELD_BACK, item.price, item.ordinary_price, item.origin)
    unread = {**item.not_understood, "price": f"{item.currency} {item.price:,}"}
    return replace(
        item, price=None, ordinary_price=None, sizes=(), planned=(held,), not_understood=unread
    )


def _insert_products(
    session: Session, context: WriteContext, items: Sequence[Found]
) -> list[tuple[int, Found]]:
    """Insert the new products; return their ids with them as they are written.

    A price far outside of what is on offer of its kind is held back. What is new is not offered by
    a guess.
    """
    rows, written = [], []
    for found in items:
        item = replace(found, sold_out=True) if found.sold_out is None else found
        row = _product_row(context, item)
        if context.is_odd_price(row.get("classified_category_id"), item.currency, item.price):
            item = _hold_price(item)
            row = _product_row(context, item)
        rows.append(row)
        written.append(item)
    if not rows:
        return []
    ids = dict(_insert(session, Product, rows, "group_key, id"))
    return [(ids[item.group_key], item) for item in written]


def _insert(
    session: Session, model: type[Any], rows: Sequence[Columns], returning: str = "1"
) -> Sequence[Any]:
    """Insert rows with the same columns as one value: thousands of parameters cost more."""
    table, columns = model.__tablename__, ", ".join(rows[0])
    statement = (
        f"INSERT INTO {table} ({columns})"  # noqa: S608 - our names
        f" SELECT {columns} FROM jsonb_populate_recordset(NULL::{table}, CAST(:rows AS jsonb))"
        f" RETURNING {returning}"
    )
    return session.execute(text(statement), {"rows": json.dumps(rows, default=str)}).all()


def _product_row(context: WriteContext, item: Found) -> Columns:
    row = columns_of(item, context.pages)
    return {
        **row,
        "brand_id": context.brand_id,
        "group_key": item.group_key,
        "source": context.source,
        "last_seen_at": context.seen_at,
        "blocked": context.blocks(item.group_key, item.href),
        **context.classified(item, row["hints"]),
    }


def _write(
    session: Session,
    context: WriteContext,
    added: Sequence[tuple[int, Found]],
    known: Sequence[Known],
) -> None:
    """Write what follows from new products and what changed on known ones.

    The histories get the first price and sizes of a product, and each change after.
    """
    new: dict[type[Any], list[Columns]] = {
        model: [] for model in (ProductImage, PriceHistory, SizeHistory, RunChange)
    }
    products: list[Columns] = []
    images: list[Columns] = []
    stamp = {"seen_at": context.seen_at, "run_id": context.run_id}

    def note(product_id: int, sizes: Any, pictures: Sequence[tuple[int, Picture]]) -> None:
        new[ProductImage] += (image_row(product_id, *each) for each in pictures)
        if sizes:
            sized = {"product_id": product_id, "seen_at": context.seen_at, "sizes": sizes}
            new[SizeHistory].append(sized)

    for id_, item in added:
        note(id_, sizes_column(item.sizes), [*enumerate(item.images)])
        price = {name: getattr(item, name) for name in PRICE_FIELDS}
        new[PriceHistory].append(price | {"product_id": id_} | stamp)
        new[RunChange].append(_change_row(context.run_id, id_, "new"))
    for row, item, change in known:
        note(row.id, change.quiet.get("sizes"), change.images.new)
        columns = change.columns | change.quiet | ({"gone_at": None} if change.returned else {})
        if columns:
            products.append({"id": row.id} | columns)
        images += ({"id": id_, "gone_at": context.seen_at} for id_ in change.images.gone)
        images += (
            {"id": id_, **set_} for id_, set_ in (*change.images.updated, *change.images.quiet)
        )
        if change.price_changed:
            price = {name: change.columns.get(name, row.values[name]) for name in PRICE_FIELDS}
            new[PriceHistory].append(price | {"product_id": row.id} | stamp)
        after = reported_values(change.columns, change.columns)
        if change.returned or after:
            former = {**row.values, "group_key": item.moved_from or row.values["group_key"]}
            before = reported_values(former, change.columns)
            kind = "returned" if change.returned else "changed"
            new[RunChange].append(_change_row(context.run_id, row.id, kind, before, after))
    for updated, rows in ((Product, products), (ProductImage, images)):
        if rows:  # those with the same columns behind one another, for one statement
            session.execute(update(updated), sorted(rows, key=sorted))
    for model, rows in new.items():
        if rows:
            _insert(session, model, rows)


def _change_row(
    run_id: int, product_id: int, kind: str, before: Any = None, after: Any = None
) -> Columns:
    what = {"run_id": run_id, "product_id": product_id, "kind": kind}
    return what | {"before": before, "after": after}


def image_row(product_id: int, position: int, image: Picture) -> Columns:
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
