"""What operators are told of troubles: where it goes, what is open, what went out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import select

from app.api.declare import Area
from app.api.declare.schema import With
from app.api.scraper import schemas
from app.context import context
from app.errors import Conflict
from indexer.alerts.message import NAME, is_on, queue_test
from indexer.models import Alert, Brand, Message
from indexer.models.message import OPERATOR_KINDS
from indexer.notify.messages import mails
from indexer.settings import Settings

AREA = Area("alerts", "scraper/alerts", "Alerts of brands and the index in trouble (operators)")

MESSAGES = 20
MOST_OPEN = 500
NOBODY = (
    "Nobody is told: set ALERT_MAIL (with SMTP_URL), or ALERT_WEBHOOK_URL with"
    " ALERT_WEBHOOK_SECRET, and start the site again"
)


@AREA.get("", operator=True)
@AREA.response(schemas.Alerts)
def alerts() -> With:
    """Tell where alerts go, which troubles are open, and the last messages that went out"""
    with context().session() as session:
        rows = session.execute(
            select(Alert, NAME)
            .outerjoin(Brand, Brand.id == Alert.brand_id)
            .where(Alert.closed_at.is_(None))
            .order_by(Alert.opened_at.desc(), Alert.id.desc())
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
    """Return where alerts go; of the webhook only its host, as its path may be a secret."""
    known = mails(settings)
    return {
        "mails_waiting": known.count,
        "mail_error": known.why,
        "mails_given_up": known.given_up,
        "given_up_error": known.given_up_why,
        "mail_to": settings.alert_mail or None,
        "mail_server": bool(settings.smtp_url),
        "webhook_host": urlsplit(settings.alert_webhook_url).hostname,
        "off": None if is_on(settings) else NOBODY,
    }


@AREA.post("/test", operator=True)
@AREA.response(schemas.AlertMessage(many=True))
def send_test() -> Sequence[Message]:
    """Have the worker send a test message by mail and webhook

    What becomes of it stands among the last messages.
    """
    settings = context().settings
    if not is_on(settings):
        raise Conflict(NOBODY)
    with context().session() as session:
        ids = queue_test(session, settings)
        rows = select(Message).where(Message.id.in_(ids)).order_by(Message.id)
        return session.scalars(rows).all()
