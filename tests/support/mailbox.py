"""A real SMTP server for tests."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Mailbox:
    """An SMTP handler that keeps mails, or refuses them."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.refuses = False

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self.refuses:
            return "451 Try again later"
        assert isinstance(envelope.content, bytes)
        self.mails.append(envelope.content)
        return "250 OK"

    def newest(self) -> EmailMessage:
        return self.read(-1)

    def read(self, place: int) -> EmailMessage:
        return message_from_bytes(self.mails[place], policy=default)


@contextmanager
def smtp_server() -> Iterator[tuple[Mailbox, str]]:
    """Run an SMTP server on loopback; yields its mailbox and its address."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
