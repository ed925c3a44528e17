"""From what Elasticsearch found to what InstantSearch clients read."""

from __future__ import annotations

import html
import math
import re
from typing import Any

from app.search import filters
from app.search.execute import Found
from app.search.query import HIGHLIGHT_FIELDS, MARK_END, MARK_START
from app.search.request import SearchRequest
from app.search.understand import NEAR, Meaning
from indexer.document import SEARCH_ONLY

Body = dict[str, Any]

# What a tile shows, names, links to and is edited by; whole products take twice as much.
TILE = (
    *("objectID", "productId", "brandId", "groupKey", "name", "brand", "storeName", "storeSite"),
    *("href", "siblings", "imageBg", "needExternalTranslate", "saMade", "unisex", "soldOut"),
    *("price", "ordinaryPrice", "category", "colour", "colourText"),
)
PICTURES = 2  # the second one shows where the first is pointed at

_MARKUP = re.compile("[&<>\"']")


def result(request: SearchRequest, found: Found, took: int, proxies: tuple[str, ...]) -> Body:
    """Return one InstantSearch result; `took` in ms."""
    return {
        "hits": [hit(item, request, proxies) for item in found.hits],
        "nbHits": found.total,
        "page": request.page,
        "nbPages": pages(found.total, request.hits_per_page),
        "hitsPerPage": request.hits_per_page,
        "facets": found.facets,
        "facets_stats": found.stats,
        "query": request.conditions.text,
        "understanding": understanding(found.meaning),
        "params": request.params,
        "index": request.index,
        "processingTimeMS": took,
        "exhaustiveNbHits": True,
        "exhaustiveFacetsCount": True,
        "exhaustive": {"nbHits": True, "facetsCount": True},
    }


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


def hit(item: Body, request: SearchRequest, proxies: tuple[str, ...]) -> Body:
    """Return a product as clients read it, from Elasticsearch's hit: what a tile shows, or all."""
    source: Body = item["_source"]
    made = _whole(source) if request.whole else _tile(source)
    made["viaProxy"] = via_proxy(source["shipsTo"], request.conditions.country, proxies)
    if request.highlighted:
        marked = item.get("highlight") or {}
        made["_highlightResult"] = {
            name: _highlight(source[name], marked.get(field), request)
            for name, field in HIGHLIGHT_FIELDS.items()
        }
    return made


def _whole(source: Body) -> Body:
    return {name: value for name, value in source.items() if name not in SEARCH_ONLY}


def _tile(source: Body) -> Body:
    """Return what a tile shows; an index of an older version may lack some of it."""
    made = {name: source[name] for name in TILE if name in source}
    made["images"] = source["images"][:PICTURES]
    return made


def via_proxy(ships_to: list[str], country: str, proxies: tuple[str, ...]) -> bool:
    """Tell whether only a shipping proxy brings the product to that country."""
    if not country or country in ships_to or "*" in ships_to:
        return False
    return any(proxy in ships_to for proxy in proxies)


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


def _is_markup(request: SearchRequest) -> bool:
    return "<" in request.pre_tag or "<" in request.post_tag


def tagged(marked: str, request: SearchRequest) -> str:
    """Put the request's tags in place of the marks.

    With tags of markup (`<em>`) the text is meant for HTML and is escaped. InstantSearch's own
    clients ask with plain placeholders and escape the answer themselves; escaping it here too
    would show `H&amp;M`.
    """
    text = html.escape(marked) if _is_markup(request) else marked
    return text.replace(MARK_START, request.pre_tag).replace(MARK_END, request.post_tag)
