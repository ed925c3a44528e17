"""What names of products and fields of stores say, from two pages: a row a name or a wording."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.language.classify.colors import colors_of
from indexer.language.classify.product import Hints, classify, types_of
from indexer.language.quantities import MOST_MEASURES, measures_of
from scrapers.attributes import ATTRIBUTES, MATERIAL, SIZE

OPTION = re.compile(r" \[(\w+) ([^\]]+)\]")
HINTS = {"path": "category_path", "age": "age_group"}
ATTRIBUTE = {one.name: one for one in ATTRIBUTES}


def rows(page: str) -> Iterator[Any]:
    only = ""
    for line in Path(__file__).with_name(page).read_text(encoding="utf-8").splitlines():
        if line.startswith("@only "):
            only = line.removeprefix("@only ")
        elif line and not line.startswith("#"):
            text, _, said = line.partition(" =>")
            yield pytest.param(text, only.split(), said.strip(), id=text)


@pytest.mark.parametrize(("name", "kinds", "said"), list(rows("names.txt")))
def test_a_name_says_what_it_is_of(name: str, kinds: list[str], said: str) -> None:
    assert told(name, kinds) == said


def told(name: str, kinds: list[str]) -> str:
    """Return what a name says of these kinds, with what its store says beside it."""
    given = {HINTS.get(what, what): value for what, value in OPTION.findall(name)}
    name, hints = OPTION.sub("", name), Hints(**given)
    kind = classify(name, hints)
    says: dict[str, Any] = {
        "category": kind.category_slug,
        "root": (kind.category_slug or "").partition("/")[0],
        "unisex": "yes" if kind.unisex else "",
        "people": kind.people,
        "audience": kind.audience,
        "colours": ", ".join(kind.color_slugs),
        "types": ", ".join(types_of(name, brand=hints.brand)),
        "material": ", ".join(MATERIAL.read([], name)),
        "pattern": ", ".join(ATTRIBUTE["pattern"].read([], name)),
        "measures": ", ".join(
            f"{unit} {' '.join(f'{amount:g}' for amount in amounts)}"
            for unit, amounts in measures_of(name).items()
        ),
    }
    return "; ".join(f"{which} {says[which]}" for which in kinds if says[which])


@pytest.mark.parametrize(("wording", "kinds", "values"), list(rows("values.txt")))
def test_what_stores_write_becomes_what_people_choose(
    wording: str, kinds: list[str], values: str
) -> None:
    field, _, written = wording.partition(": ")
    read = colors_of(written) if field == "colour" else ATTRIBUTE[field].read([written])
    assert ", ".join(read) == values


def test_what_the_store_says_stands_before_what_its_name_says() -> None:
    assert MATERIAL.read(["Viscose"], "Linen dress") == ["Viscose", "Linen"]


def test_sizes_say_measures_too_none_is_said_twice_and_they_have_an_end() -> None:
    assert measures_of("Shampoo 250ml", "250 ml", "1 litre") == {"volume": [250, 1000]}
    many = " ".join(f"{number}cm" for number in range(1, 100))
    assert len(measures_of(many)["length"]) == MOST_MEASURES


IN_ORDER = (
    "XXS|XS|S|M|L|XL|XXL|3XL|5XL|2|8|8.5|10|38|42 2/3|8-10|32/30|32/34|UK 5.5|UK 9|US 9|EU 42"
    "|34B|36A|Newborn|0-3 months|3-6 months|12-18 months|2-3 years|5-6 years|104 cm|Single|Queen"
    "|King|50 ml|Petite|One size"
).split("|")


def test_sizes_sort_as_sizes_do() -> None:
    shuffled = random.Random(3).sample(IN_ORDER, len(IN_ORDER))
    assert SIZE.in_order(shuffled) == IN_ORDER
    assert [*map(SIZE.read, zip(IN_ORDER))] == [[value] for value in IN_ORDER]


def test_a_product_carries_each_size_once_in_order_and_not_without_end() -> None:
    assert SIZE.read(["Large", "XS", "L", "extra small"]) == ["XS", "L"]
    assert len(SIZE.read([str(number) for number in range(500)])) == 60
