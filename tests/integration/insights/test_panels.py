"""Every panel answers by its call, of the events of a table, with numbers counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.panels import PANELS
from indexer.insights.write import STREAMS, index_events
from tests.support.data import rows
from tests.support.index import execute

TEXT, MONTH = "dress", "since=2026-01-01&until=2026-01-31"


@pytest.fixture(scope="module", autouse=True)
def told(shop_settings: Settings) -> Iterator[None]:
    """The shop with the table's events."""
    client = elasticsearch(shop_settings.elasticsearch_url)
    index_events(shop_settings, rows("panel_events"))
    client.indices.refresh(index=f"{shop_settings.index_prefix}.*")
    yield
    for stream in STREAMS:
        month = stream.index(shop_settings.index_prefix, "2026-01-01")
        client.indices.delete(index=month, ignore_unavailable=True)


def got(api: FlaskClient, path: str) -> Any:
    answer = api.get(f"/api/insights/{path}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_each_panel_says_what_was_counted_by_hand(api: FlaskClient) -> None:
    expected = dict(rows("panel_rows"))
    assert [*expected] == [one["id"] for one in PANELS if "streams" in one["source"]]
    for panel in PANELS:
        name = panel["id"]
        found = got(api, f"panels/{name}?{MONTH}&text={TEXT}")["rows"]
        if name not in expected:  # of products
            assert any(value for row in found for value in row["values"]), name
            continue
        by_key = {row["key"] or "": row["values"] for row in found}
        if "interval" in panel["by"]:  # days without an event are rows of nothing
            by_key = {key: values for key, values in by_key.items() if key in expected[name]}
        assert [*by_key] == [*expected[name]], name
        for key, values in expected[name].items():
            assert by_key[key] == pytest.approx(values, abs=1e-5), (name, key)


VISIBLE = "FROM product p JOIN brand b ON b.id = p.brand_id WHERE p.gone_at IS NULL"
VISIBLE += " AND NOT p.blocked AND b.is_active"


def test_the_catalogues_numbers_are_those_of_postgresql(
    shop_settings: Settings, api: FlaskClient
) -> None:
    ((total,),) = execute(shop_settings, f"SELECT count(*) {VISIBLE}")
    assert got(api, "panels/products")["rows"][0]["values"] == [total]
    counts, stock, coverage = (
        {row["key"]: row["values"] for row in got(api, f"panels/{panel}")["rows"]}
        for panel in ("products-by-store", "stock", "coverage")
    )
    for slug, count, sold, cheap in execute(
        shop_settings,
        "SELECT b.slug, count(*), count(*) FILTER (WHERE p.sold_out),"
        f" count(p.price) {VISIBLE} GROUP BY b.slug",
    ):
        assert (counts[slug][0], stock[slug][1], coverage[slug][2]) == (
            *(count, pytest.approx(sold / count), pytest.approx(cheap / count)),
        )


@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        *(("device=phone", 15), ("country=GB", 13), ("demo=false", 10)),
        *(("since=2026-01-12&until=2026-01-12", 3), ("since=2020-01-01&until=2020-01-02", 0)),
    ],
)
def test_what_is_chosen_narrows_what_is_of_visitors(
    api: FlaskClient, chosen: str, count: int
) -> None:
    within = chosen if "since" in chosen else f"{MONTH}&{chosen}"
    assert got(api, f"panels/searches?{within}")["rows"][0]["values"][0] == count


def test_a_store_narrows_and_rows_have_names_and_ways_on(api: FlaskClient) -> None:
    (row,) = got(api, f"panels/clicks-by-store?{MONTH}&store=karoo-cotton")["rows"]
    assert row["key"] == "karoo-cotton"
    listed = got(api, "panels")
    assert [one["id"] for one in listed["panels"]] == [panel["id"] for panel in PANELS]
    assert "karoo-cotton" in {one["slug"] for one in listed["stores"]}
    (failing, *_) = got(api, f"panels/failing?{MONTH}")["rows"]
    assert failing["href"].startswith("/scraper?tab=history&brandId=")
    (unseen, *_) = got(api, f"panels/shown-never-clicked?{MONTH}")["rows"]
    assert unseen["label"] != unseen["key"]
    (store, *_) = got(api, "panels/products-by-store?store=karoo-cotton")["rows"]
    assert store["label"] == "Karoo Cotton"


def test_the_period_before_is_beside_each_number(api: FlaskClient) -> None:
    then, now = "since=2026-01-09&until=2026-01-11", "since=2026-01-12&until=2026-01-14"
    (earlier,) = got(api, f"panels/searches?{then}")["rows"]
    (row,) = got(api, f"panels/searches?{now}&before=true")["rows"]
    assert row["before"] == earlier["values"]
    assert api.get("/api/insights/panels/searches?since=2026-01-01&before=true").status_code == 400


def test_what_visitors_did_next_is_counted_by_what_it_was(api: FlaskClient) -> None:
    answer = got(api, f"next?text={TEXT}&{MONTH}")
    steps = [(one["kind"], one["label"], one["count"]) for one in answer["steps"]]
    assert (answer["searches"], sorted(steps)) == (
        8,
        [
            ("click", "Striped hand-woven boots", 1),
            ("click", "Émile striped tent", 2),
            ("nothing", "", 5),
        ],
    )
    assert all(one["href"].startswith("/product/") for one in answer["steps"] if one["label"])


@pytest.mark.parametrize(
    ("query", "field"),
    [("since=yesterday", "since"), ("until=2026-1-1", "until"), ("store=nowhere", "store")],
)
def test_a_panel_says_what_it_cannot_read(api: FlaskClient, query: str, field: str) -> None:
    answer = api.get(f"/api/insights/panels/searches?{query}")
    assert answer.status_code == 400
    assert list(answer.get_json()["errors"]) == [field]
    assert api.get("/api/insights/panels/none").status_code == 404
