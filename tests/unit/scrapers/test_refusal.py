"""Why a page gives no suggestion: the part that failed, what was seen there, what to try."""

from __future__ import annotations

from typing import Any

import pytest

from scrapers.suggest.steps import refusal

SEEN = {"pictures": 4, "amounts": 2, "sample": "R 100", "frames": 0}
NAMES = [{"sample": ["Linen dress", "Doek"]}]
PICTURES = [{"isSame": False, "nodePath": "li > img"}]
BADGES = [{"isSame": True, "nodePath": "img.badge"}]


def page(**group: Any) -> dict[str, Any]:
    whole = {"priced": 8, "card": "li.tile", "names": NAMES, "pictures": PICTURES, **group}
    return {"groups": [whole] if "prices" in whole else [], "linked": [whole], "seen": SEEN}


@pytest.mark.parametrize(
    ("answer", "opened", "parts"),
    [
        (
            page(prices=[{"sample": ["R899 p/m x 6"]}]),
            None,
            ["8 cards were found at li.tile, such as 'Linen dress'", "'R899 p/m x 6' stands there"],
        ),
        (page(), 3, ["no price stands on them, and on none of 3 product pages", "set Price"]),
        (page(pictures=BADGES), 0, ["all show the one at img.badge", "set Image"]),
        (page(pictures=[]), 0, ["no picture of their own was found, there is none"]),
        (page(names=[]), 0, ["8 cards were found at li.tile, but no name", "set Product name"]),
    ],
)
def test_a_refusal_says_which_part_of_the_cards_failed(
    answer: dict[str, Any], opened: int | None, parts: list[str]
) -> None:
    told = refusal(answer, opened)
    assert all(part in told for part in parts), told
    assert "No repeated" not in told


def test_a_page_without_cards_is_told_with_what_was_seen() -> None:
    told = refusal({"groups": [], "linked": [], "seen": {**SEEN, "frames": 1}}, None)
    assert told.startswith("No repeated product cards were recognised on this page: 4 linked")
    assert "2 amounts, such as 'R 100', were seen, and 1 frames." in told
