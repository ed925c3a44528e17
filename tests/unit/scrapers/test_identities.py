"""One identity for all links of a product, and one for each product of a link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig, PageConfig
from scrapers.pages.identities import Identities
from scrapers.pages.likeness import KnownProduct, clash, is_same_name
from scrapers.values.price.price_text import unmarked

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
    href: str, name: str = "Tee", picture: str | None = None, price: str = "R 10", **more: str
) -> RawCard:
    image = RawImage((f"/i/{picture or name}.jpg",))
    return RawCard(href=href, name=name, image=image, price=(unmarked(price),), **more)  # type: ignore[arg-type]


def known(key: str, name: str = "Tee", href: str | None = None, **more: object) -> KnownProduct:
    return KnownProduct(key, href or f"{SITE}{key}", name, f"{SITE}/i/{name}.jpg", **more)  # type: ignore[arg-type]


def keys(*cards: RawCard, of: Iterable[KnownProduct] = ()) -> list[str | None]:
    """Return the keys of the cards of one page."""
    identities = Identities(BRAND, of)
    found = identities.keys(cards, PAGE)
    assert identities.keys(cards, PAGE) == found
    return found


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
    stored = known(str(one), name, href=f"{SITE}{first}")
    assert (keys(card(second), of=[stored]) == [one]) == (right != "other"), platform


def test_a_parameter_is_the_product_where_it_changes_the_card_whatever_its_name() -> None:
    first, second, third = (card(f"/item?ref={n}", f"Ref-{n}") for n in ("A1", "B2", "C3"))
    assert keys(first, second) == ["/item", "/item?ref=B2"]
    again = card("/item?ref=B2&utm_source=x", "Ref-B2")
    catalogue = [
        known("/item", "Ref-A1", href=f"{SITE}/item?ref=A1"),
        known("/item?ref=B2", "Ref-B2"),
    ]
    # Whatever else stands on a page: one card, another order, a new product, tracking beside it.
    assert keys(second, of=catalogue) == ["/item?ref=B2"]
    assert keys(second, first, of=catalogue) == ["/item?ref=B2", "/item"]
    assert keys(third, of=catalogue) == ["/item?ref=C3"]
    assert keys(again, of=catalogue) == ["/item?ref=B2"]


def test_a_catalogue_that_took_several_products_for_one_keeps_that_one() -> None:
    first, second = (card(f"/item?ref={n}", f"Ref-{n}") for n in ("A1", "B2"))
    old = known("/item", "Ref-B2", href=f"{SITE}/item?ref=B2")
    assert keys(first, second, of=[old]) == ["/item?ref=A1", "/item"]


def test_a_parameter_that_changes_and_not_the_card_is_no_part_of_the_product() -> None:
    identities = Identities(BRAND)
    (first,) = identities.keys([card("/p/tee?list=summer")], PAGE)
    assert identities.keys([card("/p/tee?list=sale")], PAGE) == [first]
    stored = known("/p/tee?tok=1a")
    assert keys(card("/p/tee?tok=2b"), of=[stored]) == ["/p/tee?tok=1a"]
    assert keys(card("/p/tee?tok=2b", "Dress"), of=[stored]) == ["/p/tee?tok=2b"]


def test_a_query_names_products_that_look_alike_where_a_page_has_several() -> None:
    gifts = [card(f"/gift?v={n}", "Gift") for n in (100, 500)]
    assert keys(*gifts) == ["/gift?v=100", "/gift?v=500"]
    shop = [known(f"/item?id={n}", f"Tee-{n}") for n in (1, 2)]
    assert keys(card("/item?id=3", "Tee-1"), of=shop) == ["/item?id=3"]


def test_what_a_page_says_of_all_its_cards_names_none_of_them() -> None:
    cards = [card(f"/item?id={n}&k=a1", f"Tee-{n}") for n in range(3)]
    again = [card(f"/item?id={n}&k=b2", f"Tee-{n}") for n in range(3)]
    stored = [known(str(key), f"Tee-{n}") for n, key in enumerate(keys(*cards))]
    for some in (again, again[:1]):
        assert keys(*some, of=stored) == [product.key for product in stored[: len(some)]]
    assert keys(card("/item?id=9&k=b2", "Tee-1"), of=stored) == ["/item?id=9&k=b2"]


def test_a_place_in_the_list_is_no_part_of_a_product_that_an_id_names() -> None:
    names = ["Tee", "Dress", "Coat"]
    one, two = (
        [card(f"/view?article={name}&pos={place}", name) for place, name in enumerate(order)]
        for order in (names, names[::-1])
    )
    stored = [known(str(key), name) for key, name in zip(keys(*one), names, strict=True)]
    assert keys(*two, of=stored) == [product.key for product in stored[::-1]]
    sizes = [card(f"/view?article={n}&shop=1", "Tee") for n in (1, 2, 3)]
    assert len(set(keys(*sizes, of=[known("/view?article=1&shop=1")]))) == len(sizes)


def test_on_one_page_a_parameter_is_tracking_only_where_the_card_is_the_same() -> None:
    first, again = card("/tee?filter=red"), card("/tee?filter=blue")
    blue = card("/tee?filter=blue", picture="blue")
    assert keys(first, again) == ["/tee"] * 2
    assert keys(first, blue) == ["/tee", "/tee?filter=blue"]
    old = [known("/tee?filter=red"), replace(known("/tee?filter=blue"), picture="/i/blue.jpg")]
    assert keys(first, blue, of=old) == ["/tee?filter=red", "/tee?filter=blue"]


def test_colours_stay_products_of_their_own() -> None:
    red = known("/p/tee?colour=red")
    assert keys(card("/p/tee?colour=blue", picture="blue"), of=[red]) == ["/p/tee?colour=blue"]


@pytest.mark.parametrize(
    "change", [{"name": "Dress"}, {"picture": "other"}, {"href": "/x/te-e"}, {"price": "R 12"}]
)
def test_other_categories_before_one_name_are_one_product_only_where_all_is_alike(
    change: dict[str, str],
) -> None:
    first = card("/men/linen-tee")
    again = {"href": "/sale/linen-tee", "picture": "Tee"}
    assert keys(first, card(**again)) == ["/men/linen-tee"] * 2
    both = keys(first, card(**(again | change)))
    assert both[0] != both[1]


def test_a_picture_of_several_products_says_nothing() -> None:
    blank = [card(f"/{n}/linen-tee", "Tee", picture="no-image") for n in ("a", "b")]
    other = card("/p/linen-dress", "Dress", picture="no-image")
    assert keys(other, *blank) == ["/p/linen-dress", "/a/linen-tee", "/b/linen-tee"]


def test_of_known_products_of_one_link_the_first_keeps_its_key() -> None:
    old = [known("/collections/sale/products/tee"), known("/products/tee")]
    cards = [card("/products/tee"), card("/collections/x/products/tee")]
    assert keys(*cards, of=old) == ["/collections/sale/products/tee"] * 2


def test_known_products_that_a_page_shows_to_be_one_have_the_key_of_the_first() -> None:
    old = [known("/men/linen-tee"), known("/sale/linen-tee"), known("/kids/linen-tee", "Kids")]
    cards = [card("/men/linen-tee"), card("/sale/linen-tee"), card("/kids/linen-tee", "Kids")]
    assert keys(*cards, of=old) == ["/men/linen-tee"] * 2 + ["/kids/linen-tee"]


def test_ids_of_the_store_are_left_as_they_are() -> None:
    stored = known("4711", href=f"{SITE}/p/tee")
    assert keys(card("/p/tee", id="A-1"), card("/p/dress", "Dress"), of=[stored]) == [
        "A-1",
        "/p/dress",
    ]
    assert keys(RawCard(name="No link")) == [None]


@pytest.mark.parametrize(
    ("canonical", "key"),
    [
        ("/tee.html", "/tee.html"),
        ("/women/tee.html?x=1", "/women/tee.html"),  # its own link: a colour, perhaps
        ("/", "/women/tee.html"),
        (PAGE, "/women/tee.html"),
        ("https://maker.example/tee", "/women/tee.html"),
        (None, "/women/tee.html"),
    ],
)
def test_a_products_own_page_names_its_link(canonical: str | None, key: str) -> None:
    identities = Identities(BRAND)
    (listed,) = identities.keys([card("/women/tee.html")], PAGE)
    read = card("/women/tee.html", canonical=canonical)  # type: ignore[arg-type]
    assert identities.by_own_page(str(listed), read, PAGE) == key


def test_products_whose_own_pages_name_one_link_are_one_only_where_they_are_alike() -> None:
    identities = Identities(BRAND)
    cards = [card("/a/1"), card("/b/2"), card("/c/3", picture="blue")]
    found = [
        identities.by_own_page(
            str(key), card(str(one.href), picture=picture, canonical="/tee"), PAGE
        )
        for key, one, picture in zip(
            identities.keys(cards, PAGE), cards, ("Tee", "Tee", "blue"), strict=True
        )
    ]
    assert found == ["/tee", "/tee", "/c/3"]
    assert identities.keys(cards, PAGE) == found


def test_cards_of_one_identity_that_differ_are_told() -> None:
    assert clash("k", ("Tee", None), ("tee ", None)) is None
    assert clash("k", ("Linen te…", None), ("Linen tee", None)) is None
    assert "'Dress' at None has the link or id of 'Tee'" in (
        clash("k", ("Dress", None), ("Tee", None)) or ""
    )
    assert is_same_name("Linen...", "Linen tee")
    assert not is_same_name("Linen", "Linen tee")
