"""Where the price that a product has now was read."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from app.api.declare import Area
from app.api.operator.schemas import PriceCertificate
from app.context import context
from app.errors import NotFound
from indexer.models import Product
from scrapers.values.certificate import from_json

AREA = Area("certificates", "products", "Where prices were read (operators)")


@AREA.get("/<int:product_id>/certificate", operator=True)
@AREA.response(PriceCertificate)
def certificate(product_id: int) -> dict[str, Any]:
    """Show where a product's price was read: source, address, place, text, reader"""
    query = select(Product.certificate).where(Product.id == product_id)
    with context().session() as session:
        row = session.execute(query).one_or_none()
    if row is None:
        raise NotFound("There is no such product")
    return {"certificate": from_json(row.certificate)}
