"""Grades follow the rules written down in tests/relevance/README.md."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
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


ROWS = Path(__file__).with_name("grades.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", ROWS)
def test_a_grade_is_what_the_rules_say(row: str) -> None:
    need, title, colour, changes, grade = row.split("\t")
    values: dict[str, Any] = {
        name: frozenset(one) if name == "sizes" else one
        for name, one in json.loads(changes).items()
    }
    asked = Need.from_json(json.loads(need))
    assert grade_of(asked, item(title, colour, **values)) == int(grade)


def test_cheap_lowers_what_is_not_among_the_cheapest_third() -> None:
    prices = (100.0, 200.0, 300.0, 400.0, 500.0, 600.0)
    held = [item("Dress", key=str(p), prices={"ZAR": p}) for p in prices]
    near = item("Tunic", key="near")
    found = grades(Need(product_types=("dress",), cheap=True), [*held, near])
    assert found == {"100.0": 2, "200.0": 2, "300.0": 1, "400.0": 1, "500.0": 1, "600.0": 1}
