"""PostgreSQL: what is compared of products, the keys that they are found by, and their edges."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import BigInteger, TextClause, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue
from indexer.catalogue.rates import RateMissingError, Rates
from indexer.models import OfferEdge, OfferFacts, OfferKey, OfferPicture, Product
from indexer.offers.evidence import Edge, Facts, facts_of, identifier_keys, name_keys, picture_key
from indexer.offers.picture import is_copy, unpack, wanted_bands
from indexer.vision.classifier import REUSED

CANDIDATES = 50  # of a product
COMMON = 40  # products: a word or a name of more is no evidence

_SETS = {"maker_words", "said", "words", "types", "sizes", "colors", "gtins", "mpns", "codes"}


def _of(statement: str) -> TextClause:
    return text(statement).bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


# A shop's one picture for many products is no evidence for any.
_PRODUCTS = _of(f"""
SELECT p.id, p.brand_id, p.name, p.currency, p.price, p.identifiers, p.hints->>'color' AS color,
       CASE WHEN b.is_multi_brand THEN p.product_brand
            ELSE coalesce(nullif(p.product_brand, ''), b.name) END AS maker,
       coalesce(CASE WHEN coalesce(p.curated_color_id, p.page_color_id) IS NULL
                     THEN p.classified_color_ids END,
                ARRAY[coalesce(p.curated_color_id, p.page_color_id, p.classified_color_id)]
               ) AS colors,
       p.classified_people AS people, p.attributes->'size' AS sizes,
       CASE WHEN (SELECT count(*) FROM (
                SELECT FROM product_image j JOIN product q ON q.id = j.product_id
                 WHERE j.content_hash = i.content_hash AND j.position = 0 AND j.gone_at IS NULL
                   AND q.brand_id = p.brand_id AND q.gone_at IS NULL
                 LIMIT {REUSED + 1}) alike) <= {REUSED} THEN i.content_hash END AS picture
  FROM product p JOIN brand b ON b.id = p.brand_id
  LEFT JOIN LATERAL (
       SELECT content_hash FROM product_image
        WHERE product_id = p.id AND position = 0 AND gone_at IS NULL LIMIT 1) i ON true
 WHERE p.id = ANY(:ids) AND p.gone_at IS NULL AND NOT p.blocked AND b.is_active
""")  # noqa: S608 - a number of ours
_FACTS = _of("""
SELECT f.facts, i.forms, p.price, p.currency FROM offer_facts f
  JOIN product p ON p.id = f.product_id
  LEFT JOIN offer_picture i ON i.content_hash = f.facts->>'picture'
 WHERE f.product_id = ANY(:ids)
""")
_HOLDERS = _of("""
SELECT key, ARRAY(SELECT product_id FROM offer_key k WHERE k.key = w.key
                   ORDER BY product_id LIMIT :most) FROM unnest(:ids) w(key)
""")
_EDGES = _of("""
SELECT a, b, rule, score, joins, evidence FROM offer_edge WHERE a = ANY(:ids)
 UNION SELECT a, b, rule, score, joins, evidence FROM offer_edge WHERE b = ANY(:ids)
""")
_UNSAID = _of("""
DELETE FROM offer_edge WHERE decided_by IS NULL AND (a = ANY(:ids) OR b = ANY(:ids))
""")
_OFFERS = _of("""
SELECT id, thing_id FROM product
 WHERE id = ANY(:ids) OR thing_id IN (SELECT thing_id FROM product WHERE id = ANY(:ids))
""")


def read_products(session: Session, ids: Collection[int], rates: Rates) -> dict[int, Facts]:
    """Return the facts of those of the products that are shown, from their rows as they are now."""
    rows = session.execute(_PRODUCTS, {"ids": sorted(ids)}).all()
    pictures = select(OfferPicture.content_hash, OfferPicture.forms)
    shown = pictures.where(OfferPicture.content_hash.in_({row.picture for row in rows}))
    forms = {key: unpack(content) for key, content in session.execute(shown)}
    return {row.id: _facts(row, forms.get(row.picture, ()), rates) for row in rows}


def _facts(row: Any, forms: Any, rates: Rates) -> Facts:
    return facts_of(
        row.id,
        row.brand_id,
        row.name,
        row.maker or "",
        color=row.color,
        colors=[color for color in row.colors if color is not None],
        people=row.people,
        sizes=row.sizes or (),
        price=_in_rand(row.price, row.currency, rates),
        identifiers=[(one["kind"], one["value"]) for one in row.identifiers or ()],
        picture=row.picture or "",
        forms=forms,
    )


def _in_rand(price: Any, currency: str, rates: Rates) -> float | None:
    try:
        return float(rates.convert(price, currency, "ZAR")) if price else None
    except RateMissingError:
        return None


def keep_facts(session: Session, ids: Collection[int], shown: Mapping[int, Facts]) -> None:
    """Put these products' facts and keys in the place of those that are kept of them."""
    for model in (OfferFacts, OfferKey):
        session.execute(delete(model).where(model.product_id.in_(ids)))
    if shown:
        session.execute(
            insert(OfferFacts),
            [{"product_id": key, "facts": _as_json(one)} for key, one in shown.items()],
        )
        session.execute(
            insert(OfferKey),
            [{"product_id": id_, "key": key} for id_, one in shown.items() for key in keys_of(one)],
        )


