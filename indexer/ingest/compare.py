"""What differs between two runs of a brand: products that came and went, prices, stock, names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Row, func, select, text
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.ingest.gates.gates import CHANGED, LEAPT, times
from indexer.ingest.identity.comparison import compare
from indexer.ingest.identity.evidence import canonical_href
from indexer.ingest.runs.finish import RunRefusedError, run_by_id
from indexer.ingest.staging import holds_any, read_in
from indexer.models import Product, ProductImage, ScrapeRun
from indexer.models.run import CHECK, SCRAPES, codes_of
from scrapers.product import Picture
from scrapers.product import Product as Found

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


LIST_LIMIT = 500  # products in each list; the counts are of all
SAMPLES = 3  # of each field
SHIFTED = 10  # times as much, or as little: a decimal point was read wrongly


class ReadProduct(NamedTuple):
    """What a run read of a product, whose id is None where the catalogue does not have it.

    `held`: it was not published.
    """

    product_id: int | None
    product: Found
    held: bool = False


# What may differ between two readings of a product: its name, its name for people, and how it is
# read (None: nothing, or what is not understood).
ComparedField = tuple[str, str, Callable[[Found], Any]]


def _differs(each: ComparedField, was: ReadProduct, now: ReadProduct) -> bool:
    if each[0] == "image" and was.held == now.held:
        return False  # which pictures a published run found is not kept
    return bool(each[2](was.product) != each[2](now.product))


def _price(product: Found) -> Any:
    if not product.is_price_known:
        return UNREAD
    return None if product.price is None else (product.price, product.currency)


def _ordinary(product: Found) -> Any:
    return product.ordinary_price if product.is_price_known else UNREAD


def _stock(product: Found) -> Any:
    return UNREAD if product.sold_out is None else product.sold_out


def _link(product: Found) -> str | None:
    return canonical_href(product.href or "") or None


UNREAD = "not understood"
COMPARED: tuple[ComparedField, ...] = (
    ("price", "price", _price),
    ("ordinaryPrice", "ordinary price", _ordinary),
    ("soldOut", "stock", _stock),
    ("name", "name", lambda product: product.name),
    ("href", "link", _link),
    ("image", "picture", lambda product: bool(product.images) or None),
    ("productBrand", "brand", lambda product: product.product_brand),
)
# Another source writes the rest otherwise, which is no change of the products.
OF_CHECKS = tuple(each for each in COMPARED if each[0] in {"price", "soldOut", "name", "href"})


def compare_runs(session: Session, from_id: int, to_id: int) -> dict[str, Any]:
    """Compare what two runs of a brand read, published or held back.

    Raises UnknownRunError, and RunRefusedError for different brands, and for a check whose products
    are kept no more.
    """
    earlier, later = run_by_id(session, from_id), run_by_id(session, to_id)
    if earlier.brand_id != later.brand_id or earlier.brand_id is None:
        raise RunRefusedError("Only two runs of the same brand can be compared.")
    before, after = read_by(session, earlier), read_by(session, later)
    new = [now for key, now in after.items() if key not in before]
    gone = [was for key, was in before.items() if key not in after]
    pairs = [(before[key], now) for key, now in after.items() if key in before]
    compared = OF_CHECKS if CHECK in {earlier.kind, later.kind} else COMPARED
    pairs = [pair for pair in pairs if any(_differs(each, *pair) for each in compared)]
    return {
        "earlier": earlier,
        "later": later,
        "new": [*map(_shown, new[:LIST_LIMIT])],
        "gone": [*map(_shown, gone[:LIST_LIMIT])],
        "changed": [side_by_side(*pair) for pair in pairs[:LIST_LIMIT]],
        "counts": {"new": len(new), "gone": len(gone), "changed": len(pairs)},
        "by_field": [*_by_field(pairs, compared)],
    }


def _by_field(
    pairs: Sequence[tuple[ReadProduct, ReadProduct]], compared: Iterable[ComparedField]
) -> Iterable[dict[str, Any]]:
    """Yield how many products differ field by field, and samples, first of what is lost."""
    for each in compared:
        name, label, of = each
        differing = [pair for pair in pairs if _differs(each, *pair)]
        if not differing:
            continue
        lost = [pair for pair in differing if of(pair[1].product) in {None, UNREAD}]
        gained = sum(of(was.product) in {None, UNREAD} for was, _ in differing)
        samples = (lost or differing)[:SAMPLES]
        ratios = [_ratio(*pair) for pair in samples] if name == "price" else []
        yield {
            "field": name,
            "label": label,
            "count": len(differing),
            "lost": len(lost),
            "gained": gained,
            "samples": [side_by_side(*pair) for pair in samples],
            "misread": bool(ratios) and all(max(size, 1 / size) >= SHIFTED for size in ratios),
        }


def differences_by_field(session: Session, run_id: int) -> list[str]:
    """Return what a held run read otherwise than the last good one, a sentence a field."""
    run = run_by_id(session, run_id)
    base = published_before(session, run)
    if base is None or run.kind == CHECK or not session.scalar(select(holds_any(run_id))):
        return []
    found = compare_runs(session, base.id, run_id)
    # Not one price twice: the reason of such a gate shows one already.
    shown = {"price"} if {CHANGED, LEAPT} & set(codes_of(run.reasons)) else set()
    sentences = [
        f"{each['count']} with another {each['label']}"
        + ("" if each["field"] in shown else _sample(each))
        for each in found["by_field"]
    ]
    counts, ways = found["counts"], (("missing", "gone"), ("new", "new"))
    return [*sentences, *(f"{counts[key]} {name}" for name, key in ways if counts[key])]


def _sample(each: dict[str, Any]) -> str:
    product, field = each["samples"][0], each["field"]
    arrow = "\N{RIGHTWARDS ARROW}"
    sides = f"{field_text(field, product['before'])} {arrow} {field_text(field, product['after'])}"
    if field == "price" and product["price_words"]:
        sides += f", {product['price_words']}"
    stood = f" ({product['origin']})" if field == "price" and product["origin"] else ""
    return f", such as {product['name']!r}: {sides}{stood}"


def field_text(field: str, values: Mapping[str, Any]) -> str:
    """Return a reading's field in words."""
    if field in {"price", "ordinaryPrice"}:
        amount = values["price" if field == "price" else "ordinary_price"]
        none = "no price" if values["price_known"] else UNREAD
        return none if amount is None else f"{values['currency']} {amount:,}"
    if field == "soldOut":
        return {None: UNREAD, True: "sold out", False: "in stock"}[values["sold_out"]]
    return str(values[{"productBrand": "brand"}.get(field, field)] or "nothing")


