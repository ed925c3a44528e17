from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
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
from indexer.catalogue.document.tile import tile, unpacked
from indexer.catalogue.rates import Rates
from indexer.index.cluster.mapping import IndexBody, shipped_body

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
LOOKUPS = Lookups({7: BRAND}, CATEGORIES, TREE, {1: "red", 2: "blue"})
ROW = ProductRow(
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
    crowd=None,
    named_before=2,
    shelf=100,
    images=[["https://a/1.jpg", 600, 800, None, None], ["https://a/2.jpg", None, None, None, None]],
)


def document(brand: BrandFacts = BRAND, **changes: Any) -> dict[str, Any]:
    lookups = replace(LOOKUPS, brands={7: brand})
    return build_document(ROW._replace(**changes), lookups, RATES)


def test_the_document_is_the_hit_that_clients_get_and_what_search_needs() -> None:
    built = document()
    assert orjson.loads(unpacked(built.pop("tile"))) == tile(built)
    assert sorted(built.pop("facets")) == [
        *("attributes.material:Leather", "category:women", "category:women/shoes"),
        *("category:women/shoes/boots", "colour:red", "gender:women", "onSale:true"),
        *("priceBand.eur:35-60", "priceBand.usd:35-60", "priceBand.zar:500-1000"),
        *("saMade:true", "shipsFrom:ZA", "stock:in-stock", "store:karoo-cotton"),
        *("style:boho", "type:new"),
    ]
    assert built == {
        "objectID": "4711",
        "productId": 4711,
        "brandId": 7,
        "groupKey": "kc-1",
        "name": "Veldskoen boot",
        "brand": "Karoo Cotton",
        "productBrand": "Somebody",
        "store": "karoo-cotton",
        "storeName": "Karoo Cotton",
        "storeSite": "https://karoo.example",
        "href": "https://karoo.example/p/1",
        "images": [
            {"url": "https://a/1.jpg", "width": 600, "height": 800},
            {"url": "https://a/2.jpg", "width": None, "height": None},
        ],
        "siblings": [],
        "imageBg": False,
        "needExternalTranslate": False,
        "saMade": True,
        "unisex": False,
        "soldOut": False,
        "price": {"zar": 899.0, "eur": 44.95, "usd": 56.19},
        "ordinaryPrice": {"zar": 1200.0, "eur": 60.0, "usd": 75.0},
        "priceBand": {"zar": "500-1000", "eur": "35-60", "usd": "35-60"},
        "category": ["women", "women/shoes", "women/shoes/boots"],
        "categoryName": "Boots",
        "colour": ["red"],
        "colourText": "Rooi/Navy",
        "attributes": {"size": ["S", "M"], "material": ["Leather"]},
        "keys": {"brand": ["karoocotton"], "size": ["s", "m"]},
        "style": ["boho"],
        "type": "new",
        "stock": "in-stock",
        "gender": ["women"],
        "shipsFrom": "ZA",
        "shipsFromName": "South Africa",
        "shipsTo": ["ZA"],
        "createdAt": 1_767_225_600,
        "popularity": 3,
        "visible": True,
        "vocabulary": ["veldskoen", "boot", "karoo", "cotton", "rooi", "navy", "leather"],
        "productTypes": ["boots", "shoes"],
        "measures": {},
        "audience": ["adult"],
        "hasImage": True,
        "onSale": True,
        "discount": 25,
        "place": {"name": 2, "brand": 55},
        "quality": 5.0,
    }


def test_a_product_without_price_category_colour_or_images_is_still_a_document() -> None:
    bare = document(
        price=None, ordinary_price=None, category_id=None, color_id=None, images=None, href=None
    )
    assert bare["price"] is None
    assert bare["priceBand"] is None
    assert bare["category"] == []
    assert bare["colour"] == []
    assert bare["gender"] == []
    assert bare["images"] == []


def test_a_currency_without_a_rate_gives_no_price_rather_than_a_wrong_one() -> None:
    assert document(currency="XAU")["price"] is None


def test_a_multi_brand_store_shows_the_products_own_brand_and_is_not_made_here() -> None:
    store = replace(BRAND, is_multi_brand=True)
    assert document(store)["brand"] == "Somebody"
    assert document(store, product_brand=None)["brand"] == "Karoo Cotton"
    assert document(store)["saMade"] is False
    assert document(store, sa_made=True)["saMade"] is True
    assert document(sa_made=False)["saMade"] is False


