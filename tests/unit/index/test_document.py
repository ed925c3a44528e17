from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
import pytest

from indexer.catalogue.document import Lookups, ProductRow, build_document, place_of_brand
from indexer.catalogue.rates import Rates
from indexer.catalogue.stores import Store
from indexer.catalogue.tile import tile, unpack_tile
from indexer.index.cluster.mapping import shipped_body
from tests.support.data import beside

FOLDER = Path(__file__).parent
RATES = Rates(
    date(2026, 1, 2), "test", {"EUR": Decimal(1), "ZAR": Decimal(20), "USD": Decimal("1.25")}
)
PARTS = json.loads(beside(__file__, "parts.json"), parse_float=Decimal)
BRAND = Store(**PARTS["store"])
CATEGORIES = {number: tuple(names) for number, names in PARTS["categories"]}
TREE = frozenset(
    "women women/shoes women/shoes/boots women/dresses men men/shoes men/shoes/boots"
    " home home/decor home/decor/vases".split()
)
LOOKUPS = Lookups(
    {7: BRAND, 8: replace(BRAND, ships_to=("*",))}, CATEGORIES, TREE, {1: "red", 2: "blue"}
)
ROW = ProductRow(**PARTS["row"])


def document(brand: Store = BRAND, **changes: Any) -> dict[str, Any]:
    lookups = replace(LOOKUPS, brands={**LOOKUPS.brands, 7: brand})
    return build_document(ROW._replace(**changes), lookups, RATES)


def test_the_document_is_the_hit_that_clients_get_and_what_search_needs() -> None:
    """Saved in document.json; who changes a shape does it there, and raises the number.

    Only with another number does a start rebuild the index.
    """
    built = document()
    assert orjson.loads(unpack_tile(built.pop("tile"))) == tile(built)
    facets = sorted(built.pop("facets"))
    number = shipped_body().mappings["_meta"]["documents"]
    saved = json.loads((FOLDER / "document.json").read_text(encoding="utf-8"))
    assert {"number": number, "facets": facets, "document": built} == saved


FIELDS = [json.loads(line, parse_float=Decimal) for line in (FOLDER / "fields.jsonl").open()]


@pytest.mark.parametrize("case", FIELDS, ids=[case["id"] for case in FIELDS])
def test_one_fact_decides_a_field(case: dict[str, Any]) -> None:
    built = document(replace(BRAND, **case["brand"]), **case["row"])[case["field"]]
    assert json.loads(json.dumps(built), parse_float=Decimal) == case["value"]


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
