"""The table of price wordings: stores' texts with the expected prices."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from scrapers.values.offers import Price
from scrapers.values.price.prices import CurrencyMismatchError

TABLE = Path(__file__).resolve().parents[1] / "stores" / "wordings" / "prices.tsv"
REFUSED = "another currency"


@dataclass(frozen=True, slots=True)
class Wording:
    """A price in a store's HTML, and the expected price and ordinary price in `currency`."""

    kind: str
    currency: str
    markup: str
    expected: tuple[Decimal | str | None, Decimal | None]

    @property
    def name(self) -> str:
        """Return the name for test ids."""
        return f"{self.kind}-{self.markup[:40]}"

    @property
    def is_marked_up(self) -> bool:
        """Return True if the wording has elements."""
        return "<" in self.markup

    @property
    def text(self) -> str:
        """Return the text of a wording without elements."""
        return html.unescape(self.markup)

    def reading(self, read: Callable[[], Price]) -> tuple[Decimal | str | None, Decimal | None]:
        """Return the result of `read` in the format of `expected`."""
        try:
            reading = read()
        except CurrencyMismatchError:
            return REFUSED, None
        return reading.value, reading.ordinary


def _wording(line: str) -> Wording:
    kind, currency, price, ordinary, markup = line.split("\t")
    paid = {"-": None, "!": REFUSED}.get(price, price)
    amount = Decimal(paid) if paid and paid != REFUSED else paid
    return Wording(kind, currency, markup, (amount, None if ordinary == "-" else Decimal(ordinary)))


WORDINGS = [
    _wording(line)
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
