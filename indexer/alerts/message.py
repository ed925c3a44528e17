"""A message's row: which ways it goes, and the site's own address in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from sqlalchemy import case, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.models import Alert, AlertMessage, Brand
from indexer.models.alert import BEHIND, MISSED, STALLED
from indexer.settings import Settings

# In a brand's place, what of the site is in trouble.
SITE_NAMES = {BEHIND: "The search index", STALLED: "The worker", MISSED: "The backup"}
# A row's name, of alerts outer-joined with their brands.
NAME = func.coalesce(Brand.name, case(SITE_NAMES, value=Alert.kind))
DUE, OFF = "due", "off"


def is_on(settings: Settings) -> bool:
    """Return whether mail or a webhook is configured."""
    return bool(settings.alert_mail or settings.alert_webhook_url)


@dataclass(frozen=True, slots=True)
class Notice:
    """A message's content: the mail's subject and text, and the webhook's JSON."""

    kind: str
    subject: str
    body: str
    payload: dict[str, Any]
    day: date | None = None


def queue(session: Session, settings: Settings, notice: Notice) -> int | None:
    """Keep a message for the ways that are set; return its id, None for a day's second digest."""
    row = insert(AlertMessage).values(
        **asdict(notice),
        mail_state=DUE if settings.alert_mail else OFF,
        webhook_state=DUE if settings.alert_webhook_url else OFF,
    )
    return session.scalar(row.on_conflict_do_nothing().returning(AlertMessage.id))
