"""The judged queries: enough of each kind, in many wordings, each with a need that is met."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from tests.relevance import arcade
from tests.relevance.bazaar import TYPE, feed
from tests.relevance.classification import read_heads
from tests.relevance.grade import grade_of, relevant
from tests.relevance.items import LOADERS, SOURCES, items, missing
from tests.relevance.lexicon import product_types
from tests.relevance.need import Query
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out

FEWEST = 3  # products that fit each query fully
ALL = [query for catalogue in LOADERS for query in read_set(catalogue)]


def test_there_are_enough_queries_of_every_kind_in_either_half() -> None:
    assert len(ALL) >= 900
    for held_out in (False, True):
        half = Counter(query.kind for query in ALL if is_held_out(query.text) == held_out)
        assert sum(half.values()) >= 300
        assert min(half.values()) >= 5, half
    assert {"head noun", "sentences", "several attributes"} <= {query.kind for query in ALL}


def test_each_kind_of_the_arcade_has_its_queries_in_either_half() -> None:
    queries = read_set("arcade")
    for held_out, fewest in ((False, 14), (True, 9)):
        half = Counter(query.kind for query in queries if is_held_out(query.text) == held_out)
        assert len(half) == 15
        assert min(half.values()) >= fewest, half
    assert len({(query.text.casefold(), query.filters) for query in queries}) == len(queries)
    assert all(relevant(query.need, items("arcade")) for query in queries)


def test_what_is_chosen_beside_a_text_holds_for_what_fits_it() -> None:
    within = {row["id"]: set(arcade.within(row)) for row in arcade.rows()}
    for query in read_set("arcade"):
        fitting = relevant(query.need, items("arcade"))
        assert all(set(query.filters) <= within[item.key] for item in fitting), query


def test_the_arcades_feeds_say_nothing_of_what_the_judge_knows() -> None:
    sent = [row for store in arcade.STORES for row in store.feed()]
    assert len(sent) == len(arcade.rows()) <= 400
    assert all(name not in row for row in sent for name in arcade.JUDGED)


def test_titles_with_unknown_heads_are_enough_in_either_half() -> None:
    for held_out in (False, True):
        half = [head for head in read_heads() if is_held_out(head.title) == held_out]
        assert sum(head.unknown for head in half) >= 50
        assert sum(not head.unknown for head in half) >= 5


@pytest.mark.full
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
