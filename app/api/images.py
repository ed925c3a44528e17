"""The image queries of spec §7; each makes the same typed request as `/api/search`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, jsonify
from sqlalchemy import select

from app.api.image_filters import search_request
from app.api.image_wire import GroupShaper
from app.api.route import ID_VALUE, answer, bare, blueprint, body, route
from app.api.schemas.parts import array, ref
from app.api.values import identity, json_body, json_object
from app.context import context
from app.errors import NotFound
from app.operators import is_operator
from app.search import execute, response
from app.search.filters import MAX_HITS_PER_PAGE
from app.search.instantsearch import canonical
from app.search.request import Group, SearchRequest, Term
from indexer.models import Product

AREA = blueprint("images", "images", "Products with their images, and their curation")

Body = dict[str, Any]

EXAMPLE = {
    "pageSize": 72,
    "pageNumber": 1,
    "sortKey": "price",
    "sortDirection": "asc",
    "filteredCategories": [5],
    "filteredColors": [{"id": 4, "selected": True}],
    "filteredBrands": ["'Karoo Cotton'"],
    "text": "linen",
    "prices": [[0, 500], [20000, None]],
    "currency": "ZAR",
    "shipsFrom": ["ZA"],
    "showSAOnly": False,
    "types": [1],
    "gender": [0],
    "stock": 1,
}


def found_groups(request: SearchRequest) -> tuple[list[Body], int]:
    """Return the page's product groups and the total."""
    here = context()
    reference = here.reference
    request = replace(request, whole=True, highlighted=False)
    (found,) = execute.run(here.engine, here.read([request]), reference.proxies).found
    hits = [response.hit(item, request, reference.proxies) for item in found.hits]
    shaper = GroupShaper(reference, _switched([hit["productId"] for hit in hits]))
    return [shaper.group(hit) for hit in hits], found.total


def _switched(ids: list[int]) -> dict[int, bool | None]:
    """Return the hand-set image orders, which only an operator's editing needs."""
    if not is_operator():
        return {}
    with context().session() as session:
        rows = session.execute(
            select(Product.id, Product.curated_switch_order).where(Product.id.in_(ids))
        )
        return {key: value for key, value in rows}  # noqa: C416 - rows are not pairs to mypy


def of_brand(request: SearchRequest, brand_id: int) -> SearchRequest:
    """Narrow a request to one store; raises NotFound."""
    for store in context().reference.stores:
        if store.id == brand_id:
            group = Group((Term("store", store.slug),))
            conditions = request.conditions
            groups = canonical([*conditions.groups, group])
            return replace(request, conditions=replace(conditions, groups=groups))
    raise NotFound(f"There is no brand {brand_id}")


def _first_page(request: SearchRequest) -> SearchRequest:
    return replace(request, page=0, hits_per_page=MAX_HITS_PER_PAGE)


@route(
    AREA,
    "POST",
    "",
    request=body(ref("BrandImagesQuery"), {"brandId": 1, "filteredCategories": [5]}),
    response=answer(array(ref("ProductGroup"))),
)
def images() -> Response:
    """List a brand's products, narrowed by categories and colours (at most 500)"""
    sent = json_object()
    brand_id = identity(sent.get("brandId"), "brandId")
    request = _first_page(search_request(sent, context().reference, paged=False))
    return jsonify(found_groups(of_brand(request, brand_id))[0])


@route(
    AREA,
    "POST",
    "/all",
    request=bare("brandId", ID_VALUE, 12),
    response=answer(array(ref("ProductGroup"))),
)
def all_images() -> Response:
    """List a brand's products (at most 500)"""
    sent = json_body()
    options = sent if isinstance(sent, dict) else {"brandId": sent}
    brand_id = identity(options.get("brandId"), "brandId")
    request = _first_page(search_request(options, context().reference, paged=False))
    return jsonify(found_groups(of_brand(request, brand_id))[0])


@route(
    AREA,
    "POST",
    "/allFlat",
    request=body(ref("ImagesQuery"), EXAMPLE),
    response=answer(ref("ProductPage")),
)
def all_flat() -> Response:
    """Search products with the filters of spec §3, a page at a time"""
    products, total = found_groups(search_request(json_object(), context().reference))
    return jsonify({"products": products, "totalItems": total})


@route(
    AREA,
    "POST",
    "/getCount",
    request=body(ref("ImagesQuery"), {"styles": [1, 2]}),
    response=answer(array(ref("Count")), [{"count": 312}]),
)
def count() -> Response:
    """Count the products that the same filters find"""
    request = search_request(json_object(), context().reference, paged=False)
    here = context()
    (found,) = execute.run(here.engine, here.read([request]), here.reference.proxies).found
    return jsonify([{"count": found.total}])


@route(
    AREA,
    "POST",
    "/allGrouped",
    request=body(ref("ImagesQuery"), {"brandId": 1, "pageSize": 100, "pageNumber": 1}),
    response=answer(ref("GroupedPage")),
)
def all_grouped() -> Response:
    """Search products, of one brand where `brandId` is given

    Answers the product groups and, beside them, all their images in one flat list.
    """
    sent = json_object()
    request = search_request({"pageSize": 100} | sent, context().reference)
    if sent.get("brandId") is not None:
        request = of_brand(request, identity(sent["brandId"], "brandId"))
    products, total = found_groups(request)
    flat = [image for product in products for image in product["images"]]
    return jsonify({"images": flat, "products": products, "totalItems": total})
