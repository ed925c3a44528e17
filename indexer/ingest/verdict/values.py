"""What a run's values say beside those that are known: changed prices, leaps, equal names.

Products are counted as they pass, so that a million of them take some megabytes. Pure.

A first run has nothing to be compared with: it is judged by what is odd in its own values.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, pairwise
from statistics import median

from indexer.ingest.verdict.tally import Sameness, Texts, Values
from scrapers.product import Product

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

LEAP = Decimal(5)  # a price this many times higher or lower than before: no sale goes so far
NONE_ALIKE = Sameness()


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


@dataclass(frozen=True, slots=True)
class Known:
    """What is stored of a product: its price in its own currency, its name and first picture."""

    name: str
    currency: str
    price: Decimal | None
    ordinary_price: Decimal | None = None
    sold_out: bool | None = False
    image: str | None = None  # canonical address


@dataclass(frozen=True, slots=True)
class PriceChange:
    """One product's price, before and now, in one currency."""

    name: str
    before: Decimal
    after: Decimal

    @property
    def ratio(self) -> Decimal:
        """Return now by before: 100 where a price became a hundred times as high."""
        return self.after / self.before

    @property
    def size(self) -> Decimal:
        """Return how many times higher or lower it became, 1 or more."""
        return max(self.ratio, 1 / self.ratio)


@dataclass(slots=True)
class PriceChanges:
    """Price changes that no reduction explains: how large each is, and two of them."""

    ratios: array[float] = field(default_factory=lambda: array("d"))
    first: PriceChange | None = None
    largest: PriceChange | None = None

    def __len__(self) -> int:
        return len(self.ratios)

    def add(self, change: PriceChange) -> None:
        """Count a change."""
        self.ratios.append(float(change.ratio))
        self.first = self.first or change
        if self.largest is None or change.size > self.largest.size:
            self.largest = change

    @property
    def median_ratio(self) -> Decimal:
        """Return the median of the changes, now by before; 1 without changes."""
        return Decimal(median(self.ratios)) if self.ratios else Decimal(1)

    @property
    def median_size(self) -> Decimal:
        """Return the median size of the changes, 1 or more."""
        return Decimal(median(map(_size, self.ratios))) if self.ratios else Decimal(1)

    def leaps(self, least: Decimal = LEAP) -> int:
        """Return how many changes are of at least this size."""
        return sum(_size(ratio) >= least for ratio in self.ratios)


def _size(ratio: float) -> float:
    return max(ratio, 1 / ratio)


@dataclass(frozen=True, slots=True)
class ValueFacts:
    """What a run's values say; `…_before` is None where nothing was known.

    `compared` counts the products with a price before and now.
    """

    items: int = 0
    compared: int = 0
    changes: PriceChanges = field(default_factory=PriceChanges)
    currencies: Texts = field(default_factory=Texts)  # of prices in another one than before
    in_stock: int = 0  # known products that could be bought
    sold_out: int = 0  # of those, which cannot be bought any more
    zero_prices: int = 0
    names: Sameness = NONE_ALIKE
    names_before: Sameness | None = None
    images: Sameness = NONE_ALIKE
    images_before: Sameness | None = None
    checked: int = 0  # items with structured data beside them
    disagreeing: int = 0  # of those, items whose values it contradicts
    disagreement: str = ""  # one of them, in words
    oddities: tuple[str, ...] = ()  # in the names and prices themselves, as sentences
    # By field what stands there and is not understood, once for each item.
    not_understood: Mapping[str, Texts] = field(default_factory=dict)
    unread_rows: int = 0  # beside the items, refused for it
    shared: Sequence[str] = ()  # cards left out for another one's identity, in words

    @property
    def rows(self) -> int:
        """Return how many products were read, those that were not understood with them."""
        return self.items + self.unread_rows


@dataclass(slots=True)
class ValueCount:
    """Counts a run's products beside what is known of them, and then what is known in all."""

    items: int = 0
    compared: int = 0
    known: int = 0
    changes: PriceChanges = field(default_factory=PriceChanges)
    currencies: Texts = field(default_factory=Texts)
    in_stock: int = 0  # of the known products
    met_in_stock: int = 0  # of those that the run met, which may be another source's
    sold_out: int = 0
    names: Values = field(default_factory=Values)
    images: Values = field(default_factory=Values)
    names_before: Values = field(default_factory=Values)
    images_before: Values = field(default_factory=Values)
    first_values: FirstValues = field(default_factory=FirstValues)
    added_words: AddedWords = field(default_factory=AddedWords)

    def add(self, item: Product, was: Known | None) -> None:
        """Count one of the run's products; `was`: what is known of it."""
        self.items += 1
        self.names.add(item.name)
        self.images.add(item.images[0].canonical_url if item.images else None)
        self.first_values.add(item.name, item.price)
        if was is None:
            return
        self.added_words.add(was.name, item.name)
        self.met_in_stock += was.sold_out is False
        self.sold_out += was.sold_out is False and item.sold_out is True
        if not (item.price and was.price):
            return
        self.compared += 1
        if item.currency != was.currency:
            self.currencies.add(f"in {item.currency} now and were in {was.currency}")
        elif item.price != was.price and not _is_explained(item, was):
            change = PriceChange(item.name, was.price or Decimal(0), item.price or Decimal(0))
            self.changes.add(change)

    def add_known(self, was: Known) -> None:
        """Count one of the known products."""
        self.known += 1
        self.in_stock += was.sold_out is False
        self.names_before.add(was.name)
        self.images_before.add(was.image)

    def facts(self, zero_prices: int = 0) -> ValueFacts:
        """Return what they say."""
        return ValueFacts(
            items=self.items,
            compared=self.compared,
            changes=self.changes,
            currencies=self.currencies,
            in_stock=max(self.in_stock, self.met_in_stock),
            sold_out=self.sold_out,
            zero_prices=zero_prices,
            names=self.names.sameness(),
            names_before=self.names_before.sameness() if self.known else None,
            images=self.images.sameness(),
            images_before=self.images_before.sameness() if self.known else None,
            oddities=(self.added_words if self.known else self.first_values).sentences(),
        )


def value_facts(
    items: Sequence[Product], known: Mapping[str, Known], zero_prices: int = 0
) -> ValueFacts:
    """Compare a run's products with all that are known, by their keys."""
    count = ValueCount()
    for item in items:
        count.add(item, known.get(item.group_key))
    for was in known.values():
        count.add_known(was)
    return count.facts(zero_prices)


def _is_explained(item: Product, was: Known) -> bool:
    """Return True if a reduction that the store shows began or ended, and the other price
    stayed.
    """
    began = item.ordinary_price is not None and item.ordinary_price == was.price
    ended = was.ordinary_price is not None and was.ordinary_price == item.price
    other = was.ordinary_price is not None and was.ordinary_price == item.ordinary_price
    size = max((item.price or 0) / (was.price or 1), (was.price or 0) / (item.price or 1))
    return (began or ended or other) and size < LEAP
