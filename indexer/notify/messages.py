"""Messages are made here: a row each, in the transaction that makes them true."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import orjson
from sqlalchemy import ColumnElement, delete, exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.mail_addresses import AddressError, recipient, sender
from indexer.core.settings import Settings
from indexer.models import Message
from indexer.models.message import CHAT, MAIL, WEBHOOK
from indexer.notify.post import chats
from indexer.notify.templates import POLICY, mail_of, new_mail, render

CONFIRMATION_EVERY = timedelta(hours=1)  # to one address, of one kind
LATE = timedelta(minutes=1)  # a mail that was due so long ago: nobody sends
MOST_REFUSALS = 3  # of one address, since it last took a mail: it gets no more
NO_SERVER = "SMTP_URL is not set"


@dataclass(frozen=True, slots=True)
class NewMail:
    """A mail to one address: what it is said once by, and when it may leave (None: now)."""

    kind: str
    key: str
    to: str
    mail: EmailMessage
    due: datetime | None = None


def queue_mail(session: Session, settings: Settings, new: NewMail) -> int | None:
    """Keep a mail with a subject and text for the sender; return its id, None for a second `key`.

    An address that cannot be written to gets none, and the row says why.
    """
    domain = urlsplit(settings.public_url).hostname or "localhost"
    mail, message_id = new.mail, f"<{uuid4().hex}@{domain}>"
    row = _row(new.kind, MAIL, f"{new.key}:{new.to}", message_id, mail["Subject"])
    row |= {"due_at": new.due} if new.due else {}
    try:
        found = recipient(new.to, within=True)
    except AddressError as error:
        return _insert(session, row | {"recipient": new.to} | _given_up(str(error)))
    mail["From"], mail["To"] = sender(settings.mail_from), found.header
    mail["Date"], mail["Message-ID"] = format_datetime(datetime.now(UTC)), message_id
    mail["Auto-Submitted"] = "auto-generated"
    body = mail.as_bytes(policy=POLICY.clone(utf8=found.needs_utf8))
    return _insert(session, row | {"recipient": found.smtp, "body": body})


def tells_operators(settings: Settings) -> bool:
    """Return True if there is anybody who is told."""
    return bool(settings.alert_mail or settings.alert_webhook_url or settings.alert_chats)


def tell_operators(
    session: Session, settings: Settings, kind: str, key: str, facts: Mapping[str, Any]
) -> list[int]:
    """Keep a message for each way to operators; return the ids, none for a second `key`.

    People read what the kind's template makes of the facts; the webhook gets the facts.
    """
    subject, text, html = render(settings, kind, facts)
    ids = []
    for address in settings.alert_mail.split(", ") if settings.alert_mail else ():
        mail = NewMail(kind, key, address, new_mail(subject, text, html))
        ids.append(queue_mail(session, settings, mail))
    if settings.alert_webhook_url:
        own = f"msg_{uuid4().hex}"
        row = _row(kind, WEBHOOK, f"{key}:{WEBHOOK}", own, subject)
        body = orjson.dumps({**facts, "id": own, "subject": subject})
        ids.append(_insert(session, row | {"body": body}))
    for name in chats(settings.alert_chats):
        own = f"msg_{uuid4().hex}"
        row = _row(kind, CHAT, f"{key}:{name}", own, subject)
        ids.append(_insert(session, row | {"recipient": name, "body": text.encode()}))
    return [id_ for id_ in ids if id_ is not None]


def _row(kind: str, channel: str, key: str, message_id: str, subject: str) -> dict[str, Any]:
    row = {"kind": kind, "channel": channel, "key": key, "message_id": message_id}
    return row | {"subject": str(subject)}


def _given_up(why: str) -> dict[str, Any]:
    return {"gave_up_at": func.now(), "why": f"The address {why}"}


def _insert(session: Session, row: dict[str, Any]) -> int | None:
    return session.scalar(
        insert(Message).values(row).on_conflict_do_nothing().returning(Message.id)
    )


def ask_to_confirm(
    session: Session, settings: Settings, kind: str, to: str, facts: Mapping[str, Any]
) -> None:
    """Keep a mail that asks an address whether it is its owner who asks: one an hour at most.

    Who asks again gets no second one while the link of the first, with the facts' `token`, is good.
    After its rows were deleted the link is another one: the mail leaves when the hour is over.
    Whoever calls has locked the address's own row.
    """
    every = CONFIRMATION_EVERY if settings.rate_limits else timedelta(0)
    ended = func.coalesce(Message.sent_at, Message.gave_up_at)
    found = select(Message, func.now()).where(
        _of(to, [kind]), or_(ended.is_(None), ended > func.now() - every)
    )
    link = f"{kind}:{hashlib.sha256(facts['token'].encode()).hexdigest()}"
    due: list[datetime] = []
    for row, now in session.execute(found.with_for_update(of=Message)):
        if row.key.startswith(link):
            return
        if row.body is not None and row.leased_until is None:
            due.append(row.due_at)
            session.delete(row)
        else:
            due.append((row.sent_at or row.gave_up_at or now) + every)
    session.flush()
    mail, key = mail_of(settings, kind, facts), f"{link}:{uuid4().hex}"
    new = NewMail(kind, key, to, mail, max(due, default=None))
    queue_mail(session, settings, new)


def drop_waiting(session: Session, to: str, kinds: Collection[str]) -> None:
    """Forget what waits for an address that is forgotten; what is being sent leaves."""
    waits = Message.body.is_not(None) & Message.leased_until.is_(None)
    session.execute(delete(Message).where(_of(to, kinds), waits))


def is_refused(session: Session, to: str) -> bool:
    """Return True if an address gets no more mail, as its server has refused it for good."""
    counted = session.scalar(text(f"SELECT {refusals(':to')}"), {"to": _smtp(to)})
    return (counted or 0) >= MOST_REFUSALS


def refusals(address: str) -> str:
    """Return SQL that counts how often an address was refused since it last took a mail."""
    return f"""(
SELECT count(*) FROM message r
 WHERE lower(r.recipient) = lower({address}) AND r.refused
   AND r.gave_up_at > coalesce((SELECT max(s.sent_at) FROM message s
                                 WHERE lower(s.recipient) = lower({address})), '-infinity'))"""  # noqa: S608


def _of(to: str, kinds: Collection[str]) -> ColumnElement[bool]:
    return Message.kind.in_(kinds) & (func.lower(Message.recipient) == func.lower(_smtp(to)))


def _smtp(to: str) -> str:
    try:
        return recipient(to, within=True).smtp
    except AddressError:
        return to


@dataclass(frozen=True, slots=True)
class Mails:
    """How many mails wait, how many were given up lately, and why the last of each was."""

    count: int
    why: str | None
    given_up: int
    given_up_why: str | None


def mails(settings: Settings) -> Mails:
    """Return how things stand with mails, as far back as rows are kept."""
    waits, gave_up = Message.body.is_not(None), Message.gave_up_at.is_not(None)
    of_mail = select(func.count()).where(Message.channel == MAIL)
    last = select(Message.why).where(Message.channel == MAIL).limit(1)
    tried = last.where(waits).order_by(Message.tried_at.desc().nulls_last())
    ended = last.where(gave_up).order_by(Message.gave_up_at.desc())
    parts = (of_mail.where(waits), tried, of_mail.where(gave_up), ended)
    with session_scope(settings.database_url) as session:
        count, why, given_up, given_up_why = session.execute(
            select(*(part.scalar_subquery() for part in parts))
        ).one()
    if count and not settings.smtp_url:
        why = NO_SERVER
    return Mails(count, why, given_up, given_up_why)


def goes_out(session: Session, settings: Settings) -> bool:
    """Return True if mails arrive as far as is known: a server is set, takes mail, and is used.

    What one address's own server does is not looked at: the answer is everybody's.
    """
    waits = (Message.channel == MAIL) & Message.body.is_not(None)
    held = (Message.tries == 0) & Message.why.is_not(None)
    late = (Message.due_at < func.now() - LATE) & Message.leased_until.is_(None)
    stuck = session.scalar(select(exists().where(waits, held | late)))
    return bool(settings.smtp_url) and not stuck
