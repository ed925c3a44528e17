"""Visitors' alerts by mail: confirmed and seen by the mail's link, and left with one click."""

from contextlib import suppress
from decimal import Decimal
from typing import Any

from flask import Response
from sqlalchemy.orm import Session

from app.api.declare import Area
from app.api.search.calls import requested_country
from app.api.visitor import alert_rows as rows
from app.api.visitor.interactions import NEWSLETTER as SUBSCRIPTIONS
from app.api.visitor.interactions import PAGE, note
from app.api.visitor.schemas import (
    AlertChange,
    AlertRemoval,
    AlertSet,
    AlertToken,
    NewAlert,
    OwnAlerts,
)
from app.live.context import context
from app.search.filters import DEFAULT_CURRENCY
from app.visitor_alerts import canonical_query, search_request
from app.web.errors import SENTENCES, Invalid, NotFound
from indexer.models import VisitorAlertAddress
from indexer.models.message import ALERTS_REQUESTED
from indexer.models.visitor_alert import BELOW, DROP, OF_SEARCHES, RISE, STOCK, UNDER
from indexer.notify.messages import goes_out, is_refused, queue_confirmation, reader, words

AREA = Area("priceAlerts", "priceAlerts", "Visitors' alerts by mail")

SENT = "Please confirm by the mail that we send you."
NOTED = "Your alert is noted; we will ask you to confirm it by mail."
IS_SET = "Your alert is set."
_MET = {
    UNDER: "We write of what comes below it; what is there already you see in the search.",
    BELOW: "The price is below that already: we write when it has been higher and falls again.",
    STOCK: "It is in stock now: we write when it has been sold out and comes back.",
}
LEAVE = "Yes, delete"
_TOKEN = {"token": "of-a-link"}


@AREA.post("", writes=True)
@AREA.arguments(
    NewAlert,
    as_kwargs=False,
    example={
        "email": "thandi@example.org",
        "kind": "below",
        "productId": 1,
        "amount": 500,
        "currency": "ZAR",
    },
)
@AREA.response(AlertSet, example={"message": SENT, "confirmed": False})
def set_alert(given: dict[str, Any]) -> dict[str, Any]:
    """Set an alert

    With the token of a mail's link for that address; without it, the address gets a mail whose link
    confirms it. The answer is the same whether or not the address is known already.
    """
    services = context()
    rates, alert = services.reference.rates, _new_alert(given)
    with services.session() as session:
        line = _line(session, alert)
        address, confirmed = _address(session, given)
        met = rows.set_alert(session, address, alert, confirmed=confirmed, rates=rates)
        parts = [IS_SET if confirmed else _send_confirmation(session, address, line)]
    if (met or alert["kind"] == UNDER) and alert["kind"] in _MET:
        parts.append(_MET[alert["kind"]])
    return {"message": " ".join(parts), "confirmed": confirmed}


def _new_alert(given: dict[str, Any]) -> dict[str, Any]:
    """Return its columns; raises Invalid where a part is missing or cannot be searched."""
    kind, currency = given["kind"], given.get("currency", DEFAULT_CURRENCY)
    country = requested_country(given.get("country_code"))
    amount = given.get("amount") if kind in {BELOW, UNDER} else None
    if kind in {BELOW, UNDER} and amount is None:
        raise Invalid.field("amount", "is missing: below which price?")
    alert = {"kind": kind, "currency": currency, "country": country, "amount": amount}
    alert |= dict.fromkeys(("product_id", "search", "percent", "size"))
    if kind in OF_SEARCHES:
        search = canonical_query(given.get("search", ""))
        search_request(search, currency, country)
        return alert | {"search": search, "name": given.get("name") or search, "anywhere": False}
    product_id = given.get("product_id")
    if product_id is None:
        raise Invalid.field("productId", "is missing")
    percent = given.get("percent") if kind in {DROP, RISE} else None
    size = given.get("size") or None
    anywhere = kind == BELOW and given.get("anywhere", False)
    if anywhere and size:
        raise Invalid.field("size", "is of one store: leave it out, or `anywhere`")
    own = {"product_id": product_id, "percent": percent, "size": size}
    return alert | own | {"name": "", "anywhere": anywhere}


def _line(session: Session, wanted: dict[str, Any]) -> dict[str, str]:
    """Return an alert's text in the mail; raises NotFound for a product that is not there.

    Nothing that was typed: anybody may have another's address mailed. The page names the search.
    """
    waits = words("waits_for", wanted)
    if wanted["product_id"] is None:
        return {"name": "A search", "path": "/favourites", "words": waits}
    name = rows.product_of(session, wanted["product_id"], wanted["size"])
    return {"name": name, "path": f"/product/{wanted['product_id']}", "words": waits}


def _address(session: Session, given: dict[str, Any]) -> tuple[VisitorAlertAddress, bool]:
    """Return the address's row, and whether its owner is asking: who has the mail's token is."""
    if given.get("token"):
        address = rows.by_token(session, given["token"])
        if "digest" in given:
            rows.set_digest(address, given["digest"])
        return address, True
    if not given.get("email"):
        raise Invalid(SENTENCES["invalidEmail"], {"email": ["invalidEmail"]})
    return rows.by_email(session, given["email"], given.get("digest", rows.AT_ONCE)), False


