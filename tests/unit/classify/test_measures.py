"""The measures of names and sizes, in their kinds' smallest units."""

from __future__ import annotations

import pytest

from indexer.classify.measures import measures_of
from indexer.reference.quantities.quantities import MOST_MEASURES


@pytest.mark.parametrize(
    ("name", "measures"),
    [
        ("Hiking Backpack 45L - Black", {"volume": [45_000]}),
        ("Backpack 45L/60L", {"volume": [45_000, 60_000]}),
        ("Body Oil,500ml", {"volume": [500]}),
        ("Jute Rug 160 x 230cm", {"length": [1600, 2300]}),
        ("Rug (1.6m x 2.3m)", {"length": [1600, 2300]}),
        ("Crew Socks 3-Pack", {"pack": [3]}),
        ("Socks, Pack of Three", {"pack": [3]}),
        ("Candle 1,5 kg", {"weight": [1500]}),
        ('Smart TV 55"', {"inches": [55]}),
        ("Cabinet W80 x H45 x D35cm", {"length": [800, 450, 350]}),
        ("Desk L110 W55 H72 cm", {"length": [1100, 550, 720]}),
        ("Table 120cm (W) x 80cm (D)", {"length": [1200, 800]}),
        ("Bench 90W x 40D cm", {"length": [900, 400]}),
        ("Towel 60*120cm", {"length": [600, 1200]}),
        ("Pool 3m x 76cm", {"length": [3000, 760]}),
        ('Frame 8" x 10"', {"inches": [8, 10]}),
        ("Christmas Tree 7ft", {"inches": [84]}),
        ("6-foot Ladder", {"inches": [72]}),
        ("Surfboard 5’8”", {"inches": [68]}),
        ("Board 6 ft 2 in", {"inches": [74]}),
        ("Rug 5x8 feet", {"inches": [60, 96]}),
        ("Pool 3m x 10ft", {"length": [3000], "inches": [120]}),
        ("The 70's Flare", {}),
        ("'47 Cap", {}),
        ("Bottle 500ml-1L", {"volume": [500, 1000]}),
        ("Babygrow 0-3m", {}),
        ("Jeans 32in waist", {}),
        ('Hose 1/2" 20m', {"length": [20_000]}),
        ("Jar 3/4 litre", {}),
        ("Levi's 501 Jeans", {}),
        ("Dress for R500", {}),
        ("10 Year Anniversary Tee", {}),
        ("", {}),
    ],
)
def test_a_name_says_its_measures(name: str, measures: dict[str, list[float]]) -> None:
    assert measures_of(name) == measures


def test_sizes_say_theirs_too_and_none_is_said_twice() -> None:
    assert measures_of("Shampoo 250ml", "250 ml", "1 litre") == {"volume": [250, 1000]}


def test_a_name_of_measures_alone_has_so_many_at_most() -> None:
    said = " ".join(f"{number}cm" for number in range(1, 100))
    assert len(measures_of(said)["length"]) == MOST_MEASURES
