"""The order of equals on a page: no name over and over, no brand everywhere. Pure.

Hits come in the order of their scores. Those that are as near to what was asked for (one step of
the upper weights of `ranking`) are equals, and take turns: every name of a brand once before any
comes a second time, every brand a third of ten before any has more. Nothing leaves its block, so
that pages neither lose nor repeat a product, and counts stay what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.search.query.hits import Hit
from app.search.query.ranking import STEP

BLOCK = 100  # hits; a page that is smaller is cut out of so many
OF_A_BRAND = 3  # of ten


def block(page: int, size: int, window: int) -> tuple[int, int]:
    """Return where the block of a page begins and how many hits it holds, inside the window."""
    pages = max(1, -(-BLOCK // size))
    start = page // pages * pages * size
    return start, min(pages * size, window - start)


def arranged(hits: Sequence[Hit], *, one_brand: bool) -> list[Hit]:
    """Return a block's hits, equals taking turns; `one_brand` where that is what was asked for."""
    names: Counter[tuple[int, str, str]] = Counter()
    brands: Counter[tuple[int, str]] = Counter()
    keyed = []
    for place, hit in enumerate(hits):
        tier = int((hit.first_key or 0) // STEP)
        shown = hit.shown()
        brand = shown["brand"]
        name = (tier, brand, shown["name"].casefold())
        turn = names[name]
        names[name] += 1
        if not one_brand:
            round_ = brands[tier, brand] // OF_A_BRAND if turn == 0 else 0
            brands[tier, brand] += turn == 0
            turn = max(turn, round_)
        keyed.append(((-tier, turn, place), hit))
    return [hit for _, hit in sorted(keyed, key=lambda pair: pair[0])]
