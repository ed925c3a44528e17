"""Product pages composed of themes' ways to lay them out, forms of prices, marks and distractors.

The themes follow the stock themes of platforms, written anew: their elements and class names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from pathlib import Path

NAME = "Blue Linen Apron"
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Form:
    """A price's markup: the price and the ordinary price that are to be read."""

    label: str
    price: Decimal
    ordinary: Decimal | None
    markup: str

    @property
    def currency(self) -> str | None:
        """Return the currency that it is printed in; None where no sign says it."""
        return "ZAR" if "R" in self.markup else None


@dataclass(frozen=True, slots=True)
class Stock:
    """What says whether it can be bought: a line above the button, and the button."""

    label: str
    available: bool | None
    line: str
    button: str


def _rows(name: str) -> list[list[str]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


FORMS = [
    Form(label, Decimal(price), None if before == "-" else Decimal(before), markup)
    for label, price, before, markup in _rows("forms.tsv")
]
STOCKS = [
    Stock(label, {"yes": True, "no": False}.get(can_be_bought), line, button)
    for label, can_be_bought, line, button in _rows("stocks.tsv")
]
THEMES = [
    theme.rstrip("\n").split("\n", 1)
    for theme in (FOLDER / "themes.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]
CARDS = "".join(
    f'<li class="card"><a href="/p/{n}"><img src="/i/{n}.jpg"><h3>Thing {n}</h3></a>'
    f'<span class="price">R {n}9.00</span><button>Add to cart</button></li>'
    for n in range(1, 5)
)
BESIDE = _rows("beside.tsv")
TITLES = (f"{NAME} | Kuier", f"Buy {NAME} online - Kuier", f"Kuier: {NAME}", "Kuier")


@dataclass(frozen=True, slots=True)
class Composed:
    """A page and what is to be read of it."""

    label: str
    html: str
    form: Form
    stock: Stock


def pages() -> Iterator[Composed]:
    """Yield pages: each theme with each form, each mark and each distractor, in turns."""
    for number, ((theme, layout), form, stock) in enumerate(product(THEMES, FORMS, STOCKS)):
        beside, *around = BESIDE[number % len(BESIDE)]
        ahead, behind = (text.replace("{cards}", CARDS) for text in around)
        title = TITLES[number // 3 % len(TITLES)]
        body = layout.format(price=form.markup, line=stock.line, button=stock.button, name=NAME)
        page = f"<!doctype html><html lang='en-ZA'><title>{title}</title>{ahead}{body}{behind}"
        label = f"{theme}, {form.label}, {stock.label}, {beside}, {title}"
        yield Composed(label, page, form, stock)
