"""What the readers of one text make of it: a row of texts.tsv is a case."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig
from scrapers.pages.cards import UnusableCardError, item_of
from scrapers.pages.completeness import total_of
from scrapers.values.availability import read_availability, stated_stock
from scrapers.values.offers import price
from scrapers.values.pictures import read_pictures
from scrapers.values.price.goods import is_beside
from scrapers.values.price.money import read_money
from scrapers.web.addresses import is_inside, is_reachable
from scrapers.web.links import forms
from scrapers.web.urls import (
    absolute,
    as_uri,
    canonical_image_url,
    css_url,
    largest_of_srcset,
    site_of,
    sites_of,
)

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("texts.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PAGE = "https://www.shop.co.za/women"
BRAND = BrandConfig(brand_id=1, website="https://www.shop.co.za/", currency="ZAR")
CARD = RawCard(name="Dress", image=RawImage(("/1.jpg",)), id="4711")


def money(value: Any) -> str | None:
    read = read_money(value, "ZAR")
    found = price(read.value or (), "ZAR")
    if read.not_understood or found.not_understood:
        return "?"
    return None if found.value is None else f"{found.value} {found.currency}"


def pictures(text: str) -> str | None:
    read = read_pictures(text.replace("¶", "\n"))
    return "?" if read.not_understood else " + ".join(read.value or ()) or None


def link_of_card(href: str) -> str | None:
    try:
        sites = sites_of(BRAND.website, PAGE, ())
        return item_of(replace(CARD, href=href), BRAND, PAGE, None, sites).href
    except UnusableCardError as refused:
        return None if "its link leads" in str(refused) else str(refused)


READERS: dict[str, Callable[[str], object]] = {
    "stock": lambda text: read_availability(text).value,
    "later": lambda text: read_availability(f"in stock {text}").value,
    "stated": stated_stock,
    "pictures": pictures,
    "beside": is_beside,
    "visit": is_beside,
    "filed": lambda text: is_beside(*text.split(" | ")),
    "count": lambda text: total_of([text]),
    "reached": lambda text: is_reachable(ipaddress.ip_address(text), allow_loopback=False),
    "inside": is_inside,
    "site": site_of,
    "card": link_of_card,
    "key": lambda text: forms(text)[0],
    "link": lambda text: absolute(text, "https://shop.example/a/b/"),
    "request": as_uri,
    "srcset": largest_of_srcset,
    "css": css_url,
    "money": money,
}


def texts(reader: str, result: str) -> list[str]:
    return [text for name, found, text in ROWS if (name, found) == (reader, result)]


@pytest.mark.parametrize(("reader", "result", "text"), ROWS)
def test_a_text_is_read_as_the_table_says(reader: str, result: str, text: str) -> None:
    found = READERS[reader](text)
    words = {True: "yes", False: "no", None: "-"}
    assert (words[found] if isinstance(found, bool | None) else str(found)) == result


def test_what_will_be_there_is_not_in_stock() -> None:
    now, later = texts("stock", "yes")[:5], texts("later", "no")
    for what, when in ((what, when) for what in now for when in later):
        assert read_availability(f"{when} {what}").value is False, (what, when)
        assert read_availability(f"{what.capitalize()} {when}!").value is False, (what, when)


AROUND = ("{} for your order", "Acme {}", "{} by Acme", "{} - R500", "{} (2 years)", "{} 3")


@pytest.mark.parametrize("form", [*AROUND, "{} R1 000.00", "{} worth R500"])
def test_what_is_sold_beside_goods_is_none_whatever_stands_around_its_name(form: str) -> None:
    names = [form.format(text) for text in texts("beside", "yes")]
    assert [name for name in names if not (is_beside(name) and is_beside(name.title()))] == []


def test_a_picture_beside_one_that_stands_in_for_it_is_taken() -> None:
    for stand_in in texts("pictures", "-"):
        assert read_pictures(f"{stand_in}, https://s/a.jpg").value == ("https://s/a.jpg",)


def test_what_is_not_understood_of_a_picture_is_kept() -> None:
    assert {read_pictures(text).text for text in texts("pictures", "?")} == {
        *texts("pictures", "?")
    }


@pytest.mark.parametrize(
    ("value", "read"),
    [
        *((15, "15 ZAR"), (15.5, "15.5 ZAR"), (116.087, "116.087 ZAR"), (0, None), (None, None)),
        *((-5, "?"), (float("nan"), "?"), (float("inf"), "?"), (True, "?"), ([{}], "?")),
        ({"value": "5.00", "currency": "USD"}, "5.00 USD"),
        (f"1{' ' * 9}000{' x' * 200} ZAR", "?"),
    ],
)
def test_a_machines_amount_is_read(value: Any, read: str | None) -> None:
    assert money(value) == read


def test_an_images_version_size_and_spelling_are_not_its_identity() -> None:
    first = canonical_image_url("http://cdn.example/a.jpg?v=1&width=300")
    assert first == canonical_image_url("https://cdn.example/a.jpg?v=2")
    assert first != canonical_image_url("https://cdn.example/a.jpg?id=2")
    for _, asked, _ in (row for row in ROWS if row[0] == "request"):
        assert canonical_image_url(asked) == canonical_image_url(as_uri(asked))
