"""What is deleted for good: by the retention settings gone products, old clicks and old history,
and changes in the outbox that nobody will replay."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, func, select
from sqlalchemy.orm import Session, aliased

from indexer.catalogue.outbox import delete_written, enqueue_deleted, hold
from indexer.catalogue.prices.measure import COUNTING, KEPT_DAYS
from indexer.core.bad_items import each
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.items.collecting import remove_evidence
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


def _delete(settings: Settings, model: type[Base], *where: ColumnElement[bool]) -> int:
    with session_scope(settings.database_url) as session:
        return getattr(session.execute(delete(model).where(*where)), "rowcount", 0)


def _purge_answers(settings: Settings) -> int:
    return _delete(settings, HostAnswer, HostAnswer.day < func.current_date() - ANSWERS_KEPT_DAYS)


def _purge_seen_changes(settings: Settings) -> int:
    old = SnapshotChange.created_at < func.now() - timedelta(days=1)
    return _delete(settings, SnapshotChange, old)


def _purge_looks(settings: Settings) -> int:
    shown = exists().where(ProductImage.content_hash == OfferPicture.content_hash)
    return _delete(settings, OfferPicture, ~shown)


def _purge_products(settings: Settings) -> int:
    purged = 0
    limit = timedelta(days=settings.purge_after_days)
    while True:
        with session_scope(settings.database_url) as session:
            # Looked at under its lock: a scrape may have just seen one of them again. What a
            # scrape holds is left for the next day.
            hold(session)
            ids = session.scalars(
                select(Product.id)
                .where(Product.gone_at < func.now() - limit)
                .order_by(Product.id)
                .limit(BATCH)
                .with_for_update(skip_locked=True)
            ).all()
            if not ids:
                return purged
            enqueue_deleted(session, ids)
            session.execute(delete(Product).where(Product.id.in_(ids)))
            purged += len(ids)


def _purge_changes(settings: Settings) -> int:
    purged, forgotten = 0, 1
    while forgotten:
        with session_scope(settings.database_url) as session:
            forgotten = delete_written(session)
        purged += forgotten
    return purged


def _purge_visits(settings: Settings, model: type[Click] | type[SearchLog]) -> int:
    before = func.now() - timedelta(days=settings.click_retention_days)
    old = select(model.id).where(model.created_at < before).limit(VISITS)
    purged, deleted = 0, VISITS
    while deleted == VISITS:
        deleted = _delete(settings, model, model.id.in_(old))
        purged += deleted
    return purged


def _purge_messages(settings: Settings) -> int:
    before = func.now() - timedelta(days=settings.message_retention_days)
    return _delete(settings, Message, func.coalesce(Message.sent_at, Message.gave_up_at) < before)


def _purge_addresses(settings: Settings) -> int:
    """Forget newsletter addresses that were never confirmed, and those that left."""
    before = func.now() - timedelta(days=settings.newsletter_retention_days)
    row = NewsletterSubscription
    unconfirmed = row.confirmed_at.is_(None) & (row.created_at < before)
    return _delete(settings, row, unconfirmed | (row.left_at < before))


def _purge_alerts(settings: Settings) -> int:
    """Forget alerts that were never confirmed, addresses without one, and old messages.

    The last reading of an alert that counts stays: the next is compared with it. One that does not
    is gone before its run is, without which it would count.
    """
    before = func.now() - timedelta(days=settings.newsletter_retention_days)
    later = aliased(VisitorAlertReading)
    followed = exists().where(later.alert_id == VisitorAlertReading.alert_id)
    followed = followed.where(later.id > VisitorAlertReading.id, ~_is_taken_back(later))
    done = followed | _is_taken_back(VisitorAlertReading)
    old = VisitorAlertReading.created_at < func.now() - timedelta(days=READINGS_KEPT_DAYS)
    # What has come below an amount is reported once for good.
    listing = exists().where(VisitorAlert.id == VisitorAlertReading.alert_id)
    listing = listing.where(VisitorAlert.kind == UNDER)
    mark = BoughtMark.created_at < func.now() - timedelta(days=MARKS_KEPT_DAYS)
    newer = aliased(SizeHistory)
    passed = exists().where(newer.product_id == SizeHistory.product_id)
    passed = passed.where(newer.seen_at > SizeHistory.seen_at, newer.seen_at < _sizes_before())
    unconfirmed = VisitorAlert.confirmed_at.is_(None) & (VisitorAlert.created_at < before)
    empty = ~exists().where(VisitorAlert.address_id == VisitorAlertAddress.id)
    with session_scope(settings.database_url) as session:
        session.execute(delete(VisitorAlertReading).where(old, done, ~listing))
        session.execute(delete(BoughtMark).where(mark))
        session.execute(delete(SizeHistory).where(passed))
        session.execute(delete(VisitorAlert).where(unconfirmed))
        gone = session.execute(delete(VisitorAlertAddress).where(empty))
        return getattr(gone, "rowcount", 0)


def _sizes_before() -> ColumnElement[datetime]:
    """Return until when of a product's sizes the last ones alone are kept: no run is looked at."""
    return func.now() - timedelta(days=2 * LOOKED_BACK_DAYS)


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
    in_histories = (ScrapeRun.result == "suspect") & (
        ScrapeRun.created_at > func.now() - timedelta(days=KEPT_DAYS)
    )
    return session.scalars(
        select(ScrapeRun).where(ScrapeRun.id.in_(old), ScrapeRun.state == "finished", ~in_histories)
    ).all()


_PARTS: dict[str, Callable[[Settings], int]] = {
    "answers": _purge_answers,
    "seen changes": _purge_seen_changes,
    "looks": _purge_looks,
    "products": _purge_products,
    "clicks": partial(_purge_visits, model=Click),
    "searches": partial(_purge_visits, model=SearchLog),
    "addresses": _purge_addresses,
    "alerts": _purge_alerts,
    "messages": _purge_messages,
    "runs": _purge_runs,
    "changes": _purge_changes,
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
        while _remove_products(settings, brand_id):
            pass
        with session_scope(settings.database_url) as session:
            session.execute(delete(ListedStore).where(ListedStore.brand_id == brand_id))
            session.execute(delete(Brand).where(Brand.id == brand_id))

    return len(each(ids, remove, "brand {}".format))


def _remove_products(settings: Settings, brand_id: int) -> int:
    with session_scope(settings.database_url) as session:
        hold(session)
        ids = session.scalars(
            select(Product.id)
            .where(Product.brand_id == brand_id)
            .order_by(Product.id)
            .limit(BATCH)
            .with_for_update()
        ).all()
        enqueue_deleted(session, ids)
        session.execute(delete(Product).where(Product.id.in_(ids)))
        return len(ids)