def keys_of(facts: Facts) -> set[int]:
    own = [picture_key(facts.picture)] if facts.picture else []
    return {*identifier_keys(facts), *name_keys(facts), *own}


def _as_json(facts: Facts) -> dict[str, Any]:
    kept = {each.name: getattr(facts, each.name) for each in fields(facts) if each.name != "forms"}
    return {name: sorted(v) if name in _SETS else v for name, v in kept.items() if v}


def load_facts(session: Session, ids: Iterable[int], rates: Rates) -> dict[int, Facts]:
    """Return what is kept of products, by their ids, with their prices as they are now: a price
    that joins and parts nothing is not matched when it moves.
    """
    found = {}
    for kept, forms, price, currency in session.execute(_FACTS, {"ids": sorted(ids)}):
        kept["price"] = _in_rand(price, currency, rates)
        values: dict[str, Any] = kept | {name: frozenset(kept[name]) for name in _SETS & {*kept}}
        found[kept["id"]] = Facts(**values, forms=unpack(forms or b""))
    return found


def holders(session: Session, keys: Collection[int]) -> dict[int, list[int]]:
    """Return the products of each key, the lowest ids, at most one more than CANDIDATES."""
    rows = session.execute(_HOLDERS, {"ids": sorted(keys), "most": CANDIDATES + 1})
    return {key: found for key, found in rows}  # noqa: C416 - no pairs to mypy


def candidates(session: Session, products: Mapping[int, Facts]) -> dict[int, list[int]]:
    """Return for each product whom it may be one thing with, the likeliest first.

    Where nobody else has its name, and too many have each of its words, its picture decides.
    """
    by_key = holders(session, {key for one in products.values() for key in keys_of(one)})
    found: dict[int, list[int]] = {}
    for id_, one in products.items():
        shared: dict[int, int] = defaultdict(int)
        named = [by_key[key] for key in name_keys(one) if len(by_key[key]) <= COMMON]
        if one.forms and max(map(len, named), default=1) == 1:
            pictures = [picture_key(picture) for picture in look_up(session, one)]
            named += holders(session, pictures).values()
        for weight, all_ in (
            (100, [by_key[key] for key in identifier_keys(one)]),
            (1, [*named, by_key[picture_key(one.picture)]] if one.picture else named),
        ):
            for other in (other for group in all_ for other in group if other != id_):
                shared[other] += weight
        found[id_] = sorted(shared, key=lambda other: (-shared[other], other))[:CANDIDATES]
    return found


def look_up(session: Session, one: Facts) -> list[str]:
    """Return the pictures that are copies of a product's, of all that there are."""
    picture = OfferPicture
    alike = select(picture.content_hash, picture.forms).where(
        picture.bands.overlap(wanted_bands(one.forms))
    )
    return [key for key, forms in session.execute(alike) if is_copy(one.forms, unpack(forms))]


def edges_at(session: Session, ids: Collection[int]) -> list[Edge]:
    return [Edge(*row) for row in session.execute(_EDGES, {"ids": sorted(ids)})]


def replace_edges(session: Session, ids: Collection[int], edges: Iterable[Edge]) -> None:
    """Put edges in the place of all of these products that no person decided."""
    session.execute(_UNSAID, {"ids": sorted(ids)})
    rows = [asdict(edge) for edge in edges]
    if rows:
        decided = {edge.pair for edge in edges_at(session, ids)}
        new = [row for row in rows if (row["a"], row["b"]) not in decided]
        session.execute(insert(OfferEdge), new) if new else None


def offers_of(session: Session, ids: Collection[int]) -> dict[int, int | None]:
    """Return these products and their mates, each with its thing."""
    rows = session.execute(_OFFERS, {"ids": sorted(ids)})
    return {id_: thing for id_, thing in rows}  # noqa: C416 - no pairs to mypy


def set_things(
    session: Session, before: Mapping[int, int | None], now: Mapping[int, int | None]
) -> int:
    """Number products as they are now, and have them and their mates indexed; return how many
    have another number. `before` holds all old mates, `now` all new ones.
    """
    changed = {key for key, thing in now.items() if before[key] != thing}
    if not changed:
        return 0
    things = {each[key] for each in (before, now) for key in changed} - {None}
    mates = {key for key, thing in now.items() if {thing, before[key]} & things}
    locked = select(Product.id).where(Product.id.in_(changed | mates)).order_by(Product.id)
    session.execute(locked.with_for_update(key_share=True))
    for thing in {now[key] for key in changed}:
        own = [key for key in changed if now[key] == thing]
        session.execute(
            update(Product)
            .where(Product.id.in_(own))
            .values(thing_id=thing)
            .execution_options(synchronize_session=False)
        )
    enqueue(session, changed | mates, alone=True)
    return len(changed)
