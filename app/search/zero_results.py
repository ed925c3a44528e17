"""Suggestions for a search without results, each with the products it leads to.

A suggestion takes one thing away: a filter, a part of the text, a word, how the text was to be
read. It is counted as it would be answered, so that none leads to another empty page.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

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


Counted = tuple[SearchRequest, SearchResult]  # a suggestion, as it was counted, and its answer


def suggestions(
    engine: Engine, request: SearchRequest, language: Language, known: frozenset[str]
) -> tuple[list[Counted], int]:
    """Return the suggestions that lead to products, and Elasticsearch's time in ms.

    Those that give up filters alone come with their first products. `request` has its meaning and
    no results; `known`: unknown words that the index has. Raises SearchUnavailable.
    """
    unread = [_counting(tried, request) for tried in _distinct(request.conditions)]
    requests = read(unread, language, known)
    outcome = execute.run(engine, requests, separately=True)
    counted = zip(requests, outcome.results, strict=True)
    return [one for one in counted if one[1].total][:MOST_SUGGESTED], outcome.took


def _counting(tried: Conditions, request: SearchRequest) -> SearchRequest:
    shown = MOST_SHOWN * (tried.text == request.conditions.text and bool(_without(tried, request)))
    return replace(request, conditions=tried, page=0, hits_per_page=shown, facets=())


def _without(tried: Conditions, request: SearchRequest) -> list[str]:
    """Return the facets whose choice a suggestion gives up."""
    return [name for name in request.conditions.chosen_facets if name not in tried.chosen_facets]


def wire(request: SearchRequest, suggestions: Sequence[Counted]) -> list[Body]:
    """Return suggestions as clients read them, the first that has products with these."""
    sent = [
        {
            "query": tried.conditions.text,
            "dismissed": sorted(tried.conditions.dismissed),
            "asTyped": tried.conditions.as_typed,
            "without": _without(tried.conditions, request),
            "total": answer.total,
        }
        for tried, answer in suggestions
    ]
    for body, (tried, answer) in zip(sent, suggestions, strict=True):
        if answer.hits:
            body["hits"] = hits(tried, answer)
            break
    return sent


def _distinct(conditions: Conditions) -> list[Conditions]:
    """Return what is worth a count: nothing twice, and nothing that matches everything."""
    unread = replace(conditions, meaning=None)
    tried = dict.fromkeys(_all(unread, conditions.meaning))
    return [one for one in tried if (one.text or one.groups) and one != unread][:MOST_TRIED]


def _all(conditions: Conditions, meaning: Meaning | None) -> Iterator[Conditions]:
    text, chosen = conditions.text, conditions.chosen_facets
    if conditions.as_typed:
        yield replace(conditions, as_typed=False)
    if conditions.dismissed:
        yield replace(conditions, dismissed=frozenset())
    for attribute in chosen:
        yield conditions.giving_up([attribute])
    for shorter in _shorter(text, meaning):
        yield _reads(conditions, shorter)
    if len(chosen) > 1:
        yield conditions.giving_up(chosen)
    if len(chosen) > 2:  # where no single one is to blame, each of them alone
        for kept in chosen:
            yield conditions.giving_up([name for name in chosen if name != kept])
    if text and chosen:
        yield _reads(conditions, "")


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
    if len(phrases) < 2:  # what would remain has no condition
        return
    for phrase in phrases[: MOST_READ // len(phrases)]:
        yield next((cut for full in (text, meaning.used) if (cut := _cut(full, phrase))), text)


def _cut(text: str, phrase: str) -> str:
    """Return the text without a phrase of whole words; empty where it does not stand in it."""
    match = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
    if match is None:
        return ""
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
