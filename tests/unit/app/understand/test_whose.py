"""Words for people that belong to a phrase, and those that say whose a product type is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language


@pytest.mark.parametrize(
    ("text", "people", "product_type"),
    [
        ("men's bags", "Men", "bag"),
        ("mens bag", "Men", "bag"),
        ("boys shorts", "Boys", "shorts"),
        ("boys' shorts", "Boys", "shorts"),
    ],
)
def test_a_type_of_somebodys_is_for_them(text: str, people: str, product_type: str) -> None:
    meaning = understand(text, language())
    assert [part.label for part in meaning.of("people")] == [people]
    assert [part.product_types for part in meaning.of("type")] == [(product_type,)]


@pytest.mark.parametrize(
    ("text", "product_type"),
    [("man bag", "crossbody-bag"), ("boy shorts", "panties"), ("boyfriend jeans", "mom-jeans")],
)
def test_a_phrase_with_a_person_in_it_is_one_type(text: str, product_type: str) -> None:
    meaning = understand(text, language())
    assert not meaning.of("people")
    assert [part.product_types for part in meaning.of("type")] == [(product_type,)]


@pytest.mark.parametrize(
    ("text", "said", "people", "words"),
    [
        ("granny cardigan", True, [], ("granny",)),
        ("granny cardigan", False, ["Women"], ()),
        ("cardigan for my granny", True, ["Women"], ()),
        ("womens cardigan", True, ["Women"], ()),
    ],
)
def test_a_person_that_names_say_before_a_type_is_what_it_is_like(
    text: str, said: bool, people: list[str], words: tuple[str, ...]
) -> None:
    shop = language()
    counts = {**shop.counts, **dict.fromkeys(("granny", "womens"), 9)} if said else shop.counts
    meaning = understand(text, replace(shop, counts=counts))
    assert [part.label for part in meaning.of("people")] == people
    assert meaning.words == words


@pytest.mark.parametrize(
    "text", ["boyfriend denim", "boyfriend hoodie", "boyfriend style jeans", "girlfriend t-shirt"]
)
def test_before_a_garment_some_people_say_only_how_it_is_cut(text: str) -> None:
    meaning = understand(text, language())
    assert not meaning.of("people")
    assert meaning.of("type")


@pytest.mark.parametrize("text", ["perfume for my girlfriend", "boyfriend gift"])
def test_before_what_is_no_garment_they_are_meant(text: str) -> None:
    assert understand(text, language()).of("people")


@pytest.mark.parametrize("text", ["school girl shoes", "shoes for school girls"])
def test_what_names_say_stays_a_word_before_other_people(text: str) -> None:
    shop = replace(language(), counts={**language().counts, "school": 9})
    meaning = understand(text, shop)
    assert [part.label for part in meaning.of("people")] == ["Girls"]
    assert meaning.words == ("school",)


def test_where_nothing_is_called_so_the_people_are_meant_after_all() -> None:
    """A "You guys" tee makes guys a word of names: what is not called so is still for men."""
    shop = replace(language(), counts={**language().counts, "guys": 9})
    meaning = understand("guys jeans", shop)
    assert (meaning.words, meaning.of("people")) == (("guys",), ())
    assert any(other.of("people") for other in meaning.alternatives)
