"""The judged queries: enough of each kind, in many wordings, each with a need that is met."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.relevance import arcade
from tests.relevance.bazaar import TYPE, feed
from tests.relevance.grade import grade_of, relevant
from tests.relevance.items import LOADERS, SOURCES, items, missing
from tests.relevance.lexicon import product_types
from tests.relevance.need import Query
from tests.relevance.sets import read_set

FEWEST = 3  # products that fit each query fully


def test_what_is_chosen_beside_a_text_holds_for_what_fits_it() -> None:
    within = {row["id"]: set(arcade.within(row)) for row in arcade.rows()}
    for query in read_set("arcade"):
        fitting = relevant(query.need, items("arcade"))
        assert all(set(query.filters) <= within[item.key] for item in fitting), query


def test_the_arcades_feeds_say_nothing_of_what_the_judge_knows() -> None:
    sent = [row for store in arcade.STORES for row in store.feed()]
    assert len(sent) == len(arcade.rows()) <= 400
    assert all(name not in row for row in sent for name in arcade.JUDGED)


@pytest.mark.parametrize("catalogue", [name for name in LOADERS if name != "arcade"])
def test_every_need_is_met_by_enough_products(
    catalogue: str, request: pytest.FixtureRequest
) -> None:
    if catalogue in SOURCES:
        request.getfixturevalue("shared")
        assert not missing(catalogue)
    bad = [query.text for query in read_set(catalogue) if not _is_met(query)]
    assert bad == []


def test_the_bazaars_feed_does_not_say_what_the_judge_knows() -> None:
    assert all(TYPE not in row for row in feed())
    assert {
        product_type for item in items("bazaar") for product_type in item.product_types
    } <= product_types().keys()


def _is_met(query: Query) -> bool:
    catalogue = items(query.catalogue)
    if query.need.cheap:  # what is cheap is known once all that fits is
        return len(relevant(query.need, catalogue)) >= FEWEST
    fitting = (item for item in catalogue if grade_of(query.need, item) == 2)
    return len(list(islice(fitting, FEWEST))) == FEWEST
