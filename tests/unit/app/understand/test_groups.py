"""What stands with a noun belongs to its group, and the group's last noun is what is meant."""

from __future__ import annotations

from app.search.query.bodies import filters
from app.search.query.kinds import lacks
from app.search.understand import Meaning, understand
from tests.unit.app.understand.language import language


def read(text: str) -> Meaning:
    return understand(text, language())


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
