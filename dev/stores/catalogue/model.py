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
    """A store's product in one colour.

    Attributes:
        number: the store's product id.
        slug: last part of its address, which the colourways of a style share.
        price: ordinary price in the store's currency; None: not printed.
        sale: reduced price, if any.
        listings: paths of its listing pages.
        sizes: the available ones; ``sold_sizes`` are shown as sold out.
    """

    number: int
    slug: str
    name: str
    brand: str
    price: Decimal | None
    sale: Decimal | None
    sold_out: bool
    listings: tuple[str, ...]
    noun: str
    material: str
    colour: str
    picture: Picture
    sizes: tuple[str, ...] = ()
    sold_sizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Store:
    """A demo store.

    Attributes:
        naming: template of product names: given (name), pattern, material, noun, colour.
        page_size: products per page.
        colourways: products per style, which differ in colour only.
        second_view: view of the hover picture (``Picture.view``).
        charm: prices end in 9.
        countries: the countries on its delivery page.
        address: template of a product's path: slug, number.
        colour: the theme's colour, CSS.
    """

    slug: str
    name: str
    town: str
    country: str
    tagline: str
    currency: str
    price_style: str
    image: str
    page_size: int
    colourways: int
    second_view: str
    backdrops: tuple[str, ...]
    naming: str
    title_case: bool
    charm: bool
    ships: str
    countries: tuple[str, ...]
    address: str
    colour: str
    givens: tuple[str, ...]
    pages: tuple[Listing, ...]
    sale_share: float = 0.0
    sold_out_share: float = 0.04
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

    Raises:
        KeyError, TypeError: the row lacks a field or has an unknown one.
    """
    pages = tuple(_listing(page) for page in row["pages"])
    return Store(**_with_tuples(row) | {"pages": pages})
