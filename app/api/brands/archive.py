"""Brands that leave the list: archived, brought back, and deleted from the archive."""

from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.brands.edit import brand_by_id
from app.api.declare import Answer, Area, ValueOrObject
from app.api.declare.fields import INT_MAX, Id
from app.api.declare.schema import Message, about
from app.live.context import context
from app.web.access import note
from app.web.errors import Conflict
from indexer.catalogue.audit import Subject
from indexer.catalogue.outbox import enqueue_brand
from indexer.core.queues import DO_PERIODIC, UPKEEP, QueueUnavailableError, enqueue
from indexer.ingest.purge import holdings
from indexer.models import Brand, ScrapeRun

AREA = Area("brand_archive", "brands", "Brands that leave the list")
INLINE_WRITES = 5000  # products written at once; the periodic job writes the rest
REMOVAL_S = 3600


class ArchivedBrand(ValueOrObject):
    """The brand that is meant."""

    brand_id = Id(required=True)


class BrandHoldings(Answer):
    """What a brand has, in numbers: what archiving hides, and what deleting removes."""

    shown: int = about("Products that visitors find now")
    products: int = about("With those that are gone or hidden")
    prices: int = about("Entries of its products' price histories")
    runs: int = about("They stay, with its name")
    alerts: int = about("Visitors' alerts on its products")
    searches: int = about("Searches of visitors that chose it")
    take_downs: int


@AREA.get("/<int:brand_id>/holdings", operator=True)
@AREA.response(BrandHoldings)
def brand_holdings(brand_id: int) -> dict[str, int]:
    """Count what a brand has, before it is disabled, archived or deleted"""
    with context().session() as session:
        return holdings(session, brand_by_id(session, brand_id))


@AREA.post("/archive", operator=True)
@AREA.arguments(ArchivedBrand, example=12)
@AREA.response(Message)
def archive(brand_id: int) -> dict[str, str]:
    """Take a brand off the list: its products are hidden, it is read no more, nothing is lost"""
    with context().session() as session:
        brand = _lock_brand(session, brand_id)
        if brand.archived_at is not None:
            raise Conflict(f"{brand.name} is in the archive already")
        _refuse_running(session, brand)
        has = holdings(session, brand)
        brand.archived_at, brand.was_active = datetime.now(UTC), brand.is_active
        brand.is_active = False
        note(session, "archived", _subject(brand), {"products shown": has["shown"]}, {})
        enqueue_brand(session, brand.id)
        name = brand.name
    written = context().written(INLINE_WRITES)
    return {"message": f"{name} is in the archive: {_products(has['shown'])} hidden{written}"}


@AREA.post("/bringBack", operator=True)
@AREA.arguments(ArchivedBrand, example=12)
@AREA.response(Message)
def bring_back(brand_id: int) -> dict[str, str]:
    """Bring a brand back from the archive, enabled or disabled as it was"""
    with context().session() as session:
        brand = _lock_brand(session, brand_id)
        _refuse_listed(brand)
        brand.is_active, brand.archived_at, brand.was_active = bool(brand.was_active), None, None
        brand.scheduled_since = datetime.now(UTC)  # what was due meanwhile is not made up for
        session.flush()
        has = holdings(session, brand)
        note(session, "brought back", _subject(brand), {}, {"products shown": has["shown"]})
        enqueue_brand(session, brand.id)
        name = brand.name
    written = context().written(INLINE_WRITES)
    return {"message": f"{name} is back: {_products(has['shown'])} shown{written}"}


@AREA.post("/delete", operator=True)
@AREA.arguments(ArchivedBrand, example=12)
@AREA.response(Message)
def delete(brand_id: int) -> dict[str, str]:
    """Delete a brand of the archive with its products and their prices, for good

    Its runs stay with its name, and so does what operators did to it.
    """
    services = context()
    with services.session() as session:
        brand = _lock_brand(session, brand_id)
        _refuse_listed(brand)
        has = holdings(session, brand)
        brand.deleting_at = datetime.now(UTC)
        gone = {"website": brand.website, "products": has["products"], "prices": has["prices"]}
        note(session, "deleted", _subject(brand), gone | {"alerts": has["alerts"]}, None)
        name = brand.name
    try:
        enqueue(services.settings, UPKEEP, DO_PERIODIC, "remove_brands", timeout_s=REMOVAL_S)
        begins = "now"
    except QueueUnavailableError:
        begins = "as soon as the job queue answers"
    return {
        "message": f"{name} is being deleted with {_products(has['products'])}; it begins {begins}"
    }


def _lock_brand(session: Session, brand_id: int) -> Brand:
    """Return a brand under its lock; raises NotFound, and Conflict where it is being deleted."""
    key = min(brand_id, INT_MAX)
    session.execute(select(Brand.id).where(Brand.id == key).with_for_update())
    brand = brand_by_id(session, brand_id)
    if brand.deleting_at is not None:
        raise Conflict(f"{brand.name} is being deleted")
    return brand


def _refuse_listed(brand: Brand) -> None:
    if brand.archived_at is None:
        raise Conflict(f"{brand.name} is not in the archive")


def _refuse_running(session: Session, brand: Brand) -> None:
    own = (ScrapeRun.brand_id == brand.id) & (ScrapeRun.state != "finished")
    run_id = session.scalar(select(ScrapeRun.id).where(own))
    if run_id is not None:
        raise Conflict(f"{brand.name} is running (process {run_id}): stop it first")


def _subject(brand: Brand) -> Subject:
    return Subject("brand", brand.id, brand.name)


def _products(count: int) -> str:
    return "1 product" if count == 1 else f"{count} products"
