"""What fetches a page's products, and reads them from Elasticsearch's hits: finished tiles, or all
that is known of each. Pure."""

from __future__ import annotations

from typing import NamedTuple

from app.search import Body
from app.search.request import Conditions
from indexer.catalogue.document.tile import FIELD, tile, unpacked

# Of the clause that a hit names in `matched_queries` where it has all of what was asked for.
EXACT_NAME = "exact"


class Hit(NamedTuple):
    """A product of a page. `shown`: its tile, amounts in all currencies, or its whole document."""

    shown: Body
    store: str
    ships_to: list[str]  # of a tile: only where the search names a country
    first_key: float | None  # what the page is sorted by: the score, where that is the order
    is_exact: bool  # has all of what was asked for
    marked: dict[str, list[str]]  # texts with their matches marked, by field


def tile_fields(conditions: Conditions) -> Body:
    """Return the part of a body that fetches finished tiles, for which no document is read."""
    beside = ["store", "shipsTo"] if conditions.country else ["store"]
    return {"_source": False, "stored_fields": "_none_", "docvalue_fields": [FIELD, *beside]}


def with_documents(body: Body) -> Body:
    """Return a body that fetches tiles as one that fetches whole documents."""
    return {name: body[name] for name in body.keys() - tile_fields(Conditions()).keys()}


def is_without_tiles(response: Body) -> bool:
    """Tell whether tiles were asked for in vain: of documents from before they held them."""
    hits = response["hits"]["hits"]
    return bool(hits) and "_source" not in hits[0] and FIELD not in hits[0].get("fields", ())


def hits_of(response: Body, *, whole: bool) -> list[Hit]:
    """Return a page's hits, as tiles or `whole`; each call gives tiles of its own."""
    hits: list[Body] = response["hits"]["hits"]
    if hits and "_source" not in hits[0]:
        fields = [hit["fields"] for hit in hits]
        tiles = unpacked(found[FIELD][0] for found in fields)
        parts = zip(tiles, fields, hits, strict=True)
        return [_hit(shown, f["store"][0], f.get("shipsTo", []), hit) for shown, f, hit in parts]
    sources = [hit["_source"] for hit in hits]
    return [
        _hit(source if whole else tile(source), source["store"], source["shipsTo"], hit)
        for source, hit in zip(sources, hits, strict=True)
    ]


def _hit(shown: Body, store: str, ships_to: list[str], hit: Body) -> Hit:
    return Hit(
        shown=shown,
        store=store,
        ships_to=ships_to,
        first_key=hit["sort"][0],
        is_exact=EXACT_NAME in hit.get("matched_queries", ()),
        marked=hit.get("highlight") or {},
    )
