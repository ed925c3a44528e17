"""The newsletter: an address is used only once its owner confirms it, and leaves with one click."""

from __future__ import annotations

import html
import re
import secrets
from datetime import UTC, datetime
from email.message import EmailMessage

from flask import Response, jsonify, request
from sqlalchemy import Select, func, select
from sqlalchemy.dialects.postgresql import insert

from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import ref
from app.api.values import json_object, text
from app.context import context
from app.errors import Invalid
from app.mail import send
from indexer.models import NewsletterSubscription

AREA = blueprint("subscriptions", "subscriptions", "The newsletter")

ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\]{1,64}@[^@\s<>,;:\"()\[\]\\]{1,190}\.[^@\s.<>,;]{2,}")
# The frontend's own tokens; these pages are small enough to do without its files.
STYLE = (
    ":root{color-scheme:light dark;--bg:#fbfaf7;--text:#1b1a18;--link:#0b5d5e}"
    "@media(prefers-color-scheme:dark){:root{--bg:#121211;--text:#f2f0eb;--link:#6cc7c4}}"
    "body{margin:0;background:var(--bg);color:var(--text);font:16px/24px system-ui,sans-serif}"
    "main{max-width:560px;margin:0 auto;padding:64px 16px}"
    "h1{font-size:28px;line-height:34px;margin:0 0 16px}a{color:var(--link)}"
)
PAGE = {"description": "A page", "content": {"text/html": {"schema": {"type": "string"}}}}


@route(
    AREA,
    "POST",
    "/subscribeToNewsletter",
    writes=True,
    request=body(ref("Subscription"), {"email": "thandi@example.org"}),
    response=answer(ref("Message"), {"message": "Please confirm the mail we have sent you."}),
)
def subscribe() -> Response:
    """Ask for the newsletter

    The answer is the same whether or not the address is known already.
    """
    email = text(json_object().get("email"), "email", 254).strip()
    if not ADDRESS.fullmatch(email):
        raise Invalid("Please enter a valid email address", {"email": ["invalid"]})
    token = _remember(email)
    if token is None or send(_confirmation(email, token), context().settings):
        return jsonify({"message": "Thank you! Please confirm the mail we have sent you."})
    return jsonify(
        {"message": "Thank you! Your address is noted; we will ask you to confirm it by mail."}
    )


def _remember(email: str) -> str | None:
    """Store an address that waits for its confirmation; None when it is confirmed already."""
    here = context()
    with here.session() as session:
        session.execute(
            insert(NewsletterSubscription)
            .values(email=email, token=secrets.token_urlsafe(32))
            .on_conflict_do_nothing()
        )
        row = session.scalars(
            select(NewsletterSubscription)
            .where(func.lower(NewsletterSubscription.email) == email.lower())
            .with_for_update()
        ).one()
        if row.confirmed_at is not None and row.left_at is None:
            return None
        if row.left_at is not None:
            row.confirmed_at, row.left_at = None, None
            row.token = secrets.token_urlsafe(32)
        return row.token


def _confirmation(email: str, token: str) -> EmailMessage:
    base = context().settings.public_url or request.host_url.rstrip("/")
    confirm = f"{base}/api/subscriptions/confirm/{token}"
    leave = f"{base}/api/subscriptions/leave/{token}"
    message = EmailMessage()
    message["Subject"] = "Please confirm: the Winkel newsletter"
    message["To"] = email
    message["List-Unsubscribe"] = f"<{leave}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(
        "Somebody, we hope you, asked for the Winkel newsletter with this address.\n\n"
        f"Confirm: {confirm}\n\n"
        "Without your confirmation you hear nothing more from us.\n"
        f"Leave at any time, with one click: {leave}\n"
    )
    return message


@route(AREA, "GET", "/confirm/<token>", response=PAGE)
def confirm(token: str) -> Response:
    """Confirm an address, from the link in the mail"""
    with context().session() as session:
        row = session.scalar(_by_token(token))
        if row is not None and row.confirmed_at is None:
            row.confirmed_at = datetime.now(UTC)
            row.left_at = None
    if row is None:
        return page("This link is not known", "Perhaps you have left the newsletter since.")
    return page("You are on the list", "Thank you. Each mail has a link to leave with one click.")


@route(AREA, "GET", "/leave/<token>", response=PAGE)
def leave(token: str) -> Response:
    """Leave the newsletter, from the link in any mail"""
    return _leave(token)


@route(AREA, "POST", "/leave/<token>", response=PAGE)
def leave_by_mail_program(token: str) -> Response:
    """Leave the newsletter, as a mail program does it (RFC 8058)"""
    return _leave(token)


def _leave(token: str) -> Response:
    with context().session() as session:
        row = session.scalar(_by_token(token))
        if row is not None and row.left_at is None:
            row.left_at = datetime.now(UTC)
    if row is None:
        return page("This link is not known", "You will not hear from us at this address.")
    return page("You have left", "You will get no more mail from us.")


def _by_token(token: str) -> Select[NewsletterSubscription]:
    return select(NewsletterSubscription).where(
        NewsletterSubscription.token == token.replace("\x00", "")
    )


def page(title: str, words: str) -> Response:
    """Return a small page of our own, without scripts."""
    return Response(
        "<!doctype html><html lang=en-ZA><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        "<meta name=robots content=noindex>"
        f"<title>{html.escape(title)} – Winkel</title><style>{STYLE}</style>"
        f"<main><h1>{html.escape(title)}</h1><p>{html.escape(words)}</p>"
        '<p><a href="/">To the shop</a></p></main></html>',
        mimetype="text/html",
    )
