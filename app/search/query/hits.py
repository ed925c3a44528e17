"""What fetches a page's products, and reads them from Elasticsearch's hits: finished tiles, or all
that is known of each. Pure."""

from __future__ import annotations

from typing import NamedTuple

from app.search import Body
from app.search.request import Conditions, SearchRequest
from app.search.understand import Spellings
from indexer.catalogue.document.build import TILE_FIELD as FIELD
from indexer.catalogue.document.build import name_and_brand, unpacked

# Of the clause that a hit names in `matched_queries` where it has all of what was asked for.
EXACT_NAME = "exact"


class Hit(NamedTuple):
    """A product of a page, as the JSON of its tile (amounts in all currencies) or as `document`."""

    object_id: str
    store: str
    ships_to: list[str]  # of a tile: only where the search names a country
    first_key: float | None  # what the page is sorted by: the score, where that is the order
    is_exact: bool  # has all of what was asked for
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
    return {"_source": False, "stored_fields": "_none_", "docvalue_fields": [FIELD, *beside]}


def hits_of(response: Body, request: SearchRequest) -> list[Hit]:
    """Return a page's hits, as tiles or whole, their brands in the common spelling."""
    hits: list[Body] = response["hits"]["hits"]
    spellings = request.spellings
    if hits and "_source" not in hits[0]:
        return [_of_tile(hit, hit["fields"], spellings) for hit in hits]
    return [_of_document(hit, hit["_source"], spellings) for hit in hits]


def _of_tile(hit: Body, fields: Body, spellings: Spellings) -> Hit:
    shown = spellings.on_tile(unpacked(fields[FIELD][0]))
    return _hit(hit, fields["store"][0], fields.get("shipsTo", []), shown)


def _of_document(hit: Body, document: Body, spellings: Spellings) -> Hit:
    document = document | {"brand": spellings.common("brand", document["brand"])}
    return _hit(hit, document["store"], document["shipsTo"], document=document)


def _hit(
    hit: Body, store: str, ships_to: list[str], shown: bytes = b"", document: Body | None = None
) -> Hit:
    return Hit(
        object_id=hit["sort"][-1],  # every order ends with it
        store=store,
        ships_to=ships_to,
        first_key=hit["sort"][0],
        is_exact=EXACT_NAME in hit.get("matched_queries", ()),
        marked=hit.get("highlight") or {},
        tile=shown,
        document=document,
    )
