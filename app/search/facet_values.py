"""A search among the values of one facet, without regard to case and accents."""

import re
from collections.abc import Mapping
from itertools import islice

from app.search import Body
from app.search.execute import SearchResult
from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import MARK_END, MARK_START
from app.search.request import SearchRequest
from app.search.understand import fold_in_place
from app.search.wire.response import put_tags
from indexer.core.wording import name_key

_WORD = re.compile(r"[^\W_]+")
Labels = Mapping[str, Mapping[str, str]]


def result(request: SearchRequest, answer: SearchResult, labels: Labels, took: int) -> Body:
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
        if (marked := _highlight(value, names.get(value, value), text)) is not None
    )
    hits = [
        {"value": value, "highlighted": put_tags(marked, request), "count": counts[value]}
        for value, marked in islice(matches, request.max_values)
    ]
    return {"facetHits": hits, "exhaustiveFacetsCount": True, "processingTimeMS": took}


def _highlight(value: str, name: str, text: str) -> str | None:
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
    words = [word for word in _WORD.finditer(folded) if word.group() != "and"]
    places = [at for word in words for at in range(*word.span())]
    letters = "".join(folded[at] for at in places)
    starts = (n for n, at in enumerate(places) if n == 0 or at > places[n - 1] + 1)
    start = next((n for n in starts if letters.startswith(key, n)), None)
    return None if start is None else (places[start], places[start + len(key) - 1] + 1)
