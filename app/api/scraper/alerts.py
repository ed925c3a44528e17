"""What operators are told of troubles: where it goes, what is open, what went out."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import select

from app.api.declare import Area
from app.api.declare.schema import With
from app.api.scraper import schemas
from app.context import context
from app.errors import Conflict
from indexer.alerts import queue_test
from indexer.alerts.message import NAME, is_on
from indexer.mail import waiting
from indexer.models import Alert, AlertMessage, Brand
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
            select(AlertMessage).order_by(AlertMessage.id.desc()).limit(MESSAGES)
        ).all()
    settings = context().settings
    troubles = [With(alert, brand=name) for alert, name in rows]
    return With(settings, open=troubles, messages=messages, **_ways(settings))


def _ways(settings: Settings) -> dict[str, Any]:
    """Return where alerts go; of the webhook only its host, as its path may be a secret."""
    mails = waiting(settings)
    return {
        "mails_waiting": mails.count,
        "mail_error": mails.why,
        "mail_to": settings.alert_mail or None,
        "mail_server": bool(settings.smtp_url),
        "webhook_host": urlsplit(settings.alert_webhook_url).hostname,
        "off": None if is_on(settings) else NOBODY,
    }


@AREA.post("/test", operator=True)
@AREA.response(schemas.AlertMessage)
def send_test() -> AlertMessage:
    """Send a test message by mail and webhook, and tell what became of it"""
    settings = context().settings
    if not is_on(settings):
        raise Conflict(NOBODY)
    return queue_test(settings)
