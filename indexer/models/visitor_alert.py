"""Visitors' alerts by mail: what they wait for, and the readings of runs since."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created, Flag, IntId, Money, part_of


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


BELOW, DROP, RISE, STOCK = "below", "drop", "rise", "stock"
SEARCH, UNDER = "search", "under"
OF_SEARCHES = (SEARCH, UNDER)
ALERT_KINDS = (BELOW, DROP, RISE, STOCK, *OF_SEARCHES)
LEAST_PERCENT, MOST_PERCENT = 1, 99


class VisitorAlertAddress(Base):
    """A mail address with alerts. Who has its token sees and changes them: mails alone carry it.

    `daily`: at most one mail a day; with `weekly` a week, on Mondays. `mailed_at`: when the last
    alerts were sent to it.
    """

    __tablename__ = "price_alert_address"
    __table_args__ = (
        CheckConstraint("strpos(email, '@') > 1", name="email_has_an_at"),
        Index("uq_price_alert_address_email", text("lower(email)"), unique=True),
    )

    id: Mapped[BigId]
    email: Mapped[str]
    token: Mapped[str] = mapped_column(unique=True)
    daily: Mapped[Flag]
    weekly: Mapped[Flag]
    created_at: Mapped[Created]
    mailed_at: Mapped[datetime | None]


class VisitorAlert(Base):
    """What an address waits for; nothing is looked at, or sent, before it is confirmed.

    A product's price below `amount` in `currency`, any drop or rise of it, or one by `percent` from
    what it cost when the alert was set, its return to stock; all that in one `size` where it is
    given. Or what is new in a search, by the query of its address ("?q=linen") with currency and
    country, or (`under`) what comes below an amount in it.
    """

    __tablename__ = "price_alert"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('below', 'drop', 'rise', 'stock', 'search', 'under')", name="kind_known"
        ),
        CheckConstraint(
            "(kind IN ('search', 'under')) = (search IS NOT NULL)", name="search_of_search"
        ),
        CheckConstraint(
            "(kind IN ('search', 'under')) = (product_id IS NULL)", name="product_of_product"
        ),
        CheckConstraint(
            "(kind IN ('below', 'under')) = (amount IS NOT NULL) AND amount > 0",
            name="amount_of_below",
        ),
        CheckConstraint(
            "percent IS NULL OR kind IN ('drop', 'rise') AND percent BETWEEN 1 AND 99",
            name="percent_of_move",
        ),
        CheckConstraint("size IS NULL OR product_id IS NOT NULL", name="size_of_product"),
        CheckConstraint(
            "NOT anywhere OR kind = 'below' AND size IS NULL", name="anywhere_of_below"
        ),
        Index(
            "uq_price_alert_one",
            *("address_id", "kind", "product_id", "amount", "percent", "size"),
            text("md5(search)"),  # a search is longer than an entry of an index may be
            unique=True,
            postgresql_nulls_not_distinct=True,
        ),
    )

    id: Mapped[BigId]
    address_id: Mapped[int] = part_of("price_alert_address.id")
    kind: Mapped[str]
    product_id: Mapped[int | None] = part_of("product.id", index=True)
    search: Mapped[str | None]
    name: Mapped[str] = mapped_column(default="", server_default="")  # of a search
    amount: Mapped[Money | None]
    percent: Mapped[int | None] = mapped_column(SmallInteger)
    size: Mapped[str | None]  # as `product.sizes` calls it
    # At whichever store sells the same thing (indexer.notify.visitor_alerts.anywhere).
    anywhere: Mapped[Flag]
    currency: Mapped[str]  # the visitor's
    country: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created]
    confirmed_at: Mapped[datetime | None]
    snoozed_until: Mapped[datetime | None]  # what crosses before is mailed then


class VisitorAlertReading(Base):
    """What an alert read of its product, or search, at a run; the first is of when it was set.

    `met`: it was as the alert wants it. `crossed`: it became so, which is mailed once. A reading
    counts as long as its run does: that of a run that no longer does is none.
    """

    __tablename__ = "price_alert_reading"
    __table_args__ = (
        Index("ix_price_alert_reading_alert_id", "alert_id", text("id DESC")),
        Index(
            "uq_price_alert_reading_run",
            *("alert_id", "run_id"),
            unique=True,
            postgresql_where=text("run_id IS NOT NULL"),
        ),
        Index(
            "ix_price_alert_reading_untold",
            "alert_id",
            postgresql_where=text("crossed AND mailed_at IS NULL"),
        ),
    )

    id: Mapped[BigId]
    alert_id: Mapped[int] = part_of("price_alert.id")
    run_id: Mapped[int | None] = mapped_column(BigInteger)  # runs are purged
    read_at: Mapped[datetime]  # of the price history's row
    price: Mapped[Money | None]
    currency: Mapped[str | None]  # the store's
    was: Mapped[Money | None]  # the price before, in the same currency
    base: Mapped[Money | None]  # the price from which a percentage is counted, in the same
    met: Mapped[bool]
    crossed: Mapped[bool]
    # Of a search: how many are new, and the first of them; all that came below an amount.
    found: Mapped[int] = mapped_column(default=0, server_default="0")
    product_ids: Mapped[list[int]] = mapped_column(server_default="{}", default=list)
    created_at: Mapped[Created]
    mailed_at: Mapped[datetime | None]


class VisitorAlertRun(Base):
    """A run that was looked at for alerts: of products, or of searches."""

    __tablename__ = "price_alert_run"

    run_id: Mapped[int] = part_of("scrape_run.id", primary_key=True)
    part: Mapped[str] = mapped_column(primary_key=True)


class VisitorAlertEvent(Base):
    """What became of an alert, until it is among the events (`indexer.insights.project`).

    `action`: set, confirmed, mailed or removed. The database's triggers (0035) write it.
    """

    __tablename__ = "price_alert_event"

    id: Mapped[BigId]
    alert_id: Mapped[int] = mapped_column(BigInteger)  # it may be gone
    action: Mapped[str]
    kind: Mapped[str]
    product_id: Mapped[int | None] = mapped_column(BigInteger)
    confirmed: Mapped[bool]
    created_at: Mapped[Created]


class BoughtMark(Base):
    """A product that a guest of a shared list has bought; `list` is the name in the list's link."""

    __tablename__ = "bought_mark"

    list: Mapped[str] = mapped_column(primary_key=True)
    product_id: Mapped[int] = part_of("product.id", primary_key=True, index=True)
    created_at: Mapped[Created] = mapped_column(index=True)
