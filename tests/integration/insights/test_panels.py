"""Every panel answers on a real Elasticsearch, and with the numbers that PostgreSQL gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient

from dev.run.demo.events import add, remove
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.panels import (
    PANELS,
    SOURCES,
    Asked,
    Measure,
    Panel,
    Ratio,
    Where,
    body_of,
    rows_of,
)
from tests.support.index import execute
from tests.support.panel_numbers import TEXT, ZONE, PanelNumbers

NUMBERS = {"long", "double", "integer", "date"}
VALUES = {"keyword", "boolean", "long", "integer"}


@pytest.fixture(scope="module")
def told(shop_settings: Settings) -> Iterator[Settings]:
    """The shop with a week of demo events."""
    assert add(shop_settings) > 500
    yield shop_settings
    assert remove(shop_settings) > 500


def rows(own: Settings, panel: Panel, asked: Asked | None = None) -> list[dict[str, Any]]:
    answer = elasticsearch(own.elasticsearch_url).search(
        index=panel.source.indices(own.index_prefix),
        body=body_of(panel, asked or Asked(since="now-8d", text=TEXT)),
    )
    return rows_of(panel, answer.body)


def types(own: Settings, panel: Panel) -> dict[str, str]:
    """Return the type of each field in the panel's indices, as Elasticsearch has it."""
    caps = elasticsearch(own.elasticsearch_url).field_caps(
        index=panel.source.indices(own.index_prefix), fields="*"
    )
    return {name: next(iter(kinds)) for name, kinds in caps.body["fields"].items()}


def measures(panel: Panel) -> Iterator[Measure]:
    for one in panel.measures:
        yield from (one.part, one.whole) if isinstance(one, Ratio) else (one,)


@pytest.mark.parametrize("panel", PANELS, ids=lambda one: str(one.id))
def test_every_field_of_a_panel_is_there_with_a_fitting_type(told: Settings, panel: Panel) -> None:
    known = types(told, panel)
    conditions: list[Where] = [*panel.source.where, *panel.where]
    for one in measures(panel):
        conditions += one.where
        if one.operation == "unique":
            assert known[one.field] in VALUES
        elif one.operation != "count":
            assert known[one.field] in NUMBERS
    for where in conditions:
        assert where.field in known
    if panel.by is not None:
        assert known[panel.by.field] in VALUES | {"date"}


def test_all_sources_can_be_filtered_by_store(told: Settings) -> None:
    for source in SOURCES:
        panel = next(one for one in PANELS if one.source == source)
        assert types(told, panel)["store"] == "keyword"


@pytest.fixture(scope="module")
def by_hand(told: Settings) -> PanelNumbers:
    return PanelNumbers(told)


@pytest.mark.parametrize("panel", PANELS, ids=lambda one: str(one.id))
def test_a_panel_says_what_is_counted_by_hand(
    told: Settings, by_hand: PanelNumbers, panel: Panel
) -> None:
    found = {
        row["key"] or "": row["values"]
        for row in rows(told, panel, Asked(since="now-30d", text=TEXT))
    }
    assert any(value for values in found.values() for value in values)
    by_hand.agree(panel, found)


def value(own: Settings, panel_id: str, key: str | None = None, at: int = 0) -> Any:
    panel = next(one for one in PANELS if one.id == panel_id)
    return next(row["values"][at] for row in rows(own, panel) if row["key"] == key)


VISIBLE = "FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.gone_at IS NULL"
VISIBLE += " AND NOT p.blocked AND b.is_active"


def test_the_catalogues_numbers_are_those_of_postgresql(told: Settings) -> None:
    ((total,),) = execute(told, f"SELECT count(*) {VISIBLE}")
    assert value(told, "products") == total
    for slug, count, sold, cheap in execute(
        told,
        "SELECT b.slug, count(*), count(*) FILTER (WHERE p.sold_out),"
        f" count(p.price) {VISIBLE} GROUP BY b.slug",
    ):
        assert value(told, "products-by-store", slug) == count
        assert value(told, "stock", slug, 1) == pytest.approx(sold / count)
        assert value(told, "coverage", slug, 2) == pytest.approx(cheap / count)


def test_a_store_and_a_time_narrow_every_panel(told: Settings) -> None:
    panel = next(one for one in PANELS if one.id == "clicks-by-store")
    (row,) = rows(told, panel, Asked(since="now-8d", stores=("karoo-cotton",)))
    assert row["key"] == "karoo-cotton"
    assert rows(told, panel, Asked(since="now-400d", until="now-100d")) == []


def days_ago(days: int) -> str:
    return str((datetime.now(ZoneInfo(ZONE)) - timedelta(days=days)).date())


def day_of(doc: dict[str, Any]) -> str:
    return str(datetime.fromisoformat(doc["@timestamp"]).astimezone(ZoneInfo(ZONE)).date())


