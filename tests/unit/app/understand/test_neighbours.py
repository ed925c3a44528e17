"""Words that mean one type alone and another beside their neighbours."""

from __future__ import annotations

import pytest

from app.search.understand import Meaning, understand
from tests.unit.app.understand.language import language


def read(text: str) -> Meaning:
    known = frozenset({"living", "room", "grade", "folds"})
    return understand(text, language(), known=known)


def colours(text: str) -> list[str]:
    return [value for part in read(text).of("colour") for value in part.values]


@pytest.mark.parametrize(
    ("text", "own", "others"),
    [
        ("dress to wear with white sneakers", [], ("white",)),
        ("earrings that go with a red dress", [], ("red",)),
        ("black dress with white shoes", ["black"], ("white",)),
        ("swart rok met wit skoene", ["black"], ("wit",)),
    ],
)
def test_the_colour_of_another_type_is_no_condition(
    text: str, own: list[str], others: tuple[str, ...]
) -> None:
    assert colours(text) == own
    assert read(text).optional == others


@pytest.mark.parametrize("text", ["black dress with white", "dress with white", "white with red"])
def test_a_colour_behind_with_is_one_where_no_type_follows(text: str) -> None:
    assert "white" in colours(text)


@pytest.mark.parametrize(
    "text", ["living room rug", "rug for the living room", "rug for teen room", "sitkamer mat"]
)
def test_a_room_is_no_cream(text: str) -> None:
    assert colours(text) == []
    assert colours("room rok") == ["neutral"]


@pytest.mark.parametrize("text", ["tall pet gate", "peak design strap"])
def test_an_english_word_is_no_afrikaans_type_before_a_word_of_its_own(text: str) -> None:
    known = frozenset({"tall", "gate", "design"})
    product_types = understand(text, language(), known=known).of("type")
    assert [part.text for part in product_types if part.text in {"pet", "peak"}] == []
    assert [part.text for part in read("swart pet").of("type")] == ["pet"]


@pytest.mark.parametrize(
    "text", ["side table between armchairs", "mirror above the couch", "blanket over a sofa"]
)
def test_what_a_type_stands_beside_is_another_type(text: str) -> None:
    (part,) = read(text).of("type")
    assert text.startswith(part.text)


def test_what_folds_into_a_bag_is_no_bag() -> None:
    (part,) = read("rain jacket that folds into a bag").of("type")
    assert part.text == "rain jacket"


def test_small_words_that_are_written_as_one_say_nothing() -> None:
    meaning = read("ek is opsoek na n blou rok")
    assert (meaning.words, meaning.ignored) == ((), ())
    assert [part.text for part in meaning.of("type")] == ["rok"]


@pytest.mark.parametrize("text", ["school bag for grade r", "curtains from into"])
def test_a_word_that_everybody_uses_is_no_typing_error(text: str) -> None:
    assert understand(text, language()).corrections == ()
