"""Makes mails of what has crossed: one for all of an address, of each crossing once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, select, text, update
from sqlalchemy.orm import Session

from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.readings import COUNTING
from indexer.db import session_scope
from indexer.models import PriceAlertAddress, PriceAlertReading
from indexer.models.message import ALERTS_CROSSED
from indexer.models.price_alert import SEARCH
from indexer.notify.messages import NewMail, queue_mail, site
from indexer.price_alerts.letters import Crossed, Reader, crossed_line, crossed_mail
from indexer.settings import SCHEDULE_ZONE, Settings

DAILY_HOUR = 7  # in the shop's zone: when those get theirs who want one mail a day
ZONE = ZoneInfo(SCHEDULE_ZONE)

# A crossing of a run that no longer counts is none, nor is one of a product that was taken down.
_UNTOLD = """
  FROM price_alert_reading k
  JOIN price_alert a ON a.id = k.alert_id AND a.confirmed_at IS NOT NULL
  LEFT JOIN scrape_run r ON r.id = k.run_id
  LEFT JOIN product p ON p.id = a.product_id
  LEFT JOIN brand s ON s.id = p.brand_id
 WHERE k.crossed AND k.mailed_at IS NULL
   AND (r.id IS NULL OR coalesce(r.result = ANY(:counting), false))
   AND (p.id IS NULL OR NOT p.blocked AND s.is_active)
"""
_DUE = text(f"""
SELECT w.id FROM price_alert_address w
 WHERE (NOT w.daily OR :daily AND (w.mailed_at IS NULL OR w.mailed_at < :day))
   AND w.id IN (SELECT a.address_id {_UNTOLD})
 ORDER BY w.mailed_at NULLS FIRST, w.id
""")  # noqa: S608 - words of our own
_LINES = text(f"""
SELECT k.id, k.alert_id, k.price, k.was, k.currency AS paid_in, k.found, k.product_ids,
       a.kind, a.name, a.search, a.amount, a.currency, a.product_id,
       p.name AS product, s.name AS store, p.currency AS now_in,
       nullif(p.price, 0) AS now, p.sold_out OR p.gone_at IS NOT NULL AS away
{_UNTOLD} AND a.address_id = :id ORDER BY k.id FOR UPDATE OF k
""")
_NAMES = text("""
SELECT id, name FROM product WHERE id = ANY(CAST(:ids AS bigint[])) AND NOT blocked
""")


def mail_crossings(settings: Settings, now: datetime | None = None) -> int:
    """Keep mails of what has crossed and is due at `now`; return how many."""
    moment = now or datetime.now(UTC)
    with session_scope(settings.database_url) as session:
        due, rates = _due(session, moment), rates_in_force(session)
    made = 0
    for address_id in due:
        with session_scope(settings.database_url) as session:
            made += _made(session, settings, address_id, rates, moment)
    return made


def _due(session: Session, now: datetime) -> Sequence[int]:
    local = now.astimezone(ZONE)
    day = local.replace(hour=0, minute=0, second=0, microsecond=0)
    asked = {"counting": list(COUNTING), "day": day, "daily": local.hour >= DAILY_HOUR}
    return session.scalars(_DUE, asked).all()


def _made(
    session: Session, settings: Settings, address_id: int, rates: Rates, now: datetime
) -> bool:
    """Keep the mail of an address's crossings, which are told by it; False where another does."""
    address = session.scalars(
        select(PriceAlertAddress)
        .where(PriceAlertAddress.id == address_id)
        .with_for_update(skip_locked=True)
    ).one_or_none()
    if address is None:
        return False
    rows = session.execute(_LINES, {"id": address.id, "counting": list(COUNTING)}).all()
    if not rows:
        return False
    names = _names(session, rows)
    lines = [crossed_line(_crossed(row, names, rates)) for row in rows]
    told = update(PriceAlertReading).where(PriceAlertReading.id.in_([row.id for row in rows]))
    session.execute(told.values(mailed_at=now))
    address.mailed_at = now
    alerts = {row.alert_id for row in rows}
    reader = Reader(address.token, site(settings))
    mail = crossed_mail(reader, lines, alerts.pop() if len(alerts) == 1 else None)
    key = f"crossed:{address.id}:{rows[-1].id}"
    queue_mail(session, settings, NewMail(ALERTS_CROSSED, key, address.email, mail))
    return True


def _names(session: Session, rows: Sequence[Row[Any]]) -> Mapping[int, str]:
    ids = [id_ for row in rows for id_ in row.product_ids]
    return dict(session.execute(_NAMES, {"ids": ids}).all()) if ids else {}


def _crossed(row: Row[Any], names: Mapping[int, str], rates: Rates) -> Crossed:
    def paid(amount: Decimal | None, currency: str | None) -> Decimal | None:
        if amount is None or currency is None or not rates.knows(currency):
            return None
        return rates.convert(amount, currency, row.currency)

    if row.kind == SEARCH:
        found = tuple(names[id_] for id_ in row.product_ids if id_ in names)
        path = f"/{row.search}"
        return Crossed(SEARCH, row.name, path, row.currency, found=row.found, names=found)
    return Crossed(
        row.kind,
        row.product,
        f"/product/{row.product_id}#alert",  # the page tells that a mail led to it
        row.currency,
        row.amount,
        paid(row.price, row.paid_in),
        paid(row.was, row.paid_in),
        paid(row.now, row.now_in),
        row.store,
        away=row.away,
    )
