"""Faults 5, 29, 30, 50: what a balancer and an operator are told of the service's state."""

from __future__ import annotations

from typing import Any

import pytest

from app import create_app
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import reconcile
from tests.integration.index.conftest import shop
from tests.proof.search.test_index_truth import lose, settle
from tests.support.index import execute
from tests.support.worker import eventually, pretend_worker

__all__ = ["shop"]

TOKEN = "of-the-operator-alone"
AWAY: dict[str, dict[str, Any]] = {
    "catalogue": {"database_url": "postgresql+psycopg://nobody@127.0.0.1:9/none"},
    "search": {"elasticsearch_url": "http://127.0.0.1:9"},
    "jobs": {"redis_url": "redis://127.0.0.1:9/0"},
}


@pytest.fixture
def open_shop(shop: Settings, clean_redis: str) -> Settings:
    rebuild(shop, fast=True)
    settle(shop)
    own = shop.but(redis_url=clean_redis, operator_open=False, operator_token=TOKEN)
    pretend_worker(own)
    return own


def ask(own: Settings, path: str = "", token: str = "") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = create_app(own).test_client().get(f"/api/health{path}", headers=headers)
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.json


def becomes_ready(own: Settings) -> bool:
    """Ask one process until it is ready, as a balancer does: a part may take over 3 s at first."""
    api = create_app(own).test_client()
    return eventually(lambda: bool(api.get("/api/health/ready").json == {"status": "ok"}))


def test_faults_5_30_a_part_that_is_away_is_named_and_who_still_answers_searches_is_ready(
    open_shop: Settings,
) -> None:
    status, body = ask(open_shop)
    states = {name: body[name]["state"] for name in ("index", "worker", "outbox")}
    assert (status, body["status"], states) == (200, "ok", dict.fromkeys(states, "ok"))
    assert becomes_ready(open_shop)
    for part, without in AWAY.items():
        own = open_shop.but(**without)
        status, body = ask(own)
        others = AWAY.keys() - {part}
        assert (status, body["status"]) == (200, "degraded")
        assert body["parts"] == {part: "down", **dict.fromkeys(others, "ok")}
        assert body["worker"]["state"] == ("unknown" if part == "jobs" else "ok")
        assert body["outbox"]["state"] == ("unknown" if part == "catalogue" else "ok")
        # A process that has never read the catalogue's tables answers no search; one that has does.
        assert becomes_ready(own) if part == "jobs" else ask(own, "/ready")[0] == 503
        assert ask(own, "/live") == (200, {"status": "ok"})
    own = open_shop.but(index_prefix=f"{open_shop.index_prefix}-none")
    assert ask(own, "/ready") == (503, {"status": "unavailable"})


def test_fault_50_jobs_that_nobody_does_and_an_outbox_that_nobody_empties_are_told(
    open_shop: Settings,
) -> None:
    waiting = "INSERT INTO outbox (product_id, revision, created_at) VALUES (1, 9, {})"
    execute(open_shop, waiting.format("now()"))
    assert ask(open_shop)[1]["outbox"]["state"] == "ok"
    execute(open_shop, waiting.format("now() - interval '80 seconds'"))
    body = ask(open_shop)[1]
    assert (body["outbox"]["state"], body["outbox"]["pending"]) == ("late", 1)
    assert 80 <= body["outbox"]["oldest"] < 200
    assert body["status"] == "degraded"
    execute(open_shop, "DELETE FROM outbox")
    assert ask(open_shop)[1]["status"] == "ok"

    redis_connection(open_shop.redis_url).flushdb()
    worker = ask(open_shop, "", TOKEN)[1]["worker"]
    assert (worker["state"], worker["pulse"]) == ("silent", None)
    assert (
        "no worker takes jobs of operator, stores, periodic, messages, index" in worker["message"]
    )
    body = ask(open_shop)[1]
    assert (body["worker"]["message"], body["status"]) == ("", "degraded")
    assert becomes_ready(open_shop)


def test_fault_29_a_short_index_is_an_operators_trouble_and_no_reason_to_leave(
    open_shop: Settings,
) -> None:
    """Also one of few documents less, beside edits of others; and not while they are on their way.

    What was found is an operator's to read, and no visitor's.
    """

    def state() -> str:
        return str(ask(open_shop)[1]["index"]["state"])

    lose(open_shop, 200)
    settle(open_shop)
    body = ask(open_shop)[1]
    assert (body["status"], body["index"]["state"]) == ("degraded", "short")
    assert set(body["parts"].values()) == {"ok"}
    assert becomes_ready(open_shop)
    reconcile(open_shop)
    assert ask(open_shop)[1]["status"] == "ok"

    lose(open_shop, 30)
    execute(open_shop, "UPDATE product SET updated_at = now() WHERE id > 200")
    assert state() == "short"
    reconcile(open_shop)
    incident = ask(open_shop, "", TOKEN)[1]["index"]["incident"]
    assert incident["state"] == "repaired"
    assert incident["message"] == "The index was repaired: 30 missing."
    assert ask(open_shop)[1]["index"]["incident"]["message"] == ""
