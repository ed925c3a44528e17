"""What the page says it understood holds for all products on it, or the page says otherwise."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.integration.app.fixtures import search
from tests.support.data import rows

PEOPLE = ("", "for women", "for men", "for girls", "for a 4 year old")
COLOURS = ("", "red")
PRODUCT_TYPES = ("dress", "boots", "t-shirt", "jacket", "vase")  # as the names of the shop say
PRICES = {"": None, "under R500": (0.0, 500.0), "over R1000": (1000.0, float("inf"))}
ROOTS_OF = {"for women": {"women"}, "for men": {"men"}}  # of what is worn; a vase is for anybody
CHILDREN = {"for girls", "for a 4 year old"}


class Asked(NamedTuple):
    """A text by its parts."""

    people: str
    colour: str
    product_type: str
    price: str

    @property
    def text(self) -> str:
        """Return it as a shopper types it."""
        return " ".join(filter(None, (self.colour, self.product_type, self.price, self.people)))


ALL = [Asked(*parts) for parts in itertools.product(PEOPLE, COLOURS, PRODUCT_TYPES, PRICES)]


def claimed(result: Any) -> list[Any]:
    """Return the products of which the page says that they are what was asked for."""
    exact = result["understanding"]["exact"]
    if exact is None:
        return list(result["hits"])
    return [hit for hit in result["hits"] if exact and not hit.get("similar")]


def broken(hit: Any, asked: Asked) -> list[str]:
    """Return the conditions that a product does not meet."""
    roots = {slug.partition("/")[0] for slug in hit["category"]}
    worn = not roots.isdisjoint({"women", "men"})
    bounds = PRICES[asked.price]
    checks = {
        "people": not (worn and asked.people in ROOTS_OF)
        or hit.get("unisex")
        or not roots.isdisjoint(ROOTS_OF[asked.people]),
        "children": asked.people not in CHILDREN,  # the shop has nothing for them
        "type": asked.product_type in hit["name"],
        "colour": not asked.colour or asked.colour in hit.get("colour", ()),
        "price": bounds is None or bounds[0] <= hit["price"]["zar"] <= bounds[1],
    }
    return [name for name, holds in checks.items() if not holds]


@pytest.mark.parametrize("product_type", PRODUCT_TYPES)
def test_no_product_is_passed_off_as_what_it_is_not(api: FlaskClient, product_type: str) -> None:
    wrong, seen = [], 0
    for asked in ALL:
        if asked.product_type == product_type:
            result = search(api, asked.text)
            products = claimed(result)
            seen += len(products)
            wrong += [
                (asked.text, hit["name"], what) for hit in products if (what := broken(hit, asked))
            ]
    assert wrong == []
    assert seen


def percent_off(hit: Any) -> float:
    price, ordinary = float(hit["price"]["zar"]), float(hit["ordinaryPrice"]["zar"])
    return 100 * (1 - price / ordinary)


@pytest.mark.parametrize(
    ("asked", "low", "high"),
    [("1% off", 1, 100), ("at least 10% off", 10, 100), ("up to 5% off", 0, 5)],
)
def test_a_discount_is_at_least_what_was_asked_for(
    api: FlaskClient, asked: str, low: int, high: int
) -> None:
    products = claimed(search(api, f"dress {asked}"))
    reduced = [percent_off(hit) for hit in claimed(search(api, "dress on sale"))]
    assert reduced
    assert len(products) == sum(low - 0.5 <= share < high + 0.5 for share in reduced)
    assert all(low - 0.5 <= percent_off(hit) < high + 0.5 for hit in products)
    assert search(api, f"dress {asked}")["nbHits"]


@pytest.mark.parametrize(("asked", "stores"), rows("deliveries_understood"))
def test_products_come_from_and_go_where_was_asked(
    api: FlaskClient, asked: str, stores: list[str]
) -> None:
    products = claimed(search(api, f"dress {asked}"))
    assert {hit.get("storeName", hit["brand"]) for hit in products} == {*stores}


@pytest.mark.parametrize(
    ("text", "is_falling"),
    [("cheapest dress", False), ("cheap boots", False), ("most expensive jacket", True)],
)
def test_what_the_price_orders_is_in_its_order(
    api: FlaskClient, text: str, is_falling: bool
) -> None:
    hits = claimed(search(api, text))
    priced = [hit for hit in hits if "price" in hit]
    prices = [hit["price"]["zar"] for hit in priced]
    assert len(set(prices)) > 1
    assert prices == sorted(prices, reverse=is_falling)
    assert hits[: len(priced)] == priced  # what has no price stands behind
