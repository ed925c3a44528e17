"""What a page is called, for people and for those who read links without running scripts.

The words of `app/declared.json`, which the frontend reads as well.
"""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from app.declared import DECLARED, Words
from app.reference import Reference
from app.search.filters import BY_ATTRIBUTE
from app.search.wire.address import NAMES, Query, is_searched, plain_text
from indexer.catalogue.document.build import lineage

SITE = "Winkel"
MOST_PARTS = 3  # chosen values in a title
# Results that search engines may list: those of one of these alone. Others are endless.
OWN_PAGES = {"category", "brand"}


@dataclass(frozen=True, slots=True)
class Meta:
    """A page's title and description, its HTTP `status`, and its scripts' sources (`modules`)."""

    title: str
    description: str
    modules: tuple[str, ...] = ()
    status: int = 200
    listed: bool = True  # in the sitemap, and open to search engines


def _module(name: str) -> str:
    return f"src/features/{name}.tsx"


HOME_MODULE = "src/app/home/HomePage.tsx"
SEARCH_MODULES = (HOME_MODULE, _module("search/SearchScreen"))
# Of the pages whose script is one of their own, where the frontend has it.
MODULES = {
    "/about": "static/AboutPage",
    "/privacy": "static/PrivacyPage",
    "/terms": "static/TermsPage",
    "/proxies": "static/ProxiesPage",
    "/style-select": "style/StyleSelectPage",
    "/blog/blog-list": "blog/BlogListPage",
    "/blog/blog-page-1": "blog/FastSlowPage",
    "/blog/blog-page-2": "blog/ColourPage",
    "/scraper": "scraper/ScraperPage",
    "/insights": "insights/InsightsPage",
    "/review": "review/ReviewPage",
    "/deals": "deals/DealsPage",
    "/black-friday": "deals/DealsPage",
    "/favourites": "saved/FavouritesPage",
    "/product/": "product/ProductPage",
    "/brand/": "brand/BrandPage",
    "/style/": "style/StylePage",
    "*": "static/NotFoundPage",
}
UNLISTED = {"/favourites", "/scraper", "/insights", "/review", "/blog", "*"}


def _page(path: str, words: Words) -> Meta:
    own = (_module(MODULES[path]),) if path in MODULES else ()
    modules = (HOME_MODULE,) if path == "/" else own
    return Meta(**words, modules=modules, listed=path not in UNLISTED)


_ALL = {path: _page(path, words) for path, words in DECLARED["pages"].items()}
STYLE = _ALL.pop("/style/")
PRODUCT = _ALL.pop("/product/")
BRAND = _ALL.pop("/brand/")
NOT_FOUND = replace(_ALL.pop("*"), status=404)
ROUTES = _ALL


def meta_of(path: str, query: Query, reference: Reference | None) -> Meta:
    """Return a page's words; `reference` None (the database is away) lacks the rows' names."""
    path = path.rstrip("/") or "/"
    if path.startswith("/style/"):
        return _style(path.removeprefix("/style/"), reference)
    meta = ROUTES.get(path, NOT_FOUND)
    return _searched(meta, query, reference) if path == "/" else meta


def _searched(home: Meta, query: Query, reference: Reference | None) -> Meta:
    if not is_searched(query):
        return home
    labels = reference.labels if reference else {}
    words = [
        plain_text(value) for name, value in query if name == NAMES["text"] and plain_text(value)
    ]
    chosen = [
        labels.get(name, {}).get(value, value)
        for name, value in query
        if name in BY_ATTRIBUTE and value
    ]
    parts = ", ".join((words[:1] + chosen)[:MOST_PARTS])[:150]
    about = f"{parts}: products from many South African stores, side by side."
    return replace(
        home,
        title=f"{parts} – {SITE}",
        description=about,
        modules=SEARCH_MODULES,
        listed=chosen_alone(query) is not None,
    )


def chosen_alone(query: Query) -> tuple[str, str] | None:
    """Return the facet and value whose own page a search is; None where it is none's."""
    asked = [
        pair for pair in query if pair[0] in {NAMES["text"], *BY_ATTRIBUTE} and pair[1].strip()
    ]
    return asked[0] if len(asked) == 1 and asked[0][0] in OWN_PAGES else None


def results_path(query: Query) -> str:
    """Return the one address of what a search shows: without its order and others' parameters.

    The currency stays where a price is chosen, which is one of that currency.
    """
    names = {NAMES["text"], *BY_ATTRIBUTE}
    if any(name == "price" and value for name, value in query):
        names.add(NAMES["currency"])
    asked = [(name, value) for name, value in query if name in names and value.strip()]
    page = [(name, value) for name, value in query if name == NAMES["page"] and value != "1"][:1]
    return f"/?{urlencode(asked + page, safe='/')}"


def category_steps(slug: str, reference: Reference | None) -> list[tuple[str, str]]:
    """Return the names and paths from the home page to a category."""
    names = reference.labels["category"] if reference else {}
    return [
        (SITE, "/"),
        *((names.get(one, one), results_path([("category", one)])) for one in lineage(slug)),
    ]


def _style(key: str, reference: Reference | None) -> Meta:
    if reference is None:
        return STYLE
    for style in reference.styles:
        if key == str(style.id):
            about = f"The brands of the style {style.name}, and their pins."
            return replace(STYLE, title=f"{style.name} – {SITE}", description=about)
    return NOT_FOUND
