from __future__ import annotations

from typing import Any

import pytest

from app.search.filters import FILTERS
from app.search.request import Group, Range, SearchRequest, Term
from app.search.wire.request_parser import parse
from app.web.errors import Invalid


def typed(country: str = "", **params: Any) -> SearchRequest:
    (request,) = parse([{"indexName": "products", "params": params}], country)
    return request


def test_facets_come_as_a_list_a_bare_string_or_a_star() -> None:
    assert typed(facets="brand").facets == ("brand",)
    assert typed(facets=["price", "createdAt"]).facets == ("price",)
    assert typed(facets=["*"]).facets == tuple(item.attribute for item in FILTERS)


def test_inner_lists_are_ors_and_bare_strings_are_and_terms() -> None:
    groups = typed(facetFilters=[["colour:red", "colour:blue"], "stock:in-stock"]).conditions.groups
    assert set(groups) == {
        Group((Term("colour", "blue"), Term("colour", "red"))),
        Group((Term("stock", "in-stock"),), conjunctive=True),
    }


@pytest.mark.parametrize(
    ("sent", "term"),
    [
        ("brand:a:b", Term("brand", "a:b")),
        ("brand:-Dash", Term("brand", "Dash", excluded=True)),
        ("brand:\\-Dash", Term("brand", "-Dash")),
        ("category:women/shoes", Term("category", "women/shoes")),
        ("saOnly:true", Term("saOnly", "true")),
    ],
)
def test_a_value_is_split_at_the_first_colon_and_a_minus_excludes(sent: str, term: Term) -> None:
    assert typed(facetFilters=[[sent]]).conditions.groups == (Group((term,)),)


def test_numeric_filters_are_ands_and_inner_lists_ors() -> None:
    groups = typed(numericFilters=["price>=5", ["price<1", "price = 2.5"]]).conditions.groups
    assert set(groups) == {
        Group(ranges=(Range("price", ">=", 5.0),), conjunctive=True),
        Group(ranges=(Range("price", "<", 1.0), Range("price", "=", 2.5))),
    }


def test_params_decide_the_country_before_the_header() -> None:
    assert typed(country="ZA").conditions.country == "ZA"
    assert typed(country="ZA", countryCode="na").conditions.country == "NA"
    assert typed(country="ZA", countryCode="").conditions.country == ""


def test_a_price_is_a_band_or_lies_between_two_amounts_that_it_includes() -> None:
    def groups(*values: str, currency: str = "ZAR") -> tuple[Group, ...]:
        sent = [[f"price:{value}" for value in values]]
        return typed(facetFilters=sent, currency=currency).conditions.groups

    assert groups("250-800") == (
        Group(ranges=(Range("price", "<=", 800.0),)),
        Group(ranges=(Range("price", ">=", 250.0),)),
    )
    assert groups("1000-") == (Group(ranges=(Range("price", ">=", 1000.0),)),)
    assert groups("20000-") == (Group(terms=(Term("price", "20000-"),)),)  # the last band
    assert groups("500-1000", "0-500") == (
        Group(terms=(Term("price", "0-500"), Term("price", "500-1000"))),
    )
    assert groups("500-1000", currency="EUR")[0].ranges  # a band of another currency only
    assert groups("cheap") == (Group(terms=(Term("price", "cheap"),)),)
    assert all(group.is_own("price") for group in groups("250-800"))
    with pytest.raises(Invalid):
        groups("250-800", "0-500")
