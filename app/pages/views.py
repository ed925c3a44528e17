"""Pages, assets, media, the sitemap and robots.txt; everything that is not under /api.

A search is answered inside its page, so that the first results wait for no request. The browser
takes the answer only for the address that it loaded, and for the country and currency that it was
made for: a page whose visitor has others stored simply requests it again.
"""

import hashlib
import logging
import mimetypes
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Flask, Response, request, send_file
from werkzeug.routing import PathConverter
from werkzeug.security import safe_join

from app.api.catalogue import visitor_country
from app.api.declare.caching import SMALL, accepted_encoding, compress
from app.api.search.calls import describe, landing_state, search_state
from app.live.context import context, current_visitor
from app.pages import feeds as sitemaps
from app.pages.document import (
    Page,
    category_steps,
    declared_page,
    page_policy,
    preload_tags,
    render,
    results_path,
    secure,
    single_choice,
)
from app.pages.feeds import FEED_PATH, feed_path, search_feed
from app.pages.first import OPERATORS, first_screen, preloaded
from app.pages.seo import Facts, brand_page, breadcrumbs, deals_page, feed, item_list, product_page
from app.product.brand import BRAND_PREFIX as BRANDS
from app.product.brand import slug_of
from app.product.related import PRODUCT_PREFIX as PRODUCTS
from app.product.view import FEED, PATHS, in_season
from app.search.wire.address import Query, is_searched, requested_currency, requests_of
from app.web.errors import ApiError, NotFound
from app.web.visitors import PAGE_STEP, search_id
from indexer.catalogue.document import KEYS
from indexer.catalogue.images import NotAPictureError, PictureStore, keep_narrow, narrow_hash
from indexer.core.files import Location
from indexer.watch.incidents import mark_of

# Names that the project uses: folders and files of ASCII characters, no dot at the start.
NAME = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/){0,4}[A-Za-z0-9_-][A-Za-z0-9_.-]*")
KINDS = {
    "webp": "image/webp",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "avif": "image/avif",
}
DAY_S = 86_400
YEAR_S = 31_536_000
_HASHED = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}(?:-\d+)?\.\w+")


def picture_response(location: str, name: str) -> Response:
    """Answer with a picture; raises NotFound for anything else, outside the bucket included."""
    kind = KINDS.get(name.rpartition(".")[2].lower())
    if kind is None or not NAME.fullmatch(name):
        raise NotFound("There is no such picture")
    response = _stored_picture(location, name, kind)
    if response is None:
        raise NotFound("There is no such picture")
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if _HASHED.fullmatch(name) else DAY_S
    response.cache_control.no_cache = None
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _stored_picture(location: str, name: str, kind: str) -> Response | None:
    """Return a picture as it is stored, otherwise as it is narrowed now."""
    files = Location(location)
    with suppress(OSError):
        if (path := files.local(name)) is not None:
            return send_file(path, mimetype=kind, conditional=True)
        if (content := files.read(name)) is not None:
            return _answer(content, kind)
    with suppress(OSError, NotAPictureError):
        content_hash = narrow_hash(name)
        if content_hash and (narrow := keep_narrow(PictureStore(location), content_hash)):
            return _answer(narrow, kind)
    return None


