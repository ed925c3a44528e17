"""What goes on without a server says so: a page without its first search, turns at a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import create_app
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings

AWAY = "postgresql+psycopg://nobody@127.0.0.1:9/none"


def test_a_page_without_its_first_search_is_logged_and_counted(
    shop_settings: Settings, bare_build: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = shop_settings.but(elasticsearch_url="http://127.0.0.1:9", frontend_dir=bare_build)
    client = create_app(own).test_client()
    assert client.get("/?q=dress").status_code == 200
    assert "/ comes without its first search: " in caplog.text
    assert client.get("/?q=dress&brand=Loft").status_code == 200
    assert "/ comes without its spellings: " in caplog.text
    counted = client.get("/metrics", environ_base={"REMOTE_ADDR": "127.0.0.1"}).text
    assert 'winkel_pages_incomplete_total{part="first search"} 2.0' in counted
    assert 'winkel_pages_incomplete_total{part="spellings"} 1.0' in counted


def test_turns_of_a_process_alone_are_logged_once_and_counted(
    settings: Settings, clean_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    turns = SharedRateLimiter(AWAY)
    turns.hold("karoo.example", 60)
    assert turns.wait_of("karoo.example") > 50
    assert turns.take("karoo.example", 1) > 50
    words = "Turns at karoo.example are this process's own while PostgreSQL is away: "
    assert caplog.text.count(words) == 1
    turns._database_url = settings.database_url  # it is back
    assert turns.wait_of("karoo.example") == 0
    assert "PostgreSQL is back; 3 turns were this process's own" in caplog.text
