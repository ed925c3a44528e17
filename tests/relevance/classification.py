"""Classification by words, compared with the feeds' own categories."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from indexer.language.classify.product import Hints, classify
from tests.relevance.items import FASHION
from tests.relevance.split import is_held_out

HEADS = Path(__file__).with_name("heads.tsv")

SHOES, ACCESSORIES, CLOTHING = "Shoes", "Accessories", "Clothing"
DEPARTMENTS = {
    "shoes": SHOES,
    "bags": ACCESSORIES,
    "accessories": ACCESSORIES,
    "jewellery": ACCESSORIES,
}
ROOTS = {"women": "Women's", "men": "Men's"}
SHOWN = 12


def department(slug: str | None) -> str:
    """Return a category as the departments of the fashion feed: "Men's > Shoes"."""
    parts = (slug or "").split("/")
    if len(parts) < 2 or parts[0] not in ROOTS:
        return ""
    return f"{ROOTS[parts[0]]} > {DEPARTMENTS.get(parts[1], CLOTHING)}"


def _line(name: str, share: float, bar: float) -> str:
    verdict = "met" if share >= bar else "MISSED"
    return f"  {name:<44}{share:>8.2%}   at least {bar:.1%}: {verdict}"


def _wrong(names: Counter[str]) -> str:
    shown = ", ".join(f"{name} ({count})" for name, count in names.most_common(SHOWN))
    return f"    wrong: {shown}" if shown else ""


def fashion() -> list[str]:
    """Return the figures of fashion-7k as its import classifies it: name, path, gender."""
    rows = [json.loads(line) for line in FASHION.read_text(encoding="utf-8").splitlines()]
    classified = [
        (row, classify(row["title"], Hints(row["product_type"], row["color"], row["gender"])))
        for row in rows
    ]
    wrong = Counter(
        f"{row['title']} of {row['product_type']} → {kind.category_slug}"
        for row, kind in classified
        if department(kind.category_slug) != row["product_type"]
    )
    return [_line("fashion-7k, department", 1 - wrong.total() / len(rows), 0.993), _wrong(wrong)]


@dataclass(frozen=True, slots=True)
class Head:
    """A title, and the last parts of the slugs that fit it; "-" stands for no category.

    `shop` is where titles were found that are kept or held out together; "" for our own.
    """

    title: str
    leaves: frozenset[str]
    shop: str

    def fits(self, slug: str | None) -> bool:
        """Return True if a category, a root or none is right."""
        if slug is None or "/" not in slug:
            return self.unknown
        return slug.rsplit("/", 1)[-1] in self.leaves

    @property
    def unknown(self) -> bool:
        """Return True if the title may stay without a category, or at a root."""
        return "-" in self.leaves


def read_heads() -> list[Head]:
    """Return heads.tsv: titles whose last noun the product need not know, and what they are."""
    rows = (line.split("\t") for line in HEADS.read_text(encoding="utf-8").splitlines())
    return [Head(title, frozenset(fits.split("|")), *(shop or [""])) for title, fits, *shop in rows]


def heads(held_out: bool) -> list[str]:
    """Return the shares of one half: titles that must stay without a category, and the others.

    The wrong ones are named in the tuning half alone.
    """
    half = [head for head in read_heads() if is_held_out(head.shop or head.title) == held_out]
    lines: list[str] = []
    for unknown, shops in product((True, False), (False, True)):
        what = ("unknown" if unknown else "known") + " heads" + (", of shops" if shops else "")
        rows = [head for head in half if (head.unknown, bool(head.shop)) == (unknown, shops)]
        slugs = {head.title: classify(head.title).category_slug for head in rows}
        wrong = Counter(
            f"{head.title} → {slugs[head.title]}"
            for head in rows
            if not head.fits(slugs[head.title])
        )
        share = 1 - wrong.total() / len(rows)
        lines += [_line(f"{what} ({len(rows)})", share, 0.95)]
        lines += [] if held_out else [_wrong(wrong)]
    return lines


def report(catalogues: Sequence[str], held_out: bool = False) -> str:
    """Return the figures of the available catalogues, and of one half of the titles."""
    lines = [*(fashion() if "fashion" in catalogues else ()), *heads(held_out)]
    return "\n".join(["Classification by words", *(line for line in lines if line)])
