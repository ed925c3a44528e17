"""What PostgreSQL knows of one product beside its document: prices, days, and what is the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.orm import Session

from indexer.catalogue.prices.days import Stretch
from indexer.catalogue.prices.histories import HISTORY, READ, parameters, stretches

HISTORY_DAYS = 365
_MOST_MATES = 50  # of one thing that a view shows
_MOST_COLORS = 200  # of one product that are left out of what is similar
# Other colours of it, in the store's own groups or by a name that is the same but for its colour.
_COLOURS = """
WITH own AS (
    SELECT o.id, o.brand_id, o.sibling_key, o.name_key, coalesce(o.product_brand, b.name) AS maker
      FROM product o JOIN brand b ON b.id = o.brand_id WHERE o.id = :id
)
(SELECT o.id FROM product o JOIN own ON o.brand_id = own.brand_id
                                   AND o.sibling_key = own.sibling_key LIMIT :most)
UNION
(SELECT o.id FROM product o JOIN brand b ON b.id = o.brand_id JOIN own ON o.name_key = own.name_key
  WHERE coalesce(o.product_brand, b.name) = own.maker LIMIT :most)
"""
# All in one statement, with what is the same thing: each further one is a way there and back.
_ALL = """
SELECT p.id, p.brand_id, p.group_key, p.name, p.href, p.identifiers, p.sizes, p.currency,
       p.price, p.ordinary_price, p.sold_out, p.last_seen_at, p.gone_at,
       p.blocked OR NOT b.is_active AS hidden, {read} AS read, {history} AS history,
       CASE WHEN p.id = :id THEN ARRAY({colours}) ELSE ARRAY[]::bigint[] END AS colors
  FROM product p JOIN brand b ON b.id = p.brand_id
 WHERE p.id = :id OR p.thing_id = (SELECT thing_id FROM product WHERE id = :id)
 ORDER BY p.id <> :id, p.id LIMIT :things
"""
_PRODUCT = text(
    re.sub(r"%\((\w+)\)s", r":\1", _ALL.format(colours=_COLOURS, read=READ, history=HISTORY))
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A product's row with its history.

    `hidden`: taken down, or its store is. `colors`: the ids of it and of what is only another
    colour of it. `mates`: what is the same thing, each with its own history and without mates.
    """

    id: int
    brand_id: int
    group_key: str
    name: str
    href: str | None
    currency: str
    price: Decimal | None
    ordinary: Decimal | None
    sold_out: bool
    last_seen: datetime
    gone: bool
    hidden: bool
    days: tuple[Stretch, ...]
    colors: tuple[int, ...]
    identifiers: Sequence[Mapping[str, str]] = ()
    sizes: Sequence[Mapping[str, Any]] = ()
    mates: tuple[Stored, ...] = ()


def load_product(session: Session, product_id: int, today: date) -> Stored | None:
    """Return a product with the days of the last year that count; None where there is none."""
    limits = {"most": _MOST_COLORS, "things": 1 + _MOST_MATES}
    asked = parameters(today, HISTORY_DAYS) | {"id": product_id} | limits
    found = [_stored(row) for row in session.execute(_PRODUCT, asked)]
    if not found or found[0].id != product_id:
        return None
    mates = tuple(mate for mate in found[1:] if not mate.hidden)
    return replace(found[0], mates=mates)


def _stored(row: Row[Any]) -> Stored:
    return Stored(
        id=row.id,
        brand_id=row.brand_id,
        group_key=row.group_key,
        name=row.name,
        href=row.href,
        currency=row.currency,
        price=row.price,
        ordinary=row.ordinary_price,
        sold_out=row.sold_out,
        last_seen=row.last_seen_at,
        gone=row.gone_at is not None,
        hidden=row.hidden,
        days=tuple(stretches(row.history, row.read, row.currency)),
        colors=tuple(sorted({row.id, *row.colors})),
        identifiers=row.identifiers or (),
        sizes=row.sizes or (),
    )
