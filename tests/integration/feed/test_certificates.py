"""Published prices say where they stood, and a command reads them again from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from indexer.core.db import session_scope
from indexer.ingest.certificates import Kind, main
from indexer.ingest.history.compare import compare_runs
from indexer.ingest.history.items import found_items
from indexer.ingest.importing import FeedOptions, import_feed
from indexer.models import BrandPage, Product
from scrapers.values.certificate import from_json
from tests.integration.feed.test_by_address import feed, item, serve
from tests.support.catalogue import read_products
from tests.support.own_store import CARD, OwnStore
from tests.support.saved_store import Answer

NUMBERS = range(12)
ITEMS = tuple(item(number) for number in NUMBERS)


@pytest.fixture(autouse=True)
def read_from_its_feed(store: OwnStore) -> None:
    store.change(source="feed", feed_url=f"{store.base}/feed.xml")


@pytest.fixture
def read_again(store: OwnStore, tmp_path: Path) -> Callable[..., tuple[int, dict[str, str]]]:
    """Return the command's exit status and what it says of each price."""

    def run(*more: str) -> tuple[int, dict[str, str]]:
        report = tmp_path / "report.jsonl"
        status = main([str(store.brand_id), "--report", str(report), *more])
        rows = map(json.loads, report.read_text(encoding="utf-8").splitlines())
        return status, {row["key"]: row["is"] for row in rows}

    return run


def note(store: OwnStore, key: str, **changes: Any) -> None:
    """Change what a product's certificate says."""
    noted = read_products(store.settings)[key].certificate
    with session_scope(store.settings.database_url) as session:
        certificate = {**(noted or {}), **changes} if changes else None
        own = update(Product).where(Product.group_key == key)
        session.execute(own.values(certificate=certificate))


