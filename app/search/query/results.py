"""What fetches a page's products, and reads them from Elasticsearch's hits: finished tiles, or all
that is known of each. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.request import Conditions, SearchRequest
from app.search.understand import Spellings
from indexer.catalogue.document import COMBINED_FACETS, FACETS_FIELD, split_counts
from indexer.catalogue.tile import TILE_FIELD, name_and_brand, unpack_tile

# Of the clause that a hit names in `matched_queries` where it has all of what was requested.
EXACT_NAME = "exact"


class Hit(NamedTuple):
    """A product of a page, as the JSON of its tile (amounts in all currencies) or as `document`."""

    object_id: str
    store: str
    ships_to: list[str]  # of a tile: only where the search names a country
    first_key: float | None  # what the page is sorted by: the score, where that is the order
    is_exact: bool  # has all of what was requested
    marked: dict[str, list[str]]  # texts with their matches marked, by field
    tile: bytes = b""
    document: Body | None = None

    def name_and_brand(self) -> tuple[str, str]:
        """Return what pages are varied by, in lower case; of a tile, which is not read for it."""
        if self.document is not None:
            return self.document["name"].casefold(), self.document["brand"].casefold()
        name, brand = name_and_brand(self.tile)
        return name.decode().casefold(), brand.decode().casefold()


def tile_fields(conditions: Conditions) -> Body:
    """Return the part of a body that fetches finished tiles, for which no document is read."""
    beside = ["store", "shipsTo"] if conditions.country else ["store"]
    return {"_source": False, "stored_fields": "_none_", "docvalue_fields": [TILE_FIELD, *beside]}


def hits_of(response: Body, request: SearchRequest) -> list[Hit]:
    """Return a page's hits, as tiles or whole, their brands in the common spelling."""
    return [hit_of(hit, request.spellings) for hit in response["hits"]["hits"]]


def hit_of(hit: Body, spellings: Spellings) -> Hit:
    document, fields = hit.get("_source"), hit.get("fields", {})
    if document:
        document = document | {"brand": spellings.common("brand", document["brand"])}
    return Hit(
        object_id=hit["sort"][-1],  # every order ends with it
        store=document["store"] if document else fields["store"][0],
        ships_to=document["shipsTo"] if document else fields.get("shipsTo", []),
        first_key=hit["sort"][0],
        is_exact=EXACT_NAME in hit.get("matched_queries", ()),
        marked=hit.get("highlight") or {},
        tile=b"" if document else spellings.on_tile(unpack_tile(fields[TILE_FIELD][0])),
        document=document,
    )


MOST_VALUES = 10_000  # of a field, where all are wanted


def counting(
    attributes: Iterable[str], currency: str, whole: Collection[str] = ()
) -> dict[str, Body]:
    """Return an aggregation by field; several of those that documents hold together have one.

    `whole`: facets of which every value is counted. Measured on 100,000 products: a text's fifteen
    facets take Elasticsearch less than half as long.
    """
    chosen = [BY_ATTRIBUTE[name] for name in sorted(attributes)]
    sizes = {
        facet.field_for(currency): MOST_VALUES if facet.attribute in whole else facet.size
        for facet in chosen
    }
    together = sizes.keys() & {*COMBINED_FACETS}
    if len(together) > 1:
        sizes = {field: size for field, size in sizes.items() if field not in together}
        sizes[FACETS_FIELD] = MOST_VALUES
    return {field: {"terms": {"field": field, "size": size}} for field, size in sizes.items()}


def values_counted(response: Body) -> dict[str, dict[str, int]]:
    """Return value to count by field, most frequent first."""
    found = response.get("aggregations", {}).items()
    counted = {name: bucket_counts(one) for name, one in found if "buckets" in one}
    together = counted.pop(FACETS_FIELD, {})
    return counted | split_counts(together)


def bucket_counts(aggregation: Body) -> dict[str, int]:
    """Return value to count, most frequent first; a boolean's values are `true` and `false`."""
    return {
        str(bucket.get("key_as_string", bucket["key"])): bucket["doc_count"]
        for bucket in aggregation["buckets"]
    }


STEP = 10.0

# Where what comes near follows: all of what was requested. More than all the others together, so
# that what follows follows.
EXACT = 100 * STEP

