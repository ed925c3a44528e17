"""Needs that a catalogue can meet, drawn with a fixed seed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cached_property, lru_cache

from tests.relevance.grade import relevant
from tests.relevance.items import Item, items
from tests.relevance.lexicon import FAMILIES, asked_colours, things
from tests.relevance.need import Need

FEWEST = 3  # products that fit fully; fewer are no measure of an order
COLOURS = tuple("black white grey blue red pink purple green yellow orange brown beige".split())
# The word that a catalogue's own titles use, where it is not the usual one.
PLAIN = {
    "demo": {
        "trainers": "sneakers",
        "jumper": "jersey",
        "backpack": "backpack",
        "ankle boots": "Chelsea boots",
        "tracksuit bottoms": "joggers",
        "slip-ons": "loafers",
        "ballet pumps": "ballet flats",
        "crossbody bag": "crossbody bag",
        "summer dress": "sundress",
        "winter jacket": "puffer jacket",
        "waistcoat": "gilet",
        "travel bag": "travel bag",
        "bracelet": "bangle set",
        "heels": "heels",
    },
    "magento": {"vest": "tank", "trousers": "pants"},
    "fashion": {},
    "bazaar": {
        "trainers": "sneakers",
        "backpack": "backpack",
        "heels": "heels",
        "bicycle": "bicycle",
        "formal shirt": "dress shirt",
    },
}
# What a catalogue holds, and its titles call otherwise: no need of it is plain.
UNSAID = {"magento": {"sports shorts", "jumper"}}


class Sampler:
    """Draws needs of one catalogue. Every kind of query has a sampler of its own, so that one
    kind's change leaves the others' queries as they are.
    """

    def __init__(self, catalogue: str, kind: str) -> None:
        self.catalogue = catalogue
        self.kind = kind
        self.items: tuple[Item, ...] = tuple(items(catalogue))
        self.rng = random.Random(f"{catalogue} {kind}")
        self._bags: dict[str, list[str]] = {}

    @cached_property
    def held(self) -> Counter[str]:
        """Return how many products there are of each thing, with what it is a kind of."""
        return Counter(kind for item in self.items for kind in item.kinds)

    @cached_property
    def brands(self) -> list[str]:
        """Return the brands with enough products, and a name."""
        found = Counter(item.brand for item in self.items if item.brand)
        return sorted(brand for brand, count in found.items() if count >= FEWEST)

    def fits(self, need: Need) -> bool:
        """Tell whether enough products fit the need fully."""
        return len(self.relevant(need)) >= FEWEST and self._is_clear(need)

    def _is_clear(self, need: Need) -> bool:
        """Tell whether a colour is met without the border: burnt orange alone is no brown lamp."""
        asked = [asked_colours()[colour].fits for colour in need.colours]
        if not asked or not all(fits <= FAMILIES for fits in asked):
            return True
        wanted = frozenset(fits for one in asked for fits in one)
        return sum(bool(wanted & item.sure) for item in self.relevant(need)) >= FEWEST

    @lru_cache(maxsize=100_000)  # noqa: B019 - samplers live as long as the program
    def relevant(self, need: Need) -> tuple[Item, ...]:
        """Return the products that fit a need fully."""
        return tuple(relevant(need, self.items))

    def draw(self, name: str, among: list[str]) -> str:
        """Return one of the values; each comes once before any comes again."""
        bag = self._bags.setdefault(name, [])
        if not bag:
            bag += self.rng.sample(among, len(among))
        return bag.pop()

    def known(self) -> list[str]:
        """Return the things that the catalogue has enough of."""
        unsaid = UNSAID.get(self.catalogue, set())
        return [thing for thing in things() if self.held[thing] >= FEWEST and thing not in unsaid]

    def plain(self, thing: str) -> str:
        """Return the plain word for a thing in this catalogue."""
        return PLAIN[self.catalogue].get(thing) or things()[thing].sayings["say"][0]

    def thing(self) -> Need:
        """Draw a need of one thing."""
        return Need(things=(self.draw("thing", self.known()),))

    def gender(self, need: Need) -> Need | None:
        """Add a gender that makes a difference, if there is one."""
        found = Counter(item.gender for item in self.relevant(need) if item.gender)
        fitting = sorted(gender for gender, count in found.items() if count >= FEWEST)
        return replace(need, gender=self.rng.choice(fitting)) if fitting else None

    def colour(self, need: Need, among: tuple[str, ...] = COLOURS) -> Need | None:
        """Add a colour, if one fits."""
        for colour in self.rng.sample(among, len(among)):
            more = replace(need, colours=(colour,))
            if self.fits(more):
                return more
        return None

    def brand(self, need: Need) -> Need | None:
        """Add a brand, if one fits."""
        for brand in self.rng.sample(self.brands, len(self.brands)):
            more = replace(need, brands=(brand,))
            if self.fits(more):
                return more
        return None

    def prices(self, need: Need, currency: str = "ZAR") -> list[float]:
        """Return the prices of what fits, low to high."""
        found = (item.prices.get(currency) for item in self.relevant(need))
        return sorted(price for price in found if price is not None)

    def amount(self, need: Need, low: float, high: float, currency: str = "ZAR") -> int | None:
        """Return a round amount between two shares of the prices, at which nothing is sold."""
        prices = self.prices(need, currency)
        if len(prices) < 2 * FEWEST:
            return None
        wanted = prices[int(self.rng.uniform(low, high) * (len(prices) - 1))]
        step = 5 if wanted < 100 else 50 if wanted < 1000 else 100 if wanted < 5000 else 500
        amount = max(step, round(wanted / step) * step)
        return amount if all(abs(price - amount) > 0.005 for price in prices) else None

    def shades(self) -> tuple[str, ...]:
        """Return the finer colour words, as shoppers type them."""
        return tuple(word for word in asked_colours() if word not in COLOURS)
