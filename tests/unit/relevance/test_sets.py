"""The judged queries: enough of each kind, in many wordings, each with a need that is met."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from tests.relevance.bazaar import THING, feed
from tests.relevance.grade import grade_of, relevant
from tests.relevance.items import LOADERS, SOURCES, items, missing
from tests.relevance.lexicon import things
from tests.relevance.making.__main__ import HAND, KINDS
from tests.relevance.making.sampler import FEWEST
from tests.relevance.need import Query
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out

ALL = [query for catalogue in LOADERS for query in read_set(catalogue)]


def test_there_are_enough_queries_of_every_kind_in_either_half() -> None:
    assert len(ALL) >= 900
    for held_out in (False, True):
        half = Counter(query.kind for query in ALL if is_held_out(query.text) == held_out)
        assert sum(half.values()) >= 300
        assert all(half[kind] >= 5 for kind in KINDS), half
    assert {"head noun", "sentences", "several attributes"} <= {query.kind for query in ALL}
    assert HAND.is_file()


@pytest.mark.full
@pytest.mark.parametrize("catalogue", LOADERS)
def test_every_need_is_met_by_enough_products(
    catalogue: str, request: pytest.FixtureRequest
) -> None:
    if catalogue in SOURCES:
        request.getfixturevalue("shared")
        assert not missing(catalogue)
    bad = [query.text for query in read_set(catalogue) if not _is_met(query)]
    assert bad == []


def test_the_bazaars_feed_does_not_say_what_the_judge_knows() -> None:
    assert all(THING not in row for row in feed())
    assert {thing for item in items("bazaar") for thing in item.things} <= things().keys()


def _is_met(query: Query) -> bool:
    catalogue = items(query.catalogue)
    if query.need.cheap:  # what is cheap is known once all that fits is
        return len(relevant(query.need, catalogue)) >= FEWEST
    fitting = (item for item in catalogue if grade_of(query.need, item) == 2)
    return len(list(islice(fitting, FEWEST))) == FEWEST
