"""From spec §7's image queries to the same typed request that `/api/search` makes.

Ids, names and [min, max] pairs become the registry's facet values here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.access.operators import is_operator
from app.context import header_country
from app.errors import Invalid
from app.reference import Reference
from app.search.filters import BY_INDEX, DEFAULT_CURRENCY, MAX_TERMS, RESULT_WINDOW, SORTS, Sort
from app.search.request import Conditions, Group, SearchRequest, Term
from app.search.wire.instantsearch import canonical, is_reachable
from app.search.wire.limits import count_values
from indexer.catalogue.bands import PRICE_BANDS
from scrapers.attributes import ATTRIBUTES, NUMBERS

Sent = Mapping[str, Any]  # as app.api.images.schemas.ImageFilters reads it
GENDERS = {0: "men", 1: "unisex"}  # spec §3: Men's 0, Unisex 1
TYPES = {0: "vintage", 1: "new"}  # spec §3: vintage 0, new 1
STOCK = {1: "in-stock"}  # spec §3: All 0, In stock 1


def search_request(sent: Sent, reference: Reference) -> SearchRequest:
    """Return the request for all that an image query means; raises Invalid naming the field."""
    currency = sent.get("currency", DEFAULT_CURRENCY)
    return SearchRequest(
        conditions=Conditions(
            text=sent.get("text") or "",
            groups=canonical(_groups(sent, reference, currency)),
            currency=currency,
            country=header_country(),
            include_hidden=sent.get("dev_mode", False) and is_operator(),
        ),
        sort=sort_of(sent.get("sort_key", ""), sent.get("sort_direction", "")),
        page=0,
        hits_per_page=0,
    )


def paged(request: SearchRequest, sent: Sent, size: int) -> SearchRequest:
    """Return the request for the page that is sent, of `size` products unless that says how many.

    Raises Invalid.
    """
    page, size = sent.get("page_number", 1) - 1, sent.get("page_size", size)
    if not is_reachable(page, size):
        raise Invalid.field("pageNumber", f"results end at number {RESULT_WINDOW}")
    return replace(request, page=page, hits_per_page=size)


def sort_of(key: str, direction: str) -> Sort:
    """Return the order of a sort key and direction; nothing chosen is the default order."""
    if not key:
        return SORTS[0]
    for sort in BY_INDEX.values():
        if sort.key == key and sort.direction == (direction or "desc").lower():
            return sort
    known = [*dict.fromkeys(sort.key for sort in SORTS if sort.key)]
    if key not in known:
        raise Invalid.field("sortKey", f"must be one of {', '.join(known)}")
    raise Invalid.field("sortDirection", "must be asc or desc")


def _groups(sent: Sent, reference: Reference, currency: str) -> list[Group]:
    by_id = {
        "category": {row.id: row.slug for row in reference.categories},
        "colour": {row.id: row.slug for row in reference.colors},
        "style": {row.id: row.slug for row in reference.styles},
        "store": {row.id: row.slug for row in reference.stores},
        "shipsFrom": {row.id: row.iso for row in reference.countries},
        "type": TYPES,
        "stock": STOCK,
        "gender": GENDERS,
    }
    groups = [
        _group(attribute, sent.get(name) or [], by_id.get(attribute, {}))
        for name, attribute in FIELDS
    ]
    groups += [Group((Term(attribute, "true"),)) for name, attribute in SWITCHES if sent.get(name)]
    groups.append(_prices(sent.get("prices") or [], currency))
    if count_values(groups) > MAX_TERMS:
        raise Invalid(f"At most {MAX_TERMS} values can be chosen")
    return groups


FIELDS = (
    ("filtered_categories", "category"),
    ("filtered_colors", "colour"),
    ("filtered_stores", "store"),
    ("filtered_brands", "brand"),
    ("ships_from", "shipsFrom"),
    ("types", "type"),
    ("styles", "style"),
    ("gender", "gender"),
    ("stock", "stock"),
    *((item.name, item.name) for item in ATTRIBUTES),
)
SWITCHES = (("show_sa_only", "saOnly"), *((item.flag, item.flag) for item in NUMBERS))


def _group(attribute: str, chosen: list[str], by_id: Mapping[int, str]) -> Group:
    values = {_value(words, by_id) for words in chosen if (attribute, words) != ("stock", "0")}
    return Group(tuple(sorted(Term(attribute, value) for value in values)))


def _value(words: str, by_id: Mapping[int, str]) -> str:
    """Return the facet value of an id, a slug or a name."""
    if by_id and words.isascii() and words.isdigit():
        return by_id.get(int(words), f"#{words[:20]}")  # an unknown id matches nothing
    return words


def _prices(chosen: list[Any], currency: str) -> Group:
    bands = {(band.min, band.max): band.value for band in PRICE_BANDS[currency]}
    for item in chosen:
        if not isinstance(item, str) and item not in bands:
            raise Invalid.field("prices", f"{list(item)} is no price band of {currency}")
    values = {item if isinstance(item, str) else bands[item] for item in chosen}
    return Group(tuple(sorted(Term("price", value) for value in values)))
