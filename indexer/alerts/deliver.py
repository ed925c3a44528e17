"""Sends the messages that are due: mail once, webhooks until accepted or out of retries."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import orjson
from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from indexer.alerts.message import DUE, Notice, queue
from indexer.alerts.post import PostError, post
from indexer.db import may_rest, session_scope
from indexer.mail import new_message, send, site
from indexer.models import AlertMessage
from indexer.settings import Settings

MOST_AT_ONCE = 3  # both ways take up to five seconds, and the queue's other jobs wait
MOST_TRIES = 10  # over about a day
LONGEST_PAUSE = timedelta(hours=6)
KEPT = timedelta(days=90)


def deliver(settings: Settings, now: datetime | None = None) -> int:
    """Send what is due; return how many messages were tried."""
    tried = 0
    while tried < MOST_AT_ONCE and _next(settings, now or datetime.now(UTC), None):
        tried += 1
    return tried


def queue_test(settings: Settings) -> AlertMessage:
    """Send a message that says that alerts arrive, at once; return its row with what became of it.

    It is not tried again.
    """
    subject = "Winkel: this is a test"
    body = f"Alerts of {site(settings)} arrive here.\n"
    with session_scope(settings.database_url) as session:
        payload = {"event": "test", "url": site(settings)}
        message_id = queue(session, settings, Notice("test", subject, body, payload))
    _next(settings, datetime.now(UTC), message_id)
    with session_scope(settings.database_url) as session:
        message = session.get_one(AlertMessage, message_id)
        if message.webhook_state == DUE:
            message.webhook_state = "failed"
        return message


def forget_old(session: Session, now: datetime) -> None:
    """Delete old messages."""
    session.execute(delete(AlertMessage).where(AlertMessage.created_at < now - KEPT))


def _next(settings: Settings, now: datetime, message_id: int | None) -> bool:
    """Send one message; False where none is due. A row that another process sends is left to it."""
    with session_scope(settings.database_url) as session:
        may_rest(session)
        due = select(AlertMessage).where(
            or_(
                AlertMessage.mail_state == DUE,
                (AlertMessage.webhook_state == DUE)
                & (AlertMessage.next_try_at.is_(None) | (AlertMessage.next_try_at <= now)),
            )
        )
        if message_id is not None:
            due = due.where(AlertMessage.id == message_id)
        message = session.scalars(
            due.order_by(AlertMessage.id).limit(1).with_for_update(skip_locked=True)
        ).first()
        if message is None:
            return False
        if message.mail_state == DUE:
            _mail(message, settings)
        if message.webhook_state == DUE:
            _webhook(message, settings, now)
        return True


def _mail(message: AlertMessage, settings: Settings) -> None:
    """Send the mail; "kept" where the server did not take it: it waits."""
    if not settings.alert_mail:
        message.mail_state = "off"
        return
    message.mail_error = send(_as_mail(message, settings), settings)
    message.mail_state = "sent" if message.mail_error is None else "kept"


def _as_mail(message: AlertMessage, settings: Settings) -> EmailMessage:
    mail = new_message()
    mail["Subject"] = message.subject
    mail["To"] = settings.alert_mail
    mail.set_content(message.body)
    return mail


def _webhook(message: AlertMessage, settings: Settings, now: datetime) -> None:
    if not settings.alert_webhook_url:
        message.webhook_state = "off"
        return
    body = orjson.dumps(message.payload | {"id": message.id, "subject": message.subject})
    try:
        post(
            settings.alert_webhook_url,
            body,
            delivery_id=f"msg_{message.id}",
            secret=settings.alert_webhook_secret,
            allow_loopback=settings.loopback(),
        )
    except PostError as error:
        message.webhook_tries += 1
        message.webhook_error = str(error)
        message.next_try_at = now + min(timedelta(minutes=2**message.webhook_tries), LONGEST_PAUSE)
        if message.webhook_tries >= MOST_TRIES:
            message.webhook_state = "failed"
    else:
        message.webhook_state, message.webhook_error = "sent", None
