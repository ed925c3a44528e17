"""Messages are made here: a row each, in the transaction that makes them true."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4
from zoneinfo import ZoneInfo

import orjson
from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    select_autoescape,
)
from sqlalchemy import ColumnElement, Row, delete, exists, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.catalogue.prices import COUNTING
from indexer.catalogue.rates import Rates, format_amount, rates_in_force
from indexer.core.bad_items import each
from indexer.core.db import session_scope
from indexer.core.mail_addresses import AddressError, recipient, sender
from indexer.core.settings import SCHEDULE_ZONE, Settings
from indexer.models import Message, NewsletterSubscription, VisitorAlertAddress, VisitorAlertReading
from indexer.models.message import ALERTS_CROSSED, CHAT, MAIL, NEWSLETTER, WEBHOOK
from indexer.models.visitor_alert import OF_SEARCHES
from indexer.notify.post import chats
from scrapers.wording import one_line

FALLBACK_URL = "http://127.0.0.1:8000"  # where PUBLIC_URL is not set
MOST_WORDS = 600  # characters of what somebody else wrote
LONGEST_LINE = 900  # as it is: RFC 5322 takes 998
# A header with an address of ours is one word: folded at 78 characters it came out RFC
# 2047-encoded, and no mailbox provider found the way to unsubscribe.
POLICY = SMTP.clone(max_line_length=998)
_FOLDERS = [Path(__file__).with_name("templates") / name for name in ("operators", "visitors")]
# Whatever is rendered of them goes to operators; the others to visitors.
OPERATOR_KINDS = tuple(sorted(file.stem for file in _FOLDERS[0].glob("*.txt")))


def site(settings: Settings) -> str:
    return settings.public_url or FALLBACK_URL


def line(text: str, most: int = MOST_WORDS) -> str:
    """Return words on one line, cut to `most` characters."""
    words = one_line(text)
    return words if len(words) <= most else f"{words[: most - 1]}…"


_TEMPLATES = Environment(
    loader=FileSystemLoader(_FOLDERS),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_TEMPLATES.filters |= {
    "begin_small": lambda name: name[:1].lower() + name[1:],
    "day": lambda day: f"{date.fromisoformat(day):%d %b %Y}",
    "line": line,
    "money": format_amount,
    "time": lambda at, zone: f"{datetime.fromisoformat(at).astimezone(zone):%d %b %Y %H:%M}",
}


def words(name: str, facts: Mapping[str, Any]) -> str:
    """Return a part of a message on one line."""
    return _TEMPLATES.get_template(f"{name}.txt").render(facts).strip()


def render(settings: Settings, kind: str, facts: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return subject, text and HTML of a kind's message; no HTML where its kind has none."""
    name = kind.replace(" ", "_")
    zone = ZoneInfo(settings.schedule_timezone)
    known = {"base": site(settings), "zone": zone, **facts}
    subject, _, text = _TEMPLATES.get_template(f"{name}.txt").render(known).partition("\n\n")
    known["subject"] = subject = " ".join(subject.split())
    try:
        html = _TEMPLATES.get_template(f"{name}.html").render(known)
    except TemplateNotFound:
        html = ""
    return subject, text.strip("\n") + "\n", html


def mail_of(settings: Settings, kind: str, facts: Mapping[str, Any]) -> EmailMessage:
    """Return the mail of a kind; one click at the facts' `leave` leaves."""
    return new_mail(*render(settings, kind, facts), facts.get("leave", ""))


def new_mail(subject: str, text: str, html: str = "", leave: str = "") -> EmailMessage:
    """Return a mail, which one click at the address `leave` leaves (RFC 8058)."""
    mail = EmailMessage(policy=POLICY)
    mail["Subject"] = subject
    if leave:
        mail["List-Unsubscribe"] = f"<{leave}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    is_plain = text.isascii() and max(map(len, text.splitlines())) < LONGEST_LINE
    mail.set_content(text, cte="7bit" if is_plain else "quoted-printable")
    if html:
        mail.add_alternative(html, subtype="html", cte="quoted-printable")
    return mail


