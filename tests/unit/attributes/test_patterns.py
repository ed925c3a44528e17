"""Patterns follow from their declaration and entries alone: read, indexed, filtered, understood."""

from __future__ import annotations

from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import filters, relaxations
from app.search.understand import LOOSE_WORDS, Meaning, Part
from scrapers.attributes import ATTRIBUTES
from tests.unit.app.understand.test_understand import read

PATTERN = next(attribute for attribute in ATTRIBUTES if attribute.name == "pattern")


def attributes(meaning: Meaning) -> list[Part]:
    names = [attribute.name for attribute in ATTRIBUTES]
    return [part for part in meaning.parts if part.kind in names and not part.excluded]


def test_a_stores_field_says_more_words_than_names_do() -> None:
    assert PATTERN.read(["Solid"], "Solid shirt") == ["Plain"]
    assert BY_ATTRIBUTE["pattern"].field == PATTERN.field


def test_it_is_given_up_with_the_words_and_holds_what_only_says_it() -> None:
    meaning = read("striped shirt")
    (pattern,) = attributes(meaning)
    held = {"term": {"attributes.pattern": "Striped"}}
    must, _ = filters(meaning, "ZAR")
    assert any(held in clause.get("bool", {}).get("should", ()) for clause in must)
    step = relaxations(meaning)[0]
    assert step.relaxation == LOOSE_WORDS
    assert "attributes.pattern" not in str(filters(step, "ZAR")[0])
    assert pattern.label == "Striped"