def _answer(content: bytes, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.add_etag()
    response.make_conditional(request)
    return response


HOUR_S = 3600
# 9 of 11: within 3 % of the best and ten times as fast, so that the first visitor does not wait.
QUALITY = 9
COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml")

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@lru_cache(maxsize=1536)
def _asset(path: Path, changed_ns: int, encoding: str) -> tuple[bytes, str]:
    """Return a file's bytes and tag in an encoding; `changed_ns` makes a new build a new entry."""
    content = path.read_bytes()
    tag = hashlib.sha256(content + changed_ns.to_bytes(8, "big")).hexdigest()[:16]
    return compress(content, encoding, QUALITY), f"{tag}-{encoding}"


def find(folder: Path, name: str) -> Path | None:
    """Return a file of the build; a name cannot lead out of it, and hidden files are not served."""
    joined = safe_join(str(folder), name) if "\x00" not in name else None
    if joined is None or any(part.startswith(".") for part in Path(name).parts):
        return None
    path = Path(joined)
    return path if path.is_file() else None


def asset_response(path: Path, *, hashed: bool) -> Response:
    """Answer with a file. `hashed`: its name changes with its content, so it is kept for ever."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    about = path.stat()
    is_compressed = about.st_size > SMALL and kind.startswith(COMPRESSED)
    encoding = accepted_encoding() if is_compressed else ""
    body, tag = _asset(path, about.st_mtime_ns, encoding)
    response = Response(body, mimetype=kind)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    if is_compressed:
        response.vary.add("Accept-Encoding")
    response.set_etag(tag)
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if hashed else HOUR_S
    response.cache_control.immutable = hashed
    response.make_conditional(request)
    return response


# Crawlers and link previews: they run no scripts or wait for them, so no search is run for them.
_READERS = re.compile(r"bot|crawl|spider|slurp|externalhit|preview", re.IGNORECASE)

log = logging.getLogger(__name__)
SHARED_PICTURE = "og.png"
OWN_ROWS = (PRODUCTS, BRANDS, *PATHS)  # pages whose tiles come with them
NOT_BUILT = "The frontend is not built yet: run `make run`, or `npm run build` in frontend/."
Value = TypeVar("Value")
pages = Blueprint("pages", __name__)


def first_search(query: Query, country: str) -> dict[str, Any]:
    """Return the `answer` to an address, the `currency` and country it is for, the search's `id`.

    The browser that requests it again for its country or currency gives that search the same id.

    Raises SearchUnavailable, and Invalid for an address with values that do not exist.
    """
    requests = requests_of(query, country)
    answer, event = search_state(requests, len(orjson.dumps(requests)))
    number = search_id("")
    context().recorder.search(event, number, current_visitor(), PAGE_STEP)
    made_for = {"currency": requested_currency(query), "countryCode": country}
    return {**made_for, "answer": answer, "id": number}


@pages.get("/decide/<int:alert_id>/<mark>")
def decision(alert_id: int, mark: str) -> Response:
    """Lead from a message to the page where its alert is decided: the page requires the token.

    The mark proves that the link is ours; it lets nobody in and does nothing.
    """
    own = mark_of(context().settings, alert_id)
    if not secrets.compare_digest(mark.encode(), own.encode()):
        raise NotFound("There is no such page")
    to = f"/scraper?{urlencode({'alert': alert_id})}"
    return Response(status=303, headers={"Location": to, "Cache-Control": "no-store"})


class PagePath(PathConverter):
    """Any path outside /api: there, what is no call is none, and other methods are refused."""

    regex = r"(?!api(?:/|$))[^/].*?"


def register_pages(app: Flask) -> None:
    """Serve everything outside /api, with security headers on every answer."""
    app.url_map.converters["page_path"] = PagePath
    app.register_blueprint(pages)
    app.after_request(secure)


@pages.get("/media/<path:name>")
def picture(name: str) -> Response:
    """Serve a thumbnail or a store's icon."""
    return picture_response(context().settings.bucket_location, name)


@pages.get("/robots.txt")
def robots() -> Response:
    """Serve robots.txt: what crawlers may read."""
    closed = ["/api/", *OPERATORS]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed), ""]
    return Response(
        "\n".join([*lines, f"Sitemap: {site()}/sitemap.xml", ""]), mimetype="text/plain"
    )


@pages.get(FEED)
def deals_feed() -> Response:
    """Serve the deals as an Atom feed."""
    return feed(site())


@pages.get("/sitemap.xml")
def sitemap() -> Response:
    """List the parts of the sitemap."""
    return sitemaps.index(site())


@pages.get("/sitemap/<name>.xml")
def sitemap_part(name: str) -> Response:
    """List the addresses of a part: pages with styles and categories, or products."""
    return sitemaps.part(name, site())


@pages.get(FEED_PATH)
def search_news() -> Response:
    """Serve feed readers what is new in a search, by the query of its address."""
    return search_feed(list(request.args.items(multi=True)), visitor_country(), site())


@pages.get("/", defaults={"path": ""})
@pages.get("/<page_path:path>")
def page(path: str) -> Response:
    """Serve a file of the build, otherwise the page of that address."""
    folder = context().settings.frontend_dir
    file = find(folder, path) if path and path != "index.html" else None
    if file is not None:
        return asset_response(file, hashed=path.startswith("assets/"))
    if path.startswith("assets/"):
        raise NotFound("There is no such file")
    return _document(folder / "index.html", f"/{path}")


