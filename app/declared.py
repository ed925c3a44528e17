"""What the application and the frontend both say: `declared.json`, which both read."""

import json
from pathlib import Path
from typing import TypedDict


class Words(TypedDict):
    """A page's title and description."""

    title: str
    description: str


class Pictures(TypedDict):
    """How pictures are asked for: what our copies' addresses look like, with their path without its
    end as the group, the widths in px that there are, and how wide tiles show them. On phones that
    is said to be half of what it is, so that they take the narrow one: 1.7 pixels a point there,
    for a third of the bytes.
    """

    kept: str
    narrow: int
    wide: int
    tileSizes: str


class Address(TypedDict):
    """The parameters' names in a search's address besides the filters', the shop's own currency,
    and limits: of a text in characters, and of parts of its meaning that were taken away.
    """

    text: str
    sort: str
    page: str
    currency: str
    dismissed: str
    asTyped: str
    ownCurrency: str
    longestText: int
    mostParts: int


class ProductPath(TypedDict):
    """A product's path: how it begins, characters of its words, and its pattern with the id."""

    prefix: str
    words: int
    pattern: str


class Declared(TypedDict):
    """Currencies by code with their label, hits that can be paged through, the index of the default
    order (`<index>_<sort>` are the others), addresses, pictures' widths, pages by path.
    """

    currencies: dict[str, str]
    resultWindow: int
    index: str
    address: Address
    productPath: ProductPath
    pictures: Pictures
    pages: dict[str, Words]


DECLARED: Declared = json.loads(Path(__file__).with_name("declared.json").read_text("utf-8"))
