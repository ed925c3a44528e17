from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
import pytest

from indexer.catalogue.document import (
    BrandFacts,
    Lookups,
    ProductRow,
    build_document,
    place_of_brand,
)
from indexer.catalogue.document.build import Offer, tile, unpacked
from indexer.catalogue.rates import Rates
from indexer.index.cluster.mapping import IndexBody, shipped_body

SAVED = Path(__file__).with_name("document.json")
RATES = Rates(
    date(2026, 1, 2), "test", {"EUR": Decimal(1), "ZAR": Decimal(20), "USD": Decimal("1.25")}
)
BRAND = BrandFacts(
    name="Karoo Cotton",
    slug="karoo-cotton",
    website="https://karoo.example",
    is_active=True,
    is_multi_brand=False,
    item_type="new",
    image_bg=False,
    need_external_translate=False,
    switch_image_order=False,
    ships_from="ZA",
    ships_from_name="South Africa",
    ships_to=["ZA"],
    styles=["boho"],
)
CATEGORIES = {
    1: ("women/shoes/boots", "Boots"),
    2: ("home/decor/vases", "Vases"),
    3: ("women/dresses", "Dresses"),
    4: ("men/shoes/boots", "Boots"),
    5: ("kids/shoes", "Shoes"),
}
TREE = frozenset(
    "women women/shoes women/shoes/boots women/dresses men men/shoes men/shoes/boots"
    " home home/decor home/decor/vases".split()
)
OFFERS = (Offer(7, "ZAR", Decimal(899)), Offer(8, "EUR", Decimal(40)))
LOOKUPS = Lookups(
    {7: BRAND, 8: replace(BRAND, ships_to=["*"])}, CATEGORIES, TREE, {1: "red", 2: "blue"}
)
ROW = ProductRow(
    is_plain=False,
    id=4711,
    brand_id=7,
    group_key="kc-1",
    name="Veldskoen boot",
    product_brand="Somebody",
    href="https://karoo.example/p/1",
    currency="ZAR",
    price=Decimal("899.00"),
    ordinary_price=Decimal("1200.00"),
    sold_out=False,
    item_type=None,
    attributes={"size": ["Medium", "S"], "material": ["Full-grain leather"]},
    category_id=1,
    color_id=1,
    color_ids=None,
    color_text="Rooi/Navy",
    unisex=None,
    people=None,
    switch_order=None,
    sa_made=None,
    popularity=3,
    revision=5,
    created_at=1_767_225_600,
    shown=True,
    before=None,
    crowd=None,
    named_before=2,
    shelf=100,
    images=[["https://a/1.jpg", 600, 800, None, None], ["https://a/2.jpg", None, None, None, None]],
)


def document(brand: BrandFacts = BRAND, **changes: Any) -> dict[str, Any]:
    lookups = replace(LOOKUPS, brands={**LOOKUPS.brands, 7: brand})
    return build_document(ROW._replace(**changes), lookups, RATES)


def test_the_document_is_the_hit_that_clients_get_and_what_search_needs() -> None:
    """Saved in document.json; who adds a field adds it there."""
    built = document()
    assert orjson.loads(unpacked(built.pop("tile"))) == tile(built)
    facets = sorted(built.pop("facets"))
    assert {"facets": facets, "document": built} == json.loads(SAVED.read_text(encoding="utf-8"))


BARE: dict[str, Any] = dict.fromkeys(
    ("price", "ordinary_price", "category_id", "color_id", "images", "href")
)
SHOES = ["women", "women/shoes", "women/shoes/boots"]
MALLS = {"is_multi_brand": True}
OF_VASE = [["https://a/1.jpg", 1, 1, 2, 2]]


