"""Rows of one product at different prices: what it costs now and later, whatever their order."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from itertools import permutations

import pytest

from scrapers.feeds.offers import Offer, cheapest, prices
from scrapers.product import PlannedPrice

FRIDAY, MONDAY = (datetime(2026, 11, day, tzinfo=UTC) for day in (27, 30))


def offer(
    price: int | None,
    ordinary: int | None = None,
    *,
    sold_out: bool = False,
    currency: str = "ZAR",
    planned: tuple[PlannedPrice, ...] = (),
) -> Offer:
    before = None if ordinary is None else Decimal(ordinary)
    paid = None if price is None else Decimal(price)
    return Offer(sold_out, currency, paid, before, planned)


def plan(at: datetime, price: int, ordinary: int | None = None) -> PlannedPrice:
    return PlannedPrice(at, Decimal(price), None if ordinary is None else Decimal(ordinary))


SALE = offer(349, planned=(plan(FRIDAY, 199, 349), plan(MONDAY, 349)))


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        ([offer(349), offer(299)], offer(299)),
        ([offer(349), offer(299, sold_out=True)], offer(349)),
        ([offer(349, sold_out=True), offer(299, sold_out=True)], offer(299, sold_out=True)),
        ([offer(None), offer(299), offer(349)], offer(299)),
        ([offer(299, 399), offer(299, 599), offer(449)], offer(299, 399)),
        ([offer(299), offer(299, 399)], offer(299)),
        ([offer(9, currency="EUR"), offer(299), offer(349)], offer(299)),
        ([offer(None), offer(9, currency="EUR")], offer(9, currency="EUR")),
        ([offer(None), offer(None, sold_out=True)], offer(None)),
        (
            [offer(299), SALE],
            offer(299, planned=(plan(FRIDAY, 199, 349), plan(MONDAY, 299))),
        ),
        ([offer(149), SALE], offer(149)),
    ],
)
def test_a_product_costs_what_its_cheapest_row_does_that_can_be_bought(
    offers: list[Offer], expected: Offer
) -> None:
    assert {cheapest(order, "ZAR") for order in permutations(offers)} == {expected}


def test_one_row_is_taken_as_it_is() -> None:
    assert cheapest([SALE], "ZAR") == SALE


def test_the_different_prices_are_listed_once_each() -> None:
    offers = [offer(349), offer(99), offer(99, 199), offer(None), offer(5, currency="EUR")]
    assert prices(offers) == ["5 EUR", "99 ZAR", "349 ZAR"]
