"""The newsletter: an address is used only once its owner confirms it, and leaves with one click."""

import base64
import hashlib
from datetime import UTC, datetime
from pathlib import Path

from flask import Response, render_template
from markupsafe import Markup

from app.api.declare import Area
from app.api.declare.schema import Message
from app.api.visitor.schemas import Subscription
from app.context import context
from indexer.models import NewsletterSubscription
from indexer.notify import mailing as newsletter
from indexer.notify.messages import goes_out

AREA = Area("subscriptions", "subscriptions", "The newsletter")

YES = "Yes, send me the newsletter"
LEAVE = "Leave the newsletter"
SENT = "Thank you! Please confirm by the mail that we send you."
PAGE = "<!doctype html>…"
NOTED = "Thank you! Your address is noted; we will ask you to confirm it by mail."
# The frontend's own tokens; these pages are small enough to do without its files.
STYLE = (Path(__file__).parents[2] / "templates/note.css").read_text(encoding="utf-8")
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


@AREA.post("/subscribeToNewsletter", writes=True)
@AREA.arguments(Subscription, example={"email": "thandi@example.org"})
@AREA.response(Message, example={"message": SENT})
def subscribe(email: str) -> dict[str, str]:
    """Ask for the newsletter

    The answer is the same whether or not the address is known already.
    """
    services = context()
    with services.session() as session:
        newsletter.subscribe(session, services.settings, email)
        return {"message": SENT if goes_out(session, services.settings) else NOTED}


@AREA.get("/confirm/<token>")
@AREA.text(PAGE, "text/html")
def confirm_page(token: str) -> Response:
    """Show the state of an address, and ask for its confirmation

    Changes nothing: mail scanners fetch every link.
    """
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.confirmed_at is None and row.left_at is None:
            return note("Is this your address?", f"The newsletter would go to {row.email}.", YES)
        return _state_page(row)


@AREA.post("/confirm/<token>")
@AREA.text(PAGE, "text/html")
def confirm(token: str) -> Response:
    """Confirm an address, from the page of the link in the mail"""
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.confirmed_at is None and row.left_at is None:
            row.confirmed_at = datetime.now(UTC)
        return _state_page(row)


@AREA.get("/leave/<token>")
@AREA.text(PAGE, "text/html")
def leave_page(token: str) -> Response:
    """Show the state of an address, and ask whether to leave

    Changes nothing: mail scanners fetch every link.
    """
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is None or row.left_at is not None:
            return _state_page(row)
        return note("Leave the newsletter?", f"{row.email} would get no more mail from us.", LEAVE)


@AREA.post("/leave/<token>")
@AREA.text(PAGE, "text/html")
def leave(token: str) -> Response:
    """Leave the newsletter, from that page or as a mail program does it (RFC 8058)"""
    with context().session() as session:
        row = newsletter.by_token(session, token)
        if row is not None and row.left_at is None:
            row.left_at = datetime.now(UTC)
        return _state_page(row)


def _state_page(row: NewsletterSubscription | None) -> Response:
    """Return the page that says how things stand."""
    if row is None:
        return note("This link is not known", "Nothing is sent to an address because of it.")
    if row.left_at is not None:
        return note("You have left", "You get no more mail from us, unless you sign up again.")
    return note("You are on the list", "Thank you. Each mail has a link to leave.")


def note(title: str, words: str, button: str = "") -> Response:
    """Return a small page without scripts; a button posts to the page's own address.

    The address holds a secret, so it is neither kept nor told to the next page.
    """
    page = render_template(
        "note.html",
        title=title,
        words=words,
        button=button,
        style=Markup(STYLE),  # noqa: S704
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
