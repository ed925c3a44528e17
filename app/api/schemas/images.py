"""Product groups and image queries on the wire."""

from __future__ import annotations

from app.api.schemas.parts import (
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    Schema,
    array,
    maybe,
    one_of,
    ref,
    thing,
)
from app.api.schemas.search import HIT
from app.search.filters import CURRENCIES, MAX_TEXT, SORTS
from scrapers.attributes import ATTRIBUTES, NUMBERS

_FLAT = thing(
    productId=WHOLE,
    brandId=WHOLE,
    groupKey=TEXT,
    brandName=TEXT,
    brandSite=TEXT,
    productBrand=maybe(TEXT),
    productName=TEXT,
    price=maybe(NUMBER) | {"description": "ZAR"},
    EUR=maybe(NUMBER),
    USD=maybe(NUMBER),
    soldOut=YES_NO,
    href=maybe(TEXT),
    imageUrl=maybe(TEXT),
    calculatedUrl=maybe(TEXT),
    imageWidth=maybe(WHOLE),
    imageHeight=maybe(WHOLE),
    finalColorId=maybe(WHOLE),
    finalCategoryId=maybe(WHOLE),
    finalBrand=TEXT,
    brandCountryName=maybe(TEXT),
    saMade=YES_NO,
    unisex=YES_NO,
    switchOrder=maybe(YES_NO),
)

_ENTRY = {
    "oneOf": [
        WHOLE,
        TEXT,
        {"type": "object", "properties": {"id": {"type": ["integer", "string"]}}},
    ]
}
_CHOICE: Schema = {
    "description": "Ids, names, or entries of id and selected flag; `all` or empty for any",
    "oneOf": [array(_ENTRY), TEXT, WHOLE, {"type": "null"}],
}
_FILTERS: dict[str, Schema] = {
    "filteredCategories": _CHOICE,
    "filteredColors": _CHOICE,
    "filteredStores": _CHOICE,
    "filteredBrands": _CHOICE,
    "text": {"type": ["string", "null"], "maxLength": MAX_TEXT},
    "prices": {
        "description": "Bands as [min, max] pairs, null for no upper bound, or their values",
        "oneOf": [array({"oneOf": [TEXT, array(maybe(NUMBER))]}), {"type": "null"}],
    },
    "currency": one_of(*CURRENCIES),
    "shipsFrom": _CHOICE,
    "showSAOnly": maybe(YES_NO),
    "types": _CHOICE | {"description": "vintage 0, new 1"},
    "styles": _CHOICE,
    "gender": _CHOICE | {"description": "Men's 0, Unisex 1"},
    "stock": _CHOICE | {"description": "All 0, in stock 1"},
    **{one.name: _CHOICE for one in ATTRIBUTES},
    **{one.flag: maybe(YES_NO) for one in NUMBERS},
    "devMode": maybe(YES_NO) | {"description": "An operator's alone: hidden products too"},
}
_PAGED: dict[str, Schema] = {
    "pageSize": {"type": "integer", "minimum": 0, "maximum": 500},
    "pageNumber": {"type": "integer", "minimum": 1},
    "sortKey": one_of(*dict.fromkeys(sort.key for sort in SORTS if sort.key)),
    "sortDirection": one_of("asc", "desc"),
}
_ID = {"type": ["integer", "string"]}

SCHEMAS: dict[str, Schema] = {
    "FlatImage": _FLAT,
    "ProductGroup": {
        "description": "A search hit whose images carry the product's fields (spec §3)",
        **HIT,
        "properties": HIT["properties"] | {"images": array(ref("FlatImage"))},
    },
    "ImagesQuery": {"type": "object", "properties": _FILTERS | _PAGED},
    "BrandImagesQuery": {
        "type": "object",
        "required": ["brandId"],
        "properties": {"brandId": _ID} | _FILTERS,
    },
    "ProductPage": thing(products=array(ref("ProductGroup")), totalItems=WHOLE),
    "GroupedPage": thing(
        images=array(ref("FlatImage")), products=array(ref("ProductGroup")), totalItems=WHOLE
    ),
    "Count": thing(count=WHOLE),
    "ImageSave": {
        "type": "object",
        "description": "What an operator sets by hand; null returns to what was found",
        "properties": {
            "productId": maybe(WHOLE),
            "brandId": maybe(WHOLE),
            "groupKey": maybe(TEXT),
            "finalCategoryId": maybe(_ID),
            "finalColorId": maybe(_ID),
            "unisex": maybe(YES_NO),
            "switchOrder": maybe(YES_NO),
            "images": {"type": ["array", "null"], "items": {"type": "object"}},
        },
    },
}
