"""From Elasticsearch's answers to what InstantSearch clients read."""

from __future__ import annotations

import html
import math
import re

from app.search import Body, filters
from app.search.execute import SearchResult
from app.search.filters import CURRENCIES
from app.search.query.bodies import EXACT_NAME, HIGHLIGHT_FIELDS, MARK_END, MARK_START
from app.search.request import Asked, SearchRequest
from app.search.understand import NEAR, Meaning
from indexer.catalogue.document import SEARCH_ONLY
from scrapers.attributes import ATTRIBUTES

# What a tile shows, names, links to and is edited by; whole products take twice as much.
ALWAYS_SENT = ("objectID", "productId", "brandId", "groupKey", "name", "brand", "storeSite")
# Only where there is something to say: the client fills in the rest (frontend/src/lib/api/hits.ts).
WHERE_PRESENT = (
    *("href", "imageBg", "needExternalTranslate", "saMade", "unisex", "soldOut"),
    *("colour", "colourText"),
)
PRICES = ("price", "ordinaryPrice")
TILE = (*ALWAYS_SENT, *WHERE_PRESENT, *PRICES, "category", "storeName", "siblings", "attributes")
# A product's name may say them.
IN_NAMES = tuple(attribute.name for attribute in ATTRIBUTES if attribute.in_words)
VALUES = 12  # of an attribute: more than a tile's line holds
PICTURES = 2  # the second one shows where the first is pointed at

_MARKUP = re.compile("[&<>\"']")


def result(request: SearchRequest, answer: SearchResult, took: int) -> Body:
    """Return one InstantSearch result; `took` in ms."""
    return {
        "hits": _hits(request, answer),
        "nbHits": answer.total,
        "page": request.page,
        "nbPages": pages(answer.total, request.hits_per_page),
        "hitsPerPage": request.hits_per_page,
        "facets": answer.facets,
        "facets_stats": answer.stats,
        **_ordering(answer.facets),
        "query": request.conditions.text,
        "understanding": understanding(answer.meaning),
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


def _hits(request: SearchRequest, answer: SearchResult) -> list[Body]:
    """Return the hits; where some have all of what was asked for, the others are `similar`."""
    hits = [hit(item, request) for item in answer.hits]
    if answer.meaning is not None and answer.meaning.exact and request.is_ranked:
        for product, item in zip(hits, answer.hits, strict=True):
            if EXACT_NAME not in item.get("matched_queries", ()):
                product["similar"] = True
    return hits


def understanding(meaning: Meaning | None) -> Body | None:
    """Return how a text was read; null without a text.

    `parts` are conditions that stand outside the chosen filters; a client takes one away by sending
    its `id` in `notUnderstood`. `corrections` can be undone with `asTyped`. `ignored`: words that
    nothing mentions. `wished`: words that only `exact` products have, others following them;
    not of a text that only asks. `near`: similar things and colours follow the `exact` products.
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
        "wished": list(meaning.words) if meaning.loose and not meaning.is_vague else [],
        "exact": None if meaning.is_vague else meaning.exact,
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
    if request.all_fields:
        product = _all_fields(source) | {"viaProxy": proxied}
    else:
        product = tile(source, _currencies(request))
        if proxied:
            product["viaProxy"] = True
    if request.highlighted:
        marked = item.get("highlight") or {}
        product["_highlightResult"] = {
            name: _highlight(source[name], marked.get(field), request)
            for name, field in HIGHLIGHT_FIELDS.items()
        }
    return product


def _all_fields(source: Body) -> Body:
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
    shown = {name: source[name] for name in ALWAYS_SENT if name in source}
    _copy_present(shown, source, WHERE_PRESENT)
    if attributes := _carried(source.get("attributes", {}), source["name"].casefold()):
        shown["attributes"] = attributes
    _price(shown, source, currencies)
    if source.get("storeName") != source.get("brand"):
        _copy_present(shown, source, ("storeName",))
    if category := source.get("category"):
        shown["category"] = finest(category)
    if pictures := source["images"][:PICTURES]:
        first, *others = pictures
        shown["images"] = [_without_empty(first), *({"url": other["url"]} for other in others)]
    if siblings := source.get("siblings"):
        shown["siblings"] = [_swatch(sibling, source, currencies) for sibling in siblings]
    return shown


def _carried(attributes: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """Return what a tile says of attributes: not again what its name says, in lower case."""
    unsaid = {
        attribute: [value for value in attributes[attribute] if value.casefold() not in name]
        for attribute in IN_NAMES
        if attribute in attributes
    }
    shown = attributes | unsaid
    return {attribute: values[:VALUES] for attribute, values in shown.items() if values}


def _copy_present(target: Body, source: Body, names: tuple[str, ...]) -> None:
    for name in names:
        if value := source.get(name):
            target[name] = value


def _price(target: Body, source: Body, currencies: tuple[str, ...]) -> None:
    for name in PRICES:
        if amounts := source.get(name):
            target[name] = {code: amounts[code] for code in currencies if code in amounts}


def finest(slugs: list[str]) -> list[str]:
    """Return the slugs that begin no other: a document lists all ancestors, parents first."""
    after = [*slugs[1:], ""]
    return [slug for slug, next_ in zip(slugs, after, strict=True) if not _begins(slug, next_)]


def _begins(slug: str, other: str) -> bool:
    return other.startswith(slug) and other[len(slug) : len(slug) + 1] == "/"


def _without_empty(picture: Body) -> Body:
    return picture if all(picture.values()) else {k: v for k, v in picture.items() if v}


def _swatch(sibling: Body, source: Body, currencies: tuple[str, ...]) -> Body:
    """Return a sibling; its name is left out where it is the product's."""
    swatch = {k: v for k, v in sibling.items() if v and k not in PRICES}
    if swatch.get("name") == source["name"]:
        del swatch["name"]
    _price(swatch, sibling, currencies)
    return swatch


def _highlight(text: str, marked: list[str] | None, request: SearchRequest) -> Body:
    if not marked:
        # Two for every product of a page: most names have nothing to escape.
        escaped = _MARKUP.search(text) is not None and _is_markup(request)
        value = html.escape(text) if escaped else text
        return {"value": value, "matchLevel": "none", "matchedWords": []}
    words = [part.partition(MARK_END)[0] for part in marked[0].split(MARK_START)[1:]]
    matched = list(dict.fromkeys(word.casefold() for word in words))
    typed = request.conditions.text.split()
    return {
        "value": tagged(marked[0], request),
        "matchLevel": "full" if len(matched) >= len(typed) else "partial",
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
    clients ask with placeholders and escape the answer themselves; escaping it twice would show
    `H&amp;M`.
    """
    text = html.escape(marked) if _is_markup(request) else marked
    return text.replace(MARK_START, request.pre_tag).replace(MARK_END, request.post_tag)
