"""Structured data as stores write it, and what it says beside the selectors."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scrapers.browsing.dom import RawCard
from scrapers.pages.cards import with_structured
from scrapers.structured.check import check_product
from scrapers.structured.markup import facts_of
from scrapers.structured.page import listed_of, own_of
from scrapers.structured.product import StructuredProduct, buyable_values
from scrapers.structured.schema_org import documents, structured_product
from scrapers.values.offers import Price

EMPTY = facts_of(b"<html lang=en><h1>Vase</h1></html>", "https://s.example/p/vase") or {}
OFFER = {"@type": "Offer", "price": "99.00", "priceCurrency": "ZAR"}
VASE = {"@context": "https://schema.org", "@type": "Product", "name": "Vase", "offers": OFFER}
FOLDER = Path(__file__).parent
# A page's linked data, other facts or HTML, and what its own product is; None where it has none.
LINES = (FOLDER / "structured.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
# Texts by the names that stand behind ==.
LINKED = dict(
    part.split("\n", 1)
    for part in (FOLDER / "linked.txt").read_text(encoding="utf-8").split("\n== ")[1:]
)


def own(case: dict[str, Any]) -> StructuredProduct | None:
    if "page" in case:
        return own_of(facts_of(case["page"].encode(), EMPTY["url"]) or {}, case.get("currency"))
    texts = [one if isinstance(one, str) else json.dumps(one) for one in case["linked"]]
    return own_of({**EMPTY, "linked": texts, **case.get("facts", {})})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_page_tells_its_product(case: dict[str, Any]) -> None:
    found, right = own(case), case["is"]
    assert (found is None) is (right is None)
    if found is None or right is None:
        return
    skus = " ".join(variant.sku or "" for variant in found.variants)
    told = {name: skus if name == "skus" else str(getattr(found, name)) for name in right}
    assert told == right


@pytest.mark.parametrize("name", LINKED)
def test_a_product_is_found_whatever_a_theme_makes_of_its_json(name: str) -> None:
    found = own({"linked": [LINKED[name]]})
    assert found is not None
    assert (found.name, found.price, found.currency) == ("Vase", Decimal("99.00"), "ZAR")


def test_a_code_without_quotes_keeps_its_zero() -> None:
    (document,) = documents([LINKED["unquoted code"]])
    assert document["gtin12"] == "012345678912"


def test_an_error_in_the_prices_place_is_no_price() -> None:
    text = LINKED["paragraphs"].replace('"99.00"', "Liquid error: divided by 0")
    found = own({"linked": [text]})
    assert found is not None
    assert found.price is None


OFFERS = [
    line.split("\t")
    for line in (FOLDER / "offers.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("price", "ordinary", "sold_out", "offers"), OFFERS)
def test_offers_tell_price_and_stock(price: str, ordinary: str, sold_out: str, offers: str) -> None:
    structured = structured_product(VASE | {"offers": json.loads(offers)}, "JSON-LD")
    read = (structured.price, structured.ordinary)
    assert read == tuple(None if one == "-" else Decimal(one) for one in (price, ordinary))
    if sold_out != "-":
        assert structured.sold_out is (sold_out == "yes")


@pytest.mark.parametrize(
    ("sizes", "kept"), [([("M", None), ("L", False)], ("M",)), ([("L", False)], ("L",))]
)
def test_only_sizes_that_are_said_to_be_gone_are_left_out(
    sizes: list[tuple[str, bool | None]], kept: tuple[str, ...]
) -> None:
    assert buyable_values(sizes) == kept


def test_a_lists_products_are_known_by_their_links() -> None:
    items = [{"@type": "ListItem", "item": VASE | {"url": "/p/vase?utm_source=list"}}]
    found = listed_of({**EMPTY, "linked": [json.dumps({"itemListElement": items})]})
    assert list(found) == ["https://s.example/p/vase"]


def test_products_of_one_link_but_for_its_parameters_stay_apart() -> None:
    nodes = [VASE | {"name": name, "url": f"/item?ref={name}"} for name in ("A1", "B2")]
    found = listed_of({**EMPTY, "linked": [json.dumps(node) for node in nodes]})
    cards = (RawCard(href=f"/item?ref={name}") for name in ("A1", "B2", "C3"))
    read = [with_structured(card, found, "https://s.example/").structured for card in cards]
    assert [product and product.name for product in read] == ["A1", "B2", None]


def test_private_addresses_are_no_links() -> None:
    node = VASE | {"url": "http://169.254.169.254/p"}
    assert listed_of({**EMPTY, "linked": [json.dumps(node)]}) == {}


STRUCTURED = StructuredProduct(
    "JSON-LD", name="Vase", price=Decimal(450), prices=(Decimal(450),), currency="ZAR"
)


def test_a_price_that_structured_data_contradicts_is_taken_from_there_and_told() -> None:
    found, _, told = check_product(Price(Decimal("2.50")), "Vase", None, "ZAR", STRUCTURED)
    assert found.value == 450
    assert told == ["the price reads 2.50 ZAR, JSON-LD has 450 ZAR"]


@pytest.mark.parametrize(
    ("reading", "structured"),
    [
        (Price(Decimal("450.00")), STRUCTURED),
        (Price(Decimal("449.99")), STRUCTURED),
        (Price(None), STRUCTURED),
        (Price(Decimal(8000)), StructuredProduct("JSON-LD", price=Decimal(450), currency="USD")),
        (Price(Decimal(8000)), StructuredProduct("WooCommerce", price=Decimal(450))),
        (
            Price(Decimal(500)),
            StructuredProduct("JSON-LD", price=Decimal(450), prices=(Decimal(450), Decimal(500))),
        ),
    ],
)
def test_what_does_not_contradict_is_no_disagreement(
    reading: Price, structured: StructuredProduct
) -> None:
    found, _, told = check_product(reading, "A vase", None, "ZAR", structured)
    assert told == []
    assert found.value == (reading.value or Decimal(450))


def test_names_that_share_no_word_and_stock_that_differs_are_told() -> None:
    structured = StructuredProduct("microdata", name="Blue jug", sold_out=False)
    _, sold_out, told = check_product(Price(None), "Add to cart", True, "ZAR", structured)
    assert sold_out
    assert len(told) == 2


def test_a_document_is_not_followed_forever() -> None:
    endless = ("[" * 3_000, "{" * 50_000, '{"' * 20_000, '[{"a":' * 9_000, '{"a" ' * 9_000)
    assert [own({"linked": [text]}) for text in endless] == [None] * 5