CONFIRMATION_EVERY = timedelta(hours=1)  # to one address, of one kind
LATE = timedelta(minutes=1)  # a mail that was due so long ago: nobody sends
MOST_REFUSALS = 3  # of one address, since it last took a mail: it gets no more
NO_SERVER = "SMTP_URL is not set"


def queue_mail(  # noqa: PLR0913, PLR0917 - a mail's parts
    session: Session,
    settings: Settings,
    kind: str,
    key: str,
    to: str,
    mail: EmailMessage,
    due: datetime | None = None,
) -> int | None:
    """Keep a mail with a subject and text for the sender; return its id, None for a second `key`.

    `due`: when it may leave; None: now.

    An address that cannot be written to gets none, and the row has the reason.
    """
    domain = urlsplit(settings.public_url).hostname or "localhost"
    message_id = f"<{uuid4().hex}@{domain}>"
    row = _row(kind, MAIL, f"{key}:{to}", message_id, mail["Subject"])
    row |= {"due_at": due} if due else {}
    try:
        found = recipient(to, within=True)
    except AddressError as error:
        failed = {"recipient": to, "gave_up_at": func.now(), "why": f"The address {error}"}
        return _insert(session, row | failed)
    mail["From"], mail["To"] = sender(settings.mail_from), found.header
    mail["Date"], mail["Message-ID"] = format_datetime(datetime.now(UTC)), message_id
    mail["Auto-Submitted"] = "auto-generated"
    body = mail.as_bytes(policy=POLICY.clone(utf8=found.needs_utf8))
    return _insert(session, row | {"recipient": found.smtp, "body": body})


def notifies_operators(settings: Settings) -> bool:
    """Return True if there is a recipient."""
    return bool(settings.alert_mail or settings.alert_webhook_url or settings.alert_chats)


def notify_operators(
    session: Session, settings: Settings, kind: str, key: str, facts: Mapping[str, Any]
) -> list[int]:
    """Keep a message for each way to operators; return the ids, none for a second `key`.

    People read what the kind's template makes of the facts; the webhook gets the facts.
    """
    subject, text, html = render(settings, kind, facts)
    ids = []
    for address in settings.alert_mail.split(", ") if settings.alert_mail else ():
        mail = new_mail(subject, text, html)
        ids.append(queue_mail(session, settings, kind, key, address, mail))
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


def _insert(session: Session, row: dict[str, Any]) -> int | None:
    return session.scalar(
        insert(Message).values(row).on_conflict_do_nothing().returning(Message.id)
    )


def queue_confirmation(
    session: Session, settings: Settings, kind: str, to: str, facts: Mapping[str, Any]
) -> None:
    """Keep a mail that has an address's owner confirm the request: one an hour at most.

    A second request gets none while the link of the first, with the facts' `token`, is good.
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
    queue_mail(session, settings, kind, key, to, mail, max(due, default=None))


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


def mails(settings: Settings) -> dict[str, Any]:
    """Return how many mails wait, how many were given up, and why the last of each was, as far back
    as rows are kept.
    """
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
    return {
        "mails_waiting": count,
        "mail_error": why,
        "mails_given_up": given_up,
        "given_up_error": given_up_why,
    }


def goes_out(session: Session, settings: Settings) -> bool:
    """Return True if mails arrive as far as is known: a server is set, takes mail, and is used.

    What one address's own server does is not looked at: the answer is everybody's.
    """
    waits = (Message.channel == MAIL) & Message.body.is_not(None)
    held = (Message.tries == 0) & Message.why.is_not(None)
    late = (Message.due_at < func.now() - LATE) & Message.leased_until.is_(None)
    stuck = session.scalar(select(exists().where(waits, held | late)))
    return bool(settings.smtp_url) and not stuck


DAILY_HOUR = 7  # in the shop's zone: when those get theirs who want one mail a day, or a week
NAMED = 5  # products of a search that a mail names
ZONE = ZoneInfo(SCHEDULE_ZONE)
MOST_LINES = 50  # of one mail
MOST_FOUND = 100  # new products of one run that are looked at for a search

# A crossing of a run that no longer counts is none, nor is one of a product that was taken down.
_UNTOLD = """
  FROM price_alert_reading k
  JOIN price_alert a ON a.id = k.alert_id AND a.confirmed_at IS NOT NULL
  LEFT JOIN scrape_run r ON r.id = k.run_id
  LEFT JOIN product p  -- of an alert at any store that which it was read of
    ON p.id = CASE WHEN a.anywhere THEN coalesce(k.product_ids[1], a.product_id)
                   ELSE a.product_id END
  LEFT JOIN brand s ON s.id = p.brand_id
 WHERE k.crossed AND k.mailed_at IS NULL AND coalesce(a.snoozed_until <= :now, true)
   AND (r.id IS NULL OR coalesce(r.result = ANY(:counting), false))
   AND (p.id IS NULL OR NOT p.blocked AND s.is_active)
