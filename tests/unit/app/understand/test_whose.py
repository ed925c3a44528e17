"""Words for people that belong to a phrase, and those that say whose a thing is."""

from __future__ import annotations

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language


@pytest.mark.parametrize(
    ("text", "people", "thing"),
    [
        ("men's bags", "Men", "bag"),
        ("mens bag", "Men", "bag"),
        ("boys shorts", "Boys", "shorts"),
        ("boys' shorts", "Boys", "shorts"),
    ],
)
def test_a_thing_of_somebodys_is_for_them(text: str, people: str, thing: str) -> None:
    meaning = understand(text, language())
    assert [part.label for part in meaning.of("people")] == [people]
    assert [part.things for part in meaning.of("thing")] == [(thing,)]


@pytest.mark.parametrize(
    ("text", "thing"),
    [("man bag", "crossbody-bag"), ("boy shorts", "panties"), ("boyfriend jeans", "mom-jeans")],
)
def test_a_phrase_with_a_person_in_it_is_one_thing(text: str, thing: str) -> None:
    meaning = understand(text, language())
    assert not meaning.of("people")
    assert [part.things for part in meaning.of("thing")] == [(thing,)]
