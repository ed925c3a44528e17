"""The weights of a score, and the order of equals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.search.query.hits import Hit

STEP = 10.0

# Where what comes near follows: all of what was asked for. More than all the others together, so
# that what follows follows.
EXACT = 100 * STEP

# Understood: how well the product is what was asked for.
TYPE_SAID = 3 * STEP  # the name says the product type in the very words that were typed
TYPE_EXACT = 12 * STEP  # just the product type, where product types around it follow
TYPE_CALLED = STEP  # the name says it in some wording that names nothing else
TYPE_IS = 2 * STEP  # its name is the type's; its category may be where its store puts others, too
TYPE_HEAD = 3 * STEP  # where what is near follows: its name has the product type's last word
TYPE_BEGUN = 2 * STEP  # a type whose name the last word may become, and the word as it stands
TYPE_NAMED = 4 * STEP  # the name says the type in some wording; its category alone says less
COLOUR = 3 * STEP  # each colour that was asked for: black and white before black
COLOUR_SWATCH = STEP  # it is the colour, and not only at its edge
COLOUR_OF_KIN = 20 * STEP  # more, among what is near and of a kind: black jeans for black chinos
COLOUR_WORDED = STEP  # the name or the store's colour says "navy", where the swatch says blue
COLOUR_SHADE = 2 * STEP  # or in another wording of that shade: "midnight blue"
GENDER = 2 * STEP  # made for them, and not for everybody
GROWN_UP = 2 * STEP  # not for children, where nobody was named
BRAND = 6 * STEP  # a name that may be a brand's, and is
SIZE = 3 * STEP  # a size that can be had; many products say nothing of theirs
ATTRIBUTE = STEP  # a material or a pattern that it has, and not only says somewhere
MEASURE = 8 * STEP  # a measure that the name says, in whatever unit
WORD_IN_NAME = 3 * STEP  # a remaining word in the name …
WORDS = 20 * STEP  # all of them, where what is near follows: more than the very type without them
WORD = STEP  # … or anywhere; synonyms count as the word
STATE = 3 * STEP  # a state that was wished for and does not filter
AFFORDABLE = 6 * STEP  # not above the one amount that was named …
PRICE = 2 * STEP  # … and near to it
CHEAP = 12 * STEP  # the lower (or higher) the price, the more: 2 STEP for each of its digits

# Among equals, what a shopper wants to see first: `indexer.catalogue.document.build`, which is
# part of the document, and how new it is; together below STEP.
FRESH = ((30, 0.2), (90, 0.2))  # days since it was first seen


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
