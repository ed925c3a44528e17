from __future__ import annotations

import pytest

from app.search.understand import understand
from app.search.understand.conditions.amounts import MOST
from scrapers.attributes import SIZE
from tests.unit.app.understand.language import language, quantities


@pytest.mark.parametrize(
    ("text", "typed", "people"),
    [
        ("dress for a 6 year old", "6 year old", "kids"),
        ("shoes for my 3-year-old", "3-year-old", "kids"),
        ("8yr old boy t-shirt", "8yr old", "kids"),
        ("gift for 10 yo", "10 yo", "kids"),
        ("5y/o dress", "5y/o", "kids"),
        ("jacket aged 12", "aged 12", "kids"),
        ("age 4 swimsuit", "age 4", "kids"),
        ("jacket for a 13 year old", "13 year old", "kids"),
        ("jacket for a 14 year old", "14 year old", ""),
        ("pyjamas ages 3 to 5", "ages 3 to 5", "kids"),
        ("rok vir 7 jaar oud", "7 jaar oud", "kids"),
        ("18 months old hat", "18 months old", "baby"),
        ("1 year old party dress", "1 year old", "baby"),
        ("gift for 40 year old man", "40 year old", ""),
        ("dress for two year old", "two year old", "kids"),
        ("t-shirt for a 5 year-old's party", "5 year-old's", "kids"),
        ("dress for 2 to 3 year old", "2 to 3 year old", "kids"),
        ("pyjamas ages 3 to 5 years", "ages 3 to 5 years", "kids"),
        ("6-9 months babygrow", "6-9 months", "kids"),
        ("romper 12-18m", "12-18m", "kids"),
        ("toddler shoes 18 months", "18 months", "baby"),
        ("outfits for ages 18 to 25", "ages 18 to 25", ""),
        ("10 years warranty watch", None, None),
        ("watch 24 months guarantee", None, None),
        ("2-3 year warranty", None, None),
        ("fairy lights 5-10m", None, None),
        ("aged leather belt", None, None),
        ("vintage page 3 poster", None, None),
    ],
)
def test_an_age_says_whom_it_is_for(text: str, typed: str | None, people: str | None) -> None:
    ages = quantities(text, "age")
    seen = [(text[age.start : age.end], [part.label for part in age.parts][:1]) for age in ages]
    labels = {"kids": ["Children"], "baby": ["Babies"], "": []}
    assert seen == ([] if typed is None else [(typed, labels[people or ""])])


def test_an_age_is_a_condition_that_can_be_taken_away() -> None:
    text = "red dress for a 6 year old under R300"
    meaning = understand(text, language())
    (age,) = meaning.of("people")
    assert (age.label, age.text) == ("Children", "6 year old")
    assert "audience:kids" in age.values
    assert (meaning.words, meaning.ignored) == ((), ())
    again = understand(text, language(), without=frozenset({age.id}))
    assert [part.id for part in again.parts] == [
        part.id for part in meaning.parts if part.id != age.id
    ]


def test_an_adults_age_asks_for_nothing() -> None:
    meaning = understand("dress for a 40 year old", language())
    assert [part.kind for part in meaning.parts] == ["type"]
    assert (meaning.words, meaning.ignored) == ((), ())


@pytest.mark.parametrize(
    ("text", "label", "stores_write"),
    [
        ("babygrow 6-9 months", "Size 6-9 months", "6-9M"),
        ("t-shirt 5 to 6 years", "Size 5-6 years", "5-6 Years"),
        ("dress for 2 to 3 year olds", "Size 2-3 years", "2-3Y"),
    ],
)
def test_a_range_of_ages_is_a_childs_size(text: str, label: str, stores_write: str) -> None:
    meaning = understand(text, language())
    (size,) = meaning.of("size")
    assert size.label == label
    assert set(SIZE.values(stores_write)) & set(size.values)
    assert (meaning.words, meaning.optional) == ((), ())


def test_the_size_of_an_age_is_taken_away_alone() -> None:
    meaning = understand("dress for 2 to 3 year olds", language())
    without = frozenset(part.id for part in meaning.of("size"))
    again = understand("dress for 2 to 3 year olds", language(), without=without)
    assert [part.label for part in again.parts] == ["Children", "Dresses"]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("kids dress for a 6 year old", ["Children"]),
        ("girls dress 6 year old", ["Girls"]),
        ("toddler shoes 18 months", ["Children"]),
        ("gift for women and a 6 year old", ["Children", "Women"]),
        ("dress not for boys 6 year old", ["Children"]),
    ],
)
def test_children_that_are_named_are_said_once(text: str, people: list[str]) -> None:
    assert [part.label for part in understand(text, language()).of("people")] == people


def test_the_same_age_twice_is_one_condition_and_few_are_read() -> None:
    assert len(understand("dress 12 yo 12 yo", language()).of("people")) == 1
    assert len(quantities(" ".join(f"aged {age}" for age in range(1, 99)), "age")) == MOST