def _send_confirmation(session: Session, address: VisitorAlertAddress, line: dict[str, str]) -> str:
    settings = context().settings
    facts = reader(settings, address.token) | {"token": address.token, "lines": [line]}
    queue_confirmation(session, settings, ALERTS_REQUESTED, address.email, facts)
    return SENT if goes_out(session, settings) else NOTED


@AREA.post("/list", writes=True)
@AREA.arguments(AlertToken, example=_TOKEN)
@AREA.response(OwnAlerts)
def own_alerts(token: str) -> dict[str, Any]:
    """List the alerts of an address"""
    with context().session() as session:
        return _alerts_view(session, rows.by_token(session, token))


@AREA.post("/confirm", writes=True)
@AREA.arguments(AlertToken, example=_TOKEN)
@AREA.response(OwnAlerts)
def confirm(token: str) -> dict[str, Any]:
    """Confirm the alerts of an address that wait for it, from the page of the mail's link"""
    with context().session() as session:
        address = rows.by_token(session, token)
        rows.confirm_all(session, address, context().reference.rates)
        return _alerts_view(session, address)


@AREA.post("/change", writes=True)
@AREA.arguments(AlertChange, example=_TOKEN | {"digest": "daily"})
@AREA.response(OwnAlerts)
def change(
    token: str,
    digest: str = "",
    id_: int | None = None,
    amount: Decimal | None = None,
    snooze: int | None = None,
) -> dict[str, Any]:
    """Change how often an address gets mails, or the amount of an alert, or snooze it"""
    with context().session() as session:
        address = rows.by_token(session, token)
        if digest:
            rows.set_digest(address, digest)
        if id_ is not None and amount is not None:
            rows.change_amount(session, address, id_, amount, context().reference.rates)
        if id_ is not None and snooze is not None:
            rows.snooze(session, address, id_, snooze)
        return _alerts_view(session, address)


@AREA.post("/remove", writes=True)
@AREA.arguments(AlertRemoval, example=_TOKEN | {"id": 1})
@AREA.response(OwnAlerts)
def remove(token: str, id_: int | None = None) -> dict[str, Any]:
    """Delete an alert, or without an id all of them, and with the last one the address"""
    with context().session() as session:
        address = rows.by_token(session, token)
        rows.remove(session, address, id_)
        return _alerts_view(session, address)


def _alerts_view(session: Session, address: VisitorAlertAddress) -> dict[str, Any]:
    alerts = [
        dict(row._mapping) | {"path": rows.path_of(row)} for row in rows.alerts_of(session, address)
    ]
    refused = is_refused(session, address.email)
    shown = {"email": address.email, "digest": rows.digest_of(address), "refused": refused}
    return shown | {"alerts": alerts}


@SUBSCRIPTIONS.get("/leave/<token>/alerts")
@SUBSCRIPTIONS.text(PAGE, "text/html")
def leave_alerts_page(token: str) -> Response:
    """Show the form to delete all alerts of an address

    Changes nothing: mail scanners fetch every link.
    """
    return _leave_page(token, None)


@SUBSCRIPTIONS.post("/leave/<token>/alerts")
@SUBSCRIPTIONS.text(PAGE, "text/html")
def leave_alerts(token: str) -> Response:
    """Delete all alerts, from that page or as a mail program does it (RFC 8058)"""
    return _unsubscribe(token, None)


@SUBSCRIPTIONS.get("/leave/<token>/alerts/<int:alert_id>")
@SUBSCRIPTIONS.text(PAGE, "text/html")
def leave_alert_page(token: str, alert_id: int) -> Response:
    """Show the form to delete one alert

    Changes nothing: mail scanners fetch every link.
    """
    return _leave_page(token, alert_id)


@SUBSCRIPTIONS.post("/leave/<token>/alerts/<int:alert_id>")
@SUBSCRIPTIONS.text(PAGE, "text/html")
def leave_alert(token: str, alert_id: int) -> Response:
    """Delete one alert, from that page or as a mail program does it (RFC 8058)"""
    return _unsubscribe(token, alert_id)


def _leave_page(token: str, alert_id: int | None) -> Response:
    with context().session() as session:
        try:
            address = rows.by_token(session, token)
        except NotFound:
            return _not_found_page()
        alerts = [row for row in rows.alerts_of(session, address) if alert_id in {None, row.id}]
    if not alerts:
        return _not_found_page()
    many = "alert" if len(alerts) == 1 else f"{len(alerts)} alerts"
    about = alerts[0].name if alert_id is not None else f"the {many} of {address.email}"
    return note(
        "Delete the alert?" if len(alerts) == 1 else "Delete the alerts?",
        f"You would hear no more of {about}.",
        LEAVE,
    )


def _unsubscribe(token: str, alert_id: int | None) -> Response:
    with context().session() as session, suppress(NotFound):
        rows.remove(session, rows.by_token(session, token), alert_id)
    return _not_found_page()


def _not_found_page() -> Response:
    return note("It is deleted", "There is no such alert, and no mail because of it.")
