"""The websites that visitors suggested, and what becomes of them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import select

from app.access import note
from app.api.brands import schemas
from app.api.declare import Area
from app.api.declare.fields import by_id
from app.api.declare.schema import Message
from app.context import context
from indexer.catalogue.audit import Subject
from indexer.models import BrandSubmission

AREA = Area("submissions", "brands", "Websites that visitors suggest")
SAID = {"new": "put back", "accepted": "accepted", "declined": "declined"}
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
        note(session, SAID[state], subject, {"state": before}, {"state": state})
        row.decided_at = None if state == "new" else datetime.now(UTC)
        return row
