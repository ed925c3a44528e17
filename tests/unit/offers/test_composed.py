"""Cards, pages and rows composed of stores' wordings and forms: no wrong price, few unread ones.

The wordings are of shops' own pages, WooCommerce's and Shopware's translations and price-parser's
collection. A row has what everybody pays for one new piece today, and the price before; null where
a text gives none. Readers are tuned on the first files; those `aside` have parts of their own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.values.price.price_text import Piece
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from tests.support.data import rows_beside

FEWEST = 200
MOST = 0.05  # not understood
EMPTY = facts_of(b"<html><h1>Vase</h1></html>", "https://s.example/p/vase") or {}
NOTHING = (None, None)

Case = dict[str, Any]
Amounts = tuple[Decimal | None, Decimal | None]  # the price, and the ordinary one


def of_cards(cases: list[Case], _: Path) -> Iterator[Amounts]:
    for case in cases:
        pieces = tuple(Piece(*piece) for piece in case["pieces"])
        try:
            reading = read_price([pieces], case["currency"])
        except CurrencyMismatchError:
            yield NOTHING
        else:
            yield reading.value, reading.ordinary


def of_pages(cases: list[Case], _: Path) -> Iterator[Amounts]:
    for case in cases:
        linked = [json.dumps(case["linked"])] if case["linked"] else []
        own = own_of({**EMPTY, "linked": linked, "microdata": case["microdata"]})
        yield (own.price, own.ordinary) if own else NOTHING


def of_rows(cases: list[Case], folder: Path) -> Iterator[Amounts]:
    products = [case["row"] for case in cases]
    defaults = FeedDefaults("ZAR", {"ZAR", "USD", "EUR"}.__contains__, website="https://s.example")
    file = folder / "rows.jsonl"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in products), encoding="utf-8")
    read = {one.group_key: one for one in read_feed(file, defaults, lambda _: None).products()}
    for product in products:
        item = read.get(str(product.get("handle") or product.get("sku") or product["id"]))
        yield (item.price, item.ordinary_price) if item else NOTHING


@pytest.mark.parametrize("aside", ["", "-aside"], ids=["tuned", "aside"])
@pytest.mark.parametrize(
    ("name", "read"), [("cards", of_cards), ("pages", of_pages), ("rows", of_rows)]
)
def test_no_composed_price_is_read_wrongly(
    name: str, read: Callable[[list[Case], Path], Iterator[Amounts]], aside: str, tmp_path: Path
) -> None:
    cases = rows_beside(__file__, f"composed/{name}{aside}.jsonl")
    assert len(cases) >= FEWEST
    verdicts = Counter[bool]()
    for case, (price, before) in zip(cases, read(cases, tmp_path), strict=True):
        right, ordinary = (case[one] and Decimal(case[one]) for one in ("price", "ordinary"))
        assert price in {None, right}, case
        assert before in {None, ordinary}, case
        verdicts[(price, before) == (right, ordinary)] += 1
    assert verdicts[False] <= MOST * len(cases)
