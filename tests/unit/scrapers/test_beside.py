"""What shops sell beside their goods, composed: what it is, how it is called, and what follows."""

from __future__ import annotations

from itertools import product

import pytest

from scrapers.pricing.goods import is_beside

SERVICES = (
    *("shipping protection", "package insurance", "order guarantee", "gift card", "gift voucher"),
    *("extended warranty", "rush fee", "assembly service", "engraving service", "store credit"),
    *("carbon-neutral shipping", "express delivery", "bag charge", "donation", "class booking"),
    *("balance payment", "product options", "workshop ticket", "deposit", "personalisation fee"),
)
AROUND = ("{}", "{} for your order", "Acme {}", "{} by Acme", "{} - R500", "{} (2 years)", "{} 3")
GOODS = (
    *("Gift card holder", "Voucher wallet", "Safety deposit box", "Delivery boy tee", "Bag charm"),
    *("Dinner service 12 piece", "Fitbit Charge 6", "Sun protection hat", "Class ring"),
    *("Tip of the iceberg print", "Felt tip pens", "Custom fit jeans", "Hem lace skirt"),
    *("Shipping label printer", "Insurance folder", "Special Delivery book", "Gift wrap paper"),
)


@pytest.mark.parametrize("name", [form.format(one) for one, form in product(SERVICES, AROUND)])
def test_what_is_sold_beside_goods_is_none(name: str) -> None:
    assert is_beside(name)
    assert is_beside(name.title())


@pytest.mark.parametrize("name", GOODS)
def test_goods_that_are_named_after_a_service_are_goods(name: str) -> None:
    assert not is_beside(name)
