"""Operators' chats: apprise, in its own process, over a real HTTP server that is a Mattermost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Message
from indexer.models.message import CHAT
from indexer.notify import post as chat
from indexer.notify.messages import notify_operators
from indexer.notify.sender import send_due
from tests.integration.watch.test_incidents import Hook, http_server
from tests.support.authority import certificate
from tests.support.messages import later, messages
from tests.support.saved_store import answering

TOKEN = "3ccdd113474722377935511fc85d3dd4"


@dataclass(frozen=True)
class Chat:
    settings: Settings
    hook: Hook
    name: str

    def write(self, **changes: object) -> Message:
        """Tell operators something and send what is due; return the chat's newest message."""
        own = self.settings.but(**changes)
        with session_scope(own.database_url) as session:
            facts = {"event": "test", "url": "https://winkel.example"}
            notify_operators(session, own, "test", "once", facts)
        send_due(own)
        return messages(own)[-1]


@pytest.fixture
def room(settings: Settings, clean_database: str) -> Iterator[Chat]:
    hook = Hook(200)
    with http_server(hook) as address:
        place = address.removeprefix("http://").partition("/")[0]
        url = f"mmost://{place}/{TOKEN}?redirect=yes&verify=no"
        own = settings.but(
            public_url="https://winkel.example", alert_chats=url, allow_loopback_stores=True
        )
        yield Chat(own.but(demo_stores_map=None), hook, chat.name_of(url))


def test_what_operators_hear_stands_in_their_chat_once(room: Chat) -> None:
    sent = room.write()
    assert (sent.channel, sent.recipient, sent.state, sent.body) == (CHAT, room.name, "sent", None)
    (event,) = room.hook.events()
    subject, text = event["text"].split("\n", 1)
    assert subject.strip() == "Winkel: this is a test"
    assert text.strip() == "Alerts of https://winkel.example arrive here."
    assert room.write().id == sent.id
    assert len(room.hook.got) == 1


def test_calls_name_a_chat_without_its_token(room: Chat) -> None:
    client = create_app(room.settings.but(operator_open=True)).test_client()
    (asked,) = client.post("/api/scraper/alerts/test", json={}).get_json()
    assert (asked["channel"], asked["recipient"]) == ("chat", room.name)
    told = client.get("/api/scraper/alerts").get_json()
    assert (told["off"], told["chats"]) == (None, [room.name])
    assert TOKEN not in json.dumps(told)


def test_a_chat_leads_nowhere_else(room: Chat) -> None:
    with http_server(elsewhere := Hook(200)) as address:
        room.hook.status, room.hook.headers = 307, (("Location", address),)
        assert room.write().state == "waiting"
    assert len(room.hook.got) == 1
    assert (elsewhere.got, elsewhere.asked) == ([], []), "no redirect is followed"


def test_a_certificate_is_verified_whatever_the_address_says(
    room: Chat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = certificate(tmp_path, "authority.example")
    own = certificate(tmp_path, "127.0.0.1", authority).context()
    with answering(room.hook.respond, own) as base:
        url = f"mmosts://{base.removeprefix('https://')}/{TOKEN}?verify=no"
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        assert room.write(alert_chats=url).state == "waiting"
        assert room.hook.got == []
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.cert))
        later(room.settings, "2 min")
        send_due(room.settings.but(alert_chats=url))
    assert messages(room.settings)[-1].state == "sent"


def test_a_chat_inside_the_network_is_never_called(room: Chat) -> None:
    assert "not a public address" in (room.write(allow_loopback_stores=False).why or "")
    assert room.hook.got == []


def test_apprise_knows_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://s3cret")
    known = chat._environment("discord://id/token", "http://127.0.0.1:1")
    assert "s3cret" not in str(known)
    assert known["https_proxy"] == known["http_proxy"] == "http://127.0.0.1:1"
