"""Accepting a suspect run: the operator has looked, and the store really is as it was read.

`python -m indexer.history.accept ID` from the command line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, update
from sqlalchemy.orm import Session, aliased

from indexer.catalogue.outbox import enqueue
from indexer.catalogue.readings import note_read
from indexer.db import session_scope
from indexer.index.writer import write_pending
from indexer.models import Brand, RunItem, ScrapeRun
from indexer.models.run import CHECK
from indexer.pipeline.identity.compared import compare
from indexer.pipeline.items.held import held_items
from indexer.pipeline.verdict.fields import FieldChange, told
from indexer.pipeline.verdict.gates import ACCEPTED
from indexer.pipeline.verdict.gone import Unseen, hide_unseen
from indexer.pipeline.verdict.outcome import Outcome
from indexer.pipeline.writing.context import load_context
from indexer.pipeline.writing.products import write_items
from indexer.runs.errors import RunError, RunRefusedError
from indexer.runs.finish import run_by_id
from indexer.settings import Settings


@dataclass(frozen=True, slots=True)
class Effect:
    """How many products accepting a run hides, adds (or brings back) and changes.

    `asked`: how many of them may be the same as new ones, which the operator says. `field_changes`:
    of the known ones, how many lose, gain and change which field. `note`: what of it the search
    does not find yet.
    """

    hides: int = 0
    adds: int = 0
    changes: int = 0
    field_changes: tuple[FieldChange, ...] = ()
    note: str = ""
    asked: int = 0

    @classmethod
    def of(cls, outcome: Outcome) -> Effect:
        """Return what was done."""
        adds = len(outcome.new) + len(outcome.returned)
        changes = tuple(outcome.carried.changes())
        changed = len(outcome.changed)
        return cls(len(outcome.gone), adds, changed, changes, asked=len(outcome.asked))

    def __str__(self) -> str:
        """Return it as an operator is told after it: what became nothing is named."""
        hidden = f"{self.hides} product{'' if self.hides == 1 else 's'} hidden"
        counts = f"{hidden}, {self.adds} added or back, {self.changes} changed"
        return "; ".join((counts, *told(self.field_changes))) + self.note


def accept_run(settings: Settings, run_id: int, *, same: bool = True) -> Effect:
    """Make a suspect run a success: publish what it holds and hide what it did not see.

    `same`: products of which it was asked whether they are known ones under other links or ids are
    those, and go on with their history. The run becomes what later runs are compared with. One that
    read only a part, some pages or up to a page that failed, publishes what it holds and does
    neither. Raises UnknownRunError, and RunRefusedError for a run that holds nothing and is not
    complete, or was followed by another.
    """
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id, lock=True)
        _check(session, run)
        outcome = _publish(session, run, same=same)
        session.execute(
            update(ScrapeRun)
            .where(ScrapeRun.id == run.id)
            .values(
                result="success",
                failure_reason=f"{ACCEPTED}: {run.failure_reason}",
                **_columns(run, outcome),
            )
        )
    report = write_pending(settings, refresh=True)  # an operator looks at once
    return replace(Effect.of(outcome), note=report.note)


def effect_of_accepting(session: Session, run_id: int, *, same: bool = True) -> Effect:
    """Return what accepting the run would do, by doing it and taking it back.

    Raises what `accept_run` does.
    """
    run = run_by_id(session, run_id)
    _check(session, run)
    attempt = session.begin_nested()
    try:
        outcome = _publish(session, run, same=same)
    finally:
        attempt.rollback()
    return Effect.of(outcome)


def acceptable(session: Session, runs: Iterable[ScrapeRun]) -> set[int]:
    """Return the ids of those runs that `accept_run` would take."""
    asked = [run.id for run in runs if run.result == "suspect"]
    if not asked:
        return set()
    query = select(ScrapeRun.id).where(
        ScrapeRun.id.in_(asked), _is_acceptable(), ~_followed(ScrapeRun)
    )
    return set(session.scalars(query))


def _check(session: Session, run: ScrapeRun) -> None:
    own = select(ScrapeRun.id).where(ScrapeRun.id == run.id)
    if run.result != "suspect" or session.scalar(own.where(_is_acceptable())) is None:
        raise RunRefusedError(
            f"Run {run.id} is no suspect run that is complete or holds products back."
        )
    if session.scalar(own.where(_followed(ScrapeRun))):
        raise RunRefusedError(f"Run {run.id} is not the last one of its brand.")


def _is_acceptable() -> ColumnElement[bool]:
    """Return True if accepting a run changes anything: it hides products, or publishes held
    items.
    """
    changes = or_(ScrapeRun.complete, exists().where(RunItem.run_id == ScrapeRun.id))
    return and_(ScrapeRun.kind != CHECK, changes)


def _followed(run: type[ScrapeRun]) -> ColumnElement[bool]:
    """Return True if another run has read the same source since: a scrape, or an import."""
    newer = aliased(run)
    return (
        exists()
        .where(
            newer.brand_id == run.brand_id,
            newer.id > run.id,
            newer.kind.not_in(("classify", CHECK)),
            (newer.kind == "import") == (run.kind == "import"),
        )
        .correlate(run)
    )


def _publish(session: Session, run: ScrapeRun, *, same: bool) -> Outcome:
    """Write what the run holds, and hide what it did not see."""
    enqueue(session, ())  # the outbox's lock comes before rows' locks
    outcome = _written(session, run, same=same)
    unseen = _unseen(run)
    return outcome.plus(hide_unseen(session, unseen)) if unseen else outcome


def _written(session: Session, run: ScrapeRun, *, same: bool) -> Outcome:
    held = held_items(session, run.id)
    if not held or run.brand_id is None or run.start_time is None:
        return Outcome()
    source = "import" if run.kind == "import" else "scrape"
    context = load_context(
        session,
        session.get_one(Brand, run.brand_id),
        run_id=run.id,
        seen_at=run.start_time,
        source=source,
        classified=run.kind != "scrape",
    )
    compared = compare(session, run.brand_id, source, held)
    context = replace(context, moves=compared.moves(asked=same))
    session.execute(delete(RunItem).where(RunItem.run_id == run.id))
    outcome = write_items(session, context, held)
    outcome.asked = [compared.known[pair.known].id for pair in compared.telling.asked()]
    note_read(session, outcome.priced, context.seen_at, "success")
    return outcome


def _columns(run: ScrapeRun, outcome: Outcome) -> dict[str, Any]:
    """Return the history row's counts: of a held run all, of a published one what is gone."""
    if outcome.found:
        return outcome.columns()
    return {
        "gone_count": len(outcome.gone),
        "deleted_image_ids": [*run.deleted_image_ids, *outcome.gone_images],
    }


def _unseen(run: ScrapeRun) -> Unseen | None:
    if not run.complete or run.brand_id is None or run.start_time is None:
        return None
    source = "import" if run.kind == "import" else "scrape"
    return Unseen(run.brand_id, run.id, source, run.start_time)


if __name__ == "__main__":
    try:
        print(f"{accept_run(Settings.from_env(), int(sys.argv[1]))}.")
    except (IndexError, ValueError, RunError) as error:
        sys.exit(str(error) or __doc__)
