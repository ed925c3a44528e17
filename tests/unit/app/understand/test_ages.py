from __future__ import annotations

import pytest

from app.search.understand import fold_in_place, understand
from app.search.understand.conditions.ages import ages
from tests.unit.app.understand.language import language


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
        ("pyjamas ages 3 to 5", "ages 3 to 5", "kids"),
        ("rok vir 7 jaar oud", "7 jaar oud", "kids"),
        ("18 months old hat", "18 months old", "baby"),
        ("1 year old party dress", "1 year old", "baby"),
        ("gift for 40 year old man", "40 year old", ""),
        ("10 years warranty watch", None, None),
        ("aged leather belt", None, None),
        ("vintage page 3 poster", None, None),
        ("6-9 months babygrow", None, None),
    ],
)
def test_an_age_says_whom_it_is_for(text: str, typed: str | None, people: str | None) -> None:
    folded = fold_in_place(text)
    seen = [(folded[age.start : age.end], age.people) for age in ages(folded)]
    assert seen == ([] if typed is None else [(typed, people)])


def test_an_age_is_a_condition_that_can_be_taken_away() -> None:
    text = "red dress for a 6 year old girl under R300"
    meaning = understand(text, language())
    (age, _) = meaning.of("people")
    assert (age.label, age.text) == ("Children", "6 year old")
    assert "audience:kids" in age.values
    assert (meaning.words, meaning.ignored) == ((), ())
    again = understand(text, language(), without=frozenset({age.id}))
    assert [part.id for part in again.parts] == [
        part.id for part in meaning.parts if part.id != age.id
    ]


def test_an_adults_age_asks_for_nothing() -> None:
    meaning = understand("dress for a 40 year old", language())
    assert [part.kind for part in meaning.parts] == ["thing"]
    assert (meaning.words, meaning.ignored) == ((), ())