@pytest.mark.parametrize(
    ("brand", "row", "field", "value"),
    [
        *(({}, BARE, field, None) for field in ("price", "priceBand")),
        *(({}, BARE, field, []) for field in ("category", "colour", "gender", "images")),
        # A currency without a rate gives no price rather than a wrong one.
        ({}, {"currency": "XAU"}, "price", None),
        # A multi-brand store shows the product's own brand, and is not made here.
        (MALLS, {}, "brand", "Somebody"),
        (MALLS, {"product_brand": None}, "brand", "Karoo Cotton"),
        (MALLS, {}, "saMade", False),
        (MALLS, {"sa_made": True}, "saMade", True),
        ({}, {"sa_made": False}, "saMade", False),
        # A unisex product stands in every gender, and under the other root where that has it.
        (*({}, {"unisex": True}, "category"), [*SHOES, "men", "men/shoes", "men/shoes/boots"]),
        ({}, {"unisex": True}, "gender", ["men", "women", "unisex"]),
        (*({}, {"unisex": True, "category_id": 3}, "category"), ["women", "women/dresses", "men"]),
        ({}, {"category_id": 2}, "gender", []),
        # What is for children has no grown-ups' gender.
        ({}, {"category_id": 5, "unisex": True, "people": "kids"}, "gender", []),
        # A curated picture adds its category and colour.
        ({}, {"images": OF_VASE}, "colour", ["red", "blue"]),
        ({}, {"images": OF_VASE}, "category", [*SHOES, "home", "home/decor", "home/decor/vases"]),
        # A product of two colours stands under both, and a chosen colour alone.
        ({}, {"color_id": 2, "color_ids": [2, 1]}, "colour", ["blue", "red"]),
        ({}, {"color_id": 2, "color_ids": None}, "colour", ["blue"]),
        ({}, {"shown": False}, "visible", False),
        ({"is_active": False}, {}, "visible", False),
        ({}, {"name": "x" * 100_000}, "name", "x" * 999 + "…"),
        # A discount is of the ordinary price.
        ({}, {"price": Decimal("0.99"), "ordinary_price": Decimal("1.00")}, "onSale", True),
        ({}, {"price": Decimal("0.99"), "ordinary_price": Decimal("1.00")}, "discount", 1),
        ({}, {"ordinary_price": None}, "onSale", False),
        ({}, {"price": Decimal("399.99"), "ordinary_price": Decimal(600)}, "discount", 33),
        ({}, {"price": Decimal(0), "ordinary_price": Decimal(1)}, "discount", 100),
        # It is of the price before where history knows that, whatever the store says.
        ({}, {"before": [Decimal(999)]}, "discount", 10),
        ({}, {"before": [None]}, "discount", 0),
        ({}, {"before": [None]}, "onSale", False),
        ({}, {"before": [Decimal(999)], "ordinary_price": None}, "onSale", True),
        ({}, {"before": [Decimal(999)]}, "priceBefore", {"zar": 999.0, "eur": 49.95, "usd": 62.44}),
        # An audience comes from the words or the category.
        *(
            ({}, {"people": people, "category_id": category}, "audience", audience.split())
            for people, category, audience in (
                *((None, 1, "adult"), ("women", 1, "adult"), ("girls", 1, "kids girls")),
                *(("boys", 5, "kids boys"), ("baby", 5, "baby"), (None, 5, "kids")),
                ("men", None, "adult"),
            )
        ),
    ],
)
def test_one_fact_decides_a_field(
    brand: dict[str, Any], row: dict[str, Any], field: str, value: object
) -> None:
    assert document(replace(BRAND, **brand), **row)[field] == value


@pytest.mark.parametrize(
    ("brand_switches", "product_switches", "first"),
    [(False, None, "1"), (True, None, "2"), (False, True, "2"), (True, True, "1")],
)
def test_the_products_switch_turns_the_brands_round_again(
    brand_switches: bool, product_switches: bool | None, first: str
) -> None:
    switched = document(
        replace(BRAND, switch_image_order=brand_switches), switch_order=product_switches
    )
    assert switched["images"][0]["url"] == f"https://a/{first}.jpg"


def sibling(id_: int, **changes: Any) -> ProductRow:
    return ROW._replace(id=id_, **changes)


def colours_of(*group: ProductRow, **changes: Any) -> list[int]:
    return [one["productId"] for one in document(siblings=(*group, ROW), **changes)["siblings"]]


def test_siblings_in_other_colours_are_shown_with_what_a_swatch_needs() -> None:
    blue = sibling(5000, color_id=2, color_text="Navy", href="https://karoo.example/p/2")
    assert document(siblings=(ROW, blue))["siblings"] == [
        {
            "productId": 5000,
            "groupKey": "kc-1",
            "name": "Veldskoen boot",
            "colour": "blue",
            "colourText": "Navy",
            "href": "https://karoo.example/p/2",
            "image": "https://a/1.jpg",
            "price": {"zar": 899.0, "eur": 44.95, "usd": 56.19},
            "storePrice": {"currency": "ZAR", "amount": 899.0},
            "ordinaryPrice": {"zar": 1200.0, "eur": 60.0, "usd": 75.0},
            "priceBefore": None,
            "measured": False,
            "soldOut": False,
        }
    ]
    switched = blue._replace(switch_order=True)
    (shown,) = document(siblings=(ROW, switched))["siblings"]
    assert shown["image"] == "https://a/2.jpg"


