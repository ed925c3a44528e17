"""Product pages' structured data, composed of schema.org's vocabulary, each with what is right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from scrapers.structured.markup import facts_of
from tests.unit.offers import parts

CENT = Decimal("0.01")
SCHEMA = "https://schema.org/"
OF_OFFER, APART, OF_SPECIFICATION, LISTED, NEUTRAL = (
    parts.CONDITIONS[name]
    for name in ("OF_OFFER", "APART", "OF_SPECIFICATION", "LISTED", "NEUTRAL")
)
FORMS: tuple[Callable[[Decimal], Any], ...] = (
    str,
    float,
    lambda value: f"{value:.2f}",
    lambda value: f"R {value:.2f}",
    lambda value: f"R{value:,.2f}",
    lambda value: f"{value:.2f}".replace(".", ","),
)


EMPTY = facts_of(b"<html><h1>Vase</h1></html>", "https://s.example/p/vase") or {}


@dataclass(frozen=True)
class Page:
    """A page's raw structured data as facts.js gives it, and what is right."""

    raw: dict[str, Any]
    price: Decimal | None
    ordinary: Decimal | None = None

    @property
    def text(self) -> str:
        return json.dumps(self.raw["linked"] or self.raw["microdata"])


def compose(random: Random, *, kept: bool | None = None) -> Page:
    is_known = random.random() < 0.92

    def one(entries: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        """Return an entry; what is only sold used, or whose end nobody moves on, is a product."""
        fitting = [
            entry
            for entry in parts.part(entries, kept=kept)
            if is_known or not re.search("Condition|used|2024-12", json.dumps(entry))
        ]
        return random.choice(fitting)

    full = Decimal(random.choice((49, 129, 499, 1299, 8999))) + Decimal(
        random.choice(("0", "0.95", "0.5"))
    )
    before = (full * Decimal("1.4")).quantize(CENT)
    form = random.choice(FORMS)

    def lower() -> Any:
        return form((full * Decimal(random.choice(("0.1", "0.5", "0.8")))).quantize(CENT))

    ordinary = None
    shape = random.choice(("offers", "offers", "specifications", "specifications", "aggregate"))
    money = {"priceCurrency": "ZAR"}
    sets_apart = (*OF_OFFER, *APART) if is_known else OF_OFFER
    if shape == "specifications":
        entries = [
            {"@type": "UnitPriceSpecification", "price": lower(), **money, **one(OF_SPECIFICATION)}
            for _ in range(random.choice((1, 1, 2)))
        ]
        if is_known:
            plain = {"@type": "UnitPriceSpecification", "price": form(full), **money}
            plain |= random.choice(({}, {}, {"valueAddedTaxIncluded": True}))
            entries.append(plain)
            if random.random() < 0.3:
                entries.append({"price": form(before), **money, **one(LISTED)})
                ordinary = before
        random.shuffle(entries)
        offers: Any = {"@type": "Offer", "priceSpecification": entries, **one(NEUTRAL)}
        if is_known and random.random() < 0.3:
            offers |= {"price": form(full), **money}
    else:
        listed = [
            {"@type": "Offer", "price": lower(), **money, **one(sets_apart)}
            for _ in range(random.choice((1, 1, 2)))
        ]
        if is_known:
            listed.append({"@type": "Offer", "price": form(full), **money, **one(NEUTRAL)})
        random.shuffle(listed)
        for offer in listed:
            offer.setdefault("availability", random.choice((f"{SCHEMA}InStock", "InStock")))
        offers = listed
        if shape == "aggregate":
            offers = {"@type": "AggregateOffer", "lowPrice": lower(), **money, "offers": listed}
    node = {"@context": SCHEMA, "@type": "Product", "name": "Vase", "offers": offers}
    if random.random() < 0.3:
        node["isRelatedTo"] = {"@type": "Product", "name": "Jug", "offers": {"price": "5.00"}}
    linked, microdata = [json.dumps(node)], []
    if random.random() < 0.15:
        linked, microdata = [], [_as_microdata(node)]
    raw = {**EMPTY, "linked": linked, "microdata": microdata}
    return Page(raw, full if is_known else None, ordinary)


def _as_microdata(value: Any) -> Any:
    """Return the values as microdata has them: texts in lists."""
    if isinstance(value, dict):
        return {
            name: [inner] if name == "@type" else _listed(_as_microdata(inner))
            for name, inner in value.items()
            if name != "@context"
        }
    if isinstance(value, list):
        return [_as_microdata(one) for one in value]
    return str(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
