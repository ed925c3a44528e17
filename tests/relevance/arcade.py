"""The judge's second catalogue, from arcade.tsv: three invented stores, products with tags.

It holds what sentences of several nouns, units, patterns and chosen filters need to be judged:
things that belong to things, the same thing in several materials, patterns, measures and stores.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

LINES = Path(__file__).with_name("arcade.tsv")
JUDGED = ("store", "tags")  # never in the feed that is imported

Row = dict[str, str]


STORES = {"karoo-loom": "Karoo Loom", "duine-home": "Duine Home", "vlei-gear": "Vlei Gear"}


def feed(store: str) -> list[dict[str, Any]]:
    """Return a store's rows as it would send them."""
    return [_sent(row) for row in rows() if row["store"] == store]


@cache
def rows() -> tuple[Row, ...]:
    """Return the table's rows."""
    with LINES.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def tags(row: Row) -> frozenset[str]:
    """Return what a product is in the judge's words, with its store."""
    return frozenset({*row["tags"].split(), f"store-{row['store'].split()[0].lower()}"})


def _sent(row: Row) -> dict[str, Any]:
    sent = {name: value for name, value in row.items() if name not in JUDGED and value}
    link = f"https://arcade.example/p/{row['id']}"
    return sent | {"link": link, "availability": "in_stock", "condition": "new"}
