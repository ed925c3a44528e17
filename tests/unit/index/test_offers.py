"""What a tile says of a thing that several stores sell."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import orjson
import pytest

from indexer.catalogue.rates import TARGETS
from indexer.catalogue.tile import Offer, by_delivery, in_currency, with_offers, within

SHIPS = {1: ["ZA"], 2: ["ZA"], 3: ["*"], 4: ["NA", "ZA"], 5: []}


def convert(amount: Decimal, currency: str) -> dict[str, float] | None:
    rands = {"ZAR": 1, "EUR": 20, "USD": 16}
    if currency not in rands:
        return None
    return {code.lower(): float(amount) * rands[currency] / rands[code] for code in TARGETS}


def entries(*offers: tuple[int, str, int]) -> list[dict[str, Any]]:
    return by_delivery([Offer(b, c, Decimal(p)) for b, c, p in offers], SHIPS, convert)


HERE, THERE = (1, "ZAR", 900), (3, "EUR", 40)


@pytest.mark.parametrize(
    ("offers", "country", "sold_out", "said"),
    [
        ([HERE, (2, "ZAR", 950), THERE], "", False, (3, 800)),
        ([HERE, (2, "ZAR", 950), THERE], "DE", False, None),  # one store: nothing to say
        ([HERE, THERE], "DE", True, (1, 800)),  # but where it is sold out here, it is
        ([HERE, (4, "ZAR", 700)], "NA", True, (1, 700)),
        ([HERE, (4, "ZAR", 700)], "ZA", False, (2, 700)),
        ([HERE, (1, "EUR", 40)], "", False, None),  # one store in two currencies
        ([HERE, (9, "ZAR", 1), (5, "ZAR", 1)], "", False, None),  # none that is shown or delivers
        ([HERE, (2, "XAU", 1)], "", False, None),  # nobody knows what that is
        ([], "", True, None),
    ],
)
def test_the_stores_that_reach_a_visitor_and_the_lowest_of_their_prices_are_said(
    offers: list[tuple[int, str, int]], country: str, sold_out: bool, said: tuple[int, int] | None
) -> None:
    found = within(entries(*offers), country, sold_out=sold_out)
    assert (found and (found["stores"], found["price"]["zar"])) == said
    asked = {900: HERE, 800: THERE, 700: (4, "ZAR", 700)}
    if found and said:
        _, code, amount = asked[said[1]]
        assert found["storePrice"] == {"currency": code, "amount": amount}


@pytest.mark.parametrize("currency", ["ZAR", "EUR"])
def test_a_tile_carries_them_in_the_visitors_currency_whatever_its_texts_hold(
    currency: str,
) -> None:
    tile = {
        "name": 'Boot ,"offers":[1]}',
        "soldOut": True,
        "price": {code.lower(): 1.0 for code in TARGETS},
        "storePrice": {"currency": "ZAR", "amount": 1.0},
        "offers": entries(HERE, THERE),
    }
    sent = with_offers(in_currency(orjson.dumps(tile), currency), "ZA")
    shown, code = orjson.loads(sent), currency.lower()
    assert shown["name"] == tile["name"]
    own = {"currency": "EUR", "amount": 40.0}
    assert shown["offers"] == {
        "stores": 2,
        "price": {code: {"zar": 800.0, "eur": 40.0}[code]},
        # Beside an amount that was converted.
        **({"storePrice": own} if currency == "ZAR" else {}),
    }
    assert ("storePrice" in shown) == (currency != "ZAR")
    assert "offers" not in orjson.loads(with_offers(orjson.dumps(tile | {"soldOut": False}), "XX"))
