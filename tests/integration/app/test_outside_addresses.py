"""Faults 21, 27 and 37: addresses and words from outside: one rule for feeds, forms and pages.

Loopback is where the demo stores are, and nowhere else: only their ports, and only where a setting
allows them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.importing import import_feed
from indexer.models import Base, Brand, BrandSubmission, BrandVersion, Click
from scrapers.web.urls import absolute
from tests.support.catalogue import make_brand, read_products
from tests.support.data import rows

STORE = "http://127.0.0.1:8100/p/1"  # a demo store's, where those are allowed
SERVICE = "http://127.0.0.1:9200/_cat"
NEVER = (
    *("http://10.0.0.1/p", "http://169.254.169.254/latest", "http://nas.local/p"),
    *("http://[fc00::1]/p", "http://0x0a000001/p", "http://10.0.0.1\\.shop.example/p"),
    *("https://user:pw@shop.example/p", "https://shop.example@evil.example/p"),
    *("http://10。0．0｡1/p", "http://①⓪.0.0.1/p", "http://012.1/p"),
)
LOOPBACK = (
    STORE,
    *(SERVICE, "http://localhost/p", "http://2130706433/p", "https://[::1]/p", "http://127.1/p"),
)
TURNED = "https://shop.example/\u202egpj.exe"  # it reads other than it is
FORBIDDEN = {False: (*NEVER, *LOOPBACK), True: (*NEVER, *LOOPBACK[1:])}
everywhere = pytest.mark.parametrize("demo", [False, True], ids=["public", "demo"])
With = Callable[[bool], Settings]


@pytest.fixture
def site(settings: Settings, clean_database: str, clean_redis: str, tmp_path: Path) -> With:
    """Return the settings of a site with or without the demo stores, with one brand."""
    make_brand(settings, "feeds")
    stores = tmp_path / "map.json"
    stores.write_text(json.dumps({"shop": "http://127.0.0.1:8100"}))

    def own(demo: bool) -> Settings:
        return settings.but(allow_loopback_stores=demo, demo_stores_map=stores)

    return own


def _import(settings: Settings, folder: Path, *sent: dict[str, Any]) -> list[str]:
    """Import rows; return why some were refused."""
    feed = folder / "feed.jsonl"
    known = (
        {"id": f"{n}", "title": f"Dress {n}", "price": f"{n + 9} ZAR"} for n in range(len(sent))
    )
    feed.write_text("".join(f"{json.dumps(a | b)}\n" for a, b in zip(known, sent, strict=False)))
    done = import_feed(settings, "feeds", feed)
    return [refusal.reason for refusal in done.rows.refusals]


@everywhere
def test_fault_37_a_feeds_row_whose_link_leads_inside_is_refused_by_its_name(
    site: With, tmp_path: Path, demo: bool
) -> None:
    reasons = _import(site(demo), tmp_path, *({"link": address} for address in FORBIDDEN[demo]))
    for address, reason in zip(FORBIDDEN[demo], reasons, strict=True):
        assert repr(address) in reason
    assert read_products(site(demo)) == {}


@everywhere
def test_fault_37_a_feeds_pictures_inside_are_left_out(
    site: With, tmp_path: Path, demo: bool
) -> None:
    good = [f"https://cdn.example/{n}.jpg" for n in range(len(FORBIDDEN[demo]))]
    sent = [
        {"image_link": address, "additional_image_link": [outside, address]}
        for address, outside in zip(FORBIDDEN[demo], good, strict=True)
    ]
    assert _import(site(demo), tmp_path, *sent) == []
    products = read_products(site(demo))
    assert len(products) == len(sent)
    shown = [image.image_url for product in products.values() for image in product.images]
    assert sorted(shown) == sorted(good)


def test_fault_37_a_demo_stores_own_link_and_picture_are_taken(site: With, tmp_path: Path) -> None:
    assert _import(site(True), tmp_path, {"link": STORE, "image_link": f"{STORE}.jpg"}) == []
    (product,) = read_products(site(True)).values()
    assert (product.href, product.images[0].image_url) == (STORE, f"{STORE}.jpg")


# The field that a refusal names, and the call with its body; {} is the address.
FORMS = rows("address_forms")


def _sent(body: dict[str, Any], address: str) -> Any:
    return json.loads(json.dumps(body).replace('"{}"', json.dumps(address)))


@everywhere
def test_fault_21_every_form_refuses_an_address_inside_and_names_the_field(
    site: With, demo: bool
) -> None:
    client = create_app(site(demo)).test_client()
    for field, path, body in FORMS:
        for address in (*FORBIDDEN[demo], TURNED):
            answer = client.post(f"/api/{path}", json=_sent(body, address))
            assert answer.status_code == 400, (path, address)
            assert list(answer.get_json()["errors"]) == [field]
    kept: dict[type[Base], int] = {Brand: 1, BrandVersion: 0, BrandSubmission: 0, Click: 0}
    with session_scope(site(demo).database_url) as session:
        assert {
            table: session.scalar(select(func.count()).select_from(table)) for table in kept
        } == kept
    for _, path, body in FORMS if demo else ():
        if not path.startswith(("brands/add", "scraper/preview")):
            answer = client.post(f"/api/{path}", json=_sent(body, STORE))
            assert answer.status_code == 200, answer.text


# An address of each range that is no public one, in the forms that browsers read as its numbers.
RANGES = (
    *("0.0.0.1", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1"),
    *("192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.51.100.1"),
    *("203.0.113.1", "224.0.0.1", "255.255.255.255"),
)


def _spelled(address: str) -> Iterator[str]:
    """Give an IPv4 address as browsers read it."""
    first, *rest = map(int, address.split("."))
    number = int(IPv4Address(address))
    yield from (str(number), f"{number:#x}", f"0{number:o}", f"0X{number:X}.", f"{address}.")
    yield f"{first}.{number & 0xFFFFFF}"
    yield f"{first:#x}.{rest[0]}.{number & 0xFFFF:#o}".replace("0o", "0")
    yield from (address.replace(".", dot) for dot in "。．｡")
    yield from (f"{address[0]}{sign}{address[1:]}" for sign in "\u00ad\u200b\u2060\ufe0f\ufeff")
    for zero in "０𝟎𝟘𝟬":
        yield address.translate({ord(str(n)): chr(ord(zero) + n) for n in range(10)})
    yield "".join(f"%{ord(sign):x}" for sign in address)
    yield from (f"[::ffff:{address}]", f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]")
    yield f"[64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}]"


def test_fault_37_whatever_browsers_read_as_an_address_inside_is_one() -> None:
    page = "https://shop.example/"
    names = "LOCALHOST localhost。 ｌocalhost lo\u00adcalhost nas.ⓛocal a。internal".split()
    inside = (*names, *(host for address in RANGES for host in _spelled(address)))
    assert [host for host in inside if absolute(f"http://{host}/p", page)] == []
    outside = ("karoo。example", "faß.example", "[2606:4700::1111]", *_spelled("8.8.8.8"))
    assert [host for host in outside if not absolute(f"http://{host}/p", page)] == []


def test_fault_37_a_page_names_nothing_inside_but_a_demo_store_itself() -> None:
    for address in (*NEVER, *LOOPBACK):
        assert absolute(address, "https://shop.example/list") is None, address
        is_own = absolute(address, "http://127.0.0.1:8100/list") is not None
        assert is_own == (address == STORE), address


def test_fault_27_no_words_of_a_feed_turn_those_around_them(site: With, tmp_path: Path) -> None:
    words = {"title": "Dress", "brand": "Karoo", "color": "Red", "product_type": "Women"}
    turned = {name: f"\u202e{text}\u2066" for name, text in words.items()}
    assert _import(site(False), tmp_path, turned | {"link": TURNED, "size": "\u202dM"}) == []
    (product,) = read_products(site(False)).values()
    assert (product.name, product.product_brand) == ("Dress", "Karoo")
    assert product.href == "https://shop.example/gpj.exe"
    assert product.attributes == {"size": ["M"]}
    assert not {"\u202e", "\u2066"} & set(json.dumps(product.hints, ensure_ascii=False))


def test_fault_27_a_brands_name_with_unseen_signs_is_refused_by_name(
    site: With, own_index_prefix: str
) -> None:
    own = site(False).but(index_prefix=own_index_prefix)
    body = {"name": "\u202eKaroo\u2069\n Cotton", "website": "https://karoo.example"}
    answer = create_app(own).test_client().post("/api/brands/add", json=body)
    assert (answer.status_code, [*answer.get_json()["errors"]]) == (400, ["name"])
    with session_scope(own.database_url) as session:
        assert not [name for name in session.scalars(select(Brand.name)) if "Karoo" in name]
