"""The review list: the least sure first, one decision a call, undone, and counted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select, update

from indexer.core.db import session_scope
from indexer.models import Color, Product, ProductImage
from tests.integration.app.desk import Desk
from tests.support.index import execute

EVIDENCE = {"chances": {"red": 0.5, "pink": 0.3}, "shares": {"red": 0.6}, "plainGround": False}


def ids(desk: Desk) -> list[int]:
    return [item["productId"] for item in desk.get("review")["items"]]


def color(desk: Desk, slug: str) -> int:
    with session_scope(desk.settings.database_url) as session:
        return session.scalars(select(Color.id).where(Color.slug == slug)).one()


@pytest.fixture
def doubted(office: Desk) -> tuple[Desk, list[int]]:
    """Three products of which pictures say something: unsure, unsure and clicked, and sure."""
    red = color(office, "red")
    with session_scope(office.settings.database_url) as session:
        with_image = select(ProductImage.product_id).where(ProductImage.gone_at.is_(None))
        products = session.scalars(
            select(Product)
            .where(Product.brand.has(is_active=True))
            .where(Product.id.in_(with_image), Product.gone_at.is_(None), ~Product.blocked)
            .where(Product.curated_color_id.is_(None), Product.page_color_id.is_(None))
            .order_by(Product.id)
            .limit(3)
        ).all()
        for product, (sure, clicks) in zip(
            products, ((0.45, 0), (0.42, 5), (0.95, 9)), strict=True
        ):
            product.classified_color_ids = product.classified_color_id = None
            product.pictured_color_ids, product.pictured_confidence = [red], sure
            product.popularity = clicks
        chosen = [product.id for product in products]
        session.execute(
            update(ProductImage)
            .where(ProductImage.product_id.in_(chosen))
            .values(annotation=EVIDENCE, annotated_by="pixels 1")
        )
    return office, chosen


def test_the_least_sure_come_first_and_of_them_the_most_clicked(
    doubted: tuple[Desk, list[int]],
) -> None:
    desk, (unsure, clicked, sure) = doubted
    assert ids(desk) == [clicked, unsure, sure]
    (first, *_) = desk.get("review?size=1")["items"]
    red, pink = color(desk, "red"), color(desk, "pink")
    assert first["alternatives"] == [
        {"colorId": red, "chance": 0.5},
        {"colorId": pink, "chance": 0.3},
    ]
    assert first["reason"] == ("Words: no colour. Picture: Red (red 60%). Its ground is not plain.")


def test_a_decision_stays_until_it_is_undone_and_is_counted(
    doubted: tuple[Desk, list[int]],
) -> None:
    desk, (unsure, clicked, _) = doubted
    decisions: list[Any] = [
        desk.post("review", {"productId": product, "colorId": color(desk, slug)})
        for product, slug in ((clicked, "red"), (unsure, "pink"))
    ]
    (row,) = desk.get("review")["accuracy"]
    assert (row["classifier"], row["decided"], row["right"]) == ("pixels 1", 2, 1)
    assert row["expected"] == pytest.approx((0.42 + 0.45) / 2)
    assert not {unsure, clicked} & {*ids(desk)}
    desk.post("review/undo", {"id": decisions[1]["id"]})
    assert ids(desk)[0] == unsure
    found = execute(
        desk.settings, "SELECT curated_color_id FROM product WHERE id IN (%s, %s)", unsure, clicked
    )
    assert {value for (value,) in found} == {None, color(desk, "red")}


def test_what_cannot_be_told_is_not_shown_again_and_counts_for_none(
    doubted: tuple[Desk, list[int]],
) -> None:
    desk, (_, clicked, _) = doubted
    desk.post("review", {"productId": clicked, "colorId": None})
    assert clicked not in ids(desk)
    assert desk.get("review")["accuracy"] == []


def test_operators_get_what_was_found_on_a_picture_as_json(desk: Desk) -> None:
    (group, *_) = desk.post("images/allFlat", {"pageSize": 1, "pageNumber": 1})["products"]
    assert group["images"][0]["annotation"] is None
    with session_scope(desk.settings.database_url) as session:
        of_it = update(ProductImage).where(ProductImage.product_id == group["productId"])
        session.execute(of_it.values(annotation=EVIDENCE, annotated_by="pixels 1"))
    (again, *_) = desk.post("images/allFlat", {"pageSize": 1, "pageNumber": 1})["products"]
    assert json.loads(again["images"][0]["annotation"]) == EVIDENCE
    assert again["images"][0]["vertexClassification"] is None
