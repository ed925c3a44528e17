"""What each word of a text may be is decided together, by what the whole text costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.understand import Language, Meaning, understand
from tests.unit.app.understand.language import language


@pytest.fixture(scope="module")
def shop() -> Language:
    """A catalogue that says more words than the others' does."""
    words = "pink tent table coffee cushion jacket vase wall clock tartan shrt".split()
    counts = {**language().counts, **dict.fromkeys(words, 60)}
    return replace(language(), counts=counts).warm()


def read(text: str, shop: Language) -> Meaning:
    return understand(text, shop)


@pytest.mark.parametrize(
    ("text", "product_type"),
    [
        ("coffee tab", "Coffee table"),
        ("coffee t", "Coffee table"),
        ("t-sh", "T-shirts"),
        ("leather ja", "Leather jacket"),
        ("denim ja", "Denim jacket"),
    ],
)
def test_a_half_typed_word_ends_the_phrase_that_it_stands_in(
    text: str, product_type: str, shop: Language
) -> None:
    assert [part.label for part in read(text, shop).of("type")] == [product_type]


@pytest.mark.parametrize(
    ("text", "words", "prefix"), [("sofa c", ("sofa",), "c"), ("tent p", ("tent",), "p")]
)
def test_where_several_phrases_go_on_so_all_are_meant(
    text: str, words: tuple[str, ...], prefix: str, shop: Language
) -> None:
    meaning = read(text, shop)
    assert (meaning.words, meaning.prefix) == (words, prefix)
    assert len(meaning.unfinished.begun) > 1


def test_behind_a_type_a_letter_may_begin_what_is_only_called_by_it(shop: Language) -> None:
    """ "Vase f" is a vase's filler as well as a fluted vase."""
    meaning = read("vase f", shop)
    assert [(part.label, part.either) for part in meaning.of("type")] == [("Vases", True)]
    assert meaning.prefix == "f"


@pytest.mark.parametrize("text", ["coffee tab ", "coffee tab,", "short sleeve", "slim fit"])
def test_what_is_whole_begins_nothing(text: str, shop: Language) -> None:
    finished = understand(f"{text} under R500", shop)
    assert (finished.prefix, finished.unfinished.begun) == ("", ())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("pnk cushion", "pink"), ("blck dress", "black"), ("wall clck", "clock"), ("tnt", "tent")],
)
def test_a_word_is_known_by_its_consonants(typed: str, meant: str, shop: Language) -> None:
    (correction,) = read(typed, shop).corrections
    assert correction.used == meant


@pytest.mark.parametrize("text", ["kfc jacket", "bmw jacket", "pink nfl jacket", "jk jacket"])
def test_an_abbreviation_of_something_else_is_none(text: str, shop: Language) -> None:
    meaning = read(text, shop)
    assert meaning.corrections == ()
    assert len(meaning.ignored) == 1


def test_a_word_of_somebody_else_s_name_may_still_be_an_error(shop: Language) -> None:
    """ "Shrt" is said of 60 products, and nothing is called so: the filters decide."""
    meaning = read("shrt", shop)
    assert (meaning.words, meaning.corrections) == (("shrt",), ())
    used = [other.used for other in meaning.alternatives]
    assert used[0] == "shirt"
    assert len(used) == len(set(used)) <= 4


def test_no_alternative_knows_fewer_words_than_the_text(shop: Language) -> None:
    meaning = read("blck clck", shop)
    assert meaning.ignored == ()
    assert not any(other.ignored for other in meaning.alternatives)


def test_a_correction_makes_a_phrase_with_its_neighbours(shop: Language) -> None:
    """ "Cofee tabel" is a coffee table, though "coffee" alone is a brown and "tabel" a label."""
    assert [part.label for part in read("cofee tabel", shop).of("type")] == ["Coffee table"]


def test_of_two_types_behind_one_another_the_longer_phrase_ends_the_name(shop: Language) -> None:
    assert [part.label for part in read("gas braai cover", shop).of("type")] == ["Braai cover"]
