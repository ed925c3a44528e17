"""Stores in trouble, decided by their alerts: what is said equals what was read and written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import HostTurn, ScrapeRun
from indexer.watch.incidents import mark_of, watch_brands
from scrapers.web.rate_limiter import host_of
from tests.integration.app.desk import Desk
from tests.support.data import rows
from tests.support.index import bare_index, execute
from tests.support.plain_crawl import use_plain_crawls
from tests.support.troubles import PRODUCTS, Troubled, shelf, troubled_stores
from tests.support.worker import for_this_process

# The decisions that each alert offers; the right one first.
OFFERED = dict(rows("decisions_offered"))
GOOD = {goods.name: goods.price for goods in shelf()}
ANNA = "a-token-of-annas"


class Stores(dict[str, Troubled]):
    """Stores by name, each served once it is asked for."""

    def __init__(self, settings: Settings, served: ExitStack) -> None:
        self._settings, self._served = settings, served

    def __missing__(self, name: str) -> Troubled:
        self |= self._served.enter_context(troubled_stores(self._settings, name))
        return self[name]


@dataclass(frozen=True)
class Town(Desk):
    """The stores and an operator, Anna."""

    stores: Stores

    def sql(self, query: str, **values: Any) -> list[Any]:
        with session_scope(self.settings.database_url) as session:
            return list(session.execute(text(query), values).all())

    def one(self, query: str, **values: Any) -> Any:
        (row,) = self.sql(query, **values)
        return row[0]

    def alert(self, name: str) -> dict[str, Any]:
        """Return the open alert of a store, as the page lists it."""
        watch_brands(self.settings)
        brand_id = self.stores[name].store.brand_id
        alerts = self.get("scraper/alerts")["open"]
        (alert,) = [one for one in alerts if one["brandId"] == brand_id]
        return dict(alert)

    def case(self, name: str) -> dict[str, Any]:
        return dict(self.get(f"scraper/decisions/alert/{self.alert(name)['id']}"))

    def shown(self, name: str) -> dict[str, Decimal]:
        """Return the shop window's products of a store, with their prices."""
        rows = self.sql(
            "SELECT name, price FROM product WHERE brand_id = :brand AND gone_at IS NULL",
            brand=self.stores[name].store.brand_id,
        )
        return {row.name: row.price for row in rows}


