"""Feed rows and platforms' products, composed, each with the right price; None for no product."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from tests.unit.offers import parts

CENT = Decimal("0.01")
# What all products of a source have.
SAVED: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("rows.json").read_text(encoding="utf-8")
)
PAST = "2024-11-01T00:00+02:00/2024-11-30T23:59+02:00"
FUTURE = "2099-11-01T00:00+0200/2099-11-30T23:59+0200"
NO_PIECE, PIECES, GOODS = (parts.WORDS[name] for name in ("NO_PIECE", "PIECES", "GOODS"))
BESIDE, CONDITIONAL, BESIDE_IT = (
    parts.CONDITIONS[name] for name in ("BESIDE", "CONDITIONAL", "BESIDE_IT")
)


@dataclass(frozen=True)
class Product:
    """What a source gives of one product, and what is right: its price and the one before."""

    values: dict[str, Any]
    price: Decimal | None
    ordinary: Decimal | None = None

    @property
    def text(self) -> str:
        return json.dumps(self.values)


def _price(random: Random) -> Decimal:
    whole = random.choice((49, 129, 499, 899, 1299, 8999, 12499))
    return Decimal(whole) + Decimal(random.choice(("0", "0.95", "0.5")))


def shopify(random: Random, number: int, kept: bool | None) -> Product:
    if random.random() < 0.12:
        name, type_, tags = random.choice(parts.part(BESIDE, kept=kept))
        price = _price(random)
        return Product(_shopify(number, name, type_, tags, [("Default Title", price, None)]), None)
    price = _price(random)
    higher = (price * Decimal("1.3")).quantize(CENT)
    values = random.sample(parts.part(PIECES, kept=kept), 2)
    variants: list[tuple[str, Decimal, Decimal | None]] = [
        (values[0], price, None),
        (values[1], random.choice((price, higher)), None),
    ]
    ordinary = None
    if random.random() < 0.3:
        ordinary = (price * Decimal("1.5")).quantize(CENT)
        variants = [(values[0], price, ordinary)]
    for value in random.sample(parts.part(NO_PIECE, kept=kept), random.choice((0, 1, 1))):
        low = (price * Decimal(random.choice(("0.1", "0.5", "0.8", "1.7")))).quantize(CENT)
        variants.append((value, low, None))
    random.shuffle(variants)
    name = random.choice(parts.part(GOODS, kept=kept))
    return Product(_shopify(number, name, "", [], variants), price, ordinary)


def _shopify(
    number: int, name: str, type_: str, tags: list[str], variants: list[Any]
) -> dict[str, Any]:
    handle = f"{name.lower().replace(' ', '-')}-{number}"
    named = {"handle": handle, "title": name, "product_type": type_, "tags": tags}
    listed = [
        SAVED["variant"]
        | {"id": 1000 * number + place, "title": value, "option1": value, "price": str(price)}
        | {"compare_at_price": None if before is None else str(before)}
        for place, (value, price, before) in enumerate(variants)
    ]
    return SAVED["shopify"] | named | {"variants": listed}


def woocommerce(random: Random, number: int, kept: bool | None) -> Product:
    price = _price(random)
    unit = random.choice((0, 2, 2, 2, 3))
    price = price.quantize(Decimal(1)) if unit == 0 else price
    ordinary = (price * Decimal("1.5")).quantize(Decimal(1)) if random.random() < 0.3 else None

    def minor(value: Decimal) -> str:
        return str(int(value * 10**unit))

    values: dict[str, Any] = SAVED["woocommerce"] | {
        "id": number,
        "name": random.choice(parts.part(GOODS, kept=kept)),
        "permalink": f"https://s.example/product/{number}",
        "prices": {
            "price": minor(price),
            "regular_price": minor(ordinary or price),
            "sale_price": minor(price),
            "currency_code": "ZAR",
            "currency_minor_unit": unit,
        },
    }
    if random.random() < 0.2:
        values["prices"] |= {"currency_suffix": random.choice((" excl. VAT", " ex VAT"))}
        values["prices"] |= {"currency_minor_unit": unit}
        return Product(values, None)
    return Product(values, price, ordinary)


def magento(random: Random, number: int, kept: bool | None) -> Product:
    price = _price(random)
    ordinary = (price * Decimal("1.5")).quantize(CENT) if random.random() < 0.3 else None

    def money(value: Decimal) -> dict[str, Any]:
        return {"value": float(value), "currency": "ZAR"}

    tier = {"quantity": 10, "final_price": money(price * Decimal("0.8"))}
    named = {"sku": f"M{number}", "name": random.choice(parts.part(GOODS, kept=kept))}
    tiers = [tier] if random.random() < 0.4 else []
    least = {"final_price": money(price), "regular_price": money(ordinary or price)}
    prices = {"price_tiers": tiers, "price_range": {"minimum_price": least}}
    values = SAVED["magento"] | named | {"url_key": f"m{number}"} | prices
    return Product(values, price, ordinary)


MACHINE: tuple[Callable[[Decimal], Any], ...] = (
    lambda value: f"{value} ZAR",
    lambda value: f"{value:.2f} ZAR",
    float,
    lambda value: f"ZAR {value:.2f}",
    lambda value: f"R {value:,.2f}",
    lambda value: f"{value:.3f} ZAR",
    lambda value: {"value": f"{value:.2f}", "currency": "ZAR"},
    lambda value: f"{value:.2f}",
    lambda value: f"R{value:.2f} incl. VAT",
    lambda value: f"{value:.4f}",
    lambda value: f"R {value:,.2f} each",
    lambda value: {"amountMicros": str(int(value * 1_000_000)), "currencyCode": "ZAR"},
)


def merchant(random: Random, number: int, kept: bool | None) -> Product:
    price, form = _price(random), random.choice(parts.part(MACHINE, kept=kept))
    row = SAVED["merchant"] | {
        "id": f"g{number}",
        "title": random.choice(parts.part(GOODS, kept=kept)),
        "link": f"https://s.example/g{number}",
        "price": form(price),
        **random.choice(parts.part(BESIDE_IT, kept=kept)),
    }
    if random.random() < 0.15:
        return Product(row | random.choice(parts.part(CONDITIONAL, kept=kept)), None)
    if random.random() < 0.4:
        reduced = (price * Decimal("0.7")).quantize(CENT)
        row["sale_price"] = form(reduced)
        dates = random.choice((None, PAST, FUTURE, "2024-01-01/2099-01-01"))
        if dates:
            row["sale_price_effective_date"] = dates
        if dates not in {PAST, FUTURE}:
            return Product(row, reduced, price)
    return Product(row, price)


KINDS = (shopify, shopify, woocommerce, magento, merchant, merchant)


def compose(random: Random, number: int, *, kept: bool | None = None) -> Product:
    return random.choice(KINDS)(random, number, kept)
