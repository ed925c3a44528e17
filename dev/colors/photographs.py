"""Photographs with known colours: a feed of JSON lines with its folder of images.

Half of the models (`item_group_id`) is never looked at by the fitting: one garment in two colours
would otherwise stand on both sides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.catalogue.images.store import narrowed, thumbnail
from indexer.language.classify.colors import colors_of
from indexer.language.classify.product import Hints, classify
from indexer.vision.reading import Kind, kind_of


@dataclass(frozen=True, slots=True)
class Photograph:
    """A product's main picture as it is stored, and what its shop says of it."""

    group: str
    color: str
    kind: Kind
    content: bytes


def part(group: str, name: str, of: int) -> int:
    """Return which of the parts a model is in, the same each time."""
    return hashlib.sha256(f"{name}:{group}".encode()).digest()[0] % of


def photographs(feed: Path, *, held_out: bool) -> Iterator[Photograph]:
    """Read one half of a feed's products that name a colour; the images lie in `images` beside it.

    `held_out`: the half that is never fitted to.
    """
    for line in feed.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        colors = colors_of(row["color"])
        if not colors or (part(row["item_group_id"], "half", 2) == 1) != held_out:
            continue
        category = classify(row["title"], Hints(category_path=row["product_type"][0]))
        original = (feed.parent / "images" / row["image_link"]).read_bytes()
        yield Photograph(
            group=row["item_group_id"],
            color=colors[0],
            kind=kind_of(category.category_slug),
            content=narrowed(thumbnail(original).content),
        )
