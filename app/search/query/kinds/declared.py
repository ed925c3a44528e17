"""The kinds of conditions, each declared once; those of attributes follow from theirs."""

from __future__ import annotations

from app.search.query.kinds import amounts, names, people, product_types
from app.search.query.kinds.attributes import attribute_kind
from app.search.query.kinds.kind import Kind
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, LOOSE_WORDS, NEAR
from scrapers.attributes import ATTRIBUTES

# In the order of the clauses, those that leave the fewest products first.
KINDS = (
    Kind(
        "type",
        product_types.type_barred,
        product_types.types_hold,
        product_types.types_raise,
        until=ANYTHING,
        loosened=(NEAR, ANYTHING),
        enough=product_types.near_types,
        is_main=True,
    ),
    Kind(
        "colour",
        product_types.colour_barred,
        product_types.colours_hold,
        product_types.colours_raise,
        until=ANY_COLOUR,
        loosened=(ANY_COLOUR,),
    ),
    Kind(
        "brand",
        names.brand,
        names.brands_hold,
        names.brands_raise,
        until=ANY_BRAND,
        loosened=(ANY_BRAND, ANYTHING),
        beside="type",
        enough=names.any_brand,
    ),
    Kind("people", people.people_barred, people.people_hold, people.people_raise, until=ANYTHING),
    Kind("price", holds=amounts.prices_hold, weighs=amounts.prices_weigh),
    Kind(
        "state",
        amounts.state,
        amounts.states_hold,
        amounts.states_raise,
        amounts.states_weigh,
        until=LOOSE_WORDS,
        loosened=(LOOSE_WORDS,),
        asks=lambda part: part.certain,
    ),
    Kind("word", names.word_barred, raises=names.words_raise),
    *map(attribute_kind, ATTRIBUTES),
    Kind("measure", amounts.measure, raises=amounts.measures_raise, anchors=False),
)
BY_KIND = {kind.name: kind for kind in KINDS}
