"""From what Elasticsearch found to what InstantSearch clients read."""

from __future__ import annotations

import html
import math
import re

from app.search import Body, filters
from app.search.execute import Found
from app.search.filters import CURRENCIES
from app.search.query.bodies import EXACT_NAME, HIGHLIGHT_FIELDS, MARK_END, MARK_START
from app.search.request import Asked, SearchRequest
from app.search.understand import NEAR, Meaning
from indexer.catalogue.document import SEARCH_ONLY
from scrapers.attributes import ATTRIBUTES

# What a tile shows, names, links to and is edited by; whole products take twice as much.
NAMED = ("objectID", "productId", "brandId", "groupKey", "name", "brand", "storeSite")
# Only where there is something to say: the client fills in the rest (frontend/src/lib/api/hits.ts).
TOLD = (
    *("href", "imageBg", "needExternalTranslate", "saMade", "unisex", "soldOut"),
    *("colour", "colourText"),
)
PRICES = ("price", "ordinaryPrice")
TILE = (*NAMED, *TOLD, *PRICES, "category", "storeName", "siblings", "attributes")
SAID = tuple(one.name for one in ATTRIBUTES if one.in_words)  # a name may say them
VALUES = 12  # of an attribute: more than a tile's line holds
PICTURES = 2  # the second one shows where the first is pointed at

_MARKUP = re.compile("[&<>\"']")


def result(request: SearchRequest, found: Found, took: int) -> Body:
    """Return one InstantSearch result; `took` in ms."""
    return {
        "hits": _hits(request, found),
        "nbHits": found.total,
        "page": request.page,
        "nbPages": pages(found.total, request.hits_per_page),
        "hitsPerPage": request.hits_per_page,
        "facets": found.facets,
        "facets_stats": found.stats,
        **_ordering(found.facets),
        "query": request.conditions.text,
        "understanding": understanding(found.meaning),
        "params": request.params,
        "index": request.index,
        "processingTimeMS": took,
        "exhaustiveNbHits": True,
        "exhaustiveFacetsCount": True,
        "exhaustive": {"nbHits": True, "facetsCount": True},
    }


def _ordering(facets: dict[str, dict[str, int]]) -> Body:
    """Return the order of values that have one of their own, as Algolia's answers carry it."""
    orders = {
        name: {"order": ordered(counts)}
        for name, counts in facets.items()
        if counts and (ordered := filters.BY_ATTRIBUTE[name].ordered)
    }
    return {"renderingContent": {"facetOrdering": {"values": orders}}} if orders else {}


def _hits(request: SearchRequest, found: Found) -> list[Body]:
    """Return the hits; where some have all of what was asked for, the others are `similar`."""
    hits = [hit(item, request) for item in found.hits]
    if found.meaning is not None and found.meaning.exact and request.is_ranked:
        for made, item in zip(hits, found.hits, strict=True):
            if EXACT_NAME not in item.get("matched_queries", ()):
                made["similar"] = True
    return hits


def understanding(meaning: Meaning | None) -> Body | None:
    """Return how a text was read; null without a text.

    `parts` are conditions that stand outside the chosen filters; a client takes one away by sending
    its `id` in `notUnderstood`. `corrections` can be undone with `asTyped`. `ignored`: words that
    nothing mentions. `wished`: words that only `exact` products have, others following
    them. `near`: similar things and colours follow the `exact` products.
    """
    if meaning is None:
        return None
    return {
        "parts": [
            {
                "id": part.id,
                "kind": part.kind,
                "label": part.label,
                "text": part.text,
                "excluded": part.excluded,
            }
            for part in meaning.parts
        ],
        "used": meaning.used,
        "corrections": [{"typed": item.typed, "used": item.used} for item in meaning.corrections],
        "ignored": list(meaning.ignored),
        "wished": list(meaning.words) if meaning.loose else [],
        "exact": meaning.exact,
        "near": meaning.loose >= NEAR,
    }