# Understood: how well the product is what was requested.
TYPE_SAID = 3 * STEP  # the name has the product type in the very words that were typed
TYPE_EXACT = 12 * STEP  # just the product type, where product types around it follow
TYPE_CALLED = STEP  # the name has it in some wording of nothing else
TYPE_IS = 2 * STEP  # its name is the type's; its category may be where its store puts others, too
TYPE_PLAIN = 2 * STEP  # its name is of nothing narrower
TYPE_HEAD = 3 * STEP  # where what is near follows: its name has the product type's last word
TYPE_BEGUN = 2 * STEP  # a type whose name the last word may become, and the word as it stands
TYPE_NAMED = 4 * STEP  # the name has the type in some wording; its category alone counts less
COLOUR = 3 * STEP  # each colour that was requested: black and white before black
COLOUR_SWATCH = STEP  # it is the colour, and not only at its edge
COLOUR_OF_KIN = 25 * STEP  # more, among what is near and of a kind: black jeans for black chinos
COLOUR_ALONE = STEP  # it has no other: plain red before red and black
COLOUR_WORDED = STEP  # the name or the store's colour is "navy", the swatch blue
COLOUR_SHADE = 2 * STEP  # or in another wording of that shade: "midnight blue"
GENDER = 2 * STEP  # made for them, and not for everybody
GROWN_UP = 2 * STEP  # not for children, where nobody was named
BRAND = 6 * STEP  # a name that may be a brand's, and is
SIZE = 3 * STEP  # a size that can be had; many products do not declare theirs
ATTRIBUTE = STEP  # a material or a pattern that it has, and does not only mention
MEASURE = 8 * STEP  # a measure in the name, in whatever unit
WORD_IN_NAME = 3 * STEP  # a remaining word in the name …
WORDS = 20 * STEP  # all of them, where what is near follows: more than the very type without them
WISHES = 6 * STEP  # of them where they only describe it ("large"): the very type comes first
WORD = STEP  # … or anywhere; synonyms count as the word
STATE = 3 * STEP  # a state that was wished for and does not filter
AFFORDABLE = 6 * STEP  # not above the one amount that was named …
PRICE = 2 * STEP  # … and near to it
CHEAP = 12 * STEP  # the lower (or higher) the price, the more: 2 STEP for each of its digits

# Among equals, what a shopper wants to see first: `indexer.catalogue.document`, which is
# part of the document, and how new it is; together below STEP.
FRESH = ((30, 0.2), (90, 0.2))  # days since it was first seen


BLOCK = 100  # hits; a page that is smaller is cut out of so many
OF_A_BRAND = 3  # of ten
DEALT = 300  # of the newest: so far back brands are looked for that an import pushed away
TURN = 8  # of a brand: two rows of four tiles
# Of the tile itself; its other colours have their own. In no text: there quotes are escaped.
_SOLD_OUT, _SIBLINGS = b'"soldOut":true', b'"siblings":['


def block(page: int, size: int, window: int, most: int = BLOCK) -> tuple[int, int]:
    """Return where the block of a page begins and how many hits it holds, inside the window."""
    pages = max(1, -(-most // size))
    start = page // pages * pages * size
    return start, min(pages * size, window - start)


def interleave_equals(hits: Sequence[Hit], *, one_brand: bool) -> list[Hit]:
    """Return a block's hits, equals taking turns; `one_brand` where that is what was requested."""
    names: Counter[tuple[int, str, str]] = Counter()
    brands: Counter[tuple[int, str]] = Counter()
    keyed = []
    for place, hit in enumerate(hits):
        tier = int((hit.first_key or 0) // STEP)
        own, brand = hit.name_and_brand()
        name = (tier, brand, own)
        turn = names[name]
        names[name] += 1
        if not one_brand:
            round_ = brands[tier, brand] // OF_A_BRAND if turn == 0 else 0
            brands[tier, brand] += turn == 0
            turn = max(turn, round_)
        keyed.append(((not hit.is_exact, _is_sold_out(hit), -tier, turn, place), hit))
    return [hit for _, hit in sorted(keyed, key=lambda pair: pair[0])]


def interleave_brands(hits: Sequence[Body], spellings: Spellings) -> list[Body]:
    """Return a block's hits as Elasticsearch has them, brands taking turns of `TURN` each.

    Most of a block are on no page: what a hit shows is read of those that are.
    """
    counts: Counter[str] = Counter()
    turns = []
    for hit in hits:
        brand = spellings.common("brand", _brand(hit))
        turns.append((counts[brand] // TURN, hit))
        counts[brand] += 1
    return [hit for _, hit in sorted(turns, key=itemgetter(0))]


def _brand(hit: Body) -> str:
    document = hit.get("_source")
    return str(document["brand"] if document else hit["fields"]["brand"][0])


def _is_sold_out(hit: Hit) -> bool:
    if hit.document:
        return bool(hit.document["soldOut"])
    return _SOLD_OUT in hit.tile.partition(_SIBLINGS)[0]
