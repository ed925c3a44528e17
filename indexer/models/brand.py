"""Brands: a store's configuration, its listing pages and styles (spec §3)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Identity,
    Index,
    UniqueConstraint,
    case,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from indexer.models.base import Base, BigId, Created, Flag, IntId, part_of
from indexer.models.reference import Country, Style


class Brand(Base):
    """A brand's row is also its store. The scraper's fields are those of `scrapers.config`."""

    __tablename__ = "brand"
    __table_args__ = (
        CheckConstraint("slug ~ '^[a-z0-9-]+$'", name="slug_is_lower_case"),
        CheckConstraint("currency ~ '^[A-Z]{3}$'", name="currency_is_iso"),
        CheckConstraint("scroll_delay BETWEEN 0 AND 60000", name="scroll_delay_in_ms"),
        CheckConstraint("hover_delay BETWEEN 0 AND 60000", name="hover_delay_in_ms"),
        CheckConstraint("parent_depth BETWEEN 0 AND 50", name="parent_depth_in_levels"),
        CheckConstraint("request_delay BETWEEN 0 AND 600000", name="request_delay_in_ms"),
        CheckConstraint("page_time_budget BETWEEN 5 AND 3600", name="page_time_budget_in_s"),
        CheckConstraint("run_time_budget BETWEEN 1 AND 1440", name="run_time_budget_in_minutes"),
        CheckConstraint("detail_concurrency BETWEEN 1 AND 8", name="detail_concurrency_in_tabs"),
        CheckConstraint("item_type IN ('new', 'vintage')", name="item_type_known"),
        CheckConstraint("source IN ('pages', 'feed', 'catalogue')", name="source_known"),
        CheckConstraint("scrape_every_hours > 0", name="scrape_every_hours_positive"),
        CheckConstraint(
            "scrape_every_hours IS NULL OR scrape_cron = ''", name="one_schedule_at_most"
        ),
    )

    id: Mapped[IntId]
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(unique=True)
    website: Mapped[str]
    instagram: Mapped[str] = mapped_column(default="", server_default="")
    is_active: Mapped[bool] = mapped_column(default=True, server_default="true")
    item_type: Mapped[str] = mapped_column(default="new", server_default="new")

    iframe_selector: Mapped[str] = mapped_column(default="", server_default="")
    node_path: Mapped[str] = mapped_column(default="", server_default="")
    background_image_selector: Mapped[str] = mapped_column(default="", server_default="")
    hover_node_path: Mapped[str] = mapped_column(default="", server_default="")
    image_replace_original_text: Mapped[str] = mapped_column(default="", server_default="")
    image_replace_new_text: Mapped[str] = mapped_column(default="", server_default="")
    image_bg: Mapped[Flag]
    check_hover: Mapped[Flag]
    scroll_delay: Mapped[int] = mapped_column(default=0, server_default="0")
    hover_delay: Mapped[int] = mapped_column(default=0, server_default="0")
    parent_depth: Mapped[int] = mapped_column(default=1, server_default="1")
    product_brand_xpath: Mapped[str] = mapped_column(default="", server_default="")
    product_name_xpath: Mapped[str] = mapped_column(default="", server_default="")
    price_xpath: Mapped[str] = mapped_column(default="", server_default="")
    sale_price_xpath: Mapped[str] = mapped_column(default="", server_default="")
    sold_out_xpath: Mapped[str] = mapped_column(default="", server_default="")
    sold_out_text: Mapped[str] = mapped_column(default="", server_default="")
    size_xpath: Mapped[str] = mapped_column(default="", server_default="")
    href_class: Mapped[str] = mapped_column(default="", server_default="")
    currency: Mapped[str] = mapped_column(default="ZAR", server_default="ZAR")
    next_button_selector: Mapped[str] = mapped_column(default="", server_default="")
    next_button_text: Mapped[str] = mapped_column(default="", server_default="")
    next_button_click_not_redirect: Mapped[Flag]
    infinite_scroll_button_selector: Mapped[str] = mapped_column(default="", server_default="")
    popup_close_button_selector: Mapped[str] = mapped_column(default="", server_default="")
    need_external_translate: Mapped[Flag]
    is_multi_brand: Mapped[Flag]
    detail_selector: Mapped[str] = mapped_column(default="", server_default="")
    detail_image_node_path: Mapped[str] = mapped_column(default="", server_default="")
    detail_original_image_text: Mapped[str] = mapped_column(default="", server_default="")
    detail_new_image_text: Mapped[str] = mapped_column(default="", server_default="")
    switch_image_order: Mapped[Flag]
    country_id: Mapped[int | None] = mapped_column(ForeignKey("country.id"))
    shipping_page: Mapped[str] = mapped_column(default="", server_default="")
    countries_selector: Mapped[str] = mapped_column(default="", server_default="")
    shipping_countries_list: Mapped[str] = mapped_column(default="", server_default="")
    scraped_shipping_countries: Mapped[str] = mapped_column(default="", server_default="")
    stealth: Mapped[Flag]
    request_delay: Mapped[int | None]
    page_time_budget: Mapped[int | None]
    run_time_budget: Mapped[int | None]
    detail_concurrency: Mapped[int | None]
    accept_confirms: Mapped[Flag]
    user_agent: Mapped[str] = mapped_column(default="", server_default="")
    extra_headers: Mapped[str] = mapped_column(default="", server_default="")
    cookies: Mapped[str] = mapped_column(default="", server_default="")
    upstream_proxy: Mapped[str] = mapped_column(default="", server_default="")
    favicon_tried_at: Mapped[datetime | None]
    pin_board_url: Mapped[str] = mapped_column(default="", server_default="")
    source: Mapped[str] = mapped_column(default="pages", server_default="pages")
    feed_url: Mapped[str] = mapped_column(default="", server_default="")
    catalogue_url: Mapped[str] = mapped_column(default="", server_default="")
    # What its server calls the version that was read last, and of which address.
    feed_version: Mapped[dict[str, str] | None] = mapped_column(JSONB)
    scrape_every_hours: Mapped[int | None]
    check_every_days: Mapped[int | None]
    scrape_cron: Mapped[str] = mapped_column(default="", server_default="")
    # When the schedule was set: what was due by it before that is not made up for.
    scheduled_since: Mapped[Created]
    created_at: Mapped[Created]
    updated_at: Mapped[Created]
    # An archived brand is disabled, and in no list but the archive's; `was_active` is what it goes
    # back to. One that is being deleted is never brought back.
    archived_at: Mapped[datetime | None]
    was_active: Mapped[bool | None]
    deleting_at: Mapped[datetime | None]

    country: Mapped[Country | None] = relationship()
    styles: Mapped[list[Style]] = relationship(secondary="brand_style", order_by=Style.position)
    pages: Mapped[list[BrandPage]] = relationship(
        back_populates="brand",
        cascade="all, delete-orphan",
        order_by="(BrandPage.position, BrandPage.page_id)",
    )

    @hybrid_property
    def can_be_read(self) -> bool:
        """Return True if its source has an address to read products from."""
        return bool(self.pages if self.source == "pages" else self.source_url)

    @can_be_read.inplace.expression
    @classmethod
    def _can_be_read(cls) -> ColumnElement[bool]:
        return case(
            (cls.source == "feed", cls.feed_url != ""),
            (cls.source == "catalogue", cls.catalogue_url != ""),
            else_=cls.pages.any(),
        )

    @property
    def source_url(self) -> str:
        """Return the address of the feed or catalogue that is read; "" where pages are."""
        return {"feed": self.feed_url, "catalogue": self.catalogue_url}.get(self.source, "")

    @property
    def other_source(self) -> str:
        """Return the source that its own one can be checked by; "" without one."""
        present = {"pages": self.pages, "catalogue": self.catalogue_url, "feed": self.feed_url}
        return next((name for name, has in present.items() if has and name != self.source), "")


class BrandPage(Base):
    """A listing page that is crawled for a brand; its id is stable through edits."""

    __tablename__ = "brand_page"
    __table_args__ = (CheckConstraint("page_url ~* '^https?://'", name="page_url_is_absolute"),)

    page_id: Mapped[IntId]
    brand_id: Mapped[int] = part_of("brand.id", index=True)
    position: Mapped[int] = mapped_column(default=0, server_default="0")
    page_url: Mapped[str]
    product_category: Mapped[int | None] = mapped_column(ForeignKey("category.id"))
    color: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    custom_click_selector: Mapped[str] = mapped_column(default="", server_default="")

    brand: Mapped[Brand] = relationship(back_populates="pages")


class BrandStyle(Base):
    """A style that all products of a brand inherit."""

    __tablename__ = "brand_style"

    brand_id: Mapped[int] = part_of("brand.id", primary_key=True)
    style_id: Mapped[int] = part_of("style.id", primary_key=True, index=True)


class BrandLimit(Base):
    """A limit of a gate that is a brand's own: what it is, in percent, who set it and why."""

    __tablename__ = "brand_limit"
    __table_args__ = (CheckConstraint("percent BETWEEN 0 AND 1000", name="percent_sensible"),)

    brand_id: Mapped[int] = part_of("brand.id", primary_key=True)
    gate: Mapped[str] = mapped_column(primary_key=True)  # of indexer.ingest.gates.brand_limits
    percent: Mapped[int]
    reason: Mapped[str]
    set_by: Mapped[str]
    set_at: Mapped[Created]