def test_what_documents_hold_is_numbered_in_the_mapping() -> None:
    """Whoever changes a shape here raises the number: only then does a start rebuild the index."""
    shown = document(siblings=(ROW, sibling(5000, color_id=2, color_text="Navy")), offers=OFFERS)
    drawn = orjson.loads(unpacked(shown["tile"]))
    held = [
        *(sorted(shown), sorted(shown["siblings"][0]), sorted(shown["images"][0])),
        *(sorted(drawn), sorted(drawn["siblings"][0]), *map(sorted, drawn["images"])),
        *(sorted(shown["offers"][0]), sorted(drawn["offers"][0])),
    ]
    digest = hashlib.sha256(json.dumps(held).encode()).hexdigest()[:8]
    assert (shipped_body().mappings["_meta"]["documents"], digest) == (14, "1c5e797e")


def test_another_number_of_documents_is_another_index() -> None:
    body = shipped_body()
    other = {**body.mappings, "_meta": {"documents": 1}}
    assert IndexBody(body.settings, other).hash != body.hash


def test_a_name_that_repeats_a_colour_only_says_what_kind_of_thing_it_is() -> None:
    blue = sibling(1, color_text="Navy")
    assert colours_of(blue) == [1]
    assert colours_of(blue, sibling(2, color_text="Bone")) == [1, 2]
    assert colours_of(blue, sibling(2, color_text="NAVY")) == []
    assert colours_of(blue, sibling(2, color_text="Navy", name="Veldskoen boot, deep")) == [1, 2]


def test_equal_names_at_scattered_prices_are_chance_unless_the_store_tells() -> None:
    costs = [Decimal(n) for n in (300, 400, 500, 600)]
    many = [sibling(n, color_text=f"Shade {n}", ordinary_price=costs[n]) for n in range(4)]
    assert colours_of(*many) == []
    assert colours_of(*many, crowd=2) == []
    assert colours_of(*many, crowd=3) == [0, 1, 2, 3]
    alike = [one._replace(ordinary_price=Decimal(1200)) for one in many[:3]]
    assert colours_of(*alike, many[3]) == [0, 1, 2, 3]  # 600 of 1200: it is on sale
    cheap = many[0]._replace(ordinary_price=Decimal(599))
    assert colours_of(cheap) == []
    assert colours_of(cheap, crowd=3) == [0]


def test_a_sibling_without_a_colour_is_no_swatch_and_no_more_than_eight_are_shown() -> None:
    assert colours_of(sibling(1, color_id=None, color_text=None)) == []
    many = [sibling(id_, color_text=f"Shade {id_}") for id_ in range(1, 12)]
    assert colours_of(*many) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_place_counts_equal_names_or_siblings_whichever_are_more() -> None:
    before = [sibling(id_, color_text=f"Shade {id_}") for id_ in (1, 2, 3, 9999)]
    assert document(siblings=(*before, ROW))["place"]["name"] == 3
    assert document(siblings=(*before, ROW), named_before=7)["place"]["name"] == 7


@pytest.mark.parametrize("thinned", [1, 3, 10])
def test_brands_take_turns_whatever_a_search_is_narrowed_to(thinned: int) -> None:
    """A brand of 1,000 products and one of 60: among the first, about as many of each."""
    large = sorted(place_of_brand(id_, 1000) for id_ in range(1, 1001) if id_ % thinned == 0)
    small = sorted(place_of_brand(id_, 60) for id_ in range(2000, 2060) if id_ % thinned == 0)
    first = sorted([(place, "large") for place in large] + [(place, "small") for place in small])
    among = [brand for _, brand in first[: 2 * len(small)]]
    assert 0.35 < among.count("large") / len(among) < 0.65


def test_new_products_do_not_all_come_last_among_their_brand() -> None:
    newest = [place_of_brand(id_, 1000) for id_ in range(991, 1001)]
    assert min(newest) < 200
    assert max(newest) > 800
    assert all(0 <= place < 1000 for place in newest)
