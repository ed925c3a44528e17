"""What is recorded of an answered search, apart from who asked: it may be kept with the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.search.execute import SearchResult
from app.search.request import SearchRequest
from app.search.understand import Meaning

MOST_SHOWN = 24  # products that count as seen: the first rows of any screen


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """One search as analysts count it; `event` are the fields of es_mappings/searches.json."""

    event: dict[str, Any]
    country: str

    def kept_for(self, took_ms: float) -> SearchFacts:
        """Return the facts of this answer when it is served from memory after `took_ms`."""
        return SearchFacts(self.event | {"took": round(took_ms, 1)}, self.country)


def facts_of(
    requests: list[SearchRequest], answers: list[SearchResult], took_ms: float
) -> SearchFacts | None:
    """Return the facts of an array's search: its page of hits, if a person chose anything.

    A text that is read another way (`dismissed`, `asTyped`) was counted when it was searched.
    """
    for request, answer in zip(requests, answers, strict=True):
        chosen = request.conditions
        if not request.hits_per_page or not (chosen.text or chosen.groups):
            continue
        if chosen.dismissed or chosen.as_typed:
            continue
        if chosen.include_hidden:
            continue
        return SearchFacts(_event(request, answer, took_ms), chosen.country)
    return None


def _event(request: SearchRequest, answer: SearchResult, took_ms: float) -> dict[str, Any]:
    filters = filters_of(request)
    seen = answer.hits[:MOST_SHOWN]
    return {
        "query": request.conditions.text or None,  # no text is none, and not an empty one
        **_reading(answer.meaning),
        "filters": filters,
        "filter": sorted(filters),
        "sort": request.index,
        "page": request.page + 1,
        "total": answer.total,
        "zero": not answer.total,
        "took": round(took_ms, 1),
        "currency": request.conditions.currency,
        "product": [hit.object_id for hit in seen],
        "store": sorted({hit.store for hit in seen}),
    }


def _reading(meaning: Meaning | None) -> dict[str, Any]:
    if meaning is None:
        return {"understood": [], "corrected": False, "corrections": []}
    return {
        "understood": [part.id for part in meaning.parts],
        "corrected": bool(meaning.corrections),
        "corrections": [
            f"{correction.typed} → {correction.used}" for correction in meaning.corrections
        ],
    }


def filters_of(request: SearchRequest) -> dict[str, list[str]]:
    """Return what was chosen by facet, as it is commonly spelled; what is excluded with a minus."""
    chosen: dict[str, list[str]] = {}
    for group in request.conditions.groups:
        for term in group.terms:
            value = request.spellings.common(term.attribute, term.value)
            shown = f"-{value}" if term.excluded else value
            if shown not in (values := chosen.setdefault(term.attribute, [])):
                values.append(shown)
        for item in group.ranges:
            chosen.setdefault(item.attribute, []).append(f"{item.operator}{item.value:g}")
    return chosen
