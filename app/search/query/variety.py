"""The order of equals on a page: no name over and over, no brand everywhere. Pure.

Hits come in the order of their scores. Those that are as near to what was asked for (one step of
the upper weights of `ranking`) are equals, and take turns: every name of a brand once before any
comes a second time, every brand a third of ten before any has more. Nothing leaves its block, so
that pages neither lose nor repeat a product, and counts stay what they are. Of each part (what has
all of what was asked for, and what is only near) those that are sold out come last.
"""

from collections import Counter
from collections.abc import Sequence

from app.search.query.hits import Hit
from app.search.query.ranking import STEP

BLOCK = 100  # hits; a page that is smaller is cut out of so many
OF_A_BRAND = 3  # of ten
DEALT = 300  # of the newest: so far back brands are looked for that an import pushed away
TURN = 8  # of a brand: two rows of four tiles
# Of the tile itself; its other colours say it of themselves. In no text: there quotes are escaped.
_SOLD_OUT, _SIBLINGS = b'"soldOut":true', b'"siblings":['


def block(page: int, size: int, window: int, most: int = BLOCK) -> tuple[int, int]:
    """Return where the block of a page begins and how many hits it holds, inside the window."""
    pages = max(1, -(-most // size))
    start = page // pages * pages * size
    return start, min(pages * size, window - start)


def arranged(hits: Sequence[Hit], *, one_brand: bool) -> list[Hit]:
    """Return a block's hits, equals taking turns; `one_brand` where that is what was asked for."""
    names: Counter[tuple[int, str, str]] = Counter()
    brands: Counter[tuple[int, str]] = Counter()
    keyed = []
    for place, hit in enumerate(hits):
        tier = int((hit.first_key or 0) // STEP)
        own, brand = hit.name_and_brand()
        name = (tier, brand, own)
        turn = names[name]
        names[name] += 1
        if not one_brand:
            round_ = brands[tier, brand] // OF_A_BRAND if turn == 0 else 0
            brands[tier, brand] += turn == 0
            turn = max(turn, round_)
        keyed.append(((not hit.is_exact, _is_sold_out(hit), -tier, turn, place), hit))
    return [hit for _, hit in sorted(keyed, key=lambda pair: pair[0])]


def dealt(hits: Sequence[Hit]) -> list[Hit]:
    """Return a block's hits, brands taking turns of `TURN` each."""
    counts: Counter[str] = Counter()
    keyed = []
    for place, hit in enumerate(hits):
        _, brand = hit.name_and_brand()
        keyed.append(((counts[brand] // TURN, place), hit))
        counts[brand] += 1
    return [hit for _, hit in sorted(keyed, key=lambda pair: pair[0])]


def _is_sold_out(hit: Hit) -> bool:
    if hit.document:
        return bool(hit.document["soldOut"])
    return _SOLD_OUT in hit.tile.partition(_SIBLINGS)[0]
