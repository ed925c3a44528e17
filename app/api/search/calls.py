"""`POST /api/search`: the search contract, for unmodified InstantSearch clients.

A call's request is typed, and read once for all who send the same bytes.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Response, jsonify, request

from app.api.declare import Area
from app.api.declare.caching import Result, cached_response, cached_value, editable, fresh_answer
from app.api.declare.fields import EXAMPLES, json_body
from app.api.search import hits as schemas
from app.live.context import context, current_visitor, header_country
from app.live.snapshot import Reference
from app.search import execute
from app.search.execute import (
    SearchEvent,
    SearchResult,
    any_with,
    event_of,
    indexed_words,
    unknown_words,
)
from app.search.filters import (
    BY_ATTRIBUTE,
    CAROUSELS,
    CURRENCIES,
    DEFAULT_CURRENCY,
    FILTERS,
    PAGE_SIZES,
    SORTS,
    Filter,
)
from app.search.landing import below_carousels, carousels
from app.search.request import SearchRequest, with_conditions
from app.search.suggest import suggest as suggest_for
from app.search.wire import response
from app.search.wire.request_parser import SEARCHES, parse
from app.search.wire.response import text_of
from app.web.access import is_operator
from app.web.visitors import BROWSER_STEP, search_id
from indexer.catalogue.rates import PRICE_BANDS, Band
from indexer.catalogue.stores import Store
from indexer.language.quantities import MONEY_SIGNS
from indexer.models import Category, Color, Style

MOST_BYTES = 4_000  # of a call that is remembered: a page's with some facets chosen has 2,000
REMEMBERED = 2_000  # calls: some 20 MB at most


class Question:
    """The requests of a call. Hashed once; equal where its requests are.

    `wants_hidden`: which of them are an operator's who looks at hidden products, too (`devMode`).
    """

    def __init__(self, requests: tuple[SearchRequest, ...], wants_hidden: tuple[bool, ...]) -> None:
        self.requests, self.wants_hidden = requests, wants_hidden
        self._hash = hash(requests)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.requests == other.requests

    def for_operator(self) -> list[SearchRequest] | None:
        """Return the requests as an operator may send them; None where they are a visitor's.

        Hidden products are seen by operators and nobody else (design, "Visible").
        """
        if not any(self.wants_hidden) or not is_operator():
            return None
        return [
            with_conditions(item, include_hidden=True) if hidden else item
            for item, hidden in zip(self.requests, self.wants_hidden, strict=True)
        ]


def read_question() -> Question:
    """Return the question of the present call; raises Invalid or TextTooLong."""
    body, country = request.get_data(cache=True), header_country()
    if len(body) <= MOST_BYTES:
        return _parse_question(body, country)
    return question_of(json_body(), country)


@lru_cache(REMEMBERED)
def _parse_question(_body: bytes, country: str) -> Question:
    """Return the question of the present call, whose body this is; what is refused is not kept."""
    return question_of(json_body(), country)


def question_of(sent: Any, country: str) -> Question:
    """Return the question in JSON; `country` where it names none. Raises as above."""
    requests = tuple(parse(sent, country))
    return Question(requests, tuple(bool((raw.get("params") or {}).get("devMode")) for raw in sent))


ID_HEADER = "Search-Id"  # what joins a search and the clicks on its results
AREA = Area("search", "search", "Search, for InstantSearch clients")

SEARCH_ID = {
    "name": ID_HEADER,
    "in": "header",
    "required": False,
    "description": "An id that the client gives the search, 16 to 64 letters and digits, to send "
    "it with clicks; the answer repeats it, or has one of the server's",
    "schema": {"type": "string"},
}


@AREA.post("")
@AREA.takes(SEARCHES, EXAMPLES["searches"], parameters=[SEARCH_ID])
@AREA.response(schemas.SearchResults)
def search() -> Response:
    """Search products

    Takes the array of requests that InstantSearch clients send and answers in the same order.
    The index name is the order of the results. A request with `facetName` searches among the
    values of that facet. Counts of a facet leave out that facet's own choice.
    """
    question = read_question()
    hidden = question.for_operator()
    if hidden is not None:
        return record_search(*fresh_answer(lambda: answer_all(hidden)))
    size = request.content_length or 0
    return record_search(*cached_response(question, size, lambda: answer_all([*question.requests])))


def search_state(
    sent: list[dict[str, Any]], size: int
) -> tuple[dict[str, Any], SearchEvent | None]:
    """Return the answer to what a client would send, for a page, and what is recorded of it.

    `size`: bytes of what is sent. Raises SearchUnavailable, and Invalid for an impossible request.
    """
    question = question_of(sent, "")
    return cached_value(question, size, lambda: answer_all([*question.requests]))


def record_search(answer: Response, event: SearchEvent | None) -> Response:
    """Record an answered search under the id that the browser gave it, and answer with the id.

    The id stands in headers, so that an answer may be kept and given to many; `event` with it.
    """
    number = search_id(request.headers.get(ID_HEADER, ""))
    context().recorder.search(event, number, current_visitor(), BROWSER_STEP)
    answer.headers[ID_HEADER] = number
    return answer


def answer_all(requests: list[SearchRequest]) -> Result:
    """Answer typed requests: `results` in their order."""
    services = context()
    started = time.perf_counter()
    # Words that only the index may have are taken for unknown, and requested with the search.
    read = services.read(requests, frozenset())
    words = unknown_words(read)
    found, took, counts = execute.run(services.engine, read, beside=[*map(any_with, words)])
    if known := indexed_words(words, counts):
        read = services.read(requests, known)
        found, took, _ = execute.run(services.engine, read)
    elapsed = (time.perf_counter() - started) * 1000
    event = event_of(read, found, elapsed)
    labels = services.reference.labels
    results = [
        response.result(request, answer, round(elapsed))
        if request.facet_query is None
        else response.facet_values(request, answer, labels, round(elapsed))
        for request, answer in zip(read, found, strict=True)
    ]
    took += _add_ways(read, found, results, known)
    return Result({"results": results}, took, event)


def _add_ways(
    requests: list[SearchRequest],
    answers: list[SearchResult],
    results: list[dict[str, Any]],
    known: frozenset[str],
) -> int:
    """Give the first page without results its suggestions; returns Elasticsearch's time in ms."""
    services = context()
    for search, answer, result in zip(requests, answers, results, strict=True):
        conditions = search.conditions
        if answer.total or not search.hits_per_page or not (conditions.text or conditions.groups):
            continue
        fewer, took = execute.suggest_fewer(services.engine, search, services.language, known)
        result["zeroResultSuggestions"] = response.zero_result_suggestions(search, fewer)
        return took
    return 0


