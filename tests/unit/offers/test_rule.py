"""From offers to a price: everybody's, today, here, for one new piece, whatever their order."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest

from scrapers.values.offers import Kind, Offer, later, price, smallest_packs
from scrapers.values.reading import Reading

NOW, FRIDAY, MONDAY = (datetime(2026, 11, day, tzinfo=UTC) for day in (26, 27, 30))


def offer(amount: int | None, ordinary: int | None = None, **said: Any) -> Offer:
    before = None if ordinary is None else Decimal(ordinary)
    return Offer(None if amount is None else Decimal(amount), "ZAR", ordinary=before, **said)


IN, OUT = Reading(True, "in stock"), Reading(False, "sold out")


@pytest.mark.parametrize(
    ("offers", "paid", "before"),
    [
        ([offer(349), offer(299)], 299, None),
        ([offer(349, stock=IN), offer(299, stock=OUT)], 349, None),
        ([offer(349, stock=OUT), offer(299, stock=OUT)], 299, None),
        ([offer(None), offer(0), offer(299)], 299, None),
        ([offer(299, 399), offer(299, 599), offer(449)], 299, 399),
        ([offer(299), offer(299, 399)], 299, None),
        ([replace(offer(9), currency="EUR"), offer(299)], 299, None),
        ([replace(offer(9), currency="EUR")], 9, None),
        ([replace(offer(9), currency="EUR"), replace(offer(8), currency="USD")], None, None),
        ([offer(499), offer(299, 499, begins=FRIDAY)], 499, None),
        ([offer(499), offer(299, 499, ends=NOW)], 499, None),
        ([offer(499), offer(299, 499, ends=MONDAY)], 299, 499),
        ([offer(499, goods="new"), offer(99, goods="used")], 499, None),
        ([offer(99, goods="used")], 99, None),
    ],
)
def test_the_price_is_the_lowest_of_what_everybody_pays(
    offers: list[Offer], paid: int | None, before: int | None
) -> None:
    found = {price(order, "ZAR", NOW) for order in permutations(offers)}
    assert {(one.value, one.ordinary) for one in found} == {(paid, before)}


@pytest.mark.parametrize(
    "condition",
    [
        *({"kind": kind} for kind in Kind if kind is not Kind.SALE),
        *({"with_tax": False}, {"quantity": Decimal(6)}, {"begins": FRIDAY}, {"ends": NOW}),
        *({"audience": "members"}, {"is_abroad": True}, {"words": "Vitality"}),
    ],
)
def test_an_amount_with_a_condition_is_never_the_price(condition: dict[str, Any]) -> None:
    some = offer(99, **condition)
    assert price([offer(499), some], "ZAR", NOW).value == 499
    alone = price([some], "ZAR", NOW)
    assert (alone.value, alone.not_understood) == (None, True)
    assert "99" in alone.text


def test_the_first_seller_counts_and_its_stock() -> None:
    offers = [offer(499, seller="Us", stock=OUT), offer(489, seller="Them", stock=IN)]
    found = price(offers, "ZAR", NOW)
    assert (found.value, found.stock.value) == (Decimal(499), False)


def test_what_is_sold_by_six_costs_what_six_do() -> None:
    six, twelve = (offer(100 * count, quantity=Decimal(count)) for count in (6, 12))
    assert price(smallest_packs([twelve, six]), "ZAR", NOW).value == 600
    assert price(smallest_packs([six, offer(120)]), "ZAR", NOW).value == 120


def test_a_price_changes_by_itself_where_a_sale_begins_and_ends() -> None:
    sale = offer(199, 349, begins=FRIDAY, ends=MONDAY)

    def told(*offers: Offer) -> list[tuple[datetime, Decimal | None]]:
        return [(at, each.value) for at, each in later(offers, "ZAR", NOW)]

    assert told(offer(349), sale) == [(FRIDAY, Decimal(199)), (MONDAY, Decimal(349))]
    beside = told(offer(349), sale, offer(299))
    assert beside == [(FRIDAY, Decimal(199)), (MONDAY, Decimal(299))]
    assert told(offer(349), sale, offer(149)) == []
