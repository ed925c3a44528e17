"""A product's address: `/product/linen-dress-7`. The id decides, the words are for people."""

from __future__ import annotations

import re

from app.declared import DECLARED
from indexer.core.wording import fold

_DECLARED = DECLARED["productPath"]
PRODUCT_PREFIX = _DECLARED["prefix"]
MOST_ID = 10**18 - 1
_PATH = re.compile(_DECLARED["pattern"], re.ASCII)
_OTHER = re.compile(r"[^a-z0-9]+")


def product_path(name: str, product_id: int) -> str:
    """Return a product's path, as `productPath` in frontend/src does."""
    words = _OTHER.sub("-", fold(name))[: _DECLARED["words"]].strip("-")
    return f"{PRODUCT_PREFIX}{words}-{product_id}" if words else f"{PRODUCT_PREFIX}{product_id}"


def product_id_of(path: str) -> int | None:
    """Return the id that a path names, None where it is no product's."""
    match = _PATH.fullmatch(path)
    return int(match[1]) if match else None
