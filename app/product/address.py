"""A product's address: `/product/linen-dress-7`. The id decides, the words are for people."""

from __future__ import annotations

import re

from indexer.wording import fold

PREFIX = "/product/"
MOST_ID = 10**18 - 1
WORDS_LENGTH = 60  # characters
_PATH = re.compile(r"/product/(?:[^/]{0,200}-)?([1-9][0-9]{0,17})/?", re.ASCII)
_OTHER = re.compile(r"[^a-z0-9]+")


def product_path(name: str, product_id: int) -> str:
    """Return a product's path, as `productPath` in frontend/src does."""
    words = _OTHER.sub("-", fold(name))[:WORDS_LENGTH].strip("-")
    return f"{PREFIX}{words}-{product_id}" if words else f"{PREFIX}{product_id}"


def product_id_of(path: str) -> int | None:
    """Return the id that a path names, None where it is no product's."""
    match = _PATH.fullmatch(path)
    return int(match[1]) if match else None
