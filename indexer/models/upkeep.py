"""What keeps the index true: the outbox and the dated currency rates."""

from __future__ import annotations

import datetime as dt
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, Numeric, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from indexer.models.base import Base, BigId, Created, Flag, IntId, part_of


class Outbox(Base):
    """A product whose document must be written again, or deleted.

    Rows stay for a while after they are written (`written_at`), so that a rebuild can replay them;
    `xid` is the writing transaction's: ids are given out before commit and so are no position.

    `error`: why Elasticsearch did not take the document. A row that has one and is written was
    refused for the document's own fault; one that is not is tried again at `retry_at`.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_pending", "id", postgresql_where=text("written_at IS NULL")),
        Index("ix_outbox_refused", "id", postgresql_where=text("error IS NOT NULL")),
        Index("ix_outbox_xid", "xid"),
    )

    id: Mapped[BigId]
    product_id: Mapped[int] = mapped_column(BigInteger)
    revision: Mapped[int] = mapped_column(BigInteger)
    deleted: Mapped[Flag]
    xid: Mapped[int] = mapped_column(
        BigInteger, server_default=text("pg_current_xact_id()::text::bigint")
    )
    created_at: Mapped[Created]
    written_at: Mapped[dt.datetime | None]
    error: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")  # that were refused
    retry_at: Mapped[dt.datetime | None]


class IndexCheck(Base):
    """What a comparison of PostgreSQL with Elasticsearch found and did, in words for operators.

    The same finding again only moves `last_at`, so that what happened stays in sight.
    """

    __tablename__ = "index_check"
    __table_args__ = (
        CheckConstraint(
            "state IN ('whole', 'repaired', 'fell back', 'rebuilt', 'failed', 'incomplete')",
            name="state_known",
        ),
    )

    id: Mapped[BigId]
    index_prefix: Mapped[str]
    state: Mapped[str]
    message: Mapped[str]
    documents: Mapped[int] = mapped_column(BigInteger)
    products: Mapped[int] = mapped_column(BigInteger)
    first_at: Mapped[Created]
    last_at: Mapped[Created]


class RateSet(Base):
    """The exchange rates of one day.

    `to_price`: the currencies of products above the id `priced_upto` whose documents may hold
    amounts of earlier rates (`indexer.index.pricing`); of the newest set alone.
    """

    __tablename__ = "rate_set"

    id: Mapped[IntId]
    day: Mapped[dt.date] = mapped_column(unique=True)
    source: Mapped[str]
    fetched_at: Mapped[Created]
    to_price: Mapped[list[str]] = mapped_column(default=list, server_default="{}")
    priced_upto: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    rates: Mapped[list[Rate]] = relationship(cascade="all, delete-orphan")


class Rate(Base):
    """Units of `currency` for one euro."""

    __tablename__ = "rate"
    __table_args__ = (CheckConstraint("per_euro > 0", name="per_euro_positive"),)

    rate_set_id: Mapped[int] = part_of("rate_set.id", primary_key=True)
    currency: Mapped[str] = mapped_column(primary_key=True)
    per_euro: Mapped[Decimal] = mapped_column(Numeric(18, 6))


class Backup(Base):
    """A backup from its beginning on. It is whole where it has ended and `error` is NULL.

    `began_at`: the moment whose content it has. `counts`: how much of each part there is in it.
    """

    __tablename__ = "backup"

    id: Mapped[BigId]
    file: Mapped[str]  # its path where it was made
    began_at: Mapped[Created]
    ended_at: Mapped[datetime | None]
    size: Mapped[int | None] = mapped_column(BigInteger)  # bytes
    counts: Mapped[dict[str, Any] | None]
    error: Mapped[str | None]


class DataStep(Base):
    """How far a step is: rows up to the id `after` are done; all, where `done_at` is set."""

    __tablename__ = "data_step"

    name: Mapped[str] = mapped_column(primary_key=True)
    after: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    rows: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    created_at: Mapped[Created]
    done_at: Mapped[datetime | None]


class OperatorAction(Base):
    """A change by an operator, written with the change itself (`indexer.catalogue.audit`).

    `subject` is what was changed, as people called it then: it may be gone since.
    """

    __tablename__ = "operator_action"
    __table_args__ = (
        Index("ix_operator_action_actor", "actor", "id"),
        Index("ix_operator_action_subject", "subject_kind", "subject_key", "id"),
    )

    id: Mapped[BigId]
    actor: Mapped[str]  # the name of the operator's token
    action: Mapped[str]  # a word in the past: "edited", "started"
    subject_kind: Mapped[str]
    subject_key: Mapped[str]  # its id or words; "": all of the kind
    subject: Mapped[str]
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    at: Mapped[Created]
