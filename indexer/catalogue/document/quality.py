"""What a shopper wants to see first among equals, as one number of the document. Pure.

It is added up when the document is written: thirteen clauses in the search asked the same of every
product that matched a text. Together the weights stay below one STEP of `app.search.query.ranking`.
An index holds the numbers of the weights it was built with. `WEIGHTS` stands in the field's `meta`
in es_mappings/products.json: other weights are another mapping, and the next start rebuilds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

Steps = Sequence[tuple[int, float]]

IN_STOCK = 2.5
HAS_IMAGE = 2.0
# The first of equal names and of sibling colours, then the second: a page is not one thing over
# and over.
PLACE_OF_NAME: Steps = ((0, 1.0), (1, 1.0))
# The same for a brand's products in a category: every brand shows its first before any its fifth.
PLACE_OF_BRAND: Steps = ((1, 0.4), (3, 0.3), (7, 0.3), (15, 0.2), (31, 0.2))
POPULARITY: Steps = ((1, 0.25), (2, 0.25), (4, 0.25), (8, 0.25))  # buckets of decayed clicks
STEPS = (PLACE_OF_NAME, PLACE_OF_BRAND, POPULARITY)
BEST = IN_STOCK + HAS_IMAGE + sum(weight for steps in STEPS for _, weight in steps)

WEIGHTS = hashlib.sha256(repr((IN_STOCK, HAS_IMAGE, STEPS)).encode()).hexdigest()[:8]


def quality(
    *, sold_out: bool, pictured: bool, place_of_name: int, place_of_brand: int, popularity: int
) -> float:
    """Return the sum of the weights of what holds, from 0 to `BEST`."""
    score = 0.0 if sold_out else IN_STOCK
    score += HAS_IMAGE if pictured else 0.0
    score += sum(weight for most, weight in PLACE_OF_NAME if place_of_name <= most)
    score += sum(weight for most, weight in PLACE_OF_BRAND if place_of_brand <= most)
    score += sum(weight for least, weight in POPULARITY if popularity >= least)
    return round(score, 2)
