"""A search among the values of one facet, without regard to case and accents."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import islice

from app.search import Body
from app.search.engine import Engine
from app.search.execute import bucket_counts
from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import MARK_END, MARK_START, all_values_body
from app.search.request import FacetRequest
from app.search.understand import fold_in_place
from app.search.wire.response import tagged

Labels = Mapping[str, Mapping[str, str]]


def search(engine: Engine, requests: list[FacetRequest], labels: Labels) -> tuple[list[Body], int]:
    """Answer requests; returns their results and the time in ms.

    `labels` gives, by facet, the names that people see for values that are slugs: both are
    searched and the name is what is highlighted.
    """
    started = time.perf_counter()
    answer = engine.search([all_values_body(request) for request in requests])
    took = round((time.perf_counter() - started) * 1000)
    results = [
        _result(request, response, labels, took)
        for request, response in zip(requests, answer.responses, strict=True)
    ]
    return results, answer.took


def _result(request: FacetRequest, response: Body, labels: Labels, took: int) -> Body:
    names = labels.get(request.attribute, {})
    counts = bucket_counts(response["aggregations"][request.attribute], 10_000)
    ordered = BY_ATTRIBUTE[request.attribute].ordered or list
    matches = (
        (value, marked)
        for value in ordered(counts)
        if (marked := _marked(value, names.get(value, value), request.text)) is not None
    )
    hits = [
        {"value": value, "highlighted": tagged(marked, request), "count": counts[value]}
        for value, marked in islice(matches, request.size)
    ]
    return {"facetHits": hits, "exhaustiveFacetsCount": True, "processingTimeMS": took}


def _marked(value: str, name: str, text: str) -> str | None:
    """Return the name with the match marked, None where neither name nor value matches."""
    wanted = fold_in_place(text).strip()
    if not wanted:
        return name
    start = fold_in_place(name).find(wanted)
    if start < 0:
        return name if wanted in fold_in_place(value) else None
    end = start + len(wanted)
    return f"{name[:start]}{MARK_START}{name[start:end]}{MARK_END}{name[end:]}"
