"""The panels. A new one is one entry here: Kibana, /insights, the tests and the docs read it."""

from __future__ import annotations

from functools import partial

from indexer.insights.dashboards.panel import (
    ALERTS,
    CLICKS,
    FIRST_PAGES,
    LOST_PRICES,
    PRICES,
    PRODUCTS,
    RUNS,
    SEARCHES,
    TRAFFIC,
    VIEWS,
    Dates,
    Measure,
    Panel,
    Ratio,
    Terms,
    Where,
)
from scrapers.attributes import ATTRIBUTES

COUNT = Measure("Products")
SEARCHED = Measure("Searches")
CLICKED = Measure("Clicks")
SLOW_MS = 200.0

# Over searches and clicks together: distinct searches, so that two clicks of one count once.
ASKED = Measure("Searches", "unique", "search", where=FIRST_PAGES)
LED_ON = Measure(
    "With a click", "unique", "search", where=(Where("event", "click"), Where("store"))
)
THROUGH = Ratio("Click-through", LED_ON, ASKED)
TO_STORES = (Where("store"),)
SHOWN = Measure("Shown in searches", where=FIRST_PAGES)
ALERTED = tuple(
    Measure(action.capitalize(), where=(Where("action", action),))
    for action in ("set", "confirmed", "mailed", "removed")
)
CLICKS_OF = Measure("Clicks", where=(Where("event", "click"), Where("product")))

_catalogue = partial(Panel, "catalogue")
_searches = partial(Panel, "searches")
_stores = partial(Panel, "stores")
_scrapers = partial(Panel, "scrapers")


def _coverage(label: str, *where: Where) -> Ratio:
    return Ratio(label, Measure(f"with {label}", where=where), COUNT)


CATALOGUE = (
    _catalogue(
        "products",
        "Products",
        "How many products can visitors find?",
        PRODUCTS,
        "metric",
        (COUNT,),
    ),
    _catalogue(
        "products-by-category",
        "Products by category",
        "Where is the catalogue strong, where thin? A product counts in its category and above.",
        PRODUCTS,
        "bars",
        (COUNT,),
        Terms("Category", "category", 15),
        leads_to="searches",
    ),
    _catalogue(
        "products-by-colour",
        "Products by colour",
        "Which colours are there?",
        PRODUCTS,
        "bars",
        (COUNT,),
        Terms("Colour", "colour", 16),
    ),
    _catalogue(
        "products-by-store",
        "Products by store",
        "Which stores make up the catalogue?",
        PRODUCTS,
        "bars",
        (COUNT,),
        Terms("Store", "store", 20),
        leads_to="stores",
    ),
    _catalogue(
        "products-by-price",
        "Products by price band",
        "What do things cost, in rands?",
        PRODUCTS,
        "bars",
        (COUNT,),
        Terms("Price band (ZAR)", "priceBand.zar", 8),
    ),
    _catalogue(
        "products-by-origin",
        "Products by where they ship from",
        "How local is the catalogue?",
        PRODUCTS,
        "share",
        (COUNT,),
        Terms("Ships from", "shipsFrom", 10),
    ),
    _catalogue(
        "prices-by-store",
        "Prices by store",
        "How dear is each store?",
        PRODUCTS,
        "table",
        (
            COUNT,
            Measure("Lowest", "min", "price.zar", "ZAR"),
            Measure("Median", "median", "price.zar", "ZAR"),
            Measure("95 of 100 below", "p95", "price.zar", "ZAR"),
        ),
        Terms("Store", "store", 20),
        leads_to="stores",
        action="store",
    ),
    _catalogue(
        "price-moves",
        "Price moves by day",
        "Are prices rising or falling?",
        PRICES,
        "columns",
        (
            Measure("Up", where=(Where("direction", "up"),)),
            Measure("Down", where=(Where("direction", "down"),)),
        ),
        Dates(),
        leads_to="stores",
    ),
    _catalogue(
        "coverage",
        "How complete products are",
        "Which store lacks pictures, prices, colours, sizes or materials?",
        PRODUCTS,
        "table",
        (
            COUNT,
            _coverage("Image", Where("hasImage", True)),
            _coverage("Price", Where("price.zar")),
            _coverage("Colour", Where("colour")),
            *(_coverage(attribute.label, Where(attribute.field)) for attribute in ATTRIBUTES),
        ),
        Terms("Store", "store", 20),
        leads_to="scrapers",
        action="store",
    ),
    _catalogue(
        "new-and-gone",
        "New and gone by week",
        "Does the catalogue grow?",
        RUNS,
        "columns",
        (Measure("New", "sum", "new"), Measure("Gone", "sum", "gone")),
        Dates("Week", "week"),
        leads_to="scrapers",
    ),
)

