"""What only holds, joins, covers or belongs to a thing does not stand where the thing does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from indexer.language import categories
from indexer.language.classify.product import Hints, classify
from tests.support.sisters import apart, composed, seen

THINGS = (
    "Sofa|Couch|Dining Chair|Table|Bed|Mattress|Lamp|Rug|Mirror|Backpack|Bike|Tent|Umbrella"
    "|Ottoman|Bench|Desk|Suitcase|Headboard"
)
TAILS = (
    "Leg Caps|Repair Kit|Refill|Replacement|Connector|Grippers|Feet|Filler|Wheels|Polish|Cleaner"
    "|Holder|Protector|Extender|Clips|Strap"
)
TITLES = [
    *composed("{thing}>Stretch {thing} {tail} Grey", thing=THINGS, tail=TAILS),
    *composed(
        "{thing}>{tail} for {thing}", thing=THINGS, tail=f"{TAILS}|Zip|Buckle|Cushion Insert"
    ),
]
MOST = 0.02


@pytest.mark.parametrize("chosen", [seen, apart])
def test_what_belongs_to_a_thing_is_not_where_its_store_puts_it_among_the_things(
    chosen: Callable[[list[str]], list[str]],
) -> None:
    names = {node.slug: node.name for node in categories()}
    sisters, among = chosen(TITLES), []
    for thing, title in (sister.split(">") for sister in sisters):
        own = classify(thing).category_slug or ""
        if (
            own
            and classify(title, Hints(category_path=f"Home > {names[own]}")).category_slug == own
        ):
            among.append(title)
    assert len(sisters) > 150
    assert len(among) <= MOST * len(sisters), among
