"""What visitors leave: clicks and searches without addresses, and the newsletter."""

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
    """What people search for: the text, the filters and how much was found, for suggestions.

    `step` 1: of the page's own first search, 2: of the visitor's browser.
    """

    __tablename__ = "search_log"
    __table_args__ = (
        Index(
            "uq_search_log_search_id",
            "search_id",
            unique=True,
            postgresql_where=text("search_id IS NOT NULL"),
        ),
    )

    id: Mapped[BigId]
    search_id: Mapped[str | None]  # joins a search and its clicks; null in rows of before
    step: Mapped[int] = mapped_column(default=1, server_default="1")
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
    """An address that requested the newsletter; mails go out only once it is confirmed."""

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
