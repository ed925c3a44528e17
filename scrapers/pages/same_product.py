"""Evidence whether two cards, or a card and a known product, are one product. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from urllib.parse import parse_qsl

Shown = tuple[str, Decimal | None]  # a card's name and price
CUT = ("...", "\N{HORIZONTAL ELLIPSIS}")


@dataclass(frozen=True, slots=True)
class EarlierProduct:
    """A stored product: its key and link, its name and first picture's canonical address."""

    key: str
    href: str | None = None
    name: str = ""
    picture: str | None = None
    gone: bool = False


@dataclass(slots=True, eq=False)
class Product:
    """A product of the catalogue or of this crawl, as it was last shown."""

    key: str
    plain: str  # its link's canonical form
    whole: str  # the same with what most often leads to a product, and may name it
    name: str
    picture: str | None
    price: object = None  # as its card writes it
    led: bool = False  # its key has what most often leads to a product
    known: bool = False
    gone: bool = False
    twins: set[str] = field(default_factory=set)  # keys of known products that are this one
    seen: bool = False  # by this crawl
    links: set[str] = field(default_factory=set)  # whole ones that lead to it

    @property
    def path(self) -> str:
        """Return the link without its query."""
        return self.plain.partition("?")[0]

    def leads(self, one: Product, beside: bool) -> bool:
        """Return True if a link that differs in what most often leads to a product is this one's.

        On one page it is where all is alike. Elsewhere it is not where this product is known by
        what leads elsewhere to one, or both were seen and have nothing in common.
        """
        is_same = is_same_name(self.name, one.name)
        pictured = self.picture is not None and self.picture == one.picture
        if beside:
            return is_same and (pictured or None in {self.picture, one.picture})
        return is_same or (pictured if self.seen else not self.led)

    def is_twin_of(self, other: Product) -> bool:
        """Return True if two known products are one: by their link, or by what they show, too."""
        pictures = {self.picture, other.picture}
        alike = self.whole == other.whole or len(pictures) == 1 or None in pictures
        return alike and is_same_name(self.name, other.name)

    @property
    def end(self) -> str:
        """Return the path's last part, which names the product whatever lists stand before it."""
        return self.path.rpartition("/")[2].casefold()


def differing(products: Sequence[Product]) -> set[str]:
    """Return the names of the parameters in which these links are not all the same."""
    links = (one.plain.partition("?")[2].partition("#")[0] for one in products)
    counts = Counter(pair for link in links for pair in set(parse_qsl(link)))
    return {name for (name, _), count in counts.items() if count < len(products)}


def clash(key: str, shown: Shown, first: Shown) -> str | None:
    """Return how a card differs from the first one of its identity; None where it does not."""
    (name, price), (its_name, its_price) = shown, first
    if is_same_name(name, its_name) and (None in {price, its_price} or price == its_price):
        return None
    return f"{name[:60]!r} at {price} has the link or id of {its_name[:60]!r} at {its_price}, {key}"


def is_same_name(name: str, other: str) -> bool:
    """Return True if two names are the same, one of them perhaps cut short."""
    name, other = name.casefold().strip(), other.casefold().strip()
    if name == other:
        return True
    short, long = sorted((name, other), key=len)
    return short.endswith(CUT) and long.startswith(short.rstrip(".\N{HORIZONTAL ELLIPSIS} "))
