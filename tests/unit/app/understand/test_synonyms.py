"""What operators say that words mean is read in their place, wherever texts and titles are read."""

from __future__ import annotations

import pytest

from app.search.understand import Meaning, understand
from indexer.language.words.entries import Synonyms
from tests.unit.app.understand.language import language

MEANS = {"zzkaf": "dress", "foot things": "boots", "tannie dress": "red dress"}


def read(text: str, *, as_typed: bool = False) -> Meaning:
    return understand(text, language().with_synonyms(MEANS), as_typed=as_typed)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Foot  Things for men", "boots for men"),
        ("tannie dress under R500", "red dress under R500"),
    ],
)
def test_a_synonym_is_read_as_what_it_means(text: str, meant: str) -> None:
    said, plain = read(text), understand(meant, language())
    kinds = [(part.kind, part.label, part.values) for part in said.parts]
    assert kinds == [(part.kind, part.label, part.values) for part in plain.parts]
    assert (said.used, said.corrections, said.ignored) == (meant, (), ())
    (product_type,) = read("nice foot things").of("type")
    assert product_type.text == "foot things"  # its chip shows what was typed


def test_no_text_that_is_to_be_read_as_typed_has_one_and_a_title_has() -> None:
    assert read("zzkaf", as_typed=True).of("type") == ()
    assert Synonyms(MEANS).in_title("Summer ZZKAF, long") == "Summer dress, long"
