"""What makes two stores' products one thing, and what speaks against it; sisters from parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from indexer.offers.evidence import EVIDENCE_GTIN as GTIN
from indexer.offers.evidence import EVIDENCE_MPN as MPN
from indexer.offers.evidence import (
    LOOKS,
    PERSON,
    Edge,
    Facts,
    edges_of,
    facts_of,
    name_keys,
    things_of,
)
from indexer.offers.picture import forms_of
from tests.support.garments import content, drawing

COLORS = {"red": 1, "blue": 2}  # ids
RED, BLUE = COLORS.values()
SHOWN = forms_of(content(drawing(1, (200, 30, 40))))
ELSE = forms_of(content(drawing(2, (200, 30, 40))))


def product(
    id_: int, store: int, name: str = "Nola dress", maker: str = "Veld", **more: Any
) -> Facts:
    row: dict[str, Any] = {"id": id_, "brand_id": store, "name": name, "maker": maker}
    row |= dict.fromkeys(("color", "people", "sizes", "identifiers"))
    row |= {"colors": [RED], "price": 500.0, "picture": f"p{id_}", "forms": SHOWN, **more}
    row["identifiers"] = [{"kind": k, "value": v} for k, v in row["identifiers"] or ()]
    return facts_of(SimpleNamespace(**row), row["price"], row["forms"])


def test_a_name_that_begins_with_a_maker_is_found_by_the_makers_own() -> None:
    for maker in ("Veld", "Blou Berg", "Soil & Sea"):
        one, other = product(1, 1, maker=maker), product(2, 2, f"{maker} Nola dress", "")
        assert {*name_keys(one)} & {*name_keys(other)}, maker


def rule_of(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    a, b = product(1, 1, **one), product(2, 2, **other)
    edges = [*edges_of(a, [b])]
    assert [replace(edge, evidence={}) for edge in edges] == [
        replace(edge, evidence={}) for edge in edges_of(b, [a])
    ], "it is the same from either side"
    return next((edge.rule for edge in edges if edge.joins), None)


RULES = {"looks": LOOKS, "gtin": GTIN, "mpn": MPN, None: None}
# Two stores' products, by what differs from `product`, and the rule that joins them.
PAIRS = Path(__file__).with_name("pairs.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("case", [json.loads(line) for line in PAIRS], ids=lambda case: case["id"])
def test_what_agrees_joins_unless_something_speaks_against_it(case: dict[str, Any]) -> None:
    one, other = ({**values} for values in (case["one"], case["other"]))
    for values in (one, other):
        if "colors" in values:
            values["colors"] = [COLORS[name] for name in values["colors"]]
        if values.get("forms") == "else":
            values["forms"] = ELSE
    assert rule_of(one, other) == RULES[case["rule"]]


NUMBERED: dict[str, Any] = {"identifiers": [["gtin", "04006381333931"]], "forms": (), "picture": ""}


def test_a_number_on_several_models_of_a_store_is_no_evidence() -> None:
    one, other = product(1, 1, **NUMBERED), product(2, 2, **NUMBERED)
    lamp = product(3, 2, "Zuri lamp", "Lumo", **NUMBERED)
    blue = product(4, 2, **NUMBERED | {"colors": [BLUE]})
    assert [edge.pair for edge in edges_of(one, [other, lamp])] == []
    assert [edge.pair for edge in edges_of(one, [other, blue])] == [(1, 2), (1, 4)]


def test_near_duplicates_in_a_store_are_no_evidence_of_either() -> None:
    products = {each.id: each for each in (product(1, 1), product(2, 2), product(3, 2))}
    edges = [*edges_of(products[1], [products[2], products[3]])]
    assert len(edges) == 2
    assert things_of(products, edges) == {1: None, 2: None, 3: None}
    assert things_of({1: products[1], 2: products[2]}, edges) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    ("sizes", "decided", "things"),
    [
        (("50ml", "", "100ml"), {}, {1: 1, 2: 1, 3: None}),
        (("", "", ""), {}, {1: 1, 2: 1, 3: 1}),
        (("", "", ""), {(1, 3): False}, {1: 1, 2: 1, 3: None}),
        (("50ml", "", "100ml"), {(2, 3): True}, {1: None, 2: 2, 3: 2}),
    ],
)
def test_what_hangs_together_wrongly_is_cut_at_its_weakest_edge(
    sizes: tuple[str, ...], decided: dict[tuple[int, int], bool], things: dict[int, int | None]
) -> None:
    products = {
        number: product(number, number, f"Nola lotion {size}")
        for number, size in enumerate(sizes, 1)
    }
    edges = {(1, 2): Edge(1, 2, GTIN, 1.0), (2, 3): Edge(2, 3, MPN, 0.9)}
    said = {pair: Edge(*pair, PERSON, 2.0, joins) for pair, joins in decided.items()}
    assert things_of(products, (edges | said).values()) == things


def test_two_of_one_store_are_never_together() -> None:
    products = {1: product(1, 1), 2: product(2, 2), 3: product(3, 1)}
    edges = [Edge(1, 2, GTIN, 1.0), Edge(2, 3, MPN, 0.9)]
    assert things_of(products, edges) == {1: 1, 2: 1, 3: None}
