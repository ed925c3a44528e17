"""Grades follow the rules written down in tests/relevance/README.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.relevance.grade import grade_of, grades
from tests.relevance.items import Item, types_in
from tests.relevance.lexicon import (
    colours_of,
    sure_colours_of,
    tokens,
)
from tests.relevance.need import Need


def item(title: str, colour: str = "", key: str = "1", **changes: Any) -> Item:
    made = Item(
        key=key,
        title=title,
        brand="Low Tide Media",
        product_types=types_in(title),
        words=frozenset(tokens(f"{title} {colour}")),
        colours=colours_of(colour),
        sure=sure_colours_of(colour),
        gender="women",
        prices={"ZAR": 400.0, "EUR": 20.0},
    )
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("need", "title", "colour", "changes", "grade"),
    [
        (Need(product_types=("dress",)), "Summer dress", "red", {}, 2),
        (Need(product_types=("dress",), colours=("red",)), "Summer dress", "white/red", {}, 2),
        (Need(product_types=("dress",), colours=("navy",)), "Summer dress", "light blue", {}, 1),
        (Need(product_types=("dress",), colours=("navy",)), "Summer dress", "green", {}, 0),
        (Need(product_types=("maxi dress",), colours=("navy",)), "Summer dress", "blue", {}, 0),
        (Need(product_types=("dress",), gender="men"), "Summer dress", "", {}, 0),
        (Need(product_types=("dress",), gender="men"), "Summer dress", "", {"gender": ""}, 2),
        (Need(product_types=("dress",), high=300.0), "Summer dress", "", {}, 0),
        (Need(product_types=("dress",), high=500.0), "Summer dress", "", {}, 2),
        (Need(product_types=("dress",), low=450.0), "Summer dress", "", {}, 0),
        (Need(product_types=("dress",), high=25.0, currency="EUR"), "Summer dress", "", {}, 2),
        (Need(product_types=("dress",), high=500.0), "Summer dress", "", {"prices": {}}, 0),
        (Need(product_types=("dress",), not_colours=("red",)), "Summer dress", "black/red", {}, 0),
        (Need(product_types=("dress",), not_colours=("brown",)), "Summer dress", "cognac", {}, 1),
        (
            Need(product_types=("dress",), not_colours=("brown",)),
            "Summer dress",
            "dark brown",
            {},
            0,
        ),
        (Need(product_types=("dress",), not_words=("summer",)), "Summer dress", "", {}, 0),
        (Need(product_types=("dress",), not_brands=("Low Tide Media",)), "Dress", "", {}, 0),
        (Need(brands=("Low Tide",)), "Summer dress", "", {}, 2),
        (Need(brands=("Low Tide Media Curvy",)), "Summer dress", "", {}, 1),
        (Need(brands=("Champion Arts",)), "Summer dress", "", {}, 0),
        (Need(product_types=("dress",), words=("linen",)), "Summer dress", "", {}, 1),
        (Need(product_types=("dress",), words=("linen",)), "Linen dress", "", {}, 2),
        (Need(product_types=("dress",), all_colours=("black", "white")), "Dress", "white", {}, 1),
        (
            Need(product_types=("dress",), all_colours=("black", "white")),
            "Dress",
            "black/white",
            {},
            2,
        ),
        (Need(product_types=("dress",), all_colours=("black", "white")), "Dress", "red", {}, 0),
        (Need(product_types=("dress",), all_colours=("green", "beige")), "Dress", "khaki", {}, 0),
        (Need(product_types=("dress",), size="L"), "Dress", "", {"sizes": frozenset("SM")}, 1),
        (Need(product_types=("dress",), size="L"), "Dress", "", {}, 2),
        (Need(product_types=("dress",), audience="kids"), "Dress", "", {}, 0),
        (Need(product_types=("dress",), audience="kids"), "Dress", "", {"audience": "kids"}, 2),
        (Need(product_types=("dress",), gender="women"), "Dress", "", {"audience": "kids"}, 0),
        (Need(product_types=("dress",)), "Dress", "", {"audience": "kids"}, 1),
        (Need(product_types=("dress",), used=True), "Dress", "", {}, 1),
        (Need(product_types=("dress",), sale=True), "Dress", "", {}, 1),
        (Need(product_types=("shirt",), exact=True), "Blouse", "", {}, 0),
        (Need(product_types=("shirt",)), "Blouse", "", {}, 1),
        (Need(product_types=("dress", "skirt")), "Skirt", "", {}, 2),
    ],
)
def test_a_grade_is_what_the_rules_say(
    need: Need, title: str, colour: str, changes: dict[str, Any], grade: int
) -> None:
    assert grade_of(need, item(title, colour, **changes)) == grade


def test_cheap_lowers_what_is_not_among_the_cheapest_third() -> None:
    prices = (100.0, 200.0, 300.0, 400.0, 500.0, 600.0)
    held = [item("Dress", key=str(p), prices={"ZAR": p}) for p in prices]
    near = item("Tunic", key="near")
    found = grades(Need(product_types=("dress",), cheap=True), [*held, near])
    assert found == {"100.0": 2, "200.0": 2, "300.0": 1, "400.0": 1, "500.0": 1, "600.0": 1}
