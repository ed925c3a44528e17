"""What differs between two runs of a brand: products that came and went, prices, stock, names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.orm import Session

from indexer.models import ScrapeRun
from indexer.runs.errors import RunRefusedError
from indexer.runs.finish import run_by_id

LIST_LIMIT = 500  # products in each list; the counts are of all


@dataclass(frozen=True, slots=True)
class ProductFacts:
    """A product as a list of the comparison shows it; price in its own currency."""

    product_id: int
    name: str
    href: str | None
    image: str | None
    currency: str
    price: Any
    sold_out: bool
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences from one run to another of the same brand."""

    earlier: ScrapeRun
    later: ScrapeRun
    new: list[ProductFacts]
    gone: list[ProductFacts]
    changed: list[ProductFacts]
    counts: Mapping[str, int]


def compare_runs(session: Session, from_id: int, to_id: int) -> Comparison:
    """Compare two runs; raises UnknownRunError, and RunRefusedError for different brands."""
    earlier, later = run_by_id(session, from_id), run_by_id(session, to_id)
    if earlier.brand_id != later.brand_id or earlier.brand_id is None:
        raise RunRefusedError("Only two runs of the same brand can be compared.")
    before, after = set(earlier.found_group_ids), set(later.found_group_ids)
    changed = _changed(session, earlier, later)
    new, gone = sorted(after - before), sorted(before - after)
    return Comparison(
        earlier,
        later,
        new=_facts(session, new[:LIST_LIMIT]),
        gone=_facts(session, gone[:LIST_LIMIT]),
        changed=changed[:LIST_LIMIT],
        counts={"new": len(new), "gone": len(gone), "changed": len(changed)},
    )


_PRODUCT = """
    p.id, p.name, p.href, p.currency, p.price, p.sold_out,
    (SELECT coalesce(i.calculated_url, i.image_url) FROM product_image i
      WHERE i.product_id = p.id ORDER BY i.gone_at IS NOT NULL, i.position, i.id LIMIT 1) AS image
"""

# The state of a product in a run is its last price row up to the run's start: rows carry the
# start of the run that saw them.
_CHANGED = text(f"""
    SELECT {_PRODUCT},
           a.price AS price_before, a.sold_out AS sold_out_before,
           b.price AS price_after, b.sold_out AS sold_out_after,
           n.name_before, n.name_after
      FROM product p
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= :from_start ORDER BY h.seen_at DESC LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= :to_start ORDER BY h.seen_at DESC LIMIT 1) b ON true
      LEFT JOIN LATERAL (
             SELECT (array_agg(c.before ->> 'name' ORDER BY c.id))[1] AS name_before,
                    (array_agg(c.after ->> 'name' ORDER BY c.id DESC))[1] AS name_after
               FROM run_change c WHERE c.product_id = p.id AND c.after ? 'name'
                AND c.run_id > :from_id AND c.run_id <= :to_id) n ON true
     WHERE p.id = ANY(:ids)
       AND (a.price IS DISTINCT FROM b.price OR a.sold_out IS DISTINCT FROM b.sold_out
            OR n.name_before IS DISTINCT FROM n.name_after)
     ORDER BY p.id
""")  # noqa: S608 - the columns are a constant of this module


def _changed(session: Session, earlier: ScrapeRun, later: ScrapeRun) -> list[ProductFacts]:
    both = sorted(set(earlier.found_group_ids) & set(later.found_group_ids))
    rows = session.execute(
        _CHANGED,
        {
            "ids": both,
            "from_id": earlier.id,
            "to_id": later.id,
            "from_start": earlier.start_time,
            "to_start": later.start_time,
        },
    ).all()
    return [_fact(row, _side(row, "before"), _side(row, "after")) for row in rows]


def _side(row: Row[Any], side: str) -> dict[str, Any]:
    return {
        "price": getattr(row, f"price_{side}"),
        "sold_out": getattr(row, f"sold_out_{side}"),
        "name": getattr(row, f"name_{side}") or row.name,
    }


def _facts(session: Session, ids: Sequence[int]) -> list[ProductFacts]:
    query = text(f"SELECT {_PRODUCT} FROM product p WHERE p.id = ANY(:ids) ORDER BY p.id")  # noqa: S608
    return [_fact(row) for row in session.execute(query, {"ids": list(ids)})]


def _fact(
    row: Row[Any],
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> ProductFacts:
    return ProductFacts(
        row.id, row.name, row.href, row.image, row.currency, row.price, row.sold_out, before, after
    )
