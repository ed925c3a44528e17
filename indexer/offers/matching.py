"""Matching what changed: incremental, in batches, each a transaction; a kill loses nothing.

A change is noted by triggers (indexer/migrations/schema.sql) in its own transaction. What follows
from a product's facts is made anew: its edges, and the things of all that hangs together with it.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy import BigInteger, TextClause, bindparam, delete, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from indexer.catalogue.images import NotAPictureError, PictureStore, keep_narrow
from indexer.catalogue.outbox import enqueue, hold
from indexer.catalogue.rates import RateMissingError, Rates, rates_in_force
from indexer.core.bad_items import in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.core.stopflag import SHUTDOWN
from indexer.models import (
    OfferEdge,
    OfferFacts,
    OfferKey,
    OfferPending,
    OfferPicture,
    Product,
    ProductImage,
)
from indexer.offers.evidence import (
    PERSON,
    SCORES,
    Edge,
    Facts,
    edges_of,
    facts_of,
    identifier_keys,
    name_keys,
    picture_key,
    things_of,
)
from indexer.offers.picture import bands_of, forms_of, is_copy, pack, unpack, wanted_bands
from indexer.vision.reading import REUSED

CANDIDATES = 50  # of a product
COMMON = 40  # products: a word or a name of more is no evidence

_SETS = {"maker_words", "name_words", "words", "types", "sizes", "colors", "gtins", "mpns", "codes"}


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
    return {
        row.id: facts_of(row, _in_rand(row.price, row.currency, rates), forms.get(row.picture, ()))
        for row in rows
    }


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


BATCH = 100  # changes
BUDGET_S = 240.0
LOCK_MS = 500  # below the server's own look for deadlocks: this gives way, and tries again
_LOCK = 0x0FFE25  # one matches at a time
_log = logging.getLogger(__name__)


def match_in_background(settings: Settings) -> int:
    """Match what waits, for a while; return how many changes were looked at."""
    until, done = time.monotonic() + BUDGET_S, 0
    while not SHUTDOWN.is_set() and time.monotonic() < until:
        try:
            changes = match_batch(settings)
        except OperationalError as error:
            if not isinstance(error.orig, LockNotAvailable | DeadlockDetected):
                raise
            break  # the next turn finds the same
        if not changes:
            break
        done += changes
    return done


def match_batch(settings: Settings) -> int:
    """Match some of what waits; return how many changes were looked at."""
    waits: dict[int, list[int]] = defaultdict(list)
    with session_scope(settings.database_url) as session:
        oldest = select(OfferPending.id, OfferPending.product_id).order_by(OfferPending.id)
        for row in session.execute(oldest.limit(BATCH)):
            waits[row.product_id].append(row.id)
        unseen = _unseen(session, waits)
    if not waits or not match_pending(settings, unseen):
        return 0

    def forget(session: Session, products: Sequence[int]) -> None:
        ids = [id_ for product in products for id_ in waits[product]]
        session.execute(delete(OfferPending).where(OfferPending.id.in_(ids)))

    def do(products: Sequence[int]) -> None:
        with session_scope(settings.database_url) as session:
            session.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
            match(session, products)
            forget(session, products)

    def aside(product: int, error: Exception) -> None:
        put_aside(settings, "products to match", product, error)
        with session_scope(settings.database_url) as session:
            forget(session, [product])

    in_halves([*waits], do, aside)
    return sum(map(len, waits.values()))


def _pictures(session: Session, products: Collection[int]) -> set[str]:
    image = ProductImage
    main = (image.product_id.in_(products), image.position == 0, image.gone_at.is_(None))
    return {key for key in session.scalars(select(image.content_hash).where(*main)) if key}


def _unseen(session: Session, products: Collection[int]) -> set[str]:
    shown = _pictures(session, products)
    seen = select(OfferPicture.content_hash).where(OfferPicture.content_hash.in_(shown))
    return shown - {*session.scalars(seen)}


def match_pending(settings: Settings, pictures: Collection[str]) -> bool:
    """Keep what our copies of pictures show; return False if none can be read now, as all wait."""
    store, kept, failed = PictureStore(settings.bucket_location), [], 0
    for content_hash in pictures:
        try:
            content = store.read(content_hash, narrow=True) or keep_narrow(store, content_hash)
            forms = forms_of(content) if content else ()
        except NotAPictureError:
            forms = ()
        except OSError as error:
            _log.warning("Picture %s could not be read: %s", content_hash, error)
            failed += 1
            continue
        except Exception as error:
            put_aside(settings, "pictures to compare", content_hash, error)
            forms = ()
        bands = bands_of(form.bits for form in forms)
        kept.append({"content_hash": content_hash, "forms": pack(forms), "bands": bands})
    if kept:
        with session_scope(settings.database_url) as session:
            session.execute(upsert(OfferPicture).on_conflict_do_nothing(), kept)
    return failed == 0 or failed < len(pictures)


def match(session: Session, products: Collection[int]) -> int:
    """Match products, in the caller's transaction; return how many have another thing now."""
    _take_turn(session)
    hold(session)
    rates = rates_in_force(session)
    shown = read_products(session, products, rates)
    affected = _affected_products(session, products, shown, rates)
    shown |= read_products(session, affected, rates)
    changed = affected | {*products}
    was = offers_of(session, changed)
    locked = select(Product.id).where(Product.id.in_(changed | was.keys())).order_by(Product.id)
    session.execute(locked.with_for_update(read=True, key_share=True))
    near = edges_at(session, changed)
    keep_facts(session, changed, shown)
    found = candidates(session, shown)
    partners = {end for edge in near for end in edge.pair}
    whom = {id_ for all_ in found.values() for id_ in all_}
    others = load_facts(session, whom | partners, rates)
    edges: dict[tuple[int, int], Edge] = {}
    for id_, one in shown.items():
        known = {end for edge in near if id_ in edge.pair for end in edge.pair} - {id_}
        mates = [others[other] for other in {*found[id_], *known} if other in others]
        edges |= {edge.pair: edge for edge in edges_of(one, mates)}
    replace_edges(session, changed, edges.values())
    return _number(session, changed | partners | was.keys(), rates)


