"""Serves a whole store from its saved answers, and compares what came of it with what it sells."""

from __future__ import annotations

import csv
import gzip
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zlib import crc32

from PIL import Image

from indexer.models import Product
from tests.support.saved_store import Answer, missing, serving

WHOLE = Path(__file__).resolve().parents[1] / "stores" / "whole"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}


class WholeStore:
    """The answers of a folder, by path and page, and how often each path was asked for."""

    def __init__(self, name: str) -> None:
        self.folder, self.base = WHOLE / name, ""
        self.asked = Counter[str]()
        with (self.folder / "truth.tsv").open(encoding="utf-8", newline="") as truth:
            self.truth = list(csv.DictReader(truth, delimiter="\t"))

    def answer(self, address: str) -> Answer:
        """Answer an address after the host."""
        path = urlsplit(address).path
        if path.endswith((".jpg", ".png")):
            return Answer(picture(path), content_type="image/jpeg")
        self.asked[path] += 1
        stem = self.folder / (path.strip("/") or "index")
        if stem.suffix in {*KINDS, ".gz"}:
            stem = stem.with_suffix("").with_suffix("")
        found = sorted(stem.parent.glob(f"{stem.name}{_page(address)}.*"))
        return self._saved(found[0], path) if found else missing(path)

    def _saved(self, file: Path, path: str) -> Answer:
        body = file.read_bytes().replace(b"{base}", self.base.encode())
        if path.endswith(".gz"):
            return Answer(gzip.compress(body, mtime=0), content_type="application/x-gzip")
        return Answer(body, 404 if ".404." in file.name else 200, KINDS[file.suffix])


def _page(address: str) -> str:
    query = unquote(urlsplit(address).query)
    kind = "type=variation" if "type=variation" in query else ""
    page = re.search(r"(?:\bpage=|currentPage:)(\d+)", query)
    number = f"page={page[1]}" if page and page[1] != "1" else ""
    return "@" * bool(kind or number) + "+".join(filter(None, (kind, number)))


def picture(path: str) -> bytes:
    """Return a picture of its own for each path."""
    shade, out = crc32(path.encode()), io.BytesIO()
    image = Image.new("RGB", (200, 250), (shade & 255, shade >> 8 & 255, shade >> 16 & 255))
    image.paste("white", (10 + (shade >> 24 & 63), 10 + (shade >> 4 & 127), 110, 200))
    image.save(out, "JPEG")
    return out.getvalue()


@contextmanager
def whole_store(name: str) -> Iterator[WholeStore]:
    """Serve the store on a free port."""
    store = WholeStore(name)
    with serving(store.answer) as store.base:
        yield store


Sold = tuple[str, Decimal | None, Decimal | None, bool]


def sold(store: WholeStore) -> list[Sold]:
    """Return path, price, ordinary price and stock of each product in each colour, as sold."""
    return [
        (row["path"], Decimal(row["price"]), Decimal(row["was"] or 0), row["in stock"] == "yes")
        for row in store.truth
    ]


def shown(rows: Iterable[Product]) -> list[Sold]:
    """Return the same of what is visible."""
    return [
        (
            urlsplit(row.href or "").path,
            row.price,
            row.ordinary_price or Decimal(0),
            not row.sold_out,
        )
        for row in rows
        if row.gone_at is None
    ]


def named(store: WholeStore, rows: Iterable[Product]) -> list[str]:
    """Return the visible products whose name or sizes, all or those left, are not the store's."""
    by_path: dict[str, list[dict[str, str]]] = {}
    for true in store.truth:
        by_path.setdefault(true["path"], []).append(true)
    wrong = []
    for row in rows:
        own = by_path.get(urlsplit(row.href or "").path, [])
        sizes = set((row.attributes or {}).get("size", []))
        right = any(
            true["name"] in row.name
            and sizes
            in (
                {size.strip("-") for size in true["sizes"].split()},
                {size for size in true["sizes"].split() if size[0] != "-"},
            )
            for true in own
        )
        wrong += [] if right else [f"{row.name} {row.href} {sizes}"]
    return wrong
