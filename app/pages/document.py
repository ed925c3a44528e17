"""The document around the frontend: titles, modules, headers of security."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Response, render_template, request

from app.declared import DECLARED
from app.live.context import context
from app.live.snapshot import Reference
from app.search.filters import BY_ATTRIBUTE
from app.search.wire.address import NAMES, Query, is_searched, plain_text
from indexer.catalogue.document import lineage
from indexer.core.settings import Settings

SITE = "Winkel"
MOST_PARTS = 3  # chosen values in a title
# Results that search engines may list: those of one of these alone. Others are endless.
OWN_PAGES = {"category", "brand"}


@dataclass(frozen=True, slots=True)
class Page:
    """What is written into index.html; what is declared of a page are its first four fields.

    `modules` are its scripts' sources, `status` is its HTTP status, `address` the canonical one
    (its one path until it is written), `image` the picture that shared links show (empty: none),
    `facts` the page's JSON-LD, `state` what the frontend starts with. `kind` is Open Graph's,
    `font` and `links` the tags of the font and of the page's own styles and scripts, `feed` the
    address of its Atom feed, `first` the HTML that shows before any script has run, with `pictures`
    to preload.
    """

    title: str
    description: str
    modules: tuple[str, ...] = ()
    listed: bool = True  # in the sitemap, and open to search engines
    status: int = 200
    address: str = ""
    image: str = ""
    facts: Sequence[dict[str, Any]] = ()
    state: dict[str, Any] = field(default_factory=dict)
    kind: str = "website"
    font: str = ""
    links: str = ""
    feed: str = ""
    first: str = ""
    pictures: Sequence[dict[str, str]] = ()


_ALL = {
    path: Page(**page | {"modules": tuple(page.get("modules", ()))})
    for path, page in DECLARED["pages"].items()
}
SEARCH_MODULES = (*_ALL["/"].modules, "src/features/search/SearchScreen.tsx")
STYLE = _ALL.pop("/style/")
PRODUCT = _ALL.pop("/product/")
BRAND = _ALL.pop("/brand/")
NOT_FOUND = replace(_ALL.pop("*"), status=404)
ROUTES = _ALL


def declared_page(path: str, query: Query, reference: Reference) -> Page:
    """Return a page with its words."""
    path = path.rstrip("/") or "/"
    if path.startswith("/style/"):
        return _style(path.removeprefix("/style/"), reference)
    page = ROUTES.get(path, NOT_FOUND)
    return _search_page(page, query, reference) if path == "/" else page


def _search_page(home: Page, query: Query, reference: Reference) -> Page:
    if not is_searched(query):
        return home
    text = searched_text(query)
    words = [text] if text else []
    parts = ", ".join((words + chosen_labels(query, reference))[:MOST_PARTS])[:150]
    about = f"{parts}: products from many South African stores, side by side."
    return replace(
        home,
        title=f"{parts} – {SITE}",
        description=about,
        modules=SEARCH_MODULES,
        listed=single_choice(query) is not None,
    )


def searched_text(query: Query) -> str:
    """Return the text that is searched for, "" without one."""
    texts = (plain_text(value) for name, value in query if name == NAMES["text"])
    return next(filter(None, texts), "")


def chosen_labels(query: Query, reference: Reference) -> list[str]:
    """Return what is chosen in the facets, as people see it."""
    labels = reference.labels
    return [
        labels.get(name, {}).get(value, value)
        for name, value in query
        if name in BY_ATTRIBUTE and value.strip()
    ]


def single_choice(query: Query) -> tuple[str, str] | None:
    """Return the facet and value whose own page a search is; None where it is none's."""
    filters = [
        pair for pair in query if pair[0] in {NAMES["text"], *BY_ATTRIBUTE} and pair[1].strip()
    ]
    return filters[0] if len(filters) == 1 and filters[0][0] in OWN_PAGES else None


def results_path(query: Query) -> str:
    """Return the one address of what a search shows: without its order and others' parameters.

    The currency stays where a price is chosen, which is one of that currency.
    """
    names = {NAMES["text"], *BY_ATTRIBUTE}
    if any(name == "price" and value for name, value in query):
        names.add(NAMES["currency"])
    filters = [(name, value) for name, value in query if name in names and value.strip()]
    page = [(name, value) for name, value in query if name == NAMES["page"] and value != "1"][:1]
    return f"/?{urlencode(filters + page, safe='/')}"


def category_steps(slug: str, reference: Reference) -> list[tuple[str, str]]:
    """Return the names and paths from the home page to a category."""
    names = reference.labels["category"]
    return [
        (SITE, "/"),
        *((names.get(one, one), results_path([("category", one)])) for one in lineage(slug)),
    ]


def _style(key: str, reference: Reference) -> Page:
    for style in reference.styles:
        if key == str(style.id):
            about = f"The brands of the style {style.name}, and their pins."
            return replace(STYLE, title=f"{style.name} – {SITE}", description=about)
    return NOT_FOUND


_DECLARED = DECLARED["pictures"]
TILE_SIZES = _DECLARED["tileSizes"]
_KEPT = re.compile(_DECLARED["kept"])

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'<meta\s+name="description"[^<>]*>')


