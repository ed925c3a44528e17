"""Ways on from a search without results, each with the products it leads to.

A way takes one thing away: a filter, a part of the text, a word, how the text was to be read. It is
counted as it would be answered, so that none leads to another empty page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.search import Body, execute
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.reading import read
from app.search.request import Conditions, Group, SearchRequest
from app.search.understand import Language, Meaning

MOST_TRIED = 12
MOST_WAYS = 6


@dataclass(frozen=True, slots=True)
class Way:
    """A search with less asked for. `without`: the facets whose choice it gives up."""

    conditions: Conditions
    without: tuple[str, ...] = ()
    total: int = 0


def ways_on(
    engine: Engine,
    request: SearchRequest,
    language: Language,
    techniques: frozenset[str],
) -> tuple[list[Way], int]:
    """Return the ways that lead to products, and Elasticsearch's time in ms.

    `request` has its meaning and no results. Raises SearchUnavailable.
    """
    tried = _distinct(request.conditions)
    unread = [SearchRequest(way.conditions, hits_per_page=0) for way in tried]
    requests = read(engine, unread, language, techniques)
    outcome = execute.run(engine, requests)
    counted = [
        replace(way, total=answer.total)
        for way, answer in zip(tried, outcome.results, strict=True)
        if answer.total
    ]
    return counted[:MOST_WAYS], outcome.took


def wire(ways: Sequence[Way]) -> list[Body]:
    """Return ways as clients read them."""
    return [
        {
            "query": way.conditions.text,
            "notUnderstood": sorted(way.conditions.not_understood),
            "asTyped": way.conditions.as_typed,
            "without": list(way.without),
            "total": way.total,
        }
        for way in ways
    ]


def _distinct(conditions: Conditions) -> list[Way]:
    """Return what is worth a count: nothing twice, and nothing that asks for everything."""
    unread = replace(conditions, meaning=None)
    ways: dict[Conditions, Way] = {}
    for way in _all(unread, conditions.meaning):
        asks = way.conditions
        if (asks.text or asks.groups) and asks != unread:
            ways.setdefault(asks, way)
    return list(ways.values())[:MOST_TRIED]


def _all(conditions: Conditions, meaning: Meaning | None) -> Iterator[Way]:
    """Give the ways, those that keep most of what was asked for first."""
    text, chosen = conditions.text, _chosen(conditions.groups)
    if conditions.as_typed:
        yield Way(replace(conditions, as_typed=False))
    if conditions.not_understood:
        yield Way(replace(conditions, not_understood=frozenset()))
    for attribute in chosen:
        yield Way(_without(conditions, [attribute]), (attribute,))
    for shorter in _shorter(text, meaning):
        yield Way(_reads(conditions, shorter))
    if len(chosen) > 1:
        yield Way(_without(conditions, chosen), tuple(chosen))
    if len(chosen) > 2:  # where no single one is to blame, each of them alone
        for kept in chosen:
            others = [name for name in chosen if name != kept]
            yield Way(_without(conditions, others), tuple(others))
    if text and chosen:
        yield Way(_reads(conditions, ""))


def _chosen(groups: Sequence[Group]) -> list[str]:
    """Return the facets in which something is chosen, in the registry's order."""
    names = {term.attribute for group in groups for term in group.terms}
    names |= {item.attribute for group in groups for item in group.ranges}
    return [name for name in BY_ATTRIBUTE if name in names]


def _without(conditions: Conditions, attributes: Sequence[str]) -> Conditions:
    kept = tuple(g for g in conditions.groups if not {*_chosen([g])} & {*attributes})
    return replace(conditions, groups=kept)


def _reads(conditions: Conditions, text: str) -> Conditions:
    """Return the conditions with another text, of which nothing was said how it is read."""
    return replace(conditions, text=text, not_understood=frozenset(), as_typed=False)


def _shorter(text: str, meaning: Meaning | None) -> Iterator[str]:
    """Give the text without one of its parts or words, the thing itself last."""
    if meaning is None:
        return
    parts = [part for part in meaning.parts if not part.excluded]
    parts.sort(key=lambda part: part.kind == "thing")
    phrases = [*meaning.words, *(part.text for part in parts)]
    if len(phrases) < 2:  # what would remain asks for nothing
        return
    for phrase in phrases:
        yield next((cut for full in (text, meaning.used) if (cut := _cut(full, phrase))), text)


def _cut(text: str, phrase: str) -> str:
    """Return the text without a phrase of whole words; empty where it does not stand in it."""
    match = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
    if match is None:
        return ""
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
