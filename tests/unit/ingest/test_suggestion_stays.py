"""What works today stays where a suggestion has found nothing in its place."""

from __future__ import annotations

from typing import Any

import pytest

from indexer.ingest.tryout import fill_from_present
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
EMPTY = """nextButtonSelector nextButtonText infiniteScrollButtonSelector detailSelector
detailImageNodePath popupCloseButtonSelector soldOutXPath soldOutText salePriceXPath""".split()
NOTHING: dict[str, Any] = dict.fromkeys(EMPTY, "")
NOTHING |= {"nodePath": ".tile img", "nextButtonClickNotRedirect": False, "scrollDelay": 0}


def test_what_nothing_was_found_for_stays() -> None:
    kept, stays = fill_from_present(NOTHING, TODAY)
    assert {name: value for name, value in kept.items() if value} == {
        "nextButtonSelector": "a.next",
        "nextButtonText": "More",
        "detailSelector": "a.detail",
        "popupCloseButtonSelector": ".close",
        "soldOutXPath": ".//em",
        "nodePath": ".tile img",
    }
    assert stays == ["a.next", "More", "a.detail", ".close", ".//em"]


@pytest.mark.parametrize(
    "found", [{"scrollDelay": 500}, {"infiniteScrollButtonSelector": "button.more"}]
)
def test_another_paging_takes_the_place_of_all_of_it(found: dict[str, Any]) -> None:
    kept, _ = fill_from_present(NOTHING | found, TODAY)
    assert kept["nextButtonSelector"] == ""
    assert kept.items() >= found.items()


def test_a_source_that_is_no_list_leaves_the_lists_fields_alone() -> None:
    assert fill_from_present({"source": "feed", "feedUrl": "https://a.example/f"}, TODAY) == (
        {"source": "feed", "feedUrl": "https://a.example/f"},
        [],
    )
