"""Results as InstantSearch's clients read them."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import orjson

from app.search import Body, filters
from app.search import request as amounts
from app.search.execute import SearchResult, Suggestion
from app.search.filters import BY_ATTRIBUTE, CURRENCIES, NUMERIC
from app.search.query.bodies import HIGHLIGHT_FIELDS, MARK_END, MARK_START
from app.search.query.results import Hit
from app.search.request import Group, Range, SearchRequest, Term
from app.search.understand import NEAR, Meaning, fold_in_place
from app.web.errors import Invalid, TextTooLong
from indexer.catalogue.document import SEARCH_ONLY
from indexer.catalogue.tile import OFFERS_FIELD as OFFERS
from indexer.catalogue.tile import OFFERS_MARK, in_currency, with_flag, with_offers, within
from indexer.core.wording import name_key

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
    """Return the hits; where some have all of what was requested, the others are `similar`."""
    some_exact = bool(answer.meaning and answer.meaning.exact)
    pairs = [(hit, some_exact and not hit.is_exact) for hit in answer.hits]
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
    not of a mere question. `near`: similar types and colours follow the `exact` products.
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
        "exact": None if meaning.is_vague else meaning.exact,
        "near": meaning.relaxation >= NEAR,
        "elsewhere": [
            {"without": list(facets), "total": total} for facets, total in meaning.elsewhere
        ],
        "nearest": _nearest(meaning),
        "gift": meaning.is_gift,
    }


def _nearest(meaning: Meaning) -> Body | None:
    amount, prices = meaning.nearest, meaning.of("price")
    if amount is None or not prices:
        return None
    price = prices[0]
    return {
        "amount": amount,
        "currency": price.currency,
        "isAbove": amount > (price.near or 0.0),
        "label": price.label,
    }


def zero_result_suggestions(
    request: SearchRequest, suggestions: Sequence[Suggestion]
) -> list[Body]:
    """Return what a client may search for instead, the first that has products with these."""
    chosen = request.conditions.chosen_facets
    sent = [
        {
            "query": fewer.conditions.text,
            "dismissed": sorted(fewer.conditions.dismissed),
            "asTyped": fewer.conditions.as_typed,
            "without": [name for name in chosen if name not in fewer.conditions.chosen_facets],
            "total": answer.total,
        }
        for fewer, answer in suggestions
    ]
    for body, (fewer, answer) in zip(sent, suggestions, strict=True):
        if answer.hits:
            body["hits"] = hits(fewer, answer)
            break
    return sent


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
        sent = with_flag(sent, "viaProxy")
    return with_flag(sent, "similar") if similar else sent


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
        "value": put_tags(marked[0], request),
        "matchLevel": "full" if len(matched) >= len(typed) else "partial",
        "matchedWords": matched,
        "fullyHighlighted": not _outside(marked[0]).strip(),
    }


def _outside(marked: str) -> str:
    return "".join(part.rpartition(MARK_END)[2] for part in marked.split(MARK_START))


def _is_markup(request: SearchRequest) -> bool:
    return "<" in request.pre_tag or "<" in request.post_tag


def put_tags(marked: str, request: SearchRequest) -> str:
    """Put the request's tags in place of the marks.

    With tags of markup (`<em>`) the text is meant for HTML and is escaped. InstantSearch's own
    clients send placeholders and escape the answer themselves; escaping it twice would show
    `H&amp;M`.
    """
    text = html.escape(marked) if _is_markup(request) else marked
    return text.replace(MARK_START, request.pre_tag).replace(MARK_END, request.post_tag)


_LETTERS = re.compile(r"[^\W_]+")
Labels = Mapping[str, Mapping[str, str]]


def facet_values(request: SearchRequest, answer: SearchResult, labels: Labels, took: int) -> Body:
    """Return the values that match a request's `facet_query`; `took` in ms.

    `labels` gives, by facet, the names that people see for values that are slugs: both are
    searched and the name is what is highlighted.
    """
    ((attribute, counts),) = answer.facets.items()
    names, text = labels.get(attribute, {}), request.facet_query or ""
    ordered = BY_ATTRIBUTE[attribute].ordered or list
    matches = (
        (value, marked)
        for value in ordered(counts)
        if (marked := _mark(value, names.get(value, value), text)) is not None
    )
    found = [
        {"value": value, "highlighted": put_tags(marked, request), "count": counts[value]}
        for value, marked in islice(matches, request.max_values)
    ]
    return {"facetHits": found, "exhaustiveFacetsCount": True, "processingTimeMS": took}


def _mark(value: str, name: str, text: str) -> str | None:
    """Return the name with the match marked, None where neither name nor value matches."""
    wanted = fold_in_place(text).strip()
    if not wanted:
        return name
    folded = fold_in_place(name)
    start = folded.find(wanted)
    end = start + len(wanted)
    if start < 0 and (span := _without_signs(folded, name_key(text))):
        start, end = span
    if start < 0:
        return name if wanted in fold_in_place(value) else None
    return f"{name[:start]}{MARK_START}{name[start:end]}{MARK_END}{name[end:]}"


def _without_signs(folded: str, key: str) -> tuple[int, int] | None:
    """Return where a key stands in a name by its letters alone: "levis" in "Levi's".

    From the beginning of a word on: no "hm" in "South Market".
    """
    words = [word for word in _LETTERS.finditer(folded) if word.group() != "and"]
    places = [at for word in words for at in range(*word.span())]
    letters = "".join(folded[at] for at in places)
    starts = (n for n, at in enumerate(places) if n == 0 or at > places[n - 1] + 1)
    start = next((n for n in starts if letters.startswith(key, n)), None)
    return None if start is None else (places[start], places[start + len(key) - 1] + 1)


_NUMERIC = re.compile(r"^\s*(\w+)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$")
_COUNTRY = re.compile(r"^[A-Za-z]{2}$")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
Condition = str | list[str]  # one that counts by itself, or alternatives


def is_reachable(page: int, size: int) -> bool:
    """Return True if a page, counted from 0, lies inside the index's result window."""
    return (page + 1) * size <= filters.RESULT_WINDOW and page < filters.RESULT_WINDOW