def widths_of(url: str, width: int | None) -> str:
    """Return the `srcset` of one of our thumbnails of a width in px (None: unknown), or ""."""
    kept = _KEPT.match(url)
    if kept is None or (width is not None and width <= _DECLARED["narrow"]):
        return ""
    narrow = _DECLARED["narrow"]
    return f"/media{kept[1]}-{narrow}.webp {narrow}w, {url} {width or _DECLARED['wide']}w"


def render(index: str, page: Page) -> str:
    """Return the built index.html with a page's words, links and state in it."""
    head = render_template(
        "head.html", site=SITE, page=page, facts=[escaped_json(fact) for fact in page.facts]
    )
    # In place of the title, before the build's own tags: pictures and font come before scripts.
    index = _TITLE.sub(lambda _: head, _DESCRIPTION.sub("", index, count=1), count=1)
    index = index.replace("</head>", f"{page.links}\n</head>", 1)
    index = index.replace('<div id="root">', f'<div id="root">{page.first}', 1)
    state = escaped_json(page.state)
    inlined = f'<script id="winkel-state" type="application/json">{state}</script>'
    return index.replace("</body>", f"{inlined}\n</body>", 1)


def escaped_json(state: dict[str, Any]) -> str:
    """Return JSON that no HTML parser can leave: product names are other people's words."""
    text = orjson.dumps(state).decode()
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


MANIFEST = Path(".vite") / "manifest.json"
ENTRY = "index.html"
BOOT = "src/app/boot.tsx"  # imported by the entry while it runs


def preload_tags(folder: Path, modules: tuple[str, ...]) -> tuple[str, str]:
    """Return the tag of the font, and those of a page's styles and modules (source paths).

    The browser would otherwise learn of them only after scripts have run. A module that is not in
    the build has no tags.
    """
    path = folder / MANIFEST
    return _tags(path, path.stat().st_mtime_ns, modules) if path.is_file() else ("", "")


@lru_cache(maxsize=64)
def _tags(path: Path, _changed_ns: int, modules: tuple[str, ...]) -> tuple[str, str]:
    manifest: dict[str, Any] = orjson.loads(path.read_bytes())
    linked = _closure(manifest, [ENTRY])  # index.html names these itself
    chunks = [manifest[name] for name in _closure(manifest, [BOOT, *modules]) if name not in linked]
    styles = dict.fromkeys(style for chunk in chunks for style in chunk.get("css", []))
    fonts = [name for name in manifest.get(ENTRY, {}).get("assets", []) if name.endswith(".woff2")]
    links = [
        *(_link("stylesheet", name) for name in styles),
        *(_link("modulepreload", chunk["file"]) for chunk in chunks),
    ]
    font = [_link('preload" as="font" type="font/woff2', name) for name in fonts]
    return "\n".join(font), "\n".join(links)


def _link(kind: str, name: str) -> str:
    return f'<link rel="{kind}" crossorigin href="/{html.escape(name)}">'


def _closure(manifest: dict[str, Any], names: list[str]) -> list[str]:
    chunks: dict[str, None] = {}
    pending = [name for name in reversed(names) if name in manifest]
    while pending:
        chunk = pending.pop()
        if chunk not in chunks:
            chunks[chunk] = None
            pending += manifest[chunk].get("imports", [])
    return list(chunks)


# The pin widget (spec §2.6) brings its own scripts, frames, fonts and answers. It runs in a frame
# without an origin, which has nothing of ours.
_PINS = "https://*.pinterest.com https://*.pinimg.com"
_WIDGET = (
    f"default-src {_PINS}; script-src 'self' {_PINS}; style-src 'unsafe-inline' {_PINS};"
    " img-src data: https:; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'self'; sandbox allow-scripts allow-popups"
)
# What is no page needs no permissions, should a browser be made to show it as one.
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_DATA = ("application/json", "text/plain", "application/xml", "application/problem+json")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Stores see that a visitor came from here, and not what was searched for.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
HSTS = "max-age=31536000"


def secure(response: Response) -> Response:
    """Add what is missing to an answer; what a view has set itself stays."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    settings = context().settings
    if request.is_secure or settings.public_url.startswith("https:"):
        response.headers.setdefault("Strict-Transport-Security", HSTS)
    if response.mimetype == "text/html":
        policy = page_policy(request.path, settings)
        response.headers.setdefault("Content-Security-Policy", policy)
    elif response.mimetype in _DATA:
        response.headers.setdefault("Content-Security-Policy", NOTHING)
    return response


def page_policy(path: str, settings: Settings) -> str:
    """Return the content security policy of the page at a path."""
    if path == "/pins.html":
        return _WIDGET
    return "; ".join(
        (
            "default-src 'self'",
            f"img-src 'self' data: https:{_demo_stores(settings)}",
            "frame-src 'self'" if path.startswith("/style/") else "frame-src 'none'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def _demo_stores(settings: Settings) -> str:
    """Return the origins of the local demo stores: theirs are the only pictures without TLS.

    Pictures of real stores come with TLS or from our own copy.
    """
    ports = settings.loopback()
    if ports is True:
        return " http://127.0.0.1:*"
    return "".join(f" http://127.0.0.1:{port}" for port in sorted(ports or ()))
