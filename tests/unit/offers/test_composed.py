"""Composed cards, pages and rows: no wrong price, and few that are not understood."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.structured.page import own_of
from scrapers.values.price.prices import CurrencyMismatchError, read_price
from tests.unit.offers import cards, pages, rows

MOST = 0.05  # not understood
RIGHT, WRONG, UNKNOWN, ORDINARY = "right", "wrong", "not understood", "ordinary differs"
SEED = 44


Verdict = tuple[str, str, str, str]  # the result, the text, what is right, what is read


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
        result = RIGHT if before == old else ORDINARY if old is not None else UNKNOWN
    return result, text, f"{right} was {before}", f"{read} was {old}"


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
        staged = read_feed(file, defaults, lambda _: None)
        read = {item.group_key: item for item in staged.products()}
    for product in composed:
        values = product.values
        key = str(values.get("handle") or values.get("sku") or values["id"])
        item = read.get(key)
        amounts = (item.price, item.ordinary_price) if item else (None, None)
        yield judged(product.text, product.price, product.ordinary, *amounts)


@pytest.mark.parametrize("kept", [False, True], ids=["tuned on", "set aside"])
@pytest.mark.parametrize(("judge", "count"), [(of_cards, 400), (of_pages, 200), (of_rows, 200)])
def test_no_composed_price_is_read_wrongly(
    judge: Callable[[int, bool], Iterator[Verdict]], count: int, kept: bool
) -> None:
    verdicts = list(judge(count, kept))
    assert [verdict for verdict in verdicts if verdict[0] in {WRONG, ORDINARY}] == []
    assert Counter(result for result, *_ in verdicts)[UNKNOWN] <= MOST * count
