"""What a suggestion rests on, field by field: three values that it reads, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scrapers.config import BrandConfig
from scrapers.item import Item

SAMPLES = 3


@dataclass(frozen=True, slots=True)
class SuggestedField:
    """A field's selector, at most three values read with it, and a confidence of 0 to 1."""

    name: str  # BrandConfig's attribute
    selector: str
    samples: tuple[str, ...]
    confidence: float


def suggested_fields(
    config: BrandConfig, items: Iterable[Item], found: int, doubtful: int
) -> tuple[SuggestedField, ...]:
    """Return the fields that the list itself shows: cards, names, prices, links, pictures, stock.

    The confidence is the share of the cards that have a value, less those that the page's
    structured data contradicts.
    """
    every = list(items)
    cards = max(found, 1)
    agreed = 1 - doubtful / cards
    rows: list[tuple[str, str, Callable[[Item], str | None], float]] = [
        ("node_path", config.node_path, _image, 1.0),
        ("product_name_xpath", config.product_name_xpath, lambda item: item.name, 1.0),
        ("price_xpath", config.price_xpath, _price, agreed),
        ("href_class", config.href_class, lambda item: item.href, 1.0),
        ("hover_node_path", config.hover_node_path, _second, 1.0),
    ]
    fields = [
        _field(name, selector, every, read, cards, sure)
        for name, selector, read, sure in rows
        if selector or name == "href_class"
    ]
    reduced = [item for item in every if item.ordinary_price is not None]
    if config.sale_price_xpath or reduced:
        selector = config.sale_price_xpath or config.price_xpath
        fields.append(_part("sale_price_xpath", selector, reduced, _reduction, agreed))
    if config.sold_out_xpath:
        gone = [item for item in every if item.sold_out]
        sure = 0.9 if gone else 0.5
        fields.append(_part("sold_out_xpath", config.sold_out_xpath, gone, _name, sure))
    return tuple(fields)


def _field(  # noqa: PLR0913, PLR0917 - a row of the table above
    name: str,
    selector: str,
    items: list[Item],
    read: Callable[[Item], str | None],
    cards: int,
    sure: float,
) -> SuggestedField:
    values = [value for item in items if (value := read(item))]
    confidence = round(max(0.0, sure) * min(1.0, len(values) / cards), 2)
    return SuggestedField(name, selector, tuple(values[:SAMPLES]), confidence)


def _part(
    name: str, selector: str, items: list[Item], read: Callable[[Item], str | None], sure: float
) -> SuggestedField:
    values = [value for item in items if (value := read(item))]
    return SuggestedField(name, selector, tuple(values[:SAMPLES]), round(max(0.0, sure), 2))


def _name(item: Item) -> str | None:
    return item.name


def _price(item: Item) -> str | None:
    return None if item.price is None else f"{item.price} {item.currency}"


def _reduction(item: Item) -> str | None:
    return f"{item.price} {item.currency}, before {item.ordinary_price}"


def _image(item: Item) -> str | None:
    return item.images[0].url if item.images else None


def _second(item: Item) -> str | None:
    return item.images[1].url if len(item.images) > 1 else None
