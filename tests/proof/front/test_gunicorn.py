"""Faults 35 and 36 at the production server: what a client tells it, and what it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from app import create_app
from indexer.core.settings import Settings
from indexer.notify.sender import send_due
from tests.support.asking import call
from tests.support.mailbox import smtp_server
from tests.support.production import Served, gunicorn
from tests.support.worker import eventually

CONFIRM = "/api/subscriptions/confirm"
SUBSCRIBE = "/api/subscriptions/subscribeToNewsletter"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("gunicorn")
    (made / "index.html").write_text("<html><head></head><body></body></html>")
    return made


@pytest.fixture(scope="module")
def served(settings: Settings, folder: Path) -> Iterator[Served]:
    own = settings.but(operator_open=True, frontend_dir=folder)
    with gunicorn(own, folder) as server:
        yield server


def test_fault_35_gunicorn_takes_no_clients_word_for_its_path_or_scheme(served: Served) -> None:
    """A client on this machine could move the application: `/api/…` became `/…` (SCRIPT_NAME)."""
    plain = call(served.port, "/api/styles")
    assert plain.status == 200
    for name in ("SCRIPT_NAME", "SCRIPT-NAME", "PATH_INFO", "PATH-INFO"):
        moved = call(served.port, "/api/styles", **{name: "/api"})
        assert (moved.status, moved.body) == (200, plain.body)
    forged = {"X-Forwarded-Proto": "https", "Host": "a.example"}
    assert b"https:" not in call(served.port, "/robots.txt", **forged).body


def test_fault_36_no_token_stands_in_the_access_log(
    served: Served, settings: Settings, clean_database: str, folder: Path
) -> None:
    with smtp_server() as (box, url):
        own = settings.but(public_url="https://winkel.example", smtp_url=url)
        asked = {"email": "thandi@example.org"}
        assert create_app(own).test_client().post(SUBSCRIBE, json=asked).status_code == 200
        send_due(own)
    found = re.search(rf"{CONFIRM}/(\S+)", box.newest().get_content())
    assert found is not None
    path, token = found.group(0, 1)
    for sent in (path, f"{path}?from=mail"):
        assert call(served.port, sent).status == 200
    call(served.port, "/api/colors", Referer=f"https://winkel.example{path}")
    lines = eventually(partial(_three_lines, folder / "access.log"), "three lines of access")
    assert token not in lines
    assert token not in served.log.read_text()


def _three_lines(log: Path) -> str | None:
    """The access log once it tells of all three calls: a line is written after its answer."""
    lines = log.read_text()
    return lines if lines.count(f"{CONFIRM}/…") == 3 else None
