"""What searches ask and answer. The filters' names come from the registry."""

from __future__ import annotations

from app.api.schemas.parts import (
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    Schema,
    array,
    mapping,
    maybe,
    one_of,
    ref,
    thing,
)
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, BY_INDEX, CURRENCIES, FILTERS
from app.search.understand import PART_KINDS
from scrapers.attributes import ATTRIBUTES

_HIGHLIGHT = thing(
    ("fullyHighlighted",),
    value=TEXT,
    matchLevel=one_of("none", "partial", "full"),
    matchedWords=array(TEXT),
    fullyHighlighted=YES_NO,
)
_AMOUNTS = thing(zar=NUMBER, eur=NUMBER, usd=NUMBER)

# A tile has them in the currency that was asked for.
_ASKED_AMOUNTS = thing(("zar", "eur", "usd"), zar=NUMBER, eur=NUMBER, usd=NUMBER)

HIT = thing(
    (
        *("_highlightResult", "categoryName", "productBrand", "store", "priceBand"),
        *("style", "type", "stock", "gender", "shipsFrom", "shipsFromName", "shipsTo"),
        *("createdAt", "popularity", "visible"),
        # Left out of a tile where they are false, null or empty.
        *("storeName", "href", "images", "siblings", "imageBg", "needExternalTranslate", "saMade"),
        *("unisex", "soldOut", "viaProxy", "price", "ordinaryPrice", "category", "colour"),
        *("colourText", "similar", "attributes"),
    ),
    objectID=TEXT,
    productId=WHOLE,
    brandId=WHOLE,
    groupKey=TEXT,
    name=TEXT,
    brand=TEXT,
    productBrand=maybe(TEXT),
    store=TEXT,
    storeName=TEXT | {"description": "Left out where it is the brand's"},
    storeSite=TEXT,
    href=maybe(TEXT),
    images=array(thing(("width", "height"), url=TEXT, width=maybe(WHOLE), height=maybe(WHOLE))),
    siblings=array(
        thing(
            # Documents that were written before carry no key of the group; the rest is left out
            # where it is false or null, the name where it is the product's.
            (
                *("groupKey", "name", "colour", "colourText", "href", "image", "price"),
                *("ordinaryPrice", "soldOut"),
            ),
            productId=WHOLE,
            groupKey=TEXT,
            name=TEXT,
            colour=maybe(TEXT),
            colourText=maybe(TEXT),
            href=maybe(TEXT),
            image=maybe(TEXT),
            price=maybe(_ASKED_AMOUNTS),
            ordinaryPrice=maybe(_ASKED_AMOUNTS),
            soldOut=YES_NO,
        )
    ),
    imageBg=YES_NO,
    needExternalTranslate=YES_NO,
    saMade=YES_NO,
    unisex=YES_NO,
    soldOut=YES_NO,
    viaProxy=YES_NO,
    price=maybe(_ASKED_AMOUNTS),
    ordinaryPrice=maybe(_ASKED_AMOUNTS),
    priceBand=maybe(thing(zar=TEXT, eur=TEXT, usd=TEXT)),
    category=array(TEXT)
    | {"description": "The finest ones; of whole products with their ancestors, parents first"},
    categoryName=maybe(TEXT),
    colour=array(TEXT),
    colourText=maybe(TEXT),
    attributes=thing(
        tuple(one.name for one in ATTRIBUTES), **{one.name: array(TEXT) for one in ATTRIBUTES}
    )
    | {"description": "What it carries besides; a tile has the first values of each"},
    style=array(TEXT),
    type=one_of("new", "vintage"),
    stock=one_of("in-stock", "sold-out"),
    gender=array(one_of("men", "women", "unisex")),
    shipsFrom=maybe(TEXT),
    shipsFromName=maybe(TEXT),
    shipsTo=array(TEXT),
    createdAt=WHOLE,
    popularity=WHOLE,
    visible=YES_NO,
    similar=YES_NO
    | {"description": "In a search that found few: lacks some of what was asked for"},
    _highlightResult=thing(name=_HIGHLIGHT, brand=_HIGHLIGHT),
)

_FACET_NAME = one_of(*BY_ATTRIBUTE)
_CONDITIONS = {"oneOf": [TEXT, array({"oneOf": [TEXT, array(TEXT)]})]}

