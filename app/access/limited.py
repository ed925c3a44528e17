"""Which calls are limited by address, and to how many."""

from __future__ import annotations

from flask import request

from app.access.limits import Rule
from app.search.filters import BY_ATTRIBUTE, MAX_REQUESTS
from app.search.wire.address import is_searched


def _searches() -> int:
    """Return how many searches the present request is: an array of 20 costs 20."""
    sent = request.get_json(force=True, silent=True)
    return min(len(sent), MAX_REQUESTS) if isinstance(sent, list) and sent else 1


def _page_searches() -> int:
    """Return how many searches a page makes: its results are inside it."""
    query = list(request.args.items(multi=True))
    chosen = {name for name, value in query if name in BY_ATTRIBUTE and value}
    return 1 + len(chosen)


def _shows_no_results() -> bool:
    return request.path != "/" or not is_searched(list(request.args.items(multi=True)))


# A person never comes near these; an office behind one address does not either.
_SEARCHES = "2400 per minute"
RULES = (
    Rule("search", _SEARCHES, ("search.search",), _searches),
    Rule("search", _SEARCHES, ("pages.page",), _page_searches, _shows_no_results),
    Rule(
        "search",
        _SEARCHES,
        (
            *("images.images", "images.all_images", "images.all_flat", "images.count"),
            *("images.all_grouped", "landing.landing", "landing.suggest"),
            "brands.product_brands",
        ),
    ),
    Rule(
        "clicks",
        "120 per minute; 2000 per day",
        (
            *("interactions.save_item_click", "interactions.save_search_item_click"),
            "interactions.save_item_view",
        ),
    ),
    Rule("submissions", "5 per minute; 30 per day", ("submissions.submit",)),
    Rule("newsletter", "5 per minute; 30 per day", ("subscriptions.subscribe",)),
)
