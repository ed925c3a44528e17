"""Where a price stood is one line, at every form of feed."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.product import Product, clean
from scrapers.values.reading import LIMIT, limit_length, quote
from tests.support.data import rows

# Of each file of forms/: where the amounts stood, what stood there, and what it is.
FORMS = dict(rows("price_origins"))


@pytest.mark.parametrize("name", FORMS)
def test_each_form_names_where_the_amount_that_leads_stood(name: str) -> None:
    file = Path(__file__).parent / "forms" / name
    knows = {"ZAR", "USD", "EUR"}.__contains__
    defaults = FeedDefaults(
        "ZAR", knows, website="https://s.example", source="feed file", address=f"/feeds/{name}"
    )
    found = list(read_feed(file, defaults, lambda _: None).products())
    before = f"feed file /feeds/{name} › "
    assert {one.origin.removeprefix(before): str(one.price) for one in found} == FORMS[name]


@pytest.mark.parametrize("char", ["x", "é", "\u202e", "\x00", "“"])
def test_a_hostile_origin_takes_no_more_than_it_may(char: str) -> None:
    kept = limit_length(f"feed https://{char * 9_000} › {char * 9_000} {quote(char * 9_000)}")
    assert len(kept) <= LIMIT
    assert "\x00" not in kept


def test_a_product_without_a_price_has_no_origin() -> None:
    one = Product("k", "Vase", "ZAR", origin="“POA”")
    assert clean(one).origin == ""
    assert clean(replace(one, price=Decimal(5))).origin == "“POA”"
