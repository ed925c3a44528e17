"""What types are for, where no type is named: to wear, an occasion, a season, a room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.reference.files import PurposeSchema, VocabularyError, load_entries
from indexer.reference.words.product_types import resolve


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose; `words` and `af` are its phrases, `categories` what people look at for it.

    `near`: what they look at where nothing of that is sold.
    """

    id: str
    categories: tuple[str, ...]
    near: tuple[str, ...]
    words: tuple[str, ...]
    af: tuple[str, ...]


def read_purposes(path: Path, slugs: Sequence[str]) -> dict[str, Purpose]:
    """Return the purposes by id; raises VocabularyError naming the entry.

    `slugs` are all categories, in the order of the tree.
    """
    purposes: dict[str, Purpose] = {}
    for loaded in load_entries(PurposeSchema(), path):
        if loaded["id"] in purposes:
            raise VocabularyError(path.name, loaded["id"], "is there twice")
        categories, near = (
            tuple(slug for key in loaded[name] for slug in _slugs(path, loaded["id"], key, slugs))
            for name in ("categories", "near")
        )
        words, af = tuple(loaded["words"]), tuple(loaded["af"])
        purposes[loaded["id"]] = Purpose(loaded["id"], categories, near, words, af)
    return purposes


def _slugs(path: Path, entry: str, key: str, slugs: Sequence[str]) -> tuple[str, ...]:
    found = resolve(key, slugs)
    if not found:
        raise VocabularyError(path.name, entry, f"there is no category {key!r}")
    return found
