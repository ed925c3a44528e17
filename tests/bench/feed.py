"""Reading a feed and publishing it: rows a second, and the memory that grows with the rows."""

from __future__ import annotations

import multiprocessing
import os
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from sqlalchemy import select

from indexer.catalogue.tables import load_reference
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.feeding import crawl_source
from indexer.ingest.importing import import_feed
from indexer.ingest.runs.finish import run_by_id
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import work_on
from indexer.ingest.scraping import scrape
from indexer.migrate import migrate
from indexer.models import Brand
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from tests.bench.report import Figure, at_most
from tests.bench.stage import Stage

ROWS, FEW_ROWS = 60_000, 25_000  # by the fewer, caches of words (20,000) are full
AIM_MB = 400  # for a million rows
ITEM = (
    "<item><g:id>{row}</g:id><g:item_group_id>G{product}</g:item_group_id>"
    "<title>Linen dress number {product}</title><description>{text}</description>"
    "<link>https://shop.example/products/linen-dress-{product}</link>"
    "<g:image_link>https://shop.example/pictures/{product}.jpg</g:image_link>"
    "<g:price>{price}.00 ZAR</g:price><g:availability>in stock</g:availability>"
    "<g:product_type>Women &gt; Dresses</g:product_type><g:color>Sand</g:color>"
    "<g:size>{size}</g:size></item>\n"
)


def feed(stage: Stage) -> Iterator[Figure]:
    """A feed (RSS) from its first byte to its last commit, by file and by address"""
    rows = int(os.environ.get("FEED_ROWS") or ROWS)
    with TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.xml", Path(folder) / "many.xml"
        _write(few, min(rows, FEW_ROWS))
        _write(many, rows)
        for name, read in (("read", _survey), ("by file", _by_file), ("by address", _by_address)):
            _, less = _measured(stage, read, few)
            seconds, most = _measured(stage, read, many)
            a_row = max(0.0, (most - less) / (rows - min(rows, FEW_ROWS) or 1))
            million = (most + a_row * (1_000_000 - rows)) / 2**20
            yield Figure(f"{name}: {rows:,} rows", f"{rows / seconds:.0f} rows/s")
            yield Figure(f"{name}: memory that more rows take", f"{a_row:.0f} bytes a row")
            yield at_most(f"{name}: memory of a million rows", million, AIM_MB, " MB")


def _write(file: Path, rows: int) -> None:
    with file.open("w", encoding="utf-8") as out:
        out.write('<rss xmlns:g="http://base.google.com/ns/1.0"><channel>')
        for row in range(rows):
            values = {"row": row, "product": row, "size": 34, "price": 200 + row % 4_000}
            out.write(ITEM.format(text="Woven in the Karoo. " * 8, **values))
        out.write("</channel></rss>")


Read = Callable[[Settings, Path], int]


def _measured(stage: Stage, read: Read, file: Path) -> tuple[float, int]:
    """Return the seconds of a reading, and the most bytes that its process has held above idle."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    reader = context.Process(target=_in_a_process, args=(stage.settings, read, file, theirs))
    reader.start()
    measured: tuple[float, int] = ours.recv()
    reader.join()
    return measured


def _in_a_process(settings: Settings, read: Read, file: Path, told: Connection) -> None:
    # Documents are not what is measured: no index answers, and they wait.
    settings = settings.but(
        elasticsearch_url="http://127.0.0.1:9",
        redis_url="redis://127.0.0.1:9/0",
        allow_loopback_stores=True,
        demo_stores_map=None,
    )
    before, started = _peak(), time.perf_counter()
    count = read(settings, file)
    told.send((time.perf_counter() - started, _peak() - before))
    if not count:
        raise RuntimeError("nothing was read")


def _survey(_: Settings, file: Path) -> int:
    defaults = FeedDefaults("ZAR", lambda _: True)
    return sum(1 for _ in read_feed(file, defaults, lambda _: None).products())


def _by_file(settings: Settings, file: Path) -> int:
    slug = _brand(settings, "")
    return import_feed(settings, slug, file).run.found_count


def _by_address(settings: Settings, file: Path) -> int:
    handler = partial(_Quiet, directory=str(file.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        slug = _brand(settings, f"http://127.0.0.1:{server.server_address[1]}/{file.name}")
        with session_scope(settings.database_url) as session:
            brand_id = session.scalars(select(Brand.id).where(Brand.slug == slug)).one()
            run_id = open_run(session, brand_id, "scrape+classify").id
        ending = work_on(settings, run_id, lambda work: scrape(work, crawl_source))
        if ending is None or ending.result not in {"success", "suspect"}:
            raise RuntimeError(str(ending))
        with session_scope(settings.database_url) as session:
            return run_by_id(session, run_id).found_count


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write no line for each request."""


def _brand(settings: Settings, feed_url: str) -> str:
    migrate(settings.database_url)
    with session_scope(settings.database_url) as session:
        load_reference(session)
        slug = f"bench-{uuid.uuid4().hex[:8]}"
        source = {"source": "feed", "feed_url": feed_url} if feed_url else {}
        session.add(Brand(slug=slug, name=slug, website="https://shop.example/", **source))
    return slug


def _peak() -> int:
    """Return the most bytes that this process has held; `ru_maxrss` has its parent's in it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
