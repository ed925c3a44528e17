"""One thing at several stores: what tiles, a product's view and its page say of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from tests.integration.app.fixtures import facts, indexed
from tests.integration.app.shop import stocked_database
from tests.support.data import beside
from tests.support.services import TestServices

HERE, WORLD, ABROAD, FRENCH, MALL, CLOSED = range(1, 7)  # brands, as the catalogue has them
SITE = "https://winkel.example"
BOT = {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"}
# Of one thing: store, price, currency, sold out, gone, blocked.
OFFERS: list[tuple[int, int | None, str, bool, bool, bool]] = [
    (HERE, 900, "ZAR", False, False, False),
    (WORLD, 1000, "ZAR", False, False, False),
    (ABROAD, 10, "GBP", False, False, False),  # some R 220; a proxy brings it elsewhere
    (FRENCH, 40, "EUR", False, False, False),  # some R 770
    (MALL, 5, "ZAR", True, False, False),  # sold out
    (MALL, 2, "ZAR", False, False, True),  # taken down
    (HERE, 3, "ZAR", False, True, False),  # gone
    (FRENCH, 50, "EUR", False, False, False),  # another one of a store that is there already
    (CLOSED, 1, "ZAR", False, False, False),  # of a store that is not shown
]
OFFER = text(beside(__file__, "offer.sql"))
# Of days before today: which store's readings, price and whether it was sold out.
PAST = text(beside(__file__, "past.sql"))
READ = text(beside(__file__, "read.sql"))
CHEAPEST = text(beside(__file__, "cheapest.sql"))


@pytest.fixture(scope="module")
def thing(services: TestServices, settings: Settings, bare_build: Path) -> Iterator[Any]:
    """A thing of which the catalogue's products are the offers: settings, and ids by its order."""
    with stocked_database(services.database_url) as url:
        with session_scope(url) as session:
            ids = [_offer(session, *offer) for offer in OFFERS]
            change = text("UPDATE product SET thing_id = :thing WHERE id = ANY(:ids)")
            session.execute(change, {"thing": min(ids), "ids": ids})
        own = indexed(settings, url, "things", frontend_dir=bare_build, public_url=SITE)
        yield own, ids


def _offer(session: Any, *offer: Any) -> int:
    names = ("brand", "price", "currency", "sold", "gone", "blocked")
    taken = session.execute(OFFER, dict(zip(names, offer, strict=True)))
    return int(taken.scalar_one())


@pytest.fixture(scope="module")
def client(thing: Any) -> FlaskClient:
    return create_app(thing[0]).test_client()


def view(client: FlaskClient, id_: int, **asked: str) -> Any:
    answer = client.get(f"/api/products/{id_}", query_string=asked)
    assert answer.status_code == 200, answer.text
    return answer.json


def tiles(client: FlaskClient, country: str, query: str = "quagga print") -> dict[int, Any]:
    asked = [{"indexName": "products", "params": {"query": query, "hitsPerPage": 50}}]
    answer: Any = client.post("/api/search", json=asked, headers={"Country-Code": country}).json
    return {hit["productId"]: hit for hit in answer["results"][0]["hits"]}


@pytest.mark.parametrize(
    ("country", "stores", "cheapest"), [("", 4, ABROAD), ("ZA", 3, FRENCH), ("US", 2, ABROAD)]
)
def test_a_tile_and_the_view_say_how_many_stores_sell_it_from_what_price_for_the_country(
    client: FlaskClient, thing: Any, country: str, stores: int, cheapest: int
) -> None:
    ids = thing[1]
    hits = tiles(client, country)
    shown = view(client, ids[0], countryCode=country)["offers"]
    best = next(one for one in shown if one["brandId"] == cheapest)
    assert shown[0] == best
    assert {id_ for id_ in hits if id_ in ids}
    for id_, hit in hits.items():
        if id_ in ids:
            is_foreign = best["storePrice"]["currency"] != "ZAR"
            asked = {"storePrice": best["storePrice"]} if is_foreign else {}
            assert hit["offers"] == {"stores": stores, "price": {"zar": best["price"]}, **asked}
    buyable = [one for one in shown if not one["soldOut"] and one["delivery"] in {None, "store"}]
    assert len(buyable) == stores


def test_the_view_lists_each_store_once_what_can_be_bought_first_with_its_own_currency(
    client: FlaskClient, thing: Any
) -> None:
    shown = view(client, thing[1][1], countryCode="ZA", currency="EUR")["offers"]
    assert [
        (one["brandId"], one["delivery"], one["soldOut"], *one["storePrice"].values())
        for one in shown
    ] == [
        (FRENCH, "store", False, "EUR", 40),
        (HERE, "store", False, "ZAR", 900),
        (WORLD, "store", False, "ZAR", 1000),
        (ABROAD, "proxy", False, "GBP", 10),
        (MALL, "store", True, "ZAR", 5),
    ]
    assert shown[0]["price"] == 40.0
    assert all(one["path"].endswith(f"-{one['productId']}") for one in shown)
    of_other = view(client, thing[1][7])["offers"]
    assert [one["productId"] for one in of_other if one["brandId"] == FRENCH] == [thing[1][7]]
    alone = min(tiles(client, "", "vase").keys() - {*thing[1]})
    assert view(client, alone)["offers"] == []


def test_the_page_tells_search_engines_every_offer_that_can_be_bought(
    client: FlaskClient, thing: Any
) -> None:
    shown = view(client, thing[1][0])["offers"]
    page = client.get(shown[0]["path"], headers=BOT).text
    offers = facts(page)["Product"]["offers"]
    assert offers["@type"] == "AggregateOffer"
    assert offers["priceCurrency"] == "ZAR"
    sold = [one for one in shown if not one["soldOut"]]
    assert offers["offerCount"] == len(sold) == 4
    assert [float(offers["lowPrice"]), float(offers["highPrice"])] == [sold[0]["price"], 1000]
    told = {(one["seller"]["name"], one["price"], one["priceCurrency"]) for one in offers["offers"]}
    assert ("H&M <Outlet>", "10.00", "GBP") in told
    assert {one["url"] for one in offers["offers"]} == {SITE + one["path"] for one in sold}


@pytest.mark.parametrize("seed", range(2))
def test_the_cheapest_of_all_stores_equals_what_is_asked_day_by_day(
    client: FlaskClient, thing: Any, seed: int
) -> None:
    own, ids = thing
    luck = random.Random(seed)
    with session_scope(own.database_url) as session:
        session.execute(text("DELETE FROM price_history"))
        session.execute(text("DELETE FROM product_reading"))
        for id_, (_, price, currency, *_rest) in zip(ids, OFFERS, strict=True):
            read = set()
            for day in sorted(luck.sample(range(1, 36), luck.randint(1, 12)), reverse=True):
                asked = {"price": (price or 1) * luck.choice([2, 2, 3, 4]), "currency": currency}
                sold = luck.random() < 0.4
                session.execute(PAST, {"id": id_, "day": day, "sold": sold, **asked})
                read |= {day, *(d for d in range(day) if luck.random() < 0.3)}
            for day in read:
                session.execute(READ, {"id": id_, "day": day})
    with session_scope(own.database_url) as session:
        expected = [tuple(row) for row in session.execute(CHEAPEST, {"thing": min(ids)})]
    steps = view(client, ids[0])["history"]["everywhere"]
    told = [
        (day, step["price"], step["storeName"])
        for step in steps
        for day in _days(step["first"], step["last"])
    ]
    assert told == expected != []


def _days(first: str, last: str) -> list[str]:
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [(start + timedelta(n)).isoformat() for n in range((end - start).days + 1)]
