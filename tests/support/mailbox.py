"""A real SMTP server for tests."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from dev.ports import free_port


class Mailbox:
    """An SMTP handler that keeps mails, or refuses them, and who logged in."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.refuses = False
        self.logins: list[tuple[bytes, bytes]] = []
        self.connections: set[Any] = set()  # that brought mail
        self.hangs_up = False  # after each mail
        self.controller: Controller | None = None  # what serves it
        self.recipients: list[str] = []  # of the mails
        self.answers: dict[str, str] = {}  # to recipients, in the place of a yes

    async def handle_RSET(self, *_given: object) -> str:
        return "421 Too many" if self.hangs_up else "250 OK"

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.answers.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:
        self.connections.add(session.peer)
        if self.refuses:
            return "451 Try again later"
        assert isinstance(envelope.content, bytes)
        self.mails.append(envelope.content)
        self.recipients += envelope.rcpt_tos
        return "250 OK"

    def log_in(self, *given: Any) -> AuthResult:
        """Take every password but `wrong` (aiosmtpd's authenticator)."""
        login = given[-1]
        assert isinstance(login, LoginPassword)
        self.logins.append((login.login, login.password))
        return AuthResult(success=login.password != b"wrong", handled=False)

    def newest(self) -> EmailMessage:
        return self.read(-1)

    def read(self, place: int) -> EmailMessage:
        return message_from_bytes(self.mails[place], policy=default)


@contextmanager
def smtp_server(
    starttls: ssl.SSLContext | None = None,
    tls: ssl.SSLContext | None = None,
    host: str = "127.0.0.1",
    box: Mailbox | None = None,
    utf8: bool = False,
) -> Iterator[tuple[Mailbox, str]]:
    """Run an SMTP server, on loopback; yields its mailbox and its address.

    It asks for a password even in clear, as servers do that are set up badly.
    """
    box = box or Mailbox()
    port = free_port()
    controller = Controller(
        box,
        hostname=host,
        port=port,
        ssl_context=tls,
        tls_context=starttls,
        authenticator=box.log_in,
        auth_require_tls=False,
        enable_SMTPUTF8=utf8,
    )
    box.controller = controller
    controller.start()
    try:
        yield box, f"smtp://{host}:{port}"
    finally:
        controller.stop()
