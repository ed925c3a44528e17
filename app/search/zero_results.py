"""Suggestions for a search without results, each with the products it leads to.

A suggestion takes one thing away: a filter, a part of the text, a word, how the text was to be
read. It is counted as it would be answered, so that none leads to another empty page.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.search import Body, execute
from app.search.engine import Engine
from app.search.execute import SearchResult, read
from app.search.query.kinds import BY_KIND
from app.search.request import Conditions, SearchRequest
from app.search.understand import Language, Meaning
from app.search.wire.response import hits

MOST_TRIED = 12
MOST_READ = 120  # words of them that are read again: a long text is shortened less often
MOST_SUGGESTED = 6
MOST_SHOWN = 12  # products of the first suggestion


@dataclass(frozen=True, slots=True)
class ZeroResultSuggestion:
    """A search with less requested. `without`: the facets whose choice it gives up."""

    conditions: Conditions
    without: tuple[str, ...] = ()


class Counted(NamedTuple):
    """A suggestion with the request that counted it, and its answer."""

    suggestion: ZeroResultSuggestion
    request: SearchRequest
    answer: SearchResult


def suggestions(
    engine: Engine, request: SearchRequest, language: Language, known: frozenset[str]
) -> tuple[list[Counted], int]:
    """Return the suggestions that lead to products, and Elasticsearch's time in ms.

    Those that give up filters alone come with their first products. `request` has its meaning and
    no results; `known`: unknown words that the index has. Raises SearchUnavailable.
    """
    tried = _distinct(request.conditions)
    unread = [_counting(suggestion, request) for suggestion in tried]
    requests = read(unread, language, known)
    outcome = execute.run(engine, requests, separately=True)
    counted = map(Counted, tried, requests, outcome.results)
    return [one for one in counted if one.answer.total][:MOST_SUGGESTED], outcome.took


def _counting(suggestion: ZeroResultSuggestion, request: SearchRequest) -> SearchRequest:
    shown = (
        MOST_SHOWN
        if suggestion.without and suggestion.conditions.text == request.conditions.text
        else 0
    )
    return replace(
        request, conditions=suggestion.conditions, page=0, hits_per_page=shown, facets=()
    )


def wire(suggestions: Sequence[Counted]) -> list[Body]:
    """Return suggestions as clients read them, the first that has products with these."""
    sent = [
        {
            "query": suggestion.conditions.text,
            "dismissed": sorted(suggestion.conditions.dismissed),
            "asTyped": suggestion.conditions.as_typed,
            "without": list(suggestion.without),
            "total": answer.total,
        }
        for suggestion, _, answer in suggestions
    ]
    for body, (_, request, answer) in zip(sent, suggestions, strict=True):
        if answer.hits:
            body["hits"] = hits(request, answer)
            break
    return sent


def _distinct(conditions: Conditions) -> list[ZeroResultSuggestion]:
    """Return what is worth a count: nothing twice, and nothing that asks for everything."""
    unread = replace(conditions, meaning=None)
    suggestions: dict[Conditions, ZeroResultSuggestion] = {}
    for suggestion in _all(unread, conditions.meaning):
        asks = suggestion.conditions
        if (asks.text or asks.groups) and asks != unread:
            suggestions.setdefault(asks, suggestion)
    return list(suggestions.values())[:MOST_TRIED]


def _all(conditions: Conditions, meaning: Meaning | None) -> Iterator[ZeroResultSuggestion]:
    text, chosen = conditions.text, conditions.chosen
    if conditions.as_typed:
        yield ZeroResultSuggestion(replace(conditions, as_typed=False))
    if conditions.dismissed:
        yield ZeroResultSuggestion(replace(conditions, dismissed=frozenset()))
    for attribute in chosen:
        yield ZeroResultSuggestion(conditions.giving_up([attribute]), (attribute,))
    for shorter in _shorter(text, meaning):
        yield ZeroResultSuggestion(_reads(conditions, shorter))
    if len(chosen) > 1:
        yield ZeroResultSuggestion(conditions.giving_up(chosen), tuple(chosen))
    if len(chosen) > 2:  # where no single one is to blame, each of them alone
        for kept in chosen:
            others = [name for name in chosen if name != kept]
            yield ZeroResultSuggestion(conditions.giving_up(others), tuple(others))
    if text and chosen:
        yield ZeroResultSuggestion(_reads(conditions, ""))


def _reads(conditions: Conditions, text: str) -> Conditions:
    return replace(conditions, text=text, dismissed=frozenset(), as_typed=False)


def _shorter(text: str, meaning: Meaning | None) -> Iterator[str]:
    if meaning is None:
        return
    if meaning.ignored and meaning.used:
        yield meaning.used
    parts = [part for part in meaning.parts if not part.excluded]
    parts.sort(key=lambda part: BY_KIND[part.kind].is_main)
    phrases = [*meaning.words, *(part.text for part in parts)]
    if len(phrases) < 2:  # what would remain asks for nothing
        return
    for phrase in phrases[: MOST_READ // len(phrases)]:
        yield next((cut for full in (text, meaning.used) if (cut := _cut(full, phrase))), text)


def _cut(text: str, phrase: str) -> str:
    """Return the text without a phrase of whole words; empty where it does not stand in it."""
    match = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
    if match is None:
        return ""
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
