"""Measures are found in whatever unit a name says them, and are no prices, sizes or ages."""

from __future__ import annotations

import pytest

from app.search.query.bodies import query
from app.search.request import Conditions
from app.search.understand import understand
from app.search.understand.conditions.amounts import MOST
from tests.unit.app.understand.language import language, parts


@pytest.mark.parametrize(
    ("text", "label", "said"),
    [
        ("45l backpack", "45 l", {"45l", "45 litre"}),
        ("backpack of 45 litres", "45 l", {"45l", "45 l"}),
        ("0.5 liter bottle", "0.5 l", {"500ml", "500 ml", "0,5l"}),
        ("1000ml bottle", "1000 ml", {"1l", "1 litre", "one litre"}),
        ("one litre bottle", "1 l", {"1l", "1000 ml"}),
        ("2.3m curtain", "2.3 m", {"230cm", "2300 mm"}),
        ("230cm curtain", "230 cm", {"2.3m", "2,3 m"}),
        ("curtain 1,5 m", "1.5 m", {"150cm", "1.5m"}),
        ('32" tv', "32 inch", {"32", "32 inch"}),
        ("55in tv", "55 inch", {"55 inch"}),
        ("2 kg rice", "2 kg", {"2kg", "2000g"}),
        ("six pack socks", "6 pack", {"6 pack", "pack of 6", "six pack"}),
        ("socks pack of three", "3 pack", {"3 pack"}),
        ("10-pack socks", "10 pack", {"10 pack"}),
    ],
)
def test_a_measure_is_looked_for_in_all_units_of_its_kind(
    text: str, label: str, said: set[str]
) -> None:
    (measure,) = parts(text, "measure")
    assert measure.label == label
    assert said <= set(measure.phrases)


@pytest.mark.parametrize(
    "text",
    ["32 in waist jeans", "model 45lx", "1.2.3m", "R45m", "packs", "a pack", "dress in red", "501"],
)
def test_what_is_no_measure_is_read_as_none(text: str) -> None:
    assert parts(text, "measure") == []


def test_nobody_writes_a_spoon_in_thousandths_of_a_litre() -> None:
    (measure,) = parts("5 ml", "measure")
    assert "5ml" in measure.phrases
    assert not any("0.00" in phrase or "0.01" in phrase for phrase in measure.phrases)


def test_a_long_text_has_so_many_measures_at_most() -> None:
    assert len(parts("5 ml " * 50, "measure")) == MOST


def test_a_text_that_is_nothing_but_a_measure_asks_for_it() -> None:
    read = understand("32 inch", language())
    assert not read.words
    body = str(query(Conditions(text="32 inch", meaning=read)))
    assert "'filter'" in body
    assert "32 inch" in body


@pytest.mark.parametrize("text", ["shirt under 3 fifty rand", "shirt under three fifty rand"])
def test_a_hundred_may_be_left_out_behind_a_digit_too(text: str) -> None:
    (price,) = understand(text, language()).of("price")
    assert price.high == 350


def test_a_word_before_a_measure_or_a_price_is_finished() -> None:
    for text in ("sho 500 ml", "sho under R500"):
        assert understand(text, language()).prefix == ""
