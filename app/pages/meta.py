"""What a page is called, for people and for those who read links without running scripts.

The same words as `frontend/src/features/frame/routeMeta.ts`; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.reference import Reference
from app.search.filters import BY_ATTRIBUTE

SITE = "Winkel"
MOST_PARTS = 3  # chosen values in a title


@dataclass(frozen=True, slots=True)
class Meta:
    """A page's title and description; `status` is its HTTP status, `module` its script's source."""

    title: str
    description: str
    module: str = ""
    status: int = 200
    listed: bool = True  # in the sitemap, and open to search engines


def _module(name: str) -> str:
    return f"src/features/{name}.tsx"


SEARCH_MODULE = _module("search/SearchScreen")
STYLE_MODULE = _module("style/StylePage")
HOME = Meta(
    f"{SITE} – Shop from South African stores",
    "Search clothes, accessories and things for the home from many South African stores at once.",
)
ROUTES = {
    "/": HOME,
    "/about": Meta(
        f"About – {SITE}",
        "A South African search engine for clothes and homeware: local first, in rands, no paid "
        "results.",
        module=_module("static/AboutPage"),
    ),
    "/privacy": Meta(
        f"Privacy policy – {SITE}",
        "What Winkel stores about visitors, why, for how long, and how to have it removed.",
        module=_module("static/PrivacyPage"),
    ),
    "/terms": Meta(
        f"Terms and disclaimer – {SITE}",
        "Disclaimer, external links and affiliate commission.",
        module=_module("static/TermsPage"),
    ),
    "/proxies": Meta(
        f"Shipping proxies – {SITE}",
        "How to receive an order from a South African store that does not deliver to your country.",
        module=_module("static/ProxiesPage"),
    ),
    "/style-select": Meta(
        f"Pick your styles – {SITE}",
        "Choose the styles that Winkel starts with.",
        module=_module("style/StyleSelectPage"),
    ),
    "/blog/blog-list": Meta(
        f"Blog – {SITE}",
        "Short reads on buying less, nearer and better.",
        module=_module("blog/BlogListPage"),
    ),
    "/blog/blog-page-1": Meta(
        f"Fast stuff vs Slow stuff – {SITE}",
        "A shirt for R 120 is not cheap if you wear it four times.",
        module=_module("blog/FastSlowPage"),
    ),
    "/blog/blog-page-2": Meta(
        f"What the Colour You Wear Says About You – {SITE}",
        "A field guide to the colours we put on in the morning.",
        module=_module("blog/ColourPage"),
    ),
    "/scraper": Meta(
        f"Scraper – {SITE}", "For operators.", listed=False, module=_module("scraper/ScraperPage")
    ),
    "/insights": Meta(
        f"Insights – {SITE}",
        "For operators.",
        listed=False,
        module=_module("insights/InsightsPage"),
    ),
    "/blog": Meta(f"Blog – {SITE}", "Short reads on buying less, nearer and better.", listed=False),
}
NOT_FOUND = Meta(
    f"Not found – {SITE}",
    HOME.description,
    module=_module("static/NotFoundPage"),
    status=404,
    listed=False,
)

Query = Sequence[tuple[str, str]]

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def meta_of(path: str, query: Query, reference: Reference | None) -> Meta:
    """Return a page's words; `reference` None (the database is away) gives the plain ones."""
    path = path.rstrip("/") or "/"
    if path.startswith("/style/"):
        return _style(path.removeprefix("/style/"), reference)
    found = ROUTES.get(path, NOT_FOUND)
    return _searched(found, query, reference) if path == "/" else found


def plain_text(text: str) -> str:
    """Return a search text as `parseSearch` in frontend/src reads it: no control characters."""
    return _CONTROL.sub(" ", text).strip()


def is_searched(query: Query) -> bool:
    """Tell whether the address shows results and not the landing screen."""
    return any(
        plain_text(value) if name == "q" else name in BY_ATTRIBUTE and value.strip()
        for name, value in query
    )


def _searched(home: Meta, query: Query, reference: Reference | None) -> Meta:
    if not is_searched(query):
        return home
    labels = reference.labels if reference else {}
    words = [plain_text(value) for name, value in query if name == "q" and plain_text(value)]
    chosen = [
        labels.get(name, {}).get(value, value)
        for name, value in query
        if name in BY_ATTRIBUTE and value
    ]
    parts = ", ".join((words[:1] + chosen)[:MOST_PARTS])[:150]
    about = f"{parts}: products from many South African stores, side by side."
    return replace(home, title=f"{parts} – {SITE}", description=about, module=SEARCH_MODULE)


def _style(key: str, reference: Reference | None) -> Meta:
    plain = Meta(f"Style – {SITE}", "The brands of one style, and their pins.", STYLE_MODULE)
    if reference is None:
        return plain
    for style in reference.styles:
        if key == str(style.id):
            about = f"The brands of the style {style.name}, and their pins."
            return replace(plain, title=f"{style.name} – {SITE}", description=about)
    return NOT_FOUND
