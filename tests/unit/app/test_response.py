from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.api.brands.edit import slug_of
from app.api.images import leaf, unquoted
from app.live.snapshot import style_order
from app.pages.document import escaped_json
from app.search.query.bodies import MARK_END, MARK_START
from app.search.query.results import hits_of
from app.search.request import Conditions, SearchRequest
from app.search.wire.response import _mark, pages, product, put_tags
from indexer.catalogue.tile import ALWAYS_SENT, TILE, pack_tile
from indexer.catalogue.tile import TILE_FIELD as FIELD
from scrapers.config import wire_name
from tests.support.data import rows
from tests.unit.index.test_document import document


def sent_of(stored: dict[str, Any], request: SearchRequest) -> dict[str, Any]:
    """Return a document's product as it is sent: from its tile, or whole where that is asked."""
    fields = {FIELD: [pack_tile(stored)], "store": ["karoo"], "shipsTo": stored.get("shipsTo", [])}
    found = {"_source": stored | {"store": "karoo"}} if request.all_fields else {"fields": fields}
    (hit,) = hits_of({"hits": {"hits": [found | {"sort": [1, "7"]}]}}, request)
    return product(hit, request)


def test_a_hit_is_what_a_tile_shows_with_two_pictures() -> None:
    stored = document()
    picture = {"url": "https://x.example/1.jpg", "width": 600, "height": 800}
    stored["images"] = [picture] * 5
    sent = sent_of(stored, SearchRequest(Conditions(), highlighted=False))
    assert set(sent) <= {*TILE, "images"}
    assert sent["images"] == [picture, {"url": picture["url"]}]  # a place is kept for the first


def test_a_hit_leaves_out_what_is_false_null_or_empty() -> None:
    document_ = {name: document()[name] for name in ALWAYS_SENT} | {
        "storeName": "Karoo",
        "brand": "Karoo",
        "shipsTo": ["GB"],
        "price": None,
        "siblings": [],
        "images": [{"url": "https://x.example/1.jpg", "width": None, "height": None}],
        "soldOut": False,
        "colourText": None,
        "category": [],
    }
    request = SearchRequest(Conditions(country="NA"), highlighted=False)
    assert sent_of(document_, request) == {n: document_[n] for n in ALWAYS_SENT} | {
        "images": [{"url": "https://x.example/1.jpg"}]
    }
    through = replace(request, conditions=Conditions(country="NA", proxies=("GB",)))
    proxied = sent_of(document_ | {"storeName": "Mall"}, through)
    assert (proxied["storeName"], proxied["viaProxy"]) == ("Mall", True)


def test_a_hit_has_its_amounts_in_the_currency_that_was_asked_for() -> None:
    amounts = {"zar": 1.0, "eur": 2.0, "usd": 3.0}
    red = {"productId": 2, "name": "Dress", "price": amounts, "soldOut": False, "href": None}
    stored = document() | {"name": "Dress", "price": amounts, "siblings": [red]}
    asked = SearchRequest(Conditions(currency="EUR"), highlighted=False)
    sent = sent_of(stored, asked)
    assert sent["price"] == {"eur": 2.0}
    assert sent["siblings"] == [{"productId": 2, "price": {"eur": 2.0}}]
    assert sent_of(stored, replace(asked, every_currency=True))["price"] == amounts
    assert sent_of(stored, replace(asked, all_fields=True))["siblings"] == [red]


@pytest.mark.parametrize(("ships_to", "country", "expected"), rows("proxy_marks"))
def test_the_proxy_mark(ships_to: list[str], country: str, expected: bool) -> None:
    conditions = Conditions(country=country, proxies=("GB", "US"))
    assert conditions.is_by_proxy(ships_to) is expected


def test_html_tags_ask_for_escaped_text_and_placeholders_for_the_plain_one() -> None:
    marked = f"H&M {MARK_START}<b>{MARK_END}"
    html = SearchRequest(Conditions(), pre_tag="<em>", post_tag="</em>")
    request = SearchRequest(Conditions(), pre_tag="__a__", post_tag="__/a__")
    assert put_tags(marked, html) == "H&amp;M <em>&lt;b&gt;</em>"
    assert put_tags(marked, request) == "H&M __a__<b>__/a__"


def test_inlined_state_cannot_leave_its_script() -> None:
    text = escaped_json({"name": "</script><!-- \u2028 & >"})
    assert not set(text) & set("<>&\u2028")


def test_store_styles_sort_women_men_home_outdoor_then_alphabetically() -> None:
    styles = ["boho", "outdoor", "minimal", "home", "men", "", "women"]
    in_order = ["women", "men", "home", "outdoor", "boho", "minimal", ""]
    assert sorted(styles, key=style_order) == in_order


SHOES = ["women", "women/shoes", "women/shoes/boots"]


@pytest.mark.parametrize(
    ("called", "given", "result"),
    [
        (leaf, [[*SHOES, "men", "men/shoes"]], "women/shoes/boots"),
        (leaf, [[]], ""),
        # Pages end at the last that can be reached.
        *((pages, [331, 100], 4), (pages, [1_000_000, 100], 500)),
        *((pages, [1_000_000, 126], 396), (pages, [10, 0], 0)),
        # A facet's value matches by its name, and by itself.
        (_mark, ["women/shoes", "Shoes", "SHO"], f"{MARK_START}Sho{MARK_END}es"),
        (_mark, ["women/shoes", "Shoes", "women"], "Shoes"),
        (_mark, ["women/shoes", "Shoes", "boots"], None),
        # Brands arrive quoted and unquoted.
        (unquoted, ["'Karoo Cotton'"], "Karoo Cotton"),
        (unquoted, ["'O''Reilly'"], "O'Reilly"),
        # Names on the wire are those of the specification.
        (wire_name, ["product_brand_xpath"], "productBrandXPath"),
        # A store is named after its host.
        (slug_of, ["https://www.karoo-cotton.co.za/x", "Karoo"], "karoo-cotton"),
        (slug_of, ["http://127.0.0.1:8100", "Karoo & Co"], "karoo-co"),
        *((slug_of, ["", "Café Déco"], "cafe-deco"), (slug_of, ["", "!!!"], "store")),
    ],
)
def test_a_value_on_its_way_to_the_wire(
    called: Callable[..., object], given: list[Any], result: object
) -> None:
    assert called(*given) == result
