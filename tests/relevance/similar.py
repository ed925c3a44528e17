"""`python -m tests.relevance.similar ADDRESS`: judge "Similar products" of a running demo site.

Each row of `similar.tsv` is a product with the words of what is acceptable beside it. Printed are
the share of acceptable ones among the first eight, the products whose rail leaves the store where
another store has something acceptable, and colours of one product that are shown as two.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SET = Path(__file__).with_name("similar.tsv")
LOOKED_AT = 8  # of a rail: what a wide screen and a half show
ELSEWHERE = 4  # of other stores at least, where there are as many

Hit = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A product by its name, and what a name of something like it says and does not say."""

    name: str
    says: re.Pattern[str]
    never: re.Pattern[str] | None

    def accepts(self, name: str) -> bool:
        """Return True if a product of that name is like this one."""
        return bool(self.says.search(name)) and not (self.never and self.never.search(name))


@dataclass(frozen=True, slots=True)
class Judged:
    """What one rail showed."""

    name: str
    shown: int
    acceptable: int
    elsewhere: int
    possible: int
    doubles: int


def rows(path: Path = SET) -> list[Row]:
    """Return the judged set."""
    lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
    return [_row(*line.split("\t")) for line in lines]


def _row(name: str, says: str, never: str) -> Row:
    refused = None if never == "-" else re.compile(rf"\b(?:{never})s?\b", re.IGNORECASE)
    return Row(name, re.compile(rf"(?:{says})s?\b", re.IGNORECASE), refused)


def judged(row: Row, own: Hit, similar: Sequence[Hit], catalogue: Sequence[Hit]) -> Judged:
    """Return what a product's rail shows of what it could."""
    first = similar[:LOOKED_AT]
    others = [hit for hit in catalogue if _is_other(row, own, hit)]
    family = [min([hit["productId"], *_siblings(hit)]) for hit in similar]
    return Judged(
        row.name,
        len(first),
        sum(row.accepts(hit["name"]) for hit in first),
        sum(hit["brandId"] != own["brandId"] for hit in first if row.accepts(hit["name"])),
        min(len({min([hit["productId"], *_siblings(hit)]) for hit in others}), ELSEWHERE),
        len(family) - len(set(family)),
    )


def _is_other(row: Row, own: Hit, hit: Hit) -> bool:
    """Return True if it could be on the rail: at another store, of the same world, to be had."""
    elsewhere = hit["brandId"] != own["brandId"] and not hit.get("soldOut")
    return elsewhere and bool(_worlds(own) & _worlds(hit)) and row.accepts(hit["name"])


def _worlds(hit: Hit) -> set[str]:
    """Return the topmost categories, which tell men's from women's."""
    return {slug.split("/")[0] for slug in hit.get("category", ())}


def _siblings(hit: Hit) -> list[int]:
    return [sibling["productId"] for sibling in hit.get("siblings", ())]


def report(found: Sequence[Judged]) -> str:
    """Return the figures, and the rails that fall short."""
    shown = sum(one.shown for one in found)
    acceptable = sum(one.acceptable for one in found)
    could = [one for one in found if one.possible]
    leave = [one for one in could if one.elsewhere >= one.possible]
    lines = [
        f"{one.name}: {one.acceptable} of {one.shown} acceptable, "
        f"{one.elsewhere} of other stores ({one.possible} possible), {one.doubles} doubles"
        for one in found
        if one.acceptable < one.shown
        or one.elsewhere < one.possible
        or one.doubles
        or not one.shown
    ]
    return "\n".join(
        [
            *lines,
            f"{len(found)} products, {len([one for one in found if not one.shown])} without a rail",
            f"acceptable: {acceptable} of {shown} ({acceptable / max(shown, 1):.1%})",
            f"leaves the store: {len(leave)} of {len(could)} that can",
            f"colours of one product: {sum(one.doubles for one in found)}",
        ]
    )


def _asked(address: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _catalogue(address: str) -> list[Hit]:
    pages = [
        [{"indexName": "products", "params": {"hitsPerPage": 500, "page": page}}] for page in (0, 1)
    ]
    answers = [_asked(address, "/api/search", page)["results"][0] for page in pages]
    return [hit for answer in answers for hit in answer["hits"]]


def main(address: str) -> int:
    """Print the figures; the exit status is 1 where a product of the set is not there."""
    catalogue = _catalogue(address)
    by_name = {hit["name"]: hit for hit in catalogue}
    wanted = [row for row in rows() if row.name in by_name]
    found = []
    for row in wanted:
        view = _asked(address, f"/api/products/{by_name[row.name]['productId']}")
        found.append(judged(row, view["product"], view["similar"], catalogue))
    print(report(found))
    return 0 if len(wanted) == len(rows()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/")))
