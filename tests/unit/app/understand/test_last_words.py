"""A last word that says something only with the words before it is left as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language


@pytest.mark.parametrize("text", ["dress cape town", "dress for sale in cape town"])
def test_the_end_of_a_phrase_is_not_completed(text: str) -> None:
    reading = understand(text, language())
    assert [part.text for part in reading.parts] == ["dress"]
    assert reading.words == ()
    assert reading.corrections == ()


def test_a_word_that_goes_on_is_completed_all_the_same() -> None:
    (part,) = understand("black dres", language()).of("type")
    assert part.text == "dres"


@pytest.mark.parametrize(
    ("text", "category"), [("sweather", "women/tops/jerseys"), ("backpak", "women/bags/backpacks")]
)
def test_a_word_with_one_error_is_mended_and_not_parted(text: str, category: str) -> None:
    (part,) = understand(text, language()).of("type")
    assert category in part.values


def test_an_english_word_is_no_compound_of_afrikaans_ones() -> None:
    """ "rompie" is a skirt, and "room" would be what it is a diminutive of."""
    reading = understand("draws for bedroom", language())
    assert not reading.of("type")
    assert reading.corrections == ()


def test_a_small_word_alone_is_the_beginning_of_a_type() -> None:
    """ "Wat" is Afrikaans for what, and nobody searches for that."""
    assert understand("wat", language()).prefix == "wat"


@pytest.mark.parametrize("text", ["wat kos dit", "what dress", "all in one", "show me"])
def test_a_small_word_in_a_sentence_is_none(text: str) -> None:
    assert understand(text, language()).prefix == ""


@pytest.mark.parametrize(
    ("text", "product_type"),
    [("men's wais", "waistcoat"), ("women's ski", "skirt"), ("legg", "leggings")],
)
def test_what_may_become_a_type_or_a_word_raises_the_type(text: str, product_type: str) -> None:
    """ "Waist" is said of more products than there are waistcoats."""
    reading = understand(text, language())
    assert text.endswith(reading.prefix)
    assert reading.unfinished.begun == (product_type,)


@pytest.mark.parametrize("text", ["jeans high wais", "jacket with hood", "skirt with wais"])
def test_behind_a_type_no_other_is_begun(text: str) -> None:
    assert understand(text, language()).unfinished.begun == ()


def test_a_word_that_is_said_is_the_beginning_of_a_type_only_where_that_is_far_likelier() -> None:
    few, many = ({**language().counts, "hand": hands, "handbag": 900} for hands in (200, 300))
    rather = understand("women's hand", replace(language(), counts=few))
    assert (rather.prefix, rather.unfinished.begun) == ("hand", ("handbag",))
    assert understand("women's hand", replace(language(), counts=many)).words == ("hand",)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("lace up bo", "Lace up boots"),
        ("winter ja", "Winter jacket"),
        ("puffer ja", "Puffer jacket"),
    ],
)
def test_a_small_word_with_nothing_behind_it_ends_the_phrase_that_it_begins(
    text: str, label: str
) -> None:
    """ "Bo" is Afrikaans for above; and no "winterjas" without its last letter is a winter coat."""
    (part,) = understand(text, language()).of("type")
    assert label.startswith(part.label)


@pytest.mark.parametrize(("text", "kind"), [("leather bo", "material"), ("men's bo", "people")])
def test_where_no_type_is_named_a_small_last_word_begins_one(text: str, kind: str) -> None:
    reading = understand(text, language())
    assert [part.kind for part in reading.parts] == [kind]
    assert (reading.prefix, "boots" in reading.unfinished.begun) == ("bo", True)


def test_what_is_a_colour_at_a_pinch_may_begin_a_type() -> None:
    """ "Sand" is a beige, and behind "women's" rather a sandal."""
    many, few = ({**language().counts, "sand": 30, "sandals": n} for n in (900, 40))
    rather = understand("women's sand", replace(language(), counts=many))
    assert (rather.prefix, rather.of("colour")) == ("sand", ())
    assert understand("women's sand", replace(language(), counts=few)).of("colour")
