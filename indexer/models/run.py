"""Runs: one row of history for every scrape, classification or import."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    UniqueConstraint,
    and_,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from indexer.models.base import Base, BigId, Created, Flag, part_of
from indexer.models.brand import Brand

CHECK = "check"  # reads the brand's other source, and publishes nothing
KINDS = ("scrape+classify", "scrape", "classify", "import", CHECK)
SCRAPES = ("scrape+classify", "scrape")
READINGS = (*SCRAPES, "import", CHECK)
STATES = ("queued", "running", "finished")
RESULTS = ("success", "failed", "suspect", "stopped")


def _one_of(column: str, values: tuple[str, ...]) -> str:
    return f"{column} IN ({', '.join(repr(value) for value in values)})"


ACCEPTED = "accepted"  # the code of what an operator took for the truth


class Reason(NamedTuple):
    """Why a run ended as it did: a code, a sentence, and what a gate measured of which field."""

    code: str
    text: str
    of: str = ""
    size: float = 0.0


def text_of(reasons: Iterable[Reason]) -> str:
    """Return the reasons as people read them; "" where there are none."""
    own = [one for one in reasons if one.text]
    accepted = "".join(f"{one.text}: " for one in own if one.code == ACCEPTED)
    return accepted + "; ".join(one.text for one in own if one.code != ACCEPTED)


class ScrapeRun(Base):
    """A run; its id is the spec's process id (pid) and history id.

    A run is open until `result` is set, at the same moment as `end_time`; a brand has at most one
    open run. `brand_id` is null for a classification of all brands, and where the brand was
    deleted, whose `brand_name` stays. `resume_at`: when a run whose process died goes on.
    """

    __tablename__ = "scrape_run"
    __table_args__ = (
        CheckConstraint(_one_of("kind", KINDS), name="kind_known"),
        CheckConstraint(_one_of("state", STATES), name="state_known"),
        CheckConstraint(_one_of("result", RESULTS), name="result_known"),
        CheckConstraint(
            "(state = 'finished') = (result IS NOT NULL AND end_time IS NOT NULL)",
            name="finished_has_result",
        ),
        Index(
            "uq_scrape_run_open_brand",
            text("coalesce(brand_id, 0)"),
            unique=True,
            postgresql_where=text(
                "state <> 'finished' AND (brand_id IS NOT NULL OR kind = 'classify')"
            ),
        ),
        Index("ix_scrape_run_brand_start", "brand_id", text("start_time DESC")),
        Index("ix_scrape_run_start", text("start_time DESC")),
        Index(
            "ix_scrape_run_without_events",
            "id",
            postgresql_where=text("events_at IS NULL AND state = 'finished'"),
        ),
    )

    id: Mapped[BigId]
    brand_id: Mapped[int | None] = mapped_column(ForeignKey("brand.id", ondelete="SET NULL"))
    brand_name: Mapped[str] = mapped_column(default="", server_default="")
    kind: Mapped[str]
    source: Mapped[str] = mapped_column(default="", server_default="")  # which was read; "": none
    state: Mapped[str] = mapped_column(default="queued", server_default="queued")
    result: Mapped[str | None]
    failure_reason: Mapped[str | None]
    # `Reason`s, of which the sentences above are made.
    reasons: Mapped[list[Any]] = mapped_column(JSONB, server_default="[]", default=list)
    job_id: Mapped[str | None]
    worker_name: Mapped[str | None]
    worker_pid: Mapped[int | None]
    stop_requested: Mapped[Flag]
    logfile_name: Mapped[str] = mapped_column(unique=True)
    new_image_ids: Mapped[list[int]] = mapped_column(server_default="{}", default=list)
    deleted_image_ids: Mapped[list[int]] = mapped_column(server_default="{}", default=list)
    found_image_ids: Mapped[list[int]] = mapped_column(server_default="{}", default=list)
    found_group_ids: Mapped[list[int]] = mapped_column(server_default="{}", default=list)
    found_count: Mapped[int] = mapped_column(default=0, server_default="0")
    new_count: Mapped[int] = mapped_column(default=0, server_default="0")
    changed_count: Mapped[int] = mapped_column(default=0, server_default="0")
    gone_count: Mapped[int] = mapped_column(default=0, server_default="0")
    rejected_count: Mapped[int] = mapped_column(default=0, server_default="0")
    pages_done: Mapped[int] = mapped_column(default=0, server_default="0")
    pages_total: Mapped[int] = mapped_column(default=0, server_default="0")
    complete: Mapped[Flag]
    coverage: Mapped[dict[str, Any] | None]  # share of items with each field, 0..1
    # What known products' fields lost, gained and changed (indexer.ingest.gates.fields).
    field_changes: Mapped[list[Any]] = mapped_column(JSONB, server_default="[]", default=list)
    # The listing pages that it was limited to; null: all. Such a run is never complete.
    only_pages: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    resume_at: Mapped[datetime | None]
    created_at: Mapped[Created]
    start_time: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]
    # What is published of it and how, while it is (indexer.ingest.publishing.Decision); once it is
    # written, what it ends as.
    publishing: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    published: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # Set in the transaction that ends the writing: a retried commit sees that it is done.
    written_at: Mapped[datetime | None]
    end_time: Mapped[datetime | None]
    # An operator found that what it read is wrong; a later run with the same trouble has it, too.
    rejected_at: Mapped[datetime | None]
    rejected_by: Mapped[str | None]
    rejected_why: Mapped[str | None]
    # When the run and its prices were made events; one that is accepted is made one again.
    events_at: Mapped[datetime | None]

    brand: Mapped[Brand | None] = relationship()
    failed_pages: Mapped[list[FailedPage]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="FailedPage.id"
    )

    @property
    def codes(self) -> list[str]:
        """Return what its reasons are about."""
        return codes_of(self.reasons)

    @property
    def is_accepted(self) -> bool:
        """Return True if an operator took it for the truth."""
        return is_accepted(self.reasons)


def codes_of(reasons: Iterable[Any]) -> list[str]:
    """Return what reasons are about, each once; what an operator did is none of it."""
    return list(dict.fromkeys(one[0] for one in reasons if one[0] != ACCEPTED))


def is_accepted(reasons: Iterable[Any]) -> bool:
    """Return True if an operator took the run of these reasons for the truth."""
    return any(one[0] == ACCEPTED for one in reasons)


class RunChange(Base):
    """What a run changed on one product: its price, stock or name before and after."""

    __tablename__ = "run_change"

    id: Mapped[BigId]
    run_id: Mapped[int] = part_of("scrape_run.id", index=True)
    product_id: Mapped[int] = part_of("product.id", index=True)
    kind: Mapped[str]  # new, changed, gone, returned
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]


class RunPage(Base):
    """How far a run is with one of its listing pages: what a run that died goes on from."""

    __tablename__ = "run_page"

    run_id: Mapped[int] = part_of("scrape_run.id", primary_key=True)
    page_url: Mapped[str] = mapped_column(primary_key=True)
    done: Mapped[Flag]
    states: Mapped[int] = mapped_column(default=0, server_default="0")
    rejected: Mapped[int] = mapped_column(default=0, server_default="0")
    resume_url: Mapped[str] = mapped_column(default="", server_default="")


class RunLogPart(Base):
    """Lines of a run's log as they were written at a time; `at` is that of the first of them."""

    __tablename__ = "run_log"

    run_id: Mapped[int] = part_of("scrape_run.id", primary_key=True)
    at: Mapped[datetime] = mapped_column(primary_key=True)
    lines: Mapped[str]


