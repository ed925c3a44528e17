"""Reading a feed: rows a second, and the memory that grows with the rows."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from scrapers.feeds.row import FeedDefaults
from scrapers.feeds.survey import products, survey
from tests.bench.report import Figure, at_most
from tests.bench.stage import Stage

TITLE = "Reading a feed (RSS, five sizes a product), before its products are written"
CATALOGUE = False  # whether it measures on the generated products
ROWS, SIZES = 100_000, 5
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


def run(stage: Stage) -> Iterator[Figure]:
    """Measure in a process of its own; the catalogue on the stage is not used."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "feed.xml"
        _write(file)
        seconds, grown = _measured(file)
    yield Figure(f"{ROWS:,} rows, both readings", f"{ROWS / seconds:.0f} rows/s")
    yield Figure("memory that grew", f"{grown / ROWS:.0f} bytes a row")
    yield at_most("memory of a million rows", grown / ROWS * 1e6 / 2**20, AIM_MB, " MB")


def _write(file: Path) -> None:
    with file.open("w", encoding="utf-8") as out:
        out.write('<rss xmlns:g="http://base.google.com/ns/1.0"><channel>')
        for row in range(ROWS):
            number, size = divmod(row, SIZES)
            values = {"row": row, "product": number, "size": 34 + 2 * size, "price": 200 + number}
            out.write(ITEM.format(text="Woven in the Karoo. " * 8, **values))
        out.write("</channel></rss>")


def _measured(file: Path) -> tuple[float, int]:
    """Return the seconds of a reading, and by how many bytes its process grew."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    reader = context.Process(target=_read, args=(file, theirs))
    reader.start()
    measured: tuple[float, int] = ours.recv()
    reader.join()
    return measured


def _read(file: Path, told: multiprocessing.connection.Connection) -> None:
    defaults = FeedDefaults("ZAR", lambda _: True)
    before, started = _peak(), time.perf_counter()
    surveyed = survey(file, defaults, lambda _: None)
    count = sum(1 for _ in products(file, surveyed, defaults, lambda _: None))
    if count != ROWS // SIZES:
        raise RuntimeError(f"{count} products read instead of {ROWS // SIZES}")
    told.send((time.perf_counter() - started, _peak() - before))


def _peak() -> int:
    """Return the most bytes that this process has held; `ru_maxrss` has its parent's in it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
