"""What a phrase is of when its words say more, or nothing of it is for sale."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.search.query.bodies import filters, query, score
from app.search.query.clauses import product_type
from app.search.request import Conditions
from app.search.understand import NEAR, Language, understand
from tests.unit.app.understand.language import language


def without(*words: str) -> Language:
    """Return the language of a catalogue that sells nothing of categories that hold these words."""
    stocked = language()
    categories = {
        s: n for s, n in stocked.categories.items() if not any(word in s for word in words)
    }
    return replace(stocked, categories=categories)


def test_boots_of_a_kind_are_near_to_shoes_where_no_boots_are_sold() -> None:
    (part,) = understand("over the knee boots", without("boots")).of("type")
    assert part.values == ()
    assert {"women/shoes", "men/shoes"} & set(part.near_values)


def test_just_the_type_in_another_colour_is_near() -> None:
    meaning = understand("brown sofa", language()).loosely(NEAR)
    (either,) = [
        clause
        for clause in query(Conditions(text="x", meaning=meaning))["bool"]["filter"]
        if "bool" in clause
    ]
    both, product_type = either["bool"]["should"]
    assert "colour" in json.dumps(both)
    assert "colour" not in json.dumps(product_type)
    assert "sofas" in json.dumps(product_type)


def test_which_is_nearer_the_type_or_the_colour_depends_on_what_is_around() -> None:
    def weights(text: str) -> dict[str, float]:
        meaning = understand(text, language()).loosely(NEAR)
        scored = [item["constant_score"] for item in score(meaning)]
        return {
            kind: max(item["boost"] for item in scored if kind in json.dumps(item["filter"]))
            for kind in ("colour", "category")
        }

    sofa, chinos = weights("brown sofa"), weights("black slim fit chinos")
    assert sofa["category"] > sofa["colour"]  # no brown table
    assert chinos["colour"] > chinos["category"]  # black trousers


def test_where_other_types_stand_too_the_name_decides() -> None:
    (part,) = understand("tracksuit bottoms", language()).of("type")
    assert {slug.split("/", 1)[1] for slug in part.shared} == {"activewear/sports-bottoms"}
    stands, called, named = product_type(part)["bool"]["should"]
    assert not set(part.shared) & set(stands["terms"]["category"])
    assert called["bool"]["filter"][0] == {"terms": {"category": sorted(part.shared)}}
    assert named == {"term": {"productTypes": "joggers"}}


def test_a_winter_jacket_may_be_a_puffer() -> None:
    (part,) = understand("winter jacket", language()).of("type")
    assert "puffers" in part.phrases


def test_the_cheapest_of_a_type_is_none_that_only_stands_there() -> None:
    """The cheapest in a category of beds is a fitting for one."""
    asked, _ = filters(understand("cheap bed", language()), "ZAR")
    any_bed, _ = filters(understand("bed", language()), "ZAR")
    unnamed = {"bool": {"must_not": [{"exists": {"field": "productTypes"}}]}}
    assert str(unnamed) in str(asked)
    assert str(unnamed) not in str(any_bed)


@pytest.mark.parametrize(
    ("type_asked", "extras"),
    [
        ("furniture", {"home/furniture/covers", "home/furniture/parts"}),
        ("shoes", {"men/shoes/shoe-care", "women/shoes/shoe-care"}),
    ],
)
def test_the_cheapest_of_a_branch_is_nothing_that_is_only_bought_for_it(
    type_asked: str, extras: set[str]
) -> None:
    barred = str({"must_not": [{"terms": {"category": sorted(extras)}}]}).strip("{}")
    assert barred in str(filters(understand(f"cheap {type_asked}", language()), "ZAR"))
    assert barred not in str(filters(understand(type_asked, language()), "ZAR"))
    assert barred not in str(filters(understand("cheap shoe care", language()), "ZAR"))


def test_a_colour_that_is_called_by_a_type_is_that_type_where_no_other_is_named() -> None:
    """ "Lipstick red" and "dress blue" are wordings of colours, and what backwards people type."""
    for text, product_types, colour in (
        ("lipstick red", ("lipstick",), "Red"),
        ("dress blue", ("dress",), "Blue"),
        ("lipstick red dress", ("dress",), "Lipstick red (Red)"),
    ):
        meaning = understand(text, language())
        assert [part.product_types for part in meaning.of("type")] == [product_types]
        assert [part.label for part in meaning.of("colour")] == [colour]
    assert not understand("coffee brown", language()).of("type")


def test_what_is_not_sold_is_not_called_by_what_is_narrower() -> None:
    """Names say those of their own product types: "block heels" are no building blocks."""
    (part,) = understand("dinosaur toys", without("toys")).of("type")
    assert part.values == ()
    assert "toy" in {phrase.removesuffix("s") for phrase in part.phrases}
    assert not {"block", "blocks"} & set(part.phrases)
