"""Needs that a catalogue can meet, drawn with a fixed seed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cached_property, lru_cache

from tests.relevance.grade import relevant
from tests.relevance.items import Item, items
from tests.relevance.lexicon import FAMILIES, asked_colours, product_types
from tests.relevance.need import Need

FEWEST = 3  # products that fit fully; an order of fewer cannot be measured
COLOURS = tuple("black white grey blue red pink purple green yellow orange brown beige".split())
# The word in a catalogue's titles, where it differs from the usual one.
USUAL_WORDS = {
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
# Product types that the catalogue has under other names in titles: they are not drawn.
NOT_IN_TITLES = {"magento": {"sports shorts", "jumper"}}


class Sampler:
    """Draws needs of one catalogue.

    Every kind of query has a sampler of its own, so that a change of one kind does not change the
    others' queries.
    """

    def __init__(self, catalogue: str, kind: str) -> None:
        self.catalogue = catalogue
        self.kind = kind
        self.items: tuple[Item, ...] = tuple(items(catalogue))
        self.rng = random.Random(f"{catalogue} {kind}")
        self._bags: dict[str, list[str]] = {}

    @cached_property
    def counts(self) -> Counter[str]:
        """Return the number of products of each product type, counted for its ancestors too."""
        return Counter(kind for item in self.items for kind in item.kinds)

    @cached_property
    def brands(self) -> list[str]:
        """Return the named brands with enough products."""
        counts = Counter(item.brand for item in self.items if item.brand)
        return sorted(brand for brand, count in counts.items() if count >= FEWEST)

    def fits(self, need: Need) -> bool:
        """Return True if enough products fit the need fully."""
        return len(self.relevant(need)) >= FEWEST and self._is_clear(need)

    def _is_clear(self, need: Need) -> bool:
        """Return True if enough products surely have the colour: burnt orange is a border case."""
        asked = [asked_colours()[colour].fits for colour in need.colours]
        if not asked or not all(colours <= FAMILIES for colours in asked):
            return True
        families = frozenset[str]().union(*asked)
        return sum(bool(families & item.sure) for item in self.relevant(need)) >= FEWEST

    @lru_cache(maxsize=100_000)  # noqa: B019 - samplers live as long as the program
    def relevant(self, need: Need) -> tuple[Item, ...]:
        """Return the products that fit a need fully."""
        return tuple(relevant(need, self.items))

    def draw(self, name: str, among: list[str]) -> str:
        """Return one of the values; each is drawn once before any repeats."""
        bag = self._bags.setdefault(name, [])
        if not bag:
            bag += self.rng.sample(among, len(among))
        return bag.pop()

    def known(self) -> list[str]:
        """Return the product types with enough products in the catalogue."""
        excluded = NOT_IN_TITLES.get(self.catalogue, set())
        return [
            product_type
            for product_type in product_types()
            if self.counts[product_type] >= FEWEST and product_type not in excluded
        ]

    def usual_word(self, product_type: str) -> str:
        """Return the usual word for a product type in this catalogue."""
        return (
            USUAL_WORDS[self.catalogue].get(product_type)
            or product_types()[product_type].sayings["say"][0]
        )

    def product_type(self) -> Need:
        """Draw a need of one thing."""
        return Need(product_types=(self.draw("type", self.known()),))

    def gender(self, need: Need) -> Need | None:
        """Add a gender with enough products, if there is one."""
        counts = Counter(item.gender for item in self.relevant(need) if item.gender)
        fitting = sorted(gender for gender, count in counts.items() if count >= FEWEST)
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
        """Return the prices of fitting products, in ascending order."""
        prices = (item.prices.get(currency) for item in self.relevant(need))
        return sorted(price for price in prices if price is not None)

    def amount(self, need: Need, low: float, high: float, currency: str = "ZAR") -> int | None:
        """Return a round amount between two quantiles of the prices that is no product's price."""
        prices = self.prices(need, currency)
        if len(prices) < 2 * FEWEST:
            return None
        price = prices[int(self.rng.uniform(low, high) * (len(prices) - 1))]
        step = 5 if price < 100 else 50 if price < 1000 else 100 if price < 5000 else 500
        amount = max(step, round(price / step) * step)
        return amount if all(abs(price - amount) > 0.005 for price in prices) else None

    def shades(self) -> tuple[str, ...]:
        """Return shoppers' words for shades."""
        return tuple(word for word in asked_colours() if word not in COLOURS)
