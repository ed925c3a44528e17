"""What operators are told of troubles: where it goes, what is open, what went out."""

from collections.abc import Sequence
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from sqlalchemy import func, select

from app.api.declare import Area
from app.api.declare.fields import by_id
from app.api.declare.schema import With
from app.api.scraper import schemas
from app.context import context
from app.errors import Conflict, NotFound
from indexer.core.settings import Settings
from indexer.models import Brand, Incident, Message
from indexer.models.message import MAIL
from indexer.notify.messages import mails, tell_operators, tells_operators
from indexer.notify.post import chats
from indexer.notify.templates import OPERATOR_KINDS, site
from indexer.watch.incidents import NAME

AREA = Area("alerts", "scraper/alerts", "Alerts of brands and the index in trouble (operators)")

MESSAGES = 20
MAILS = 50  # a page
MOST_OPEN = 500
NOBODY = (
    "Nobody is told: set ALERT_MAIL (with SMTP_URL), ALERT_CHATS, or ALERT_WEBHOOK_URL with"
    " ALERT_WEBHOOK_SECRET, and start the site again"
)


@AREA.get("", operator=True)
@AREA.response(schemas.Alerts)
def alerts() -> With:
    """Tell where alerts go, which troubles are open, and the last messages that went out"""
    with context().session() as session:
        rows = session.execute(
            select(Incident, NAME)
            .outerjoin(Brand, Brand.id == Incident.brand_id)
            .where(Incident.closed_at.is_(None))
            .order_by(Incident.opened_at.desc(), Incident.id.desc())
            .limit(MOST_OPEN)
        ).all()
        messages = session.scalars(
            select(Message)
            .where(Message.kind.in_(OPERATOR_KINDS))
            .order_by(Message.id.desc())
            .limit(MESSAGES)
        ).all()
    settings = context().settings
    troubles = [With(alert, brand=name) for alert, name in rows]
    return With(settings, open=troubles, messages=messages, **_ways(settings))


def _ways(settings: Settings) -> dict[str, Any]:
    """Return where alerts go; of webhook and chats no path, which may be a secret."""
    known = mails(settings)
    return {
        "mails_waiting": known.count,
        "mail_error": known.why,
        "mails_given_up": known.given_up,
        "given_up_error": known.given_up_why,
        "mail_to": settings.alert_mail or None,
        "mail_server": bool(settings.smtp_url),
        "webhook_host": urlsplit(settings.alert_webhook_url).hostname,
        "chats": list(chats(settings.alert_chats)),
        "off": None if tells_operators(settings) else NOBODY,
    }


@AREA.get("/mails", operator=True)
@AREA.query(schemas.MailsQuery)
@AREA.response(schemas.Mail(many=True), headers={"X-Total-Count": {"schema": {"type": "integer"}}})
def waiting_mails(page: int = 1, page_size: int = MAILS) -> tuple[list[With], dict[str, str]]:
    """List the mails that wait, the newest first, a page at a time

    The total is in the header `X-Total-Count`.
    """
    wanted = select(Message).where(Message.channel == MAIL, Message.body.is_not(None))
    with context().session() as session:
        total = session.scalar(select(func.count()).select_from(wanted.subquery()))
        rows = session.scalars(
            wanted.order_by(Message.id.desc()).limit(page_size).offset((page - 1) * page_size)
        ).all()
    mails = [With(row, readable=_is_readable(row)) for row in rows]
    return mails, {"X-Total-Count": str(total)}


@AREA.get("/mails/<int:message_id>", operator=True)
@AREA.response(schemas.MailText)
def waiting_mail(message_id: int) -> dict[str, str]:
    """Show the text of a mail that waits

    While a mail server is set, only of those to operators: links to visitors are secrets.
    """
    with context().session() as session:
        row = by_id(session, Message, message_id, "mail")
        body, readable = row.body, row.channel == MAIL and _is_readable(row)
    if body is None:
        raise NotFound("The mail does not wait any more")
    if not readable:
        raise Conflict("A mail server is set: a visitor's mail is read by its visitor alone")
    plain = message_from_bytes(body, policy=policy.default).get_body(("plain",))
    return {"text": plain.get_content() if plain else ""}


def _is_readable(row: Message) -> bool:
    return row.kind in OPERATOR_KINDS or not context().settings.smtp_url


@AREA.post("/test", operator=True)
@AREA.response(schemas.AlertMessage(many=True))
def send_test() -> Sequence[Message]:
    """Have the worker send a test message by mail, webhook and chat

    What becomes of it stands among the last messages.
    """
    settings = context().settings
    if not tells_operators(settings):
        raise Conflict(NOBODY)
    with context().session() as session:
        facts = {"event": "test", "url": site(settings)}
        ids = tell_operators(session, settings, "test", f"test:{uuid4().hex}", facts)
        rows = select(Message).where(Message.id.in_(ids)).order_by(Message.id)
        return session.scalars(rows).all()
