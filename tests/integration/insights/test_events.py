"""Events: each accepted one is indexed once, joined, and names nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from flask import Flask
from redis import Redis
from sqlalchemy import select

from indexer.core import bad_items
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.database import BulkUnavailableError
from indexer.insights.write import BY_NAME, STREAMS, Buffer, write_events
from indexer.models import SearchLog

AGENT = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile Safari/537.36"
ADDRESS = "196.25.1.77"
NUMBER = "0123456789abcdef"


@pytest.fixture
def own(shop_settings: Settings, shop_app: Flask) -> Iterator[Settings]:
    """The shop's settings; what waits and what is indexed is gone before and after."""
    _empty(shop_settings)
    yield shop_settings
    shop_app.extensions["winkel"].recorder.flush()
    _empty(shop_settings)


def _empty(own: Settings) -> None:
    client = elasticsearch(own.elasticsearch_url)
    for stream in STREAMS:
        found = client.indices.get(index=f"{stream.alias(own.index_prefix)}-*").body
        for index in found:
            client.indices.delete(index=index)
    with Redis.from_url(own.redis_url) as redis:
        redis.delete(f"{own.index_prefix}:events", f"{own.index_prefix}:events:counts")


def ask(
    app: Flask,
    text: str,
    *,
    country: str = "ZA",
    number: str = NUMBER,
    page: int = 0,
    **also: object,
) -> Any:
    params = {"query": text, "countryCode": country, "page": page, "hitsPerPage": 5}
    params |= {"attributesToRetrieve": ["*"], **also}
    answer = app.test_client().post(
        "/api/search",
        json=[{"indexName": "products", "params": params}],
        headers={"Search-Id": number, "User-Agent": AGENT, "Accept-Language": "af"},
        environ_base={"REMOTE_ADDR": ADDRESS},
    )
    assert answer.status_code == 200
    assert answer.headers["Search-Id"] == number
    return answer.get_json()["results"][0]


def sent(app: Flask) -> None:
    assert app.extensions["winkel"].recorder.flush()


def stored(own: Settings, name: str) -> list[dict[str, Any]]:
    client, alias = elasticsearch(own.elasticsearch_url), BY_NAME[name].alias(own.index_prefix)
    client.indices.refresh(index=f"{alias}-*")
    hits = client.search(index=f"{alias}-*", size=100).body["hits"]["hits"]
    return [hit["_source"] for hit in hits]


def test_a_search_is_kept_with_what_was_understood_and_found(
    own: Settings, shop_app: Flask
) -> None:
    found = ask(shop_app, "red dress under R500")
    sent(shop_app)
    assert write_events(own) == 1
    (event,) = stored(own, "searches")
    assert event["query"] == "red dress under R500"
    assert event["total"] == found["nbHits"]
    assert event["zero"] is (found["nbHits"] == 0)
    assert {"colour:red", "type:dress"} <= set(event["understood"])
    assert event["product"] == [hit["objectID"] for hit in found["hits"]]
    assert (event["country"], event["device"], event["search"]) == ("ZA", "phone", NUMBER)
    assert event["took"] > 0


def test_an_event_names_nobody(own: Settings, shop_app: Flask) -> None:
    for number in (NUMBER, NUMBER[::-1]):
        ask(shop_app, "dress", number=number)
    sent(shop_app)
    write_events(own)
    events = stored(own, "searches")
    (session,) = {event["session"] for event in events}
    assert re.fullmatch(r"[0-9a-f]{18}", session)
    text = orjson.dumps(events).decode()
    assert ADDRESS not in text
    assert "Pixel" not in text
    sessions = shop_app.extensions["winkel"].sessions
    assert sessions.key(ADDRESS, AGENT, "af") == session
    assert sessions.key("196.25.1.78", AGENT, "af") != session


