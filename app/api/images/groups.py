"""A product of the results in the shape of spec §3's product group, its images flat inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.reference import Reference

Body = dict[str, Any]


class GroupShaper:
    """Shapes hits with the ids of the reference tables; one for a response.

    `switched` has the hand-set image order by product id, for an operator's editing.
    """

    def __init__(self, reference: Reference, switched: Mapping[int, bool | None]) -> None:
        self._categories = {row.slug: row.id for row in reference.categories}
        self._colors = {row.slug: row.id for row in reference.colors}
        self._switched = switched

    def group(self, hit: Body) -> Body:
        """Return the hit as a product group: each image repeats the product's fields (spec §3).

        A product without an image has one entry with `imageUrl` null (design).
        """
        shared = self._shared(hit)
        pictures = hit["images"] or [{"url": None, "width": None, "height": None}]
        return hit | {"images": [shared | picture | _image(picture) for picture in pictures]}

    def _shared(self, hit: Body) -> Body:
        price = hit["price"] or {}
        return {
            "productId": hit["productId"],
            "brandId": hit["brandId"],
            "groupKey": hit["groupKey"],
            "brandName": hit["storeName"],
            "brandSite": hit["storeSite"],
            "productBrand": hit["productBrand"],
            "productName": hit["name"],
            "price": price.get("zar"),
            "EUR": price.get("eur"),
            "USD": price.get("usd"),
            "soldOut": hit["soldOut"],
            "href": hit["href"],
            "annotation": None,
            "productSearchResults": None,
            "vertexClassification": None,
            "finalColorId": self._colors.get(next(iter(hit["colour"]), "")),
            "finalCategoryId": self._categories.get(leaf(hit["category"])),
            "finalBrand": hit["brand"],
            "brandCountryName": hit["shipsFromName"],
            "saMade": hit["saMade"],
            "unisex": hit["unisex"],
            "switchOrder": self._switched.get(hit["productId"]),
        }


def _image(picture: Body) -> Body:
    return {
        "imageUrl": picture["url"],
        "calculatedUrl": picture["url"],
        "imageWidth": picture["width"],
        "imageHeight": picture["height"],
    }


def leaf(path: list[str]) -> str:
    """Return a product's own category: the end of the first line of descent in its list."""
    own = ""
    for slug in path:
        if own and not slug.startswith(f"{own}/"):
            break
        own = slug
    return own