def test_a_unisex_product_stands_under_the_other_root_and_in_every_gender() -> None:
    unisex = document(unisex=True)
    assert unisex["category"] == [
        *("women", "women/shoes", "women/shoes/boots"),
        *("men", "men/shoes", "men/shoes/boots"),
    ]
    assert unisex["gender"] == ["men", "women", "unisex"]


def test_a_unisex_product_stands_only_where_the_other_root_has_the_category() -> None:
    assert document(unisex=True, category_id=3)["category"] == ["women", "women/dresses", "men"]
    assert document(category_id=2)["gender"] == []


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
    images = switched["images"]
    assert isinstance(images, list)
    assert images[0]["url"] == f"https://a/{first}.jpg"


def test_a_curated_image_adds_its_category_and_colour() -> None:
    curated = document(images=[["https://a/1.jpg", 1, 1, 2, 2]])
    assert curated["colour"] == ["red", "blue"]
    assert curated["category"] == [
        *("women", "women/shoes", "women/shoes/boots"),
        *("home", "home/decor", "home/decor/vases"),
    ]


def test_a_product_of_two_colours_stands_under_both_and_a_chosen_colour_alone() -> None:
    assert document(color_id=2, color_ids=[2, 1])["colour"] == ["blue", "red"]
    assert document(color_id=2, color_ids=None)["colour"] == ["blue"]


def test_what_is_for_children_has_no_grown_ups_gender() -> None:
    lookups = replace(LOOKUPS, categories={9: ("kids/shoes", "Shoes")}, brands={7: BRAND})
    row = ROW._replace(category_id=9, unisex=True, people="kids")
    assert build_document(row, lookups, RATES)["gender"] == []


def test_a_product_is_visible_only_when_shown_and_its_brand_is_active() -> None:
    assert document(shown=False)["visible"] is False
    assert document(replace(BRAND, is_active=False))["visible"] is False


def test_an_endless_name_is_cut() -> None:
    name = document(name="x" * 100_000)["name"]
    assert isinstance(name, str)
    assert len(name) == 1000
    assert name.endswith("…")


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
            "ordinaryPrice": {"zar": 1200.0, "eur": 60.0, "usd": 75.0},
            "soldOut": False,
        }
    ]
    switched = blue._replace(switch_order=True)
    (shown,) = document(siblings=(ROW, switched))["siblings"]
    assert shown["image"] == "https://a/2.jpg"


def test_what_documents_hold_is_numbered_in_the_mapping() -> None:
    """Whoever changes a shape here raises the number: only then does a start rebuild the index."""
    shown = document(siblings=(ROW, sibling(5000, color_id=2, color_text="Navy")))
    drawn = orjson.loads(unpacked(shown["tile"]))
    held = [
        *(sorted(shown), sorted(shown["siblings"][0]), sorted(shown["images"][0])),
        *(sorted(drawn), sorted(drawn["siblings"][0]), *map(sorted, drawn["images"])),
    ]
    digest = hashlib.sha256(json.dumps(held).encode()).hexdigest()[:8]
    assert (shipped_body().mappings["_meta"]["documents"], digest) == (12, "379b8f08")


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


def test_a_discount_is_of_the_ordinary_price() -> None:
    reduced = document(price=Decimal("0.99"), ordinary_price=Decimal("1.00"))
    assert (reduced["onSale"], reduced["discount"]) == (True, 1)
    assert document(ordinary_price=None)["onSale"] is False
    assert document(price=Decimal("399.99"), ordinary_price=Decimal(600))["discount"] == 33
    assert document(price=Decimal(0), ordinary_price=Decimal(1))["discount"] == 100


@pytest.mark.parametrize(
    ("people", "category", "audience"),
    [(None, 1, "adult"), ("women", 1, "adult"), ("girls", 1, "kids girls"),
     ("boys", 5, "kids boys"), ("baby", 5, "baby"), (None, 5, "kids"), ("men", None, "adult")],
)  # fmt: skip
def test_an_audience_comes_from_the_words_or_the_category(
    people: str | None, category: int | None, audience: str
) -> None:
    assert document(people=people, category_id=category)["audience"] == audience.split()