def _take_turn(session: Session) -> None:
    """Wait until nobody else matches: its lock comes before all others."""
    session.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _affected_products(
    session: Session, products: Collection[int], shown: Mapping[int, Facts], rates: Rates
) -> set[int]:
    before = load_facts(session, products, rates)
    keys = {picture_key(picture) for picture in _pictures(session, products)}
    for one in (*shown.values(), *before.values()):
        keys.update(identifier_keys(one), [picture_key(one.picture)] if one.picture else [])
    return {id_ for all_ in holders(session, keys).values() for id_ in all_} - {*products}


def _number(session: Session, products: Collection[int], rates: Rates) -> int:
    members, edges, ends = set[int](), dict[tuple[int, int], Edge](), set(products)
    while ends - members:
        new = ends - members
        members |= new
        found = edges_at(session, new)
        edges.update((edge.pair, edge) for edge in found)
        ends = {end for edge in found if edge.joins for end in edge.pair}
        ends |= offers_of(session, new).keys()
    facts = load_facts(session, members, rates)
    now: dict[int, int | None] = dict.fromkeys(members)
    now |= things_of(facts, edges.values())
    before = offers_of(session, members)
    return set_things(session, before, {key: now[key] for key in before})


def decide(session: Session, one: int, other: int, is_one: bool | None, who: str) -> int:
    """Keep a person's word that two products are one thing, or not; None: take it back.

    Return how many products have another thing now.
    """
    _take_turn(session)
    a, b = sorted((one, other))
    session.execute(delete(OfferEdge).where(OfferEdge.a == a, OfferEdge.b == b))
    if is_one is not None:
        session.add(
            OfferEdge(
                a=a,
                b=b,
                rule=PERSON,
                score=SCORES[PERSON],
                joins=is_one,
                evidence={},
                decided_by=who,
                decided_at=func.now(),
            )
        )
        session.flush()
    return match(session, [a, b])