def side_by_side(was: ReadProduct, now: ReadProduct) -> dict[str, Any]:
    """Return the later reading with the values of both, and the earlier one's origin."""
    ratio = _ratio(was, now)
    return _shown(now) | {
        "before": _values(was.product),
        "after": _values(now.product),
        "origin_before": was.product.origin or None,
        "price_words": times(ratio) if ratio != 1 else "",
    }


def _ratio(was: ReadProduct, now: ReadProduct) -> float:
    """Return the later price by the earlier one; 1 where they are no two of one currency."""
    one, other = was.product, now.product
    is_known = one.is_price_known and other.is_price_known and one.currency == other.currency
    return float(other.price / one.price) if is_known and one.price and other.price else 1.0


def _shown(reading: ReadProduct) -> dict[str, Any]:
    """Return a product as lists show it; its price in its own currency."""
    product = reading.product
    own = {"product_id": reading.product_id, "href": product.href, "origin": product.origin or None}
    return _values(product) | own


def _values(product: Found) -> dict[str, Any]:
    known = product.is_price_known
    return {
        "price": product.price if known else None,
        "ordinary_price": product.ordinary_price if known else None,
        "price_known": known,
        "sold_out": product.sold_out,
        "name": product.name,
        "currency": product.currency,
        "image": product.images[0].url if product.images else None,
        "brand": product.product_brand,
        "href": _link(product),
    }


def published_before(session: Session, run: ScrapeRun) -> ScrapeRun | None:
    """Return the last run of the same source that was published before this one began."""
    kinds = SCRAPES if run.kind in {*SCRAPES, CHECK} else (run.kind,)
    earlier = select(func.max(ScrapeRun.id)).where(
        ScrapeRun.brand_id == run.brand_id,
        ScrapeRun.id < run.id,
        ScrapeRun.kind.in_(kinds),
        ScrapeRun.result == "success",
        ScrapeRun.complete,
    )
    id_ = session.scalar(earlier)
    return None if id_ is None else run_by_id(session, id_)


def read_by(session: Session, run: ScrapeRun) -> dict[str, ReadProduct]:
    """Return what a run read, by the products' keys: what it holds, or what it published."""
    held = list(read_in(session, run.id))
    if run.kind == CHECK and not held:
        raise RunRefusedError(f"What run {run.id} read is kept until the brand's next check.")
    if not held:
        return _published_by(session, run)
    keys = dict(
        session.execute(
            select(Product.id, Product.group_key).where(Product.brand_id == run.brand_id)
        ).all()
    )
    ids: dict[str, int] = {}
    if run.brand_id is not None:  # else the brand was deleted, and its products
        source = "import" if run.kind == "import" else "scrape"
        moves = compare(session, run.brand_id, source, run.id).moves(as_same=True)
        ids = {key: id_ for id_, key in keys.items() if id_ not in moves.elsewhere}
        ids |= moves.keys
    return {
        keys.get(ids.get(item.group_key, 0), f" {item.group_key}"): ReadProduct(
            ids.get(item.group_key), item, held=True
        )
        for item in held
    }


def _then(column: str) -> str:
    """Return SQL of what a column held after the run: before the first later change of it."""
    return f"""(SELECT CASE WHEN count(*) = 0 THEN p.{column} ELSE min(first.was) END FROM (
           SELECT c.before ->> '{column}' AS was FROM run_change c
            WHERE c.product_id = p.id AND c.run_id > :run_id AND c.after ? '{column}'
            ORDER BY c.id LIMIT 1) first)"""  # noqa: S608


