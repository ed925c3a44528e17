"""What a page has inside comes from memory, too, where it was answered before."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.live.context import context
from indexer.core.settings import Settings
from tests.support.forwarder import Forwarder
from tests.support.worker import eventually

BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64)"}
STATE = re.compile(r'<script id="winkel-state" type="application/json">(.*?)</script>')


@pytest.fixture
def forwarder(shop_settings: Settings) -> Iterator[Forwarder]:
    forwarder = Forwarder(shop_settings.elasticsearch_url)
    yield forwarder
    forwarder.kill()


@pytest.fixture
def site(shop_settings: Settings, forwarder: Forwarder, tmp_path: Path) -> Iterator[Flask]:
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    behind = shop_settings.but(elasticsearch_url=forwarder.url, frontend_dir=tmp_path)
    app = create_app(behind.but(kept_answers_mb=8))
    yield app
    with app.app_context():
        context().changes.close()
        context().recorder.close()


def state(site: Flask, path: str) -> Any:
    match = STATE.search(site.test_client().get(path, headers=BROWSER).text)
    assert match is not None
    return json.loads(match[1])


def keeps(site: Flask, path: str) -> bool:
    """Ask for a page; answers are kept once the process knows which index serves."""
    state(site, path)
    with site.app_context():
        return context().responses.bytes > 0


def test_a_kept_answer_is_in_the_page_also_while_elasticsearch_is_away(
    site: Flask, forwarder: Forwarder
) -> None:
    pages = {"/": "landing", "/?q=linen+dress": "search"}
    for path in pages:
        eventually(lambda path=path: keeps(site, path), "answers are kept")  # type: ignore[misc]
    first = {path: state(site, path)[inside] for path, inside in pages.items()}
    forwarder.kill()
    for path, inside in pages.items():
        again = state(site, path)[inside]
        assert again.get("answer", again) == first[path].get("answer", first[path])
        # Each visit is a search of its own.
        assert again.get("id", "another") != first[path].get("id", "one")
        assert inside not in state(site, "/?q=tent")