class BrandVersion(Base):
    """A brand's configuration as it was after an edit; the oldest is what it was before the first.

    `values` holds it by its names on the wire, pages and styles included.
    """

    __tablename__ = "brand_version"
    __table_args__ = (
        CheckConstraint("action IN ('before', 'added', 'edited', 'restored')", name="action_known"),
        Index("ix_brand_version_brand", "brand_id", "id"),
    )

    id: Mapped[BigId]
    brand_id: Mapped[int] = part_of("brand.id")
    author: Mapped[str]
    action: Mapped[str]
    values: Mapped[dict[str, Any]]
    restored_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[Created]


class TakeDown(Base):
    """A product or a whole domain that stays hidden, whatever is scraped later."""

    __tablename__ = "take_down"
    __table_args__ = (
        CheckConstraint(
            "(domain IS NOT NULL AND brand_id IS NULL AND group_key IS NULL)"
            " OR (domain IS NULL AND brand_id IS NOT NULL AND group_key IS NOT NULL)",
            name="product_or_domain",
        ),
        UniqueConstraint("brand_id", "group_key"),
    )

    id: Mapped[IntId]
    domain: Mapped[str | None] = mapped_column(unique=True)
    brand_id: Mapped[int | None] = part_of("brand.id")
    group_key: Mapped[str | None]
    reason: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created]


