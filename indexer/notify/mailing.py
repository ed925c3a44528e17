"""Mails to visitors: alerts and the newsletter."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from sqlalchemy import Row, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.catalogue.rates import Rates, rates_in_force, written
from indexer.catalogue.readings import COUNTING
from indexer.core.apart import each
from indexer.core.db import session_scope
from indexer.core.settings import SCHEDULE_ZONE, Settings
from indexer.models import NewsletterSubscription, VisitorAlertAddress, VisitorAlertReading
from indexer.models.message import ALERTS_CROSSED, NEWSLETTER
from indexer.models.visitor_alert import OF_SEARCHES
from indexer.notify.messages import NewMail, ask_to_confirm, queue_mail
from indexer.notify.templates import mail_of, site, words

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
 WHERE k.crossed AND k.mailed_at IS NULL
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
            return _made(session, settings, address_id, rates, moment)

    return sum(each(due, make, "address {}".format))


def _due(session: Session, now: datetime) -> Sequence[int]:
    local = now.astimezone(ZONE)
    day = local.replace(hour=0, minute=0, second=0, microsecond=0)
    asked = {"counting": list(COUNTING), "day": day, "daily": local.hour >= DAILY_HOUR}
    return session.scalars(_DUE, asked | {"week": _monday(local)}).all()


def _monday(local: datetime) -> datetime:
    passed = local - timedelta(hours=DAILY_HOUR)
    day = passed - timedelta(days=passed.weekday())
    return day.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)


def _made(
    session: Session, settings: Settings, address_id: int, rates: Rates, now: datetime
) -> bool:
    """Keep the mail of an address's crossings, which are told by it; False where another does."""
    address = session.scalars(
        select(VisitorAlertAddress)
        .where(VisitorAlertAddress.id == address_id)
        .with_for_update(skip_locked=True)
    ).one_or_none()
    if address is None:
        return False
    rows = session.execute(_LINES, {"id": address.id, "counting": list(COUNTING)}).all()
    if not rows:
        return False
    names = _names(session, rows)
    told = update(VisitorAlertReading).where(VisitorAlertReading.id.in_([row.id for row in rows]))
    session.execute(told.values(mailed_at=now))
    address.mailed_at = now
    alerts = {row.alert_id for row in rows}
    facts = reader(settings, address.token, alerts.pop() if len(alerts) == 1 else None)
    facts |= {"lines": [_line(row, names, rates) for row in rows[:MOST_LINES]], "total": len(rows)}
    mail = mail_of(settings, ALERTS_CROSSED, facts)
    key = f"crossed:{address.id}:{rows[-1].id}"
    queue_mail(session, settings, NewMail(ALERTS_CROSSED, key, address.email, mail))
    return True


def _names(session: Session, rows: Sequence[Row[Any]]) -> Mapping[int, str]:
    ids = [id_ for row in rows for id_ in row.product_ids[:NAMED]]
    return dict(session.execute(_NAMES, {"ids": ids}).all()) if ids else {}


def _line(row: Row[Any], names: Mapping[int, str], rates: Rates) -> dict[str, str]:
    """Return what the mail says of a crossing: a name, a path of the site, a sentence."""

    def paid(amount: Decimal | None, currency: str | None) -> str | None:
        if amount is None or currency is None or not rates.knows(currency):
            return None
        return rates.text(amount, currency, row.currency)

    price, asked = paid(row.price, row.paid_in), ""
    if price and row.paid_in != row.currency:
        asked = f" ({written(row.price, row.paid_in)})"
    amounts = {
        "price": price,
        "asked": asked,
        "was": paid(row.was, row.paid_in),
        "base": paid(row.base, row.paid_in),
        "now": paid(row.now, row.now_in),
        "names": [names[id_] for id_ in row.product_ids[:NAMED] if id_ in names],
    }
    is_search = row.kind in OF_SEARCHES
    # The page tells by #alert that a mail led to it.
    path = f"/{row.search}" if is_search else f"/product/{row.product_id}#alert"
    facts = {**row._mapping, **amounts, "most_found": MOST_FOUND}
    name = row.name if is_search else f"{row.product}, size {row.size}" if row.size else row.product
    return {"name": name, "path": path, "words": words("crossing", facts)}


def subscribe(session: Session, settings: Settings, email: str) -> None:
    """Keep an address, and the mail that asks its owner; nothing where that has confirmed."""
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
    ask_to_confirm(session, settings, NEWSLETTER, email, facts)


def by_token(session: Session, token: str) -> NewsletterSubscription | None:
    """Return the address of a token, locked."""
    known = NewsletterSubscription.token == token.replace("\x00", "")
    return session.scalar(select(NewsletterSubscription).where(known).with_for_update())
