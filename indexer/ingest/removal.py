"""Brands that are archived or deleted: what they have, in numbers, and the deletion."""

from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, select
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue_deleted, hold
from indexer.core.bad_items import each
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import (
    Brand,
    ListedStore,
    PriceHistory,
    Product,
    ScrapeRun,
    SearchLog,
    TakeDown,
    VisitorAlert,
)

BATCH = 500


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
