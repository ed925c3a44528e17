"""What PostgreSQL holds becomes events: alerts, runs and prices, each once, however late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import orjson
import pytest
from elasticsearch.helpers import scan

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.database import BulkUnavailableError
from indexer.ingest.accept import accept_run
from indexer.insights import project as projecting
from indexer.insights.project import project
from indexer.insights.write import BY_NAME, STREAMS
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from indexer.notify.triggers import look_at_runs
from tests.support.catalogue import make_items
from tests.support.index import execute
from tests.support.world import SITE, VISITOR, World, plain, world


class Shop(World):
    """A store whose facts become events."""

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return a stream's events, in the order of time and number."""
        alias = BY_NAME[name].alias(self.settings.index_prefix)
        client = elasticsearch(self.settings.elasticsearch_url)
        client.indices.refresh(index=alias, ignore_unavailable=True)
        found = [hit["_source"] for hit in scan(client, index=alias, ignore_unavailable=True)]
        return sorted(found, key=lambda event: (event["@timestamp"], event.get("run", 0)))

    def forget(self) -> None:
        """Lose what Elasticsearch holds."""
        client = elasticsearch(self.settings.elasticsearch_url)
        for stream in STREAMS:
            alias = stream.alias(self.settings.index_prefix)
            for index in client.indices.get(index=f"{alias}-*").body:
                client.indices.delete(index=index)

    def post(self, path: str, **body: Any) -> None:
        answer = self.client.post(f"/api/priceAlerts{path}", json=body)
        assert answer.status_code == 200, answer.text
        send_due(self.settings)


@pytest.fixture
def shop(
    settings: Settings, clean_database: str, clean_redis: str, own_index_prefix: str
) -> Iterator[Shop]:
    with world(settings, Shop, index_prefix=own_index_prefix) as made:
        yield made


def test_what_becomes_of_an_alert_is_told_and_not_whose_it_is(shop: Shop) -> None:
    asked = {"email": VISITOR, "kind": "below", "amount": 450, "productId": shop.product_id()}
    shop.post("", **asked)
    link = re.search(rf"{SITE}/favourites#alerts=(\S+)", plain(shop.box.newest()))
    assert link is not None
    token = link[1]
    assert project(shop.settings) > 0
    shop.post("/confirm", token=token)
    shop.post("/confirm", token=token)  # the link, once more
    shop.scrape(shop.priced("449"))
    look_at_runs(shop.settings)
    assert mail_crossings(shop.settings) == 1
    shop.post("/remove", token=token)
    for _ in range(2):
        project(shop.settings)
    events = shop.events("alerts")
    assert [(one["action"], one["confirmed"]) for one in events] == [
        *(("set", False), ("confirmed", True), ("mailed", True), ("removed", True))
    ]
    assert {(one["kind"], one["product"], one["store"]) for one in events} == {
        ("below", str(shop.product_id()), "karoo")
    }
    assert len({one["alert"] for one in events}) == 1
    said = orjson.dumps(events).decode()
    assert not any(part in said for part in (token, *VISITOR.split("@")))
    assert execute(shop.settings, "SELECT count(*) FROM price_alert_event") == [(0,)]


def test_an_alert_that_goes_with_its_product_is_removed_and_one_that_waits_is_not_lost(
    shop: Shop,
) -> None:
    shop.post("", email=VISITOR, kind="drop", productId=shop.product_id())
    with pytest.raises(BulkUnavailableError):
        projecting._project_alerts(shop.settings.but(elasticsearch_url="http://127.0.0.1:9"))
    execute(shop.settings, "DELETE FROM product WHERE id = %s", shop.product_id())
    project(shop.settings)
    assert [one["action"] for one in shop.events("alerts")] == ["set", "removed"]


def test_a_price_that_is_not_read_any_more_is_lost_once(shop: Shop) -> None:
    shop.scrape(shop.priced("450"))
    first, *others = make_items(20)
    for _ in range(2):
        shop.scrape([replace(first, price=None), *others])
    shop.scrape([replace(first, price=None, sold_out=True), *others])
    shop.scrape(shop.priced("430"))
    project(shop.settings)
    told = [(one["direction"], one["old"], one.get("new")) for one in shop.events("prices")]
    assert told == [("down", 499.0, 450.0), ("lost", 450.0, None), ("down", 450.0, 430.0)]
    shop.scrape([replace(first, price=None, sold_out=True), *others])
    project(shop.settings)
    assert len(shop.events("prices")) == 3, "what cannot be bought needs no price"


def test_what_is_an_event_is_not_read_again_until_elasticsearch_has_lost_it(shop: Shop) -> None:
    shop.scrape(shop.priced("450"))
    assert project(shop.settings) >= 3
    before = shop.events("runs"), shop.events("prices")
    assert project(shop.settings) == 0
    shop.forget()
    project(shop.settings)
    assert (shop.events("runs"), shop.events("prices")) == before


def test_a_run_that_is_accepted_later_is_told_as_it_is_then(shop: Shop) -> None:
    held = shop.scrape([replace(item, price=Decimal(4)) for item in make_items(20)])
    project(shop.settings)
    assert [one["result"] for one in shop.events("runs")] == ["success", "suspect"]
    execute(
        shop.settings,
        "UPDATE scrape_run SET end_time = end_time - interval '9 days' WHERE id = %s",
        held.id,
    )
    accept_run(shop.settings, held.id)
    project(shop.settings)
    assert {one["result"] for one in shop.events("runs")} == {"success"}
