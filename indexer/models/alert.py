"""Brands in trouble: the alerts, and the messages sent to operators."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created

TROUBLES = ("failed", "suspect", "overdue", "shrinking")
BEHIND = "behind"  # the search index's own trouble
STALLED = "stalled"  # the worker's: nobody does the jobs
MISSED = "missed"  # the backup's: there is no whole one that is young enough
OF_NO_BRAND = (BEHIND, STALLED, MISSED)


class Alert(Base):
    """A brand's trouble from its beginning to its end; or the site's own (no brand).

    Each has each kind once at a time.
    """

    __tablename__ = "alert"
    __table_args__ = (
        CheckConstraint(
            "(brand_id IS NULL) = (kind IN ('behind', 'stalled', 'missed'))"
            " AND kind IN ('failed', 'suspect', 'overdue', 'shrinking',"
            " 'behind', 'stalled', 'missed')",
            name="kind_known",
        ),
        Index(
            "uq_alert_open",
            "brand_id",
            "kind",
            unique=True,
            postgresql_where=text("closed_at IS NULL"),
            postgresql_nulls_not_distinct=True,
        ),
    )

    id: Mapped[BigId]
    brand_id: Mapped[int | None] = mapped_column(ForeignKey("brand.id", ondelete="CASCADE"))
    kind: Mapped[str]
    run_id: Mapped[int | None] = mapped_column(BigInteger)  # where a run showed it; runs are purged
    words: Mapped[str]
    opened_at: Mapped[Created]
    closed_at: Mapped[datetime | None]


class AlertMessage(Base):
    """A message to operators, kept until each way that is set has taken it, or given up."""

    __tablename__ = "alert_message"
    __table_args__ = (
        CheckConstraint("kind IN ('change', 'digest', 'test')", name="kind_known"),
        # Whatever is done twice, a day has one digest.
        Index("uq_alert_message_day", "day", unique=True, postgresql_where=text("kind = 'digest'")),
    )

    id: Mapped[BigId]
    kind: Mapped[str]
    day: Mapped[date | None]
    subject: Mapped[str]
    body: Mapped[str]
    payload: Mapped[dict[str, Any]]
    created_at: Mapped[Created]
    mail_state: Mapped[str] = mapped_column(default="off", server_default="off")
    mail_error: Mapped[str | None]  # why it was kept
    webhook_state: Mapped[str] = mapped_column(default="off", server_default="off")
    webhook_tries: Mapped[int] = mapped_column(default=0, server_default="0")
    webhook_error: Mapped[str | None]
    next_try_at: Mapped[datetime | None]
