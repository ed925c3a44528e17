"""Stores, their listing pages and their products."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from dev.stores.art.picture import Picture


@dataclass(frozen=True, slots=True)
class Line:
    """A line of products: their number, materials and prices.

    ``sizes``: the line's own, where they are not the listing's.
    """

    noun: str
    shapes: tuple[str, ...]
    materials: tuple[str, ...]
    price: tuple[int, int]
    count: int
    patterns: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing page: its path, heading and product lines, or products of other pages.

    ``repeats`` is the number of products of other pages; all of the colour slug ``repeat_colour``
    are added. ``brands`` are those of its products, in a multi-brand store.
    """

    path: str
    title: str
    lines: tuple[Line, ...] = ()
    repeats: int = 0
    repeat_colour: str = ""
    brands: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """A store's product in one colour; ``sold_sizes`` are shown as sold out."""

    number: int  # the store's product id
    slug: str  # the last part of its address, which the colourways of a style share
    name: str
    brand: str
    price: Decimal | None  # the ordinary one in the store's currency; None: not printed
    sale: Decimal | None  # the reduced one, if any
    sold_out: bool
    listings: tuple[str, ...]  # paths of its listing pages
    noun: str
    material: str
    colour: str
    picture: Picture
    sizes: tuple[str, ...] = ()
    sold_sizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Store:
    """A demo store."""

    slug: str
    name: str
    town: str
    country: str
    tagline: str
    currency: str
    price_style: str
    image: str
    page_size: int  # products
    colourways: int  # products per style, which differ in colour only
    second_view: str  # view of the hover picture (Picture.view)
    backdrops: tuple[str, ...]
    naming: str  # template of names: given (name), pattern, material, noun, colour
    title_case: bool
    charm: bool  # prices end in 9
    ships: str
    countries: tuple[str, ...]  # on its delivery page
    address: str  # template of a product's path: slug, number
    colour: str  # the theme's, CSS
    givens: tuple[str, ...]
    pages: tuple[Listing, ...]
    sale_share: float = 0.0
    sold_out_share: float = 0.04
    offers: str = ""  # besides its pages: "feed" or "shopify"
    products: tuple[Product, ...] = field(default=(), repr=False)


def _with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}


def _line(row: dict[str, Any]) -> Line:
    return Line(**_with_tuples(row) | {"sizes": _sizes(row)})


def _sizes(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(row["sizes"].split("|")) if "sizes" in row else ()


def _listing(row: dict[str, Any]) -> Listing:
    lines = tuple(_line(line) for line in row["lines"])
    return Listing(**_with_tuples(row) | {"lines": lines, "sizes": _sizes(row)})


def store_from(row: dict[str, Any]) -> Store:
    """Return a store without products from its row of ``stores.json``.

    Raises KeyError or TypeError where the row lacks a field or has an unknown one.
    """
    pages = tuple(_listing(page) for page in row["pages"])
    return Store(**_with_tuples(row) | {"pages": pages})
