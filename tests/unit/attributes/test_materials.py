from __future__ import annotations

import pytest

from scrapers.attributes import MATERIAL


@pytest.mark.parametrize(
    ("wording", "values"),
    [
        ("100% Cotton", ["Cotton"]),
        ("70% Baumwolle, 30% Elasthan", ["Cotton", "Elastane"]),
        ("cotton/polyester/elastane", ["Cotton", "Polyester", "Elastane"]),
        ("Leer", ["Leather"]),
        ("PU", ["Faux leather"]),
        ("Laine mérinos 50%, cachemire", ["Wool", "Cashmere"]),
        ("katoen", ["Cotton"]),
        ("<b>Wool</b>", ["Wool"]),
        ("Secret", []),
    ],
)
def test_a_stores_own_words_name_materials(wording: str, values: list[str]) -> None:
    assert MATERIAL.read([wording]) == values


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Linen wrap dress", ["Linen"]),
        ("Merino-wool jersey", ["Merino", "Wool"]),
        ("Shweshwe cotton skirt", ["Shweshwe", "Cotton"]),
        ("Faux leather jacket", ["Faux leather"]),
        ("Leather-look leggings", ["Faux leather"]),
        ("Bag (suede)", ["Suede"]),
        ("Leer sandale", ["Leather"]),
        ("Oak side table", ["Wood"]),
        ("Lace dress", ["Lace"]),
        ("Glass vase", ["Glass"]),
    ],
)
def test_a_name_says_what_a_thing_is_made_of(name: str, values: list[str]) -> None:
    assert MATERIAL.read([], name) == values


@pytest.mark.parametrize(
    "name",
    ["Linen basket", "Bed linen set", "Steel blue vase", "Lace-up boots", "Cotton On tee",
     "Wine glass", "Sunglasses", "Gold ring", "Canvas print", "Leather cleaner", "Denim blue shirt",
     "Silk-feel blouse", "Teak oil", "Jersey", "Iron"],
)  # fmt: skip
def test_a_word_that_is_no_material_here_is_none(name: str) -> None:
    assert MATERIAL.read([], name) == []


def test_what_the_store_says_stands_before_what_its_name_says() -> None:
    assert MATERIAL.read(["Viscose"], "Linen dress") == ["Viscose", "Linen"]