PANEL = Area("filters", "filters", "What the filter panel shows")

Option = dict[str, Any]


@PANEL.get("")
@editable
@PANEL.response(schemas.Filters)
def filters() -> Response:
    """List the filters with their options, the orders, currencies, price bands and page sizes"""
    return jsonify(describe(context().reference))


def describe(reference: Reference) -> dict[str, Any]:
    """Return the whole description."""
    return {
        "filters": [_filter(item, reference) for item in FILTERS],
        "sorts": [
            {"index": s.index, "label": s.label, "key": s.key, "direction": s.direction}
            for s in SORTS
        ],
        "currencies": [{"code": code, "label": label} for code, label in CURRENCIES.items()],
        "priceBands": {code: _bands(code) for code in CURRENCIES},
        "rates": {c: float(r) for c, r in reference.rates.per_euro.items() if c in CURRENCIES},
        "pageSizes": PAGE_SIZES,
        "carousels": [
            {"name": reference.labels["category"].get(slug, slug), "categories": [slug]}
            for slug in CAROUSELS
        ],
        "lists": reference.lists,
    }


def _filter(item: Filter, reference: Reference) -> dict[str, Any]:
    # What turns a switch on; nothing for a filter whose values only facets have.
    fixed = [{"value": value, "label": item.label} for value in item.values]
    options = _OPTIONS[item.options](reference) if item.options else fixed
    return {
        "attribute": item.attribute,
        "label": item.label,
        "kind": item.kind,
        "operator": "or",
        "searchable": item.searchable,
        "limit": item.size,
        "optional": item.optional,
        "options": [option | {"order": order} for order, option in enumerate(options)],
    }


def _option(row: Category | Color | Style | Store, **more: Any) -> Option:
    return {"value": row.slug, "label": row.name, **more, "id": row.id}


def _categories(reference: Reference) -> list[Option]:
    return [
        _option(row, parent=row.slug.rpartition("/")[0] or None, icon=row.icon)
        for row in reference.categories
    ]


def _ships_from(reference: Reference) -> list[Option]:
    used = {store.country_iso for store in reference.active_stores}
    return [
        {"value": row.iso, "label": row.nicename, "flag": row.iso.lower(), "id": row.id}
        for row in reference.countries
        if row.iso in used
    ]


def _bands(currency: str) -> list[Option]:
    symbol = MONEY_SIGNS[currency]
    return [
        {"value": band.value, "label": band_label(band, symbol), "min": band.min, "max": band.max}
        for band in PRICE_BANDS[currency]
    ]


