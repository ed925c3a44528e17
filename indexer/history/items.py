"""The items of a run, one after the other, for an export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.pipeline.items.staging import FORM
from scrapers.product import Product
from scrapers.values.certificate import Certificate, from_json

BATCH = 500


@dataclass(frozen=True, slots=True)
class FoundItem:
    """A product as the run left it: price and stock of that time, the rest as it is known now.

    `change` is new, changed or returned; None for a product that was as before. Of a run that is
    held back it is what the run read: `change` is held, and nothing has an id yet.
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
    certificate: str | None = None  # where the price stood, as a sentence


# Price rows carry the start of the run that saw them, as in `indexer.history.compare`.
_ITEMS = text("""
    SELECT p.id, p.group_key, p.name, coalesce(p.product_brand, b.name),
           h.price, h.ordinary_price, coalesce(h.currency, p.currency),
           coalesce(h.sold_out, p.sold_out), p.href,
           ARRAY(SELECT i.image_url FROM product_image i
                  WHERE i.product_id = p.id AND i.gone_at IS NULL ORDER BY i.position, i.id),
           (SELECT c.kind FROM run_change c
             WHERE c.run_id = r.id AND c.product_id = p.id ORDER BY c.id LIMIT 1),
           CASE WHEN (coalesce(h.price, p.price), coalesce(h.currency, p.currency))
                     = (p.price, p.currency) THEN p.certificate END
      FROM scrape_run r
     CROSS JOIN unnest(r.found_group_ids) WITH ORDINALITY AS found (id, place)
      JOIN product p ON p.id = found.id
      JOIN brand b ON b.id = p.brand_id
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= r.start_time ORDER BY h.seen_at DESC LIMIT 1) h ON true
     WHERE r.id = :run_id
     ORDER BY found.place
""")
_HELD = text("SELECT i.item FROM run_item i WHERE i.run_id = :run_id ORDER BY i.id")


def found_items(session: Session, run_id: int) -> Iterator[FoundItem]:
    """Yield a run's items in their order, without loading all of them into memory."""
    options = {"stream_results": True, "yield_per": BATCH}
    known = {"run_id": run_id}
    any_held = False
    for (row,) in session.execute(_HELD, known, execution_options=options):
        any_held = True
        yield _held(FORM.validate_python(row))
    if not any_held:
        for row in session.execute(_ITEMS, known, execution_options=options):
            yield replace(FoundItem(*row), certificate=_sentence(from_json(row[-1])))


def _sentence(certificate: Certificate | None) -> str | None:
    return certificate.words if certificate else None


def _held(item: Product) -> FoundItem:
    return FoundItem(
        product_id=None,
        group_key=item.group_key,
        name=item.name,
        brand=item.product_brand,
        price=item.price,
        ordinary_price=item.ordinary_price,
        currency=item.currency,
        sold_out=item.sold_out,
        href=item.href,
        images=[image.url for image in item.images],
        change="held",
        certificate=_sentence(item.certificate),
    )
