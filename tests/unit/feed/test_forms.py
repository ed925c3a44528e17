"""The forms in which shops publish their feeds: each is read, or refused with its own reason."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapers.errors import FeedError
from scrapers.feeds import unpack
from scrapers.feeds.files import read_records
from scrapers.feeds.merchant import FeedDefaults, Record, parse_row
from scrapers.product import Product
from scrapers.structured.html_tree import tree_of

ANSWERS = Path(__file__).with_name("answers")
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


CASES = {
    name: case.removesuffix("\n").partition("\n--\n")[::2]
    for part in Path(__file__).with_name("forms.txt").read_text("utf-8").split("\n== ")[1:]
    for name, _, case in [part.partition("\n")]
}


def told(file: Path) -> Iterator[str]:
    """Yield what is read of a file as forms.txt writes it."""
    try:
        for record in read_records(file):
            values = json.dumps(record.values, ensure_ascii=False)
            yield f"! {record.line} {record.problem}" if record.problem else values
    except FeedError as error:
        yield f"!! {error}"


@pytest.mark.parametrize("name", CASES)
def test_a_feed_is_read_or_refused_with_its_reason(tmp_path: Path, name: str) -> None:
    content, expected = CASES[name]
    file = tmp_path / "feed"
    file.write_text(content, encoding="utf-8", newline="")
    assert list(told(file)) == expected.splitlines()


@pytest.mark.parametrize("declared", ["utf-8", "utf-16", "iso-8859-1", "windows-1252", "nonsense"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16", "utf-16-le"])
def test_a_declared_encoding_is_believed_where_the_bytes_allow_it(
    read: Read, declared: str, encoding: str
) -> None:
    names = ["Café Tray", "Rosé", "Crème brûlée dish", "Plain " * 20_000, "Tête-à-tête"]
    xml = rss(*(f"<title>{name}</title>" for name in names))
    rows = [{"id": str(number), "title": name, "price": "1"} for number, name in enumerate(names)]
    texts = {
        "XML": xml.replace("?>", f" encoding='{declared}'?>", 1),
        "JSON": json.dumps(rows, ensure_ascii=False),
        "a table": "id,title\n" + "".join(f"{row['id']},{row['title']}\n" for row in rows),
    }
    said = {form: [record.values["title"] for record in read(text.encode(encoding))]
            for form, text in texts.items()}  # fmt: skip
    assert [
        form for form, found in said.items() if [*map(str.strip, found)] != [*map(str.strip, names)]
    ] == []
    page = f"<meta charset='{declared}'><h1>Café</h1>".encode(encoding)
    assert tree_of(page).findtext(".//h1") == "Café"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("\ufeff<html><item/></html>", "a web page"),
        ('[{"id": "1"}, ' + "[" * 100_000, "broken after item 1"),
        ('[{"id": "1"}, {"id": ' + "9" * 10_000 + "}]", "broken after item 1"),
        (gzip.compress(b"id,title\n" + b"1,Tee\n" * 50_000)[:-30], "breaks off"),
        (b"\x1f\x8brubbish", "breaks off"),
        (b"PK\x03\x04" + bytes(range(256)), "cannot be unpacked"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "neither XML nor JSON nor a table"),
    ],
    ids=range(7),
)
def test_what_is_broken_says_where_and_why(read: Read, content: str | bytes, message: str) -> None:
    with pytest.raises(FeedError, match=message):
        read(content)


@pytest.mark.parametrize("odd", [b"\x00\r\x01 \r\xff", b"a\rb\x1a" * 50, b"x" * 200_000])
def test_what_is_no_feed_is_refused_whatever_its_bytes(read: Read, odd: bytes) -> None:
    for name in ("feed.zip", "feed.csv", "feed.xml"):
        with pytest.raises(FeedError):
            read(odd + b"\n" + odd, name)


def test_broken_or_long_lines_of_json_cost_themselves_alone(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    def good(found: list[Record]) -> list[str]:
        return [str(record.values["id"]) for record in found if not record.problem]

    assert good(read('{"id": ' + "9" * 10_000 + '}\n{"id": "2"}\n' + "[" * 50_000)) == ["2"]
    monkeypatch.setattr(unpack, "LINE_LIMIT", 64)
    long = json.dumps({"id": "1", "title": "x" * 1_000})
    found = read(f'{long}\n{{"id": "2"}}\n{long}')
    assert (good(found), [one.line for one in found if one.problem]) == (["2"], [1, 3])


@pytest.mark.parametrize("first", ["Dress", "Hat " * 30_000])
def test_a_line_that_is_not_utf8_is_windows_1252_or_refused(read: Read, first: str) -> None:
    lines = f"id,title\n1,{first}\n".encode(), b"2,Ros\xe9\n", "3,Café\n".encode()
    assert read(b"".join(lines[:2]))[1].values["title"] == "Rosé"
    found = read(b"".join((lines[0], lines[2], lines[1])))
    assert [one.problem for one in found] == [None, None, "the line is not UTF-8 (byte 6)"]


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
    ):
        assert [record.values["id"] for record in read(content)] == ["1"]
    with pytest.raises(FeedError, match=r"holds a.csv, b.csv; a packed feed is one file"):
        read(zipped("a.csv", "b.csv"))


def product(record: Record) -> Product:
    """Return what a row is, wherever its price stood."""
    return replace(parse_row(record.values, DEFAULTS).product, origin="")


def test_shopifys_export_and_its_products_give_the_same_rows() -> None:
    *rows, hat = read_records(ANSWERS / "shopify.csv")
    assert (hat.problem, hat.line) == ("the product is not published", 5)
    served = read_records(ANSWERS / "shopify.json")
    items = [product(record) for record in rows]
    assert [*map(product, served)] == items
    assert [(one.group_key, one.sold_out, str(one.ordinary_price)) for one in items] == [
        ("tee:red", True, "399.00"),
        ("tee:blue", False, "None"),
    ]
    assert (items[0].href, len(items[0].images)) == ("https://shop.example/products/tee", 3)
    assert [item.attributes["size"] for item in items] == [("M",), ("L",)]


PUBLISHED = Path(__file__).with_name("published.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", PUBLISHED)
def test_a_feed_as_shops_publish_it_is_read(shared: Path, row: str) -> None:
    name, _, expected = row.partition("\t")
    records = read_records(shared / "cases" / "feeds" / name)
    items = [product(record) for record in records if not record.problem]
    assert "; ".join(f"{item.name} = {item.price}" for item in items) == expected
    assert all(item.href or name == "b16-array.json" for item in items)


WOO = {"name": "Tee", "permalink": "https://shop.example/tee", "is_in_stock": True}
WOO |= {"prices": {"price": "29900", "currency_code": "ZAR"}}
LISTS = {"images": [{"id": 9, "src": "https://shop.example/i.jpg"}]}
SHOPIFY = {"variants": [{"price": "299.00"}], "handle": "tee", "title": "Tee"}


@pytest.mark.parametrize("product", [LISTS | WOO | {"id": 1}, LISTS | SHOPIFY, LISTS | PLAIN])
def test_a_list_inside_a_lines_object_is_no_list_of_products(
    read: Read, product: dict[str, Any]
) -> None:
    """Whatever the order of its keys: all lines but the first were lost, without a word."""
    found = read("\n".join([json.dumps(product)] * 3), "feed.jsonl")
    assert [record.values["title"] for record in found] == [found[0].values["title"]] * 3
    whole = json.dumps({"products": [product] * 3, "title": "Feed", "id": 1}, indent=1)
    for document in (whole, whole.replace("\n", "\r\n")):
        assert len([one for one in read(document) if not one.problem]) == 3
