"""The search of an address, answered inside its page: the first results wait for no request.

The browser takes the answer only for the address that it loaded, and for the country and currency
that it was made for: a page whose visitor has others stored simply asks again.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from app.api.search.calls import search_state
from app.context import context, current_visitor
from app.search.wire.address import Query, asked_currency, requests_of
from app.visitors.recorder import PAGE_STEP
from app.visitors.visitor import search_id

# Crawlers and link previews: they run no scripts or wait for them, so no search is run for them.
_READERS = re.compile(r"bot|crawl|spider|slurp|externalhit|preview", re.IGNORECASE)


def is_reader(user_agent: str) -> bool:
    """Return True if a page is fetched by a program that only reads it."""
    return not user_agent or _READERS.search(user_agent) is not None


def first_search(query: Query, country: str) -> dict[str, Any]:
    """Return the `answer` to an address, the `currency` and country it is for, the search's `id`.

    The browser that asks again, for its own country or currency, gives that search the same id.

    Raises SearchUnavailable, and Invalid for an address with values that do not exist.
    """
    asked = requests_of(query, country)
    answer, facts = search_state(asked, len(orjson.dumps(asked)))
    number = search_id("")
    context().recorder.search(facts, number, current_visitor(), PAGE_STEP)
    made_for = {"currency": asked_currency(query), "countryCode": country}
    return {**made_for, "answer": answer, "id": number}
