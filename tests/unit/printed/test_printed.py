"""What a product's own page prints is read, and nothing of what stands beside it."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice
from typing import Any

import pytest

from scrapers.feeds.own_pages import page_of
from scrapers.structured.check import checked
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.structured.product import StructuredProduct
from scrapers.values.offers import Price
from tests.unit.printed.composed import NAME, Composed, pages

ADDRESS = "https://kuier.example/p/apron"
SHARE = 0.02  # of pages on which something may be read otherwise
EACH = 7  # of the composed pages one in so many


def read(page: str, currency: str | None = None) -> StructuredProduct | None:
    facts = facts_of(page.encode(), ADDRESS)
    assert facts is not None
    return own_of(facts, currency)


def told(page: str, currency: str | None = None) -> StructuredProduct:
    found = read(page, currency)
    assert found is not None
    return found


def faults(composed: Composed) -> list[str]:
    own = read(composed.html)
    if own is None:
        return [f"nothing: {composed.label}"]
    available = None if own.sold_out is None else not own.sold_out
    told = (own.price, own.ordinary, own.currency), available, own.name
    form = composed.form
    right = (form.price, form.ordinary, form.currency), composed.stock.available, NAME
    return [f"{a} is not {b}: {composed.label}" for a, b in zip(told, right, strict=True) if a != b]


def test_a_products_price_stock_and_pictures_are_read_however_a_theme_prints_them() -> None:
    some = list(islice(pages(), 0, None, EACH))
    found = [fault for composed in some for fault in faults(composed)]
    assert len(found) <= SHARE * len(some), "\n".join(found)
    for composed in some:
        own = read(composed.html)
        assert own is None or own.price in {None, composed.form.price}, composed.label
        assert own is None or own.images == ("/i/apron.jpg",), composed.label


PAGE = """<html lang="{lang}"><title>Jug | Kuier</title><div class="summary"><h1>Jug</h1>
<p class="price">{price}</p><form>{form}</form></div>"""
BUY = "<button>Add to cart</button>"


def page(price: str = "R 349.00", form: str = BUY, lang: str = "en-ZA", head: str = "") -> str:
    return PAGE.format(price=price, form=form, lang=lang).replace("<title>", f"{head}<title>")


def linked(price: str, stock: str = "InStock") -> str:
    offer = f'"price": "{price}", "priceCurrency": "ZAR", "availability": "{stock}"'
    node = f'{{"@type": "Product", "name": "Jug", "offers": {{{offer}}}}}'
    return f'<script type="application/ld+json">{node}</script>'


@pytest.mark.parametrize(
    ("price", "lang", "currency", "sign"),
    [
        ("R 349.00", "en-ZA", "ZAR", ""),
        ("$ 349.00", "en-AU", None, "$"),
        ("$ 349.00", "en", None, "$"),
        ("349.00 EUR", "en", "EUR", ""),
        ("kr 349", "sv", None, "kr"),
    ],
)
def test_a_sign_that_several_currencies_have_names_none(
    price: str, lang: str, currency: str | None, sign: str
) -> None:
    own = told(page(price, lang=lang))
    assert (own.price, own.currency, own.sign) == (Decimal(349), currency, sign)


def test_a_store_that_sells_in_rand_has_no_price_in_dollars() -> None:
    own = told(page("$ 349.00"), "ZAR")
    assert own.price is None


def test_what_structured_data_tells_is_taken_and_a_contradiction_is_told() -> None:
    own = told(page("R 349.00", head=linked("399.00")))
    assert (own.price, own.contradictions) == (
        Decimal("399.00"),
        ("the page prints 349.00 ZAR, JSON-LD tells 399.00",),
    )
    agreed = told(page("R 349.00", head=linked("349.00")))
    assert agreed.contradictions == ()


def test_a_hundred_times_what_is_printed_is_in_cents() -> None:
    own = told(page("R 349.00", head=linked("34900")))
    assert (own.price, len(own.contradictions)) == (Decimal("349.00"), 1)


def test_stock_that_is_printed_otherwise_is_told_and_not_taken() -> None:
    sold_out = "<button disabled>Sold out</button>"
    own = told(page(form=sold_out, head=linked("349.00")))
    assert own.sold_out is False
    assert "sold out" in own.contradictions[0]


def test_print_fills_what_structured_data_leaves_open() -> None:
    head = '<meta property="og:type" content="product"><meta property="og:title" content="Jug">'
    own = told(page(head=head))
    assert (own.source, own.price, own.sold_out) == ("Open Graph", Decimal("349.00"), False)
    assert own.printed == {"price", "sold_out"}
    assert own.place == "/html[1]/body[1]/div[1]/p[1]"


def test_print_overrules_no_selector() -> None:
    own = told(page(form="<button>Sold out</button>"))
    chosen = checked(Price(Decimal(99)), "Pitcher", False, "ZAR", own)
    assert chosen.reading.value == Decimal(99)
    assert (chosen.sold_out, chosen.disagreements) == (False, ())
    filled = checked(Price(), "Pitcher", None, "ZAR", own)
    assert (filled.reading.value, filled.sold_out) == (Decimal(349), True)


STATE = """<script id="__NEXT_DATA__" type="application/json">{"props": {"product": {"name": "Jug",
"price": {"value": %s, "currency": "%s"}, "inStock": %s}, "related": [{"name": "Pot", "price": 9}]}}
</script>"""
LAYER = """<script>window.dataLayer = window.dataLayer || []; dataLayer.push({"ecommerce": {
"currencyCode": "AUD", "detail": {"products": [{"name": "jug", "price": "349.00", "id": "7"}]}}});
var other = {plain: 1};</script>"""


def test_a_scripts_price_is_taken_where_the_page_prints_it_or_it_is_no_other_number() -> None:
    beside = f"{BUY}</form></div><p>Our price <b>R 349.00</b></p><form>"
    own = told(page("R 20.00", form=beside, head=STATE % ("349", "ZAR", "true")))
    assert own.price == Decimal("349.00")
    bare = "<title>Jug</title><h1>Jug</h1>"
    own = told(bare + STATE % ("349.95", "ZAR", "false"))
    assert (own.price, own.currency, own.sold_out) == (Decimal("349.95"), "ZAR", True)
    cents = told(bare + STATE % ("34995", "ZAR", "true"))
    assert cents.price is None


def test_a_scripts_currency_says_which_dollars_are_printed() -> None:
    own = told(page("$ 349.00", lang="en", head=LAYER))
    assert (own.price, own.currency) == (Decimal("349.00"), "AUD")
    rand = told(page("R 349.00", lang="en-ZA", head=LAYER))
    assert rand.currency == "ZAR"


@pytest.mark.parametrize(
    "script",
    ["[" * 5_000, '{"a":' * 5_000, 'x = {"price": ' * 5_000, '{"name": "Jug", "price": [[]]}'],
    ids=["lists", "objects", "begun", "empty"],
)
def test_scripts_that_hold_nothing_end(script: str) -> None:
    own = told(page(head=f"<script>{script} Jug price</script>"))
    assert own.price == Decimal("349.00")


def rows(html: str) -> list[dict[str, Any]]:
    return page_of(html.encode(), ADDRESS) or []


def test_a_page_without_structured_data_is_a_row() -> None:
    (row,) = rows(page("<del>R 799.00</del> <ins>R 349.00</ins>"))
    assert row["title"] == "Jug"
    assert row["price"] == {"value": "799.00", "currency": "ZAR"}
    assert row["sale_price"] == {"value": "349.00", "currency": "ZAR"}
    assert row["availability"] == "in stock"


def test_an_open_sign_goes_with_its_amount() -> None:
    (row,) = rows(page("$ 349.00", lang="en"))
    assert row["price"] == {"value": "349.00", "currency": "$"}


LIST = "".join(
    f'<li><a href="/p/{n}"><img src="/{n}.jpg"></a><h3>Jug {n}</h3>'
    f'<b class="price">R {n}99</b>{BUY}</li>'
    for n in range(2, 9)
)


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Jugs | Kuier</title><h1>Jugs</h1><ul>{LIST}</ul>",
        page(form=""),  # an article may print a price, too
        page(head='<script type="application/ld+json">{"@type": "BlogPosting"}</script>'),
        page(head='<script type="application/ld+json">{"@type": "CollectionPage"}</script>'),
        "<title>Kuier</title><h1>Welcome</h1><p>Vouchers from R 100</p>",
        "<title>Cart</title><h1>Cart</h1><table><tr><td>Jug<td>R 99</table>",
    ],
)
def test_other_pages_that_print_prices_are_no_products(html: str) -> None:
    assert rows(html) == []
