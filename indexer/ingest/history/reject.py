"""Rejecting a held run: what it read is wrong, and the same trouble needs no further decision."""

from collections.abc import Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from indexer.ingest.runs.finish import RunRefusedError, is_same_trouble, run_by_id
from indexer.models import Incident, ScrapeRun
from indexer.models.run import Reason, same_source


def reject(session: Session, run_id: int, by: str, why: str) -> None:
    """Note that a suspect run is wrong, and end its alert; nothing is committed."""
    run = run_by_id(session, run_id, lock=True)
    if run.result != "suspect":
        raise RunRefusedError(f"Run {run_id} is no suspect run: there is nothing to reject.")
    run.rejected_at = func.clock_timestamp()
    run.rejected_by, run.rejected_why = by, why
    session.execute(
        update(Incident)
        .where(
            Incident.brand_id == run.brand_id,
            Incident.kind == "suspect",
            Incident.closed_at.is_(None),
        )
        .values(closed_at=func.clock_timestamp())
    )


def take_back(session: Session, run_id: int) -> None:
    """Forget that a run was rejected; the next look at its brand reports it again."""
    run = run_by_id(session, run_id, lock=True)
    if run.rejected_at is None:
        raise RunRefusedError(f"Run {run_id} is not rejected.")
    run.rejected_at = run.rejected_by = run.rejected_why = None


def follow(session: Session, run_id: int, reasons: Sequence[Reason]) -> ScrapeRun | None:
    """Reject a held run, too, where the one before it was rejected for the same trouble.

    Returns that one. Nothing is committed.
    """
    run = run_by_id(session, run_id, lock=True)
    before = session.scalars(
        select(ScrapeRun)
        .where(
            same_source(ScrapeRun, run),
            ScrapeRun.id < run_id,
            ScrapeRun.result.in_(("success", "suspect", "failed")),
        )
        .order_by(ScrapeRun.id.desc())
        .limit(1)
    ).first()
    if before is None or before.rejected_at is None:
        return None
    if not is_same_trouble([Reason(*one) for one in before.reasons], reasons):
        return None
    run.rejected_at = func.clock_timestamp()
    run.rejected_by, run.rejected_why = before.rejected_by, before.rejected_why
    return before
