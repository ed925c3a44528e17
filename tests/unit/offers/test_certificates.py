"""A price's certificate gives the price again, at every source, in at most 1.5 kB (issue 44)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from scrapers.product import Product, clean
from scrapers.values.certificate import (
    FIELD,
    MOST,
    NUMBER,
    PRINTED,
    TEXT_LIMIT,
    VERSIONS,
    Certificate,
    as_json,
    bounded,
    from_json,
    size,
)
from scrapers.values.price.certified import read_again
from scrapers.values.price.price_text import BREAK, CENTS, NOW, STRUCK, Piece, tagged, untagged
from scrapers.values.price.prices import read_price
from tests.unit.offers.cards import compose
from tests.unit.offers.certified import composed, of_file, wrong

COUNT = 480
SOURCES = {
    *("list page", "product page", "feed file", "feed"),
    *("Shopify", "WooCommerce", "Magento", "sitemap"),
}


def test_every_sources_certificates_give_the_prices_again() -> None:
    read = list(composed(COUNT))
    assert list(wrong(read)) == []
    assert {one.certificate.source for one in read if one.certificate} == SOURCES
    assert len(read) >= COUNT


# Of each file of forms/: where the amounts stood, what stood there, and what it is.
FORMS = {
    "export.csv": {
        "row vase:S, column Variant Price": ("499.00", "499.00"),
        "row jug:M, column Variant Price": ("1 299", "1299.00"),
    },
    "rss.xml": {
        "row id 1, column sale_price": ("999.00 ZAR", "999.00"),
        "row id 2, column price": ("299,-", "299.00"),
    },
    "woo.jsonl": {
        "$[id=51].prices.price": ("1000", "10.00"),
        "$[id=6].price_html": ("R 120.00 incl. VAT", "120.00"),
    },
    "magento.jsonl": {
        "$.data.products.items[sku=M].variants[sku=M-S]"
        ".price_range.minimum_price.final_price.value": ("99.985", "99.99")
    },
    "micros.jsonl": {"row id 9, column price": ("499950000", "499.95")},
}


@pytest.mark.parametrize("name", FORMS)
def test_each_form_says_where_the_amount_that_leads_stood(name: str) -> None:
    text = (Path(__file__).parent / "forms" / name).read_text(encoding="utf-8")
    found = of_file(text.splitlines(), "feed file", f"/feeds/{name}", name=name)
    assert list(wrong(found)) == []
    read = ((one.certificate, str(one.price)) for one in found)
    assert {noted.place: (noted.text, price) for noted, price in read if noted} == FORMS[name]


def test_a_certificate_that_does_not_give_the_price_is_noticed() -> None:
    one = next(composed(8))
    assert one.certificate
    other = replace(one.certificate, text="R 1.00", reader=PRINTED, digits=0)
    for bad in (other, None, replace(one.certificate, place=""), replace(other, text="no price")):
        assert list(wrong([replace(one, certificate=bad)]))


def test_tags_keep_what_a_price_is_read_by() -> None:
    random = Random(7)
    for _ in range(300):
        card = compose(random)
        try:
            price = read_price(card.nodes, card.currency)
        except ValueError:
            continue
        again = read_price(untagged(tagged(card.nodes)), card.currency)
        assert (again.value, again.ordinary) == (price.value, price.ordinary), card.text
    nodes = ((Piece("R 99", STRUCK), Piece(" "), Piece("R 49", NOW), Piece("95", CENTS)),)
    assert tagged(nodes) == "<s>R 99<> <n>R 49<c>95"
    assert tagged([(Piece("a<b>c"), Piece("", BREAK), Piece("d"))]) == "a‹b›c<b><>d"


@pytest.mark.parametrize("noise", ["delivery in two days ", "éè ", "<b> "])
def test_of_a_long_text_the_part_is_kept_that_has_the_price(noise: str) -> None:
    around = noise * (1_200 // len(noise))
    (reading,) = [read_price([(Piece(around, "a"), Piece("R 499", NOW))], "ZAR")]
    assert reading.value == Decimal(499)
    assert reading.certificate
    assert len(reading.certificate.text) <= TEXT_LIMIT
    assert read_again(reading.certificate, "ZAR") == Decimal(499)


@pytest.mark.parametrize("char", ["x", "é", "😀", '"', "\\", "\u202e", "\x00", "/"])
def test_a_hostile_certificate_takes_no_more_than_it_may(char: str) -> None:
    full = Certificate(char * 9_000, FIELD, char * 9_000, f"https://{char * 9_000}", "feed file")
    kept = bounded(full)
    assert size(kept) <= MOST
    assert len(kept.text) <= TEXT_LIMIT
    assert from_json(as_json(kept)) == kept


@pytest.mark.parametrize(
    "row", [None, [], "x", {}, {"reader": "other"}, {"reader": []}, {"text": "R 5"}]
)
def test_what_is_no_certificate_is_none(row: object) -> None:
    assert from_json(row) is None


def test_a_product_without_a_price_has_no_certificate() -> None:
    one = Product("k", "Vase", "ZAR", certificate=Certificate("POA", PRINTED))
    assert clean(one).certificate is None
    assert clean(replace(one, price=Decimal(5))).certificate == Certificate(
        "POA", PRINTED, version=1
    )


def test_a_certificate_is_told_in_a_sentence() -> None:
    one = Certificate(
        "R 1 299,00", FIELD, "row id 123, column sale_price", "https://s.example/f.xml", "feed"
    )
    assert bounded(one).words == (
        "Price read from feed https://s.example/f.xml, row id 123, column sale_price: “R 1 299,00”"
        " (reader field 1)"
    )


# What each version of a reader makes of a text. Whoever changes a rule so that one of these is
# another amount raises the reader's version (scrapers.values.certificate), so that a certificate
# says by which rules its price was read.
READ = {
    (PRINTED, 1): {
        "<s>R 1 299<n>R 899,00": "899",
        "R1,299.99": "1299.99",
        "Was R 500 Now R 399": "399",
        "From R299 to R399": "299",
        "R49<c>95": "49.95",
    },
    (FIELD, 1): {"1299.00": "1299", "R 1 299,00": "1299", "1.299": "1299", "ZAR 5": "5"},
    (NUMBER, 1): {"1299.5": "1299.5", "1.299": "1.30", "49.985": "49.99"},
}


def test_the_versions_of_readers_read_as_they_did() -> None:
    for reader, version in VERSIONS.items():
        for text, amount in READ[reader, version].items():
            assert read_again(Certificate(text, reader), "ZAR") == Decimal(amount), text
