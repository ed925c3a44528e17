"""A page's currency: its statements, and the signs that stand at its amounts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scrapers.structured.currency import currency_of, printed_in
from tests.support.data import rows


def stating(linked: str = "", **values: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("currency", "written", "language"))
    offer = {"@type": "Offer", "price": 20, "priceCurrency": linked}
    product = {"@type": "Product", "name": "Hat", "url": "/p/1", "offers": offer}
    said = [json.dumps(product)] if linked else []
    return {**nothing, "linked": said, "url": "https://shop.example/all", **values}


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


@pytest.mark.parametrize(("metadata", "texts", "code"), rows("stated_currencies"))
def test_a_shared_sign_is_what_the_page_states_or_its_shop_has(
    metadata: dict[str, Any], texts: list[str], code: str
) -> None:
    found = currency_of(stating(**metadata), texts)
    assert (found.code, found.doubt) == (code, "")


@pytest.mark.parametrize(("metadata", "text", "facts", "doubt"), rows("doubtful_currencies"))
def test_what_is_not_sure_is_a_doubt(
    metadata: dict[str, Any], text: str, facts: dict[str, Any], doubt: str
) -> None:
    found = currency_of(stating(**metadata), [text, text])
    assert doubt in found.doubt
    assert {name: getattr(found, name) for name in facts} == facts
