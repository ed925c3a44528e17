"""How long one thing at several stores takes to be found, and how right colours from pictures are.

`PHOTOGRAPHS=feed.jsonl` names photographs with known colours (`dev.colors.photographs`), of which
the half that was never fitted to is judged.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from dev.colors.photographs import photographs
from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.models import OfferFacts, OfferPicture, Product
from indexer.offers import rows
from indexer.offers.evidence import Facts
from indexer.offers.matching import BATCH, match
from indexer.offers.picture import BANDS, WIDE, Forms, bands_of, forms_of, packed
from indexer.vision.reading import read_colors
from indexer.vision.scene import scene_of
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.stage import Stage
from tests.support.garments import content
from tests.support.market import altered, drawing

CHANGED, LOOKED_UP = 1_000, 100
PICTURES = int(os.environ.get("PICTURES") or 1_000_000)
STEP = 500
FORMS, SHADE = 4, (170, 60, 40)
# Pictures of other things: what the bits of such are is known of none.
_NOISE = text("""
INSERT INTO offer_picture (content_hash, forms, bands)
SELECT 'noise ' || n, decode(repeat(md5(n::text), 20), 'hex'),
       ARRAY(SELECT (band << :wide) | (random() * (1 << :wide))::int % (1 << :wide)
               FROM generate_series(0, :bands - 1) band, generate_series(1, :forms) WHERE n > 0)
  FROM generate_series(1, :count) n
""")


def offers(stage: Stage) -> Iterator[Figure]:
    """One thing at several stores"""
    url = stage.settings.database_url
    with session_scope(url) as session:
        held, shown = (
            session.scalar(select(func.count()).select_from(model)) or 0
            for model in (OfferFacts, OfferPicture)
        )
    if held < stage.products * 0.9:  # some are gone
        stage.tell(f"filling facts and keys of {stage.products} products")
        _fill_facts(url, stage.products)
    if shown < PICTURES:
        stage.tell(f"filling {PICTURES} pictures")
        _fill_pictures(url)
    pictures = [forms_of(altered(drawing(seed, SHADE), "JPEG 40")) for seed in range(LOOKED_UP)]
    with session_scope(url) as session:
        yield from _look_ups(session, pictures)
    with session_scope(url) as session:
        yield from _changes(session, stage.products)
        session.rollback()


def _fill_facts(url: str, products: int) -> None:
    for first in range(1, products + 1, STEP):
        with session_scope(url) as session:
            ids = range(first, first + STEP)
            rows.keep_facts(session, ids, rows.read_products(session, ids, rates_in_force(session)))
    with session_scope(url) as session:
        session.execute(text("TRUNCATE offer_pending"))
        session.execute(text("ANALYZE offer_facts, offer_key"))


def _fill_pictures(url: str) -> None:
    with session_scope(url) as session:
        session.execute(text("TRUNCATE offer_picture"))
        session.execute(text("DROP INDEX ix_offer_picture_bands"))
        session.execute(_NOISE, {"count": PICTURES, "bands": BANDS, "forms": FORMS, "wide": WIDE})
        session.execute(text("SET LOCAL maintenance_work_mem = '1GB'"))
        session.execute(
            text("CREATE INDEX ix_offer_picture_bands ON offer_picture USING gin (bands)")
        )
        session.execute(text("ANALYZE offer_picture"))


def _look_ups(session: Session, copies: Sequence[Forms]) -> Iterator[Figure]:
    times, found = [], 0
    session.execute(delete(OfferPicture).where(OfferPicture.content_hash.startswith("known")))
    for seed, copy in enumerate(copies):
        forms = forms_of(content(drawing(seed, SHADE)))
        bands = bands_of(form.bits for form in forms)
        kept = OfferPicture(content_hash=f"known {seed}", forms=packed(forms), bands=bands)
        session.add(kept)
        session.flush()
        began = time.perf_counter()
        found += kept.content_hash in rows.look_up(session, Facts(0, 0, forms=copy))
        times.append(1_000 * (time.perf_counter() - began))
    session.rollback()
    what = f"a picture looked up among {PICTURES:,} x {FORMS}"
    yield at_most(f"{what}, median", percentile(times, 50), 20, " ms")
    yield Figure(f"{what}, p95", f"{percentile(times, 95):.1f} ms")
    yield at_least("altered copies found there", found / len(copies), 0.95)


def _changes(session: Session, products: int) -> Iterator[Figure]:
    """Match changed products, some at a time as the job does."""
    rng, times = random.Random(9), []
    shown = select(Product.id).where(Product.gone_at.is_(None))
    ids = session.scalars(
        shown.where(Product.id.in_(rng.sample(range(1, products), CHANGED)))
    ).all()
    spent = _processor_s(session)
    for at in range(0, len(ids), BATCH):
        began = time.perf_counter()
        match(session, ids[at : at + BATCH])
        times.append(1_000 * (time.perf_counter() - began) / len(ids[at : at + BATCH]))
    each = 1_000 * (_processor_s(session) - spent) / len(ids)
    yield at_most(f"a changed product matched, of {products:,}, processor", each, 5, " ms")
    yield Figure("  elapsed, median of batches", f"{percentile(times, 50):.2f} ms")


def _processor_s(session: Session) -> float:
    """Return the processor time of this process and of its server process: others take turns."""
    server = session.scalar(select(func.pg_backend_pid())) or 0
    used = [psutil.Process(pid).cpu_times() for pid in (os.getpid(), server)]
    return float(sum(each.user + each.system for each in used))


# A store without these swatches calls them so.
WITHOUT = {"pink": "red", "burgundy": "red", "neutral": "brown", "gold": "yellow", "silver": "grey"}


def colors(_: Stage) -> Iterator[Figure]:
    """Colours from pictures"""
    feed = os.environ.get("PHOTOGRAPHS")
    if not feed:
        yield Figure("photographs", "none: PHOTOGRAPHS=feed.jsonl")
        return
    known = list(photographs(Path(feed), held_out=True))
    began = time.process_time()
    readings = [read_colors(scene_of(each.content), each.kind) for each in known]
    yield at_least("photographs, a second", len(known) / (time.process_time() - began), 100)
    named = {each.color for each in known}
    found = (next(iter(reading.chances)) for reading in readings)
    folded = (one if one in named else WITHOUT.get(one, one) for one in found)
    right = [each.color == one for each, one in zip(known, folded, strict=True)]
    yield at_least("right by the store's colours", sum(right) / len(right), 0.87)
    by_confidence = sorted(zip(readings, right, strict=True), key=lambda one: -one[0].confidence)
    sure = [is_right for _, is_right in by_confidence[: int(len(right) * 0.8)]]
    yield at_least("right, the surest 80 %", sum(sure) / len(sure), 0.94)
