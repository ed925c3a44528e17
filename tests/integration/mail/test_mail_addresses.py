"""Fault 56: odd addresses over the API, in rows of before, and at a real mail server."""

from __future__ import annotations

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
from indexer.notify.messages import is_refused
from indexer.notify.sender import send_due
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import messages, write_to

SUBSCRIBE = "/api/subscriptions/subscribeToNewsletter"


@dataclass(frozen=True)
class Desk:
    settings: Settings
    client: FlaskClient
    box: Mailbox

    def subscribe(self, email: Any, status: int = 200) -> Any:
        answer = self.client.post(SUBSCRIBE, json={"email": email})
        assert answer.status_code == status, answer.text
        send_due(self.settings)
        return answer.get_json()

    def stored(self) -> int:
        with session_scope(self.settings.database_url) as session:
            return session.scalar(select(func.count()).select_from(NewsletterSubscription)) or 0


@pytest.fixture
def desk(settings: Settings, clean_database: str) -> Iterator[Desk]:
    with smtp_server() as (box, url):
        own = settings.but(smtp_url=url)
        yield Desk(own, create_app(own).test_client(), box)


ACCEPTED = {
    "kim+deals@example.org": "kim+deals@example.org",
    "kim@bücher.example": "kim@xn--bcher-kva.example",
    "Kim@xn--bcher-kva.EXAMPLE": "Kim@xn--bcher-kva.example",
}


def test_fault_56_an_address_goes_to_the_server_as_written_its_domain_in_ascii(desk: Desk) -> None:
    for email, sent_to in ACCEPTED.items():
        assert "Please confirm" in desk.subscribe(email)["message"]
        if desk.stored() == len(desk.box.mails):
            assert desk.box.recipients[-1] == sent_to
            assert desk.box.newest()["To"] == sent_to
    assert desk.stored() == 2, "both spellings of a domain are one"


@pytest.mark.parametrize("utf8", [True, False])
def test_fault_56_other_letters_before_the_at_need_a_server_that_takes_them(
    settings: Settings, clean_database: str, utf8: bool
) -> None:
    with smtp_server(utf8=utf8) as (box, url):
        own = settings.but(smtp_url=url)
        write_to(own, "josé@bücher.example", "kim@example.org")
        send_due(own)
    row, other = messages(own)
    assert other.state == "sent"
    if utf8:
        assert "josé@xn--bcher-kva.example" in box.recipients
        (raw,) = [one for one in box.mails if "josé".encode() in one]
        assert "To: josé@xn--bcher-kva.example\r\n".encode() in raw
        return
    assert (row.state, row.refused) == ("gave up", False)
    assert "no SMTPUTF8" in (row.why or "")
    with session_scope(own.database_url) as session:
        assert not is_refused(session, "josé@bücher.example")


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


def test_fault_56_an_address_that_was_taken_before_gets_nothing_and_stands_for_no_other(
    desk: Desk,
) -> None:
    write_to(desk.settings, *(email for email in REFUSED if "\x00" not in email))
    assert send_due(desk.settings) == 0
    for row in messages(desk.settings):
        assert (row.state, row.tries, row.refused) == ("gave up", 0, False)
        assert (row.why or "").startswith("The address ")
    assert desk.box.recipients == []