"""
_DUE = text(f"""
SELECT w.id FROM price_alert_address w
 WHERE (NOT w.daily
        OR :daily AND coalesce(w.mailed_at NOT BETWEEN :day AND :day + interval '1 day', true))
   AND (NOT w.weekly
        OR coalesce(w.mailed_at, w.created_at) NOT BETWEEN :week AND :week + interval '7 days')
   AND w.id IN (SELECT a.address_id {_UNTOLD})
 ORDER BY w.mailed_at NULLS FIRST, w.id
""")  # noqa: S608 - words of our own
_LINES = text(f"""
SELECT k.id, k.alert_id, k.price, k.was, k.base, k.currency AS paid_in, k.found,
       k.product_ids, a.kind, a.name, a.search, a.amount, a.percent,
       a.size, a.currency, p.id AS product_id,
       p.name AS product, s.name AS store, p.currency AS now_in,
       nullif(p.price, 0) AS now, p.sold_out OR p.gone_at IS NOT NULL AS away
{_UNTOLD} AND a.address_id = :id ORDER BY k.id FOR UPDATE OF k
""")
_NAMES = text("""
SELECT id, name FROM product WHERE id = ANY(CAST(:ids AS bigint[])) AND NOT blocked
""")


def reader(settings: Settings, token: str, alert_id: int | None = None) -> dict[str, Any]:
    """Return where who has an address's token sees its alerts, and deletes one or all by a click.

    What follows # reaches no server and no log.
    """
    base, own = site(settings), quote(token)
    one = "" if alert_id is None else f"/{alert_id}"
    return {
        "page": f"{base}/favourites#alerts={own}",
        "leave": f"{base}/api/subscriptions/leave/{own}/alerts{one}",
        "leaving": "Delete all of them" if alert_id is None else "Delete this alert",
    }


def mail_crossings(settings: Settings, now: datetime | None = None) -> int:
    """Keep mails of what has crossed and is due at `now`; return how many."""
    moment = now or datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        due, rates = _due(session, moment), rates_in_force(session)

    def make(address_id: int) -> bool:
        with session_scope(settings.database_url) as session:
            return _queue_crossings(session, settings, address_id, rates, moment)

    return sum(each(due, make, "address {}".format))


def _due(session: Session, now: datetime) -> Sequence[int]:
    local = now.astimezone(ZONE)
    day = local.replace(hour=0, minute=0, second=0, microsecond=0)
    values = {"counting": list(COUNTING), "now": now}
    values |= {"day": day, "daily": local.hour >= DAILY_HOUR}
    return session.scalars(_DUE, values | {"week": _monday(local)}).all()


def _monday(local: datetime) -> datetime:
    passed = local - timedelta(hours=DAILY_HOUR)
    day = passed - timedelta(days=passed.weekday())
    return day.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)


def _queue_crossings(
    session: Session, settings: Settings, address_id: int, rates: Rates, now: datetime
) -> bool:
    """Keep the mail of an address's crossings, which it reports; False where another does."""
    address = session.scalars(
        select(VisitorAlertAddress)
        .where(VisitorAlertAddress.id == address_id)
        .with_for_update(skip_locked=True)
    ).one_or_none()
    if address is None:
        return False
    values = {"id": address.id, "counting": list(COUNTING), "now": now}
    rows = session.execute(_LINES, values).all()
    if not rows:
        return False
    names = _names(session, rows)
    mailed = update(VisitorAlertReading).where(VisitorAlertReading.id.in_([row.id for row in rows]))
    session.execute(mailed.values(mailed_at=now))
    address.mailed_at = now
    alerts = {row.alert_id for row in rows}
    facts = reader(settings, address.token, alerts.pop() if len(alerts) == 1 else None)
    facts |= {"lines": [_line(row, names, rates) for row in rows[:MOST_LINES]], "total": len(rows)}
    mail = mail_of(settings, ALERTS_CROSSED, facts)
    key = f"crossed:{address.id}:{rows[-1].id}"
    queue_mail(session, settings, ALERTS_CROSSED, key, address.email, mail)
    return True


