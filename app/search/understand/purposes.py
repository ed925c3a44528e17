"""What something is for, where a text names no thing: "office wear", "winter clothes"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading

Slugs = tuple[str, ...]


def served(readings: Sequence[Reading], language: Language) -> dict[Reading, Slugs]:
    """Return the categories that serve what was read, for each reading that any serves.

    Only what serves all of them where there is such: of winter and clothes no boots and scarves.
    """
    slugs = {reading: language.serving(reading.first.values) for reading in readings}
    filled = {reading: own for reading, own in slugs.items() if own}
    shared = tuple(
        dict.fromkeys(
            slug
            for own in filled.values()
            for slug in own
            if all(_holds(other, slug) for other in filled.values())
        )
    )
    return dict.fromkeys(filled, shared) if shared else filled


def _holds(slugs: Collection[str], slug: str) -> bool:
    return any(slug == above or slug.startswith(f"{above}/") for above in slugs)
