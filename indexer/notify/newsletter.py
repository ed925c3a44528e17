"""The newsletter's addresses: one is used once its owner confirms it, and leaves with one click."""

import secrets

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.core.settings import Settings
from indexer.models import NewsletterSubscription
from indexer.models.message import NEWSLETTER
from indexer.notify.messages import ask_to_confirm
from indexer.notify.templates import site


def subscribe(session: Session, settings: Settings, email: str) -> None:
    """Keep an address, and the mail that asks its owner; nothing where that has confirmed."""
    row = session.scalars(
        insert(NewsletterSubscription)
        .values(email=email, token=secrets.token_urlsafe(32))
        .on_conflict_do_update(
            index_elements=[func.lower(NewsletterSubscription.email)],
            set_={"email": NewsletterSubscription.email},  # locks the row that is there
        )
        .returning(NewsletterSubscription)
    ).one()
    if row.confirmed_at is not None and row.left_at is None:
        return
    if row.left_at is not None:
        row.confirmed_at, row.left_at = None, None
        row.token = secrets.token_urlsafe(32)
    leave = f"{site(settings)}/api/subscriptions/leave/{row.token}"
    facts = {"token": row.token, "leave": leave}
    ask_to_confirm(session, settings, NEWSLETTER, email, facts)


def by_token(session: Session, token: str) -> NewsletterSubscription | None:
    """Return the address of a token, locked."""
    known = NewsletterSubscription.token == token.replace("\x00", "")
    return session.scalar(select(NewsletterSubscription).where(known).with_for_update())
