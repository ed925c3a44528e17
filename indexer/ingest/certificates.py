"""Read the prices of a brand again, by their certificates: `make certificates BRAND=id`.

Each certificate's text is read by its reader, which must give the published price. Then the
source is read once more by its own reader, as a run does and with its manners, and nothing is
written: what stands at the place now is compared with the text that stood there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import select
from sqlalchemy.orm.attributes import set_committed_value

from indexer.core.db import session_scope
from indexer.core.settings import Settings, SettingsError
from indexer.ingest.crawling import crawl_brand
from indexer.ingest.feeding import FeedFile, crawl_source, ended
from indexer.ingest.importing import FEED_FILE, find_brand
from indexer.ingest.runs.finish import run_limit_s
from indexer.ingest.runs.log import RunLog
from indexer.ingest.runs.memory import bounded_memory
from indexer.ingest.runs.sandbox import sandbox
from indexer.ingest.runs.working import Work
from indexer.models import Brand, Product
from indexer.models.run import CHECK
from scrapers.events import Event, PageFailed
from scrapers.feeds.disk_dict import Shelf
from scrapers.feeds.errors import FeedError
from scrapers.product import Product as Found
from scrapers.values.certificate import Certificate, from_json
from scrapers.values.price.certified import read_again

BATCH = 1_000  # products read from PostgreSQL at once
SHOWN = 100  # products with something to say, on the screen


class Kind(StrEnum):
    """What came of a price's certificate."""

    SAME = "same"
    CHANGED = "price changed at the source"
    GONE = "place is gone"
    NOT_NOTED = "no certificate"
    # What ends the command with 1.
    MISREAD = "our reader now reads another amount from the same text"
    UNREADABLE = "unreadable: the text gives no amount"
    NOT_UNDERSTOOD = "unreadable: what stands there now is not understood"
    NOT_READ = "unreadable: the source was not read to its end"


DEFECTS = frozenset({Kind.MISREAD, Kind.UNREADABLE, Kind.NOT_UNDERSTOOD, Kind.NOT_READ})


@dataclass(frozen=True, slots=True)
class Priced:
    """A published price."""

    key: str
    name: str
    price: Decimal
    currency: str
    certificate: Certificate | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What the source says of a product now."""

    price: Decimal | None
    currency: str
    certificate: Certificate | None
    understood: bool = True


@dataclass(slots=True)
class Source:
    """What the sources of a brand gave when they were read again, on the disk."""

    seen: Shelf[Seen] = field(default_factory=Shelf)
    failures: list[str] = field(default_factory=list)

    def take(self, events: Iterator[Event]) -> None:
        """Keep what a source gives."""
        for event in events:
            if isinstance(event, Found):
                values = event.price, event.currency, event.certificate, event.is_price_known
                self.seen.put(event.group_key, Seen(*values))
            elif isinstance(event, PageFailed):
                self.failures.append(f"{event.url}: {event.reason}")


def verdict(one: Priced, source: Source | None) -> Kind:
    """Return what came of a price; without a source, of its noted text alone."""
    if one.certificate is None:
        return Kind.NOT_NOTED
    again = read_again(one.certificate, one.currency)
    if again is None:
        return Kind.UNREADABLE
    if again != one.price:
        return Kind.MISREAD
    return Kind.SAME if source is None else _at_source(one, one.certificate, source)


def _at_source(one: Priced, noted: Certificate, source: Source) -> Kind:
    now = source.seen.get(one.key)
    if now is None:
        return Kind.NOT_READ if source.failures else Kind.GONE
    if not now.understood:
        return Kind.NOT_UNDERSTOOD
    if now.certificate is None:
        return Kind.GONE
    if (now.price, now.currency) == (one.price, one.currency):
        return Kind.SAME  # perhaps in other words, or elsewhere
    text = (now.certificate.text, now.certificate.digits)
    return Kind.MISREAD if text == (noted.text, noted.digits) else Kind.CHANGED


def published(settings: Settings, brand_id: int) -> Iterator[Priced]:
    """Yield the prices of a brand's products that are not gone, in batches of the database."""
    after = 0
    while True:
        with session_scope(settings.database_url) as session:
            rows = session.execute(
                select(
                    Product.id,
                    Product.group_key,
                    Product.name,
                    Product.price,
                    Product.currency,
                    Product.certificate,
                )
                .where(
                    Product.brand_id == brand_id,
                    Product.gone_at.is_(None),
                    Product.price.is_not(None),
                    Product.id > after,
                )
                .order_by(Product.id)
                .limit(BATCH)
            ).all()
        if not rows:
            return
        for row in rows:
            noted = from_json(row.certificate)
            yield Priced(row.group_key, row.name, row.price, row.currency, noted)
        after = rows[-1].id