def test_device_country_days_and_made_up_events_narrow_what_is_of_visitors(told: Settings) -> None:
    panel = next(one for one in PANELS if one.id == "searches")
    runs = next(one for one in PANELS if one.id == "runs")

    def searches(**chosen: Any) -> Any:
        return rows(told, panel, Asked(**{"since": "now-30d"} | chosen))[0]["values"][0]

    counted = PanelNumbers(told).searches
    assert searches(device="phone") == counted(lambda doc: doc.get("device") == "phone") > 0
    assert searches(country="GB") == counted(lambda doc: doc.get("country") == "GB") > 0
    # The shop is shared: what other tests searched for is there, too, and is not made up.
    assert searches(demo=False) == counted(lambda doc: doc.get("demo") is False) < searches()
    everywhere = Asked(since="now-30d")
    assert rows(told, runs, replace(everywhere, device="phone")) == rows(told, runs, everywhere)
    day = days_ago(3)
    assert searches(since=day, until=day) == counted(lambda doc: day_of(doc) == day) > 0


def test_the_period_before_is_beside_each_number(told: Settings, api: FlaskClient) -> None:
    first, last, earlier, until = map(days_ago, (3, 1, 6, 4))
    for panel_id in ("searches", "top-searches", "clicks-by-store", "searches-by-day"):
        now = got(api, f"panels/{panel_id}?since={first}&until={last}&before=true")["rows"]
        then = got(api, f"panels/{panel_id}?since={earlier}&until={until}")["rows"]
        assert {
            row["before"] for row in got(api, f"panels/{panel_id}")["rows"] if row["before"]
        } == set()
        if panel_id == "searches-by-day":
            assert [row["before"] for row in now] == [row["values"] for row in then]
            continue
        known = {row["key"]: row["values"] for row in then}
        both = [row for row in now if row["key"] in known]
        assert both
        assert all(row["before"] == known[row["key"]] for row in both)
    assert api.get("/api/insights/panels/searches?since=2026-01-01&before=true").status_code == 400


def test_what_visitors_did_next_is_what_is_counted_by_hand(
    told: Settings, api: FlaskClient
) -> None:
    by_hand = PanelNumbers(told)
    answer = got(api, f"next?text={TEXT}&since=now-30d")
    expected = by_hand.next_steps()
    found: Counter[tuple[str, str]] = Counter()
    for one in answer["steps"]:  # two products may have one name
        found[one["kind"], one["label"]] += one["count"]
    assert found == expected
    asked = by_hand.searches(lambda doc: doc.get("query") == TEXT)
    assert answer["searches"] == sum(expected.values()) == asked
    clicked = next(one for one in answer["steps"] if one["kind"] == "click")
    assert clicked["href"].startswith("/product/")
    of_visitors = got(api, f"next?text={TEXT}&since=now-30d&demo=false")["searches"]
    real = by_hand.searches(lambda doc: doc.get("query") == TEXT and doc.get("demo") is False)
    assert of_visitors == real < answer["searches"]


def got(api: FlaskClient, path: str) -> Any:
    answer = api.get(f"/api/insights/{path}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_the_calls_give_the_same_numbers_with_names_and_ways_on(
    told: Settings, api: FlaskClient
) -> None:
    listed = got(api, "panels")
    assert [one["id"] for one in listed["panels"]] == [panel.id for panel in PANELS]
    assert "karoo-cotton" in {one["slug"] for one in listed["stores"]}
    for panel in PANELS:
        answered = got(api, f"panels/{panel.id}?since=now-8d&text={TEXT}")["rows"]
        assert [row["values"] for row in answered] == [row["values"] for row in rows(told, panel)]
    (failing, *_) = got(api, "panels/failing")["rows"]
    assert failing["href"].startswith("/scraper?tab=history&brandId=")
    (unseen, *_) = got(api, "panels/shown-never-clicked")["rows"]
    assert unseen["label"] != unseen["key"]
    (store, *_) = got(api, "panels/products-by-store?store=karoo-cotton")["rows"]
    assert store["label"] == "Karoo Cotton"


@pytest.mark.parametrize(
    ("query", "field"),
    [("since=yesterday", "since"), ("until=2026-1-1", "until"), ("store=nowhere", "store")],
)
def test_a_panel_says_what_it_cannot_read(api: FlaskClient, query: str, field: str) -> None:
    answer = api.get(f"/api/insights/panels/searches?{query}")
    assert answer.status_code == 400
    assert list(answer.get_json()["errors"]) == [field]


def test_a_panel_without_any_event_has_no_rows(shop_settings: Settings, api: FlaskClient) -> None:
    assert got(api, "panels/zero-results?since=2020-01-01&until=2020-01-02")["rows"] == []
    assert api.get("/api/insights/panels/none").status_code == 404
