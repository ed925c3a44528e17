"""The forms in which shops publish their feeds: each is read, or refused with its own reason."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.errors import FeedError
from scrapers.feeds.forms import packed
from scrapers.feeds.forms.record import Record
from scrapers.feeds.forms.records import read_records
from scrapers.feeds.row import FeedDefaults, parse_row

GOOGLE = 'xmlns:g="http://base.google.com/ns/1.0"'
PLAIN = {"id": "1", "title": "Linen tee", "price": "299.00 ZAR"}
DEFAULTS = FeedDefaults("ZAR", {"ZAR"}.__contains__, website="https://shop.example")


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], list[Record]]:
    def read(content: str | bytes, name: str = "feed") -> list[Record]:
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(read_records(file))

    return read


Read = Callable[..., list[Record]]


def rss(*items: str, head: str = "") -> str:
    inside = "".join(f"<item>{item}</item>" for item in items)
    return f"<?xml version='1.0'?>{head}<rss {GOOGLE}><channel>{inside}</channel></rss>"


@pytest.mark.parametrize(
    ("item", "values"),
    [
        ("<g:id>1</g:id><title>Tee</title>", {"id": "1", "title": "Tee"}),
        ("<g:id>1</g:id><g:title>Tee</g:title><title>Shop: Tee</title>", {"title": "Tee"}),
        ("<id>1</id><title>Tee</title>", {"id": "1", "title": "Tee"}),
        ("<g:id>1</g:id><title><![CDATA[Tee & <b>Hat</b>]]></title>", {"id": "1"}),
        ("<title>Tee & Hat &eacute;&#233;&amp;</title>", {"title": "Tee & Hat éé&"}),
        ("<title>Fisher&nbsp;Price</title>", {"title": "Fisher Price"}),
        ("<title>Tee\x0b</title>", {"title": "Tee"}),
        ("<title>Tee &unknown; Hat</title>", {"title": "Tee &unknown; Hat"}),
        (
            "<g:additional_image_link>a</g:additional_image_link>"
            "<g:additional_image_link>b</g:additional_image_link>",
            {"additional_image_link": ["a", "b"]},
        ),
        (
            "<g:price>5 ZAR</g:price><g:shipping><g:price>60 ZAR</g:price></g:shipping>",
            {"price": "5 ZAR"},
        ),
        (
            "<g:structured_title><g:digital_source_type>default</g:digital_source_type>"
            "<g:content>Tee</g:content></g:structured_title>",
            {"structured_title": {"digital_source_type": "default", "content": "Tee"}},
        ),
    ],
)
def test_an_rss_item_is_read(read: Read, item: str, values: dict[str, Any]) -> None:
    (found,) = read(rss(item))
    assert values.items() <= found.values.items()
    assert (found.line, found.unit) == (1, "item")


def test_atom_and_plain_lists_of_products_are_read(read: Read) -> None:
    entry = (
        "<entry><g:id>1</g:id><title>Tee</title><link rel='self' href='/self'/>"
        "<link href='https://shop.example/tee'/></entry>"
    )
    (found,) = read(f"<feed xmlns='http://www.w3.org/2005/Atom' {GOOGLE}>{entry}</feed>")
    assert found.values["link"] == "https://shop.example/tee"
    (found,) = read("<products><product><id>1</id><title>Tee</title></product></products>")
    assert found.values == {"id": "1", "title": "Tee"}


def test_what_a_server_prints_before_its_xml_is_left_out(read: Read) -> None:
    assert read(f"\n<br />\n<b>Warning</b>: line 3\n{rss('<title>Café</title>')}")


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "windows-1252"])
def test_xml_is_read_in_the_encoding_that_it_declares(read: Read, encoding: str) -> None:
    text = rss("<title>Café</title>").replace("?>", f" encoding='{encoding}'?>", 1)
    assert read(text.encode(encoding))[0].values["title"] == "Café"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (rss("<g:id>1</g:id>", "<g:id>2</g:id>")[:-40], "broken after item 1"),
        (rss(), "without an item"),
        ("<!DOCTYPE html><html><body>Moved</body></html>", "a web page"),
        ("\ufeff<html><item/></html>", "a web page"),
        (
            rss("<g:id>&b;</g:id>", head="<!DOCTYPE r [<!ENTITY b 'x'><!ENTITY c '&b;&b;'>]>"),
            "entities of its own",
        ),
        ('[{"id": "1"}, {"id": "2"', "broken after item 1"),
        ('{"products": [{"id": "1"} {"id": "2"}]}', "broken after item 0"),
        ('[{"id": "1"}, ' + "[" * 100_000, "broken after item 1"),
        ('[{"id": "1"}, {"id": ' + "9" * 10_000 + "}]", "broken after item 1"),
        (gzip.compress(b"id,title\n" + b"1,Tee\n" * 50_000)[:-30], "breaks off"),
        (b"\x1f\x8brubbish", "breaks off"),
        (b"PK\x03\x04" + bytes(range(256)), "cannot be unpacked"),
    ],
    ids=lambda given: given[:30] if isinstance(given, str) else "bytes",
)
def test_what_is_broken_says_where_and_why(read: Read, content: str | bytes, message: str) -> None:
    with pytest.raises(FeedError, match=message):
        read(content)


def zipped(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "id,title\n1,Tee\n")
    return made.getvalue()


def test_packed_feeds_are_read(read: Read) -> None:
    for content in (
        gzip.compress(b"id,title\n1,Tee\n"),
        gzip.compress(rss("<g:id>1</g:id>").encode()),
        zipped("export/feed.csv", "__MACOSX/._feed.csv"),
        gzip.compress(gzip.compress(b"id,title\n1,Tee\n")),  # a server packs what is packed
        gzip.compress(zipped("feed.csv")),
    ):
        assert [record.values["id"] for record in read(content)] == ["1"]
    with pytest.raises(FeedError, match=r"holds a.csv, b.csv; a packed feed is one file"):
        read(zipped("a.csv", "b.csv"))


def test_a_bomb_is_given_up(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "BOMB_FROM", 1_000_000)
    with pytest.raises(FeedError, match="200 times"):
        read(gzip.compress(b"id,title\n" + b"1,Tee\n" * 2_000_000))


@pytest.mark.parametrize(
    "table",
    [
        "# exported by a plugin\n\nid,title,price\n1,Linen tee,299.00 ZAR\n",
        "sep=;\nid;title;price\n1;Linen tee;299.00 ZAR\n",
        "id,title,price\r1,Linen tee,299.00 ZAR\r",
        "# Required | its id,# Required | its title\nid,title,price\n1,Linen tee,299.00 ZAR\n",
        "id\ttitle\tprice\n1\tLinen tee\t299.00 ZAR\t\t\n",
        "ID,Title,Price \n1,Linen tee,299.00 ZAR\n",
    ],
)
def test_a_table_is_read_as_spreadsheets_and_plugins_write_it(read: Read, table: str) -> None:
    assert [record.values for record in read(table)] == [PLAIN]


def test_a_table_that_is_ansi_as_a_whole_is_read_so(read: Read) -> None:
    rows = "".join(f"{n},Café {n}\n" for n in range(4))
    assert read(f"id,title\n{rows}".encode("windows-1252"))[3].values["title"] == "Café 3"


@pytest.mark.parametrize(
    "document",
    [
        [PLAIN],
        {"kind": "list", "resources": [PLAIN]},
        {"products": [{"offerId": "1", "id": "online:en:ZA:1", "title": "Linen tee"}]},
        {"products": [{"offerId": "1", "productAttributes": {"title": "Linen tee"}}]},
        {"id": "all", "title": "Shop", "filters": [{"name": "Red"}], "items": [PLAIN]},
        {"status": "ok", "data": {"paging": {"next": None}, "products": [PLAIN]}},
        {"rss": {"channel": {"title": "Shop", "item": [PLAIN]}}},
        {"products": {"1": PLAIN}},
        {"1": PLAIN},
        {"data": {"products": {"edges": [{"node": PLAIN}]}}},
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_document_is_read_by_its_list(read: Read, document: Any, indent: int | None) -> None:
    (found,) = read(json.dumps(document, indent=indent), "feed.json")
    assert {"id": "1", "title": "Linen tee"}.items() <= found.values.items()
    assert found.unit == "item"


def test_a_document_larger_than_a_buffer_is_read_whole(read: Read) -> None:
    listed = [{"id": str(n), "title": "é" * n} for n in range(2_000)]
    found = read("\ufeff" + json.dumps({"items": listed}, ensure_ascii=False))
    assert [record.values["id"] for record in found] == [str(n) for n in range(2_000)]


def test_googles_interfaces_name_attributes_in_their_own_way(read: Read) -> None:
    (found,) = read(
        json.dumps(
            {
                "offerId": "CA1",
                "title": "Tee",
                "price": {"value": "299.00", "currency": "ZAR"},
                "salePrice": {"amountMicros": "199990000", "currencyCode": "ZAR"},
                "additionalImageLinks": ["https://shop.example/2.jpg"],
                "imageLink": "https://shop.example/1.jpg",
                "itemGroupId": "CA",
            }
        )
    )
    item = parse_row(found.values, DEFAULTS).product
    assert (str(item.price), str(item.ordinary_price), item.group) == ("199.99", "299.00", "CA")
    assert [image.url for image in item.images] == [
        "https://shop.example/1.jpg",
        "https://shop.example/2.jpg",
    ]


def test_shopifys_export_and_its_products_give_the_same_rows(read: Read) -> None:
    head = (
        "Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,"
        "Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,"
        "Variant Compare At Price,Image Src,Status\n"
    )
    table = head + (
        "tee,Linen Tee,Acme,T-shirts,true,Colour,Red,Size,M,shopify,0,deny,299.00,399.00,https://shop.example/1.jpg,active\n"
        "tee,,,,,,Blue,,L,shopify,0,continue,299.00,,https://shop.example/2.jpg,\n"
        "tee,,,,,,,,,,,,,,https://shop.example/3.jpg,\n"
        "hat,Hat,Acme,Hats,true,Title,Default Title,,,,,,99.00,,,draft\n"
    )
    red, blue, hat = read(table)
    assert hat.problem == "the product is not published"
    assert hat.line == 5
    product = {
        "handle": "tee",
        "title": "Linen Tee",
        "vendor": "Acme",
        "product_type": "T-shirts",
        "options": [{"name": "Colour"}, {"name": "Size"}],
        "images": [{"src": f"https://shop.example/{n}.jpg"} for n in (1, 2, 3)],
        "variants": [
            {"option1": "Red", "option2": "M", "price": "299.00", "compare_at_price": "399.00"}
            | {"available": False},
            {"option1": "Blue", "option2": "L", "price": "299.00", "available": True},
        ],
    }
    served = read(json.dumps({"products": [product]}))
    items = [parse_row(record.values, DEFAULTS).product for record in (red, blue)]
    assert [parse_row(record.values, DEFAULTS).product for record in served] == items
    assert [item.group_key for item in items] == ["tee:red", "tee:blue"]
    assert [item.sold_out for item in items] == [True, False]
    assert [str(item.ordinary_price) for item in items] == ["399.00", "None"]
    assert items[0].href == "https://shop.example/products/tee"
    assert [item.attributes["size"] for item in items] == [("M",), ("L",)]
    assert len(items[0].images) == 3


@pytest.mark.parametrize(
    ("name", "expected"),
    {
        "b01-rss.xml": [("Linen Shirt & Belt", "299.00")],
        "b02-atom.xml": [("Linen Dress", "499.00")],
        "b03-gzip.tsv.gz": [("Plain Cotton Shirt", "299.00")],
        "b15-shopify.csv": [("Linen Tee", "299.00")],
        "b16-array.json": [("Array tee", "299.00")],
        "b17-headerspace.csv": [("Header Tee", "299.00")],
        "b18-gheader.tsv": [("G header tee", "299.00")],
        "b20-ragged.tsv": [
            (f"{name} tee", "299.00") for name in ("Full row", "Extra tab", "After")
        ],
        "b21-comment.csv": [("Comment tee", "299.00")],
        "b22-sep.csv": [("Sep tee", "299.00")],
        "b23-contentapi.jsonl": [("Content API tee", "199.00")],
        "b24-structured-title.tsv": [("Generated name tee", "299.00")],
        "b25-meta-catalogue.csv": [("Meta tee", "299.00")],
    }.items(),
)
def test_a_feed_as_shops_publish_it_is_read(
    shared: Path, name: str, expected: list[tuple[str, str]]
) -> None:
    records = read_records(shared / "cases" / "feeds" / name)
    items = [parse_row(record.values, DEFAULTS).product for record in records if not record.problem]
    assert [(item.name, str(item.price)) for item in items] == expected
    assert all(item.href or name == "b16-array.json" for item in items)


WOO = {
    "name": "Tee",
    "permalink": "https://shop.example/tee",
    "prices": {"price": "29900", "currency_code": "ZAR"},
    "is_in_stock": True,
}
LISTS = {"images": [{"id": 9, "src": "https://shop.example/i.jpg"}]}
SHOPIFY = {"variants": [{"price": "299.00"}], "handle": "tee", "title": "Tee"}


@pytest.mark.parametrize("product", [LISTS | WOO | {"id": 1}, LISTS | SHOPIFY, LISTS | PLAIN])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_list_inside_a_lines_object_is_no_list_of_products(
    read: Read, product: dict[str, Any], count: int
) -> None:
    """Whatever the order of its keys: all lines but the first were lost, without a word."""
    found = read("\n".join([json.dumps(product)] * count), "feed.jsonl")
    assert len(found) == count
    assert all(record.values.get("title") in {"Tee", "Linen tee"} for record in found)
    listed = read(json.dumps({"products": [product] * count, "title": "Feed", "id": 1}))
    assert len(listed) == count


def test_a_shopify_product_of_several_colours_is_linked_in_each(read: Read) -> None:
    """One of a single colour has its own link, which its list shows, too."""
    colours = [("Red", "M"), ("Red", "L"), ("Blue", "M")]
    variants = [
        {"id": n, "option1": colour, "option2": size, "price": "9.00"}
        for n, (colour, size) in enumerate(colours, 1)
    ]
    product = {"handle": "tee", "title": "Tee", "options": [{"name": "Color"}, {"name": "Size"}]}
    links = [one.values["link"] for one in read(json.dumps(product | {"variants": variants}))]
    assert links == [f"/products/tee?variant={n}" for n in (1, 2, 3)]
    (one,) = read(json.dumps(product | {"variants": variants[:1]}))
    assert one.values["link"] == "/products/tee"
