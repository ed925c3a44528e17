"""Shops whose products move, as each kind of source tells of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from indexer.ingest.identity.evidence import Candidate
from scrapers.pages.cards import store_key
from scrapers.product import Picture, Product
from scrapers.web.urls import canonical_image_url


@dataclass(frozen=True, slots=True)
class Thing:
    """A product as a shop has it; `uid` is what it is, whatever the shop calls it."""

    uid: int
    id: str
    handle: str
    name: str
    picture: str  # its path
    price: Decimal
    color: str = ""
    size: str = ""


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop at an address."""

    things: tuple[Thing, ...]
    origin: str = "https://winkel.example"
    prefix: str = "/p/"
    pictures: str = "https://cdn.example/i"

    def href(self, one: Thing) -> str:
        """Return the link of a product."""
        return f"{self.origin}{self.prefix}{one.handle}"


def lamps(size: int) -> Shop:
    """Return products that are told apart by a number only, many at one price."""
    things = (
        Thing(
            uid=number,
            id=f"hx{number}",
            handle=f"steady-lamp-{number}",
            name=f"Steady Lamp {number}",
            picture=f"hx{number}.png",
            price=Decimal(500 + 100 * (number % 3)),
        )
        for number in range(size)
    )
    return Shop(tuple(things))


def sizes(size: int) -> Shop:
    """Return sizes as products of their own: one name, picture and price each five."""
    things = (
        Thing(
            uid=number,
            id=f"{1000 + number}",
            handle=f"sneaker-{number // 5}-uk-{number % 5 + 4}",
            name=f"Sneaker {'abcdefghijklmnopqrstuvwxyz'[number // 5 % 26]}{number // 130}",
            picture=f"sneaker-{number // 5}.jpg",
            price=Decimal(900 + number // 5),
            size=str(number % 5 + 4),
        )
        for number in range(size)
    )
    return Shop(tuple(things))


@dataclass(frozen=True, slots=True)
class Told:
    """A shop as a source tells of it: products in an order, and which product each is."""

    products: tuple[Candidate, ...]
    uids: tuple[int, ...]


Key = Callable[[Shop, Thing], str]
SOURCES: dict[str, tuple[Key, str]] = {
    "pages": (lambda shop, one: store_key(shop.href(one), "https://winkel.example"), "lp"),
    "feed": (lambda _, one: one.id, "lpcs"),
    "feed without pictures": (lambda _, one: one.id, "lc"),
    "feed without links": (lambda _, one: one.id, "pcs"),
    "handles": (lambda _, one: f"{one.handle}:{one.color}".strip(":").lower(), "lpc"),
    "addresses": (lambda shop, one: shop.href(one), "lpcs"),
}


def told(shop: Shop, source: str) -> Told:
    """Return what a source tells of a shop; each key once."""
    key, has = SOURCES[source]
    by_key: dict[str, tuple[Candidate, int]] = {}
    for one in shop.things:
        name = key(shop, one)
        picture = canonical_image_url(f"{shop.pictures}/{one.picture}")
        product = Product(
            *(name, one.name, "ZAR", one.price),
            href=shop.href(one) if "l" in has else None,
            images=(Picture(picture, picture),) if "p" in has else (),
            color=one.color if "c" in has else None,
            attributes={"size": (one.size,)} if "s" in has and one.size else {},
        )
        by_key.setdefault(name, (Candidate(product), one.uid))
    return Told(tuple(p for p, _ in by_key.values()), tuple(uid for _, uid in by_key.values()))
