"""What raises a product above another: each weight once, in one unit, with its reason.

A product's score is the sum of the weights of what holds for it. What was understood comes first
(multiples of STEP), then what makes a good first page of equals: all of that together stays below
one STEP, so that two products are equals where their scores lie on one step. `make judge
ARGS=--ablate` prints what each technique is worth.
"""

from __future__ import annotations

STEP = 10.0

# Understood: how well the product is what was asked for.
THING_SAID = 3 * STEP  # the name says the thing in the very words that were typed
THING_EXACT = 12 * STEP  # just the thing, where things around it follow
THING_CALLED = STEP  # the name says it in some wording that names nothing else
THING_NAMED = 4 * STEP  # the name says the thing in some wording; its category alone says less
COLOUR = 3 * STEP  # each colour that was asked for: black and white before black
COLOUR_SWATCH = STEP  # it is the colour, and not only at its edge
COLOUR_WORDED = STEP  # the name or the store's colour says "navy", where the swatch says blue
GENDER = 2 * STEP  # made for them, and not for everybody
BRAND = 6 * STEP  # a name that may be a brand's, and is
WORD_IN_NAME = 3 * STEP  # a remaining word in the name …
WORD = STEP  # … or anywhere; synonyms count as the word
STATE = 3 * STEP  # a state that was wished for and does not filter
AFFORDABLE = 6 * STEP  # not above the one amount that was named …
PRICE = 2 * STEP  # … and near to it
CHEAP = 6 * STEP  # the lower (or higher) the price, the more

# Among equals, what a shopper wants to see first; together below STEP.
IN_STOCK = 2.5
HAS_IMAGE = 2.0
# The first of equal names and of sibling colours, then the second: a page is not one thing over
# and over.
PLACE_OF_NAME = ((0, 1.0), (1, 1.0))
# The same for a brand's products in a category: every brand shows its first before any its fifth.
PLACE_OF_BRAND = ((1, 0.4), (3, 0.3), (7, 0.3), (15, 0.2), (31, 0.2))
POPULARITY = ((1, 0.25), (2, 0.25), (4, 0.25), (8, 0.25))  # buckets of decayed clicks
FRESH = ((30, 0.2), (90, 0.2))  # days since it was first seen
