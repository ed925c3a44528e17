"""How far a "not" reaches."""

from __future__ import annotations

import pytest

from app.search.query.understood import filters
from app.search.understand import Meaning, understand
from tests.unit.app.understand.language import language

KNOWN = frozenset({"sleeve", "sleeves", "v", "neck", "polka", "dots", "laces", "buttons", "zips"})


def read(text: str) -> Meaning:
    return understand(text, language(), known=KNOWN)


def unwanted(text: str) -> list[str]:
    """Return the words that no name may hold."""
    parts = read(text).parts
    return [phrase for part in parts if part.excluded for phrase in part.phrases[:1]]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("shirt not short sleeve", "short sleeve"),
        ("not short sleeve shirts", "short sleeve"),
        ("hemp nie kort mou nie", "short sleeve"),
        ("top no v neck", "v neck"),
        ("dress without any polka dots", "polka dots"),
        ("shirt not too slim fit", "slim fit"),
        ("sandals without chunky heels", "chunky heels"),
        ("shoes no high heels", "high heels"),
        ("dress without long sleeves", "long sleeves"),
    ],
)
def test_it_reaches_over_a_description_of_several_words(text: str, phrase: str) -> None:
    meaning = understand(text, language(), known=KNOWN | {"chunky"})
    parts = [part for part in meaning.parts if part.excluded]
    assert [part.phrases[0] for part in parts] == [phrase]
    assert not any("short" in value for part in parts for value in part.values)
    assert meaning.of("type")
    assert meaning.words == ()


def test_what_is_said_in_afrikaans_is_left_out_by_its_english_names() -> None:
    _, barred = filters(read("rok sonder lang moue"), "ZAR")
    assert "long sleeve" in str(barred)


@pytest.mark.parametrize("text", ["rok nie rooi nie in blou", "rok, nie rooi nie, blou"])
def test_a_second_nie_only_ends_the_first(text: str) -> None:
    meaning = read(text)
    colours = [(part.values, part.excluded) for part in meaning.parts if part.kind == "colour"]
    assert colours == [(("red",), True), (("blue",), False)]


def test_each_pair_of_nie_excludes() -> None:
    parts = read("rok nie rooi nie, nie blou nie").parts
    assert [part.values for part in parts if part.excluded] == [("red",), ("blue",)]


def test_it_goes_on_over_an_and_between_words() -> None:
    assert unwanted("shoes without laces and buttons") == ["laces", "buttons"]
    assert unwanted("blouse with no buttons") == ["buttons"]


@pytest.mark.parametrize("text", ["shirt without zzzz, red", "sonder qqqq hemp, rooi"])
def test_what_was_lost_takes_its_not_with_it(text: str) -> None:
    meaning = read(text)
    assert not any(part.excluded for part in meaning.parts)
    assert [part.values for part in meaning.of("colour")] == [("red",)]
    assert meaning.of("type")


def test_nothing_is_a_not() -> None:
    assert unwanted("dress but nothing too short") == ["short"]


def test_it_ends_at_a_sign() -> None:
    meaning = read("shoes no laces, slim fit")
    assert unwanted("shoes no laces, slim fit") == ["laces"]
    assert set(meaning.words) == {"slim", "fit"}


def test_of_what_is_wanted_no_category_is_barred() -> None:
    """Wool is a word for jerseys, too: were the category barred, nothing would be left."""
    meaning = read("polo neck but not wool")
    (part,) = [part for part in meaning.parts if part.excluded]
    assert (part.kind, part.values) == ("material", ("Wool",))
    assert meaning.of("type")


def test_a_description_that_was_taken_away_is_words_again() -> None:
    meaning = understand(
        "shirt not short sleeve",
        language(),
        without=frozenset({"not-word:short sleeve"}),
        known=KNOWN,
    )
    assert not any(part.excluded for part in meaning.parts)
    assert meaning.required == ("short", "sleeve")


def test_what_somebody_does_not_need_is_not_wanted() -> None:
    meaning = read("i dont need a belt just the chinos")
    assert unwanted("i dont need a belt just the chinos") == ["belt"]
    assert {value.rpartition("/")[2] for part in meaning.of("type") for value in part.values} == {
        "trousers"
    }


@pytest.mark.parametrize(
    "text", ["any jeans but blue", "all jeans but blue", "enige jeans maar blou"]
)
def test_any_but_leaves_out_what_follows(text: str) -> None:
    (colour,) = read(text).of("colour", excluded=True)
    assert colour.values == ("blue",)
    assert read("blue jeans but cheap").of("colour")[0].values == ("blue",)


def test_a_kind_that_is_not_wanted_is_called_as_it_was_typed() -> None:
    (part,) = [p for p in understand("curtains that are not sheer", language()).parts if p.excluded]
    assert (part.label, part.phrases) == ("sheer", ("sheer",))


@pytest.mark.parametrize(
    ("text", "is_wanted"), [("plus size dress", True), ("dress not plus size", False)]
)
def test_a_phrase_of_small_words_that_says_something_is_not_dropped(
    text: str, is_wanted: bool
) -> None:
    meaning = read(text)
    assert (meaning.words == ("plus", "size")) == is_wanted
    assert (unwanted(text) == ["plus size"]) != is_wanted
    assert len(meaning.of("type")) == 1
