"""The judged queries: enough of each kind, in many wordings, each with a need that is met."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from tests.relevance.bazaar import THING, feed
from tests.relevance.grade import grade_of, relevant
from tests.relevance.items import LOADERS, SOURCES, items, missing
from tests.relevance.lexicon import things
from tests.relevance.making.__main__ import HAND, KINDS
from tests.relevance.making.kind import wordings
from tests.relevance.making.sampler import FEWEST
from tests.relevance.making.typing import cut, misspelt, other_number
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


def test_no_text_stands_twice_in_a_kind_of_a_catalogue() -> None:
    counted = Counter((query.catalogue, query.kind, query.text) for query in ALL)
    assert max(counted.values()) == 1


@pytest.mark.parametrize("kind", wordings())
def test_every_kind_is_said_in_at_least_five_ways(kind: str) -> None:
    assert len(set(wordings()[kind])) >= 5


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


def test_a_typing_error_changes_one_word_a_little() -> None:
    rng = random.Random(1)
    for _ in range(200):
        wrong = misspelt("black sneakers", 1, rng)
        assert wrong is not None
        assert wrong != "black sneakers"
        assert wrong[0] in "b"
        changed = [pair for pair in zip(wrong.split(), ("black", "sneakers")) if len(set(pair)) > 1]  # noqa: B905
        assert len(changed) == 1
        assert abs(len(changed[0][0]) - len(changed[0][1])) <= 1
    assert misspelt("red hat", 1, rng) is None
    assert misspelt("boots", 2, rng) is None


def test_a_prefix_is_a_beginning_of_the_last_word() -> None:
    rng = random.Random(1)
    for _ in range(50):
        begun = cut("red sneakers", rng)
        assert begun is not None
        assert "red sneakers".startswith(begun)
        assert len("red sne") <= len(begun) < len("red sneakers")
    assert cut("red hat", rng) is None


@pytest.mark.parametrize(
    ("one", "other"), [("dress", "dresses"), ("boots", "boot"), ("watch", "watches")]
)
def test_the_other_number_of_a_word(one: str, other: str) -> None:
    assert other_number(one) == other
