"""Matching what changed: incremental, in batches, each a transaction; a kill loses nothing.

A change is noted by triggers (indexer/migrations/schema.sql) in its own transaction. What follows
from a product's facts is made anew: its edges, and the things of all that hangs together with it.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from indexer.catalogue.images.store import NotAPictureError, PictureStore, keep_narrow
from indexer.catalogue.outbox import hold
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.core.bad_items import in_halves, put_aside
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.core.stopflag import SHUTDOWN
from indexer.models import OfferEdge, OfferPending, OfferPicture, Product, ProductImage
from indexer.offers import rows
from indexer.offers.evidence import (
    PERSON,
    SCORES,
    Edge,
    Facts,
    edges_of,
    identifier_keys,
    picture_key,
    things_of,
)
from indexer.offers.picture import bands_of, forms_of, pack

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
            session.execute(insert(OfferPicture).on_conflict_do_nothing(), kept)
    return failed == 0 or failed < len(pictures)


def match(session: Session, products: Collection[int]) -> int:
    """Match products, in the caller's transaction; return how many have another thing now."""
    _take_turn(session)
    hold(session)
    rates = rates_in_force(session)
    shown = rows.read_products(session, products, rates)
    affected = _affected_products(session, products, shown, rates)
    shown |= rows.read_products(session, affected, rates)
    changed = affected | {*products}
    was = rows.offers_of(session, changed)
    locked = select(Product.id).where(Product.id.in_(changed | was.keys())).order_by(Product.id)
    session.execute(locked.with_for_update(read=True, key_share=True))
    near = rows.edges_at(session, changed)
    rows.keep_facts(session, changed, shown)
    found = rows.candidates(session, shown)
    partners = {end for edge in near for end in edge.pair}
    whom = {id_ for all_ in found.values() for id_ in all_}
    others = rows.load_facts(session, whom | partners, rates)
    edges: dict[tuple[int, int], Edge] = {}
    for id_, one in shown.items():
        known = {end for edge in near if id_ in edge.pair for end in edge.pair} - {id_}
        mates = [others[other] for other in {*found[id_], *known} if other in others]
        edges |= {edge.pair: edge for edge in edges_of(one, mates)}
    rows.replace_edges(session, changed, edges.values())
    return _number(session, changed | partners | was.keys(), rates)


def _take_turn(session: Session) -> None:
    """Wait until nobody else matches: its lock comes before all others."""
    session.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _affected_products(
    session: Session, products: Collection[int], shown: Mapping[int, Facts], rates: Rates
) -> set[int]:
    before = rows.load_facts(session, products, rates)
    keys = {picture_key(picture) for picture in _pictures(session, products)}
    for one in (*shown.values(), *before.values()):
        keys.update(identifier_keys(one), [picture_key(one.picture)] if one.picture else [])
    return {id_ for all_ in rows.holders(session, keys).values() for id_ in all_} - {*products}


def _number(session: Session, products: Collection[int], rates: Rates) -> int:
    members, edges, ends = set[int](), dict[tuple[int, int], Edge](), set(products)
    while ends - members:
        new = ends - members
        members |= new
        found = rows.edges_at(session, new)
        edges.update((edge.pair, edge) for edge in found)
        ends = {end for edge in found if edge.joins for end in edge.pair}
        ends |= rows.offers_of(session, new).keys()
    facts = rows.load_facts(session, members, rates)
    now: dict[int, int | None] = dict.fromkeys(members)
    now |= things_of(facts, edges.values())
    before = rows.offers_of(session, members)
    return rows.set_things(session, before, {key: now[key] for key in before})


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