SEARCH_PANELS = (
    _searches(
        "searches",
        "Searches",
        "How much is searched?",
        SEARCHES,
        "metric",
        (SEARCHED, Ratio("Found nothing", Measure("zero", where=(Where("zero", True),)), SEARCHED)),
    ),
    _searches(
        "click-through",
        "From search to store",
        "How many searches lead to a store, and from which place on the page?",
        TRAFFIC,
        "metric",
        (
            ASKED,
            LED_ON,
            THROUGH,
            Measure("Mean place clicked", "average", "position", where=(Where("event", "click"),)),
        ),
    ),
    _searches(
        "searches-by-day",
        "Searches by day",
        "Is search used more or less, and does it find?",
        SEARCHES,
        "lines",
        (SEARCHED, Measure("Found nothing", where=(Where("zero", True),))),
        Dates(),
    ),
    _searches(
        "abandoned",
        "Searches with and without a click, by day",
        "How many searches are given up?",
        TRAFFIC,
        "lines",
        (ASKED, LED_ON),
        Dates(),
    ),
    _searches(
        "top-searches",
        "Top searches",
        "What do people look for, and do they find it?",
        TRAFFIC,
        "table",
        (
            ASKED,
            LED_ON,
            THROUGH,
            Measure("Mean place", "average", "position", where=(Where("event", "click"),)),
        ),
        Terms("Text", "query", 25),
        where=(Where("query"),),
        leads_to="stores",
        action="search",
    ),
    _searches(
        "zero-results",
        "Searches that found nothing",
        "What do people want that we lack, or call something else?",
        SEARCHES,
        "table",
        (SEARCHED,),
        Terms("Text", "query", 25),
        where=(Where("zero", True),),
        leads_to="catalogue",
        action="synonym",
    ),
    _searches(
        "slow-searches",
        "Slow searches",
        f"Which texts take more than {SLOW_MS:.0f} ms?",
        SEARCHES,
        "table",
        (SEARCHED, Measure("95 of 100 within", "p95", "took", "ms")),
        Terms("Text", "query", 15),
        where=(Where("took", least=SLOW_MS),),
        action="search",
    ),
    _searches(
        "time-of-searches",
        "Time of a search by day",
        "Does search stay fast?",
        SEARCHES,
        "lines",
        (
            Measure("Median", "median", "took", "ms"),
            Measure("95 of 100 within", "p95", "took", "ms"),
        ),
        Dates(),
    ),
    _searches(
        "corrected",
        "Corrected words",
        "What is misspelt, and is it corrected well?",
        SEARCHES,
        "table",
        (SEARCHED, Ratio("Found nothing", Measure("none", where=(Where("zero", True),)), SEARCHED)),
        Terms("Correction", "corrections", 15),
    ),
    _searches(
        "filters-used",
        "Filters used",
        "Which filters earn their place?",
        SEARCHES,
        "bars",
        (SEARCHED,),
        Terms("Filter", "filter", 12),
    ),
    _searches(
        "places-clicked",
        "Places clicked",
        "Does the order of results put the right things first?",
        CLICKS,
        "bars",
        (CLICKED,),
        Terms("Place", "position", 12, in_order=True),
    ),
    _searches(
        "devices",
        "Devices",
        "On what do people search?",
        SEARCHES,
        "share",
        (SEARCHED,),
        Terms("Device", "device", 4),
    ),
    _searches(
        "shown-never-clicked",
        "Shown often, never clicked",
        "Which products take a place on the page for nothing?",
        TRAFFIC,
        "table",
        (SHOWN, CLICKS_OF),
        Terms("Product", "product", 400),
        never="Clicks",
        leads_to="catalogue",
        action="product",
    ),
    _searches(
        "alerts-by-day",
        "Visitors' alerts by day",
        "Are alerts wanted, confirmed, and told?",
        ALERTS,
        "lines",
        ALERTED,
        Dates(),
    ),
    _searches(
        "alerts-by-kind",
        "Visitors' alerts by kind",
        "What do visitors wait for, and does it come?",
        ALERTS,
        "table",
        ALERTED,
        Terms("Kind", "kind", 4),
    ),
)

