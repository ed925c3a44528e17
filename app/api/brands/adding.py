"""The websites that visitors suggested, and what becomes of them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from marshmallow import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.brands import schemas
from app.api.brands.edit import save_in
from app.api.brands.schemas import BrandInput
from app.api.declare import Area
from app.api.declare.fields import Message, by_id
from app.live.context import context
from app.web.access import note
from app.web.errors import ApiError, refusal_of
from indexer.catalogue.audit import Subject
from indexer.core.bad_items import is_bad, reason
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import enqueue_all, open_run, sign
from indexer.ingest.schedule import free_night
from indexer.ingest.sources.store_lists import FORM, brands_of_sites, hold_stores
from indexer.models import Brand, BrandSubmission, ListedStore, ScrapeRun
from indexer.models.brand import ADDED, FOUND, KNOWN, NEEDS
from scrapers.config import wire_name

AREA = Area("submissions", "brands", "Websites that visitors suggest")
STATE_ACTIONS = {"new": "put back", "accepted": "accepted", "declined": "declined"}
MOST = 500  # that are listed


@AREA.post("/submit", writes=True)
@AREA.arguments(schemas.Submission, example={"website": "https://new-store.example"})
@AREA.response(Message, example={"message": "Thanks for your submission!"})
def submit(website: str) -> dict[str, str]:
    """Suggest a store's website for review"""
    with context().session() as session:
        same = (BrandSubmission.website == website) & (BrandSubmission.state == "new")
        if session.scalar(select(BrandSubmission.id).where(same).limit(1)) is None:
            session.add(BrandSubmission(website=website))
    return {"message": "Thanks for your submission!"}


@AREA.get("/submissions", operator=True)
@AREA.response(schemas.BrandSubmission(many=True))
def submissions() -> Sequence[BrandSubmission]:
    """List the websites that visitors suggested, those that wait for a decision first"""
    with context().session() as session:
        return session.scalars(
            select(BrandSubmission)
            .order_by(BrandSubmission.decided_at.is_not(None), BrandSubmission.id.desc())
            .limit(MOST)
        ).all()


@AREA.post("/submissions/<int:submission_id>", operator=True)
@AREA.arguments(schemas.Decision, example={"state": "accepted"})
@AREA.response(schemas.BrandSubmission)
def decide(submission_id: int, state: str) -> BrandSubmission:
    """Accept or decline a suggested website"""
    with context().session() as session:
        row = by_id(session, BrandSubmission, submission_id, "submission")
        before, row.state = row.state, state
        subject = Subject("website", row.id, row.website)
        note(session, STATE_ACTIONS[state], subject, {"state": before}, {"state": state})
        row.decided_at = None if state == "new" else datetime.now(UTC)
        return row


_CRON, _HOURS = wire_name("scrape_cron"), wire_name("scrape_every_hours")
# Of a host's name what does not identify its owner.
_EVERYBODYS = frozenset("www shop store stores winkel online web m en af za".split())


def add_found() -> int:
    """Add each store that was found as a brand that is read every night; return how many.

    Each is a transaction of its own: one that cannot be saved needs a person, with the reason.
    """
    services = context()
    added = 0
    while (outcome := _add_next()) is not None:
        added += len(outcome)
        enqueue_all(services.settings, outcome)
    return added


def _add_next() -> list[ScrapeRun] | None:
    """Add one store; return its first run, if any began; None where none is left."""
    with context().session() as session:
        hold_stores(session)
        row = session.scalar(
            select(ListedStore).where(ListedStore.state == FOUND).order_by(ListedStore.id).limit(1)
        )
        if row is None:
            return None
        known = brands_of_sites(session).get(row.site)
        if known is not None:
            row.state, row.brand_id = KNOWN, known.id
            return []
        try:
            with session.begin_nested():
                return _save_and_start(session, row)
        except Exception as error:
            if not (isinstance(error, ApiError) or is_bad(error)):
                raise
            refused = refusal_of(error) if isinstance(error, ValidationError) else error
            row.state, row.need = NEEDS, FORM
            row.reason = refused.message if isinstance(refused, ApiError) else reason(error)
            return []


def _save_and_start(session: Session, row: ListedStore) -> list[ScrapeRun]:
    """Save a store's brand and open its first run."""
    sent = BrandInput().load(brand_of(session, row))
    brand, *_ = save_in(session, sent, row.added_by)
    row.state, row.brand_id = ADDED, brand.id
    try:
        run = open_run(session, brand.id, "scrape+classify")
    except RunRefusedError:
        return []
    sign(session, run, "started", row.added_by)
    return [run]


def brand_of(session: Session, row: ListedStore) -> dict[str, Any]:
    """Return what was worked out of a store as the brand form takes it, with a schedule."""
    values = dict((row.found or {}).get("brand", {}))
    values.setdefault("website", row.website)
    values["name"] = free_name(session, values.get("name") or host_name(row.site), row.site)
    if not values.get(_HOURS):
        values[_CRON] = values.get(_CRON) or free_night(session.scalars(select(Brand.scrape_cron)))
    return values


def host_name(site: str) -> str:
    """Return the owner's name in a host: "Karoo-cotton" of shop.karoo-cotton.co.za."""
    labels = site.partition(":")[0].split(".")
    own = next((label for label in labels if label not in _EVERYBODYS), labels[0])
    return site if own.isdigit() else own.capitalize()


def free_name(session: Session, name: str, site: str) -> str:
    """Return a name that no brand has: with the site behind it where another has it."""
    taken = set(session.scalars(select(Brand.name).where(Brand.name.startswith(name))))
    for candidate in (name, f"{name} ({site})"):
        if candidate not in taken:
            return candidate
    return next(own for number in range(2, 10_000) if (own := f"{name} ({number})") not in taken)
