"""Titles in the manner of catalogues that nobody tuned for: a category, colours, no root.

`titles.tsv`: title, the categories that fit (the end of a slug, `|` between alternatives; a
category of the second level takes all below it), the colours in order. Half of them, by hash, was
looked at while the words were written; the other half only at the end, when 96.7 % of its
categories and 99.3 % of its colours were right and none at a root.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import pytest

from indexer.language.classify.product import classify, types_of

TITLES = Path(__file__).with_name("titles.tsv")


@dataclass(frozen=True, slots=True)
class Expected:
    title: str
    categories: list[str]
    colours: list[str]

    @property
    def half(self) -> int:
        return hashlib.sha256(self.title.encode()).digest()[-1] % 2

    def fits(self, slug: str | None) -> bool:
        path = f"/{slug}/"
        return any(
            path.endswith(f"/{one}/") or (one.count("/") < 2 and f"/{one}/" in path)
            for one in self.categories
        )


def read() -> list[Expected]:
    rows = (line.split("\t") for line in TITLES.read_text(encoding="utf-8").splitlines())
    return [
        Expected(title, fits.split("|"), [c for c in colours.split(",") if c])
        for title, fits, colours in rows
    ]


@pytest.mark.parametrize("half", [0, 1], ids=["looked at", "kept back"])
def test_titles_of_unseen_catalogues_end_at_what_they_name(half: int) -> None:
    rows = [row for row in read() if row.half == half]
    assert len(rows) >= 150
    found = {row.title: classify(row.title) for row in rows}
    wrong = {
        r.title: found[r.title].category_slug
        for r in rows
        if not r.fits(found[r.title].category_slug)
    }
    at_root = [title for title, kind in found.items() if "/" not in (kind.category_slug or "")]
    assert len(wrong) <= 0.05 * len(rows), wrong
    assert len(at_root) <= 0.02 * len(rows), at_root


@pytest.mark.parametrize("half", [0, 1], ids=["looked at", "kept back"])
def test_titles_state_their_colours_in_order(half: int) -> None:
    rows = [row for row in read() if row.half == half and row.colours]
    found = {row.title: classify(row.title).color_slugs for row in rows}
    wrong = {
        row.title: found[row.title]
        for row in rows
        if [slug for slug in found[row.title] if slug != "multi" or row.colours == ["multi"]]
        != row.colours
    }
    assert len(wrong) <= 0.04 * len(rows), wrong


DESCRIBING = """
Long Sleeve|V Neck|Slim Fit|Size M|Black|Men|Summer|New Arrival|2023|Set|Pack of 3|Button Front
Zip Front|Side Pocket|Drawstring Waist|Ruffle Hem|Lace Trim|Floral Print|Office Wear|Gift for Her
Limited Edition|Model X200|Bodycon|A-Line|Pencil|Cargo|Biker|Block Heel|Platform|Lace Up|Slip On
Buckle|Quartz Movement|Leather Strap|Gold Plated|Oak Veneer|Marble Top|Metal Legs|Wood Base
3 Drawer|Storage|King|Eyelet|Tassel|Embroidered|Boucle|Faux Fur|Home Decor|Living Room|Garden
Hallway|Modern Design|Boho|USB Charging|Anti Theft|School|Rainbow|Tie Dye|Stripes|Polka Dots
Checks|Star|Dinosaur|Adidas|Levi's 501|Michael Kors|Ted Baker|Jacquard|Mesh|Distressed|Bootcut
Wide Leg|Flare|Bow|Open Back|Off Shoulder|Bell Sleeve|Hooded|Hood|Collar|Pockets|Pleats|Reversible
Adjustable|Folding|Square|Plus Size|Sport|Multi|Combo|Sale|Handmade|South Africa
"""
PRODUCT_TYPES = (
    "Dress|Jeans|Sneakers|Handbag|Watch|Sofa|Coffee Table|Table Lamp|Curtain|Vase".split("|")
)


def test_what_is_commonly_said_behind_a_type_leaves_it_its_type() -> None:
    phrases = [phrase for line in DESCRIBING.split("\n") for phrase in line.split("|") if phrase]
    titles = [f"{product_type} {phrase}" for product_type in PRODUCT_TYPES for phrase in phrases]
    lost = [title for title in titles if not types_of(title)]
    assert len(lost) <= 0.01 * len(titles), lost
