"""What is odd in a run's own values: a first run has nothing else to be compared with. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

FEWEST = 5  # names of which a share says something
FEWEST_PRICES = 10  # that may not all be the same
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


def first_oddities(names: Sequence[str], prices: Iterable[Decimal | None]) -> tuple[str, ...]:
    """Return what contradicts itself in the values of a brand's first run, as sentences."""
    known = sorted(price for price in prices if price)
    return (*_same_prices(known), *_far_apart(known), *_same_ending(names))


def added_words(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the words that many known names gained at one end; `pairs`: each before and now."""
    listed = list(pairs)
    gained = Counter(
        now.removeprefix(was).removesuffix(was)
        for was, now in listed
        if len(now) > len(was) and (now.startswith(was) or now.endswith(was))
    )
    words, count = _commonest(gained)
    if count < FEWEST or count <= ADDED_SHARE * len(listed):
        return ()
    return (f"{count} of {len(listed)} known names gained the same words: {words[:60]!r}",)


def _same_prices(prices: list[Decimal]) -> tuple[str, ...]:
    price, count = _commonest(Counter(str(price) for price in prices))
    if len(prices) < FEWEST_PRICES or count < NEARLY_ALL * len(prices):
        return ()
    return (f"{count} of {len(prices)} prices are the same, {price}",)


def _far_apart(prices: list[Decimal]) -> tuple[str, ...]:
    least = max(2, SIDE * len(prices))
    for below, (low, high) in enumerate(pairwise(prices), 1):
        above = len(prices) - below
        if high >= APART * low and min(below, above) >= least:
            return (
                f"{below} prices are {low} or less and {above} are {high} or more, with none"
                " between: one kind is read wrongly, or two lists are read as one",
            )
    return ()


def _same_ending(names: Sequence[str]) -> tuple[str, ...]:
    endings = Counter(match.group() for name in names if (match := ENDING.search(name)))
    words, count = _commonest(endings)
    if len(names) < FEWEST or count < NEARLY_ALL * len(names):
        return ()
    return (f"{count} of {len(names)} names end with the same words: {words[:60]!r}",)


def _commonest(counts: Counter[str]) -> tuple[str, int]:
    return next(iter(counts.most_common(1)), ("", 0))
