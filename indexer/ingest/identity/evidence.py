"""Evidence whether two readings are of one product, in forms that can be compared. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from indexer.core.wording import fold
from indexer.language.classify.product import is_from_store
from scrapers.product import Picture, Product
from scrapers.values.identifiers import GTIN, KINDS, MPN, SKU
from scrapers.web.links import forms
from scrapers.web.urls import REMEMBERED

WORD = re.compile(r"[^\W_]+")
EXTENSION = re.compile(r"\.(?:html?|php\d?|aspx?|jsp)$")
# What platforms append to a picture's file name for its size, its copy or its upload.
VERSION = re.compile(
    r"(?:[-_](?:\d{1,5}x\d{0,5}|x\d{1,5}|scaled|thumb(?:nail)?|small|medium|large|grande|master"
    r"|compact|crop_[a-z]{1,10}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})){1,4}(?=\.[a-z]{3,4}$|$)"
)
BITS = 59  # a prime under 60, as Python hashes whole numbers up to 2**61 - 1 as themselves
SHORTEST = 3  # signs of an id's last part that may name a product
LINKS = ("/", "http://", "https://")  # how a key begins that is a link


class Candidate(NamedTuple):
    """One product of a store, known or found, that is compared.

    `siblings`: its sibling key, which counts where the store itself has it. `id` is a known
    product's, `is_expected` whether the run should see that.
    """

    product: Product
    siblings: int | None = None
    id: int = 0
    is_expected: bool = True


def evidence_of(one: Candidate) -> tuple[Any, ...]:
    """Return a product's columns: its id, key, name and address, whether it is expected, its price,
    and the TRAITS, each as a hash; None is not known.
    """
    product, key = one.product, one.product.group_key
    is_link = key.startswith(LINKS)
    address = product.href or (key if is_link else "")
    main = product.images[0] if product.images else Picture("", "")
    link, whole = _split_link(address)[1], _without_host(main.canonical_url)
    price = product.price if product.is_price_known else None
    sizes = product.attributes.get("size", ())
    named: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for identifier in product.identifiers:
        named[identifier.kind].append(identifier.value)
    gtins, maker = sorted(named[GTIN]), folded_words(product.product_brand or "")
    traits: dict[str, Any] = {
        "words": folded_words(product.name),
        "link": link,
        "tail": EXTENSION.sub("", _last(link)),
        "ident": "" if is_link else _ident(key),
        # The picture's address without its host, the last two parts of it, the last without size.
        "whole": whole,
        "content": main.content_hash,
        "ends": "/".join(whole.rsplit("/", 2)[-2:]),
        "file": picture_file(main.canonical_url),
        "price": price and (product.currency, price),
        "full_price": price and (product.currency, product.ordinary_price or price),
        "color": folded_words(product.color or ""),
        "size": fold(sizes[0]) if len(sizes) == 1 else "",
        "siblings": one.siblings and is_from_store(one.siblings) and one.siblings,
        "is_linked": is_link,
        "gtin": gtins[0] if gtins else "",
        "last_gtin": gtins[-1] if gtins else "",
        "gtins": _bits(gtins),
        "mpn": f"{maker} {min(named[MPN])}" if named[MPN] else "",
        "sku": min(named[SKU], default=""),
    }
    hashes = tuple(hash(traits[trait]) if traits[trait] else None for trait in TRAITS)
    amount = float(price) if price else None
    return (one.id, key, product.name, address or None, one.is_expected, amount, *hashes)


def _bits(gtins: Iterable[str]) -> int:
    bits = 0
    for gtin in gtins:
        bits |= 1 << int(gtin) % BITS
    return bits


def canonical_href(address: str) -> str:
    """Return a link's canonical form with its host; empty where it has none."""
    origin, link = _split_link(address)
    return f"{origin}{link}" if origin else ""


def picture_file(address: str) -> str:
    """Return the name of a picture's file without its size and without its place."""
    return VERSION.sub("", _last(_without_host(address)))


def folded_words(text: str) -> str:
    """Return the text's words without case, accents and signs; signs where it has no words."""
    folded = fold(text)
    return " ".join(WORD.findall(folded)) or folded.strip()


@lru_cache(maxsize=REMEMBERED)
def _split_link(address: str) -> tuple[str, str]:
    if not address:
        return "", ""
    try:
        whole = forms(address)[1]  # with what may name the product after all
        parts = urlsplit(whole)
    except ValueError:
        return "", ""
    origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return origin, whole.removeprefix(origin) or "/"


def _without_host(address: str) -> str:
    _, separator, rest = address.partition("://")
    return (rest.partition("/")[2] if separator else address).lower()


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2].casefold()


def _ident(key: str) -> str:
    parts = WORD.findall(key.casefold())
    return parts[-1] if parts and len(parts[-1]) >= SHORTEST else ""


PICTURES = ("whole", "content", "ends", "file")
PRICES = ("price", "full_price")
GTINS = ("gtin", "last_gtin")
# `gtin` and `last_gtin` are the first and the last of its GTINs, `gtins` all of them as bits: where
# two have no bit in common they share none. `mpn` is the first one with its maker, `sku`
# the first. `size` is set where there is one alone, `siblings` where the store groups products.
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
