"""A product's sizes, each with its stock and a price of its own, from every kind of source."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.product import Product, clean
from scrapers.structured.schema_org import structured_product
from scrapers.values.sizes import LONGEST, MOST, SizeOffer, size_of
from tests.support.data import rows

Variant = tuple[str, str, bool]  # a size as it is worded, its price, whether it can be bought


def of_json_ld(variants: Sequence[Variant]) -> tuple[SizeOffer, ...]:
    def offer(price: str, stock: bool) -> dict[str, Any]:
        name = "InStock" if stock else "OutOfStock"
        known = {"@type": "Offer", "price": price, "priceCurrency": "ZAR"}
        return known | {"availability": f"https://schema.org/{name}"}

    listed = [
        {"@type": "Product", "name": f"Boot {size}", "size": size, "offers": offer(price, stock)}
        for size, price, stock in variants
    ]
    group = {"@type": "ProductGroup", "name": "Boot", "hasVariant": listed}
    return structured_product(group, "JSON-LD").sizes


def of_feed(tmp_path: Path, rows: Sequence[dict[str, Any]]) -> Product:
    path = tmp_path / "feed.json"
    path.write_text(json.dumps(rows))
    defaults = FeedDefaults("ZAR", {"ZAR"}.__contains__)
    (found,) = read_feed(path, defaults, lambda _: None).products()
    return found


def row(number: int, size: str, price: str, stock: bool, **more: str) -> dict[str, str]:
    named = {"id": f"b-{number}", "item_group_id": "b", "title": "Boot", "size": size, **more}
    links = dict.fromkeys(("link", "image_link"), "https://karoo.example/b.jpg")
    availability = "in_stock" if stock else "out_of_stock"
    return named | links | {"price": f"{price} ZAR", "availability": availability}


SALE = {"sale_price": "9 ZAR", "sale_price_effective_date": "2090-01-01/2999-01-01"}


@pytest.mark.parametrize(("variants", "sizes"), rows("size_variants"))
def test_each_size_has_its_stock_and_the_price_that_it_has_alone(
    variants: list[Variant], sizes: list[tuple[str, bool, str | None]], tmp_path: Path
) -> None:
    right = tuple(SizeOffer(size, out, Decimal(own) if own else None) for size, out, own in sizes)
    assert of_json_ld(variants) == right
    rows = [row(number, *variant) for number, variant in enumerate(variants)]
    assert of_feed(tmp_path, rows).sizes == right


def test_what_a_store_says_of_sizes_is_bounded() -> None:
    sizes = [SizeOffer(str(number), False, Decimal(number)) for number in range(1, 500)]
    odd = [SizeOffer("x" * (LONGEST + 1), False), SizeOffer("", False)]
    odd += [SizeOffer("9999", False, Decimal("NaN")), SizeOffer("9998", False, Decimal(-1))]
    kept = clean(Product("k", "Boot", "ZAR", sizes=(*odd, *sizes))).sizes
    assert len(kept) == MOST
    assert kept[:2] == (SizeOffer("9999", False), SizeOffer("9998", False))


@pytest.mark.parametrize(("wordings", "size"), rows("size_wordings"))
def test_a_size_is_one_and_not_several(wordings: list[str], size: str) -> None:
    assert size_of(wordings) == size


@pytest.mark.parametrize(
    ("bought", "on_sale", "price"), [(420, 0, 579), (210, 0, 789), (420, 300, 579), (0, 0, 579)]
)
def test_more_sizes_than_there_may_be_keep_the_price_of_all(
    tmp_path: Path, bought: int, on_sale: int, price: int
) -> None:
    """Of the cheap ones some may be sold out, or cost less from some day on."""
    rows = [
        row(
            number,
            str(number),
            f"{999 - number}",
            number <= bought,
            **(SALE if number <= on_sale else {}),
        )
        for number in range(1, 421)
    ]
    found = of_feed(tmp_path, rows)
    assert (found.price, len(found.sizes)) == (Decimal(price), MOST)
    assert [one.price for one in found.planned[:1]] == ([Decimal(9)] if on_sale else [])
    assert found.sold_out == (not bought)