class BrandSubmission(Base):
    """A site that a visitor suggested, waiting for an operator (spec §2.10)."""

    __tablename__ = "brand_submission"
    __table_args__ = (
        CheckConstraint("website ~* '^[a-z][a-z0-9+.-]*://'", name="website_is_absolute"),
        CheckConstraint("state IN ('new', 'accepted', 'declined')", name="state_known"),
    )

    id: Mapped[IntId]
    website: Mapped[str]
    state: Mapped[str] = mapped_column(default="new", server_default="new")
    created_at: Mapped[Created]
    decided_at: Mapped[datetime | None]


# Waits for its look; is looked at; was found and is added next; is a brand by this list, or was
# one before; or needs a person.
WAITING, LOOKING, FOUND = "waiting", "looking", "found"
ADDED, KNOWN, NEEDS = "added", "known", "needs"
LISTED_STATES = (WAITING, LOOKING, FOUND, ADDED, KNOWN, NEEDS)
OPEN = (WAITING, LOOKING, FOUND)


class ListedStore(Base):
    """A store of a list, with all that was worked out of it.

    `found` is what the look gave (indexer.ingest.tryout.suggest); `need` is the kind of thing a
    person is needed for, `reason` why. `heartbeat_at`: when a look began; one that takes too long
    was killed, and begins anew.
    """

    __tablename__ = "listed_store"
    __table_args__ = (
        CheckConstraint(
            "state IN ('waiting', 'looking', 'found', 'added', 'known', 'needs')",
            name="state_known",
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    site: Mapped[str] = mapped_column(unique=True)  # its host, by which stores differ
    website: Mapped[str]
    state: Mapped[str] = mapped_column(default=WAITING, server_default=WAITING)
    reason: Mapped[str] = mapped_column(default="", server_default="")
    need: Mapped[str] = mapped_column(default="", server_default="")
    added_by: Mapped[str]
    brand_id: Mapped[int | None] = mapped_column(
        ForeignKey("brand.id", ondelete="SET NULL"), index=True
    )
    found: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    heartbeat_at: Mapped[datetime | None]
    created_at: Mapped[Created]
    looked_at: Mapped[datetime | None]
