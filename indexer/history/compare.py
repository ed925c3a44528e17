"""What differs between two runs of a brand: products that came and went, prices, stock, names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.models import Product, ScrapeRun
from indexer.models.run import CHECK
from indexer.pipeline.checking import differing
from indexer.pipeline.identity.compared import compare
from indexer.pipeline.identity.evidence import canonical_href
from indexer.pipeline.items.staging import read_in
from indexer.runs.errors import RunRefusedError
from indexer.runs.finish import run_by_id
from scrapers.values.certificate import Certificate, from_json

LIST_LIMIT = 500  # products in each list; the counts are of all


@dataclass(frozen=True, slots=True)
class ProductFacts:
    """A product as a list of the comparison shows it; price in its own currency.

    `sold_out` None, `price_known` False: what the run read of it was not understood.
    """

    product_id: int | None  # None: a held run's, which is not in the catalogue
    name: str
    href: str | None
    image: str | None
    currency: str
    price: Any
    sold_out: bool | None
    price_known: bool = True
    certificate: Certificate | None = None  # of the price, where it is known
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
    """Compare what two runs of a brand read, published or held back.

    Raises UnknownRunError, and RunRefusedError for different brands, and for a check whose products
    are kept no more.
    """
    earlier, later = run_by_id(session, from_id), run_by_id(session, to_id)
    if earlier.brand_id != later.brand_id or earlier.brand_id is None:
        raise RunRefusedError("Only two runs of the same brand can be compared.")
    before, after = _read_by(session, earlier), _read_by(session, later)
    new = [fact for key, fact in after.items() if key not in before]
    gone = [fact for key, fact in before.items() if key not in after]
    pairs = [(before[key], fact) for key, fact in after.items() if key in before]
    changed = [
        replace(now, before=_values(was), after=_values(now))
        for was, now in pairs
        if differing(was, now) or was.price_known != now.price_known or _link(was) != _link(now)
    ]
    return Comparison(
        earlier,
        later,
        new=new[:LIST_LIMIT],
        gone=gone[:LIST_LIMIT],
        changed=changed[:LIST_LIMIT],
        counts={"new": len(new), "gone": len(gone), "changed": len(changed)},
    )


def _values(fact: ProductFacts) -> dict[str, Any]:
    names = ("price", "price_known", "sold_out", "name")
    return {name: getattr(fact, name) for name in names} | {"href": _link(fact)}


def _link(fact: ProductFacts) -> str | None:
    return canonical_href(fact.href or "") or None


def _read_by(session: Session, run: ScrapeRun) -> dict[str, ProductFacts]:
    """Return what a run read, by the products' keys: what it holds, or what it published."""
    held = list(read_in(session, run.id))
    if run.kind == CHECK and not held:
        raise RunRefusedError(f"What run {run.id} read is kept until the brand's next check.")
    if not held:
        return _published_by(session, run)
    ids = _known_ids(session, run)
    rows = session.execute(
        select(Product.id, Product.group_key).where(Product.brand_id == run.brand_id)
    )
    keys = {row.id: row.group_key for row in rows}
    return {
        keys.get(ids.get(item.group_key, 0), f" {item.group_key}"): ProductFacts(
            ids.get(item.group_key),
            item.name,
            item.href,
            item.images[0].url if item.images else None,
            item.currency,
            item.price if item.is_price_known else None,
            item.sold_out,
            item.is_price_known,
            item.certificate,
        )
        for item in held
    }


def _known_ids(session: Session, run: ScrapeRun) -> dict[str, int]:
    """Return the known products by the keys that a run holds them under, sure of it or not."""
    assert run.brand_id is not None  # noqa: S101 - compare_runs has looked
    source = "import" if run.kind == "import" else "scrape"
    moves = compare(session, run.brand_id, source, run.id).moves(asked=True)
    rows = session.execute(
        select(Product.group_key, Product.id).where(Product.brand_id == run.brand_id)
    )
    kept = {row.group_key: row.id for row in rows if row.id not in moves.elsewhere}
    return kept | dict(moves.keys)


# The state of a product in a run is its last price row up to the run's start: rows carry the
# start of the run that saw them. The certificate is the last one: of another price there is none.
# Its name is what the first change after the run found.
_PUBLISHED = text("""
    SELECT p.group_key, p.id, p.href, p.currency, a.price, a.sold_out,
           a.product_id IS NOT NULL AS known,
           CASE WHEN (a.price, a.currency) = (p.price, p.currency) THEN p.certificate END
           AS certificate,
           coalesce((SELECT c.before ->> 'name' FROM run_change c
                      WHERE c.product_id = p.id AND c.run_id > :run_id AND c.after ? 'name'
                      ORDER BY c.id LIMIT 1), p.name) AS name,
           (SELECT coalesce(i.calculated_url, i.image_url) FROM product_image i
             WHERE i.product_id = p.id ORDER BY i.gone_at IS NOT NULL, i.position, i.id LIMIT 1)
           AS image
      FROM product p
      LEFT JOIN LATERAL (SELECT * FROM price_history h WHERE h.product_id = p.id
             AND h.seen_at <= :started ORDER BY h.seen_at DESC LIMIT 1) a ON true
     WHERE p.id = ANY(:ids)
     ORDER BY p.id
""")


def _published_by(session: Session, run: ScrapeRun) -> dict[str, ProductFacts]:
    asked = {"run_id": run.id, "started": run.start_time, "ids": list(run.found_group_ids)}
    return {
        row.group_key: ProductFacts(
            *(row.id, row.name, row.href, row.image, row.currency),
            *(row.price, row.sold_out, row.known, from_json(row.certificate)),
        )
        for row in session.execute(_PUBLISHED, asked)
    }
