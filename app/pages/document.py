"""index.html with a page's words and the first state written into it.

Its first pictures are asked for in the width that suits the screen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from flask import render_template

from app.declared import DECLARED
from app.pages.meta import SITE, Meta

_DECLARED = DECLARED["pictures"]
_KEPT = re.compile(_DECLARED["kept"])

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'<meta\s+name="description"[^<>]*>')
PRELOADED = 2  # pictures: the first row on a phone


@dataclass(frozen=True, slots=True)
class Preload:
    """What a preload tag says of a picture: its address, or, of our own, its widths and sizes."""

    url: str
    widths: str
    sizes: str


def preload(picture: dict[str, Any]) -> Preload:
    """Return what to preload of a tile's picture, as `widthsOf` in frontend/src asks for it."""
    widths = widths_of(picture["url"], picture.get("width"))
    return Preload(picture["url"], widths, _DECLARED["tileSizes"] if widths else "")


def widths_of(url: str, width: int | None) -> str:
    """Return the `srcset` of one of our thumbnails of a width in px (None: unknown), or ""."""
    kept = _KEPT.match(url)
    if kept is None or (width is not None and width <= _DECLARED["narrow"]):
        return ""
    narrow = _DECLARED["narrow"]
    return f"/media{kept[1]}-{narrow}.webp {narrow}w, {url} {width or _DECLARED['wide']}w"


@dataclass(frozen=True, slots=True)
class Page:
    """What is written into index.html.

    `address` is the page's canonical one, `image` the picture that shared links show (empty:
    none), `links` the tags of the page's own scripts, `state` what the frontend starts with.
    `kind` is Open Graph's, `facts` what the page says in JSON-LD, `feed` where its news are.
    """

    meta: Meta
    address: str
    image: str
    links: Sequence[str]
    state: dict[str, Any]
    kind: str = "website"
    facts: Sequence[dict[str, Any]] = ()
    feed: str = ""


def render(index: str, page: Page) -> str:
    """Return the built index.html with a page's words, links and state in it."""
    index = _TITLE.sub("", _DESCRIPTION.sub("", index, count=1), count=1)
    head = render_template(
        "head.html",
        site=SITE,
        page=page,
        pictures=_pictures(page.state),
        facts=[escaped_json(fact) for fact in page.facts],
    )
    index = index.replace("</head>", f"{head}\n</head>", 1)
    state = escaped_json(page.state)
    inlined = f'<script id="winkel-state" type="application/json">{state}</script>'
    return index.replace("</body>", f"{inlined}\n</body>", 1)


def _pictures(state: dict[str, Any]) -> list[Preload]:
    return [
        preload(product["images"][0])
        for product in _first_products(state)[:PRELOADED]
        if "images" in product
    ]


def _first_products(state: dict[str, Any]) -> list[dict[str, Any]]:
    if "landing" in state:
        carousels: list[dict[str, Any]] = state["landing"]["carousels"]
        return carousels[0]["hits"] if carousels else []
    if "search" in state:
        hits: list[dict[str, Any]] = state["search"]["answer"]["results"][0]["hits"]
        return [hit for hit in hits if _section(hit) == _section(hits[0])]
    if "product" in state:
        shown: dict[str, Any] = state["product"]["view"]["product"]
        return [shown] if shown["images"] else []
    return []


def _section(hit: dict[str, Any]) -> tuple[str, bool]:
    """Return what sections divide hits by, as `brandSections` in frontend/src does."""
    return hit["brand"], "similar" in hit


def escaped_json(state: dict[str, Any]) -> str:
    """Return JSON that no HTML parser can leave: product names are other people's words."""
    text = orjson.dumps(state).decode()
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text