# The state of a product in a run is its last price row up to the run's start: rows carry the
# start of the run that saw them. The origin is the last one: of another price there is none.
# Its name, link and brand are what the first change after the run found.
_PUBLISHED = text(f"""
    SELECT p.group_key, p.id, a.price, a.ordinary_price, a.sold_out,
           coalesce(a.currency, p.currency) AS currency,
           a.product_id IS NOT NULL AS known,
           CASE WHEN (a.price, a.currency) = (p.price, p.currency) THEN p.origin END
           AS origin,
           {_then("name")} AS name, {_then("href")} AS href, {_then("product_brand")} AS brand,
           (SELECT coalesce(i.calculated_url, i.image_url) FROM product_image i
             WHERE i.product_id = p.id ORDER BY i.gone_at IS NOT NULL, i.position, i.id LIMIT 1)
           AS image
      FROM product p
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= :started ORDER BY h.seen_at DESC LIMIT 1) a ON true
     WHERE p.id = ANY(:ids)
     ORDER BY p.id
""")  # noqa: S608 - columns of our own


def _published_by(session: Session, run: ScrapeRun) -> dict[str, ReadProduct]:
    values = {"run_id": run.id, "started": run.start_time, "ids": list(run.found_group_ids)}
    return {
        row.group_key: ReadProduct(row.id, _published(row))
        for row in session.execute(_PUBLISHED, values)
    }


def _published(row: Row[Any]) -> Found:
    return Found(
        *(row.group_key, row.name, row.currency, row.price, row.ordinary_price, row.origin or ""),
        product_brand=row.brand,
        sold_out=row.sold_out,
        href=row.href,
        images=(Picture(row.image, row.image),) if row.image else (),
        not_understood={} if row.known else {"price": ""},
    )


ITEMS_AT_ONCE = 500


# Of a product as the run left it: price and stock of that time, the rest as it is known now.
# `change` is new, changed or returned; None for a product that was as before. Of a run that is
# held back it is what the run read: `change` is held, and what is new has no id yet. What a field
# held before stands beside it where that is another.
COLUMNS = (
    "product_id group_key name brand price ordinary_price currency sold_out href images change"
    " origin price_before ordinary_price_before sold_out_before name_before href_before"
    " origin_before"
).split()
BEFORE = [
    name.removesuffix("_before")
    for name in COLUMNS
    if name.endswith("_before") and name != "origin_before"
]


# Price rows carry the start of the run that saw them, as in `indexer.ingest.compare`.
_ITEMS = text("""
    SELECT p.id AS product_id, p.group_key, p.name, coalesce(p.product_brand, b.name) AS brand,
           h.price, h.ordinary_price, coalesce(h.currency, p.currency) AS currency,
           coalesce(h.sold_out, p.sold_out) AS sold_out, p.href,
           ARRAY(SELECT i.image_url FROM product_image i
                  WHERE i.product_id = p.id AND i.gone_at IS NULL
                  ORDER BY i.position, i.id) AS images,
           (SELECT c.kind FROM run_change c
             WHERE c.run_id = r.id AND c.product_id = p.id ORDER BY c.id LIMIT 1) AS change,
           CASE WHEN (coalesce(h.price, p.price), coalesce(h.currency, p.currency))
                     = (p.price, p.currency) THEN p.origin END AS origin,
           (SELECT c.before FROM run_change c
             WHERE c.run_id = r.id AND c.product_id = p.id ORDER BY c.id LIMIT 1) AS before
      FROM scrape_run r
     CROSS JOIN unnest(r.found_group_ids) WITH ORDINALITY AS found (id, place)
      JOIN product p ON p.id = found.id
      JOIN brand b ON b.id = p.brand_id
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= r.start_time ORDER BY h.seen_at DESC LIMIT 1) h ON true
     WHERE r.id = :run_id
     ORDER BY found.place
""")


def found_items(session: Session, run_id: int) -> Iterator[dict[str, Any]]:
    """Yield a run's items in their order, without loading all of them into memory.

    Of a run that is held back all are loaded, with what they are compared with.
    """
    run = run_by_id(session, run_id)
    if session.scalar(select(holds_any(run_id))):
        base = published_before(session, run)
        before = read_by(session, base) if base else {}
        yield from (_held(now, before.get(key)) for key, now in read_by(session, run).items())
        return
    options = {"stream_results": True, "yield_per": ITEMS_AT_ONCE}
    rows = session.execute(_ITEMS, {"run_id": run_id}, execution_options=options)
    for row in rows.mappings():
        was = row["before"] or {}
        known = {f"{name}_before": was.get(name) for name in BEFORE}
        for name in ("price_before", "ordinary_price_before"):
            known[name] = None if known[name] is None else Decimal(str(known[name]))
        yield {**row, **known}


def _held(now: ReadProduct, was: ReadProduct | None) -> dict[str, Any]:
    item = _shown(now) | {
        "group_key": now.product.group_key,
        "images": [image.url for image in now.product.images],
        "change": "held",
    }
    if was is not None:
        before = _shown(was)
        item |= {f"{name}_before": before[name] for name in BEFORE if before[name] != item[name]}
        if before["price"] != item["price"]:
            item["origin_before"] = before["origin"]
    return item
