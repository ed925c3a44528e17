"""Mail: sent at once, otherwise kept in PostgreSQL until the server of SMTP_URL takes it.

What waits is sent by whichever worker comes to it first, and by one alone: its row is locked
meanwhile. Only where that worker dies between the server's yes and its own note of it does the mail
leave twice, with the same Message-ID.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from functools import partial
from urllib.parse import urlsplit

from sqlalchemy import delete, func, select

from indexer.db import may_rest, session_scope
from indexer.models import WaitingMail
from indexer.settings import Settings
from indexer.smtp import Deliver, MailError, UnusableServerError, deliver, delivery

log = logging.getLogger(__name__)

FALLBACK_URL = "http://127.0.0.1:8000"  # where PUBLIC_URL is not set
# A header with an address of ours is one word: folded at 78 characters it came out RFC
# 2047-encoded, and no mailbox provider found the way to unsubscribe.
POLICY = SMTP.clone(max_line_length=998)


def site(settings: Settings) -> str:
    """Return the site's address for links."""
    return settings.public_url or FALLBACK_URL


def new_message() -> EmailMessage:
    """Return an empty mail whose headers are written in one line."""
    return EmailMessage(policy=POLICY)


def leavable(email: str, subject: str, leave: str) -> EmailMessage:
    """Return an empty mail that is left with one click at the address `leave` (RFC 8058)."""
    message = new_message()
    message["Subject"] = subject
    message["To"] = email
    message["List-Unsubscribe"] = f"<{leave}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def send(
    message: EmailMessage, settings: Settings, deliver_one: Deliver | None = None
) -> str | None:
    """Send a mail and return None, or keep it and return why it waits.

    `deliver_one` has a connection for many (`delivery`).
    """
    message["From"] = settings.mail_from
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=urlsplit(settings.public_url).hostname or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    try:
        (deliver_one or partial(deliver, settings.smtp_url))(message)
    except MailError as error:
        why = str(error)
        log.warning("A mail waits: %s", why)
        with session_scope(settings.database_url) as session:
            session.add(WaitingMail(message=message.as_bytes(), why=why))
        return why
    return None


def goes_out(settings: Settings) -> bool:
    """Return True if mails arrive as far as is known: a server is set, and none waits for it."""
    return bool(settings.smtp_url) and not waiting(settings).count


def send_waiting(settings: Settings) -> int:
    """Send the mails that wait, each tried once; return how many were sent.

    What waits longer than the newsletter's retention, and a day, is deleted unsent, and logged.
    """
    kept = timedelta(days=max(1, settings.newsletter_retention_days))
    old = delete(WaitingMail).where(WaitingMail.created_at < func.now() - kept)
    with session_scope(settings.database_url) as session:
        if gone := len(session.execute(old.returning(WaitingMail.id)).all()):
            log.error("%d mail%s that could not be sent: deleted", gone, "s" * (gone > 1))
        begun = session.scalars(select(func.clock_timestamp())).one()
    sent = 0
    with delivery(settings.smtp_url) as deliver_one:
        while (is_sent := _send_next(settings, begun, deliver_one)) is not None:
            sent += is_sent
    return sent


def _send_next(settings: Settings, begun: datetime, deliver_one: Deliver) -> bool | None:
    """Try one mail that was not tried since; None where none is left, or the server takes none."""
    with session_scope(settings.database_url) as session:
        may_rest(session)
        mail = session.scalars(
            select(WaitingMail)
            .where(WaitingMail.tried_at < begun)
            .order_by(WaitingMail.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        ).first()
        if mail is None:
            return None
        try:
            deliver_one(message_from_bytes(mail.message, policy=POLICY))
        except MailError as error:
            mail.why = str(error)
            mail.tried_at = session.scalars(select(func.clock_timestamp())).one()
            log.warning("A mail waits: %s", error)
            # The others would wait for a server that takes none as long, each.
            return None if isinstance(error, UnusableServerError) else False
        session.delete(mail)
        return True


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many mails wait, and why the last try failed."""

    count: int
    why: str | None


def waiting(settings: Settings) -> Waiting:
    """Return which mails wait."""
    last = select(WaitingMail.why).order_by(WaitingMail.tried_at.desc()).limit(1)
    count = select(func.count()).select_from(WaitingMail)
    with session_scope(settings.database_url) as session:
        return Waiting(
            *session.execute(select(count.scalar_subquery(), last.scalar_subquery())).one()
        )
