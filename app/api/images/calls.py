"""The image queries of spec §7; each makes the same typed request as `/api/search`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, jsonify
from sqlalchemy import select

from app.access.operators import is_operator
from app.api.declare import Area
from app.api.images import schemas
from app.api.images.conditions import Sent, paged, search_request
from app.api.images.groups import GroupShaper
from app.context import context
from app.errors import NotFound
from app.search import execute
from app.search.filters import MAX_HITS_PER_PAGE, PAGE_SIZES
from app.search.request import Group, SearchRequest, Term
from app.search.wire import response
from app.search.wire.instantsearch import canonical
from indexer.models import Product

AREA = Area("images", "images", "Products with their images")

Groups = list[dict[str, Any]]

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


def groups_of(request: SearchRequest) -> tuple[Groups, int]:
    """Return the page's product groups and the total."""
    services = context()
    request = replace(request, all_fields=True, highlighted=False)
    (request,) = services.read([request])
    (answer,) = execute.run(services.engine, [request]).results
    hits = [response.product(hit, request) for hit in answer.hits]
    shaper = GroupShaper(services.reference, _switched([hit["productId"] for hit in hits]))
    return [shaper.group(hit) for hit in hits], answer.total


def _switched(ids: list[int]) -> dict[int, bool | None]:
    """Return the hand-set image orders, which only an operator's editing needs."""
    if not is_operator():
        return {}
    with context().session() as session:
        query = select(Product.id, Product.curated_switch_order).where(Product.id.in_(ids))
        return {key: value for key, value in session.execute(query)}  # noqa: C416 - no pairs to mypy


def of_brand(request: SearchRequest, brand_id: int) -> SearchRequest:
    """Narrow a request to one store; raises NotFound."""
    for store in context().reference.stores:
        if store.id == brand_id:
            group = Group((Term("store", store.slug),))
            conditions = request.conditions
            groups = canonical([*conditions.groups, group])
            return replace(request, conditions=replace(conditions, groups=groups))
    raise NotFound(f"There is no brand {brand_id}")


@AREA.post("")
@AREA.arguments(
    schemas.BrandImagesQuery, as_kwargs=False, example={"brandId": 1, "filteredCategories": [5]}
)
@AREA.response(schemas.ProductGroup(many=True))
def images(sent: Sent) -> Response:
    """List a brand's products, narrowed by categories and colours (at most 500)"""
    return _first_page(sent)


@AREA.post("/all")
@AREA.arguments(schemas.BrandImagesQuery, as_kwargs=False, example=12)
@AREA.response(schemas.ProductGroup(many=True))
def all_images(sent: Sent) -> Response:
    """List a brand's products (at most 500)"""
    return _first_page(sent)


def _first_page(sent: Sent) -> Response:
    request = search_request(sent, context().reference)
    request = replace(request, page=0, hits_per_page=MAX_HITS_PER_PAGE)
    return jsonify(groups_of(of_brand(request, sent["brand_id"]))[0])


@AREA.post("/allFlat")
@AREA.arguments(schemas.ImagesQuery, as_kwargs=False, example=EXAMPLE)
@AREA.response(schemas.ProductPage)
def all_flat(sent: Sent) -> Response:
    """Search products with the filters of spec §3, a page at a time"""
    request = paged(search_request(sent, context().reference), sent, PAGE_SIZES["flat"])
    products, total = groups_of(request)
    return jsonify({"products": products, "totalItems": total})


@AREA.post("/getCount")
@AREA.arguments(schemas.ImagesQuery, as_kwargs=False, example={"styles": [1, 2]})
@AREA.response(schemas.Count(many=True), example=[{"count": 312}])
def count(sent: Sent) -> list[dict[str, int]]:
    """Count the products that the same filters find"""
    services = context()
    request = search_request(sent, services.reference)
    (answer,) = execute.run(services.engine, services.read([request])).results
    return [{"count": answer.total}]


@AREA.post("/allGrouped")
@AREA.arguments(
    schemas.GroupedQuery,
    as_kwargs=False,
    example={"brandId": 1, "pageSize": 100, "pageNumber": 1},
)
@AREA.response(schemas.GroupedPage)
def all_grouped(sent: Sent) -> Response:
    """Search products, of one brand where `brandId` is given

    Answers the product groups and, beside them, all their images in one flat list.
    """
    request = search_request(sent, context().reference)
    request = paged(request, sent, PAGE_SIZES["grouped"])
    if sent.get("brand_id") is not None:
        request = of_brand(request, sent["brand_id"])
    products, total = groups_of(request)
    flat = [image for product in products for image in product["images"]]
    return jsonify({"images": flat, "products": products, "totalItems": total})