def test_the_later_pages_of_a_search_are_no_further_searches(
    own: Settings, shop_app: Flask
) -> None:
    for page in (0, 1):
        ask(shop_app, "dress", page=page)
    sent(shop_app)
    write_events(own)
    assert sorted(event["page"] for event in stored(own, "searches")) == [1, 2]
    assert {event["search"] for event in stored(own, "searches")} == {NUMBER}
    with session_scope(own.database_url) as session:
        kept = session.scalars(select(SearchLog).where(SearchLog.search_id == NUMBER)).all()
        assert len(kept) == 1


def test_what_was_accepted_outlives_an_elasticsearch_that_is_away(
    own: Settings, shop_app: Flask
) -> None:
    ask(shop_app, "dress")
    sent(shop_app)
    away = own.but(elasticsearch_url="http://127.0.0.1:9")
    with pytest.raises(BulkUnavailableError):
        write_events(away)
    assert Buffer(own).waiting().events == 1
    assert write_events(own) == 1
    assert Buffer(own).waiting().events == 0
    assert len(stored(own, "searches")) == 1


def test_a_worker_that_dies_after_the_bulk_leaves_no_second_event(
    own: Settings, shop_app: Flask
) -> None:
    ask(shop_app, "dress")
    sent(shop_app)
    buffer = Buffer(own)
    (first,) = buffer.take(10)
    assert buffer.take(10) == [first]  # taken and not finished: the next worker takes it up
    assert write_events(own) == 1
    buffer.add([orjson.loads(first[1])])
    assert write_events(own) == 1
    assert len(stored(own, "searches")) == 1


def test_what_cannot_be_recorded_is_put_aside_and_stops_nothing_behind_it(
    own: Settings, shop_app: Flask
) -> None:
    now = datetime.now(UTC).isoformat()
    search = {"event": "search", "@timestamp": now, "_id": "odd", "search": "odd", "page": 1}
    click = {"event": "click", "@timestamp": now, "_id": "odd"}
    with Redis.from_url(own.redis_url) as redis:
        redis.delete(bad_items.STREAM, bad_items.COUNTS)
        redis.xadd(f"{own.index_prefix}:events", {"e": b"no json"})
        Buffer(own).add(
            [
                {"event": "click", "_id": "odd", "@timestamp": "soon"},
                {"event": "click", "@timestamp": now},
                click | {"_id": "x" * 600},
                click | {"position": "first"},  # refused by Elasticsearch
                search,  # an older version's, without fields that are kept by now
                search | {"query": "\0", "filters": {}, "sort": "", "total": 1, "country": ""},
            ]
        )
        ask(shop_app, "dress")
        sent(shop_app)
        assert write_events(own) == 1
        assert len(stored(own, "searches")) == 1
        assert Buffer(own).waiting().events == 0
        assert bad_items.counts(redis) == {"events": 7}
        why = {why.partition(":")[0] for _, why in bad_items.lately(redis, 60)}
    assert why == {"JSONDecodeError", "EventRefusedError", "ValueError", "KeyError", "DataError"}


def test_a_click_and_a_view_are_joined_with_their_search(own: Settings, shop_app: Flask) -> None:
    (hit, *_) = ask(shop_app, "dress")["hits"]
    api = shop_app.test_client()
    joined = {"searchId": NUMBER, "position": 1, "query": "dress"}
    of = {"brandId": hit["brandId"], "groupKey": hit["groupKey"]}
    click = {**of, **joined, "href": "https://store.example/p/1"}
    assert api.post("/api/interactions/saveItemClick", json=click).status_code == 200
    view = {**of, **joined, "kind": "colour"}
    assert api.post("/api/interactions/saveItemView", json=view).status_code == 200
    sent(shop_app)
    write_events(own)
    for name, kind in (("clicks", "product"), ("views", "colour")):
        (event,) = stored(own, name)
        assert (event["search"], event["position"], event["query"]) == (NUMBER, 1, "dress")
        assert (event["product"], event["store"]) == (hit["objectID"], hit["store"])
        assert (event["kind"], event["productName"]) == (kind, hit["name"])