_PARAMS: Schema = {
    "type": "object",
    "description": "InstantSearch's parameters; those that are not listed are ignored",
    "properties": {
        "query": {"type": ["string", "null"], "maxLength": filters.MAX_TEXT},
        "page": {"type": "integer", "minimum": 0},
        "hitsPerPage": {"type": "integer", "minimum": 0, "maximum": filters.MAX_HITS_PER_PAGE},
        "facets": {
            "description": 'Facets to count: a list, one name, or ["*"]',
            "oneOf": [TEXT, array(TEXT)],
        },
        "facetFilters": {
            "description": "An AND of ORs of `attribute:value`; `attribute:-value` excludes",
            **_CONDITIONS,
        },
        "numericFilters": {
            "description": "As `price>=5`, in the request's currency; inner lists are ORs",
            **_CONDITIONS,
        },
        "maxValuesPerFacet": {"type": "integer", "minimum": 0, "maximum": 1000},
        "facetName": _FACET_NAME | {"description": "Search among this facet's values"},
        "facetQuery": {"type": ["string", "null"], "maxLength": filters.MAX_TEXT},
        "maxFacetHits": {"type": "integer", "minimum": 1, "maximum": 100},
        "highlightPreTag": {"type": "string", "maxLength": 100},
        "highlightPostTag": {"type": "string", "maxLength": 100},
        "attributesToRetrieve": array(TEXT)
        | {
            "description": '["*"]: all that is known of each product. Otherwise what a tile shows, '
            "without what is false, null or empty, and amounts in `currency`"
        },
        "attributesToHighlight": array(TEXT)
        | {"description": "An empty list: no words are marked, which costs less"},
        "currency": one_of(*CURRENCIES),
        "countryCode": {"type": ["string", "null"], "pattern": "^([A-Za-z]{2})?$"},
        "notUnderstood": array(TEXT | {"maxLength": filters.MAX_TEXT})
        | {
            "maxItems": filters.MAX_PARTS,
            "description": "Ids of parts of the text's meaning that are not meant",
        },
        "asTyped": YES_NO | {"description": "Correct, complete and leave out no word of the text"},
        "filters": {
            "type": "string",
            "maxLength": 0,
            "description": "Refused: send facetFilters and numericFilters",
        },
        "devMode": {"description": "An operator's alone: hidden products too"},
    },
}

_FACET_HITS = thing(
    facetHits=array(thing(value=TEXT, highlighted=TEXT, count=WHOLE)),
    exhaustiveFacetsCount=YES_NO,
    processingTimeMS=WHOLE,
)

_UNDERSTANDING = thing(
    parts=array(
        thing(
            id=TEXT | {"description": "Send it in `notUnderstood` to take the part away"},
            kind=one_of(*PART_KINDS),
            label=TEXT,
            text=TEXT,
            excluded=YES_NO,
        )
    ),
    used=TEXT | {"description": "The text with its corrections"},
    corrections=array(thing(typed=TEXT, used=TEXT)),
    ignored=array(TEXT) | {"description": "Words that nothing in the catalogue mentions"},
    wished=array(TEXT) | {"description": "Words that only `exact` of the products have"},
    exact=maybe(WHOLE),
    near=YES_NO | {"description": "Similar things and colours follow the `exact` products"},
)

_WAYS = array(
    thing(
        query=TEXT | {"description": "The text to search for"},
        notUnderstood=array(TEXT),
        asTyped=YES_NO,
        without=array(_FACET_NAME) | {"description": "Facets whose choice is given up"},
        total=WHOLE | {"description": "The products it leads to, never 0"},
    )
) | {"description": "Ways on, with the first page that found nothing"}

_ORDERING = thing(
    facetOrdering=thing(values=mapping(thing(order=array(TEXT)))),
) | {"description": "The order of the values of facets that have one, as in Algolia's answers"}

