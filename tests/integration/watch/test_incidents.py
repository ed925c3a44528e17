"""Alerts over a real SMTP server and a real HTTP server: once when it begins, once when it ends."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings, SettingsError
from indexer.models import Brand, BrandPage, Incident, Message, ScrapeRun
from indexer.models.message import WEBHOOK
from indexer.notify.sender import send_due
from indexer.watch.digest import queue_digest
from indexer.watch.incidents import watch_brands
from tests.support.catalogue import make_brand
from tests.support.data import rows
from tests.support.index import bare_index
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import later, messages
from tests.support.saved_store import Answer, Request, answering

OPS, NIGHT = "ops@example.org", "night@example.org"
SECRET = "whsec_" + b64encode(b"a key of this test").decode()
NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
MINUTE = timedelta(minutes=1)


@dataclass
class Hook:
    """What a webhook's server got, and what it answers."""

    status: int = 204
    headers: tuple[tuple[str, str], ...] = ()
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # paths, without a body

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.got]

    def respond(self, request: Request) -> Answer:
        if request.body:
            self.got.append((request.headers, request.body))
        else:
            self.asked.append(request.path)
        return Answer(b"", self.status, headers=self.headers)


@contextmanager
def http_server(hook: Hook) -> Iterator[str]:
    """Serve a webhook on loopback; yields its address."""
    with answering(hook.respond) as base:
        yield f"{base}/hooks/abc?token=1"


@dataclass(frozen=True)
class Watch:
    """Brands that are watched, and where it is told."""

    settings: Settings
    mailbox: Mailbox
    hook: Hook
    brand_id: int

    def ends(self, result: str, found: int = 40, **facts: Any) -> int:
        """Add a run of the brand that has ended so."""
        with session_scope(self.settings.database_url) as session:
            number = session.query(ScrapeRun).count()
            values: dict[str, Any] = {
                "brand_id": self.brand_id,
                "kind": "scrape+classify",
                "state": "finished",
                "result": result,
                "complete": result != "failed",
                "found_count": found,
                "failure_reason": None if result == "success" else "The store answered 503",
                "logfile_name": f"scrape/status/alert-{number}.log",
                "start_time": datetime.now(UTC),
                "end_time": datetime.now(UTC),
            }
            run = ScrapeRun(**values | facts)
            session.add(run)
            session.flush()
            return run.id

    def look(self, now: datetime = NOON) -> list[EmailMessage]:
        """Do what the jobs do; return the mails that came of it to the first address."""
        before = len(self.mailbox.mails)
        watch_brands(self.settings, now)
        send_due(self.settings)
        places = range(before, len(self.mailbox.mails))
        return [self.mailbox.read(n) for n in places if self.mailbox.recipients[n] == OPS]

    def posts(self) -> list[Message]:
        return [one for one in messages(self.settings) if one.channel == WEBHOOK]


@pytest.fixture
def watch(settings: Settings, clean_database: str) -> Iterator[Watch]:
    hook = Hook()
    with smtp_server() as (mailbox, smtp), http_server(hook) as address:
        own = settings.but(
            public_url="https://winkel.example",
            smtp_url=smtp,
            alert_mail=f"{OPS}, {NIGHT}",
            alert_webhook_url=address,
            alert_webhook_secret=SECRET,
            allow_loopback_stores=True,
            demo_stores_map=None,
        )
        with bare_index(own):
            yield Watch(own, mailbox, hook, make_brand(own))


def test_a_failure_is_told_once_and_so_is_the_recovery(watch: Watch) -> None:
    watch.ends("success", 40)
    assert watch.look() == []
    failed = watch.ends("failed", 0)
    (mail,) = watch.look()
    assert mail["Subject"] == "Winkel: Karoo failed"
    assert mail["To"] == OPS
    assert sorted(watch.mailbox.recipients) == [NIGHT, OPS], "each gets one of its own"
    said = mail.get_content()
    assert "The store answered 503" in said
    assert f"Run {failed}" in said
    assert "40 found" in said
    assert "https://winkel.example/decide/" in said
    for _ in range(3):
        assert watch.look() == []
    watch.ends("failed", 0)  # a retry that fails, too, is no news
    assert watch.look() == []
    watch.ends("success", 41)
    (mail,) = watch.look()
    assert mail["Subject"] == "Winkel: Karoo recovered"
    assert "no longer failed" in mail.get_content()
    assert watch.look() == []
    assert [len(event["began"]) for event in watch.hook.events()] == [1, 0]
    assert [len(event["ended"]) for event in watch.hook.events()] == [0, 1]


def test_a_brand_that_a_feed_is_read_of_is_overdue_as_one_of_pages_is(watch: Watch) -> None:
    watch.ends("success", created_at=NOON - timedelta(days=7))
    feed = {"source": "feed", "feed_url": "https://karoo.example/feed.csv"}
    with session_scope(watch.settings.database_url) as session:
        session.execute(update(Brand).values(scrape_every_hours=24, **feed))
        session.execute(delete(BrandPage))
    (mail,) = watch.look()
    assert mail["Subject"] == "Winkel: Karoo overdue"


def test_an_open_alert_quotes_the_last_run_and_is_not_told_again(watch: Watch) -> None:
    watch.ends("failed", 0)
    watch.look()
    last = watch.ends("failed", 0, failure_reason="No selector found anything")
    assert watch.look() == []
    with session_scope(watch.settings.database_url) as session:
        (alert,) = session.scalars(select(Incident))
        assert (alert.run_id, alert.words) == (last, "No selector found anything")
    watch.ends("suspect", 3)  # one state that becomes another is one message
    (mail,) = watch.look()
    assert mail["Subject"] == "Winkel: Karoo suspect"
    assert "no longer failed" in mail.get_content()


