"""How composed prices are read: right, wrong (another price is published), or not understood."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random

from scrapers.feeds.row import FeedDefaults
from scrapers.feeds.survey import products, survey
from scrapers.pricing.prices import CurrencyMismatchError, read_price
from scrapers.structured.page import own_of
from tests.unit.offers import cards, pages, rows

RIGHT, WRONG, UNKNOWN, ORDINARY = "right", "wrong", "not understood", "ordinary differs"
SEED = 44


@dataclass(frozen=True)
class Verdict:
    result: str
    text: str
    right: str
    read: str


def judged(
    text: str,
    right: Decimal | None,
    before: Decimal | None,
    read: Decimal | None,
    old: Decimal | None,
) -> Verdict:
    if read is None:
        result = RIGHT if right is None else UNKNOWN
    elif read != right:
        result = WRONG
    else:
        result = RIGHT if before == old else ORDINARY
    return Verdict(result, text, f"{right} was {before}", f"{read} was {old}")


def of_cards(count: int, kept: bool | None) -> Iterator[Verdict]:
    random = Random(SEED)
    for _ in range(count):
        card = cards.compose(random, kept=kept)
        try:
            reading = read_price(card.nodes, card.currency)
            read, before = reading.value, reading.ordinary
        except CurrencyMismatchError:
            read = before = None
        yield judged(card.text, card.price, card.ordinary, read, before)


def of_pages(count: int, kept: bool | None) -> Iterator[Verdict]:
    random = Random(SEED)
    for _ in range(count):
        page = pages.compose(random, kept=kept)
        own = own_of(page.raw)
        read, before = (own.price, own.ordinary) if own else (None, None)
        yield judged(page.text, page.price, page.ordinary, read, before)


def of_rows(count: int, kept: bool | None) -> Iterator[Verdict]:
    random = Random(SEED)
    composed = [rows.compose(random, number, kept=kept) for number in range(1, count + 1)]
    defaults = FeedDefaults("ZAR", {"ZAR", "USD", "EUR"}.__contains__, website="https://s.example")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.jsonl")
        file.write_text("".join(f"{product.text}\n" for product in composed), encoding="utf-8")
        surveyed = survey(file, defaults, lambda _: None)
        read = {item.group_key: item for item in products(file, surveyed, defaults, lambda _: None)}
    for product in composed:
        values = product.values
        key = str(values.get("handle") or values.get("sku") or values["id"])
        item = read.get(key)
        amounts = (item.price, item.ordinary_price) if item else (None, None)
        yield judged(product.text, product.price, product.ordinary, *amounts)