_RESULT = thing(
    ("ways", "renderingContent"),
    ways=_WAYS,
    hits=array(ref("Hit")),
    nbHits=WHOLE | {"description": "Exact"},
    page=WHOLE,
    nbPages=WHOLE | {"description": "Ends at the last page that can be reached"},
    hitsPerPage=WHOLE,
    facets=mapping(mapping(WHOLE)),
    facets_stats=mapping(thing(min=NUMBER, max=NUMBER, avg=NUMBER, sum=NUMBER)),
    query=TEXT,
    understanding=maybe(ref("Understanding")),
    renderingContent=_ORDERING,
    params=TEXT,
    index=TEXT,
    processingTimeMS=WHOLE,
    exhaustiveNbHits=YES_NO,
    exhaustiveFacetsCount=YES_NO,
    exhaustive=thing(nbHits=YES_NO, facetsCount=YES_NO),
)

_OPTION = thing(
    ("parent", "swatch", "image", "icon", "flag", "id"),
    value=TEXT,
    label=TEXT,
    order=WHOLE,
    parent=maybe(TEXT),
    swatch=TEXT,
    image=TEXT,
    icon=maybe(TEXT),
    flag=TEXT,
    id=WHOLE,
)
_FILTER = thing(
    attribute=_FACET_NAME,
    label=TEXT,
    kind=one_of(*dict.fromkeys(item.kind for item in FILTERS)),
    operator=one_of("or"),
    searchable=YES_NO,
    limit=WHOLE,
    optional=YES_NO | {"description": "Left out where nothing that was found carries it"},
    options=array(ref("FilterOption")),
)

SCHEMAS: dict[str, Schema] = {
    "Hit": HIT,
    "SearchRequest": {
        "type": "object",
        "required": ["indexName"],
        "properties": {
            "indexName": one_of(*BY_INDEX) | {"description": "The order of the results"},
            "params": {"oneOf": [_PARAMS, {"type": "null"}]},
        },
    },
    "SearchResult": _RESULT,
    "Understanding": _UNDERSTANDING,
    "FacetHits": _FACET_HITS,
    "SearchResults": thing(results=array({"anyOf": [ref("SearchResult"), ref("FacetHits")]})),
    "FilterOption": _OPTION,
    "Filter": _FILTER,
    "Filters": thing(
        filters=array(ref("Filter")),
        sorts=array(thing(index=TEXT, label=TEXT, key=TEXT, direction=one_of("asc", "desc"))),
        currencies=array(thing(code=one_of(*CURRENCIES), label=TEXT)),
        priceBands=mapping(array(thing(value=TEXT, label=TEXT, min=WHOLE, max=maybe(WHOLE)))),
        pageSizes=thing(search=WHOLE, flat=WHOLE, grouped=WHOLE, carousel=WHOLE),
        carousels=array(thing(name=TEXT, categories=array(TEXT))),
        lists=mapping(array(TEXT)) | {"description": "The spec's named lists of categories"},
    ),
    "LandingMore": thing(
        arrivals=array(ref("Hit")),
        drops=array(ref("Hit")),
        stores=array(thing(slug=TEXT, name=TEXT, products=WHOLE)),
    ),
    "Landing": thing(
        carousels=array(thing(name=TEXT, category=TEXT, hits=array(ref("Hit")))),
    ),
    "Suggestions": thing(
        queries=array(TEXT),
        categories=array(
            thing(
                value=TEXT,
                label=TEXT,
                within=TEXT | {"description": "Of which categories; no two lines read the same"},
            )
        ),
        brands=array(TEXT),
        products=array(
            thing(
                productId=WHOLE,
                brandId=WHOLE,
                groupKey=TEXT,
                name=TEXT,
                brand=TEXT,
                href=maybe(TEXT),
                image=maybe(TEXT),
                price=maybe(_AMOUNTS),
            )
        ),
    ),
    "Health": thing(
        ("documents",),
        status=one_of("ok", "degraded"),
        parts=mapping(one_of("ok", "down")),
        documents=maybe(WHOLE),
        index=thing(
            state=one_of("ok", "short", "unknown"),
            checked=maybe(ref("IndexCheck")),
            incident=maybe(ref("IndexCheck")),
        ),
    ),
    "IndexCheck": thing(
        state=one_of("whole", "repaired", "fell back", "rebuilt", "failed"),
        message=TEXT | {"description": "What was found and done; for operators"},
        since=TEXT,
        at=TEXT,
    ),
    "Live": thing(status=one_of("ok")),
}
