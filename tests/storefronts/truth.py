"""What a store truly sells, made from a seed: the one place from which all its answers come."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product as combined

PLACES = "Karoo Overberg Namaqua Tsitsikamma Drakensberg Langebaan Knysna Cederberg".split()
CLOTHS = ["Cotton", "Linen", "Merino", "Mohair", "Denim", "Bamboo", "Shweshwe", "Leather"]
CUTS = ["Relaxed", "Classic", "Slim", "Everyday", "Weekend", "Heritage"]
THINGS = {
    "dresses": ["Maxi Dress", "Wrap Dress"],
    "tops": ["Shirt", "T-Shirt", "Jersey"],
    "bottoms": ["Chinos", "Midi Skirt"],
    "shoes": ["Sneakers", "Sandals"],
}
COLOURS = ["Black", "White", "Navy", "Olive", "Red", "Pink", "Grey", "Brown"]
LETTERS = ("XS", "S", "M", "L", "XL")
FEET = ("4", "5", "6", "7", "8")


@dataclass(frozen=True, slots=True)
class Tile:
    """A product in one colour: `was` is the ordinary price before a sale, `sizes` with stock."""

    colour: str
    price: Decimal
    was: Decimal | None
    sizes: tuple[tuple[str, bool], ...]
    in_stock: bool
    picture: str  # its path

    @property
    def offers(self) -> Sequence[tuple[str, bool]]:
        """The sizes with their stock; one without a name where there are none."""
        return self.sizes or (("", self.in_stock),)


@dataclass(frozen=True, slots=True)
class Product:
    """A product with a page of its own."""

    number: int
    handle: str
    title: str
    department: str
    cloth: str
    tiles: tuple[Tile, ...]

    @property
    def words(self) -> str:
        """Its description."""
        return f"{self.title}, made in South Africa of soft {self.cloth.lower()}. Wash it cold."

    @property
    def coloured(self) -> bool:
        """Whether it is offered by colour."""
        return bool(self.tiles[0].colour)

    def number_of(self, tile: Tile, size: str) -> int:
        """The number of a variant."""
        place = [(t.colour, s) for t in self.tiles for s, _ in t.offers].index((tile.colour, size))
        return self.number * 100 + place


def slug(words: str) -> str:
    """The words as a platform writes them in an address."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def assortment(
    seed: int,
    count: int,
    *,
    colours: int = 0,
    sized: bool = False,
    sale: float = 0.25,
    gone: float = 0.12,
    dear: int = 1,
    pictures: str = "/media/{}.jpg",
) -> tuple[Product, ...]:
    """`count` products, each in one to `colours` colours (0: none is named), the same each time.

    `sale` and `gone` are shares; `dear` divides the prices, for stores that do not count in rand.
    """
    dice = random.Random(seed)
    things = [(department, one) for department, row in THINGS.items() for one in row]
    names = dice.sample(list(combined(PLACES, CUTS, CLOTHS, things)), count)
    made = []
    for place, (area, cut, cloth, (department, thing)) in enumerate(names):
        title = f"{area} {cut} {cloth} {thing}"
        chosen = dice.sample(COLOURS, dice.randint(1, colours)) if colours else [""]
        usual = (Decimal(dice.randrange(129, 2600, 10)) / dear).quantize(Decimal("0.01"))
        tiles = []
        for colour in chosen:
            less = usual * dice.choice((70, 75, 80, 50)) / 100 if dice.random() < sale else None
            out = dice.random() < gone
            named = LETTERS if department != "shoes" else FEET
            stock = tuple((size, not out and dice.random() < 0.8) for size in named)
            sizes = stock if sized else ()
            tiles.append(
                Tile(
                    colour,
                    less.quantize(Decimal("0.01")) if less else usual,
                    usual if less else None,
                    sizes,
                    any(left for _, left in sizes) if sized else not out,
                    pictures.format(slug(f"{title} {colour}")),
                )
            )
        number = 710000 + seed * 1000 + place
        made.append(Product(number, slug(title), title, department, cloth, tuple(tiles)))
    return tuple(made)


def taxed(products: Sequence[Product], percent: int) -> tuple[Product, ...]:
    """The products as a page shows them: with the tax that they are kept without."""

    def grown(value: Decimal) -> Decimal:
        return (value * (100 + percent) / 100).quantize(Decimal("0.01"))

    return tuple(
        replace(
            one,
            tiles=tuple(
                replace(t, price=grown(t.price), was=grown(t.was) if t.was else None)
                for t in one.tiles
            ),
        )
        for one in products
    )
