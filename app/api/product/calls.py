"""`GET /api/products/{id}` and `GET /api/products?ids=`."""

from typing import Any

from flask import Response
from sqlalchemy import select

from app.api.declare import Area
from app.api.product import schemas
from app.api.search.cached import Answer, fresh_answer
from app.api.search.landing import asked_country
from app.api.search.schemas import VisitorQuery
from app.context import context
from app.errors import NotFound
from app.product.related import tiles_by_id
from app.product.view import product_view
from app.search.filters import DEFAULT_CURRENCY
from indexer.models import Product

AREA = Area("products", "products", "Products by themselves")


@AREA.get("/<int:product_id>")
@AREA.query(VisitorQuery)
@AREA.response(schemas.ProductView)
def product(
    product_id: int, currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """Show a product with its price history and what is like it

    One that its store no longer has is `gone`, and still shown until it is purged.
    """

    def answer() -> Answer:
        view = product_view(product_id, currency, asked_country(country_code))
        return Answer(view.body, view.took)

    return fresh_answer(answer)[0]


@AREA.get("/<int:product_id>/origin", operator=True)
@AREA.response(schemas.PriceOrigin)
def origin(product_id: int) -> dict[str, Any]:
    """Show where a product's price was read: source, address, place, text"""
    with context().session() as session:
        row = session.execute(select(Product.origin).where(Product.id == product_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such product")
    return {"origin": row.origin}


@AREA.get("")
@AREA.query(schemas.TilesQuery)
@AREA.response(schemas.Tiles)
def products(
    ids: list[int], currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """List products by their ids, as visitors have saved them

    Those that are not in the answer are gone.
    """

    def answer() -> Answer:
        hits, took = tiles_by_id(ids, currency, asked_country(country_code))
        found: dict[str, Any] = {"hits": hits}
        return Answer(found, took)

    return fresh_answer(answer)[0]
