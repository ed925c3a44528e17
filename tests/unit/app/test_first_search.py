"""What a page foresees of its own search; the browser tests compare it with what is really sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest

from app.search.wire.address import requests_of
from tests.support.data import rows


def params(address: str, country: str = "") -> list[dict[str, Any]]:
    query = parse_qsl(address, keep_blank_values=True)
    return [request["params"] for request in requests_of(query, country)]


def test_each_chosen_facet_is_counted_without_its_own_choice() -> None:
    page, category, colour = params("colour=red&category=women&colour=blue&colour=red")
    assert page["facetFilters"] == [["category:women"], ["colour:blue", "colour:red"]]
    assert (category["facets"], category["hitsPerPage"]) == ("category", 0)
    assert category["facetFilters"] == [["colour:blue", "colour:red"]]
    assert (colour["facets"], colour["facetFilters"]) == ("colour", [["category:women"]])


@pytest.mark.parametrize(("address", "page"), rows("page_numbers"))
def test_pages_stay_within_the_result_window(address: str, page: int) -> None:
    assert params(address)[0]["page"] == page


def test_bands_are_those_of_the_links_currency_or_none() -> None:
    euros = params("price=0-35&currency=EUR")
    assert (len(euros), euros[0]["currency"]) == (2, "EUR")
    assert euros[0]["facetFilters"] == [["price:0-35"]]
    unknown = params("q=x&price=0-35&currency=GBP")
    assert (len(unknown), unknown[0]["currency"]) == (1, "ZAR")


def test_how_a_text_is_read_goes_with_it_and_nothing_without_one() -> None:
    (page,) = params("q=red+dress&nu=colour:red&nu=colour:red&nu=&typed=1")
    assert (page["dismissed"], page["asTyped"]) == (["colour:red"], True)
    counts = params("q=red+dress&nu=colour:red&brand=X")[1]
    assert counts["dismissed"] == ["colour:red"]
    assert "asTyped" not in counts
    (sent, _) = params("nu=colour:red&typed=1&brand=X")
    assert "dismissed" not in sent
    assert "asTyped" not in sent
