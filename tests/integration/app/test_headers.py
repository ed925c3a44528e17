"""What every answer tells a browser: content security policy, TLS, nothing of the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from indexer.core.settings import Settings

PAGES = ("/", "/?q=red", "/style/1", "/style-select", "/scraper", "/about", "/nothing", "/api/docs")
NOTES = ("/api/subscriptions/confirm/nothing", "/api/subscriptions/leave/nothing")
DATA = ("/api/colors", "/api/nothing", "/api/brands/999999", "/api/openapi.json", "/robots.txt")


@pytest.fixture
def built(settings: Settings, clean_database: str, bare_build: Path) -> Settings:
    return settings.but(
        frontend_dir=bare_build, elasticsearch_url="http://127.0.0.1:9", allow_loopback_stores=False
    )


@pytest.fixture
def client(built: Settings) -> FlaskClient:
    return create_app(built).test_client()


def _policy(client: FlaskClient, path: str) -> dict[str, list[str]]:
    value = client.get(path).headers["Content-Security-Policy"]
    return {words[0]: words[1:] for part in value.split(";") if (words := part.split())}


def test_no_page_runs_inline_scripts_or_styles_and_pictures_come_with_tls(
    client: FlaskClient,
) -> None:
    for path in PAGES + NOTES:
        policy = _policy(client, path)
        for word in ("'unsafe-inline'", "'unsafe-eval'", "http:"):
            assert word not in str(policy), path
        assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"], path
        scripts = set(policy.get("script-src", policy["default-src"]))
        assert scripts <= {"'self'", "'none'"}
        text = client.get(path).text
        assert not re.search(r"<[^>]+\sstyle=|<[^>]+\son[a-z]+=", text), path


def test_data_that_is_shown_as_a_page_may_do_nothing(client: FlaskClient) -> None:
    for path in DATA:
        assert _policy(client, path)["default-src"] == ["'none'"], path
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    refused = client.post("/api/search", json={})
    assert refused.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_demo_stores_pictures_are_allowed_and_no_other_port_of_loopback(
    built: Settings, tmp_path: Path
) -> None:
    stores = tmp_path / "map.json"
    stores.write_text(json.dumps({"a": "http://127.0.0.1:8100", "b": "http://127.0.0.1:8101"}))
    own = built.but(allow_loopback_stores=True, demo_stores_map=stores)
    pictures = _policy(create_app(own).test_client(), "/about")["img-src"]
    assert pictures == [
        "'self'",
        "data:",
        "https:",
        *(f"http://127.0.0.1:{n}" for n in (8100, 8101)),
    ]


@pytest.mark.parametrize(
    ("public_url", "trusted", "proto", "expected"),
    [
        ("https://winkel.example", 0, "http", True),
        ("", 1, "https", True),
        ("", 1, "http", False),
        ("", 0, "https", False),  # anybody can say that
    ],
)
def test_browsers_are_told_to_stay_with_tls_where_there_is_tls(
    built: Settings, public_url: str, trusted: int, proto: str, expected: bool
) -> None:
    own = built.but(public_url=public_url, trusted_proxies=trusted)
    client = create_app(own).test_client()
    for path in ("/about", "/api/colors"):
        headers = client.get(path, headers={"X-Forwarded-Proto": proto}).headers
        assert ("Strict-Transport-Security" in headers) is expected
