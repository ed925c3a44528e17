"""From Elasticsearch's answers to what InstantSearch clients read."""

import html
import math
import re
from typing import Any

import orjson

from app.search import Body, filters
from app.search.execute import SearchResult
from app.search.query.bodies import HIGHLIGHT_FIELDS, MARK_END, MARK_START
from app.search.query.hits import Hit
from app.search.request import Asked, SearchRequest
from app.search.understand import NEAR, Meaning
from indexer.catalogue.document import SEARCH_ONLY
from indexer.catalogue.document.build import OFFERS_FIELD as OFFERS
from indexer.catalogue.document.build import OFFERS_MARK, in_currency, marked, with_offers, within

_MARKUP = re.compile("[&<>\"']")


def result(request: SearchRequest, answer: SearchResult, took: int) -> Body:
    """Return one InstantSearch result; `took` in ms."""
    return {
        "hits": hits(request, answer),
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


def hits(request: SearchRequest, answer: SearchResult) -> list[Any]:
    """Return the hits; where some have all of what was asked for, the others are `similar`."""
    some_exact = bool(answer.meaning and answer.meaning.relaxed.is_parted)
    similar = [some_exact and not hit.is_exact for hit in answer.hits]
    pairs = zip(answer.hits, similar, strict=True)
    if request.all_fields or request.highlighted:
        return [product(hit, request, similar=is_similar) for hit, is_similar in pairs]
    return [
        orjson.Fragment(tile_json(hit, request, similar=is_similar)) for hit, is_similar in pairs
    ]


def understanding(meaning: Meaning | None) -> Body | None:
    """Return how a text was read; null without a text.

    `parts` are conditions that stand outside the chosen filters; a client takes one away by sending
    its `id` in `dismissed`. `corrections` can be undone with `asTyped`. `ignored`: words that
    nothing mentions. `wished`: words that only `exact` products have, others following them;
    not of a text that only asks. `near`: similar types and colours follow the `exact` products.
    Where nothing has all of it: `elsewhere`, what does without what is chosen in some facets, and
    `nearest`, the amount that is nearest to the named prices. `gift`: something to give is wanted.
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
        "wished": list(meaning.words) if meaning.relaxation and not meaning.is_vague else [],
        "exact": None if meaning.is_vague else meaning.relaxed.exact,
        "near": meaning.relaxation >= NEAR,
        "elsewhere": [
            {"without": list(facets), "total": total} for facets, total in meaning.relaxed.elsewhere
        ],
        "nearest": _nearest(meaning),
        "gift": meaning.is_gift,
    }


def _nearest(meaning: Meaning) -> Body | None:
    amount, prices = meaning.relaxed.nearest, meaning.of("price")
    if amount is None or not prices:
        return None
    price = prices[0]
    return {
        "amount": amount,
        "currency": price.currency,
        "isAbove": amount > (price.near or 0.0),
        "label": price.label,
    }


def pages(total: int, per_page: int) -> int:
    """Return how many pages can be reached inside the index's result window."""
    if not per_page:
        return 0
    return min(math.ceil(total / per_page), filters.RESULT_WINDOW // per_page)


def tile_json(hit: Hit, request: SearchRequest, *, similar: bool = False) -> bytes:
    """Return a hit's tile as it is sent: finished JSON, which nothing here has to read."""
    sent = hit.tile
    if not request.every_currency:
        sent = in_currency(sent, request.conditions.currency)
    if OFFERS_MARK in sent:
        sent = with_offers(sent, request.conditions.country)
    if request.conditions.is_by_proxy(hit.ships_to):
        sent = marked(sent, "viaProxy")
    return marked(sent, "similar") if similar else sent


def product(hit: Hit, request: SearchRequest, *, similar: bool = False) -> Body:
    """Return a product as clients read it: what a tile shows, or all that is known of it."""
    if hit.document is None:
        shown: Body = orjson.loads(tile_json(hit, request, similar=similar))
    else:
        shown = {name: value for name, value in hit.document.items() if name not in SEARCH_ONLY}
        shown["viaProxy"] = request.conditions.is_by_proxy(hit.ships_to)
        country = request.conditions.country
        shown[OFFERS] = within(shown.get(OFFERS, ()), country, sold_out=shown["soldOut"])
        if similar:
            shown["similar"] = True
    if request.highlighted:
        shown["_highlightResult"] = {
            name: _highlight(shown[name], hit.marked.get(field), request)
            for name, field in HIGHLIGHT_FIELDS.items()
        }
    return shown


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
