"""What stands with a noun belongs to its group, and the group's last noun is what is meant."""

from __future__ import annotations

import pytest

from app.search.query.kinds.names import lacks
from app.search.query.understood import filters
from app.search.understand import Meaning, understand
from indexer.classify.product_types import types_of
from tests.unit.app.understand.language import language


def read(text: str) -> Meaning:
    return understand(text, language())


@pytest.mark.parametrize(
    "text", ["cover for a sofa", "cover for my 3 seater sofa", "cover in grey for the sofa"]
)
def test_what_something_is_for_is_not_what_is_meant(text: str) -> None:
    (part,) = read(text).of("type")
    assert part.product_types == ("sofa-cover",)
    assert read(text).words == ()


def test_each_of_several_types_has_its_own_colour() -> None:
    meaning = read("blue jeans and a white shirt")
    assert {(part.values, part.of) for part in meaning.of("colour")} == {
        (("blue",), "jeans"),
        (("white",), "shirt"),
    }
    must, _ = filters(meaning, "ZAR")
    (either,) = must
    assert len(either["bool"]["should"]) == 2


def test_what_says_that_it_has_none_is_not_left_out() -> None:
    (part,) = read("shirt without buttons").of("word", excluded=True)
    assert {"without buttons", "no buttons", "buttonless"} <= set(lacks(part))
    _, (must_not,) = filters(read("shirt without buttons"), "ZAR")
    assert set(must_not["bool"]) == {"filter", "must_not"}


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("wardrobe 3 mirrors", [("wardrobe",)]),
        ("sofa 2 cushions", [("sofa",)]),
        ("wardrobe and 3 mirrors", [("wardrobe",), ("mirror",)]),
        ("wardrobe or mirror", [("wardrobe",), ("mirror",)]),
    ],
)
def test_what_is_counted_behind_a_thing_is_its_part_as_in_titles(
    text: str, types: list[tuple[str, ...]]
) -> None:
    assert [part.product_types for part in read(text).of("type")] == types
    assert (types_of(text)[:1] == types[0]) is (" or " not in text)
