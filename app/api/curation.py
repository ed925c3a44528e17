"""`images/save`: what an operator sets by hand, over everything that is scraped or classified."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.images import AREA
from app.api.route import TEXT, body, route
from app.api.schemas.parts import ref
from app.api.values import INT_MAX, flag, identity, json_object, text
from app.context import context
from app.errors import Invalid, NotFound
from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.index import write_pending
from indexer.models import Category, Color, Product, ProductImage

Body = dict[str, Any]


@route(
    AREA,
    "POST",
    "/save",
    operator=True,
    request=body(
        ref("ImageSave"), {"brandId": 1, "groupKey": "kc-102", "finalCategoryId": 9, "unisex": True}
    ),
    response=TEXT,
)
def save() -> Response:
    """Set a product's category, colour, unisex or image order by hand

    The product is named by `productId`, or by `brandId` and `groupKey`. Entries of `images` that
    carry a category or colour of their own set it for that image alone. The change can be searched
    at once, and no scrape or classification undoes it.
    """
    sent = json_object()
    here = context()
    with here.session() as session:
        product = _product(session, sent)
        _curate(session, product, sent)
        _curate_images(session, product, sent.get("images") or [])
        enqueue(session, [product.id])
        name = product.name
    report = write_pending(here.settings, refresh=True, limit=1000)
    later = "" if not report.unavailable else "; the search shows it once it is back"
    return Response(f"Saved {name}{later}", mimetype="text/plain")


def _product(session: Session, sent: Body) -> Product:
    if sent.get("productId") is not None:
        wanted = Product.id == identity(sent["productId"], "productId")
    else:
        first: Any = next(iter(sent.get("images") or []), {})
        brand_id = identity(sent.get("brandId", _get(first, "brandId")), "brandId")
        key = text(sent.get("groupKey") or _get(first, "groupKey"), "groupKey")
        wanted = (Product.brand_id == brand_id) & (Product.group_key == key)
    product_id = session.scalar(select(Product.id).where(wanted))
    if product_id is not None:
        hold_with_siblings(session, product_id)
    product = session.scalar(select(Product).where(wanted).with_for_update())
    if product is None:
        raise NotFound("There is no such product")
    return product


def _get(entry: Any, name: str) -> Any:
    return entry.get(name) if isinstance(entry, dict) else None


def _curate(session: Session, product: Product, sent: Body) -> None:
    """Set what was sent: an absent name stays as it is, null takes the hand-set value off."""
    if "finalCategoryId" in sent:
        product.curated_category_id = _known(session, Category, sent, "finalCategoryId")
    if "finalColorId" in sent:
        product.curated_color_id = _known(session, Color, sent, "finalColorId")
    if "unisex" in sent:
        product.curated_unisex = _maybe_flag(sent, "unisex")
    if "switchOrder" in sent:
        product.curated_switch_order = _maybe_flag(sent, "switchOrder")


def _maybe_flag(sent: Body, name: str) -> bool | None:
    return None if sent[name] is None else flag(sent[name], name)


def _known(
    session: Session, model: type[Category] | type[Color], sent: Body, name: str
) -> int | None:
    if sent[name] is None:
        return None
    key = identity(sent[name], name)
    if key > INT_MAX or session.get(model, key) is None:
        raise Invalid.field(name, f"there is no {model.__tablename__} {key}")
    return key


def _curate_images(session: Session, product: Product, entries: Iterable[Any]) -> None:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Invalid.field("images", "must be a list of images")
    by_url = {url: image for image in product.images for url in _urls(image)}
    for entry in entries:
        image = by_url.get(text(entry.get("imageUrl"), "imageUrl"))
        if image is None:
            continue
        if "curatedCategoryId" in entry:
            image.curated_category_id = _known(session, Category, entry, "curatedCategoryId")
        if "curatedColorId" in entry:
            image.curated_color_id = _known(session, Color, entry, "curatedColorId")


def _urls(image: ProductImage) -> set[str]:
    return {image.image_url, image.calculated_url or image.image_url}
