"""Patterns follow from their declaration and entries alone: read, indexed, filtered, understood."""

from __future__ import annotations

import pytest

from app.search.filters import BY_ATTRIBUTE
from app.search.query.understood import filters, relaxations
from app.search.understand import LOOSE_WORDS, Meaning, Part
from scrapers.attributes import ATTRIBUTES
from tests.unit.app.understand.test_understand import read

PATTERN = next(attribute for attribute in ATTRIBUTES if attribute.name == "pattern")


def attributes(meaning: Meaning) -> list[Part]:
    names = [attribute.name for attribute in ATTRIBUTES]
    return [part for part in meaning.parts if part.kind in names and not part.excluded]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Striped linen shirt", ["Striped"]),
        ("Navy pinstripe blazer", ["Striped"]),
        ("Polka-dot midi skirt", ["Polka dot"]),
        ("Gingham tablecloth", ["Gingham", "Checked"]),
        ("Plain flour 1 kg", []),
        ("Checked luggage tag", []),
        ("Floral scented candle", []),
        ("Linen shirt", []),
    ],
)
def test_a_name_says_a_pattern(name: str, values: list[str]) -> None:
    assert PATTERN.read([], name) == values


def test_a_stores_field_says_more_words_than_names_do() -> None:
    assert PATTERN.read(["Solid"], "Solid shirt") == ["Plain"]
    assert BY_ATTRIBUTE["pattern"].field == PATTERN.field


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("striped shirt", "pattern:striped"),
        ("floral dress", "pattern:floral"),
        ("gestreepte hemp", "pattern:gestreepte"),
        ("dress with flowers", "pattern:flowers"),
        ("tartan skirt", "pattern:tartan"),
        ("dress not striped", "not-pattern:striped"),
        ("linen dress", "material:linen"),
        ("leather sofa", "material:leather"),
        ("sofa not leather", "not-material:leather"),
    ],
)
def test_an_attribute_is_a_condition_of_a_text(text: str, part: str) -> None:
    assert part in [one.id for one in read(text).parts]


@pytest.mark.parametrize("text", ["gold ring", "walnut table", "pinstripe suit"])
def test_what_says_more_than_a_value_or_is_a_colour_is_none(text: str) -> None:
    assert not attributes(read(text))


def test_an_attribute_that_was_taken_away_is_a_word_again() -> None:
    meaning = read("striped shirt", without=frozenset({"pattern:striped"}))
    assert (attributes(meaning), meaning.required) == ([], ("striped",))


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
