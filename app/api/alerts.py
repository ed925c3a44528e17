"""What operators are told of brands in trouble: where it goes, what is open, what went out."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Response, jsonify
from sqlalchemy import select

from app.api.route import answer, body, route
from app.api.schemas.parts import ref
from app.api.scraper import AREA
from app.context import context
from app.errors import Conflict
from indexer.alerts import queue_test
from indexer.models import Alert, AlertMessage, Brand
from indexer.settings import Settings

MESSAGES = 20
MOST_OPEN = 500
NOBODY = (
    "Nobody is told: set ALERT_MAIL (with SMTP_URL), or ALERT_WEBHOOK_URL with"
    " ALERT_WEBHOOK_SECRET, and start the site again"
)


@route(AREA, "GET", "/alerts", operator=True, response=answer(ref("Alerts")))
def alerts() -> Response:
    """Tell where alerts go, which troubles are open, and the last messages that went out"""
    with context().session() as session:
        wrong = session.execute(
            select(Alert, Brand.name)
            .join(Brand, Brand.id == Alert.brand_id)
            .where(Alert.closed_at.is_(None))
            .order_by(Alert.opened_at.desc(), Alert.id.desc())
            .limit(MOST_OPEN)
        ).all()
        messages = session.scalars(
            select(AlertMessage).order_by(AlertMessage.id.desc()).limit(MESSAGES)
        ).all()
        return jsonify(
            {
                **_ways(context().settings),
                "open": [_alert(alert, name) for alert, name in wrong],
                "messages": [_message(message) for message in messages],
            }
        )


def _ways(settings: Settings) -> dict[str, Any]:
    """Return where alerts go; of the webhook only its host, as its path may be a secret."""
    on = bool(settings.alert_mail or settings.alert_webhook_url)
    return {
        "mailTo": settings.alert_mail or None,
        "mailServer": bool(settings.smtp_url),
        "webhookHost": urlsplit(settings.alert_webhook_url).hostname,
        "digestHour": settings.alert_digest_hour,
        "timeZone": settings.schedule_timezone,
        "shrinkPercent": settings.alert_shrink_percent,
        "off": None if on else NOBODY,
    }


def _alert(alert: Alert, name: str) -> dict[str, Any]:
    return {
        "id": alert.id,
        "brandId": alert.brand_id,
        "brand": name,
        "kind": alert.kind,
        "words": alert.words,
        "runId": alert.run_id,
        "since": alert.opened_at.isoformat(),
    }


def _message(message: AlertMessage) -> dict[str, Any]:
    return {
        "id": message.id,
        "kind": message.kind,
        "subject": message.subject,
        "createdAt": message.created_at.isoformat(),
        "mail": message.mail_state,
        "webhook": message.webhook_state,
        "webhookError": message.webhook_error,
    }


@route(
    AREA,
    "POST",
    "/alerts/test",
    operator=True,
    request=body({}, {}, required=False),
    response=answer(ref("AlertMessage")),
)
def send_test() -> Response:
    """Send a test message by mail and webhook, and tell what became of it"""
    settings = context().settings
    if not (settings.alert_mail or settings.alert_webhook_url):
        raise Conflict(NOBODY)
    return jsonify(_message(queue_test(settings)))
