"""The products that a visitor has saved in the browser, as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.context import context
from app.search import Body
from app.search.query.hits import hits_of, tile_fields
from app.search.request import SearchRequest
from app.search.wire import response


def tiles_by_id(ids: Sequence[int], currency: str, country: str) -> tuple[list[Any], int]:
    """Return those of the products that visitors may see, in the order of the ids, as tiles; and
    Elasticsearch's time in ms.

    Where they are delivered to does not matter: they were saved. Raises SearchUnavailable.
    """
    services = context()
    visitor = services.visitor(country, currency)
    chosen: Body = {"ids": {"values": [str(id_) for id_ in ids]}}
    body = {
        "query": {"bool": {"filter": [chosen, {"term": {"visible": True}}]}},
        "size": len(ids),
        "sort": [{"objectID": "asc"}],
        "track_total_hits": False,
        **tile_fields(visitor),
    }
    # In all currencies: what was saved in one may be compared in another.
    request = SearchRequest(
        visitor, highlighted=False, every_currency=True, spellings=services.spellings
    )
    answer = services.engine.search([body])
    by_id = {
        shown["productId"]: shown
        for shown in (
            response.product(hit, request) for hit in hits_of(answer.responses[0], request)
        )
    }
    return [by_id[id_] for id_ in ids if id_ in by_id], answer.took
