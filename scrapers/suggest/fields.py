"""What a suggestion shows of its fields, with values read by them, and why there is none. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scrapers.config import BrandConfig
from scrapers.product import Product

SAMPLES = 3


@dataclass(frozen=True, slots=True)
class SuggestedField:
    """A field's selector, at most three values read with it, and a confidence of 0 to 1."""

    name: str  # BrandConfig's attribute
    selector: str
    samples: tuple[str, ...]
    confidence: float


def suggested_fields(
    config: BrandConfig, products: Sequence[Product], card_count: int, doubtful: int
) -> tuple[SuggestedField, ...]:
    """Return the fields that are read on the list: cards, names, prices, links, pictures, stock.

    The confidence is the share of cards with a value that structured data does not contradict.
    """
    cards = max(card_count, 1)
    agreed = max(0.0, 1 - doubtful / cards)
    rows: list[tuple[str, str, Callable[[Product], str | None], float]] = [
        ("node_path", config.node_path, _image, 1.0),
        ("product_name_xpath", config.product_name_xpath, lambda item: item.name, 1.0),
        ("price_xpath", config.price_xpath, _price, agreed),
        ("href_class", config.href_class, lambda item: item.href, 1.0),
        ("hover_node_path", config.hover_node_path, _second, 1.0),
    ]
    fields = []
    for name, selector, read, confidence in rows:
        if selector or name == "href_class":
            values = [value for item in products if (value := read(item))]
            share = min(1.0, len(values) / cards)
            fields.append(_field(name, selector, values, confidence * share))
    reduced = [_reduction(item) for item in products if item.ordinary_price is not None]
    if config.sale_price_xpath or reduced:
        selector = config.sale_price_xpath or config.price_xpath
        fields.append(_field("sale_price_xpath", selector, reduced, agreed))
    if config.sold_out_xpath:
        sold_out = [item.name for item in products if item.sold_out]
        confidence = 0.9 if sold_out else 0.5
        fields.append(_field("sold_out_xpath", config.sold_out_xpath, sold_out, confidence))
    return tuple(fields)


def _field(name: str, selector: str, values: list[str], confidence: float) -> SuggestedField:
    return SuggestedField(name, selector, tuple(values[:SAMPLES]), round(confidence, 2))


def _price(item: Product) -> str | None:
    return None if item.price is None else f"{item.price} {item.currency}"


def _reduction(item: Product) -> str:
    return f"{item.price} {item.currency}, before {item.ordinary_price}"


def _image(item: Product) -> str | None:
    return item.images[0].url if item.images else None


def _second(item: Product) -> str | None:
    return item.images[1].url if len(item.images) > 1 else None


NO_CARDS = (
    "No repeated product cards were recognised on this page: {pictures} linked pictures and"
    " {amounts} amounts{sample} were seen{frames}. Give the address of a category that lists"
    " products; where they come after a click or in a frame, set that click or frame by hand and"
    " point at a card in the preview."
)


def refusal(page: dict[str, Any], opened: int | None) -> str:
    """Return why the script's answer gives no configuration; `opened`: products' own pages."""
    group = next(iter([*page["groups"], *page["linked"]]), None)
    if group is None:
        return _without_cards(page["seen"])
    name = next(_samples(group["names"]), None)
    lacks = [
        *([] if name else ["no name that differs from card to card was found: set Product name"]),
        *_missing_price(group, opened),
        *_missing_picture(group["pictures"]),
    ]
    such = f", such as {name!r}" if name else ""
    return (
        f"{group['priced']} cards were found at {group['card']}{such}, but {'; '.join(lacks)}."
        " A configuration by hand can be tried in the preview, by pointing at a card's parts."
    )


def _without_cards(seen: dict[str, Any]) -> str:
    sample = f", such as {seen['sample']!r}," if seen["sample"] else ""
    frames = f", and {seen['frames']} frames" if seen["frames"] else ""
    counts = {"pictures": seen["pictures"], "amounts": seen["amounts"]}
    return NO_CARDS.format(**counts, sample=sample, frames=frames)


def _missing_price(group: dict[str, Any], opened: int | None) -> list[str]:
    text = next(_samples(group.get("prices", ())), None)
    if text is not None:
        return [f"no price could be read: {text!r} stands there; set Price and Currency"]
    tried = "" if opened is None else f", and on none of {opened} product pages that opened"
    return [f"no price stands on them{tried}: set Price, or Detail where the pages have it"]


def _missing_picture(pictures: list[dict[str, Any]]) -> list[str]:
    own = [picture for picture in pictures if not picture["isSame"]]
    if own:
        return []
    seen = f"all show the one at {pictures[0]['nodePath']}" if pictures else "there is none"
    return [f"no picture of their own was found, {seen}: set Image or Background image"]


def _samples(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    return iter([text[:80] for row in rows for text in row["sample"]])
