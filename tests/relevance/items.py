"""The products of the judged catalogues, as their feeds describe them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from dev.stores.catalogue import Product, Store, load_stores
from indexer.catalogue.rates import Rates, packaged_rates
from tests.relevance import arcade
from tests.relevance.bazaar import TYPE, rows
from tests.relevance.lexicon import colours_of, lineage, sure_colours_of, tokens, type_of

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("WINKEL_SHARED") or ROOT.parent / "shared")
FASHION = SHARED / "data" / "fashion-7k.jsonl"
MAGENTO = SHARED / "data" / "magento" / "products.jsonl"
CURRENCIES = ("ZAR", "EUR", "USD")
MAGENTO_STORE = "Luma"
AUDIENCES = {"kids": "kids", "infant": "baby"}
GENDERS = {"male": "men", "female": "women"}
# The product types of Magento products whose titles name none, by the shop's own path.
MAGENTO_PATHS = {"Jackets": "jacket", "Tees": "t-shirt", "Tanks": "vest", "Bras & Tanks": "vest"}


@dataclass(frozen=True, slots=True)
class Item:
    """A product. `prices` by currency, empty where the feed has none; `gender` "": unisex.

    `colours` are families and shades, `sure` those that are unambiguous. `tags`: what the arcade's
    products are, in the judge's own words.
    """

    key: str
    title: str
    brand: str
    product_types: frozenset[str]
    words: frozenset[str]
    colours: frozenset[str]
    sure: frozenset[str]
    gender: str
    prices: dict[str, float]
    sale: bool = False
    sold_out: bool = False
    local: bool = False
    sizes: frozenset[str] = frozenset()
    audience: str = ""  # kids, baby, or anybody
    used: bool = False
    tags: frozenset[str] = frozenset()

    @property
    def name(self) -> tuple[str, str]:
        """Return brand and title, by which a shopper recognises a repeated product."""
        return self.brand.casefold(), " ".join(self.title.casefold().split())

    @property
    def kinds(self) -> frozenset[str]:
        """Return its product types with their ancestors."""
        return frozenset(
            kind for product_type in self.product_types for kind in lineage(product_type)
        )


def types_in(title: str) -> frozenset[str]:
    """Return the product types of a title; a pack of shorts counts as shorts and underwear."""
    product_type = type_of(title)
    if product_type == "shorts" and "pack" in tokens(title):
        return frozenset({"shorts", "underwear"})
    return frozenset({product_type} if product_type else ())


@cache
def rates() -> Rates:
    """Return the exchange rates of the judged databases."""
    return packaged_rates()


def amounts(price: Decimal | None, currency: str) -> dict[str, float]:
    """Return a price in every currency, empty for none."""
    if price is None:
        return {}
    return {target: float(rates().convert(price, currency, target)) for target in CURRENCIES}


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _price(text: str) -> dict[str, float]:
    amount, _, currency = text.partition(" ")
    return amounts(Decimal(amount), currency) if amount else {}


def _fed(row: dict[str, Any], types: frozenset[str] | None = None, **more: Any) -> Item:
    """Return a feed's row as an item; without types those of its title."""
    title, color = row["title"], row["color"] or ""
    known: dict[str, Any] = {
        "key": row["id"],
        "title": title,
        "brand": row.get("brand", ""),
        "product_types": types_in(title) if types is None else types,
        "words": frozenset(tokens(f"{title} {color}")),
        "colours": colours_of(color),
        "sure": sure_colours_of(color),
        "gender": GENDERS.get(row.get("gender") or "", ""),
        "prices": _price(row.get("sale_price") or row["price"]),
        "sizes": frozenset(row.get("size") or ()),
        "audience": AUDIENCES.get(row.get("age_group", ""), ""),
    }
    return Item(**(known | more))


def fashion() -> list[Item]:
    """Return the products of fashion-7k.jsonl."""
    return [_fed(row) for row in _rows(FASHION)]


def magento() -> list[Item]:
    """Return the product-colours of Magento's sample shop."""
    return [_magento(row) for row in _rows(MAGENTO)]


def _magento(row: dict[str, Any]) -> Item:
    path = next(part for part in row["product_type"] if part.startswith(("Men", "Women")))
    by_path = MAGENTO_PATHS.get(path.rsplit(" > ", 1)[-1], "")
    product_types = types_in(row["title"]) or frozenset({by_path} if by_path else ())
    if product_types == {"jumper"} and by_path:
        product_types |= {by_path}  # a pullover that the shop lists as a jacket
    if product_types == {"tights"}:
        product_types = frozenset({"leggings"})  # in a sports shop
    key = f"{row['item_group_id']}:{row['color'].casefold()}"
    gender = path.split(" > ", 1)[0].casefold()
    return _fed(row, product_types, key=key, brand=MAGENTO_STORE, gender=gender)


def demo() -> list[Item]:
    """Return the products of the demo stores."""
    return [_demo(store, product) for store in load_stores().values() for product in store.products]


def demo_key(store: Store, product: Product) -> str:
    """Return a demo product's identity in the judged database."""
    return f"{store.slug}-{product.number}"


def _demo(store: Store, product: Product) -> Item:
    return Item(
        key=demo_key(store, product),
        title=product.name,
        brand=product.brand or store.name,
        product_types=types_in(product.noun),
        words=frozenset(tokens(f"{product.name} {product.noun}")),
        colours=colours_of(product.colour),
        sure=sure_colours_of(product.colour),
        gender=_listed_for(product),
        prices=amounts(product.sale or product.price, store.currency),
        sale=product.sale is not None,
        sold_out=product.sold_out,
        local=store.country == "ZA" and not product.brand,  # of many brands: nobody knows (design)
    )


def _listed_for(product: Product) -> str:
    mentioned = {*tokens(product.noun), *tokens(product.listings[0])}
    return next((g for g, forms in {"women": {"women", "woman"}, "men": {"men", "man"}}.items()
                 if forms & mentioned), "")  # fmt: skip


def bazaar() -> list[Item]:
    """Return the products of the judge's own catalogue."""
    return [
        _fed(row, frozenset({row[TYPE]}), sale="sale_price" in row, used=row["condition"] == "used")
        for row in rows()
    ]


def of_arcade() -> list[Item]:
    """Return the products of the arcade: graded by their tags, prices and colours."""
    return [_fed(row, frozenset(), tags=arcade.tags(row)) for row in arcade.rows()]


LOADERS: dict[str, Callable[[], list[Item]]] = {
    "demo": demo,
    "fashion": fashion,
    "magento": magento,
    "bazaar": bazaar,
    "arcade": of_arcade,
}
SOURCES = {"fashion": FASHION, "magento": MAGENTO}


def missing(catalogue: str) -> str:
    """Return why a catalogue cannot be judged here, empty when it can."""
    path = SOURCES.get(catalogue)
    if path is None or path.is_file():
        return ""
    return f"{path.name} is not at {path.parent} (set WINKEL_SHARED)"


@cache
def items(catalogue: str) -> Sequence[Item]:
    """Return the products of a catalogue; raises OSError where its file is absent."""
    return tuple(LOADERS[catalogue]())
