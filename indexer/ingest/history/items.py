"""The items of a run, one after the other, for an export."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.ingest.history.compare import ProductFacts, published_before, read_by
from indexer.ingest.items.staging import holds_any
from indexer.ingest.runs.finish import run_by_id

BATCH = 500


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


# Price rows carry the start of the run that saw them, as in `indexer.ingest.history.compare`.
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
        yield from (_held(fact, before.get(key)) for key, fact in read_by(session, run).items())
        return
    options = {"stream_results": True, "yield_per": BATCH}
    rows = session.execute(_ITEMS, {"run_id": run_id}, execution_options=options)
    for row in rows.mappings():
        was = row["before"] or {}
        known = {f"{name}_before": was.get(name) for name in BEFORE}
        for name in ("price_before", "ordinary_price_before"):
            known[name] = None if known[name] is None else Decimal(str(known[name]))
        yield {**row, **known}


def _held(now: ProductFacts, was: ProductFacts | None) -> dict[str, Any]:
    item = {name: getattr(now, name, None) for name in COLUMNS}
    item |= {"group_key": now.key, "images": list(now.images), "change": "held"}
    if was is not None:
        item |= {f"{n}_before": getattr(was, n) for n in BEFORE if getattr(was, n) != item[n]}
        if was.price != now.price:
            item["origin_before"] = was.origin
    return item
