"""The judge's own catalogue, from bazaar.toml: a feed's rows, generated with a fixed seed."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LINES = Path(__file__).with_name("bazaar.toml")
DEPARTMENTS = {
    "wear": "Fashion",
    "kids": "Kids",
    "house": "Home",
    "body": "Beauty",
    "trad": "Fashion",
    "veld": "Outdoor",
}
AGES = {"kids": "kids", "baby": "infant"}
SALE_SHARE = 0.25
TYPE = "judged_thing"  # never in the feed that is imported

Row = dict[str, Any]


@cache
def rows() -> tuple[Row, ...]:
    """Return the feed's rows, each with its product type under `THING`."""
    table = tomllib.loads(LINES.read_text(encoding="utf-8"))
    return tuple(_numbered(table))


def feed() -> list[Row]:
    """Return the rows as a store would send them."""
    return [{key: value for key, value in row.items() if key != TYPE} for row in rows()]


def _numbered(table: dict[str, Any]) -> Iterator[Row]:
    rng = random.Random("bazaar")
    number = 0
    for section, lines in table["lines"].items():
        for product_type, titles, brands, colours, low, high, count, more in lines:
            for index in range(count):
                number += 1
                template = titles.split("|")[index % len(titles.split("|"))]
                colour = colours.split(",")[index % len(colours.split(","))]
                title = template.format(m=rng.choice(table["materials"]), c=colour)
                price = round(rng.uniform(low, high) / 10) * 10 - 1
                row: Row = {
                    TYPE: product_type,
                    "id": f"B{number:04}",
                    "title": title[:1].upper() + title[1:],
                    "brand": rng.choice(table["brands"][brands]),
                    "product_type": DEPARTMENTS[section],
                    "price": f"{price}.00 ZAR",
                    "availability": "in_stock",
                    "link": f"https://basaar.example/p/{number}",
                    "color": colour,
                    "gender": more.get("gender") or _gender(title),
                    "age_group": AGES.get(more.get("age", ""), "adult"),
                    "condition": more.get("condition", "new"),
                }
                if rng.random() < SALE_SHARE:
                    row["sale_price"] = f"{round(price * 0.07) * 10 - 1}.00 ZAR"
                if "sizes" in more:
                    row["size"] = sorted(rng.sample(more["sizes"].split(","), 4))
                yield row


def _gender(title: str) -> str:
    if re.search(r"\b(women's|girls')", title, re.I):
        return "female"
    return "male" if re.search(r"\b(men's|boys')", title, re.I) else ""