def band_label(band: Band, symbol: str) -> str:
    """Return a band's words (spec §9): `Under R 500`, `R 500 – R 1,000`, `Over R 20,000`.

    A band holds its lower bound and not its upper one, as its label shows.
    """
    low, high = f"{symbol}{band.min:,}", f"{symbol}{band.max or 0:,}"
    if band.max is None:
        return f"Over {low}"
    return f"Under {high}" if band.min == 0 else f"{low} – {high}"


def _fixed_options(attribute: str, *labels: str) -> Callable[[Reference], list[Option]]:
    values = BY_ATTRIBUTE[attribute].values
    options = [
        {"value": value, "label": label} for value, label in zip(values, labels, strict=True)
    ]
    return lambda _: options


_OPTIONS: dict[str, Callable[[Reference], list[Option]]] = {
    "categories": _categories,
    "colours": lambda of: [_option(row, swatch=row.swatch) for row in of.colors],
    "bands": lambda _: [
        {key: band[key] for key in ("value", "label")} for band in _bands(DEFAULT_CURRENCY)
    ],
    "styles": lambda of: [_option(row, image=row.image) for row in of.styles],
    "stores": lambda of: [_option(store) for store in of.active_stores],
    "ships_from": _ships_from,
    "types": _fixed_options("type", "New", "Vintage"),
    "stock": _fixed_options("stock", "In stock", "Sold out"),
    "genders": _fixed_options("gender", "Men's", "Unisex"),
    "sa_only": lambda _: [{"value": "true", "label": "South Africa only", "flag": "za"}],
}


LANDING = Area("landing", "", "The landing screen and suggestions")


@LANDING.get("/landing")
@LANDING.query(schemas.VisitorQuery)
@LANDING.response(schemas.Landing)
def landing(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List the products of the landing screen's carousels"""
    place = currency, requested_country(country_code)
    return cached_response(("landing", *place), 0, lambda: _landing(*place))[0]


def requested_country(sent: str | None) -> str:
    """Return the country of the query string, where there is none that of the header."""
    return header_country() if sent is None else sent


def landing_state(country: str) -> dict[str, Any]:
    """Return the landing screen's data for a page; raises SearchUnavailable."""
    place = (DEFAULT_CURRENCY, country)
    state: dict[str, Any] = cached_value(("landing", *place), 0, lambda: _landing(*place))[0]
    return state


def _landing(currency: str, country: str) -> Result:
    services = context()
    rails, took = carousels(
        services.engine, services.visitor(country, currency), services.spellings
    )
    names = services.reference.labels["category"]
    rows = [
        {"name": names.get(category, category), "category": category, "hits": hits}
        for category, hits in zip(CAROUSELS, rails, strict=True)
    ]
    return Result({"carousels": rows}, took)


@LANDING.get("/landing/more")
@LANDING.query(schemas.VisitorQuery)
@LANDING.response(schemas.LandingMore)
def landing_more(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """List what stands below the carousels: new arrivals, price drops, stores

    Price drops are in stock, those by our own readings first, then the biggest share; stores are
    those with most products.
    """
    place = currency, requested_country(country_code)
    return cached_response(("landing/more", *place), 0, lambda: _more(*place))[0]


def _more(currency: str, country: str) -> Result:
    services = context()
    place = currency, country
    landing = cached_value(("landing", *place), 0, lambda: _landing(*place))[0]
    above = {hit["productId"] for carousel in landing["carousels"] for hit in carousel["hits"]}
    visitor = services.visitor(country, currency)
    sections, took = below_carousels(services.engine, visitor, services.spellings, above)
    names = services.reference.labels["store"]
    stores = [row | {"name": names.get(row["slug"], row["slug"])} for row in sections["stores"]]
    return Result(sections | {"stores": stores}, took)


@LANDING.get("/suggest")
@LANDING.query(schemas.SuggestQuery)
@LANDING.response(schemas.Suggestions)
def suggest(
    q: str = "", currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """Suggest searches, categories, brands and products for a text that is being typed

    Each leads to products of the visitor's country. A space behind the last word ends it.
    """
    services = context()
    completer = services.completer
    typed = text_of(q, "q") + " " * q[-1:].isspace()
    visitor = services.visitor(requested_country(country_code), currency)
    return cached_response(
        ("suggest", typed, visitor, completer.number),
        len(typed),
        lambda: Result(*suggest_for(services.engine, typed, visitor, completer)),
    )[0]
