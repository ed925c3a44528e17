"""What is odd in a run's own values: a first run has nothing else to be compared with. Pure."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, pairwise

from indexer.pipeline.verdict.tally import Texts

FEWEST = 5  # names of which a share says something
# That may not all be the same: a small shop may well have one price for all that it sells, and a
# reading that takes one number for each price does so on a list of any length.
FEWEST_PRICES = 30
NEARLY_ALL = 0.9
APART = 20  # times as high: no list has so many prices on each side, and none between them
SIDE = 0.1  # of the prices, on each side
ADDED_SHARE = 0.3  # of the known names may gain the same words
# What a name ends with behind a dash or a bar, or that calls to buy.
ENDING = re.compile(
    r" [-–—|·•] [^-–—|·•]{2,40}$"
    r"| (?:buy|shop|order|view|add to|quick (?:view|shop)|koop|bestel|bekijk)\b\D{0,20}$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class FirstValues:
    """The names and prices of a brand's first run; prices are kept in cents."""

    names: int = 0
    prices: array[int] = field(default_factory=lambda: array("q"))
    endings: Texts = field(default_factory=Texts)

    def add(self, name: str, price: Decimal | None) -> None:
        """Count a product."""
        self.names += 1
        if price:
            self.prices.append(int(price * 100))
        if match := ENDING.search(name):
            self.endings.add(match.group())

    def sentences(self) -> tuple[str, ...]:
        """Return what contradicts itself in them, as sentences."""
        prices = array("q", sorted(self.prices))
        return (*_same_prices(prices), *_far_apart(prices), *self._same_ending())

    def _same_ending(self) -> Iterator[str]:
        for words, count in self.endings.commonest(1):
            if self.names >= FEWEST and count >= NEARLY_ALL * self.names:
                yield f"{count} of {self.names} names end with the same words: {words[:60]!r}"


@dataclass(slots=True)
class AddedWords:
    """The words that known names gained at one end."""

    names: int = 0
    gained: Texts = field(default_factory=Texts)

    def add(self, was: str, now: str) -> None:
        """Count a name, before and now."""
        self.names += 1
        if len(now) > len(was) and (now.startswith(was) or now.endswith(was)):
            self.gained.add(now.removeprefix(was).removesuffix(was))

    def sentences(self) -> tuple[str, ...]:
        """Return the words that many names gained, as a sentence."""
        return tuple(
            f"{count} of {self.names} known names gained the same words: {words[:60]!r}"
            for words, count in self.gained.commonest(1)
            if count >= FEWEST and count > ADDED_SHARE * self.names
        )


def _same_prices(prices: array[int]) -> Iterator[str]:
    runs = ((sum(1 for _ in same), price) for price, same in groupby(prices))
    count, price = max(runs, default=(0, 0))
    if len(prices) >= FEWEST_PRICES and count >= NEARLY_ALL * len(prices):
        yield f"{count} of {len(prices)} prices are the same, {Decimal(price) / 100}"


def _far_apart(prices: array[int]) -> Iterator[str]:
    least = max(2, SIDE * len(prices))
    for below, (low, high) in enumerate(pairwise(prices), 1):
        above = len(prices) - below
        if high >= APART * low and min(below, above) >= least:
            yield (
                f"{below} prices are {Decimal(low) / 100} or less and {above} are"
                f" {Decimal(high) / 100} or more, with none"
                " between: one kind is read wrongly, or two lists are read as one"
            )
            return
