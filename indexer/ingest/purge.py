"""What is deleted for good: by the retention settings gone products, old clicks and old history,
and changes in the outbox that nobody will replay."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from indexer.catalogue.outbox import delete_written, enqueue_deleted, hold
from indexer.catalogue.prices import COUNTING, KEPT_DAYS
from indexer.core.bad_items import each
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.collecting import remove_evidence
from indexer.models import (
    BoughtMark,
    Brand,
    Click,
    HostAnswer,
    ListedStore,
    Message,
    NewsletterSubscription,
    OfferPicture,
    PriceHistory,
    Product,
    ProductImage,
    ScrapeRun,
    SearchLog,
    SizeHistory,
    SnapshotChange,
    TakeDown,
    VisitorAlert,
    VisitorAlertAddress,
    VisitorAlertReading,
)
from indexer.models.base import Base
from indexer.models.visitor_alert import UNDER
from indexer.notify.triggers import LOOKED_BACK_DAYS

BATCH = 500
VISITS = 20_000  # a statement
READINGS_KEPT_DAYS = 90  # of visitors' alerts
MARKS_KEPT_DAYS = 400  # of shared lists
ANSWERS_KEPT_DAYS = 90  # of hosts, by the day
RUNS_KEPT = 200  # of each brand; its last trusted run is always kept


def purge(settings: Settings) -> dict[str, int]:
    """Delete what the retention settings allow to forget, in small transactions; count it."""
    return dict(zip(_PARTS, each(_PARTS, lambda name: _PARTS[name](settings)), strict=True))


def _before(days: int) -> ColumnElement[datetime]:
    return func.now() - timedelta(days=days)


# What goes in one statement: its table, and which of its rows.
_ROWS: dict[str, tuple[type[Base], Callable[[Settings], ColumnElement[bool]]]] = {
    "answers": (HostAnswer, lambda _: HostAnswer.day < func.current_date() - ANSWERS_KEPT_DAYS),
    "seen changes": (SnapshotChange, lambda _: SnapshotChange.created_at < _before(1)),
    "looks": (
        OfferPicture,
        lambda _: ~exists().where(ProductImage.content_hash == OfferPicture.content_hash),
    ),
    # Newsletter addresses that were never confirmed, and those that left.
    "addresses": (
        NewsletterSubscription,
        lambda settings: or_(
            NewsletterSubscription.left_at < _before(settings.newsletter_retention_days),
            NewsletterSubscription.confirmed_at.is_(None)
            & (NewsletterSubscription.created_at < _before(settings.newsletter_retention_days)),
        ),
    ),
    "messages": (
        Message,
        lambda settings: (
            func.coalesce(Message.sent_at, Message.gave_up_at)
            < _before(settings.message_retention_days)
        ),
    ),
}


def _delete(settings: Settings, model: type[Base], *where: ColumnElement[bool]) -> int:
    with session_scope(settings.database_url) as session:
        return getattr(session.execute(delete(model).where(*where)), "rowcount", 0)


def _purge_rows(settings: Settings, name: str) -> int:
    model, where = _ROWS[name]
    return _delete(settings, model, where(settings))


def _delete_products(
    session: Session, *where: ColumnElement[bool], skip_locked: bool = False
) -> int:
    """Delete the next products and have their documents deleted; return how many."""
    hold(session)
    some = select(Product.id).where(*where).order_by(Product.id).limit(BATCH)
    ids = session.scalars(some.with_for_update(skip_locked=skip_locked)).all()
    if ids:
        enqueue_deleted(session, ids)
        session.execute(delete(Product).where(Product.id.in_(ids)))
    return len(ids)


def _in_batches(settings: Settings, step: Callable[[Session], int]) -> int:
    """Do a step, each time in a transaction, until it finds nothing more; return how many."""
    total, done = 0, 1
    while done:
        with session_scope(settings.database_url) as session:
            done = step(session)
        total += done
    return total


def _purge_products(settings: Settings) -> int:
    # Looked at under its lock: a scrape may have just seen one of them again. What a scrape holds
    # is left for the next day.
    gone = Product.gone_at < _before(settings.purge_after_days)
    return _in_batches(settings, lambda session: _delete_products(session, gone, skip_locked=True))


def _purge_visits(settings: Settings, model: type[Click] | type[SearchLog]) -> int:
    before = _before(settings.click_retention_days)
    old = select(model.id).where(model.created_at < before).limit(VISITS)
    purged, deleted = 0, VISITS
    while deleted == VISITS:
        deleted = _delete(settings, model, model.id.in_(old))
        purged += deleted
    return purged


def _purge_alerts(settings: Settings) -> int:
    """Forget alerts that were never confirmed, addresses without one, and old messages.

    The last reading of an alert that counts stays: the next is compared with it. One that does not
    is gone before its run is, without which it would count.
    """
    before = _before(settings.newsletter_retention_days)
    later = aliased(VisitorAlertReading)
    followed = exists().where(later.alert_id == VisitorAlertReading.alert_id)
    followed = followed.where(later.id > VisitorAlertReading.id, ~_is_taken_back(later))
    done = followed | _is_taken_back(VisitorAlertReading)
    old = VisitorAlertReading.created_at < _before(READINGS_KEPT_DAYS)
    # What has come below an amount is reported once for good.
    listing = exists().where(VisitorAlert.id == VisitorAlertReading.alert_id)
    listing = listing.where(VisitorAlert.kind == UNDER)
    mark = BoughtMark.created_at < _before(MARKS_KEPT_DAYS)
    # Of a product's sizes the last ones alone are kept where no run looks at them any more.
    newer, until = aliased(SizeHistory), _before(2 * LOOKED_BACK_DAYS)
    passed = exists().where(newer.product_id == SizeHistory.product_id)
    passed = passed.where(newer.seen_at > SizeHistory.seen_at, newer.seen_at < until)
    unconfirmed = VisitorAlert.confirmed_at.is_(None) & (VisitorAlert.created_at < before)
    empty = ~exists().where(VisitorAlert.address_id == VisitorAlertAddress.id)
    with session_scope(settings.database_url) as session:
        session.execute(delete(VisitorAlertReading).where(old, done, ~listing))
        session.execute(delete(BoughtMark).where(mark))
        session.execute(delete(SizeHistory).where(passed))
        session.execute(delete(VisitorAlert).where(unconfirmed))
        gone = session.execute(delete(VisitorAlertAddress).where(empty))
        return getattr(gone, "rowcount", 0)


def _is_taken_back(reading: type[VisitorAlertReading]) -> ColumnElement[bool]:
    of_run = ScrapeRun.id == reading.run_id
    return exists().where(of_run, func.coalesce(ScrapeRun.result, "").not_in(COUNTING))


def _purge_runs(settings: Settings) -> int:
    with session_scope(settings.database_url) as session:
        runs = _old_runs(session)
        pages = [page for run in runs for page in run.failed_pages]
    remove_evidence(settings.evidence_location, pages)
    with session_scope(settings.database_url) as session:
        session.execute(delete(ScrapeRun).where(ScrapeRun.id.in_([run.id for run in runs])))
    return len(runs)


def _old_runs(session: Session) -> Sequence[ScrapeRun]:
    age = func.row_number().over(
        partition_by=(ScrapeRun.brand_id, ScrapeRun.kind), order_by=ScrapeRun.id.desc()
    )
    trusted = func.max(ScrapeRun.id).filter(ScrapeRun.result == "success")
    ranked = select(
        ScrapeRun.id,
        age.label("age"),
        trusted.over(partition_by=(ScrapeRun.brand_id, ScrapeRun.kind)).label("trusted"),
    ).subquery()
    old = select(ranked.c.id).where(
        ranked.c.age > RUNS_KEPT, ranked.c.id.is_distinct_from(ranked.c.trusted)
    )
    # A product's history leaves out what suspect runs wrote into it, as far back as it reaches.
    in_histories = (ScrapeRun.result == "suspect") & (ScrapeRun.created_at > _before(KEPT_DAYS))
    return session.scalars(
        select(ScrapeRun).where(ScrapeRun.id.in_(old), ScrapeRun.state == "finished", ~in_histories)
    ).all()


_PARTS: dict[str, Callable[[Settings], int]] = {
    **{name: partial(_purge_rows, name=name) for name in _ROWS},
    "products": _purge_products,
    "clicks": partial(_purge_visits, model=Click),
    "searches": partial(_purge_visits, model=SearchLog),
    "alerts": _purge_alerts,
    "runs": _purge_runs,
    "changes": lambda settings: _in_batches(settings, delete_written),
}


def holdings(session: Session, brand: Brand) -> dict[str, int]:
    """Count what a brand has: `shown` of its `products` are found by visitors now.

    `alerts`: of visitors, on its products. `searches`: of the log, that were filtered by it.
    """
    products = Product.brand_id == brand.id
    visible = products & Product.gone_at.is_(None) & Product.blocked.is_(False)
    own = select(Product.id).where(products)
    named = SearchLog.filters["store"].contains([brand.slug])

    def count(model: Any, *where: ColumnElement[bool]) -> int:
        wanted: Select[Any] = select(func.count()).select_from(model).where(*where)
        return session.scalar(wanted) or 0

    return {
        "shown": count(Product, visible) if brand.is_active else 0,
        "products": count(Product, products),
        "prices": count(PriceHistory, PriceHistory.product_id.in_(own)),
        "runs": count(ScrapeRun, ScrapeRun.brand_id == brand.id),
        "alerts": count(VisitorAlert, VisitorAlert.product_id.in_(own)),
        "searches": count(SearchLog, named),
        "take_downs": count(TakeDown, TakeDown.brand_id == brand.id),
    }


def remove_deleted(settings: Settings) -> int:
    """Remove brands that operators deleted, with their products; return how many brands went.

    In small transactions: one that dies is gone on with by the next turn. Runs stay, with the
    brand's name.
    """
    with session_scope(settings.database_url) as session:
        ids = session.scalars(select(Brand.id).where(Brand.deleting_at.is_not(None))).all()

    def remove(brand_id: int) -> None:
        own = Product.brand_id == brand_id
        _in_batches(settings, lambda session: _delete_products(session, own))
        with session_scope(settings.database_url) as session:
            session.execute(delete(ListedStore).where(ListedStore.brand_id == brand_id))
            session.execute(delete(Brand).where(Brand.id == brand_id))

    return len(each(ids, remove, "brand {}".format))
