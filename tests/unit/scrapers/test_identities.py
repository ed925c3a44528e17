"""One identity for all links of a product, and one for each product of a link."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig, PageConfig
from scrapers.pages.identities import Identities
from scrapers.pages.same_product import EarlierProduct, clash, is_same_name
from scrapers.values.price.price_text import from_text
from tests.support.data import rows

SITE = "https://s.example"
PAGE = f"{SITE}/list"
BRAND = BrandConfig(brand_id=1, website=SITE, pages=(PageConfig(1, PAGE),))
FOLDER = Path(__file__).parent / "identity"
ROWS = [
    tuple(line.split("\t"))
    for name in ("addresses.tsv", "addresses-held-out.tsv")
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()
]


def card(
    href: str | None, name: str = "Tee", picture: str = "", price: str = "R 10", **more: str
) -> RawCard:
    image = RawImage((f"/i/{picture or name}.jpg",))
    return RawCard(href=href, name=name, image=image, price=(from_text(price),), **more)  # type: ignore[arg-type]


def known(key: str, name: str = "Tee", href: str | None = None, **more: object) -> EarlierProduct:
    return EarlierProduct(key, f"{SITE}{href or key}", name, f"{SITE}/i/{name}.jpg", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("platform", "first", "second", "right"), ROWS)
def test_links_of_known_platforms(platform: str, first: str, second: str, right: str) -> None:
    identities = Identities(BRAND)
    # The same product in two lists, which show it alike where only that tells ("seen").
    other = "Tee" if right == "seen" else "Another picture"
    (one,) = identities.keys([card(first)], PAGE)
    (two,) = identities.keys([card(second, picture=other)], PAGE)
    assert (one == two) == (right != "other"), platform
    # And in two runs, of which the second finds the product by its stored link.
    name = "Tee" if right == "seen" else "Its name of before"
    stored = known(str(one), name, href=first)
    again = Identities(BRAND, [stored]).keys([card(second)], PAGE)
    assert (again == [one]) == (right != "other"), platform


LINES = (FOLDER / "cards.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cards_have_the_keys_of_their_products(case: dict[str, Any]) -> None:
    of = [known(**product) for product in case["known"]]
    identities = Identities(BRAND, of)
    pages = [[card(**one) for one in page] for page in case["pages"]]
    for _ in range(2):  # read again, a page gives the same
        assert [identities.keys(page, PAGE) for page in pages] == case["keys"]


@pytest.mark.parametrize(("canonical", "key"), rows("canonical_links"))
def test_a_products_own_page_names_its_link(canonical: str | None, key: str) -> None:
    identities = Identities(BRAND)
    (listed,) = identities.keys([card("/women/tee.html")], PAGE)
    read = card("/women/tee.html", canonical=canonical)  # type: ignore[arg-type]
    assert identities.by_own_page(str(listed), read, PAGE) == key


def test_products_whose_own_pages_name_one_link_are_one_only_where_they_are_alike() -> None:
    identities = Identities(BRAND)
    cards = [card("/a/1"), card("/b/2"), card("/c/3", picture="blue")]
    listed = zip(identities.keys(cards, PAGE), cards, strict=True)
    found = [
        identities.by_own_page(str(key), replace(one, canonical="/tee"), PAGE)
        for key, one in listed
    ]
    assert found == identities.keys(cards, PAGE) == ["/tee", "/tee", "/c/3"]


def test_cards_of_one_identity_that_differ_are_told() -> None:
    assert clash("k", ("Tee", None), ("tee ", None)) is None
    assert clash("k", ("Linen te…", None), ("Linen tee", None)) is None
    assert "'Dress' at None has the link or id of 'Tee'" in (
        clash("k", ("Dress", None), ("Tee", None)) or ""
    )
    assert is_same_name("Linen...", "Linen tee")
    assert not is_same_name("Linen", "Linen tee")
