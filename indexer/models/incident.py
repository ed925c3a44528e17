"""Brands in trouble, and the site."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created, part_of

TROUBLES = ("failed", "suspect", "overdue", "shrinking")
BEHIND = "behind"  # the search index's own trouble
STALLED = "stalled"  # the worker's: nobody does the jobs
MISSED = "missed"  # the backup's: there is no whole one that is young enough
OF_NO_BRAND = (BEHIND, STALLED, MISSED)


class Incident(Base):
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
    brand_id: Mapped[int | None] = part_of("brand.id")
    kind: Mapped[str]
    run_id: Mapped[int | None] = mapped_column(BigInteger)  # where a run showed it; runs are purged
    words: Mapped[str]
    opened_at: Mapped[Created]
    closed_at: Mapped[datetime | None]
    # What a held run read otherwise, a sentence a field (indexer.ingest.compare).
    changes: Mapped[list[str]] = mapped_column(JSONB, default=list, server_default="[]")
    # An operator has seen it; no message reports it until a time.
    acknowledged_at: Mapped[datetime | None]
    acknowledged_by: Mapped[str | None]
    muted_until: Mapped[datetime | None]
    muted_by: Mapped[str | None]
