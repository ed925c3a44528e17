"""The first pictures of a page, asked for in the width that suits the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from app.declared import DECLARED

_DECLARED = DECLARED["pictures"]
_KEPT = re.compile(_DECLARED["kept"])


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
