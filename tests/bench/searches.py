"""Visitors' searches as InstantSearch sends them, over HTTP."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from app.search.filters import FILTERS
from indexer.language.tree import categories, colors
from tests.bench.generate import VOCABULARY
from tests.support.category_words import category_words

FACETS = [item.attribute for item in FILTERS]
PAGE_SIZE = 100  # the grouped view's, which visitors see first (spec §9)
ZIPF_QUERIES = 500

_used: set[str] = set()

Body = list[dict[str, Any]]
Make = Callable[[], Body]


class Timing(NamedTuple):
    """One search, in ms: the visitor's, the API's own, Elasticsearch's; `status` 0: no answer."""

    whole: float
    app: float
    took: float
    status: int

    @property
    def failed(self) -> bool:
        """Return True where there is no answer."""
        return self.status != 200


def request(
    query: str = "", refinements: dict[str, list[str]] | None = None, size: int = PAGE_SIZE
) -> Body:
    """Return the array an InstantSearch client sends: the hits, then one per refined facet."""
    chosen = {
        attribute: [f"{attribute}:{value}" for value in values]
        for attribute, values in (refinements or {}).items()
    }
    main = _params(query, list(chosen.values()), FACETS, size)
    others = [
        _params(query, [v for key, v in chosen.items() if key != attribute], [attribute], 0)
        for attribute in chosen
    ]
    return [{"indexName": "products", "params": params} for params in (main, *others)]


def _params(query: str, filters: list[list[str]], facets: list[str], size: int) -> dict[str, Any]:
    params: dict[str, Any] = {
        "query": query,
        "facets": facets,
        "maxValuesPerFacet": 100,
        "hitsPerPage": size,
        "page": 0,
        "attributesToHighlight": [],  # as the site asks
        "currency": "ZAR",
        "countryCode": "",
    }
    if filters:
        params["facetFilters"] = filters
    if not query:
        params["brandsInTurn"] = True  # as the site asks
    return params


def landing() -> Make:
    """Return a maker of the search without text or choice."""
    return request


def new_texts(seed: int) -> Make:
    """Return a maker of texts that no maker of this process has made before."""
    rng = random.Random(seed)
    return lambda: request(_new_text(rng))


def _new_text(rng: random.Random) -> str:
    while (text := _text(rng, rng.choice((2, 3)))) in _used:
        pass
    _used.add(text)
    return text


def zipf_texts(seed: int) -> Make:
    """Return a maker of texts as visitors repeat them: some often, most seldom."""
    rng = random.Random(seed)
    texts = [_text(rng, rng.choice((1, 2, 2, 3))) for _ in range(ZIPF_QUERIES)]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(texts) + 1)))
    return lambda: request(rng.choices(texts, cum_weights=weights)[0])


def two_facets(seed: int) -> Make:
    """Return a maker of searches with a category and a colour chosen."""
    rng = random.Random(seed)
    return lambda: request(refinements={"category": [_category(rng)], "colour": [_color(rng)]})


def text_and_facet(seed: int) -> Make:
    """Return a maker of new texts with a colour chosen."""
    rng = random.Random(seed)
    return lambda: request(_new_text(rng), {"colour": [_color(rng)]})


def _text(rng: random.Random, words: int) -> str:
    nouns = [word for own in category_words().values() for word in own]
    kinds = ("materials", "adjectives")
    parts = [rng.choice(VOCABULARY[kind]) for kind in kinds[: words - 1]]
    return " ".join([*parts, rng.choice(nouns)])


def _category(rng: random.Random) -> str:
    return rng.choice(categories()).slug


def _color(rng: random.Random) -> str:
    return rng.choice(colors()[:10]).slug


class Visitor:
    """A client with one kept connection."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address, timeout=60)

    def search(self, body: Body) -> Timing:
        """Send one search and return how long it took, until the answer or the failure."""
        sent, started = json.dumps(body).encode(), time.perf_counter()
        try:
            headers = {"Content-Type": "application/json"}
            self._connection.request("POST", "/api/search", sent, headers)
            answer = self._connection.getresponse()
            answer.read()
            status, timing = answer.status, answer.getheader("Server-Timing") or ""
        except (OSError, http.client.HTTPException):
            self._connection.close()
            status, timing = 0, ""
        whole = (time.perf_counter() - started) * 1000
        return Timing(whole, _duration(timing, "app"), _duration(timing, "es"), status)


def _duration(header: str, name: str) -> float:
    match = re.search(rf"\b{name};dur=([\d.]+)", header)
    return float(match.group(1)) if match else 0.0
