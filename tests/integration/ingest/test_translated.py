"""One product in several languages of its shop, and identifiers: what a run keeps of both."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from scrapers.product import Product as Found
from scrapers.values.identifiers import Identifier
from tests.support.catalogue import make_item, make_items
from tests.support.world import World

GTIN = Identifier("gtin", "06001007112608", "UK 8")
SKU = Identifier("sku", "T-1")
GOODS = make_items(6)


def page(key: str, path: str, **changes: Any) -> Found:
    changes = {"price": Decimal(350), "name": f"Tee {key}"} | changes
    return make_item(key, href=path if "://" in path else f"https://karoo.example{path}", **changes)


SHOPS: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, str]]] = {
    "pages that name each other": (
        {"translations": "https://karoo.example/af/p/t", "language": "af"},
        {"translations": "https://karoo.example/af/p/t", "language": "x-default"},
        ("/af/p/t", "/p/t"),
    ),
    "one GTIN": ({"identifiers": (GTIN,)}, {"identifiers": (GTIN, SKU)}, ("/af/t-hemp", "/en/tee")),
    "one sku": ({"identifiers": (SKU,)}, {"identifiers": (SKU,)}, ("/p/t?lang=af", "/p/t")),
    "hosts": (
        {"identifiers": (SKU,)},
        {"identifiers": (SKU,)},
        ("https://af.karoo.example/p/t", "/p/t"),
    ),
}


@pytest.mark.parametrize("case", SHOPS)
def test_of_one_product_in_several_languages_the_default_one_is_kept(
    shop: World, case: str
) -> None:
    other, default, (path, own) = SHOPS[case]
    run = shop.scrape([page("k10", path, **other), page("k11", own, **default), *GOODS])
    assert sorted(shop.products()) == ["k0", "k1", "k11", "k2", "k3", "k4", "k5"]
    assert (run.found_count, run.result) == (7, "success")
    assert "1 products are left out: each is another one in another language" in shop.log(run)


NOT_ONE: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "other prices": ({"price": Decimal(399)}, ("/af/t", "/en/t")),
    "one language": ({}, ("/en/a", "/en/b")),
    "no language": ({}, ("/p/a", "/p/b")),
}


@pytest.mark.parametrize("case", NOT_ONE)
def test_what_costs_something_else_or_has_one_language_is_two(shop: World, case: str) -> None:
    changes, (one, other) = NOT_ONE[case]
    two = page("k10", one, identifiers=(SKU,)), page("k11", other, identifiers=(SKU,), **changes)
    shop.scrape([*two, *GOODS])
    assert len(shop.products()) == 8
