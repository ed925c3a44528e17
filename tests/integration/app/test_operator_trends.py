"""How brands and hosts go, and the limits by which runs are judged."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import update

from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.ingest.gates.brand_limits import limits_of
from indexer.ingest.gates.figures import Figures
from indexer.ingest.gates.gates import Baseline, judge
from indexer.ingest.schedule import due_brands
from indexer.models import Brand
from tests.integration.app.desk import Desk
from tests.integration.app.test_operator_brands import ended

FEWER = ["fewer products", "24 products were found, 40 the last time: 40% fewer"]
TAKEN = ["accepted", "Accepted by an operator"]
GOOD = {"price": 0.98, "image": 1.0}


def runs_of(desk: Desk, *runs: dict[str, Any]) -> None:
    """Add scrapes of brand 1, a day apart, the last one today."""
    for days, run in zip(range(len(runs), 0, -1), runs, strict=True):
        at = datetime.now(UTC) - timedelta(days=days)
        times = {"start_time": at, "end_time": at + timedelta(seconds=90)}
        columns: dict[str, Any] = {"count": 40, "coverage": GOOD} | times | run
        ended(desk, **columns)


def test_a_trend_has_what_each_run_had_to_reach(office: Desk) -> None:
    runs_of(
        office,
        {},
        {"count": 42},
        {"count": 24, "result": "suspect", "reasons": [FEWER]},
        {"count": 24, "reasons": [TAKEN, FEWER]},
        {"count": 25, "rejected_count": 3, "pages_total": 4, "pages_done": 3, "complete": False},
    )
    trend = office.get("scraper/trends/1")
    told = [(run["found"], run["leastFound"], run["accepted"]) for run in trend["runs"]]
    assert told == [
        (40, None, False),
        (42, 32, False),
        (24, 34, False),
        (24, 34, True),
        (25, 19, False),
    ]
    last = trend["runs"][-1]
    assert (last["seconds"], last["rejected"], last["pagesUnread"]) == (90, 3, 1)
    assert last["shares"] == GOOD
    assert last["leastShares"] == {"price": 0.78, "image": 0.8}
    assert trend["runs"][2]["codes"] == ["fewer products"]
    assert office.get("scraper/trends/1?runs=2")["runs"] == trend["runs"][-2:]
    office.get("scraper/trends/999", 404)


def test_a_gate_that_was_overruled_three_times_asks_and_a_limit_has_its_reason(
    office: Desk,
) -> None:
    accepted = {"count": 24, "reasons": [TAKEN, FEWER]}
    runs_of(office, accepted, accepted)

    def lost() -> dict[str, Any]:
        first: dict[str, Any] = office.get("scraper/trends/1")["limits"][0]
        return first

    assert (lost()["overruled"], lost()["asks"]) == (2, False)
    runs_of(office, accepted)
    assert (lost()["overruled"], lost()["asks"]) == (3, True)
    change = {"brandId": 1, "gate": "lost", "percent": 50}
    assert "reason" in office.post("scraper/limits", change, 400)["errors"]
    office.post("scraper/limits", change | {"reason": "It sells samples"})
    own = lost()["own"]
    assert (own["percent"], own["reason"], own["setBy"]) == (50, "It sells samples", "operator")
    assert (lost()["overruled"], lost()["usual"]) == (0, 20)  # it was answered
    baseline = Baseline(40, GOOD)
    facts = Figures(found_count=24, coverage=GOOD, pages_total=1, pages_done=1)
    with session_scope(office.settings.database_url) as session:
        assert judge(facts, baseline, limits_of(session, office.settings, 1)).result == "success"
        assert judge(facts, baseline, limits_of(session, office.settings, 2)).result == "suspect"
    for _ in range(2):  # the second changes nothing
        office.post("scraper/limits", {"brandId": 1, "gate": "lost", "percent": None})
    assert lost()["own"] is None
    assert office.get("operators/actions?action=set a limit of")["total"] == 2


def test_a_host_that_is_left_alone_is_not_due_until_it_is_asked_again(office: Desk) -> None:
    with session_scope(office.settings.database_url) as session:
        site = {"website": "https://www.shy.example", "scrape_every_hours": 1}
        past = datetime.now(UTC) - timedelta(days=1)
        session.execute(update(Brand).where(Brand.id == 1).values(scheduled_since=past, **site))
    turns = SharedRateLimiter(office.settings.database_url)
    for answer in ("ok", "ok", "too many"):
        turns.note("shy.example", answer)
    turns.note("calm.example", "ok")
    assert 1 in due_brands(office.settings)
    turns.hold("shy.example", 86_400)
    assert 1 not in due_brands(office.settings)
    shy, calm = office.get("scraper/hosts")
    assert (shy["host"], shy["asked"], shy["refused"]) == ("shy.example", 3, 1)
    assert shy["answers"] == [{"answer": "ok", "count": 2}, {"answer": "too many", "count": 1}]
    left = datetime.fromisoformat(shy["leftAloneUntil"]) - datetime.now(UTC)
    assert timedelta(hours=23) < left < timedelta(hours=25)
    assert (calm["host"], calm["leftAloneUntil"]) == ("calm.example", None)
    assert office.get("scraper/hosts?host=calm.example") == [calm]
    office.post("scraper/hosts/release", {"host": "shy.example"})
    assert 1 in due_brands(office.settings)
    office.post("scraper/hosts/release", {"host": "shy.example"}, 404)
