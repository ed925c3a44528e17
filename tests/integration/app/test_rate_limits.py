"""Fault 34: one address floods; it is limited, the others notice nothing."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from limits import RateLimitItemPerMinute
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings, SettingsError
from indexer.models import Brand, BrandSubmission, Click
from indexer.notify.messages import mails
from tests.support.data import rows

NEWSLETTER = "/api/subscriptions/subscribeToNewsletter"
CLICKS = "/api/interactions/saveItemClick"
ALERTS = "/api/priceAlerts"
SUBMIT = "/api/brands/submit"
SEARCH = "/api/search"
AWAY = "redis://127.0.0.1:9/0"


@pytest.fixture
def limited(
    settings: Settings, clean_database: str, clean_redis: str, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """Settings with limits, and an Elasticsearch that nobody has to wait for.

    No minute ends in a test: its limits are counted by the hour.
    """
    minute = RateLimitItemPerMinute.GRANULARITY
    monkeypatch.setattr(RateLimitItemPerMinute, "GRANULARITY", minute._replace(seconds=3_600))
    return settings.but(
        rate_limits=True,
        elasticsearch_url="http://127.0.0.1:9",
        public_url="https://winkel.example",
    )


def _post(client: FlaskClient, path: str, body: Any, address: str = "203.0.113.7") -> int:
    answer = client.post(path, json=body, environ_base={"REMOTE_ADDR": address})
    if answer.status_code == 429:
        assert int(answer.headers["Retry-After"]) > 0
        assert answer.get_json()["code"] == 429
    return answer.status_code


def _flood(client: FlaskClient, path: str, bodies: list[Any]) -> list[int]:
    return [_post(client, path, body) for body in bodies]


def _count(settings: Settings, table: type) -> int:
    with session_scope(settings.database_url) as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def test_fault_34_thirty_newsletter_posts_for_one_address_send_one_mail(limited: Settings) -> None:
    """From thirty addresses, so that no limit but the mail's own is at work."""
    client = create_app(limited).test_client()
    spellings = ["thandi@example.org", "Thandi@Example.org", " thandi@example.org "]
    for number in range(30):
        body = {"email": spellings[number % 3]}
        assert _post(client, NEWSLETTER, body, f"198.51.100.{number}") == 200
    assert mails(limited)["mails_waiting"] == 1
    _post(client, NEWSLETTER, {"email": "sipho@example.org"}, "198.51.100.99")
    assert mails(limited)["mails_waiting"] == 2


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        (NEWSLETTER, {"email": "visitor{}@example.org"}, 5),
        (SUBMIT, {"website": "https://store{}.example"}, 5),
        (CLICKS, {"href": "Go to page {}"}, 120),
        (ALERTS, {"email": "visitor{}@example.org", "kind": "search", "search": "?q=hat"}, 10),
    ],
)
def test_fault_34_a_flood_of_one_address_is_cut_and_others_are_served(
    limited: Settings, path: str, body: dict[str, str], most: int
) -> None:
    client = create_app(limited).test_client()
    bodies = [{name: value.format(n) for name, value in body.items()} for n in range(most + 10)]
    codes = _flood(client, path, bodies)
    assert codes.count(200) == most
    assert codes[-10:] == [429] * 10
    assert _post(client, path, bodies[0], "203.0.113.8") == 200
    stored = {SUBMIT: BrandSubmission, CLICKS: Click}.get(path)
    if stored is not None:
        assert _count(limited, stored) == most + (path == CLICKS)


