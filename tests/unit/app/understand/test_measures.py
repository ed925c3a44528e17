"""Measures are wished for in whatever unit they are said, and are no prices, sizes or ages."""

from __future__ import annotations

import pytest

from app.search.query.bodies import query
from app.search.request import Conditions
from app.search.understand import Amount, understand
from app.search.understand.conditions.amounts import MOST
from tests.unit.app.understand.language import language, parts


@pytest.mark.parametrize(
    ("text", "label", "kind", "bounds"),
    [
        ("45l backpack", "45 l", "volume", (45_000, 45_000)),
        ("backpack of 45 litres", "45 l", "volume", (45_000, 45_000)),
        ("0.5 liter bottle", "0.5 l", "volume", (500, 500)),
        ("one litre bottle", "1 l", "volume", (1000, 1000)),
        ("2.3m curtain", "2.3 m", "length", (2300, 2300)),
        ("curtain 1,5 m", "1.5 m", "length", (1500, 1500)),
        ("curtain under 2 m", "Up to 2 m", "length", (None, 2000)),
        ("not more than 2m curtain", "Up to 2 m", "length", (None, 2000)),
        ("minstens 45l rugsak", "From 45 l", "volume", (45_000, None)),
        ("curtain of 230 cm or more", "From 230 cm", "length", (2300, None)),
        ("curtain about 2 m", "About 2 m", "length", (1800, 2200)),
        ("40-50l backpack", "40 to 50 l", "volume", (40_000, 50_000)),
        ("500 ml to 1 litre bottle", "0.5 to 1 l", "volume", (500, 1000)),
        ('32" tv', "32 inch", "inches", (32, 32)),
        ("55in tv", "55 inch", "inches", (55, 55)),
        ("7 ft christmas tree", "7 ft", "inches", (84, 84)),
        ("2 kg rice", "2 kg", "weight", (2000, 2000)),
        ("six pack socks", "6 pack", "pack", (6, 6)),
        ("socks pack of three", "3 pack", "pack", (3, 3)),
        ("10-pack socks", "10 pack", "pack", (10, 10)),
    ],
)
def test_a_measure_is_wished_for_as_it_is_compared(
    text: str, label: str, kind: str, bounds: tuple[float | None, float | None]
) -> None:
    (measure,) = parts(text, "measure")
    assert isinstance(measure, Amount)
    assert (measure.label, measure.values) == (label, (kind,))
    assert (measure.low, measure.high) == bounds


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("rug 160x230cm", ["160 cm", "230 cm"]),
        ("rug 1.6 x 2.3 m grey", ["1.6 m", "2.3 m"]),
        ("box 30 x 20 x 10 cm", ["30 cm", "20 cm", "10 cm"]),
        ("60cm x 40cm frame", ["60 cm", "40 cm"]),
        ("rug 160 by 230 cm", ["160 cm", "230 cm"]),
        ("towel 70*140cm", ["70 cm", "140 cm"]),
        ("cupboard w60 x h90 cm", ["60 cm", "90 cm"]),
        ('frame 8" x 10"', ["8 inch", "10 inch"]),
        ("5'8\" surfboard", ["68 inch"]),
        ("rug 160x230", []),
    ],
)
def test_what_is_so_long_and_so_wide_is_wished_for_as_both(text: str, labels: list[str]) -> None:
    assert [part.label for part in understand(text, language()).of("measure")] == labels


@pytest.mark.parametrize(
    "text",
    ["32 in waist jeans", "model 45lx", "1.2.3m", "R45m", "packs", "a pack", "dress in red", "501"],
)
def test_what_is_no_measure_is_read_as_none(text: str) -> None:
    assert parts(text, "measure") == []


def test_a_long_text_has_so_many_measures_at_most() -> None:
    assert len(parts("5 ml " * 50, "measure")) == MOST


def test_a_text_that_is_nothing_but_a_measure_asks_for_it() -> None:
    read = understand("32 inch", language())
    assert not read.words
    body = str(query(Conditions(text="32 inch", meaning=read)))
    assert "'filter'" in body
    assert "{'measures.inches': {'gte': 32.0, 'lte': 32.0}}" in body


@pytest.mark.parametrize("text", ["shirt under 3 fifty rand", "shirt under three fifty rand"])
def test_a_hundred_may_be_left_out_behind_a_digit_too(text: str) -> None:
    (price,) = understand(text, language()).of("price")
    assert price.high == 350


def test_a_word_before_a_measure_or_a_price_is_finished() -> None:
    for text in ("sho 500 ml", "sho under R500"):
        assert understand(text, language()).prefix == ""
