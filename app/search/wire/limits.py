"""What one array may ask for: no more than a page of results costs.

An array of 20 requests, each within its own limits, was answered with 11.4 MB after 1.7 s. What
InstantSearch sends for one page stays far below: one request with hits, and for each chosen facet
one that repeats the text and most of the choice.
"""

from collections.abc import Iterable, Sequence

from app.errors import Invalid, TextTooLong
from app.search.filters import MAX_HITS_PER_PAGE, MAX_TERMS, MAX_TEXT
from app.search.request import Asked, FacetRequest, Group, SearchRequest

# A choice stands in the request with the hits and in those of the chosen facets.
MOST_TERMS = 4 * MAX_TERMS
MOST_BODIES = 64  # searches in Elasticsearch; a page with every facet chosen takes 16


def check_cost(requests: Sequence[Asked]) -> None:
    """Raise Invalid (or TextTooLong) where an array together asks for more than a page does."""
    shown = [request for request in requests if isinstance(request, SearchRequest)]
    hits = sum(request.hits_per_page for request in shown)
    if hits > MAX_HITS_PER_PAGE:
        raise Invalid.field("hitsPerPage", f"at most {MAX_HITS_PER_PAGE} in all of one array")
    conditions = {request.conditions for request in requests}
    if sum(count_values(item.groups) for item in conditions) > MOST_TERMS:
        raise Invalid.field("facetFilters", f"at most {MOST_TERMS} values in all of one array")
    texts = [request.conditions.text for request in requests]
    texts += [request.text for request in requests if isinstance(request, FacetRequest)]
    if sum(map(len, set(texts))) > MAX_TEXT:
        raise TextTooLong.field("query", f"at most {MAX_TEXT} characters in all of one array")
    if _bodies(shown) + len(requests) - len(shown) > MOST_BODIES:
        raise Invalid.field("requests", "too many different choices in one array")


def count_values(groups: Iterable[Group]) -> int:
    """Return how many values and bounds are chosen."""
    return sum(len(group.terms) + len(group.ranges) for group in groups)


def _bodies(requests: Sequence[SearchRequest]) -> int:
    """Return how many searches an array becomes at most (see `execute`)."""
    pages = {
        (request.conditions, request.sort, request.page)
        for request in requests
        if request.hits_per_page
    }
    counts = {request.conditions for request in requests}
    counts |= {
        request.conditions.without(attribute)
        for request in requests
        for attribute in request.facets
    }
    return len(pages) + len(counts)
