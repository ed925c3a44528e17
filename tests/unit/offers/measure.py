"""How composed prices are read: right, wrong (another price is published), or not understood.

`python -m tests.unit.offers.measure [open|kept]` prints the figures of 5,000 cards, 2,000 pages and
2,000 rows.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.structured.page import own_of
from scrapers.values.price.prices import CurrencyMismatchError, read_price
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
        result = RIGHT if before == old else ORDINARY if old is not None else UNKNOWN
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
        staged = read_feed(file, defaults, lambda _: None)
        read = {item.group_key: item for item in staged.products()}
    for product in composed:
        values = product.values
        key = str(values.get("handle") or values.get("sku") or values["id"])
        item = read.get(key)
        amounts = (item.price, item.ordinary_price) if item else (None, None)
        yield judged(product.text, product.price, product.ordinary, *amounts)


KINDS = {"cards": (of_cards, 5_000), "pages": (of_pages, 2_000), "rows": (of_rows, 2_000)}


def main(half: str, shown: int = 0, only: str = "") -> None:
    kept = {"open": False, "kept": True, "all": None}[half]
    for name, (judge, count) in KINDS.items():
        if only and name != only:
            continue
        verdicts = list(judge(count, kept))
        counts = Counter(verdict.result for verdict in verdicts)
        print(name, half, dict(counts), f"{counts[UNKNOWN] / count:.1%} not understood")
        for result in (WRONG, ORDINARY, UNKNOWN):
            some = [verdict for verdict in verdicts if verdict.result == result]
            for verdict in some[:: max(1, len(some) // shown)][:shown] if shown else ():
                print(
                    f"  {result}: {verdict.text}\n      right {verdict.right}; read {verdict.read}"
                )


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    main(given.get(0, "all"), int(given.get(1, 0)), given.get(2, ""))