def _document(index: Path, path: str) -> Response:
    try:
        template = index.read_text(encoding="utf-8")
    except OSError:
        return Response(NOT_BUILT, status=503, mimetype="text/plain")
    query, lower = list(request.args.items(multi=True)), path.lower()
    if lower != path and declared_page(lower, query, context().reference).status == 200:
        return _redirect(lower, request.query_string.decode())
    if path == "/" and (common := _commonly_spelled(query)) != query:
        return _redirect(path, urlencode(common, safe="/"), status=302)  # what is common may change
    country = visitor_country()
    found = (
        product_page(path, country, site())
        or brand_page(path, country, site())
        or deals_page(path, country, site())
    )
    if found is not None and found.address != path:
        return _redirect(found.address, request.query_string.decode())
    written = _content_page(index.parent, path, query, found)
    response = Response(render(template, written), status=written.status, mimetype="text/html")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Security-Policy"] = page_policy(path, context().settings)
    return response


def _content_page(folder: Path, path: str, query: Query, found: Page | None) -> Page:
    page = found or declared_page(path, query, context().reference)
    searched = path == "/" and is_searched(query)
    state = _state(path, query, listed=page.listed) | page.state
    font, links = preload_tags(folder, page.modules)
    page = replace(
        page,
        address=site() + (results_path(query) if searched else path.rstrip("/") or "/"),
        image=page.image or _picture(folder),
        font=font,
        links=links,
        state=state,
        first=first_screen(folder, path, query, state),
        pictures=preloaded(query, state),
        feed=_feed(path, query),
    )
    return _own_page(page, query) if searched and page.listed else page


def _feed(path: str, query: Query) -> str:
    """Return the feed of what a page lists: deals, a search, a store; "" where it lists nothing."""
    if path in PATHS:
        return FEED
    slug = slug_of(path) if path.startswith(BRANDS) else None
    return feed_path([("store", slug)] if slug else query if path == "/" else ())


def _own_page(page: Page, query: Query) -> Page:
    """Return a category's or brand's page with what it lists; an empty one is for nobody's list.

    Without an answer it is a 503, so that nobody takes it for an empty one.
    """
    if "search" not in page.state:
        return replace(page, status=503, listed=False)
    found = page.state["search"]["answer"]["results"][0]
    if not found["hits"]:
        return replace(page, listed=False)
    facts: list[Facts] = [item_list(found["hits"], found["nbHits"], site())]
    chosen = single_choice(query)
    if chosen and chosen[0] == "category":
        facts.append(breadcrumbs(category_steps(chosen[1], context().reference), site()))
    return replace(page, facts=facts)


def _commonly_spelled(query: Query) -> Query:
    """Return an address's parameters with facets' values as the catalogue spells them, each once.

    As they are while Elasticsearch is away: every spelling is understood.
    """
    if KEYS.keys().isdisjoint(name for name, _ in query):
        return query

    def common() -> Query:
        spellings = context().spellings
        spelled = [(name, spellings.common(name, value)) for name, value in query]
        return spelled if spelled == query else [*dict.fromkeys(spelled)]

    return _unless_away("spellings", common) or query


def _redirect(path: str, query: str, *, status: int = 301) -> Response:
    """Lead to the one address of a page that was requested in other letters (`/About`)."""
    response = Response(status=status, mimetype="text/plain")
    response.headers["Location"] = f"{path}?{query}" if query else path
    return response


def _picture(folder: Path) -> str:
    return f"{site()}/{SHARED_PICTURE}" if (folder / SHARED_PICTURE).is_file() else ""


def _state(path: str, query: Query, *, listed: bool) -> dict[str, Any]:
    """Return what the frontend starts with; it requests itself what is missing here.

    Programs that only read pages have the results of those that search engines may list.
    """
    country, agent = visitor_country(), request.user_agent.string
    state: dict[str, Any] = {"countryCode": country, "devMode": False, "season": in_season()}
    if path != "/" and not path.startswith(("/style/", *OWN_ROWS)):
        return state

    def complete() -> None:
        # Tiles draw their colours before the filters are there.
        state["swatches"] = {row.slug: row.swatch for row in context().reference.colors}
        if path == "/" and not is_searched(query):
            state["landing"] = landing_state(country)
        elif path == "/" and (listed or (agent and not _READERS.search(agent))):
            state["filters"] = describe(context().reference)
            state["search"] = first_search(query, country)

    _unless_away("first search", complete)
    return state


def _unless_away(part: str, read: Callable[[], Value]) -> Value | None:
    """Return a part of a page; None while a server is away, which is logged and counted."""
    try:
        return read()
    except ApiError as error:
        log.warning("%s comes without its %s: %s", request.path, part, error)
        context().counted.incomplete.labels(part).inc()
        return None


def site() -> str:
    """Return the site's own address, without a slash at its end."""
    return context().settings.public_url or request.host_url.rstrip("/")
