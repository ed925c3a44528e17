"""One thing at several stores: copies of pictures, pairs with known truth, and the time of it.

`PHOTOGRAPHS=feed.jsonl` names photographs of garments (`dev.colors.photographs`),
`NAMES=feed.jsonl` a catalogue with brands and numbers (MPN). What is composed is always judged; the
last of the three markets is of parts that were set aside until the rules stood.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

import psutil
from PIL import Image
from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from indexer.catalogue.rates import rates_in_force
from indexer.core.db import session_scope
from indexer.models import OfferFacts, OfferPicture, Product
from indexer.offers import rows
from indexer.offers.evidence import Facts
from indexer.offers.matching import BATCH, match
from indexer.offers.picture import BANDS, WIDE, Forms, bands_of, forms_of, is_copy, packed
from scrapers.values.identifiers import MPN, Identifier
from tests.bench.report import Figure, at_least, at_most, percentile
from tests.bench.stage import Stage
from tests.support.garments import content
from tests.support.market import (
    ALTERATIONS,
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

TITLE = "One thing at several stores"
CATALOGUE = True
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
SHOPS_WORDS = ("{title}", "{title} - {color}", "{brand} {title}", "{title} in {color}")


def run(stage: Stage) -> Iterator[Figure]:
    """Measure pictures, pairs, and the time at the size of the stage's catalogue."""
    photographs, names = os.environ.get("PHOTOGRAPHS"), os.environ.get("NAMES")
    if photographs:
        yield from _copies(Path(photographs))
    for name, (parts, seed) in COMPOSED.items():
        yield from _pairs(name, market(parts, THINGS, 12, seed=seed))
    if names:
        yield from _pairs("real names and numbers", _named(Path(names)))
    yield from _times(stage)


def _copies(feed: Path) -> Iterator[Figure]:
    """Judge altered copies of all photographs; the same garment may look alike in its colours."""
    files = sorted((feed.parent / "images").glob("*.jpg"))
    known = {path.name: forms_of(path.read_bytes()) for path in files}
    foreign = 0
    for how in ALTERATIONS:
        found = 0
        for path in files:
            with Image.open(path) as opened:
                copy = forms_of(altered(opened.convert("RGB"), how))
            found += is_copy(copy, known[path.name])
            garment = path.name.split("-")[0]
            foreign += any(
                is_copy(copy, other)
                for name, other in known.items()
                if not name.startswith(garment)
            )
        yield at_least(f"copies {how}, found", found / len(files), 0.95)
    yield at_most("copies joined with another garment", foreign, 0)


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


def _named(feed: Path) -> list[Listing]:
    """Return a real catalogue's products as two stores list them, each in its words."""
    rng, listings = random.Random(5), []
    lines = feed.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(rng.sample(lines, 1_000)):
        row = json.loads(line)
        price = Decimal(row["price"].split()[0])
        for store in (1, 2):
            name = rng.choice(SHOPS_WORDS).format(**row)
            own = (Identifier(MPN, row["mpn"]),)
            paid = price * rng.randint(85, 115) / 100
            listings.append(
                Listing(number, store, name, row["brand"], row["color"], paid, None, own)
            )
    return listings


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
