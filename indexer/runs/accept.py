"""Accepting a suspect run: the operator has looked, and the store really is as it was read.

`python -m indexer.runs.accept ID` from the command line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.orm import Session, aliased

from indexer.db import session_scope
from indexer.index.writer import write_pending
from indexer.models import Brand, RunItem, ScrapeRun
from indexer.outbox import enqueue
from indexer.pipeline.baseline import ACCEPTED
from indexer.pipeline.context import load_context, load_references
from indexer.pipeline.gone import Unseen, count_unseen, hide_unseen
from indexer.pipeline.held import held_items
from indexer.pipeline.incoming import from_item, merge_pages
from indexer.pipeline.outcome import Outcome
from indexer.pipeline.write import write_items
from indexer.runs.errors import RunError, RunRefusedError, UnknownRunError
from indexer.settings import Settings


def accept_run(settings: Settings, run_id: int) -> Outcome:
    """Make a complete, suspect run a success: publish what it holds and hide what it did not see.

    It becomes what later runs are compared with. Raises UnknownRunError, and RunRefusedError
    for a run that cannot be taken for the truth: read in part, or followed by a newer one.
    """
    with session_scope(settings.database_url) as session:
        run = session.get(ScrapeRun, run_id, with_for_update=True)
        if run is None:
            raise UnknownRunError(f"There is no run {run_id}.")
        _check(session, run)
        outcome = _publish(session, run)
        session.execute(
            update(ScrapeRun)
            .where(ScrapeRun.id == run.id)
            .values(
                result="success",
                failure_reason=f"{ACCEPTED}: {run.failure_reason}",
                **_columns(run, outcome),
            )
        )
    write_pending(settings, refresh=True)  # an operator looks at once
    return outcome


def hidden_by_accepting(session: Session, run_id: int) -> int:
    """Return how many products accepting the run would hide; raises what `accept_run` does."""
    run = session.get(ScrapeRun, run_id)
    if run is None:
        raise UnknownRunError(f"There is no run {run_id}.")
    _check(session, run)
    unseen = _unseen(run)
    if unseen is None:
        return 0
    keys = frozenset(item.group_key for item in held_items(session, run.id))
    return count_unseen(session, replace(unseen, but=keys))


def acceptable(session: Session, runs: Iterable[ScrapeRun]) -> set[int]:
    """Return the ids of those runs that `accept_run` would take."""
    asked = [run.id for run in runs if _is_suspect(run)]
    if not asked:
        return set()
    found = select(ScrapeRun.id).where(ScrapeRun.id.in_(asked), ~_followed(ScrapeRun))
    return set(session.scalars(found))


def _check(session: Session, run: ScrapeRun) -> None:
    if not _is_suspect(run):
        raise RunRefusedError(f"Run {run.id} is not a complete run with a suspect result.")
    if session.scalar(select(ScrapeRun.id).where(ScrapeRun.id == run.id, _followed(ScrapeRun))):
        raise RunRefusedError(f"Run {run.id} is not the last one of its brand.")


def _is_suspect(run: ScrapeRun) -> bool:
    return run.result == "suspect" and run.complete


def _followed(run: type[ScrapeRun]) -> ColumnElement[bool]:
    """Tell whether another run has read the same source since: a scrape, or an import."""
    newer = aliased(run)
    return (
        exists()
        .where(
            newer.brand_id == run.brand_id,
            newer.id > run.id,
            newer.kind != "classify",
            (newer.kind == "import") == (run.kind == "import"),
        )
        .correlate(run)
    )


def _publish(session: Session, run: ScrapeRun) -> Outcome:
    """Write what the run holds, and hide what it did not see."""
    enqueue(session, ())  # the outbox's lock comes before rows' locks
    outcome = _written(session, run)
    unseen = _unseen(run)
    return outcome.plus(hide_unseen(session, unseen)) if unseen else outcome


def _written(session: Session, run: ScrapeRun) -> Outcome:
    held = held_items(session, run.id)
    if not held or run.brand_id is None or run.start_time is None:
        return Outcome()
    context = load_context(
        session,
        session.get_one(Brand, run.brand_id),
        run_id=run.id,
        seen_at=run.start_time,
        source="scrape",
        classified=run.kind == "scrape+classify",
    )
    slugs = load_references(session).category_slugs
    items = merge_pages([from_item(item, context.pages) for item in held], slugs)
    session.execute(delete(RunItem).where(RunItem.run_id == run.id))
    return write_items(session, context, items)


def _columns(run: ScrapeRun, outcome: Outcome) -> dict[str, Any]:
    """Return the history row's counts: of a held run all, of a published one what is gone."""
    if outcome.found:
        return outcome.columns()
    return {
        "gone_count": len(outcome.gone),
        "deleted_image_ids": [*run.deleted_image_ids, *outcome.gone_images],
    }


def _unseen(run: ScrapeRun) -> Unseen | None:
    if run.brand_id is None or run.start_time is None:
        return None
    source = "import" if run.kind == "import" else "scrape"
    return Unseen(run.brand_id, run.id, source, run.start_time)


if __name__ == "__main__":
    try:
        print(f"{len(accept_run(Settings.from_env(), int(sys.argv[1])).gone)} products are gone.")
    except (IndexError, ValueError, RunError) as error:
        sys.exit(str(error) or __doc__)