STORES = (
    _stores(
        "clicks-out",
        "Clicks to stores",
        "How many visitors do we send?",
        CLICKS,
        "metric",
        (CLICKED, Measure("Stores", "unique", "store")),
        where=TO_STORES,
    ),
    _stores(
        "clicks-by-store",
        "Clicks by store",
        "Which stores do visitors go to?",
        CLICKS,
        "bars",
        (CLICKED,),
        Terms("Store", "store", 20),
        where=TO_STORES,
        leads_to="searches",
    ),
    _stores(
        "clicks-by-day",
        "Clicks to stores by day",
        "Do we send more visitors?",
        CLICKS,
        "lines",
        (CLICKED,),
        Dates(),
        where=TO_STORES,
    ),
    _stores(
        "share-of-shelf",
        "Share of shelf",
        "How much of the catalogue is each store?",
        PRODUCTS,
        "share",
        (COUNT,),
        Terms("Store", "store", 20),
    ),
    _stores(
        "shown-and-clicked",
        "Shown and clicked",
        "Which stores are shown a lot and clicked little?",
        TRAFFIC,
        "table",
        (ASKED, LED_ON, THROUGH),
        Terms("Store", "store", 20),
        leads_to="searches",
        action="store",
    ),
    _stores(
        "price-moves-by-store",
        "Price moves by store",
        "Who changes prices, and which way?",
        PRICES,
        "table",
        (
            Measure("Moves"),
            Measure("Up", where=(Where("direction", "up"),)),
            Measure("Down", where=(Where("direction", "down"),)),
            Measure("Mean change", "average", "share", "percent"),
        ),
        Terms("Store", "store", 20),
        leads_to="catalogue",
        action="store",
    ),
    _stores(
        "stock",
        "Stock by store",
        "Who is sold out?",
        PRODUCTS,
        "table",
        (COUNT, _coverage("Sold out", Where("soldOut", True))),
        Terms("Store", "store", 20),
        leads_to="scrapers",
        action="store",
    ),
    _stores(
        "views-by-store",
        "Products looked at, by store",
        "What is looked at without leaving the site?",
        VIEWS,
        "bars",
        (Measure("Views"),),
        Terms("Store", "store", 20),
    ),
)

SUCCESS = Measure("Successful", where=(Where("result", "success"),))
SCRAPERS = (
    _scrapers(
        "runs",
        "Runs",
        "Do scrapes succeed?",
        RUNS,
        "metric",
        (Measure("Runs"), Ratio("Success", SUCCESS, Measure("Runs"))),
    ),
    _scrapers(
        "runs-by-day",
        "Runs by day",
        "When did it begin to fail?",
        RUNS,
        "columns",
        (
            SUCCESS,
            Measure("Suspect", where=(Where("result", "suspect"),)),
            Measure("Failed", where=(Where("result", "failed"),)),
            Measure("Stopped", where=(Where("result", "stopped"),)),
        ),
        Dates(),
    ),
    _scrapers(
        "duration",
        "How long runs take",
        "Which store is slow?",
        RUNS,
        "table",
        (
            Measure("Runs"),
            Measure("Median", "median", "duration", "seconds"),
            Measure("95 of 100 within", "p95", "duration", "seconds"),
        ),
        Terms("Store", "store", 20),
        action="store",
    ),
    _scrapers(
        "found",
        "Found, new and gone",
        "What do runs bring?",
        RUNS,
        "table",
        (
            Measure("Found", "sum", "found"),
            Measure("New", "sum", "new"),
            Measure("Changed", "sum", "changed"),
            Measure("Gone", "sum", "gone"),
        ),
        Terms("Store", "store", 20),
        leads_to="catalogue",
        action="store",
    ),
    _scrapers(
        "suspect-reasons",
        "Why runs are suspect or fail",
        "What breaks?",
        RUNS,
        "bars",
        (Measure("Runs"),),
        Terms("Reason", "gate", 12),
    ),
    _scrapers(
        "failing",
        "Stores that fail",
        "Which store needs a person, and which run shows it?",
        RUNS,
        "table",
        (
            Measure("Suspect or failed"),
            Measure("Last such run", "max", "run"),
            Measure("When", "max", "@timestamp", "date"),
        ),
        Terms("Store", "store", 20),
        where=(Where("gate"),),
        leads_to="stores",
        action="run",
    ),
    _scrapers(
        "age",
        "Age of data",
        "When was each store last read well?",
        RUNS,
        "table",
        (Measure("Runs"), Measure("Last success", "max", "@timestamp", "date")),
        Terms("Store", "store", 50),
        where=(Where("result", "success"),),
        action="store",
    ),
    _scrapers(
        "coverage-of-runs",
        "What runs read, by day",
        "Did a field break?",
        RUNS,
        "lines",
        (
            Measure("Image", "average", "coverage.image", "percent"),
            Measure("Price", "average", "coverage.price", "percent"),
            Measure("Link", "average", "coverage.href", "percent"),
        ),
        Dates(),
    ),
    _scrapers(
        "lost-prices",
        "Prices lost",
        "Whose prices are not read, or not understood, any more?",
        LOST_PRICES,
        "table",
        (Measure("Products", "unique", "product"), Measure("Last", "max", "@timestamp", "date")),
        Terms("Store", "store", 20),
        leads_to="catalogue",
        action="store",
    ),
)

PANELS = (*CATALOGUE, *SEARCH_PANELS, *STORES, *SCRAPERS)
BY_ID = {panel.id: panel for panel in PANELS}
