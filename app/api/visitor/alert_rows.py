"""The alerts of a mail address: found by its token, set, confirmed, changed and deleted."""

import secrets
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.web.errors import Invalid, NotFound
from indexer.catalogue.prices import COUNTING
from indexer.catalogue.rates import Rates
from indexer.models import Brand, Product, VisitorAlert, VisitorAlertAddress
from indexer.models.message import ALERTS_CROSSED, ALERTS_REQUESTED
from indexer.notify.messages import drop_waiting
from indexer.notify.triggers import LAST, PRODUCTS, first_readings, initialise, wait_for_others

MOST_ALERTS = 100  # of an address
DIGESTS = AT_ONCE, DAILY, WEEKLY = "at once", "daily", "weekly"
UNKNOWN = "This link is not known: its alerts were deleted"

_LIST = text(f"""
SELECT a.id, a.kind, a.product_id, a.search, a.amount, a.percent, a.size, a.anywhere,
       a.currency,
       a.confirmed_at IS NOT NULL AS confirmed,
       CASE WHEN a.snoozed_until > now() THEN a.snoozed_until END AS snoozed_until,
       coalesce(p.name, a.name) AS name, s.name AS store, k.met
  FROM price_alert a
  LEFT JOIN product p ON p.id = a.product_id LEFT JOIN brand s ON s.id = p.brand_id
  LEFT JOIN LATERAL ({LAST}) k ON true
 WHERE a.address_id = :id ORDER BY a.id DESC
""")  # noqa: S608 - words of our own