def test_fault_34_an_array_of_20_searches_costs_20(limited: Settings) -> None:
    client = create_app(limited).test_client()
    one = {"indexName": "products", "params": {"hitsPerPage": 1}}
    codes = _flood(client, SEARCH, [[one] * 20] * 121)
    assert codes[119] == 503  # let through, to an Elasticsearch that is away
    assert codes[120] == 429
    assert _post(client, SEARCH, [one]) == 429
    assert _post(client, "/api/images/getCount", {}) == 429  # it is a search too
    assert _post(client, SEARCH, [one], "203.0.113.8") == 503
    assert client.get("/?q=red", environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code == 429
    assert client.get("/api/colors", environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code == 200


def test_fault_34_a_subscribers_ipv6_addresses_count_as_one(limited: Settings) -> None:
    client = create_app(limited).test_client()
    body = {"website": "https://a.example"}
    codes = [_post(client, SUBMIT, body, f"2001:db8:1:2::{number:x}") for number in range(1, 8)]
    assert codes[5:] == [429, 429]
    assert _post(client, SUBMIT, body, "2001:db8:1:3::1") == 200


def test_faults_34_51_wrong_tokens_are_counted_and_lock_out_no_operator_of_their_address(
    limited: Settings,
) -> None:
    app = create_app(limited.but(operator_open=False, operator_token="the-right-one"))

    def log_in(token: str, address: str = "203.0.113.7") -> int:
        headers = {"Authorization": f"Bearer {token}"}
        base = {"REMOTE_ADDR": address}
        client = app.test_client()
        return client.get(
            "/api/scraper/getProcesses/", headers=headers, environ_base=base
        ).status_code

    assert [log_in(f"guess-{number}") for number in range(10)] == [401] * 10
    assert log_in("guess-11") == 429
    assert log_in("the-right-one") == 200
    assert log_in("guess-12") == 429
    assert log_in("guess-1", "203.0.113.8") == 401


def test_fault_51_a_token_that_can_be_guessed_is_refused() -> None:
    needed = {"DATABASE_URL": "x", "ELASTICSEARCH_URL": "http://x:9200", "REDIS_URL": "x"}
    token = "0123456789abcdef"
    for name, whose in (("OPERATOR_TOKEN", ""), ("OPERATOR_TOKENS", "anna=")):
        assert Settings.from_env(needed | {name: whose + token})
        with pytest.raises(SettingsError, match=f"{name} must have at least 16 signs"):
            Settings.from_env(needed | {name: whose + token[1:]})


JUNK_CLICKS = rows("clicks_refused")


def test_fault_34_a_click_is_kept_only_for_a_known_brand_and_an_http_address(
    limited: Settings,
) -> None:
    with session_scope(limited.database_url) as session:
        session.add(Brand(name="Karoo", slug="karoo", website="https://karoo.example"))
    client = create_app(limited).test_client()
    for body in JUNK_CLICKS:
        assert _post(client, CLICKS, body) == 400, body
    assert _count(limited, Click) == 0
    assert _post(client, CLICKS, {"brandId": 1, "href": "https://karoo.example/p/1"}) == 200


def test_fault_34_without_redis_everything_goes_on_and_limits_are_kept_in_memory(
    limited: Settings,
) -> None:
    client = create_app(limited.but(redis_url=AWAY)).test_client()
    one = {"indexName": "products", "params": {}}
    assert _post(client, SEARCH, [one]) == 503  # Elasticsearch's, and not an error of Redis
    assert client.get("/api/colors").status_code == 200
    bodies = [{"website": f"https://store{n}.example"} for n in range(8)]
    assert _flood(client, SUBMIT, bodies) == [200] * 5 + [429] * 3
    for number in range(5):
        body = {"email": "thandi@example.org"}
        assert _post(client, NEWSLETTER, body, f"198.51.100.{number}") == 200
    assert mails(limited)["mails_waiting"] == 1


def test_fault_34_only_a_front_that_is_trusted_says_who_asks(limited: Settings) -> None:
    """Otherwise each request would bring an address of its own, and no limit would hold."""
    body = {"website": "https://a.example"}

    def codes(settings: Settings) -> list[int]:
        client = create_app(settings).test_client()
        return [
            client.post(
                SUBMIT,
                json=body,
                headers={"X-Forwarded-For": f"203.0.113.{number}"},
                environ_base={"REMOTE_ADDR": "127.0.0.1"},
            ).status_code
            for number in range(8)
        ]

    assert codes(limited)[5:] == [429] * 3
    assert codes(limited.but(trusted_proxies=1)) == [200] * 8
