"""Types that are named with the type first, and what is said of a type behind it."""

from __future__ import annotations

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language


@pytest.mark.parametrize(
    ("backwards", "usual"),
    [
        ("boots chelsea", "chelsea boots"),
        ("boots knee high", "knee high boots"),
        ("skirt pencil", "pencil skirt"),
        ("bra push up", "push up bra"),
        ("table coffee", "coffee table"),
        ("glasses wine", "wine glasses"),
        ("rack wine", "wine rack"),
        ("frame photo", "photo frame"),
        ("jeans mom", "mom jeans"),
        ("mat yoga", "yoga mat"),
        ("pan frying", "frying pan"),
        ("top off the shoulder", "off the shoulder top"),
        ("t-shirt long sleeve", "long sleeve t-shirt"),
        ("black shoes school boys", "black school shoes boys"),
    ],
)
def test_a_type_named_first_means_the_same(backwards: str, usual: str) -> None:
    one, other = understand(backwards, language()), understand(usual, language())
    assert [(p.kind, p.label, p.values) for p in one.parts] == [
        (p.kind, p.label, p.values) for p in other.parts
    ]
    assert (one.words, one.optional, one.ignored) == (other.words, other.optional, other.ignored)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("shirt dress", "Shirt dress"),
        ("dress shirt", "Dress shirt"),
        ("dress jacket", "Blazers"),
        ("watch leather strap", "Watches"),
        ("belt bag", "Belt bag"),
    ],
)
def test_what_is_a_phrase_as_it_stands_stays_one(text: str, label: str) -> None:
    (product_type,) = understand(text, language()).of("type")
    assert product_type.label == label


def test_a_part_named_backwards_has_the_words_as_typed_and_can_be_taken_away() -> None:
    meaning = understand("Red Boots Chelsea for men", language())
    (product_type,) = meaning.of("type")
    assert product_type.text == "Boots Chelsea"
    again = understand(
        "Red Boots Chelsea for men", language(), without=frozenset({product_type.id})
    )
    assert again.of("type") == ()
    assert set(again.required) == {"boots", "chelsea"}


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("dress black long sleeve", "Dresses", ("long", "sleeve")),
        ("swimsuit tummy control", "Swimsuits & Costumes", ("tummy", "control")),
        ("fitted sheet queen bed", "Fitted sheet", ("queen", "bed")),
        ("pyjama short set", "Pyjamas & Sleepwear", ("short", "set")),
    ],
)
def test_what_only_describes_is_not_the_type(text: str, label: str, words: tuple[str, ...]) -> None:
    meaning = understand(text, language())
    assert [part.label for part in meaning.of("type")] == [label]
    assert meaning.words == words


@pytest.mark.parametrize("text", ["double bed", "white double bed", "long sleeve", "tummy control"])
def test_by_itself_it_is_the_type(text: str) -> None:
    assert len(understand(text, language()).of("type")) == 1


def test_two_types_that_are_joined_are_both_meant() -> None:
    meaning = understand("mattress and double bed", language())
    assert len(meaning.of("type")) == 2


@pytest.mark.parametrize("text", ["wallet leather men", "leather men belt"])
def test_leather_for_men_is_no_leatherman(text: str) -> None:
    meaning = understand(text, language())
    assert [part.label for part in meaning.of("people")] == ["Men"]
    assert meaning.of("type")[0].label in {"Wallet", "Leather belt", "Belt"}


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("date night top", "Tops"),
        ("date night dress", "Date night dress"),
        ("baby shower dress", "Dresses"),
        ("womens clothing", "Clothing"),
    ],
)
def test_an_occasion_takes_no_word_from_the_type(text: str, label: str) -> None:
    meaning = understand(text, language())
    assert [part.label for part in meaning.of("type")] == [label]
    assert "Babies" not in [part.label for part in meaning.of("people")]
    assert meaning.words == ()