def pages(total: int, per_page: int) -> int:
    """Return how many pages can be reached inside the index's result window."""
    if not per_page:
        return 0
    return min(math.ceil(total / per_page), filters.RESULT_WINDOW // per_page)


def hit(item: Body, request: SearchRequest) -> Body:
    """Return a product as clients read it, from Elasticsearch's hit: what a tile shows, or all."""
    source: Body = item["_source"]
    proxied = request.conditions.is_by_proxy(source["shipsTo"])
    if request.whole:
        made = _whole(source) | {"viaProxy": proxied}
    else:
        made = tile(source, _currencies(request))
        if proxied:
            made["viaProxy"] = True
    if request.highlighted:
        marked = item.get("highlight") or {}
        made["_highlightResult"] = {
            name: _highlight(source[name], marked.get(field), request)
            for name, field in HIGHLIGHT_FIELDS.items()
        }
    return made


def _whole(source: Body) -> Body:
    return {name: value for name, value in source.items() if name not in SEARCH_ONLY}


def _currencies(request: SearchRequest) -> tuple[str, ...]:
    asked = CURRENCIES if request.every_currency else (request.conditions.currency,)
    return tuple(code.lower() for code in asked)


def tile(source: Body, currencies: tuple[str, ...]) -> Body:
    """Return what a tile shows, without what is false, null or empty; amounts in `currencies`.

    The store's name is left out where it is the brand's; categories are the finest ones, whose
    slugs begin with their ancestors'; a picture's size stands beside the first, for which a place
    is kept. An index of an older version may lack some of it.
    """
    made = {name: source[name] for name in NAMED if name in source}
    _tell(made, source, TOLD)
    if attributes := _carried(source.get("attributes", {}), source["name"].casefold()):
        made["attributes"] = attributes
    _price(made, source, currencies)
    if source.get("storeName") != source.get("brand"):
        _tell(made, source, ("storeName",))
    if category := source.get("category"):
        made["category"] = finest(category)
    if pictures := source["images"][:PICTURES]:
        first, *others = pictures
        made["images"] = [_told(first), *({"url": other["url"]} for other in others)]
    if siblings := source.get("siblings"):
        made["siblings"] = [_swatch(one, source, currencies) for one in siblings]
    return made


def _carried(attributes: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """Return what a tile says of attributes: not again what its name says, in lower case."""
    said = {one for one in SAID if one in attributes}
    left = {one: [v for v in attributes[one] if v.casefold() not in name] for one in said}
    return {one: values[:VALUES] for one, values in (attributes | left).items() if values}


def _tell(made: Body, source: Body, names: tuple[str, ...]) -> None:
    for name in names:
        if value := source.get(name):
            made[name] = value


def _price(made: Body, source: Body, currencies: tuple[str, ...]) -> None:
    for name in PRICES:
        if amounts := source.get(name):
            made[name] = {code: amounts[code] for code in currencies if code in amounts}


def finest(slugs: list[str]) -> list[str]:
    """Return the slugs that begin no other: a document lists all ancestors, parents first."""
    after = [*slugs[1:], ""]
    return [slug for slug, next_ in zip(slugs, after, strict=True) if not _begins(slug, next_)]


def _begins(slug: str, other: str) -> bool:
    return other.startswith(slug) and other[len(slug) : len(slug) + 1] == "/"


def _told(picture: Body) -> Body:
    return picture if all(picture.values()) else {k: v for k, v in picture.items() if v}


def _swatch(sibling: Body, source: Body, currencies: tuple[str, ...]) -> Body:
    """Return a sibling; its name is left out where it is the product's."""
    made = {k: v for k, v in sibling.items() if v and k not in PRICES}
    if made.get("name") == source["name"]:
        del made["name"]
    _price(made, sibling, currencies)
    return made


def _highlight(plain: str, marked: list[str] | None, request: SearchRequest) -> Body:
    if not marked:
        # Two for every product of a page: most names have nothing to escape.
        escaped = _MARKUP.search(plain) is not None and _is_markup(request)
        value = html.escape(plain) if escaped else plain
        return {"value": value, "matchLevel": "none", "matchedWords": []}
    words = [part.partition(MARK_END)[0] for part in marked[0].split(MARK_START)[1:]]
    matched = list(dict.fromkeys(word.casefold() for word in words))
    asked = request.conditions.text.split()
    return {
        "value": tagged(marked[0], request),
        "matchLevel": "full" if len(matched) >= len(asked) else "partial",
        "matchedWords": matched,
        "fullyHighlighted": not _outside(marked[0]).strip(),
    }


def _outside(marked: str) -> str:
    return "".join(part.rpartition(MARK_END)[2] for part in marked.split(MARK_START))


def _is_markup(request: Asked) -> bool:
    return "<" in request.pre_tag or "<" in request.post_tag


def tagged(marked: str, request: Asked) -> str:
    """Put the request's tags in place of the marks.

    With tags of markup (`<em>`) the text is meant for HTML and is escaped. InstantSearch's own
    clients ask with plain placeholders and escape the answer themselves; escaping it here too
    would show `H&amp;M`.
    """
    text = html.escape(marked) if _is_markup(request) else marked
    return text.replace(MARK_START, request.pre_tag).replace(MARK_END, request.post_tag)
