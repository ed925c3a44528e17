"""Faults 36 and 56: scanners, forged hosts, leaving in any order, odd addresses; a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import NewsletterSubscription
from indexer.notify.messages import mails
from indexer.notify.sender import send_due
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import messages

SITE = "https://winkel.example"
SUBSCRIBE = "/api/subscriptions/subscribeToNewsletter"
EMAIL = "thandi@example.org"


@dataclass(frozen=True, slots=True)
class Desk:
    client: FlaskClient
    mailbox: Mailbox
    settings: Settings

    def subscribe(self, email: str = EMAIL) -> Any:
        answer = self.client.post(SUBSCRIBE, json={"email": email})
        assert answer.status_code == 200, answer.text
        send_due(self.settings)
        return answer.get_json()["message"]

    def stored(self) -> int:
        with session_scope(self.settings.database_url) as session:
            return session.scalar(select(func.count()).select_from(NewsletterSubscription)) or 0

    def link(self, word: str) -> str:
        """Return the path of the newest mail's link."""
        found = re.search(
            rf"{SITE}(/api/subscriptions/{word}/\S+)", self.mailbox.newest().get_content()
        )
        assert found is not None
        return found[1]

    def state(self) -> tuple[bool, bool]:
        with session_scope(self.settings.database_url) as session:
            row = session.scalars(select(NewsletterSubscription)).one()
            return row.confirmed_at is not None, row.left_at is not None


@pytest.fixture
def desk(settings: Settings, clean_database: str) -> Iterator[Desk]:
    with smtp_server() as (box, url):
        own = settings.but(public_url=SITE, smtp_url=url)
        yield Desk(create_app(own).test_client(), box, own)


def test_fault_36_a_scanner_that_fetches_every_link_opts_nobody_in_or_out(desk: Desk) -> None:
    desk.subscribe()
    links = set(re.findall(r"https?://\S+", desk.mailbox.newest().as_string().replace(">", " ")))
    assert len(links) == 2
    for link in links:
        for method in ("GET", "HEAD", "GET"):
            answer = desk.client.open(link.removeprefix(SITE), method=method)
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert desk.state() == (False, False)
    desk.client.post(desk.link("confirm"))
    for link in links:
        desk.client.get(link.removeprefix(SITE))
    assert desk.state() == (True, False)


def test_fault_36_the_page_of_the_link_asks_and_its_button_confirms(desk: Desk) -> None:
    desk.subscribe()
    page = desk.client.get(desk.link("confirm")).text
    assert "<form method=post>" in page
    assert EMAIL in page
    assert "You are on the list" in desk.client.post(desk.link("confirm")).text
    assert desk.state() == (True, False)
    again = desk.client.get(desk.link("confirm")).text
    assert "You are on the list" in again
    assert "<form" not in again


def test_fault_36_one_click_leaves_as_rfc_8058_says(desk: Desk) -> None:
    desk.subscribe()
    desk.client.post(desk.link("confirm"))
    raw = desk.mailbox.mails[-1].decode("ascii").split("\r\n")
    (header,) = [line for line in raw if line.startswith("List-Unsubscribe:")]
    assert re.fullmatch(rf"List-Unsubscribe: <{SITE}/\S+>", header)  # one line, and not encoded
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in raw
    path = header.partition("<")[2].rstrip(">").removeprefix(SITE)
    answer = desk.client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert desk.state() == (True, True)


def test_fault_36_who_left_is_told_so_whatever_link_is_used_next(desk: Desk) -> None:
    """Confirming after leaving said "You are on the list" and changed nothing."""
    desk.subscribe()
    confirm, leave = desk.link("confirm"), desk.link("leave")
    desk.client.post(confirm)
    desk.client.post(leave)
    for method in ("GET", "POST"):
        for path in (confirm, leave):
            answer = desk.client.open(path, method=method).text
            assert "You have left" in answer
            assert "on the list" not in answer
    assert desk.state() == (True, True)
    desk.subscribe()
    assert "not known" in desk.client.post(confirm).text  # an old link opts nobody in again
    assert desk.state() == (False, False)
    desk.client.post(desk.link("confirm"))
    assert desk.state() == (True, False)


def test_fault_36_no_header_of_a_request_gets_into_a_mails_links(desk: Desk) -> None:
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    for count, public_url in enumerate((SITE, ""), 1):
        client = create_app(desk.settings.but(public_url=public_url)).test_client()
        body = {"email": f"visitor-{count}@example.org"}
        assert client.post(SUBSCRIBE, json=body, headers=headers).status_code == 200
        send_due(desk.settings)
        assert len(desk.mailbox.mails) == count
        assert b"/api/subscriptions/confirm/" in desk.mailbox.mails[-1]
        assert b"evil" not in desk.mailbox.mails[-1]


def test_fault_55_no_call_of_a_visitor_speaks_to_the_mail_server_and_all_are_told_the_same(
    desk: Desk,
) -> None:
    """Who has the newsletter could be read from the time that the answer took."""
    desk.subscribe()
    desk.client.post(desk.link("confirm"))
    before = len(desk.mailbox.connections)
    for url, words in ((desk.settings.smtp_url, "that we send you"), ("", "noted")):
        client = create_app(desk.settings.but(smtp_url=url)).test_client()
        told = [
            client.post(SUBSCRIBE, json={"email": email}).get_json()["message"]
            for email in (EMAIL, f"other-{len(words)}@example.org")
        ]
        assert words in told[0]
        assert told[0] == told[1]
    assert len(desk.mailbox.connections) == before
    assert mails(desk.settings)["mails_waiting"] == 2


FORMS = {SUBSCRIBE: {}, "/api/priceAlerts": {"kind": "search", "search": "?q=x"}}
# Of each kind: tests/unit/notify/test_addresses.py.
REFUSED = {
    "a@=?utf-8?q?evil.com=3e=2c_b=40?=.yy": "no domain that there can be",
    "a@x.yy, b@x.yy": "one address",
    "a@x.yy\r\nBcc: b@x.yy": "not seen (U+000D)",
    "a\x00@example.org": "",
    "x" * 300 + "@example.org": "",
}


def test_fault_56_what_is_no_address_is_refused_by_name_and_nothing_is_kept(desk: Desk) -> None:
    for email, words in REFUSED.items():
        for path, body in FORMS.items():
            answer = desk.client.post(path, json=body | {"email": email})
            refused = answer.get_json()
            assert (answer.status_code, list(refused["errors"])) == (400, ["email"])
            assert words in refused["message"]
    assert (desk.stored(), messages(desk.settings)) == (0, [])