def test_a_feeds_prices_are_read_again(
    store: OwnStore, read_again: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    serve(store, feed(*ITEMS))
    assert store.scrape().result == "success"
    noted = from_json(read_products(store.settings)["3"].certificate)
    assert noted
    assert noted.words == (
        f"Price read from feed {store.base}/feed.xml, row id 3, column price:"
        " “203 ZAR” (reader field 1)"
    )
    same = dict.fromkeys(map(str, NUMBERS), Kind.SAME)
    assert read_again() == (0, same)
    serve(store, feed(item(0, "999 ZAR"), item(1, "R 201,00"), *ITEMS[3:]))
    store_has = {"0": Kind.CHANGED, "2": Kind.GONE}
    assert read_again() == (0, same | store_has)
    assert "Now ZAR 999.00. Price read from feed" in capsys.readouterr().out
    note(store, "4", text="R 1.00")
    note(store, "5", text="on request")
    note(store, "6")
    wrong = {"4": Kind.MISREAD, "5": Kind.UNREADABLE, "6": Kind.NOT_NOTED}
    assert read_again() == (1, same | store_has | wrong)
    assert read_again("--offline") == (1, same | wrong)


def test_what_cannot_be_read_again_is_no_success(
    store: OwnStore, read_again: Callable[..., Any]
) -> None:
    serve(store, feed(*ITEMS))
    store.scrape()
    same = dict.fromkeys(map(str, NUMBERS), Kind.SAME)
    serve(store, feed(*ITEMS[:-1], item(11, "from R 5 with a card")))
    status, kinds = read_again()
    assert (status, kinds["3"]) == (0, Kind.SAME)
    assert kinds["11"] in {Kind.GONE, Kind.NOT_UNDERSTOOD}
    store.answers["/feed.xml"] = Answer(b"gone", 503)
    assert read_again() == (1, dict.fromkeys(same, Kind.NOT_READ))
    assert read_again("--offline") == (0, same)


def test_a_planned_price_brings_its_own_certificate(store: OwnStore) -> None:
    sale = (
        "<g:sale_price>99.00 ZAR</g:sale_price><g:sale_price_effective_date>"
        "2099-01-01T00:00+02:00/2099-01-08T00:00+02:00</g:sale_price_effective_date>"
    )
    serve(store, feed(*ITEMS, item(30, more=sale)))
    store.scrape()
    planned = read_products(store.settings)["30"].planned_prices or []
    assert [row["certificate"]["place"] for row in planned] == [
        "row id 30, column sale_price",
        "row id 30, column price",
    ]


def test_a_files_and_a_platforms_prices_are_read_again(
    store: OwnStore, read_again: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "feed.csv"
    rows = (f"f{n},Vase {n},R {300 + n}.00\n" for n in NUMBERS)
    file.write_text(f"id,title,price\n{''.join(rows)}", encoding="utf-8")
    import_feed(store.settings, str(store.brand_id), FeedOptions(file), lambda *_: None)
    products = [
        {
            "id": number,
            "handle": f"vase-{number}",
            "title": f"Vase {number}",
            "images": [{"src": f"{store.base}/i.jpg?{number}"}],
            "variants": [{"id": number, "title": "Blue", "price": f"{500 + number}.00"}],
        }
        for number in NUMBERS
    ]
    store.answers["/products.json?limit=250&page=1"] = json_answer({"products": products})
    store.answers["/products.json"] = json_answer({"products": []})
    store.change(source="catalogue", catalogue_url=store.base)
    assert store.scrape().result == "success"
    noted = from_json(read_products(store.settings)["vase-7"].certificate)
    assert noted
    assert (noted.source, noted.address, noted.place) == (
        "Shopify",
        f"{store.base}/products.json?limit=250&page=1",
        "$.products[handle=vase-7].variants[id=7].price",
    )
    status, kinds = read_again()
    assert (status, len(kinds), {*kinds.values()}) == (0, 2 * len(NUMBERS), {Kind.SAME})
    file.unlink()
    status, kinds = read_again()
    assert (status, kinds["f1"], kinds["vase-1"]) == (1, Kind.NOT_READ, Kind.SAME)


def test_a_lists_and_a_products_own_pages_say_where_prices_stood(
    store: OwnStore, read_again: Callable[..., Any]
) -> None:
    cards = "".join(
        f"<article><a href=/p/{n}><img src=/i.jpg?{n}></a><h2>Vase {n}</h2>"
        f"<b>{'' if n == 1 else f'<s>R 999</s> R {500 + n}'}</b></article>"
        for n in range(3)
    )
    own = "<html><h1>Vase 1</h1><meta property='og:type' content='product'><meta"
    own += " property='product:price:amount' content='501.50'></html>"
    store.answers["/list"] = Answer(f"<html>{cards}</html>".encode())
    store.answers["/p/1"] = Answer(own.encode())
    store.answers["/p/0"] = store.answers["/p/2"] = Answer(b"<html><h1>Vase</h1></html>")
    fields = {**CARD, "href_class": ".//a", "detail_selector": ".//a", "next_button_selector": ""}
    store.change(source="pages", **fields)
    listed(store)
    store.scrape()
    told = {
        product.name: noted.words.replace(store.base, "")
        for product in read_products(store.settings).values()
        if (noted := from_json(product.certificate))
    }
    assert told == {
        "Vase 0": "Price read from list page /list, .//b in the card of /p/0: “R 999 R 500”"
        " (reader printed 1)",
        "Vase 1": "Price read from product page /p/1, meta of Open Graph, price:amount: “501.50”"
        " (reader field 1)",
        "Vase 2": "Price read from list page /list, .//b in the card of /p/2: “R 999 R 502”"
        " (reader printed 1)",
    }
    assert read_again() == (0, dict.fromkeys(read_products(store.settings), Kind.SAME))


def json_answer(value: Any) -> Answer:
    return Answer(json.dumps(value).encode(), content_type="application/json")


def listed(store: OwnStore) -> None:
    with session_scope(store.settings.database_url) as session:
        session.add(BrandPage(brand_id=store.brand_id, page_url=f"{store.base}/list"))


def test_compare_and_a_runs_file_say_where_the_price_stood(store: OwnStore) -> None:
    serve(store, feed(*ITEMS))
    first = store.scrape()
    serve(store, feed(item(0, "999 ZAR"), *ITEMS[1:], item(12)))
    second = store.scrape()
    with session_scope(store.settings.database_url) as session:
        comparison = compare_runs(session, first.id, second.id)
        told = {
            one.name[-2:].strip(): one.certificate for one in comparison.changed + comparison.new
        }
        files = {run.id: list(found_items(session, run.id)) for run in (first, second)}
        backwards = compare_runs(session, second.id, first.id)
    assert {key: one.text for key, one in told.items() if one} == {"0": "999 ZAR", "12": "212 ZAR"}
    assert [one.certificate for one in backwards.changed] == [None]  # of an earlier price
    old, new = (
        {one.group_key: one.certificate for one in files[run.id]} for run in (first, second)
    )
    assert (old["0"], "999 ZAR" in (new["0"] or "")) == (None, True)
    assert old["1"] == new["1"]
    assert "“201 ZAR”" in (old["1"] or "")