def text_of(value: object, field: str = "query") -> str:
    """Return a search text without control characters; raises TextTooLong over 1,000."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Invalid.field(field, "must be text")
    if len(value) > filters.MAX_TEXT:
        raise TextTooLong.field(field, f"at most {filters.MAX_TEXT} characters")
    return _CONTROL.sub(" ", value).strip()


def country_of(value: object, field: str = "countryCode") -> str:
    """Return an ISO code in capitals, or empty; raises Invalid."""
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not _COUNTRY.match(value):
        raise Invalid.field(field, "must be a two-letter country code, or empty")
    return value.upper()


def currency_of(value: object) -> str:
    """Return ZAR, USD or EUR; raises Invalid."""
    if not isinstance(value, str) or value not in CURRENCIES:
        raise Invalid.field("currency", f"must be one of {', '.join(CURRENCIES)}")
    return value


def canonical(groups: list[Group]) -> tuple[Group, ...]:
    """Return the groups in one order, without empty or double ones: equal choices, equal bodies."""
    unique = {group.key(): group for group in groups if group.terms or group.ranges}
    return tuple(unique[key] for key in sorted(unique))


def groups_of(
    facets: Sequence[Condition], numbers: Sequence[Condition], currency: str
) -> list[Group]:
    """Return the groups that `facetFilters` and `numericFilters` mean; raises Invalid."""
    groups = [group for item in facets for group in _facet_groups(item, currency)]
    return [*groups, *map(_range_group, numbers)]


def _facet_groups(item: Condition, currency: str) -> list[Group]:
    terms = {_term(part) for part in ([item] if isinstance(item, str) else item)}
    between = amounts.between(terms, currency)
    return between or [Group(terms=tuple(sorted(terms)), conjunctive=isinstance(item, str))]


def _term(text: str) -> Term:
    attribute, colon, value = text.partition(":")
    if attribute not in BY_ATTRIBUTE:
        raise Invalid.field("facetFilters", f"unknown facet {attribute[:50]!r}")
    if not colon or not value:
        raise Invalid.field("facetFilters", f"{attribute} has no value")
    excluded = value.startswith("-")
    value = _CONTROL.sub("", value[1:] if excluded or value.startswith("\\-") else value)
    if BY_ATTRIBUTE[attribute].kind == "switch" and value not in {"true", "false"}:
        raise Invalid.field("facetFilters", f"{attribute} must be true or false")
    return Term(attribute, value, excluded)


def _range_group(item: Condition) -> Group:
    ranges = {_range(part) for part in ([item] if isinstance(item, str) else item)}
    return Group(ranges=tuple(sorted(ranges)), conjunctive=isinstance(item, str))


def _range(text: str) -> Range:
    match = _NUMERIC.match(text)
    if match is None:
        raise Invalid.field("numericFilters", f"{text[:50]!r} is not attribute, operator, number")
    attribute, operator, number = match.groups()
    if attribute not in NUMERIC:
        raise Invalid.field("numericFilters", f"unknown attribute {attribute[:50]!r}")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e15:
        raise Invalid.field("numericFilters", f"{attribute} needs a finite number")
    return Range(attribute, operator, value)
