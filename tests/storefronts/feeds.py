"""Shops with a product feed for Google Merchant Center: RSS, Atom, TSV and CSV."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from tests.storefronts.person import Storefront
from tests.storefronts.serving import Answer, Asked, as_xml, zipped
from tests.storefronts.truth import Product

Record = dict[str, str]
GOOGLE = 'xmlns:g="http://base.google.com/ns/1.0"'


def records(front: Feed, base: str) -> Iterator[Record]:
    """A record for each colour and size, as the specification of the feed names its attributes."""
    for one in front.in_feed:
        for tile in one.tiles:
            for size, left in tile.offers:
                price = f"{tile.was or tile.price} {front.currency}"
                varies = one.coloured or bool(tile.sizes)
                number = one.number_of(tile, size)
                link = f"{base}{front.path(one)}" + (f"?variant={number}" if varies else "")
                row = {
                    "id": str(number),
                    "title": one.title,
                    "description": one.words,
                    "link": link,
                    "image_link": base + tile.picture,
                    "availability": front.stock_words[left],
                    "price": price if front.priced else "",
                    "sale_price": f"{tile.price} {front.currency}" if tile.was else "",
                    "brand": front.name,
                    "condition": "new",
                    "product_type": f"Home > {one.department.title()}",
                    "material": one.cloth,
                    "color": tile.colour,
                    "size": size,
                    "item_group_id": str(one.number) if varies else "",
                }
                yield row if front.priced else row | {"sale_price": ""}


def _elements(row: Record, plain: Sequence[str] = ()) -> str:
    names = ((name, name if name in plain else f"g:{name}") for name in row if row[name])
    return "".join(f"<{tag}>{escape(row[name])}</{tag}>" for name, tag in names)


def rss(front: Feed, rows: Sequence[Record], base: str) -> Answer:
    """RSS 2.0, whose title, link and description have no prefix."""
    plain = ("title", "link", "description")
    items = "".join(f"<item>{_elements(row, plain)}</item>" for row in rows)
    channel = (
        f"<title>{escape(front.name)}</title><link>{base}</link><description>All</description>"
    )
    return as_xml(f'<rss version="2.0" {GOOGLE}><channel>{channel}{items}</channel></rss>')


def atom(front: Feed, rows: Sequence[Record], base: str) -> Answer:
    """Atom 1.0, with the link as an attribute."""
    made = []
    for row in rows:
        rest = {name: words for name, words in row.items() if name not in {"title", "link"}}
        link = f'<link rel="alternate" href="{escape(row["link"])}"/>'
        title = f"<title>{escape(row['title'])}</title>"
        made.append(f"<entry>{title}{link}{_elements(rest)}</entry>")
    head = f"<title>{escape(front.name)}</title><link rel='self' href='{base}/'/>"
    space = 'xmlns="http://www.w3.org/2005/Atom"'
    return as_xml(f"<feed {space} {GOOGLE}>{head}{''.join(made)}</feed>")


def _table(rows: Sequence[Record], delimiter: str) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def comma(_front: Feed, rows: Sequence[Record], _base: str) -> Answer:
    """CSV in UTF-8 with a byte order mark."""
    return Answer(("\ufeff" + _table(rows, ",")).encode(), kind="text/csv; charset=utf-8")


def tabs(_front: Feed, rows: Sequence[Record], _base: str) -> Answer:
    """Lines with tabs in Windows-1252, of which no header says so."""
    return Answer(_table(rows, "\t").encode("cp1252"), kind="text/plain")


def packed(front: Feed, rows: Sequence[Record], base: str) -> Answer:
    """RSS as gzip."""
    return zipped(rss(front, rows, base))


def in_zip(front: Feed, rows: Sequence[Record], base: str) -> Answer:
    """RSS in a zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("products.xml", rss(front, rows, base).body)
    return Answer(out.getvalue(), kind="application/zip")


@dataclass
class Feed(Storefront):
    """A shop with a feed at `address`, found by itself or through `head` and `robots`."""

    address: str = "/feed/google.xml"
    written: Callable[[Feed, Sequence[Record], str], Answer] = rss
    share: int = 1  # every nth product is in the feed
    priced: bool = True
    elsewhere: str = ""  # the store that the feed's links lead to, where it is another's
    stock_words: tuple[str, str] = ("out of stock", "in stock")

    @property
    def cheap(self) -> bool:
        return self.priced and self.share == 1 and not self.elsewhere

    product_path = "/products/{}"
    list_path = "/c/{}"

    @property
    def in_feed(self) -> Sequence[Product]:
        """The products in the feed."""
        return self.products[:: self.share]

    def special(self, asked: Asked) -> Answer | None:
        if asked.path == self.address:
            base = self.elsewhere or asked.base
            return self.written(self, list(records(self, base)), base)
        return super().special(asked)
