"""Messages for tests: made, looked at, and brought forward in time."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import select, text

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Message
from indexer.notify.messages import new_mail, queue_mail


def write_to(settings: Settings, *addresses: str, subject: str = "Hello", words: str = "") -> None:
    """Queue a mail to each address."""
    with session_scope(settings.database_url) as session:
        for address in addresses:
            mail = new_mail(subject, words or "Some words")
            queue_mail(session, settings, "news", uuid4().hex, address, mail)


def messages(settings: Settings) -> list[Message]:
    """Return all messages, in their order."""
    with session_scope(settings.database_url) as session:
        return list(session.scalars(select(Message).order_by(Message.id)))


def later(settings: Settings, interval: str) -> None:
    """Have so much time gone by for what waits."""
    with session_scope(settings.database_url) as session:
        session.execute(
            text(
                "UPDATE message SET made_at = made_at - CAST(:by AS interval),"
                " due_at = due_at - CAST(:by AS interval),"
                " leased_until = leased_until - CAST(:by AS interval)"
                " WHERE body IS NOT NULL"
            ),
            {"by": interval},
        )
