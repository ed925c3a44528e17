"""Feeds composed of goods, groups and names as shops write them: what is one product."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product as product_of
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import StagedRows, read_feed
from scrapers.product import Product
from scrapers.structured.schema_org import structured_product

DEFAULTS = FeedDefaults("ZAR", {"ZAR"}.__contains__, website="https://shop.example")
RIGHT, FALSE, NONE = "right", "false", "none"  # what the group of a good is
# Goods, sizes and colours; where options stand in a name ({n} the good, {c} and {s} colour and
# size); groups of good number {g}, and whether they name the good.
PARTS = json.loads(Path(__file__).with_name("sisters.json").read_text(encoding="utf-8"))
GOODS, SIZES, COLORS, NAMES, GROUPS = (
    PARTS[name] for name in ("goods", "sizes", "colors", "names", "groups")
)
PARENTS = ("", "alone", "in its group")  # a row for the good itself, at no price


def is_set_aside(part: object) -> bool:
    """Return True for the third of the parts that no rule was made by."""
    return crc32(repr(part).encode()) % 3 == 0


@dataclass(frozen=True)
class Feed:
    rows: list[dict[str, str]]
    truth: set[tuple[str, str]]  # the goods with their colours, each a product
    goods: dict[str, str]  # by the ids of rows
    group: tuple[str, str]

    def __repr__(self) -> str:
        return "\n".join(json.dumps(row) for row in self.rows)


@st.composite
def feeds(draw: st.DrawFn, *, aside: bool) -> Feed:
    def one(parts: list[Any]) -> Any:
        chosen = [part for part in parts if is_set_aside(part) == aside]
        return draw(st.sampled_from(chosen or parts))

    names = st.lists(st.sampled_from(GOODS), min_size=2, max_size=4, unique=True)
    goods = draw(names)
    group, name = one(GROUPS), str(one(NAMES))
    parent = draw(st.sampled_from(PARENTS)) if group[1] == RIGHT else ""
    rows, by_id, truth = list[dict[str, str]](), dict[str, str](), set[tuple[str, str]]()
    for number, good in enumerate(goods):
        colors, sizes = one(COLORS), one(SIZES)
        called = str(group[0]).format(g=number, g0="0-1")
        title = name.replace("{n.upper}", good.upper()).replace("{n}", good)
        own = [*_variants(number, title, called, colors, sizes)]
        if parent:
            row = _row(called, good, f"https://shop.example/{number}", "0.00 ZAR")
            own.insert(0, row | ({"item_group_id": called} if parent == "in its group" else {}))
        rows += own
        by_id |= {row["id"]: good for row in own}
        if group[1] == NONE:
            truth |= {(good, row["id"]) for row in own}
        else:
            truth |= {(good, c) for c in colors}
    if draw(st.booleans()):
        rows.reverse()
    return Feed(rows, truth, by_id, group)


def _row(id_: str, title: str, link: str, price: str) -> dict[str, str]:
    words = {"id": id_, "title": title, "link": link, "price": price, "availability": "in_stock"}
    return words | {"image_link": f"{link}.jpg"}


def _variants(
    number: int, name: str, group: str, colors: Sequence[str], sizes: Sequence[str]
) -> Iterator[dict[str, str]]:
    for color, size in product_of(colors, sizes):
        id_ = f"v{number}-{color}-{size}"
        title = name.replace("{c}", color).replace("{s}", size)
        row = _row(id_, title, f"https://shop.example/{id_}", f"{150 + len(size)} ZAR")
        yield row | {"item_group_id": group, "color": color, "size": size}


def read(feed: Feed) -> tuple[list[Product], StagedRows]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "feed.jsonl")
        file.write_text(f"{feed!r}\n", encoding="utf-8")
        staged = read_feed(file, DEFAULTS, lambda _: None)
        return [*staged.products()], staged


@pytest.mark.parametrize("aside", [False, True])
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_sizes_are_one_product_goods_are_several_and_a_parent_is_none(
    aside: bool, data: st.DataObject
) -> None:
    feed = data.draw(feeds(aside=aside))
    found, staged = read(feed)
    assert staged.refused == 0
    goods = [feed.goods[_id(one)] for one in found]
    assert len(found) == len(feed.truth), [one.name for one in found]
    assert sorted(goods) == sorted(good for good, _ in feed.truth)
    assert len({one.group_key for one in found}) == len(found)
    assert feed.group[1] == FALSE or not staged.divided_groups()


def _id(product: Product) -> str:
    return unquote((product.href or "").removeprefix("https://shop.example/"))


def test_one_group_of_hundreds_of_goods_makes_each_of_them_one_product() -> None:
    goods = [f"Mug {chr(97 + n // 26)}{chr(97 + n % 26)}{'q' * 3}" for n in range(200)]
    rows = [
        _row(f"{good}-{size}", f"{good} - {size}", f"https://shop.example/{good}", "99 ZAR")
        | {"item_group_id": "0", "size": size}
        for size in "SM"
        for good in goods
    ]
    found, staged = read(Feed(rows, set(), {}, ("0", FALSE)))
    assert sorted(one.name for one in found) == sorted(f"{good} - S" for good in goods)
    assert {one.attributes["size"] for one in found} == {("S", "M")}
    assert staged.divided_groups().startswith("400 rows with the group 0 have different names")


@pytest.mark.parametrize(
    ("first", "other", "count"),
    [
        ("/mug?variant=1", "/mug?variant=2", 1),
        ("/mug", "/mug/?attribute_pa_size=l", 1),
        ("/collections/new/products/mug?v=1", "/products/mug", 1),
        ("/mug?variant=1", "/mug?variant=2 of another picture", 2),
        ("/mug?variant=1", "/mug?variant=2 of another name", 2),
        ("/item?id=1", "/item?id=2", 2),  # whose path does not name it
    ],
)
def test_rows_of_one_page_that_look_alike_are_one_product(
    first: str, other: str, count: int
) -> None:
    link, _, different = other.partition(" of another ")
    rows = [
        _row("1", "Mug", f"https://shop.example{first}", "349 ZAR"),
        _row(
            "2", "Pot" if different == "name" else "Mug", f"https://shop.example{link}", "299 ZAR"
        ),
    ]
    rows[0]["image_link"] = "https://shop.example/i/1.jpg"
    rows[1]["image_link"] = f"https://shop.example/i/{1 + bool(different)}.jpg"
    found, staged = read(Feed(rows, set(), {}, ("", NONE)))
    assert (len(found), staged.divided_groups()) == (count, "")
    assert (found[0].group_key, str(found[0].price)) == ("1", "299.00" if count == 1 else "349.00")


def test_other_goods_among_a_pages_variants_are_none_of_them() -> None:
    def node(name: str, price: int) -> dict[str, object]:
        offer = {"price": price, "priceCurrency": "ZAR", "availability": "InStock"}
        return {"@type": "Product", "name": name, "sku": name, "offers": offer}

    def price(*variants: dict[str, object]) -> str:
        group = {"@type": "ProductGroup", "name": "Linen shirt", "hasVariant": [*variants]}
        return str(structured_product(group, "JSON-LD").price)

    sizes = node("Linen shirt - S", 499), node("Linen shirt (UK 8)", 549)
    assert price(*sizes, node("Leather belt", 99)) == "499"
    assert price(node("Coral Dream", 499), node("Midnight Haze", 399)) == "399"