@pytest.fixture
def town(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    settings = own_settings.but(
        operator_open=False, operator_tokens=f"Anna={ANNA}", rate_limits=False
    )
    for_this_process(settings, monkeypatch)
    use_plain_crawls(monkeypatch)
    with bare_index(settings), ExitStack() as served:
        client = create_app(settings).test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {ANNA}"
        yield Town(client, settings, Stores(settings, served))


def read(town: Town, name: str, *, good: bool) -> ScrapeRun:
    store = town.stores[name]
    store.be_good() if good else store.be_troubled()
    return store.store.scrape()


def choice(case: dict[str, Any], kind: str) -> dict[str, Any]:
    (found,) = [one for one in case["choices"] if one["kind"] == kind]
    return dict(found)


def offered(case: dict[str, Any]) -> set[str]:
    return {one["kind"] for one in case["choices"] if not one["refusal"]}


def test_a_good_run_after_any_trouble_leaves_nothing_wrong_and_what_was_read(town: Town) -> None:
    held = {}
    for name, kinds in OFFERED.items():
        assert read(town, name, good=True).result == "success"
        before = town.sql("SELECT id, name FROM product ORDER BY id")
        run = read(town, name, good=False)
        assert run.result in {"suspect", "failed"}, (name, run.failure_reason)
        case = town.case(name)
        assert offered(case) >= {*kinds, "acknowledge", "mute"}, (name, case["choices"])
        assert offered(case) - {"accept", "acknowledge", "mute"} <= {*kinds}, name
        assert town.shown(name) == GOOD, name
        after = read(town, name, good=True)
        assert after.result == "success", (name, after.failure_reason)
        assert town.shown(name) == GOOD, name
        assert town.sql("SELECT id, name FROM product ORDER BY id") == before, name
        if case["run"]["held"]:
            held[name] = (run, case)
    assert set(held) == {"half", "tenfold", "priceless", "renamed", "moved"}
    wrong = "SELECT count(*) FROM price_history h JOIN product p ON p.id = h.product_id"
    assert town.one(f"{wrong} WHERE h.price <> p.price OR h.price IS NULL") == 0
    assert (
        town.one("SELECT count(DISTINCT product_id) FROM price_history") == len(OFFERED) * PRODUCTS
    )
    for name, (run, case) in held.items():
        later = town.get(f"scraper/decisions/run/{run.id}")
        assert later["comparison"]["counts"] == case["comparison"]["counts"], name
        assert later["comparison"]["byField"] == case["comparison"]["byField"], name
        assert "has read the store since" in later["standing"], name
        assert not offered(later) & {"accept", "same", "reject", "moved"}


def test_an_alert_tells_what_was_read_field_by_field_and_leads_to_its_decision(town: Town) -> None:
    read(town, "tenfold", good=True)
    run = read(town, "tenfold", good=False)
    alert = town.alert("tenfold")
    # The sample is in the reason, and so not told a second time.
    assert alert["changes"][0] == "40 with another price"
    assert "349.00 → 3,490.00 (10 times as much) of 'Linen dress 0'" in (run.failure_reason or "")
    sample = town.case("tenfold")["comparison"]["byField"][0]["samples"][0]
    assert (sample["before"]["price"], sample["after"]["price"]) == (349, 3490)
    assert "R 349" in sample["originBefore"]
    assert "R 3490" in sample["origin"]
    mark = mark_of(town.settings, alert["id"])
    led = town.api.get(f"/decide/{alert['id']}/{mark}")
    assert (led.status_code, led.headers["Location"]) == (303, f"/scraper?alert={alert['id']}")
    assert town.api.get(f"/decide/{alert['id']}/{mark[:-1]}x").status_code == 404


def test_a_rejected_trouble_asks_again_only_when_it_changes(town: Town) -> None:
    read(town, "tenfold", good=True)
    run = read(town, "tenfold", good=False)
    case = town.case("tenfold")
    body = {"alertId": case["alert"]["id"], "kind": "reject"}
    town.post("scraper/decide", body, 400)  # without its reason
    assert "cents" in town.post("scraper/decide", body | {"reason": "cents"})
    town.post("scraper/decide", body | {"reason": "twice"}, 409)
    again = read(town, "tenfold", good=False)
    watch_brands(town.settings)
    assert (again.result, again.rejected_by, again.rejected_why) == ("suspect", "Anna", "cents")
    assert town.get("scraper/alerts")["open"] == []
    store = town.stores["tenfold"]
    store.shows(shelf()[:20])
    other = store.store.scrape()
    assert (other.result, other.rejected_at) == ("suspect", None)
    assert town.alert("tenfold")["runId"] == other.id
    town.post("scraper/undoDecision", {"runId": run.id, "kind": "reject"})
    taken = town.get(f"scraper/decisions/run/{run.id}")["taken"]
    assert [(one["actor"], one["action"]) for one in taken] == [
        ("Anna", "undid the rejection"),
        ("Anna", "rejected"),
    ]


@pytest.mark.parametrize(
    ("name", "kind"), [("half", "accept"), ("renamed", "same"), ("moved", "moved")]
)
def test_what_a_decision_says_before_is_what_it_does(town: Town, name: str, kind: str) -> None:
    store = town.stores[name].store
    read(town, name, good=True)
    before = town.sql("SELECT id FROM product WHERE brand_id = :b ORDER BY id", b=store.brand_id)
    run = read(town, name, good=False)
    case = town.case(name)
    told = choice(case, kind)
    website = told["proposed"].get("website", "")
    assert website == (town.stores[name].elsewhere if kind == "moved" else "")
    body = {"alertId": case["alert"]["id"], "kind": kind, "website": website or store.base}
    if kind == "moved":  # elsewhere than is said it is refused, and that is not noted
        elsewhere = body | {"website": town.stores["half"].store.base}
        town.post("scraper/decide", elsewhere, 409)
        assert town.get(f"scraper/decisions/run/{run.id}")["taken"] == []
    assert f"Run {run.id} accepted" in town.post("scraper/decide", body)
    done = "SELECT count(*) FROM run_change WHERE run_id = :run AND kind = :kind"
    counts = [town.one(done, run=run.id, kind=one) for one in ("new", "gone")]
    assert [told["appear"], told["vanish"]] == counts
    assert told["change"] == store.read(run).changed_count
    after = town.sql("SELECT id FROM product WHERE brand_id = :b ORDER BY id", b=store.brand_id)
    assert after == before  # no product lost its history
    if kind == "moved":
        address = town.one("SELECT page_url FROM brand_page WHERE brand_id = :b", b=store.brand_id)
        assert address == f"{website}/list"
    assert town.get(f"scraper/decisions/run/{run.id}")["taken"][-1]["actor"] == "Anna"
    assert town.get("scraper/alerts")["open"] == []


def test_a_first_price_that_was_held_back_is_accepted_at_its_run(town: Town) -> None:
    """It stays while the store shows it, and another one is judged beside it."""
    store = town.stores["half"]

    def scrape(price: str) -> ScrapeRun:
        first, *others = shelf()
        store.shows([replace(first, price=Decimal(price)), *others])
        return store.store.scrape()

    runs = [scrape("1234567") for _ in range(2)]
    assert [(run.result, run.codes[0]) for run in runs] == [("success", "odd values")] * 2
    assert town.shown("half")["Linen dress 0"] is None
    assert [one["acceptable"] for one in town.get("scraper/getHistory")] == [True, True]
    case = town.get(f"scraper/decisions/run/{runs[1].id}")
    assert offered(case) == {"accept", "suggest"}
    assert "1 price held back so far: 'Linen dress 0' at ZAR 1,234,567" in str(case["choices"])
    body = {"runId": runs[1].id, "kind": "accept"}
    assert "Linen dress 0" in town.post("scraper/decide", body)
    assert town.shown("half")["Linen dress 0"] == Decimal(1234567)
    town.post("scraper/decide", body, 409)
    same = scrape("1234567")
    assert (same.result, same.codes, same.changed_count) == ("success", [], 0)
    assert scrape("12345.67").codes == ["prices leapt"]


def test_a_host_that_is_left_alone_is_said_to_be_and_is_asked_again(town: Town) -> None:
    read(town, "busy", good=True)
    run = read(town, "busy", good=False)
    host = host_of(town.stores["busy"].store.base)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with session_scope(town.settings.database_url) as session:
        session.merge(HostTurn(host=host, next_at=tomorrow))
    told = choice(town.get(f"scraper/decisions/run/{run.id}"), "again")["lines"]
    assert "is left alone until" in told[0]
    town.post("scraper/decide", {"runId": run.id, "kind": "again"})
    with session_scope(town.settings.database_url) as session:
        turn = session.get(HostTurn, host)
        assert turn is None or turn.next_at < tomorrow


def test_a_slow_store_is_given_more_time_and_that_can_be_undone(town: Town) -> None:
    """It says why it was slow as a crawl would that had waited."""
    read(town, "busy", good=True)
    run = read(town, "busy", good=False)
    town.stores["busy"].store.change(page_time_budget=5)
    says = "shop.example does not answer: its robots.txt takes longer than 5 s"
    execute(town.settings, "UPDATE failed_page SET reason = %s, code = 'too slow'", says)
    slow = json.dumps([["too slow", says]])
    execute(town.settings, "UPDATE scrape_run SET reasons = %s WHERE id = %s", slow, run.id)
    case = town.case("busy")
    told = choice(case, "time")
    assert told["proposed"] == {"seconds": 15}
    assert any("takes longer than" in line for line in told["lines"])
    body = {"alertId": case["alert"]["id"], "kind": "time", "seconds": 15}
    assert "may take 15 s" in town.post("scraper/decide", body)
    budget = "SELECT page_time_budget FROM brand WHERE id = :b"
    brand_id = town.stores["busy"].store.brand_id
    assert town.one(budget, b=brand_id) == 15
    town.post("brands/add", {"id": brand_id, "instagram": "@later"})
    town.post("scraper/undoDecision", {"runId": run.id, "kind": "time"})
    assert town.one(budget, b=brand_id) == 5
    assert town.one("SELECT instagram FROM brand WHERE id = :b", b=brand_id) == "@later"


def test_what_robots_txt_forbids_is_not_asked_again(town: Town) -> None:
    read(town, "robots", good=True)
    run = read(town, "robots", good=False)
    case = town.case("robots")
    assert case["cause"] == "robots.txt"
    assert choice(case, "again")["refusal"] == "The store forbids it: asking again cannot help"
    assert case["run"]["canAskAgain"] is False
    town.post("scraper/startFailedPages", {"runId": run.id}, 409)
    town.post("scraper/decide", {"runId": run.id, "kind": "again"}, 409)


def test_an_alert_is_acknowledged_and_muted_until_a_time(town: Town) -> None:
    read(town, "busy", good=True)
    read(town, "busy", good=False)
    alert = town.alert("busy")
    body = {"alertId": alert["id"]}
    town.post("scraper/decide", body | {"kind": "acknowledge"})
    assert town.alert("busy")["acknowledgedBy"] == "Anna"
    town.post("scraper/decide", body | {"kind": "mute", "until": "2020-01-01T00:00:00Z"}, 400)
    until = datetime.now(UTC) + timedelta(days=2)
    says = town.post("scraper/decide", body | {"kind": "mute", "until": until.isoformat()})
    assert says.startswith("Muted until ")
    read(town, "busy", good=True)
    watch_brands(town.settings)
    read(town, "busy", good=False)
    assert town.alert("busy")["mutedBy"] == "Anna"  # as long as it is muted it begins muted
    watch_brands(town.settings, until + timedelta(minutes=1))
    alerts = town.get("scraper/alerts")["open"]
    (again,) = [one for one in alerts if one["kind"] == "failed"]
    assert (again["mutedUntil"], again["mutedBy"]) == (None, None)
    town.post("scraper/undoDecision", {"alertId": again["id"], "kind": "mute"}, 409)


def test_a_new_suggestion_is_saved_and_read_and_can_be_undone(town: Town) -> None:
    read(town, "markup", good=True)
    run = read(town, "markup", good=False)
    case = town.case("markup")
    body = {"alertId": case["alert"]["id"], "kind": "suggest"}
    town.post("scraper/decide", body, 400)  # without what was suggested
    done = town.post("scraper/decide", body | {"brand": {"nodePath": "section img"}})
    assert "It is read again" in done
    (waiting,) = town.get("scraper/getProcesses")
    path = "SELECT node_path FROM brand WHERE id = :b"
    brand_id = town.stores["markup"].store.brand_id
    assert (waiting["brandId"], town.one(path, b=brand_id)) == (brand_id, "section img")
    town.post("scraper/undoDecision", {"runId": run.id, "kind": "suggest"})
    assert town.one(path, b=brand_id) == "article img"
    town.post("scraper/undoDecision", {"runId": run.id, "kind": "suggest"}, 409)
