"""The first screen of a page as HTML: what shows while its scripts are still on their way.

Header, box, heading and first products, in the markup and the classes of frontend/src, which draws
the same in its place. Stored choices of a visitor (country, currency, size of tiles) are not known
here: what depends on them changes once the scripts run.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
from flask import render_template

from app.live.context import context
from app.live.snapshot import Reference
from app.pages.document import (
    MOST_PARTS,
    ROUTES,
    SITE,
    TILE_SIZES,
    chosen_labels,
    searched_text,
    single_choice,
    widths_of,
)
from app.product.view import in_season
from app.search.filters import CAROUSELS
from app.search.wire.address import NAMES, Query, is_searched, requested_currency
from indexer.catalogue.document import lineage
from indexer.catalogue.tile import price_text

NAMED = Path(".vite") / "first.json"  # classes by style sheet and name, icons' paths by name
TILES = 10  # two rows of a wide screen, five of a phone
PRELOADED = 2  # pictures: the first row on a phone
OPERATORS = ("/scraper", "/insights", "/review")  # pages with a frame of their own
Hit = Mapping[str, Any]
Section = tuple[str, Sequence[Hit]]


def first_screen(folder: Path, path: str, query: Query, state: Mapping[str, Any]) -> str:
    """Return the HTML of a page's first screen for the build in a folder.

    "" of operators' pages, and where the build does not name its classes.
    """
    named = folder / NAMED
    if path.startswith(OPERATORS) or not named.is_file():
        return ""
    look = _look(named, named.stat().st_mtime_ns)
    reference = context().reference
    view = state.get("product", {}).get("view", {})
    season = "/black-friday" if in_season() else "/deals"
    return render_template(
        "first.html",
        css=lambda sheet, name: look["classes"][sheet][name],
        icons=look["icons"],
        worlds=[(slug, reference.labels["category"].get(slug, slug)) for slug in CAROUSELS],
        home=path == "/",
        searched=path == "/" and is_searched(query),
        text=searched_text(query),
        text_name=NAMES["text"],
        title=_title(query, reference),
        way=view.get("way") or _way(query, reference),
        found=_found(query, state),
        parts=_understood(query, state),
        carousels=state.get("landing", {}).get("carousels", ()),
        deals=(season, ROUTES[season].title.removesuffix(f" – {SITE}")),
        product=view.get("product"),
        country=_country(state, reference),
        widths_of=widths_of,
        sizes=TILE_SIZES,
        price=lambda hit: price_text(hit, requested_currency(query)) or "Price in store",
    )


@lru_cache(maxsize=2)
def _look(path: Path, _changed_ns: int) -> dict[str, Any]:
    look: dict[str, Any] = orjson.loads(path.read_bytes())
    return look


def _country(state: Mapping[str, Any], reference: Reference) -> str:
    code = state["countryCode"]
    return next((one.nicename for one in reference.countries if one.iso == code), "anywhere")


def _title(query: Query, reference: Reference) -> str:
    """Return the heading of results: their text, otherwise what was chosen."""
    if text := searched_text(query):
        return f"Products for “{text}”"
    chosen = chosen_labels(query, reference)
    more = len(chosen) - MOST_PARTS
    return ", ".join(chosen[:MOST_PARTS]) + (f" and {more} more" if more > 0 else "")


def _way(query: Query, reference: Reference) -> list[Hit] | None:
    """Return the categories above the one that results are of; None of other results."""
    chosen = single_choice(query)
    if chosen is None or chosen[0] != "category":
        return None
    labels = reference.labels["category"]
    return [{"value": slug, "label": labels.get(slug, slug)} for slug in lineage(chosen[1])[:-1]]


def _sections(query: Query, state: Mapping[str, Any]) -> dict[tuple[str, bool], list[Hit]]:
    """Return results by brand, what is only similar apart; in a chosen order brands are one.

    As `brandSections` in frontend/src divides them.
    """
    is_sorted = any(name == NAMES["sort"] for name, _ in query)
    sections: defaultdict[tuple[str, bool], list[Hit]] = defaultdict(list)
    if "search" in state:
        for hit in state["search"]["answer"]["results"][0]["hits"]:
            sections["" if is_sorted else hit["brand"], "similar" in hit].append(hit)
    return sections


def _found(query: Query, state: Mapping[str, Any]) -> list[Section]:
    """Return the first results of each brand, `TILES` of them.

    None of what is only similar: how it came up stands above it.
    """
    found: list[Section] = []
    free = TILES
    for (brand, is_similar), hits in _sections(query, state).items():
        if free > 0 and not is_similar:
            found.append((brand, hits[:free]))
            free -= len(hits)
    return found


def preloaded(query: Query, state: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return preload tags' values for the first pictures, as frontend/src requests them.

    Tiles' by `widthsOf`; a product's own page shows the whole picture.
    """
    first = [
        one["images"][0] for one in _first_products(query, state)[:PRELOADED] if one.get("images")
    ]
    return [
        {
            "url": one["url"],
            "widths": "" if "product" in state else widths_of(one["url"], one.get("width")),
            "sizes": TILE_SIZES,
        }
        for one in first
    ]


def _first_products(query: Query, state: Mapping[str, Any]) -> Sequence[Hit]:
    if "product" in state:
        return [state["product"]["view"]["product"]]
    rails = [rail["hits"] for rail in state.get("landing", {}).get("carousels", ())]
    return next(iter([*rails, *_sections(query, state).values()]), [])


def _understood(query: Query, state: Mapping[str, Any]) -> Sequence[Hit]:
    if "search" not in state or not searched_text(query):
        return ()
    meaning = state["search"]["answer"]["results"][0].get("understanding")
    return meaning["parts"] if meaning else ()
