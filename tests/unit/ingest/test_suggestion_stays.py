"""What works today stays where a suggestion has found nothing in its place."""

from __future__ import annotations

from typing import Any

import pytest

from indexer.ingest.tryout import unopposed
from scrapers.config import BrandConfig

TODAY = BrandConfig(
    brand_id=3,
    node_path=".card img",
    next_button_selector="a.next",
    next_button_text="More",
    detail_selector="a.detail",
    popup_close_button_selector=".close",
    sold_out_xpath=".//em",
)
NOTHING = {
    "nodePath": ".tile img",
    "nextButtonSelector": "",
    "nextButtonText": "",
    "nextButtonClickNotRedirect": False,
    "infiniteScrollButtonSelector": "",
    "scrollDelay": 0,
    "detailSelector": "",
    "detailImageNodePath": "",
    "popupCloseButtonSelector": "",
    "soldOutXPath": "",
    "soldOutText": "",
    "salePriceXPath": "",
}


def test_what_nothing_was_found_for_stays() -> None:
    kept, stays = unopposed(NOTHING, TODAY)
    assert kept["nextButtonSelector"] == "a.next"
    assert kept["nextButtonText"] == "More"
    assert (kept["detailSelector"], kept["popupCloseButtonSelector"]) == ("a.detail", ".close")
    assert (kept["soldOutXPath"], kept["nodePath"]) == (".//em", ".tile img")
    assert stays == ["a.next", "More", "a.detail", ".close", ".//em"]


@pytest.mark.parametrize(
    "found", [{"scrollDelay": 500}, {"infiniteScrollButtonSelector": "button.more"}]
)
def test_another_paging_takes_the_place_of_all_of_it(found: dict[str, Any]) -> None:
    kept, _ = unopposed(NOTHING | found, TODAY)
    assert kept["nextButtonSelector"] == ""
    assert kept.items() >= found.items()


def test_a_source_that_is_no_list_leaves_the_lists_fields_alone() -> None:
    assert unopposed({"source": "feed", "feedUrl": "https://a.example/f"}, TODAY) == (
        {"source": "feed", "feedUrl": "https://a.example/f"},
        [],
    )