def by_token(session: Session, token: str) -> VisitorAlertAddress:
    """Return the address of a token, locked; raises NotFound."""
    row = session.scalars(
        select(VisitorAlertAddress)
        .where(VisitorAlertAddress.token == token.replace("\x00", ""))
        .with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound(UNKNOWN)
    return row


def by_email(session: Session, email: str, digest: str) -> VisitorAlertAddress:
    """Return the row of a mail address, locked; a new one where there is none."""
    return session.scalars(
        insert(VisitorAlertAddress)
        .values(email=email, token=secrets.token_urlsafe(32), **columns_of(digest))
        .on_conflict_do_update(
            index_elements=[func.lower(VisitorAlertAddress.email)],
            set_={"email": VisitorAlertAddress.email},  # locks the row that is there
        )
        .returning(VisitorAlertAddress)
    ).one()


def columns_of(digest: str) -> dict[str, bool]:
    """Return an address's columns for how often it gets mails."""
    return {"daily": digest in {DAILY, WEEKLY}, "weekly": digest == WEEKLY}


def set_digest(address: VisitorAlertAddress, digest: str) -> None:
    """Have an address get mails that often."""
    for name, value in columns_of(digest).items():
        setattr(address, name, value)


def digest_of(address: VisitorAlertAddress) -> str:
    """Return how often an address gets mails."""
    return WEEKLY if address.weekly else DAILY if address.daily else AT_ONCE


def product_of(session: Session, product_id: int, size: str | None = None) -> str:
    """Return the name of a product that visitors may see; raises NotFound, also for its size."""
    row = session.execute(
        select(Product.name, Product.sizes)
        .join(Brand, Brand.id == Product.brand_id)
        .where(Product.id == product_id, ~Product.blocked, Brand.is_active)
    ).one_or_none()
    if row is None:
        raise NotFound(f"There is no product {product_id}")
    if size is not None and all(one["size"] != size for one in row.sizes or ()):
        raise NotFound("The product has no such size")
    return str(row.name)


def set_alert(
    session: Session,
    address: VisitorAlertAddress,
    wanted: Mapping[str, Any],
    *,
    confirmed: bool,
    rates: Rates,
) -> bool:
    """Add an alert, or find the same; one that is not `confirmed` waits for that.

    The same in another currency or country, or at any store, takes it, unless anybody might be
    asking. Returns whether it is met already. Raises Invalid for one too many. Nothing is
    committed.
    """
    values = {**wanted, "address_id": address.id}
    same = [
        getattr(VisitorAlert, name).is_not_distinct_from(values[name])
        for name in ("address_id", "kind", "product_id", "search", "amount", "percent", "size")
    ]
    alert = session.scalars(select(VisitorAlert).where(*same)).one_or_none()
    if alert is None:
        # Who may be anybody learns nothing of those that are confirmed.
        own = select(func.count()).where(
            VisitorAlert.address_id == address.id,
            VisitorAlert.confirmed_at.is_not(None) == confirmed,
        )
        if (session.scalar(own) or 0) >= MOST_ALERTS:
            raise Invalid.field("email", f"has {MOST_ALERTS} alerts, as many as there may be")
        alert = VisitorAlert(**values)
        session.add(alert)
        session.flush()
    elif confirmed or alert.confirmed_at is None:
        place = wanted["currency"], wanted["country"], wanted["anywhere"]
        if (alert.currency, alert.country, alert.anywhere) != place:
            wait_for_others(session, PRODUCTS)
            alert.currency, alert.country, alert.anywhere = place
            _begin_anew(session, alert, rates)
    if confirmed and alert.confirmed_at is None:
        _confirm(session, [alert.id], rates)
    return any(reading["met"] for reading in first_readings(session, [alert.id], rates).values())


def confirm_all(session: Session, address: VisitorAlertAddress, rates: Rates) -> None:
    """Confirm what waits for it, from what there is now on. Nothing is committed."""
    waiting = select(VisitorAlert.id).where(
        VisitorAlert.address_id == address.id, VisitorAlert.confirmed_at.is_(None)
    )
    _confirm(session, session.scalars(waiting).all(), rates)


def _confirm(session: Session, ids: Collection[int], rates: Rates) -> None:
    chosen = update(VisitorAlert).where(VisitorAlert.id.in_(ids))
    session.execute(chosen.values(confirmed_at=func.now()))
    initialise(session, ids, rates)


def alerts_of(session: Session, address: VisitorAlertAddress) -> list[Row[Any]]:
    """Return the alerts of an address, the newest first."""
    values = {"id": address.id, "counting": list(COUNTING)}
    return list(session.execute(_LIST, values).all())


def change_amount(
    session: Session, address: VisitorAlertAddress, alert_id: int, amount: Decimal, rates: Rates
) -> None:
    """Give an alert for a price below another amount; raises NotFound, Invalid.

    It begins anew, with what there is now.
    """
    alert = session.scalars(
        select(VisitorAlert).where(
            VisitorAlert.id == alert_id, VisitorAlert.address_id == address.id
        )
    ).one_or_none()
    if alert is None or alert.amount is None:
        raise NotFound(f"There is no alert {alert_id} with an amount")
    alike = ("address_id", "kind", "product_id", "search", "size")
    same = select(VisitorAlert.id).where(
        *(getattr(VisitorAlert, name).is_not_distinct_from(getattr(alert, name)) for name in alike),
        VisitorAlert.amount == amount,
        VisitorAlert.id != alert.id,
    )
    if session.scalar(same) is not None:
        raise Invalid.field("amount", "is that of another alert of the same")
    wait_for_others(session, PRODUCTS)
    alert.amount = amount
    _begin_anew(session, alert, rates)


def snooze(session: Session, address: VisitorAlertAddress, alert_id: int, days: int) -> None:
    """Send no mail of an alert for so many days, none with 0; raises NotFound."""
    own = (VisitorAlert.id == alert_id) & (VisitorAlert.address_id == address.id)
    until = datetime.now(UTC) + timedelta(days=days) if days else None
    changed = update(VisitorAlert).where(own).values(snoozed_until=until).returning(VisitorAlert.id)
    if session.scalar(changed) is None:
        raise NotFound(f"There is no alert {alert_id}")


def _begin_anew(session: Session, alert: VisitorAlert, rates: Rates) -> None:
    session.flush()
    if alert.confirmed_at is not None:
        alert.confirmed_at = func.now()
        session.flush()
        initialise(session, [alert.id], rates)


def remove(session: Session, address: VisitorAlertAddress, alert_id: int | None) -> bool:
    """Delete an alert, or all; return whether any is left. Without one the address is forgotten."""
    own = delete(VisitorAlert).where(VisitorAlert.address_id == address.id)
    session.execute(own if alert_id is None else own.where(VisitorAlert.id == alert_id))
    left = session.scalar(
        select(VisitorAlert.id).where(VisitorAlert.address_id == address.id).limit(1)
    )
    if left is None:
        drop_waiting(session, address.email, [ALERTS_REQUESTED, ALERTS_CROSSED])
        session.delete(address)
    return left is not None


def path_of(alert: Row[Any]) -> str:
    """Return where the site shows what an alert is about."""
    return f"/{alert.search}" if alert.search is not None else f"/product/{alert.product_id}"
