"""Shops whose products move: catalogues × what changes × how many × what else changes × sources."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count, islice
from pathlib import Path
from random import Random

from indexer.ingest.identity.evidence import Evidence, evidence
from scrapers.pages.cards import store_key
from scrapers.web.urls import canonical_image_url

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Thing:
    """A product as a shop has it; `uid` is what it is, whatever the shop calls it."""

    uid: int
    id: str
    handle: str
    name: str
    picture: str  # its path
    price: Decimal
    group: str = ""
    color: str = ""
    size: str = ""
    category: str = "all"
    was: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop at an address."""

    things: tuple[Thing, ...]
    origin: str = "https://winkel.example"
    prefix: str = "/p/"
    suffix: str = ""
    pictures: str = "https://cdn.example/i"

    def href(self, one: Thing) -> str:
        """Return the link of a product."""
        return f"{self.origin}{self.prefix}{one.handle}{self.suffix}"


Change = Callable[[Shop, Random], Shop]
One = Callable[[Thing, Random], Thing]


def slug(text: str) -> str:
    """Return a handle as platforms make it of a name."""
    return "-".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


# Catalogues


def magento(data: Path, size: int) -> Shop:
    """Return Magento's sample shop: colours of one name are products with pictures of their own."""
    with (data / "magento" / "products.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, size)]
    things = (
        Thing(
            uid=number,
            id=row["id"],
            handle=slug(f"{row['title']} {row['color']}"),
            name=row["title"],
            picture=row["image_link"],
            price=Decimal(row.get("price", "9.99 USD").split()[0]),
            group=row["item_group_id"],
            color=row["color"],
            category=row["product_type"][0],
        )
        for number, row in enumerate(rows)
    )
    return Shop(tuple(things))


def lamps(_: Path, size: int) -> Shop:
    """Return products that are told apart by a number only, many at one price."""
    things = (
        Thing(
            uid=number,
            id=f"hx{number}",
            handle=f"steady-lamp-{number}",
            name=f"Steady Lamp {number}",
            picture=f"hx{number}.png",
            price=Decimal(500 + 100 * (number % 3)),
            category="ab"[number % 2],
        )
        for number in range(size)
    )
    return Shop(tuple(things))


def sizes(_: Path, size: int) -> Shop:
    """Return sizes as products of their own: one name, picture and price each five."""
    things = (
        Thing(
            uid=number,
            id=f"{1000 + number}",
            handle=f"sneaker-{number // 5}-uk-{number % 5 + 4}",
            name=f"Sneaker {'abcdefghijklmnopqrstuvwxyz'[number // 5 % 26]}{number // 130}",
            picture=f"sneaker-{number // 5}.jpg",
            price=Decimal(900 + number // 5),
            group=f"g{number // 5}",
            size=str(number % 5 + 4),
            category="ab"[number // 5 % 2],
        )
        for number in range(size)
    )
    return Shop(tuple(things))


def equal(_: Path, size: int) -> Shop:
    """Return products of one name and one picture: a shop that tells little."""
    things = (
        Thing(
            uid=number,
            id=f"e{number:04}",
            handle=f"gift-{number}",
            name="Gift card",
            picture="no-image.png",
            price=Decimal(100 + 50 * (number % 4)),
            category="ab"[number % 2],
        )
        for number in range(size)
    )
    return Shop(tuple(things))


CATALOGUES = {"magento": magento, "lamps": lamps, "sizes": sizes, "equal": equal}


# What changes of all of a shop: its address


ADDRESSES: dict[str, Change] = {
    "another host": lambda shop, _: replace(shop, origin="https://nuwe-winkel.example"),
    "another port": lambda shop, _: replace(shop, origin="https://winkel.example:8443"),
    "http": lambda shop, _: replace(shop, origin="http://winkel.example"),
    "www": lambda shop, _: replace(shop, origin="https://www.winkel.example"),
    "a prefix": lambda shop, _: replace(shop, prefix="/shop/products/"),
    "a language": lambda shop, _: replace(shop, prefix="/af/p/"),
    "endings": lambda shop, _: replace(shop, suffix=".html"),
    "host, prefix and pictures": lambda shop, _: replace(
        shop, origin="https://b.example", prefix="/store/", pictures="https://b.example/media/x"
    ),
}


# What changes of one product: what it is called by


def _hashed(one: Thing, random: Random) -> Thing:
    token = f"{random.randrange(16**8):08x}"
    return replace(one, handle=token, id=f"n{token}")


NAMES: dict[str, One] = {
    "handles with -1": lambda one, _: replace(one, handle=f"{one.handle}-1", id=f"{one.id}-1"),
    "ids with a prefix": lambda one, _: replace(one, id=f"ZA_{one.id}", handle=f"za-{one.handle}"),
    "other handles and ids": _hashed,
    "numbers as handles": lambda one, random: replace(
        one, handle=f"{random.randrange(10**9)}", id=f"{random.randrange(10**9)}"
    ),
    "handles with the category": lambda one, _: replace(
        one, handle=f"{slug(one.category)}-{one.handle}", id=f"{slug(one.category)}/{one.id}"
    ),
}


# How many of them


def _all(shop: Shop, random: Random) -> set[int]:
    return {one.uid for one in shop.things}


def _half(shop: Shop, random: Random) -> set[int]:
    return {one.uid for one in shop.things[: len(shop.things) // 2]}


def _some(shop: Shop, random: Random) -> set[int]:
    return {one.uid for one in random.sample(shop.things, max(1, len(shop.things) // 10))}


def _category(shop: Shop, random: Random) -> set[int]:
    chosen = random.choice(shop.things).category
    return {one.uid for one in shop.things if one.category == chosen}


def _single(shop: Shop, random: Random) -> set[int]:
    return {random.choice(shop.things).uid}


SHARES = {"all": _all, "half": _half, "some": _some, "a category": _category, "one": _single}


# What else changes


def _each(share: float, change: One) -> Change:
    def changed(shop: Shop, random: Random) -> Shop:
        things = (change(one, random) if random.random() < share else one for one in shop.things)
        return replace(shop, things=tuple(things))

    return changed


def _dearer(one: Thing, random: Random) -> Thing:
    factor = Decimal(random.choice(("0.85", "0.9", "1.05", "1.15")))
    return replace(one, price=(one.price * factor).quantize(CENT))


def _on_sale(one: Thing, _: Random) -> Thing:
    return replace(one, was=one.price, price=(one.price * Decimal("0.7")).quantize(CENT))


def _redrawn(one: Thing, random: Random) -> Thing:
    return replace(one, picture=f"new-{random.randrange(10**9)}.jpg")


def _retitled(one: Thing, _: Random) -> Thing:
    return replace(one, name=f"{one.name} | new season")


def _sized(one: Thing, _: Random) -> Thing:
    stem, dot, ending = one.picture.rpartition(".")
    return replace(one, picture=f"{stem}-600x600{dot}{ending}")


def _churned(shop: Shop, random: Random) -> Shop:
    """Take a tenth away and add as many others."""
    fresh = count(1 + max(one.uid for one in shop.things))
    kept = [one for one in shop.things if random.random() > 0.1]
    added = [_another(shop, next(fresh), random) for _ in range(len(shop.things) // 10)]
    return replace(shop, things=(*kept, *added))


def _another(shop: Shop, uid: int, random: Random) -> Thing:
    words = random.sample("amber basalt cedar dune ember fynbos gemsbok heath indigo".split(), 3)
    name = f"{' '.join(words).title()} {uid}"
    price = random.choice(shop.things).price
    return Thing(uid, f"z{uid}", slug(name), name, f"{slug(name)}.jpg", price)


BESIDES: dict[str, Change] = {
    "nothing": lambda shop, _: shop,
    "prices of a third": _each(1 / 3, _dearer),
    "a sale on a third": _each(1 / 3, _on_sale),
    "pictures of a third": _each(1 / 3, _redrawn),
    "pictures' host": lambda shop, _: replace(shop, pictures="https://img.example/v2/files"),
    "pictures' sizes": _each(1, _sized),
    "titles of a tenth": _each(0.1, _retitled),
    "the range": _churned,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A second run of a shop."""

    name: str
    before: Shop
    after: Shop


def composed(shop: Shop, seed: int) -> Iterator[Case]:
    """Yield a shop's second runs, every combination once."""
    for besides, more in BESIDES.items():
        for address, move in ADDRESSES.items():
            random = Random(f"{seed} {address} {besides}")
            yield Case(f"{address} + {besides}", shop, more(move(shop, random), random))
        for naming, change in NAMES.items():
            for share, choose in SHARES.items():
                random = Random(f"{seed} {naming} {share} {besides}")
                chosen = choose(shop, random)
                things = (change(one, random) if one.uid in chosen else one for one in shop.things)
                renamed = replace(shop, things=tuple(things))
                yield Case(f"{naming}, {share} + {besides}", shop, more(renamed, random))


# How sources tell of them


@dataclass(frozen=True, slots=True)
class Told:
    """A shop as a source tells of it: evidence in an order, and which product each is."""

    products: tuple[Evidence, ...]
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


def told(shop: Shop, source: str, sample: Sequence[Thing] | None = None) -> Told:
    """Return what a source tells of a shop; each key once."""
    key, has = SOURCES[source]
    by_key: dict[str, tuple[Evidence, int]] = {}
    for one in sample or shop.things:
        name = key(shop, one)
        picture = canonical_image_url(f"{shop.pictures}/{one.picture}")
        product = evidence(
            name,
            one.name,
            href=shop.href(one) if "l" in has else None,
            picture=picture if "p" in has else None,
            currency="ZAR",
            price=one.price,
            ordinary_price=one.was,
            color=one.color if "c" in has else None,
            sizes=[one.size] if "s" in has and one.size else (),
        )
        by_key.setdefault(name, (product, one.uid))
    return Told(tuple(p for p, _ in by_key.values()), tuple(uid for _, uid in by_key.values()))
