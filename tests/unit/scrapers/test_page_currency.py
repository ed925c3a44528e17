"""A page's currency: its statements, and the signs that stand at its amounts."""

from __future__ import annotations

from typing import Any

import pytest

from scrapers.structured.currency import currency_of, printed_in


def stating(**values: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("currency", "written", "language"))
    return {**nothing, "linked": [], "url": "https://shop.example/all", **values}


def linked(code: str) -> list[str]:
    return [
        '{"@type": "Product", "name": "Hat", "url": "/p/1",'
        f' "offers": {{"@type": "Offer", "price": 20, "priceCurrency": "{code}"}}}}'
    ]


@pytest.mark.parametrize(
    ("texts", "codes"),
    [
        (["CHF 49.90", "CHF 59.90"], {"CHF"}),
        (["₹ 1,499"], set()),
        (["Basin mixer RM-30", "Size R", "Model A"], set()),
        (["US$ 20", "$ 30", "$ 40"], {"USD"}),
        (["Basin RM 30", "$ 30", "$ 40"], printed_in(["$ 30"])),
        (["Vitamin A $20"], printed_in(["$20"])),
        (["A$20"], {"AUD"}),
        (["20.00", "30.00"], set()),
    ],
)
def test_only_signs_at_amounts_say_a_currency(texts: list[str], codes: set[str]) -> None:
    assert printed_in(texts) == frozenset(codes)


@pytest.mark.parametrize(
    ("metadata", "texts", "code"),
    [
        (stating(currency="CAD"), ["$20"], "CAD"),
        (stating(written="NAD"), ["20.00"], "NAD"),
        (stating(linked=linked("AUD")), ["$20"], "AUD"),
        (stating(language="en", url="https://shop.io/", shop="NAD"), ["$20"], "NAD"),
        (stating(language="af"), ["20.00"], "ZAR"),
        (stating(language="en-ZA"), ["20.00"], "ZAR"),
        (stating(url="https://shop.co.za/all"), ["20.00"], "ZAR"),
        (stating(currency="gold"), ["R 200"], "ZAR"),
    ],
)
def test_a_shared_sign_is_what_the_page_states_or_its_shop_has(
    metadata: dict[str, Any], texts: list[str], code: str
) -> None:
    found = currency_of(metadata, texts)
    assert (found.code, found.doubt) == (code, "")


SHARED = {"is_named": False}
IN_RAND = {"code": "ZAR"}


@pytest.mark.parametrize(
    ("metadata", "text", "facts", "doubt"),
    [
        (stating(language="en", url="https://a.com.au/"), "$20", SHARED, "several currencies"),
        (stating(language="nl", url="https://winkel.nl/"), "20,00", IN_RAND, "names one"),
        (
            stating(currency="EUR", linked=linked("EUR")),
            "R 200",
            IN_RAND,
            "the page states EUR, its prices are printed in ZAR",
        ),
        (stating(currency="USD", linked=linked("CAD")), "$200", {}, "the page states USD and CAD"),
    ],
)
def test_what_is_not_sure_is_a_doubt(
    metadata: dict[str, Any], text: str, facts: dict[str, Any], doubt: str
) -> None:
    found = currency_of(metadata, [text, text])
    assert doubt in found.doubt
    assert {name: getattr(found, name) for name in facts} == facts
