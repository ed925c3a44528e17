"""The items of a run, one after the other, for an export."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.ingest.history.compare import ProductFacts, published_before, read_by
from indexer.ingest.items.staging import holds_any
from indexer.ingest.runs.finish import run_by_id
from indexer.models import ScrapeRun

BATCH = 500


@dataclass(frozen=True, slots=True)
class FoundItem:
    """A product as the run left it: price and stock of that time, the rest as it is known now.

    `change` is new, changed or returned; None for a product that was as before. Of a run that is
    held back it is what the run read: `change` is held, and what is new has no id yet. What a field
    held before stands beside it where that is another.
    """

    product_id: int | None
    group_key: str
    name: str
    brand: str | None
    price: Decimal | None
    ordinary_price: Decimal | None
    currency: str
    sold_out: bool | None  # None: not understood
    href: str | None
    images: list[str]
    change: str | None
    origin: str | None = None  # where the price stood
    price_before: Decimal | None = None
    ordinary_price_before: Decimal | None = None
    sold_out_before: bool | None = None
    name_before: str | None = None
    href_before: str | None = None
    origin_before: str | None = None


BEFORE = tuple(field.name for field in fields(FoundItem) if field.name.endswith("_before"))


# Price rows carry the start of the run that saw them, as in `indexer.ingest.history.compare`.
_ITEMS = text("""
    SELECT p.id, p.group_key, p.name, coalesce(p.product_brand, b.name),
           h.price, h.ordinary_price, coalesce(h.currency, p.currency),
           coalesce(h.sold_out, p.sold_out), p.href,
           ARRAY(SELECT i.image_url FROM product_image i
                  WHERE i.product_id = p.id AND i.gone_at IS NULL ORDER BY i.position, i.id),
           (SELECT c.kind FROM run_change c
             WHERE c.run_id = r.id AND c.product_id = p.id ORDER BY c.id LIMIT 1),
           CASE WHEN (coalesce(h.price, p.price), coalesce(h.currency, p.currency))
                     = (p.price, p.currency) THEN p.origin END,
           (SELECT c.before FROM run_change c
             WHERE c.run_id = r.id AND c.product_id = p.id ORDER BY c.id LIMIT 1)
      FROM scrape_run r
     CROSS JOIN unnest(r.found_group_ids) WITH ORDINALITY AS found (id, place)
      JOIN product p ON p.id = found.id
      JOIN brand b ON b.id = p.brand_id
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= r.start_time ORDER BY h.seen_at DESC LIMIT 1) h ON true
     WHERE r.id = :run_id
     ORDER BY found.place
""")


def found_items(session: Session, run_id: int) -> Iterator[FoundItem]:
    """Yield a run's items in their order, without loading all of them into memory.

    Of a run that is held back all are loaded, with what they are compared with.
    """
    run = run_by_id(session, run_id)
    if session.scalar(select(holds_any(run_id))):
        yield from _held(session, run)
        return
    options = {"stream_results": True, "yield_per": BATCH}
    for row in session.execute(_ITEMS, {"run_id": run_id}, execution_options=options):
        *values, origin, before = row
        known = {"origin": origin} | _changed(before or {})
        yield FoundItem(*values, **known)


def _changed(before: Mapping[str, Any]) -> dict[str, Any]:
    names = [name for name in BEFORE if name != "origin_before"]
    known = {name: before.get(name.removesuffix("_before")) for name in names}
    amounts = ("price_before", "ordinary_price_before")
    return known | {name: Decimal(str(known[name])) for name in amounts if known[name] is not None}


def _held(session: Session, run: ScrapeRun) -> Iterator[FoundItem]:
    base = published_before(session, run)
    before = read_by(session, base) if base else {}
    for key, fact in read_by(session, run).items():
        yield FoundItem(
            product_id=fact.product_id,
            group_key=fact.key,
            name=fact.name,
            brand=fact.brand,
            price=fact.price,
            ordinary_price=fact.ordinary_price,
            currency=fact.currency,
            sold_out=fact.sold_out,
            href=fact.href,
            images=list(fact.images),
            change="held",
            origin=fact.origin,
            **_before(before.get(key), fact),
        )


def _before(was: ProductFacts | None, now: ProductFacts) -> dict[str, Any]:
    if was is None:
        return {}
    names = [name.removesuffix("_before") for name in BEFORE if name != "origin_before"]
    known: dict[str, Any] = {
        f"{n}_before": getattr(was, n) for n in names if getattr(was, n) != getattr(now, n)
    }
    if "price_before" in known:
        known["origin_before"] = was.origin
    return known
