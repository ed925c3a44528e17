"""What a page foresees of its own search; the browser tests compare it with what is really sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Flask

from app.pages.media import asset_response
from app.pages.views import is_reader
from app.search.wire.address import requests_of
from scrapers.attributes import ATTRIBUTES, NUMBERS

FACETS = sorted(
    [
        *("brand", "category", "colour", "gender", "price", "saOnly", "shipsFrom", "stock"),
        *("store", "style", "type"),
        *(item.name for item in ATTRIBUTES),
        *(item.flag for item in NUMBERS),
    ]
)


def params(address: str, country: str = "") -> list[dict[str, Any]]:
    query = parse_qsl(address, keep_blank_values=True)
    return [request["params"] for request in requests_of(query, country)]


def test_a_text_is_one_request_for_a_page_with_all_facets() -> None:
    assert requests_of([("q", " Linen ")], "ZA") == [
        {
            "indexName": "products",
            "params": {
                "query": "Linen",
                "attributesToHighlight": [],
                "page": 0,
                "hitsPerPage": 100,
                "facets": FACETS,
                "maxValuesPerFacet": 1000,
                "currency": "ZAR",
                "countryCode": "ZA",
            },
        }
    ]


def test_each_chosen_facet_is_counted_without_its_own_choice() -> None:
    page, category, colour = params("colour=red&category=women&colour=blue&colour=red")
    assert page["facetFilters"] == [["category:women"], ["colour:blue", "colour:red"]]
    assert (category["facets"], category["hitsPerPage"]) == ("category", 0)
    assert category["facetFilters"] == [["colour:blue", "colour:red"]]
    assert (colour["facets"], colour["facetFilters"]) == ("colour", [["category:women"]])


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("q=x&page=3", 2),
        ("q=x&page=0", 0),
        ("q=x&page=-1", 0),
        ("q=x&page=two", 0),
        ("q=x&page=９", 0),
        ("q=x&page=999999999999", 0),
        ("q=x&page=501", 499),
    ],
)
def test_pages_stay_within_the_result_window(address: str, page: int) -> None:
    assert params(address)[0]["page"] == page


@pytest.mark.parametrize(
    ("address", "index"),
    [("sort=price_asc", "products_price_asc"), ("sort=nothing", "products"), ("sort=", "products")],
)
def test_an_unknown_order_is_the_default(address: str, index: str) -> None:
    assert requests_of(parse_qsl(f"q=x&{address}"), "")[0]["indexName"] == index


def test_bands_are_those_of_the_links_currency_or_none() -> None:
    euros = params("price=0-35&currency=EUR")
    assert (len(euros), euros[0]["currency"]) == (2, "EUR")
    assert euros[0]["facetFilters"] == [["price:0-35"]]
    unknown = params("q=x&price=0-35&currency=GBP")
    assert (len(unknown), unknown[0]["currency"]) == (1, "ZAR")


def test_what_is_no_filter_and_what_is_empty_asks_for_nothing() -> None:
    assert len(params("q=x&utm_source=mail&fbclid=1&colour=&shoesize=9")) == 1


def test_how_a_text_is_read_goes_with_it_and_nothing_without_one() -> None:
    (page,) = params("q=red+dress&nu=colour:red&nu=colour:red&nu=&typed=1")
    assert (page["dismissed"], page["asTyped"]) == (["colour:red"], True)
    counts = params("q=red+dress&nu=colour:red&brand=X")[1]
    assert counts["dismissed"] == ["colour:red"]
    assert "asTyped" not in counts
    (sent, _) = params("nu=colour:red&typed=1&brand=X")
    assert "dismissed" not in sent
    assert "asTyped" not in sent


def test_a_link_names_no_more_parts_than_are_taken() -> None:
    ids = "&".join(f"nu={number}" for number in range(99))
    assert len(params(f"q=x&{ids}&nu={'x' * 1001}")[0]["dismissed"]) == 60


def test_a_value_with_a_leading_minus_is_a_value() -> None:
    assert params("brand=-Ism")[0]["facetFilters"] == [["brand:\\-Ism"]]


@pytest.mark.parametrize(
    ("agent", "reads"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", False),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", True),
        ("facebookexternalhit/1.1", True),
        ("", True),
    ],
)
def test_programs_that_only_read_the_page_cause_no_search(agent: str, reads: bool) -> None:
    assert is_reader(agent) is reads


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "br"), ("br;q=0, gzip", "gzip"), ("br;q=0", None), ("", None)],
)
def test_a_file_comes_in_the_encoding_that_is_accepted(
    tmp_path: Path, accepted: str, encoding: str | None
) -> None:
    file = tmp_path / "app.js"
    file.write_text("let total = 0;\n" * 200)
    with Flask(__name__).test_request_context(headers={"Accept-Encoding": accepted}):
        answer = asset_response(file, hashed=True)
    assert answer.headers.get("Content-Encoding") == encoding
