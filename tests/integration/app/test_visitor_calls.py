"""The visitor's calls of spec §7, over HTTP and the real services."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from app.api import catalogue
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, BrandSubmission, Click
from tests.integration.app.brute import Row, matching
from tests.support.data import rows

HITS_FLAT = set(
    "brandName brandSite productName price EUR USD soldOut href imageUrl calculatedUrl imageHeight"
    " imageWidth finalColorId finalCategoryId finalBrand brandCountryName saMade unisex"
    " switchOrder".split()
)


def got(api: FlaskClient, path: str, country: str = "") -> Any:
    answer = api.get(f"/api/{path}", headers={"Country-Code": country})
    assert answer.status_code == 200, answer.text
    return answer.json


def posted(api: FlaskClient, path: str, body: Any, country: str = "") -> Any:
    answer = api.post(f"/api/{path}", json=body, headers={"Country-Code": country})
    assert answer.status_code == 200, answer.text
    return answer.json


REFERENCE = ["product_categories", "product_categories/getAllForFE", "colors", "styles"]
REFERENCE += ["countries", "brands", "brands/getStores", "brands/getProductBrands"]
REFERENCE += ["brands/getBrandCountries", "brands/1", "styles/1", "styles/getBrandStyles/1"]


@pytest.mark.parametrize("path", REFERENCE)
def test_every_path_answers_with_and_without_its_trailing_slash(
    api: FlaskClient, path: str
) -> None:
    assert got(api, path) == got(api, f"{path}/") != []


def test_categories_come_flat_and_as_a_tree(api: FlaskClient) -> None:
    flat = got(api, "product_categories")
    tree = got(api, "product_categories/getAllForFE")
    assert [row["name"] for row in tree] == ["Home", "Outdoor", "Women", "Men", "Kids"]

    def count(rows: list[Any]) -> int:
        return sum(1 + count(row["subCategories"]) for row in rows)

    assert count(tree) == len(flat) >= 120


def test_brand_pages_repeat_the_brand_for_each_listing_page(api: FlaskClient) -> None:
    (row,) = got(api, "brands/1")
    assert row["name"] == "Karoo Cotton"
    assert row["pageUrl"] == "https://karoo-cotton.example/all"
    assert {"priceXPath", "hrefClass", "needExternalTranslate", "countryId", "pageId"} <= set(row)


def test_stores_and_brands_follow_the_visitors_country(
    api: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "MOST_PAIRS", 1)  # of more there are several pages

    def names(path: str, country: str, key: str) -> set[str]:
        return {row[key] for row in got(api, path, country)}

    assert names("brands/getStores", "", "name") == names("brands/getStores", "ZA", "name")
    assert names("brands/getStores", "DE", "name") == {"Proudly Bo-Kaap", "H&M <Outlet>"}
    assert names("brands/getProductBrands", "DE", "finalBrand") == {
        "Proudly Bo-Kaap",
        "H&M <Outlet>",
    }
    assert names("brands/getBrandCountries", "DE", "iso") == {"ZA", "GB"}
    assert "Closed Shop" not in names("brands/getStores", "", "name")


def test_flat_images_carry_every_field_and_a_product_without_one_has_a_null_entry(
    api: FlaskClient, rows: list[Row]
) -> None:
    page = posted(api, "images/allFlat", {"pageSize": 500, "pageNumber": 1})
    assert page["totalItems"] == len(rows) == len(page["products"])
    for product in page["products"]:
        assert product["images"]
        assert all(set(image) >= HITS_FLAT for image in product["images"])
    without_picture = [p for p in page["products"] if p["images"][0]["imageUrl"] is None]
    assert without_picture
    assert all(len(product["images"]) == 1 for product in without_picture)
    prices = [(p["images"][0]["price"], p["price"]) for p in page["products"]]
    assert all(flat == (amounts or {}).get("zar") for flat, amounts in prices)


FILTERS: list[tuple[dict[str, Any], dict[str, list[str]]]] = [
    tuple(row) for row in rows("image_filters")
]


@pytest.mark.parametrize(("sent", "chosen"), FILTERS, ids=json.dumps)
def test_the_old_filters_mean_the_same_as_the_search(
    api: FlaskClient, rows: list[Row], sent: dict[str, Any], chosen: dict[str, list[str]]
) -> None:
    expected = len(matching(rows, chosen))
    assert posted(api, "images/getCount", sent) == [{"count": expected}]
    assert posted(api, "images/allFlat", sent)["totalItems"] == expected
    grouped = posted(api, "images/allGrouped", sent)
    assert grouped["totalItems"] == expected
    assert len(grouped["images"]) == sum(len(p["images"]) for p in grouped["products"])


def test_the_country_header_decides_on_the_image_calls(api: FlaskClient, rows: list[Row]) -> None:
    reach = {"DE", "*", "GB", "US"}
    expected = len(matching(rows, {}, lambda row: bool(row.ships_to & reach)))
    assert posted(api, "images/getCount", {}, "DE") == [{"count": expected}]


def test_a_brands_images_take_a_bare_id_or_an_object(api: FlaskClient, rows: list[Row]) -> None:
    expected = len(matching(rows, {"store": ["karoo-cotton"]}))
    for body in (1, "1", {"brandId": 1}, {"brandId": "1"}):
        assert len(posted(api, "images/all", body)) == expected
    narrowed = posted(api, "images", {"brandId": 1, "filteredColors": [4]})
    assert len(narrowed) == len(matching(rows, {"store": ["karoo-cotton"], "colour": ["red"]}))
    assert api.post("/api/images/all", json=999).status_code == 404


def test_the_landing_has_ten_different_products_of_four_categories(
    api: FlaskClient, rows: list[Row]
) -> None:
    carousels = got(api, "landing")["carousels"]
    assert [c["name"] for c in carousels] == ["Home", "Outdoor", "Women", "Men"]
    for carousel in carousels:
        inside = {row.id for row in matching(rows, {"category": [carousel["category"]]})}
        shown = [hit["productId"] for hit in carousel["hits"]]
        assert len(shown) == len(set(shown)) == 10
        assert set(shown) <= inside
        brands = [hit["brand"] for hit in carousel["hits"]]
        assert len(set(brands)) > 1
        assert all(brand != after for brand, after in pairwise(brands))


@pytest.fixture
def own(settings: Settings, clean_database: str, clean_redis: str) -> FlaskClient:
    """An application over the empty session database, that a test may write to."""
    return create_app(settings).test_client()


def test_clicks_of_every_kind_are_kept_without_who_made_them(
    own: FlaskClient, settings: Settings
) -> None:
    with session_scope(settings.database_url) as session:
        session.add(Brand(name="Karoo", slug="karoo", website="https://karoo.example"))
    sent = [
        {"brandId": 1, "groupKey": "kc-1", "href": "https://karoo.example/p"},
        {"brandId": None, "groupKey": None, "href": "Go to page 2"},
        {"brandId": "1", "href": "Colour: Red"},
    ]
    for body in sent:
        posted(own, "interactions/saveItemClick", body, "NA")
    with session_scope(settings.database_url) as session:
        clicks = session.scalars(select(Click).order_by(Click.id)).all()
        kept = [(c.brand_id, c.group_key, c.href, c.country_code) for c in clicks]
    assert kept == [
        (1, "kc-1", "https://karoo.example/p", "NA"),
        (None, None, "Go to page 2", "NA"),
        (1, None, "Colour: Red", "NA"),
    ]


def test_a_suggested_website_waits_for_an_operator(own: FlaskClient, settings: Settings) -> None:
    posted(own, "brands/submit", {"website": "https://new.example/shop"})
    for wrong in ("new.example", "https://", "javascript:alert(1)", "", None, 5):
        answer = own.post("/api/brands/submit", json={"website": wrong})
        assert answer.status_code == 400
    (row,) = got(own, "brands/submissions")
    assert (row["website"], row["state"]) == ("https://new.example/shop", "new")
    assert posted(own, f"brands/submissions/{row['id']}", {"state": "accepted"})["decidedAt"]
    with session_scope(settings.database_url) as session:
        assert session.scalars(select(BrandSubmission.state)).all() == ["accepted"]
    for _ in range(2):
        posted(own, "brands/submit", {"website": "https://new.example/shop"})
    assert [row["state"] for row in got(own, "brands/submissions")] == ["new", "accepted"]


def test_the_country_stays_empty_unless_it_is_looked_up(
    shop_settings: Settings, api: FlaskClient
) -> None:
    address = {"REMOTE_ADDR": "196.25.1.1"}
    looked_up = create_app(shop_settings.but(geoip=True)).test_client()
    for client, code in ((api, ""), (looked_up, "ZA")):
        answer = client.get("/api/countries/current", environ_base=address)
        assert answer.json == {"countryCode": code}


@pytest.mark.parametrize("path", ["product_categories", "styles/1", "filters", "brands/getStores"])
@pytest.mark.parametrize("encoding", ["", "br", "gzip"])
def test_tables_are_kept_by_browsers_and_sent_again_only_when_changed(
    api: FlaskClient, path: str, encoding: str
) -> None:
    headers = {"Accept-Encoding": encoding}
    first = api.get(f"/api/{path}", headers=headers)
    is_edited = path in {"filters", "brands/getStores"}  # those are asked for each time
    lasts = first.cache_control.max_age, bool(first.cache_control.no_cache)
    assert lasts == ((None, True) if is_edited else (300, False))
    same = api.get(f"/api/{path}", headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    other = api.get(f"/api/{path}", headers={**headers, "If-None-Match": '"other"'})
    assert other.status_code == 200
    # Gzip's head has the second of its making.
    assert other.data[:4] + other.data[8:] == first.data[:4] + first.data[8:]
