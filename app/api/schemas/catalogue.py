"""Reference data and brands on the wire."""

from __future__ import annotations

from app.api.brand_wire import CONFIG
from app.api.schemas.parts import (
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
from indexer.models.alert import TROUBLES
from indexer.models.run import KINDS, RESULTS
from scrapers.config import wire_name

_CATEGORY = thing(
    id=WHOLE, name=TEXT, slug=TEXT, parentCategoryId=maybe(WHOLE), order=WHOLE, icon=maybe(TEXT)
)
_CONFIG_TYPES = {"bool": YES_NO, "int": maybe(WHOLE), "str": TEXT}
_CONFIG: dict[str, Schema] = {
    wire_name(item.name): _CONFIG_TYPES[item.type] | {"description": item.help} for item in CONFIG
}
_PAGE: dict[str, Schema] = {
    "pageId": maybe(WHOLE),
    "pageUrl": maybe(TEXT),
    "productCategory": maybe(WHOLE),
    "color": maybe(WHOLE),
    "customClickSelector": maybe(TEXT),
}

SCHEMAS: dict[str, Schema] = {
    "Category": _CATEGORY,
    "CategoryTree": {"allOf": [ref("Category"), thing(subCategories=array(ref("CategoryTree")))]},
    "Color": thing(id=WHOLE, name=TEXT, slug=TEXT, swatch=TEXT),
    "Style": thing(id=WHOLE, name=TEXT, slug=TEXT, image=TEXT),
    "BrandStyle": thing(styleId=WHOLE, name=TEXT),
    "Country": thing(id=WHOLE, nicename=TEXT, iso=TEXT),
    "CurrentCountry": thing(countryCode=TEXT),
    "BrandSummary": thing(
        id=WHOLE,
        name=TEXT,
        slug=TEXT,
        website=TEXT,
        isActive=YES_NO,
        isMultiBrand=YES_NO,
        countryIso=maybe(TEXT),
        countryName=maybe(TEXT),
        styles=array(WHOLE),
    ),
    "Store": thing(id=WHOLE, name=TEXT, slug=TEXT, website=TEXT, style=TEXT, styles=array(TEXT)),
    "ProductBrand": thing(finalBrand=TEXT, brandCountryISO=maybe(TEXT), brandId=WHOLE),
    "StyleBrand": thing(id=WHOLE, name=TEXT, slug=TEXT, website=TEXT, pinBoardUrl=maybe(TEXT)),
    "BrandField": thing(
        name=TEXT,
        label=TEXT,
        help=TEXT,
        type=one_of(
            "text", "number", "boolean", "textarea", "country", "currency", "styles", "pages"
        ),
        group=TEXT,
    ),
    "BrandPageRow": thing(
        id=WHOLE,
        brandId=WHOLE,
        slug=TEXT,
        itemType=one_of("new", "vintage"),
        styles=array(WHOLE),
        **_CONFIG,
        **_PAGE,
    ),
    "BrandInput": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "id": maybe(WHOLE) | {"description": "Edits that brand; absent: adds one"},
            **_CONFIG,
            "styles": array(WHOLE),
            "pages": array({"type": "object", "properties": _PAGE}),
        },
    },
    "BrandOverview": thing(
        id=WHOLE,
        name=TEXT,
        slug=TEXT,
        website=TEXT,
        isActive=YES_NO,
        state=maybe(one_of("queued", "running")),
        pid=maybe(WHOLE),
        pages=WHOLE,
        schedule=TEXT,
        nextRun=maybe(TEXT),
        lastRun=maybe(ref("BrandRun")),
        trend=array(ref("BrandRun")),
        troubles=array(one_of(*TROUBLES)),
    ),
    "BrandRun": thing(
        id=WHOLE,
        kind=one_of(*KINDS),
        result=one_of(*RESULTS),
        complete=YES_NO,
        foundCount=WHOLE,
        failureReason=maybe(TEXT),
        endTime=maybe(TEXT),
    ),
    "BrandSwitch": thing(brandId=WHOLE, isActive=YES_NO),
    "ScheduleTimes": thing(words=TEXT, timeZone=TEXT, times=array(TEXT)),
    "BrandVersion": thing(
        id=WHOLE,
        author=TEXT | {"description": "The name of the operator's token; empty: not known"},
        action=one_of("before", "added", "edited", "restored"),
        restoredId=maybe(WHOLE),
        createdAt=TEXT,
        changes=array(ref("FieldChange")),
        restoring=array(ref("FieldChange")),
    ),
    "FieldChange": thing(field=TEXT, old={}, new={}),
    "BrandSaved": thing(id=WHOLE, slug=TEXT, message=TEXT),
    "Submission": {
        "type": "object",
        "required": ["website"],
        "properties": {"website": {"type": "string", "format": "uri"}},
    },
    "BrandSubmission": thing(
        id=WHOLE,
        website=TEXT,
        state=one_of("new", "accepted", "declined"),
        createdAt=TEXT,
        decidedAt=maybe(TEXT),
    ),
    "Decision": thing(state=one_of("new", "accepted", "declined")),
    "Message": thing(message=TEXT),
}
