"""From spec §7's image queries to the same typed request that `/api/search` makes.

The client sends ids, names in quotes, [min, max] pairs and entries of id and selected flag; all of
them become the registry's facet values here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.api.values import absent, flag
from app.api.values import text as plain
from app.context import header_country
from app.errors import Invalid
from app.operators import is_operator
from app.reference import Reference
from app.search.filters import BY_INDEX, DEFAULT_CURRENCY, MAX_TERMS, SORTS, Sort
from app.search.instantsearch import canonical, currency_of, page_window, text_of
from app.search.request import Conditions, Group, SearchRequest, Term
from indexer.catalogue.bands import PRICE_BANDS
from scrapers.attributes import ATTRIBUTES, NUMBERS

Body = dict[str, Any]
ALL_WORDS = {"all", ""}
GENDERS = {0: "men", 1: "unisex"}  # spec §3: Men's 0, Unisex 1
TYPES = {0: "vintage", 1: "new"}  # spec §3: vintage 0, new 1
STOCK = {1: "in-stock"}  # spec §3: All 0, In stock 1


def search_request(sent: Body, reference: Reference, *, paged: bool = True) -> SearchRequest:
    """Return the request of an image query's body; raises Invalid naming the field."""
    currency = currency_of(sent.get("currency") or DEFAULT_CURRENCY)
    page, size = _window(sent) if paged else (0, 0)
    return SearchRequest(
        conditions=Conditions(
            text=text_of(sent.get("text"), "text"),
            groups=canonical(_groups(sent, reference, currency)),
            currency=currency,
            country=header_country(),
            include_hidden=flag(sent.get("devMode"), "devMode") and is_operator(),
        ),
        sort=sort_of(sent.get("sortKey"), sent.get("sortDirection")),
        page=page,
        hits_per_page=size,
    )


def _window(sent: Body) -> tuple[int, int]:
    number, size = sent.get("pageNumber", 1), sent.get("pageSize", 72)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise Invalid.field("pageNumber", "must be a whole number from 1")
    try:
        return page_window(number - 1, size)
    except Invalid as error:
        field = "pageNumber" if "page" in error.errors else "pageSize"
        raise Invalid.field(field, next(iter(error.errors.values()))[0]) from error


def sort_of(key: Any, direction: Any) -> Sort:
    """Return the order of a sort key and direction; nothing chosen is the default order."""
    if absent(key):
        return SORTS[0]
    wanted = str(direction or "desc").lower()
    for sort in BY_INDEX.values():
        if sort.key == key and sort.direction == wanted:
            return sort
    known = ", ".join(dict.fromkeys(sort.key for sort in SORTS if sort.key))
    if key not in known.split(", "):
        raise Invalid.field("sortKey", f"must be one of {known}")
    raise Invalid.field("sortDirection", "must be asc or desc")


def _groups(sent: Body, reference: Reference, currency: str) -> list[Group]:
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
    groups = [_group(sent, name, attribute, by_id.get(attribute, {})) for name, attribute in FIELDS]
    for name, attribute in SWITCHES:
        if flag(sent.get(name), name):
            groups.append(Group((Term(attribute, "true"),)))
    groups.append(_prices(sent.get("prices"), currency))
    if sum(len(group.terms) for group in groups) > MAX_TERMS:
        raise Invalid(f"At most {MAX_TERMS} values can be chosen")
    return groups


FIELDS = (
    ("filteredCategories", "category"),
    ("filteredColors", "colour"),
    ("filteredStores", "store"),
    ("filteredBrands", "brand"),
    ("shipsFrom", "shipsFrom"),
    ("types", "type"),
    ("styles", "style"),
    ("gender", "gender"),
    ("stock", "stock"),
    *((one.name, one.name) for one in ATTRIBUTES),
)
SWITCHES = (("showSAOnly", "saOnly"), *((one.flag, one.flag) for one in NUMBERS))


def _group(sent: Body, name: str, attribute: str, by_id: dict[int, str]) -> Group:
    values = (_value(item, name, attribute, by_id) for item in chosen(sent.get(name), name))
    return Group(tuple(sorted({Term(attribute, value) for value in values if value})))


def chosen(value: Any, name: str) -> Iterable[Any]:
    """Yield the chosen entries of a list, one value, or `all`; an entry may carry `selected`."""
    if value is None or (isinstance(value, str) and value.lower() in ALL_WORDS):
        return
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            yield item
        elif flag(item.get("selected", True), name):
            yield item.get("id", item.get("value", item.get("finalBrand")))


def _value(item: Any, name: str, attribute: str, by_id: dict[int, str]) -> str:
    """Return the facet value of an id, a slug or a quoted name; empty for "all"."""
    if isinstance(item, bool) or not isinstance(item, int | str):
        raise Invalid.field(name, "must be a list of ids or names")
    words = unquoted(plain(item, name)) if isinstance(item, str) else str(item)
    if words.lower() in ALL_WORDS or (attribute == "stock" and words == "0"):
        return ""
    if by_id and words.isascii() and words.isdigit():
        return by_id.get(int(words), f"#{words[:20]}")  # an unknown id matches nothing
    return words


def unquoted(value: str) -> str:
    """Return a brand filter value without its quotes, doubled ones single again (spec §5)."""
    if len(value) >= 2 and value.startswith("'") and value.endswith("'"):
        return value[1:-1].replace("''", "'")
    return value


def _prices(value: Any, currency: str) -> Group:
    """Return the price choice: [min, max] pairs with null for no bound, or bands' values."""
    bands = {(band.min, band.max): band.value for band in PRICE_BANDS[currency]}
    terms = set()
    entries = [value] if _is_pair(value) else list(chosen(value, "prices"))
    for item in entries:
        if isinstance(item, str):
            terms.add(Term("price", plain(item, "prices")))
        elif not _is_pair(item):
            raise Invalid.field("prices", "must be a list of [min, max] pairs")
        elif (item[0] or 0, item[1]) in bands:
            terms.add(Term("price", bands[(item[0] or 0, item[1])]))
        else:
            raise Invalid.field("prices", f"{item} is no price band of {currency}")
    return Group(tuple(sorted(terms)))


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(item is None or _is_number(item) for item in value)
    )


def _is_number(item: Any) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool)
