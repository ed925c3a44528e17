"""Files that stores may serve to take memory or time, small as sent or with one part that is all.

`python -m tests.support.hostile_files` reads each as a run reads a store's feed, sitemap, catalogue
or page, and prints what that took: a line of JSON each.
"""

from __future__ import annotations

import gc
import gzip
import io
import itertools
import json
import multiprocessing
import struct
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from indexer.ingest.sources.find import read_home
from indexer.ingest.sources.sample import page_currency
from scrapers.errors import FeedError, MissingPageError
from scrapers.feeds.catalogue import Answer, Catalogue
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.own_pages import page_of
from scrapers.feeds.sitemap import Sitemap
from scrapers.feeds.staging import read_feed

MB = 2**20
RSS = b"<rss><channel>"
GOOD = b"<item><id>1</id><title>t</title>%s</item></channel></rss>"
SITEMAP = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"


@dataclass(frozen=True, slots=True)
class Taken:
    """What reading a file took: s, MB above the idle process so far, and what became of it."""

    name: str
    sent: int
    seconds: float
    peak_mb: int
    said: str


def _repeated(unit: bytes, size: int = 32 * MB) -> Iterator[bytes]:
    part = unit * (MB // len(unit))
    return (part for _ in range(size // len(part)))


def _gzip(*parts: Iterable[bytes]) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6) as packed:
        for part in parts:
            for chunk in part:
                packed.write(chunk)
    return out.getvalue()


def _before(unit: bytes, size: int = 32 * MB) -> Callable[[], bytes]:
    return lambda: _gzip([RSS], _repeated(unit, size))


def _zip(method: int, size: int = 32 * MB) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive, archive.open("feed.xml", "w") as member:
        for chunk in ([RSS], _repeated(b"<a/>", size)):
            for part in chunk:
                member.write(part)
    return out.getvalue()


def _directory() -> bytes:
    entry = b"PK\1\2" + bytes(24) + struct.pack("<HHHHHLL", 1, 0, 0, 0, 0, 0, 0) + b"a"
    entries = entry * 1_000_000
    end = struct.pack("<HHHHLLH", 0, 0, 65_535, 65_535, len(entries), 4, 0)
    return b"PK\3\4" + entries + b"PK\5\6" + end


def _laughs(use: bytes) -> bytes:
    names = b"abcdefghi"
    entities = [b'<!ENTITY a "%s">' % (b"x" * 1000)]
    for before, name in itertools.pairwise(names):
        entities.append(b'<!ENTITY %c "%s">' % (name, b"&%c;" % before * 100))
    return b"<!DOCTYPE r [%s]>%s" % (b"".join(entities), use)


FEEDS: dict[str, Callable[[], bytes]] = {
    "elements before the first item.xml.gz": _before(b"<a/>"),
    "comments between.xml.gz": _before(b"<!---->"),
    "items in elements.xml.gz": _before(b"<a><item/></a>", 4 * MB),  # each is a row refused
    "items in an item.xml.gz": lambda: _gzip([RSS, b"<item>"], _repeated(b"<item/>")),
    "40,000 equal short children.xml": lambda: RSS + GOOD % (b"<size>S</size>" * 40_000),
    "a text of 10 MB.xml": lambda: RSS + b"<item>%s</item>" % (b"x" * 10 * MB),
    "a deep item.xml": lambda: RSS + b"<item>" + b"<a>" * 1_000_000,
    "laughs in an attribute.xml": lambda: _laughs(b"<rss a='&i;'><item><id>1</id></item></rss>"),
    "an entity of a file.xml": lambda: (
        b"<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><rss><item><id>&a;</id></item></rss>"
    ),
    "a list in an item.json.gz": lambda: _gzip([b'{"products":[{"a":['], _repeated(b"[],")),
    "many small after a large.json": lambda: b'[{"id":"%s"}%s]' % (b"x" * 3 * MB, b",{}" * 100_000),
    "lists in lines.jsonl": lambda: (b'{"a":[%s0]}\n' % (b"[]," * 1_300_000)) * 4,
    "quotes that stay open.csv": lambda: b"id,title\n" + (b'"' + b"x" * 3 * MB + b"\n") * 9,
    "columns.csv": lambda: b"id,title," + b"a," * 20 * MB,
    "deflated.zip": lambda: _zip(zipfile.ZIP_DEFLATED),
    "lzma.zip": lambda: _zip(zipfile.ZIP_LZMA, 2 * MB),
    "a million names.zip": _directory,
}
SITEMAPS: dict[str, Callable[[], bytes]] = {
    "elements before the first address": lambda: _gzip([SITEMAP], _repeated(b"<a/>")),
    "addresses": lambda: _gzip([SITEMAP], _repeated(b"<url><loc>/p/%x</loc></url>", 50 * MB)),
}
CATALOGUES: dict[str, Callable[[], bytes]] = {
    "lists": lambda: b'{"products":[' + b"[]," * (12 * MB // 3) + b"0]}",
    "a page of 40 MB": lambda: b'{"products":[' + b"0," * 20 * MB + b"0]}",
}
PAGES: dict[str, Callable[[], bytes]] = {
    "elements": lambda: b"<html><body>" + b"<p>" * (8 * MB // 3 - 99),
    "attributes behind quotes": lambda: b"<html><body>" + b"<p a=\">\" b='>' c=>" * 400_000,
    "quotes that stay open": lambda: b"<html><body>" + b'<p a="' * 1_000_000,
    "scripts of lists": lambda: (
        b"<html><body><h1>t</h1>"
        + b'<script type="application/ld+json">[%s0]</script>' % (b"[]," * 600_000) * 4
    ),
}


def readers() -> Iterator[tuple[str, Callable[[], bytes], Callable[[Path], str]]]:
    """Yield all files, with what reads them."""
    for files, read in (
        (FEEDS, _feed),
        (SITEMAPS, _sitemap),
        (CATALOGUES, _catalogue),
        (PAGES, _page),
    ):
        for name, made in files.items():
            yield name, made, read


def _feed(file: Path) -> str:
    defaults = FeedDefaults("ZAR", lambda _: True, website="https://s.example/")
    try:
        found = read_feed(file, defaults, lambda _: None)
        count = sum(1 for _ in found.products())
    except FeedError as error:
        return str(error)
    refused = f": {found.refusals[0].reason}" if found.refusals else ""
    return f"{count} products, {len(found.refusals)} rows refused{refused}"


def _sitemap(file: Path) -> str:
    body = file.read_bytes()

    def read(address: str) -> bytes:
        if address.endswith("/sitemap.xml"):
            return body
        raise MissingPageError("There is no such file.")

    sitemap = Sitemap("https://s.example", read)
    return f"{len(sitemap.addresses(''))} addresses. {sitemap.broken}"


def _catalogue(file: Path) -> str:
    body = file.read_bytes()
    catalogue = Catalogue("https://s.example", lambda url: Answer(body, {}, url))
    try:
        return f"{sum(1 for _ in catalogue)} products. {catalogue.broken}"
    except FeedError as error:
        return str(error)


def _page(file: Path) -> str:
    body, url = file.read_bytes(), "https://s.example/"
    home, product, currency = read_home(body, url), page_of(body, url), page_currency(body, url)
    return f"{len(home.departments)} departments, product {product}, {currency}"


def _memory(name: str) -> int:
    """Return what the kernel counts of this process, bytes."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition(name)[2].split()[0])


def take() -> Iterator[Taken]:
    """Read all files, each in a process of its own that is forked from an idle one, as jobs are."""
    import indexer.jobs.tasks  # noqa: F401 - what an idle worker has loaded

    gc.freeze()  # as its supervisor does
    fork = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, made, read) in enumerate(readers()):
            file = Path(folder) / f"{number} {name}"
            _done(fork.Process(target=lambda: file.write_bytes(made())))  # noqa: B023 - run at once
            ours, theirs = fork.Pipe(duplex=False)
            _done(fork.Process(target=_read, args=(read, file, theirs)))
            yield Taken(name, file.stat().st_size, *ours.recv())
            file.unlink()


def _done(process: BaseProcess) -> None:
    process.start()
    process.join()
    assert process.exitcode == 0, process.exitcode


def _read(read: Callable[[Path], str], file: Path, to: Connection) -> None:
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak begins anew
    idle, began = _memory("VmRSS:"), time.monotonic()
    said = read(file)
    seconds = round(time.monotonic() - began, 2)
    to.send((seconds, (_memory("VmHWM:") - idle) // MB, said[:160]))


if __name__ == "__main__":
    for one in take():
        print(json.dumps(asdict(one)), flush=True)
