"""One brand in several spellings is one value, commonly spelled, wherever values are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, Product
from tests.integration.app.fixtures import indexed, search
from tests.integration.app.shop import stocked_database
from tests.support.data import rows
from tests.support.services import TestServices

# Each brand's spellings, the commonest first.
BRANDS = dict(rows("brand_spellings"))
SPELLINGS = [(label, one) for label, several in BRANDS.items() for one in several]
# "Acme" and "ACME" as often are one by the smaller; each commonest spelling once more.
PUBLISHED = [one for label, one in SPELLINGS for _ in range(2 if one == label else 1)]
SIZES = ("Tall", "TALL", "Tall")
Published = tuple[FlaskClient, dict[str, int]]


@pytest.fixture(scope="module")
def published(services: TestServices, settings: Settings, bare_build: Path) -> Iterator[Published]:
    """A client of a catalogue with these spellings, and how many products each brand has."""
    with stocked_database(services.database_url) as url:
        with session_scope(url) as session:
            of_mall = select(Product).join(Brand).where(Brand.slug == "veld-mall")
            products = session.scalars(of_mall.order_by(Product.id)).all()
            counts = Counter[str]()
            labels = {one: label for label, one in SPELLINGS}
            for product, brand, size in zip(products, cycle(PUBLISHED), cycle(SIZES)):
                product.product_brand = brand
                product.attributes = (product.attributes or {}) | {"size": [size]}
                visible = product.gone_at is None and not product.blocked
                counts[labels[brand]] += visible
                counts["Tall"] += visible
        own = indexed(settings, url, "spellings", frontend_dir=bare_build)
        yield create_app(own).test_client(), counts


@pytest.fixture(scope="module")
def shop(published: Published) -> FlaskClient:
    return published[0]


@pytest.fixture(scope="module")
def counts(published: Published) -> dict[str, int]:
    return published[1]


def test_a_facet_has_each_brand_once_and_counts_all_its_spellings(
    shop: FlaskClient, counts: dict[str, int]
) -> None:
    facets = search(shop, "", facets=["brand", "size"])["facets"]
    assert {name: facets["brand"].get(name) for name in BRANDS} == {n: counts[n] for n in BRANDS}
    assert not {one for label, one in SPELLINGS if one != label} & set(facets["brand"])
    assert list(facets["brand"].values()) == sorted(facets["brand"].values(), reverse=True)
    assert (facets["size"]["Tall"], facets["size"].get("TALL")) == (counts["Tall"], None)


@pytest.mark.parametrize(("label", "spelling"), [*SPELLINGS, ("Acme", "acme"), ("H&M", "h&m")])
def test_a_filter_in_any_spelling_finds_all_its_products(
    shop: FlaskClient, counts: dict[str, int], label: str, spelling: str
) -> None:
    found = search(shop, "", facetFilters=[f"brand:{spelling}"], facets=["brand"])
    assert (found["nbHits"], found["facets"]["brand"]) == (counts[label], {label: counts[label]})
    assert {hit["brand"] for hit in found["hits"]} == {label}
    whole = search(shop, "", facetFilters=[f"brand:{spelling}"], attributesToRetrieve=["*"])
    assert {hit["brand"] for hit in whole["hits"]} == {label}
    assert "keys" not in whole["hits"][0]
    rest = search(shop, "", facetFilters=[f"brand:-{spelling}"])["nbHits"]
    assert rest == search(shop, "")["nbHits"] - counts[label]
    sent = {"filteredBrands": [f"'{spelling.replace(chr(39), chr(39) * 2)}'"]}
    assert shop.post("/api/images/getCount", json=sent).json == [{"count": counts[label]}]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        *(("levis", "Levi's"), ("levi’s", "Levi's"), ("gstar", "G-Star"), ("g star", "G-Star")),
        *(("h & m", "H&M"), ("hm", "H&M"), ("loreal", "L'Oréal"), ("CAFELUZ", "Café Luz")),
    ],
)
def test_the_facets_own_search_and_suggestions_know_what_the_box_does(
    shop: FlaskClient, counts: dict[str, int], text: str, label: str
) -> None:
    asked = {"facetName": "brand", "facetQuery": text}
    hits = {hit["value"]: hit for hit in search(shop, "", **asked)["facetHits"]}
    assert not {one for right, one in SPELLINGS if one != right} & set(hits)
    hit = hits[label]
    assert hit["count"] == counts[label]
    assert "<em>" in hit["highlighted"]
    suggested = shop.get("/api/suggest", query_string={"q": text}).json
    assert suggested
    assert label in suggested["brands"][:2]
    assert search(shop, text)["nbHits"] >= counts[label]


def test_an_address_in_another_spelling_leads_to_the_common_one(shop: FlaskClient) -> None:
    moved = shop.get("/?q=linen&brand=acme&brand=ACME&brand=levi’s&utm_source=a")
    assert moved.status_code == 302
    assert moved.headers["Location"] == "/?q=linen&brand=Acme&brand=Levi%27s&utm_source=a"
    for canonical in (moved.headers["Location"], "/?brand=Nobody", "/?brand=Caf%C3%A9+Luz"):
        assert shop.get(canonical).status_code == 200
