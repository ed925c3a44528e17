"""What operators are told, a message for each way that is set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from sqlalchemy import case, func
from sqlalchemy.orm import Session

from indexer.models import Alert, Brand
from indexer.models.alert import BEHIND, MISSED, STALLED
from indexer.models.message import TEST
from indexer.notify.messages import NewMail, new_mail, queue_mail, queue_webhook, site
from indexer.settings import Settings

# In a brand's place, what of the site is in trouble.
SITE_NAMES = {BEHIND: "The search index", STALLED: "The worker", MISSED: "The backup"}
# A row's name, of alerts outer-joined with their brands.
NAME = func.coalesce(Brand.name, case(SITE_NAMES, value=Alert.kind))


def is_on(settings: Settings) -> bool:
    """Return whether mail or a webhook is configured."""
    return bool(settings.alert_mail or settings.alert_webhook_url)


@dataclass(frozen=True, slots=True)
class Notice:
    """What operators are told: the mail's subject and text, and the webhook's JSON.

    `key`: it is said once by.
    """

    kind: str
    key: str
    subject: str
    body: str
    payload: dict[str, Any]


def queue(session: Session, settings: Settings, notice: Notice) -> list[int]:
    """Keep a message for each address and the webhook; return the ids, none for a second `key`."""
    ids = []
    for address in settings.alert_mail.split(", ") if settings.alert_mail else ():
        mail = new_mail(notice.subject)
        mail.set_content(notice.body, cte="quoted-printable")
        ids.append(queue_mail(session, settings, NewMail(notice.kind, notice.key, address, mail)))
    if settings.alert_webhook_url:
        told = notice.kind, notice.key, notice.subject, notice.payload
        ids.append(queue_webhook(session, *told))
    return [id_ for id_ in ids if id_ is not None]


def queue_test(session: Session, settings: Settings) -> list[int]:
    """Keep a message that says that alerts arrive; return the ids."""
    body = f"Alerts of {site(settings)} arrive here.\n"
    payload = {"event": "test", "url": site(settings)}
    notice = Notice(TEST, f"test:{uuid4().hex}", "Winkel: this is a test", body, payload)
    return queue(session, settings, notice)