def read_sources(settings: Settings, brand_id: int) -> Source:
    """Read a brand's sources again, each address once; nothing is written."""
    work = Work(settings, 0, brand_id, CHECK, datetime.now(UTC), RunLog(0))
    work.limit_s = run_limit_s(settings, brand_id)
    brand, files, has_scraped = _brand(settings, brand_id)
    source = Source()
    with sandbox(f"certificates-{os.getpid()}"), bounded_memory(settings):
        if has_scraped:
            read = crawl_brand if brand.source == "pages" else crawl_source
            source.take(iter(read(brand, work)))
        for file in files:
            if not Path(file).is_file():
                source.failures.append(f"{file}: there is no such file any more")
                continue
            feed = FeedFile(Path(file), file, FEED_FILE)
            source.take(ended(file, work, feed.events(brand, work)))
    return source


def _brand(settings: Settings, brand_id: int) -> tuple[Brand, list[str], bool]:
    """Return the brand, the files that its prices are from, and whether any is of its source."""
    address = Product.certificate["address"].astext
    own = Product.brand_id == brand_id, Product.gone_at.is_(None), Product.price.is_not(None)
    with session_scope(settings.database_url) as session:
        brand = session.get_one(Brand, brand_id)
        _ = brand.pages, brand.styles, brand.country  # read after the session is closed
        session.expunge(brand)
        set_committed_value(brand, "feed_version", None)  # it is read whatever was read before
        files = select(address).where(*own, Product.source == "import").distinct()
        scraped = select(Product.id).where(*own, Product.source == "scrape").limit(1)
        named = [file for file in session.scalars(files) if file]
        return brand, named, session.scalar(scraped) is not None


def check(settings: Settings, brand: str, report: TextIO | None, *, offline: bool) -> bool:
    """Read a brand's prices again and print what came of it; return False where any is wrong.

    Raises FeedError where there is no such brand.
    """
    with session_scope(settings.database_url) as session:
        brand_id = find_brand(session, brand).id
    source = None if offline else read_sources(settings, brand_id)
    counts: Counter[Kind] = Counter()
    for one in published(settings, brand_id):
        kind = verdict(one, source)
        counts[kind] += 1
        now = source.seen.get(one.key) if source and kind is not Kind.SAME else None
        if kind is not Kind.SAME and counts.total() - counts[Kind.SAME] <= SHOWN:
            print("\n".join(_lines(one, kind, now)))
        if report:
            report.write(f"{json.dumps(_row(one, kind), ensure_ascii=False)}\n")
    for failure in source.failures if source else ():
        print(f"Not read: {failure}")
    told = (f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{counts.total()} prices: {', '.join(told) or 'none'}.")
    return not DEFECTS & counts.keys() and not (source and source.failures)


def _lines(one: Priced, kind: Kind, now: Seen | None) -> Iterator[str]:
    yield f"{one.name[:60]} ({one.key[:60]}), {one.currency} {one.price}: {kind}"
    noted = [f"  {one.certificate.words}"] if one.certificate else []
    there = (
        [f"  Now {now.currency} {now.price}. {now.certificate.words}"]
        if now and now.certificate
        else []
    )
    yield from (*noted, *there)


def _row(one: Priced, kind: Kind) -> dict[str, Any]:
    words = one.certificate.words if one.certificate else None
    price = f"{one.price:.2f}"
    return {"key": one.key, "price": price, "currency": one.currency, "is": kind, "read": words}


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    arguments = argparse.ArgumentParser(prog="make certificates", description=__doc__)
    arguments.add_argument("brand", help="the brand's id or slug")
    arguments.add_argument(
        "--offline", action="store_true", help="only the noted texts; no store is asked"
    )
    arguments.add_argument("--report", type=Path, help="a line of JSON for each price goes there")
    return arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the brand; 0 where no price is misread or unreadable, 1 else, 2 if it never began."""
    options = parser().parse_args(arguments)
    try:
        settings = Settings.from_env()
        if options.report is None:
            return 0 if check(settings, options.brand, None, offline=options.offline) else 1
        with options.report.open("w", encoding="utf-8") as report:
            return 0 if check(settings, options.brand, report, offline=options.offline) else 1
    except (FeedError, SettingsError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
