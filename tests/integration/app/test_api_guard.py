"""Faults 22 and 23: files outside the log folder, operator calls without the token."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.runs.start import open_run
from indexer.models import Base
from tests.support.catalogue import add_to_log, make_brand
from tests.support.data import rows

SECRET = "only the operator reads this"
TOKEN = "a-long-and-secret-token"


@pytest.fixture
def operator(settings: Settings, clean_database: str, tmp_path: Path) -> FlaskClient:
    """An operator's client; there is one log, and a secret lies beside the files of runs."""
    logs = tmp_path / "logs"
    logs.mkdir()
    (tmp_path / "secret.log").write_text(SECRET)
    (logs / "secret.log").write_text(SECRET)
    (logs / "run-2-page-1.png").symlink_to(tmp_path / "secret.log")
    brand_id = make_brand(settings, "shop")
    with session_scope(settings.database_url) as session:
        run_id = open_run(session, brand_id, "scrape").id
    assert run_id == 1
    add_to_log(settings, run_id, "all is well\r\n")
    return create_app(settings.but(evidence_location=str(logs), operator_open=True)).test_client()


NAMES = rows("api_log_names")


def test_fault_22_no_name_leads_out_of_the_log_folder_and_the_logs_own_is_served(
    operator: FlaskClient,
) -> None:
    for name in NAMES:
        path = f"/api/scraper/download/{name}"
        got = operator.get(path, follow_redirects=True)  # of double slashes
        assert got.status_code in {400, 404, 405}, name
        tail = operator.post("/api/scraper/getStatus/", json={"logfileName": name})
        assert tail.status_code in {400, 404}, name
        assert SECRET not in got.text + tail.text
    got = operator.get("/api/scraper/download/shop-1.log")
    assert (got.status_code, got.text) == (200, "all is well\r\n")
    assert got.headers["Content-Disposition"] == "attachment; filename=shop-1.log"
    body = json.dumps("scrape/status/shop-1.log")
    assert operator.post("/api/scraper/getStatus/", data=body).text == "all is well\r\n"


@pytest.fixture
def guarded(settings: Settings, clean_database: str, clean_redis: str) -> Flask:
    """An application that asks for a token."""
    return create_app(settings.but(operator_open=False, operator_token=TOKEN))


def operator_rules(app: Flask) -> list[tuple[str, str]]:
    """Return method and path of every guarded call, from the application's own URL map."""
    return [
        (method, rule.rule.replace("<int:", "<").replace("<path:", "<"))
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        if _is_guarded(app.view_functions[rule.endpoint])
    ]


def _is_guarded(view: Any) -> bool:
    while view is not None:
        if getattr(view, "operator_only", False):
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def _rows(settings: Settings) -> dict[str, int]:
    with session_scope(settings.database_url) as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


WRONG = ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN)


def test_fault_23_operator_calls_without_the_token_do_nothing(
    guarded: Flask, settings: Settings
) -> None:
    rules = operator_rules(guarded)
    assert len(rules) >= 20
    before = _rows(settings)
    client = guarded.test_client()
    for (method, rule), given in product(rules, WRONG):
        path = "/".join("1" if part.startswith("<") else part for part in rule.split("/"))
        answer = client.open(path, method=method, json=1, headers={"Authorization": given})
        assert answer.status_code in {401, 403}, (method, path, given)
    right = {"Authorization": f"Bearer {TOKEN}"}
    answer = client.get("/api/scraper/getProcesses/", headers=right)
    assert (answer.status_code, answer.json) == (200, [])
    assert _rows(settings) == before
    with Redis.from_url(settings.redis_url) as queues:
        assert queues.keys("rq:*") == []


def test_fault_23_what_spec_7_gives_operators_is_guarded(guarded: Flask) -> None:
    rules = {rule for _, rule in operator_rules(guarded)}
    scraper = {r.rule for r in guarded.url_map.iter_rules() if r.rule.startswith("/api/scraper")}
    guarded_scraper = {rule for rule in rules if rule.startswith("/api/scraper")}
    assert len(scraper) == len(guarded_scraper) >= 14
    assert {"/api/brands/add", "/api/images/save", "/api/takeDowns"} <= rules


def test_fault_23_no_token_and_no_open_server_means_nobody_is_an_operator(
    settings: Settings,
) -> None:
    closed = create_app(settings.but(operator_open=False, operator_token=""))
    for header in ("", "Bearer", "Bearer "):
        answer = closed.test_client().get(
            "/api/scraper/getProcesses/", headers={"Authorization": header}
        )
        assert answer.status_code == 403
        assert "WWW-Authenticate" not in answer.headers  # there is no token to ask for