def _names(session: Session, rows: Sequence[Row[Any]]) -> Mapping[int, str]:
    ids = [id_ for row in rows for id_ in row.product_ids[:NAMED]]
    return dict(session.execute(_NAMES, {"ids": ids}).all()) if ids else {}


def _line(row: Row[Any], names: Mapping[int, str], rates: Rates) -> dict[str, str]:
    """Return a crossing's part of the mail: a name, a path of the site, a sentence."""

    def paid(amount: Decimal | None, currency: str | None) -> str | None:
        if amount is None or currency is None or not rates.has_rate(currency):
            return None
        return rates.text(amount, currency, row.currency)

    price, original = paid(row.price, row.paid_in), ""
    if price and row.paid_in != row.currency:
        original = f" ({format_amount(row.price, row.paid_in)})"
    amounts = {
        "price": price,
        "in_store_currency": original,
        "was": paid(row.was, row.paid_in),
        "base": paid(row.base, row.paid_in),
        "now": paid(row.now, row.now_in),
        "names": [names[id_] for id_ in row.product_ids[:NAMED] if id_ in names],
    }
    is_search = row.kind in OF_SEARCHES
    # The page sees by #alert that a mail led to it.
    path = f"/{row.search}" if is_search else f"/product/{row.product_id}#alert"
    facts = {**row._mapping, **amounts, "most_found": MOST_FOUND}
    name = row.name if is_search else f"{row.product}, size {row.size}" if row.size else row.product
    return {"name": name, "path": path, "words": words("crossing", facts)}


def subscribe(session: Session, settings: Settings, email: str) -> None:
    """Keep an address, and its confirmation mail; nothing where that has confirmed."""
    row = session.scalars(
        insert(NewsletterSubscription)
        .values(email=email, token=secrets.token_urlsafe(32))
        .on_conflict_do_update(
            index_elements=[func.lower(NewsletterSubscription.email)],
            set_={"email": NewsletterSubscription.email},  # locks the row that is there
        )
        .returning(NewsletterSubscription)
    ).one()
    if row.confirmed_at is not None and row.left_at is None:
        return
    if row.left_at is not None:
        row.confirmed_at, row.left_at = None, None
        row.token = secrets.token_urlsafe(32)
    leave = f"{site(settings)}/api/subscriptions/leave/{row.token}"
    facts = {"token": row.token, "leave": leave}
    queue_confirmation(session, settings, NEWSLETTER, email, facts)


def by_token(session: Session, token: str) -> NewsletterSubscription | None:
    """Return the address of a token, locked."""
    known = NewsletterSubscription.token == token.replace("\x00", "")
    return session.scalar(select(NewsletterSubscription).where(known).with_for_update())
