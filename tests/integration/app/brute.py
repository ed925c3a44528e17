"""Counting over PostgreSQL by hand: what search must agree with, found without Elasticsearch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.models import Category, Color, Product
from scrapers.attributes import ATTRIBUTES
from tests.integration.app.shop import SHIPS

BOUNDS = (0, 500, 1000, 1500, 5000, 10000, 15000, 20000, None)
BANDS = tuple(pairwise(BOUNDS))


@dataclass(frozen=True, slots=True)
class Row:
    """A visible product with the values it has in each facet."""

    id: int
    name: str
    price: float | None
    created: float
    ships_to: frozenset[str]
    values: Mapping[str, frozenset[str]]


def visible_rows(session: Session) -> list[Row]:
    """Return every product that visitors may see."""
    slugs = {row.id: row.slug for row in session.scalars(select(Category))}
    colours = {row.id: row.slug for row in session.scalars(select(Color))}
    products = session.scalars(select(Product)).all()
    return [
        _row(product, slugs, colours)
        for product in products
        if product.gone_at is None and not product.blocked and product.brand.is_active
    ]


def _row(product: Product, slugs: Mapping[int, str], colours: Mapping[int, str]) -> Row:
    brand = product.brand
    iso = brand.country.iso if brand.country else None
    own = (product.product_brand if brand.is_multi_brand else None) or brand.name
    listed = SHIPS[brand.slug].split()
    ships = {"*"} if "worldwide" in listed else set(listed) or {iso or ""}
    slug = slugs[product.classified_category_id or 0]
    carried = product.attributes or {}
    values = {
        "category": _lineages(slug, bool(product.classified_unisex), set(slugs.values())),
        "colour": {colours.get(product.classified_color_id or 0, "")},
        "price": {_band(float(product.price))} if product.price is not None else set(),
        "brand": {own},
        "style": {style.slug for style in brand.styles},
        "store": {brand.slug},
        "shipsFrom": {iso} if iso else set(),
        "type": {product.item_type or brand.item_type},
        "stock": {"sold-out" if product.sold_out else "in-stock"},
        "gender": _gender(slug, bool(product.classified_unisex)),
        "saOnly": {"true" if iso == "ZA" and not brand.is_multi_brand else "false"},
        **{attribute.name: set(carried.get(attribute.name, ())) for attribute in ATTRIBUTES},
        "material": set(carried.get("material", ())) | _said(product.name),
        "pattern": {"Striped"} if "striped" in (product.name or "").casefold() else set(),
        "onSale": {"true" if _reduced(product) else "false"},
        "inStores": {"false"},
    }
    return Row(
        id=product.id,
        name=product.name,
        price=float(product.price) if product.price is not None else None,
        created=product.created_at.timestamp(),
        ships_to=frozenset(ships),
        values={name: frozenset(v for v in found if v) for name, found in values.items()},
    )


def _said(name: str) -> set[str]:
    return {word for word in ("Linen", "Cotton") if word in name.title().split()}


def _lineages(slug: str, unisex: bool, known: set[str]) -> set[str]:
    found = _lineage(slug)
    root, _, rest = slug.partition("/")
    if unisex and root in {"men", "women"}:
        other = "women" if root == "men" else "men"
        found |= {s for s in _lineage(f"{other}/{rest}".rstrip("/")) if s in known}
    return found


def _lineage(slug: str) -> set[str]:
    parts = slug.split("/")
    return {"/".join(parts[: n + 1]) for n in range(len(parts))}


def _gender(slug: str, unisex: bool) -> set[str]:
    if unisex:
        return {"men", "women", "unisex"}
    return {slug.partition("/")[0]} & {"men", "women"}


def _reduced(product: Product) -> bool:
    price, ordinary = product.price, product.ordinary_price
    return price is not None and ordinary is not None and (ordinary - price) * 200 >= ordinary


def _band(price: float) -> str:
    for low, high in BANDS:
        if price >= (low or 0) and (high is None or price < high):
            return f"{low}-{high or ''}"
    raise AssertionError(price)


Test = Callable[[Row], bool]


def matching(
    rows: Sequence[Row], chosen: Mapping[str, Sequence[str]], *others: Test, without: str = ""
) -> list[Row]:
    """Return the rows with one of the chosen values in each facet, `without` left aside."""
    return [
        row
        for row in rows
        if all(row.values[name] & set(wanted) for name, wanted in chosen.items() if name != without)
        and all(test(row) for test in others)
    ]


def counted(rows: Sequence[Row], facet: str) -> dict[str, int]:
    """Return how many rows have each value of a facet."""
    return dict(Counter(value for row in rows for value in row.values[facet]))
