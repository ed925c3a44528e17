"""Fault 49: mail servers with and without STARTTLS, and with wrong certificates; real servers."""

from __future__ import annotations

import base64
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app import create_app
from indexer.core.settings import Settings
from indexer.notify.sender import send_due
from tests.support.authority import Certificate, certificate
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import later, messages, write_to
from tests.support.proxy import Wire

SECRET = "hush-9"
LOGIN = f"winkel:{SECRET}@"
TEXT = "the words of the mail"
# What must never be seen in clear: the dialogue of a log-in and of a mail, and their contents.
CLEAR = (b"AUTH", b"MAIL FROM", b"DATA", SECRET.encode(), b"thandi", TEXT.encode())
SUBSCRIBE = "/api/subscriptions/subscribeToNewsletter"


@dataclass(frozen=True, slots=True)
class Post:
    """A mail server behind a wire that hears all that is sent to it."""

    box: Mailbox
    wire: Wire
    settings: Settings

    def send(self) -> str | None:
        """Write a mail and do what the worker does; return why it waits."""
        write_to(self.settings, "thandi@example.org", words=TEXT)
        send_due(self.settings)
        return messages(self.settings)[-1].why

    def kept(self) -> list[bytes]:
        return [one.body for one in messages(self.settings) if one.body is not None]

    def told(self) -> tuple[int, str]:
        """Return what operators read beside their alerts: how many mails wait, and why."""
        client = create_app(self.settings.but(operator_open=True)).test_client()
        told = client.get("/api/scraper/alerts").get_json()
        return told["mailsWaiting"], told["mailError"] or ""

    def heard(self) -> bytes:
        log_in = base64.b64encode(f"\0winkel\0{SECRET}".encode())
        return self.wire.heard.replace(log_in, SECRET.encode())


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return certificate(tmp_path_factory.mktemp("authority"), "authority.example")


@pytest.fixture
def good(authority: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """The certificate of localhost, by an authority of our own that SSL_CERT_FILE names."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.cert))
    return certificate(tmp_path, "localhost", authority)


@pytest.fixture
def elsewhere(good: Certificate, authority: Certificate, tmp_path: Path) -> Certificate:
    """Another host's certificate, by the same authority."""
    assert good
    return certificate(tmp_path, "mail.example", authority)


Served = Callable[..., AbstractContextManager[Post]]


@pytest.fixture
def serve(settings: Settings, clean_database: str) -> Served:
    @contextmanager
    def served(
        login: str = "", starttls: ssl.SSLContext | None = None, tls: ssl.SSLContext | None = None
    ) -> Iterator[Post]:
        with (
            smtp_server(starttls, tls) as (box, address),
            Wire("127.0.0.1", urlsplit(address).port or 0) as wire,
        ):
            own = settings.but(
                smtp_url=f"{'smtps' if tls else 'smtp'}://{login}localhost:{wire.port}",
                alert_mail="ops@example.org",
            )
            yield Post(box, wire, own)

    return served


def waits(post: Post, *words: str) -> None:
    """The mail is kept, nothing went in clear, and the operator reads why."""
    why = post.send() or ""
    later(post.settings, "10 min")
    assert send_due(post.settings) == 0
    assert (post.box.mails, post.box.logins) == ([], [])
    assert [word for word in CLEAR if word in post.heard()] == []
    (kept,) = post.kept()
    assert TEXT.encode() in kept
    assert post.told() == (1, why)
    for word in ("SMTP_URL", "localhost", *words):
        assert word in why
    assert SECRET not in why


@pytest.mark.parametrize("login", ["", LOGIN])
def test_fault_49_a_server_with_starttls_gets_log_in_and_mail_encrypted_alone(
    serve: Served, good: Certificate, login: str
) -> None:
    with serve(login, starttls=good.context()) as post:
        assert post.send() is None
        assert TEXT in post.box.newest().get_content()
        assert post.box.logins == ([(b"winkel", SECRET.encode())] if login else [])
        assert b"STARTTLS" in post.heard()
        assert [word for word in CLEAR if word in post.heard()] == []
        assert (post.kept(), post.told()) == ([], (0, ""))


def test_fault_49_a_server_of_tls_alone_gets_the_mail(serve: Served, good: Certificate) -> None:
    with serve(LOGIN, tls=good.context()) as post:
        assert post.send() is None
        assert TEXT in post.box.newest().get_content()
        assert [word for word in CLEAR if word in post.heard()] == []


def test_fault_49_no_password_goes_to_a_server_without_starttls(serve: Served) -> None:
    with serve(LOGIN) as post:
        waits(post, "offers no STARTTLS", "smtps://")


@pytest.mark.parametrize(("login", "how"), [("", "starttls"), (LOGIN, "tls")])
def test_fault_49_a_certificate_that_nobody_knows_gets_nothing(
    serve: Served, tmp_path: Path, login: str, how: str
) -> None:
    own = certificate(tmp_path, "localhost")
    with serve(login, **{how: own.context()}) as post:
        waits(post, "certificate is not accepted (self-signed certificate)", "SSL_CERT_FILE")


@pytest.mark.parametrize(("login", "how"), [("", "starttls"), (LOGIN, "tls")])
def test_fault_49_another_hosts_certificate_gets_nothing(
    serve: Served, elsewhere: Certificate, login: str, how: str
) -> None:
    with serve(login, **{how: elsewhere.context()}) as post:
        waits(post, "certificate is not valid for 'localhost'", "Name the host")


def test_fault_49_a_relay_on_this_machine_gets_mail_without_tls(serve: Served) -> None:
    with serve() as post:
        assert post.send() is None
        assert TEXT in post.box.newest().get_content()


def test_fault_49_alerts_and_visitors_mails_wait_alike_and_the_operator_reads_why(
    serve: Served,
) -> None:
    with serve(LOGIN) as post:
        client = create_app(post.settings.but(operator_open=True)).test_client()
        (tested,) = client.post("/api/scraper/alerts/test", json={}).get_json()
        assert (tested["state"], tested["recipient"]) == ("waiting", "ops@example.org")
        said = client.post(SUBSCRIBE, json={"email": "thandi@example.org"}).get_json()["message"]
        assert "that we send you" in said
        send_due(post.settings)
        told = client.get("/api/scraper/alerts").get_json()
        assert "SMTP_URL: localhost:" in told["mailError"]
        assert (told["mailsWaiting"], told["messages"][0]["why"]) == (2, told["mailError"])
        said = client.post(SUBSCRIBE, json={"email": "kim@example.org"}).get_json()["message"]
        assert "noted" in said
        assert [word for word in CLEAR if word in post.heard()] == []
