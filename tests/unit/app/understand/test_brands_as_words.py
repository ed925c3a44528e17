"""Brands that are called by words of ordinary English: a name only where names stand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from app.search.understand import Language, Meaning, understand
from tests.unit.app.understand import language as small

BRANDS = dict.fromkeys(
    ["Next", "Gap", "Guess", "Diesel", "Mango", "Only", "Selected", "Free People", "Forever New",
     "Country Road", "Cotton On", "Big Blue", "Old Khaki", "Mr Price", "Poetry"],
    40,
)  # fmt: skip


@cache
def language() -> Language:
    language = small.language()
    words = ["next", "gap", "guess", "diesel", "only", "country", "road", "free", "people"]
    counts = {**language.counts, **dict.fromkeys(words, 40)}
    return replace(language, brands=BRANDS, counts=counts).warm()


def brands(text: str, *, certain: bool) -> list[str]:
    parts = read(text).of("brand")
    return [value for part in parts if part.certain == certain for value in part.values]


def read(text: str) -> Meaning:
    return understand(text, language())


@pytest.mark.parametrize(
    ("text", "brand"),
    [
        ("next dress", "Next"),
        ("dresses by next", "Next"),
        ("black Next dress", "Next"),
        ("next", "Next"),
        ("guess jeans for her", "Guess"),
        ("jeans guess", "Guess"),
        ("diesel slim jeans", "Diesel"),
        ("a diesel watch", "Diesel"),
        ("my gap hoodie", "Gap"),
        ("mango dress under R500", "Mango"),
        ("free people boho dress", "Free People"),
        ("forever new jumpsuit", "Forever New"),
        ("country road shirt", "Country Road"),
        ("cotton on dress", "Cotton On"),
        ("big blue jeans", "Big Blue"),
        ("mr price dress", "Mr Price"),
        ("poetry dress", "Poetry"),
    ],
)
def test_a_name_that_stands_where_names_do_is_the_brand(text: str, brand: str) -> None:
    assert brands(text, certain=True) == [brand]


@pytest.mark.parametrize(
    "text",
    [
        "vintage only dresses",
        "ladies only gym tights",
        "brown leather belt only R200",
        "gifts under R150 only",
        "i guess a navy blazer would do",
        "a gap in my wardrobe: white shirt",
        "my next dress",
        "next week i need black heels",
        "country style curtains",
        "sugar free lotion",
    ],
)
def test_a_plain_word_is_no_brand(text: str) -> None:
    assert not read(text).of("brand")


@pytest.mark.parametrize(
    ("text", "brand"),
    [
        ("only jeans", "Only"),
        ("jeans only", "Only"),
        ("jeans by only", "Only"),
        ("a big blue bag", "Big Blue"),
        ("cotton on sale", "Cotton On"),
        ("dress for next wedding", "Next"),
    ],
)
def test_a_name_in_doubt_raises_and_filters_nothing(text: str, brand: str) -> None:
    assert brands(text, certain=False) == [brand]
    assert brands(text, certain=True) == []


def test_a_colour_in_a_name_in_doubt_counts() -> None:
    meaning = read("a big blue bag")
    assert [part.values for part in meaning.of("colour")] == [("blue",)]
    assert meaning.optional == ("big",)


def test_a_brand_that_is_not_wanted_is_left_out_wherever_it_stands() -> None:
    assert [part.values for part in read("jeans not guess").parts if part.excluded] == [("Guess",)]
