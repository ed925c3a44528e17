"""Fault 35: who passes for an operator of an open server, and what an operator's call must be."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import TakeDown
from tests.support.data import rows

TOKEN = "a-long-and-secret-token"
CHANGE = "/api/takeDowns"
BODY = {"domain": "taken-down.example", "reason": "asked"}
HOST = {"Host": "127.0.0.1:8000"}


@pytest.fixture
def open_server(settings: Settings, clean_database: str, clean_redis: str) -> FlaskClient:
    return create_app(settings.but(operator_open=True)).test_client()


def _changes(settings: Settings) -> int:
    with session_scope(settings.database_url) as session:
        return session.scalar(select(func.count()).select_from(TakeDown)) or 0


ELSEWHERE = rows("headers_of_elsewhere")


def test_fault_35_who_comes_from_elsewhere_is_no_operator_and_changes_nothing(
    open_server: FlaskClient, settings: Settings
) -> None:
    for headers, method in product(ELSEWHERE, ("POST", "GET")):
        answer = open_server.open(CHANGE, method=method, json=BODY, headers=HOST | headers)
        assert answer.status_code == 403, (headers, method)
    assert _changes(settings) == 0


def test_fault_35_an_open_server_that_another_machine_reaches_is_closed_to_it(
    open_server: FlaskClient, settings: Settings
) -> None:
    for remote in ("203.0.113.9", "192.168.1.20", "10.0.0.1", ""):
        base = {"REMOTE_ADDR": remote}
        answer = open_server.post(CHANGE, json=BODY, headers=HOST, environ_base=base)
        assert answer.status_code == 403, remote
    assert _changes(settings) == 0


FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
OF_VISITORS = {
    "subscriptions/subscribeToNewsletter": {"email": "a@example.org"},
    "interactions/saveItemClick": {"href": "https://shop.example/"},
    "brands/submit": {"website": "https://shop.example/"},
}


def test_fault_35_what_a_form_or_a_script_of_another_site_can_send_changes_nothing(
    open_server: FlaskClient, settings: Settings
) -> None:
    """An old browser says nothing of the site it is on: the body's type is what gives it away."""
    for kind in FORMS:
        answer = open_server.post(CHANGE, data=json.dumps(BODY), content_type=kind, headers=HOST)
        assert (answer.status_code, "application/json" in answer.text) == (415, True), kind
        for path in ("startAll", "startOnlyClassification"):
            answer = open_server.post(f"/api/scraper/{path}/", content_type=kind or "text/plain")
            assert answer.status_code == 415
    for path, body in OF_VISITORS.items():
        sent = json.dumps(body)
        answer = open_server.post(f"/api/{path}", data=sent, content_type="text/plain")
        assert answer.status_code == 415, path
    assert _changes(settings) == 0


OWN: tuple[dict[str, str], ...] = (
    {},
    {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"},
    {"Host": "[::1]:8"},
)


def test_fault_35_the_servers_own_pages_and_commands_are_the_operators(
    open_server: FlaskClient, settings: Settings
) -> None:
    for count, headers in enumerate(OWN, 1):
        body = BODY | {"domain": f"taken-down-{count}.example"}
        answer = open_server.post(CHANGE, json=body, headers=HOST | headers)
        assert answer.status_code == 200, answer.text
        assert _changes(settings) == count


def test_fault_35_without_the_token_the_answer_says_what_is_asked_for(
    settings: Settings, clean_database: str
) -> None:
    app = create_app(settings.but(operator_open=False, operator_token=TOKEN))
    path = "/api/scraper/getProcesses/"
    none = app.test_client().get(path)
    assert none.status_code == 401
    assert none.headers["WWW-Authenticate"] == 'Bearer realm="operators"'
    wrong = app.test_client().get(path, headers={"Authorization": "Bearer wrong"})
    assert wrong.status_code == 401
    assert 'error="invalid_token"' in wrong.headers["WWW-Authenticate"]


def test_fault_35_another_scripts_origin_is_allowed_in_the_frame_of_pins_alone(
    settings: Settings, clean_database: str, bare_build: Path
) -> None:
    client = create_app(settings.but(frontend_dir=bare_build)).test_client()

    def policy(path: str) -> str:
        return client.get(path).headers["Content-Security-Policy"]

    assert "pinterest" in policy("/pins.html")
    assert policy("/pins.html").endswith("sandbox allow-scripts allow-popups")  # without an origin
    for path in ("/", "/scraper", "/style/1", "/style-select", "/about", "/?q=/pins.html"):
        assert "pinterest" not in policy(path)
