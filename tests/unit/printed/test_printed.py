"""What a product's own page prints is read, and nothing of what stands beside it."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from scrapers.feeds.own_pages import page_of
from scrapers.structured.check import check_product
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.structured.product import StructuredProduct
from scrapers.values.offers import Price
from tests.unit.printed.composed import NAME, pages

ADDRESS = "https://kuier.example/p/apron"
SHARE = 0.02  # of pages on which something may be read otherwise
EACH = 7  # of the composed pages one in so many


def read(page: str) -> StructuredProduct | None:
    return own_of(facts_of(page.encode(), ADDRESS) or {})


def test_a_products_price_stock_and_pictures_are_read_however_a_theme_prints_them() -> None:
    some, faults = list(islice(pages(), 0, None, EACH)), []
    for composed in some:
        own, form, label = read(composed.html), composed.form, composed.label
        if own is None:
            faults.append(f"nothing: {label}")
            continue
        assert own.price in {None, form.price}, label
        assert own.images == ("/i/apron.jpg",), label
        available = None if own.sold_out is None else not own.sold_out
        told = own.price, own.ordinary, own.currency, available, own.name
        right = form.price, form.ordinary, form.currency, composed.stock.available, NAME
        if told != right:
            faults.append(f"{told} is not {right}: {label}")
    assert len(faults) <= SHARE * len(some), "\n".join(faults)


def test_what_a_reduction_was_before_is_read_beside_a_structured_price() -> None:
    for composed in islice(pages(), 0, None, EACH):
        form = composed.form
        offer = {"@type": "Offer", "price": str(form.price), "priceCurrency": "ZAR"}
        node = {"@type": "Product", "name": NAME, "offers": offer}
        script = f'<script type="application/ld+json">{json.dumps(node)}</script><title>'
        own = read(composed.html.replace("<title>", script, 1))
        assert own is not None
        assert form.price is None or own.ordinary == form.ordinary, composed.label


PAGE = """<html lang="en-ZA"><title>Jug | Kuier</title>{}<div class="summary"><h1>Jug</h1>
<p class="price">R 349.00</p><form><button>{}</button></form></div>"""


def test_print_overrules_no_selector() -> None:
    own = read(PAGE.format("", "Sold out"))
    assert own is not None
    chosen = check_product(Price(Decimal(99)), "Pitcher", False, "ZAR", own)
    assert (chosen[0].value, *chosen[1:]) == (Decimal(99), False, [])
    filled, sold_out, _ = check_product(Price(), "Pitcher", None, "ZAR", own)
    assert (filled.value, sold_out) == (Decimal(349), True)


LINES = Path(__file__).with_name("rows.jsonl").read_text(encoding="utf-8").splitlines()
ROWS = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("case", ROWS, ids=[case["id"] for case in ROWS])
def test_a_page_without_structured_data_is_a_row_where_it_is_a_products(
    case: dict[str, Any],
) -> None:
    rows = page_of(case["page"].encode(), ADDRESS) or []
    assert [
        {name: row[name] for name in right} for row, right in zip(rows, case["rows"], strict=True)
    ] == case["rows"]
