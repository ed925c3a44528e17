"""What operators say that words mean is read in their place, wherever texts and titles are read."""

from __future__ import annotations

import pytest

from app.search.suggest.completer import Completer, Typed
from app.search.understand import Meaning, understand
from indexer.language.classify.product import classify
from indexer.language.words.entries import Synonyms
from tests.unit.app.understand.language import language

MEANS = {"zzkaf": "dress", "foot things": "boots", "tannie dress": "red dress"}


def read(text: str, *, as_typed: bool = False) -> Meaning:
    return understand(text, language().with_synonyms(MEANS), as_typed=as_typed)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("black zzkaf", "black dress"),
        ("Foot  Things for men", "boots for men"),
        ("tannie dress under R500", "red dress under R500"),
    ],
)
def test_a_synonym_is_read_as_what_it_means(text: str, meant: str) -> None:
    said, plain = read(text), understand(meant, language())
    kinds = [(part.kind, part.label, part.values) for part in said.parts]
    assert kinds == [(part.kind, part.label, part.values) for part in plain.parts]
    assert (said.used, said.corrections, said.ignored) == (meant, (), ())


def test_its_chip_shows_what_was_typed() -> None:
    (product_type,) = read("nice foot things").of("type")
    assert product_type.text == "foot things"


def test_a_text_that_is_to_be_read_as_typed_is_none() -> None:
    assert read("zzkaf", as_typed=True).of("type") == ()
    assert understand("zzkaf", language()).of("type") == ()


def test_suggestions_go_on_behind_a_synonym_as_behind_what_it_means() -> None:
    """Nobody says a colour twice."""
    own = Completer(language().with_synonyms({"zzkaf": "red dress"}), {})
    assert any(
        "blue" in text for text in Completer(language(), {}).texts(Typed.of("zzkaf b"), "ZAR")
    )
    assert not any("blue" in text for text in own.texts(Typed.of("zzkaf b"), "ZAR"))


def test_a_title_is_read_by_it() -> None:
    title = Synonyms(MEANS).in_title("Summer ZZKAF, long")
    assert title == "Summer dress, long"
    named = classify(title).category_slug
    assert named == classify("Summer dress, long").category_slug != classify("Zzkaf").category_slug
