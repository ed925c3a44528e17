"""What visitors leave: clicks and searches without addresses, and the newsletter."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created, IntId


class Click(Base):
    """A click as spec §7 sends it. No address, no cookie, nothing that names the visitor."""

    __tablename__ = "click"

    id: Mapped[BigId]
    brand_id: Mapped[int | None]
    group_key: Mapped[str | None]
    href: Mapped[str]
    country_code: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created] = mapped_column(index=True)


class SearchLog(Base):
    """What people search for: the text, the filters and how much was found, for analysts."""

    __tablename__ = "search_log"

    id: Mapped[BigId]
    query: Mapped[str]
    filters: Mapped[dict[str, Any]]
    sort: Mapped[str]
    total: Mapped[int]
    country_code: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created] = mapped_column(index=True)


class PopularSearch(Base):
    """A text that many searches on many days found something by, for suggestions."""

    __tablename__ = "popular_search"

    text: Mapped[str] = mapped_column(primary_key=True)
    times: Mapped[int]


class NewsletterSubscription(Base):
    """An address that asked for the newsletter; mails go out only once it is confirmed."""

    __tablename__ = "newsletter_subscription"
    __table_args__ = (
        CheckConstraint("strpos(email, '@') > 1", name="email_has_an_at"),
        Index("uq_newsletter_subscription_email", text("lower(email)"), unique=True),
    )

    id: Mapped[IntId]
    email: Mapped[str]
    token: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[Created]
    confirmed_at: Mapped[datetime | None]
    left_at: Mapped[datetime | None]
