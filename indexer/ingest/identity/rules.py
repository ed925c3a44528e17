"""By which evidence two readings are one product, strongest first. Data."""

from collections.abc import Iterator
from dataclasses import dataclass

PICTURES = ("whole", "content", "ends", "file")
PRICES = ("price", "full_price")
GTINS = ("gtin", "last_gtin")
# Compared as hashes; 0 is not known.
TRAITS = (
    *("words", "link", "tail", "ident", *PICTURES, *PRICES, "color", "size", "siblings"),
    *("is_linked", *GTINS, "gtins", "mpn", "sku"),
)
FAMILY = 12  # products of one name that may be its colours and sizes


@dataclass(frozen=True, slots=True)
class Rule:
    """Products that have all the `parts`, and share them with nothing else, are one.

    `most`: so many products may have the name. `near`: the prices must not lie far apart.
    `backed`: something of name, picture and price must agree, too.
    """

    parts: tuple[str, ...]
    why: str
    most: int | None = None
    near: bool = False
    backed: bool = False


def _with(each: tuple[str, ...], *parts: str, why: str, **more: int | bool) -> Iterator[Rule]:
    for name in each:
        yield Rule((*parts, name), why, **more)  # type: ignore[arg-type]


# What is enough. A name and a picture are two witnesses of a product; a link's end is mostly made
# of its name, and is no second one but where the name is no other's.
SURE = (
    *_with(GTINS, why="same GTIN", backed=True),
    Rule(("link", "words"), "same link and name"),
    Rule(("mpn", "words"), "same MPN, brand and name"),
    Rule(("sku", "words"), "same sku and name"),
    *_with(PICTURES, "mpn", why="same MPN, brand and picture"),
    *_with(PICTURES, "sku", why="same sku and picture"),
    *_with(PICTURES, "link", why="same link and picture"),
    *(
        Rule((picture, "words", price), "same name, picture and price")
        for price in PRICES
        for picture in PICTURES
    ),
    Rule(("siblings", "color", "words"), "same group, colour and name"),
    *_with(PICTURES, "words", why="same name and picture", most=FAMILY, near=True),
    *_with(PICTURES, "tail", why="same picture and end of the link"),
    *_with(PICTURES, "ident", why="same picture and end of the id"),
    *_with(PRICES, "tail", "words", why="same name, price and end of the link", most=1),
    *_with(PRICES, "ident", "words", why="same name, price and end of the id"),
    Rule(("link",), "same link", backed=True),
)
# What makes it likely: somebody should look.
LIKELY = (
    *_with(GTINS, why="same GTIN"),
    Rule(("mpn",), "same MPN and brand"),
    *_with(PRICES, "sku", why="same sku and price"),
    *_with(PICTURES, "words", why="same name and picture"),
    *_with(PRICES, "words", why="same name and price"),
    *_with(("tail", "ident"), "words", why="same name and end of the link or id"),
    *(Rule((p, price), "same picture and price") for price in PRICES for p in PICTURES),
    *_with(PRICES, "tail", why="same price and end of the link"),
    Rule(("link",), "same link"),
)
# What is evidence only where it holds for many.
WEAK = (
    Rule(("words",), "same name"),
    *(Rule((picture,), "same picture") for picture in PICTURES),
    Rule(("tail",), "same end of the link"),
)
# What distinguishes products that are alike in all else, where they have it.
FINER: tuple[tuple[str, ...], ...] = ((), ("color",), ("color", "size"))
# Known by two links, of which one is seen: both were of one product.
UNITED = (
    Rule(("is_linked", "link", "words", "whole"), "same link, name and picture"),
    Rule(
        ("is_linked", "tail", "words", "whole", "price"), "same name, picture and end of the link"
    ),
)