def test_a_disabled_brand_is_not_watched(watch: Watch) -> None:
    watch.ends("failed", 0)
    watch.look()
    with session_scope(watch.settings.database_url) as session:
        session.execute(update(Brand).values(is_active=False))
    (mail,) = watch.look()
    assert "The brand was disabled" in mail.get_content()
    assert watch.look() == []


def test_the_post_is_signed_as_standard_webhooks_says(watch: Watch) -> None:
    watch.ends("failed", 0)
    watch.look()
    ((headers, body),) = watch.hook.got
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = b64decode(SECRET.removeprefix("whsec_"))
    expected = b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["content-type"] == "application/json"
    assert headers["host"].startswith("127.0.0.1:")


def test_what_the_webhook_does_not_take_is_posted_again_and_the_mail_is_not(watch: Watch) -> None:
    watch.hook.status = 503
    watch.ends("failed", 0)
    assert len(watch.look()) == 1
    later(watch.settings, "1 min")
    assert watch.look() == []
    assert len(watch.hook.got) == 1  # its pause is not over
    assert [one.state for one in messages(watch.settings)] == ["sent", "sent", "waiting"]
    assert watch.posts()[0].why == "127.0.0.1 answered 503"
    watch.hook.status = 200
    later(watch.settings, "2 min")
    assert watch.look() == []
    assert len(watch.hook.got) == 2
    ids = {headers["webhook-id"] for headers, _ in watch.hook.got}
    assert len(ids) == 1  # a receiver can tell that it is the same
    assert watch.posts()[0].state == "sent"


def test_a_webhook_inside_the_network_is_never_called(watch: Watch) -> None:
    inside = replace(watch, settings=watch.settings.but(allow_loopback_stores=False))
    inside.ends("failed", 0)
    inside.look()
    assert "not a public address" in (watch.posts()[0].why or "")
    assert watch.hook.got == []


def test_the_digest_comes_once_a_day_after_its_hour(watch: Watch) -> None:
    watch.ends("failed", 0)
    watch.look()
    watch.ends("success", 12, new_count=5, gone_count=2)
    hour = watch.settings.but(alert_digest_hour=7, schedule_timezone="UTC")
    morning = NOON.replace(hour=7, minute=1)
    assert not queue_digest(hour, morning - timedelta(minutes=2))
    assert queue_digest(hour, morning)
    assert not queue_digest(hour, morning + MINUTE)
    send_due(hour)
    digest = watch.mailbox.read(-1)
    assert digest["Subject"].endswith("1 brand in trouble")
    said = digest.get_content()
    assert "Karoo: failed since" in said
    assert "1 failed, 1 success" in said
    assert "Karoo: 5 new, 0 changed, 2 gone" in said
    assert watch.hook.events()[-1]["event"] == "digest"
    assert queue_digest(hour, morning + timedelta(days=1))


def test_nothing_is_told_where_nothing_is_set_and_the_trouble_is_kept_all_the_same(
    watch: Watch,
) -> None:
    off = watch.settings.but(alert_mail="", alert_webhook_url="")
    watch.ends("failed", 0)
    assert watch_brands(off) == 1
    assert not queue_digest(off, NOON)
    send_due(off)
    assert (watch.mailbox.mails, watch.hook.got, messages(off)) == ([], [], [])
    with session_scope(off.database_url) as session:
        assert session.scalars(select(Incident.kind)).all() == ["failed"]
    client = create_app(off.but(operator_open=True)).test_client()
    told = client.get("/api/scraper/alerts").get_json()
    assert "ALERT_MAIL" in told["off"]
    assert told["open"][0]["brand"] == "Karoo"
    answer = client.post("/api/scraper/alerts/test", json={})
    assert answer.status_code == 409
    assert "ALERT_MAIL" in answer.get_json()["message"]


def test_an_operator_sends_a_test_and_hears_what_became_of_it(watch: Watch) -> None:
    client = create_app(watch.settings.but(operator_open=True)).test_client()
    told = client.get("/api/scraper/alerts").get_json()
    assert (told["off"], told["mailTo"]) == (None, f"{OPS}, {NIGHT}")
    assert told["webhookHost"] == "127.0.0.1"  # and nothing of its path, which may be a secret
    assert "token" not in json.dumps(told)
    watch.hook.status = 500
    watch.mailbox.answers = {NIGHT: "550 5.1.1 Nobody here"}
    asked = client.post("/api/scraper/alerts/test", json={}).get_json()
    assert [(one["channel"], one["recipient"], one["state"]) for one in asked] == [
        ("mail", OPS, "waiting"),
        ("mail", NIGHT, "waiting"),
        ("webhook", "", "waiting"),
    ]
    assert watch.mailbox.mails == []
    send_due(watch.settings)
    told = client.get("/api/scraper/alerts").get_json()
    known = {one["recipient"]: (one["state"], one["why"]) for one in told["messages"]}
    assert known[OPS] == ("sent", None)
    assert known[NIGHT][0] == "gave up"
    assert "Nobody here" in known[NIGHT][1]
    assert known[""] == ("waiting", "127.0.0.1 answered 500")
    assert (told["mailsWaiting"], told["mailsGivenUp"], told["givenUpError"]) == (
        (0, 1, known[NIGHT][1])
    )
    assert watch.mailbox.read(-1)["Subject"] == "Winkel: this is a test"


@pytest.mark.parametrize(("env", "named"), rows("settings_refused"))
def test_a_wrong_setting_is_named(env: dict[str, str], named: str) -> None:
    needed = {"DATABASE_URL": "x", "ELASTICSEARCH_URL": "http://x:9200", "REDIS_URL": "x"}
    with pytest.raises(SettingsError, match=named):
        Settings.from_env(needed | env)
