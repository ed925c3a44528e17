"""Classification by words, compared with the feeds' own categories."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from indexer.language.classify.product import Hints, classify
from tests.relevance.items import FASHION, MAGENTO
from tests.relevance.split import is_held_out

HEADS = Path(__file__).with_name("heads.tsv")

# The last parts of category slugs that fit a branch of the Magento shop. It is a sports shop, so
# sports categories fit as well as everyday ones; a root category fits nothing.
MAGENTO_LEAVES = {
    "Tees": {"t-shirts", "sports-tops"},
    "Tanks": {"vests", "sports-tops"},
    "Hoodies & Sweatshirts": {"hoodies", "sweatshirts"},
    "Jackets": {"jackets", "coats", "raincoats", "gilets"},
    "Pants": {"trousers", "joggers", "leggings", "sports-bottoms"},
    "Shorts": {"shorts", "sports-bottoms"},
    "Bras & Tanks": {"bras", "vests", "sports-tops"},
}
SHOES, ACCESSORIES, CLOTHING = "Shoes", "Accessories", "Clothing"
DEPARTMENTS = {
    "shoes": SHOES,
    "bags": ACCESSORIES,
    "accessories": ACCESSORIES,
    "jewellery": ACCESSORIES,
}
ROOTS = {"women": "Women's", "men": "Men's"}
SHOWN = 12


def is_root(slug: str | None) -> bool:
    """Return True if a product has a root category or none."""
    return slug is None or "/" not in slug


def magento_branch(paths: Iterable[str]) -> str:
    """Return the shop's branch of a product: the last part of its path below Men or Women."""
    path = next(path for path in paths if path.startswith(("Men", "Women")))
    return path.rsplit(" > ", 1)[-1]


def fits_branch(slug: str | None, branch: str) -> bool:
    """Return True if a category fits a branch of the Magento shop."""
    return slug is not None and slug.rsplit("/", 1)[-1] in MAGENTO_LEAVES[branch]


def department(slug: str | None) -> str:
    """Return a category as the departments of the fashion feed: "Men's > Shoes"."""
    parts = (slug or "").split("/")
    if len(parts) < 2 or parts[0] not in ROOTS:
        return ""
    return f"{ROOTS[parts[0]]} > {DEPARTMENTS.get(parts[1], CLOTHING)}"


def _line(name: str, share: float, bar: float, most: bool = False) -> str:
    met = share <= bar if most else share >= bar
    word = "most" if most else "least"
    verdict = "met" if met else "MISSED"
    return f"  {name:<44}{share:>8.2%}   at {word} {bar:.1%}: {verdict}"


def _wrong(names: Counter[str]) -> str:
    shown = ", ".join(f"{name} ({count})" for name, count in names.most_common(SHOWN))
    return f"    wrong: {shown}" if shown else ""


def magento() -> list[str]:
    """Return the figures of Magento's names alone, without path, colour or gender."""
    rows = [json.loads(line) for line in MAGENTO.read_text(encoding="utf-8").splitlines()]
    slugs = [(row, classify(row["title"]).category_slug) for row in rows]
    wrong = Counter(
        f"{row['title'].strip()} → {slug}"
        for row, slug in slugs
        if not fits_branch(slug, magento_branch(row["product_type"]))
    )
    roots = sum(is_root(slug) for _, slug in slugs)
    return [
        _line("Magento, by name alone, at the leaf", 1 - wrong.total() / len(rows), 0.93),
        _wrong(wrong),
        _line("Magento, at a root or nowhere", roots / len(rows), 0.03, most=True),
    ]


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
    roots = sum(is_root(kind.category_slug) for _, kind in classified)
    return [
        _line("fashion-7k, department", 1 - wrong.total() / len(rows), 0.993),
        _wrong(wrong),
        _line("fashion-7k, at a root or nowhere", roots / len(rows), 0.03, most=True),
    ]


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
        if slug is None or is_root(slug):
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
    measured = {"magento": magento, "fashion": fashion}
    lines = [line for name in catalogues if name in measured for line in measured[name]()]
    lines += heads(held_out)
    return "\n".join(["Classification by words", *(line for line in lines if line)])
