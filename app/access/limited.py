"""Which calls are limited by address, and to how many: all that ask Elasticsearch, and forms."""

from flask import request

from app.access.limits import Rule
from app.brand import BRAND_PREFIX as BRANDS
from app.deals import PATHS as DEALS
from app.product.related import PRODUCT_PREFIX as PRODUCTS
from app.search.filters import BY_ATTRIBUTE, MAX_REQUESTS


def _searches() -> int:
    """Return how many searches the present request is: an array of 20 costs 20."""
    sent = request.get_json(force=True, silent=True)
    return min(len(sent), MAX_REQUESTS) if isinstance(sent, list) and sent else 1


def _page_searches() -> int:
    """Return how many searches a page makes: its results, or the landing's, are inside it."""
    query = list(request.args.items(multi=True))
    chosen = {name for name, value in query if name in BY_ATTRIBUTE and value}
    return 1 + len(chosen)


def _shows_no_products() -> bool:
    shows = request.path == "/" or request.path.rstrip("/") in DEALS
    return not shows and not request.path.startswith((PRODUCTS, BRANDS))


# A person never comes near these; an office behind one address does not either.
_SEARCHES = "2400 per minute"
RULES = (
    Rule("search", _SEARCHES, ("search.search",), _searches),
    Rule("search", _SEARCHES, ("pages.page",), _page_searches, _shows_no_products),
    Rule(
        "search",
        _SEARCHES,
        (
            *("images.images", "images.all_images", "images.all_flat", "images.count"),
            *("images.all_grouped", "landing.landing", "landing.landing_more", "landing.suggest"),
            *("brands.product_brands", "products.product", "products.products"),
            *("pages.sitemap", "pages.sitemap_part", "pages.search_news", "brands.about"),
            *("deals.deals", "pages.deals_feed"),
        ),
    ),
    # Not of what searches may: who looks whether the site is well learns it in a flood, too.
    Rule("health", _SEARCHES, ("health.health", "health.ready", "metrics")),
    Rule(
        "clicks",
        "120 per minute; 2000 per day",
        ("interactions.save_item_click", "interactions.save_item_view"),
    ),
    Rule("submissions", "5 per minute; 30 per day", ("submissions.submit",)),
    Rule("newsletter", "5 per minute; 30 per day", ("subscriptions.subscribe",)),
    Rule("alerts", "10 per minute; 60 per day", ("priceAlerts.set_alert",)),
    Rule(
        "own alerts",
        "60 per minute",
        (
            *("priceAlerts.own_alerts", "priceAlerts.confirm"),
            *("priceAlerts.change", "priceAlerts.remove"),
            *("sharedLists.bought", "sharedLists.mark"),
        ),
    ),
)
