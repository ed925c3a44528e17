"""What is judged on known truth: one thing at several stores, and colours from pictures.

`PHOTOGRAPHS=feed.jsonl` names photographs with known colours (`dev.colors.photographs`), of which
the half that was never fitted to is judged. What is composed is always judged; the last of the
markets is of parts that were set aside until the rules stood.
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
from indexer.vision.reading import Kind, kind_of, read_colors
from indexer.vision.scene import scene_of
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.stage import Stage
from tests.support.garments import COLORS, GROUNDS, content, garment
from tests.support.market import (
    CLOTHES,
    GOODS,
    SET_ASIDE,
    SPORTS,
    Listing,
    altered,
    brute_force,
    drawing,
    facts,
    judged,
    market,
)

COMPOSED = {
    "clothes": (CLOTHES, 31),
    "goods": (GOODS, 32),
    "sports": (SPORTS, 33),
    "set aside": (SET_ASIDE, 34),
}
THINGS = 300
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
    for name, (parts, seed) in COMPOSED.items():
        yield from _pairs(name, market(parts, THINGS, 12, seed=seed))
    yield from _times(stage)


def _pairs(name: str, listings: Sequence[Listing]) -> Iterator[Figure]:
    found = judged(listings, brute_force(facts(listings)))
    yield at_least(
        f"{name}: pairs of {found.joined} joined, right", _share(found.right, found.joined), 0.995
    )
    yield at_least(
        f"{name}: with an identifier ({found.numbered[1]}), found", _share(*found.numbered), 0.98
    )
    yield at_least(f"{name}: without ({found.bare[1]}), found", _share(*found.bare), 0.35)


def _share(part: int, of: int) -> float:
    return part / of if of else 1.0


def _times(stage: Stage) -> Iterator[Figure]:
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
    """Store what matching each product would store, but for edges."""
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
    """Look for altered copies of some pictures among those of all products."""
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

Answer = tuple[str, str, float]  # right, found, confidence


def colors(_: Stage) -> Iterator[Figure]:
    """Colours from pictures"""
    composed = [
        (name, kind_of("women/tops"), content(garment([color], ground, seed=seed, skin=skin)))
        for ground, skin in GROUNDS.values()
        for name, color in COLORS.items()
        for seed in range(3)
    ]
    yield from _colors("composed garments", composed, 0.8, 0.8)
    feed = os.environ.get("PHOTOGRAPHS")
    if not feed:
        yield Figure("photographs", "none: PHOTOGRAPHS=feed.jsonl")
        return
    held_out = [
        (each.color, each.kind, each.content) for each in photographs(Path(feed), held_out=True)
    ]
    yield from _colors("photographs held out", held_out, 0.87, 0.94)


def _colors(
    what: str, known: Sequence[tuple[str, Kind, bytes]], right: float, surest: float
) -> Iterator[Figure]:
    began = time.process_time()
    answers = [_answer(*each) for each in known]
    yield at_least(f"{what}, a second", len(known) / (time.process_time() - began), 100)
    named = {color for color, *_ in answers}
    folded = [
        (color, found if found in named else WITHOUT.get(found, found), sure)
        for color, found, sure in answers
    ]
    yield at_least(f"{what}, right by the store's colours", _right(folded), right)
    folded.sort(key=lambda each: -each[2])
    sure = folded[: int(len(folded) * 0.8)]
    yield at_least(f"{what}, right, the surest 80 %", _right(sure), surest)
    yield Figure(f"{what}, right by all sixteen", f"{_right(answers):.2f}")


def _answer(color: str, kind: Kind, picture: bytes) -> Answer:
    reading = read_colors(scene_of(picture), kind)
    return color, next(iter(reading.chances)), reading.confidence


def _right(answers: Sequence[Answer]) -> float:
    return sum(color == found for color, found, _ in answers) / len(answers)
