"""A product's own view: what it shows, what is like it, and what it never shows."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from indexer.catalogue.document import lineage
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, Product


def got(api: FlaskClient, path: str, status: int = 200) -> Any:
    answer = api.get(f"/api/products{path}")
    assert answer.status_code == status, answer.text
    return answer.json


@pytest.fixture(scope="module")
def shown(shop_settings: Settings) -> list[Product]:
    """The visible products of the catalogue, in stock and with a category and a price."""
    with session_scope(shop_settings.database_url) as session:
        query = select(Product).join(Brand, Brand.id == Product.brand_id)
        known = Product.gone_at.is_(None) & ~Product.blocked & Brand.is_active & ~Product.sold_out
        query = query.where(known, Product.price.is_not(None)).order_by(Product.id)
        return list(session.scalars(query))


def _one(shop_settings: Settings, condition: Any) -> Product:
    with session_scope(shop_settings.database_url) as session:
        query = select(Product).join(Brand, Brand.id == Product.brand_id).order_by(Product.id)
        product = session.scalars(query.where(condition, Brand.is_active)).first()
        assert product is not None
        return product


def test_it_shows_the_whole_product_with_its_price_as_it_is_now(
    api: FlaskClient, shown: list[Product]
) -> None:
    product = next(row for row in shown if row.ordinary_price is not None)
    view = got(api, f"/{product.id}?currency=EUR")
    assert view["product"]["name"] == product.name
    assert view["product"]["price"]["zar"] == float(product.price or 0)
    assert view["product"]["ordinaryPrice"]["zar"] == float(product.ordinary_price or 0)
    assert view["path"].endswith(f"-{product.id}")
    assert (view["gone"], view["delivery"]) == (False, None)
    assert view["history"]["words"] == []  # nothing was read yet
    assert not {"productTypes", "vocabulary", "quality", "tile"} & view["product"].keys()


def test_what_is_like_it_is_of_its_kind_or_the_one_above_in_stock_and_others_stores_first(
    api: FlaskClient, shown: list[Product]
) -> None:
    seen = 0
    for product in shown[:40]:
        view = got(api, f"/{product.id}")
        similar, own = view["similar"], view["product"]
        seen += len(similar)
        finest = {slug for slug in own["category"] if not _is_parent(slug, own["category"])}
        assert product.id not in {hit["productId"] for hit in similar}
        above = {slug.rpartition("/")[0] for slug in finest if slug.count("/") > 1}
        for hit in similar:
            reached = {slug for one in hit["category"] for slug in lineage(one)}
            wider = above & reached and hit["brandId"] != product.brand_id
            assert finest & reached or wider, (own["category"], hit["category"])
            assert "soldOut" not in hit
        foreign = [hit["brandId"] != product.brand_id for hit in similar]
        assert foreign == sorted(foreign, reverse=True)
    assert seen > 100


def _is_parent(slug: str, slugs: list[str]) -> bool:
    return any(other.startswith(f"{slug}/") for other in slugs)


@pytest.mark.parametrize(("country", "delivery"), [("ZA", "store"), ("DE", "no"), ("DE", "proxy")])
def test_it_says_how_it_reaches_the_visitors_country(
    api: FlaskClient, shop_settings: Settings, country: str, delivery: str
) -> None:
    with session_scope(shop_settings.database_url) as session:
        slug = "h-and-m" if delivery == "proxy" else "karoo-cotton"
        query = select(Product.id).join(Brand, Brand.id == Product.brand_id)
        id_ = session.scalars(query.where(Brand.slug == slug, ~Product.blocked)).first()
    view = got(api, f"/{id_}?countryCode={country}")
    assert view["delivery"] == delivery
    assert view["product"]["viaProxy"] == (delivery == "proxy")


def test_one_that_was_taken_down_is_not_shown(api: FlaskClient, shop_settings: Settings) -> None:
    product = _one(shop_settings, Product.blocked)
    answer = got(api, f"/{product.id}", 410)
    assert product.name not in str(answer)


def test_saved_products_come_in_their_order_without_those_that_are_gone(
    api: FlaskClient, shop_settings: Settings, shown: list[Product]
) -> None:
    gone = _one(shop_settings, Product.gone_at.is_not(None))
    blocked = _one(shop_settings, Product.blocked)
    ids = [shown[2].id, gone.id, shown[0].id, blocked.id, 999_999]
    hits = got(api, f"?ids={','.join(map(str, ids))}&currency=USD")["hits"]
    assert [hit["productId"] for hit in hits] == [shown[2].id, shown[0].id]
    assert set(hits[0]["price"]) == {"zar", "eur", "usd"}


@pytest.mark.parametrize("ids", ["", "1,,2", "a", "-1", "1,2;DROP", ",".join(["1"] * 101)])
def test_ids_that_are_none_are_refused_and_named(api: FlaskClient, ids: str) -> None:
    assert "ids" in got(api, f"?ids={ids}", 400)["errors"]