def same_source(one: type[ScrapeRun], other: type[ScrapeRun] | ScrapeRun) -> ColumnElement[bool]:
    """Return what holds where both runs read the same source of one brand to publish it."""
    return and_(
        one.brand_id == other.brand_id,
        one.kind.not_in(("classify", CHECK)),
        (one.kind == "import") == (other.kind == "import"),
    )


class HostTurn(Base):
    """When a host may be called next, by any worker; the host with its port where it names one."""

    __tablename__ = "host_turn"

    host: Mapped[str] = mapped_column(primary_key=True)
    next_at: Mapped[datetime]


class HostAnswer(Base):
    """How often a host answered so on a day (UTC), to any worker."""

    __tablename__ = "host_answer"

    host: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    answer: Mapped[str] = mapped_column(primary_key=True)  # of scrapers.web.rate_limiter.ANSWERS
    count: Mapped[int]


class RunItem(Base):
    """A product of a run, kept from the page it was read on until it is published.

    Of a run that is held back the rows stay with it, until an operator accepts it. They are in the
    order in which the products were found.
    """

    __tablename__ = "run_item"
    __table_args__ = (
        UniqueConstraint("run_id", "key"),
        Index("ix_run_item_run_id_id", "run_id", "id"),
    )

    id: Mapped[BigId]
    run_id: Mapped[int] = part_of("scrape_run.id")
    key: Mapped[str]
    item: Mapped[dict[str, Any]]  # a scrapers.product.Product (indexer.ingest.staging)


class FailedPage(Base):
    """A page that could not be read, with the evidence kept for the operator."""

    __tablename__ = "failed_page"

    id: Mapped[BigId]
    run_id: Mapped[int] = part_of("scrape_run.id", index=True)
    page_url: Mapped[str]
    code: Mapped[str] = mapped_column(default="", server_default="")  # of scrapers.errors
    reason: Mapped[str]
    screenshot_name: Mapped[str | None]
    html_name: Mapped[str | None]
