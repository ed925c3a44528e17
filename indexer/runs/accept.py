"""Accepting a suspect run: the operator has looked, and the store really is as it was read.

`python -m indexer.runs.accept ID` from the command line.
"""

from __future__ import annotations

import sys

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.index.writer import write_pending
from indexer.models import ScrapeRun
from indexer.outbox import enqueue
from indexer.pipeline.gone import Unseen, count_unseen, hide_unseen
from indexer.pipeline.outcome import Outcome
from indexer.runs.errors import RunError, RunRefusedError, UnknownRunError
from indexer.settings import Settings


def accept_run(settings: Settings, run_id: int) -> Outcome:
    """Make a complete, suspect run a success and hide what it did not see; return what is gone.

    It becomes what later runs are compared with. Raises UnknownRunError, and RunRefusedError
    for a run that cannot be taken for the truth: read in part, or followed by a newer one.
    """
    with session_scope(settings.database_url) as session:
        run = session.get(ScrapeRun, run_id, with_for_update=True)
        if run is None:
            raise UnknownRunError(f"There is no run {run_id}.")
        _check(session, run)
        outcome = _hide(session, run)
        session.execute(
            update(ScrapeRun)
            .where(ScrapeRun.id == run.id)
            .values(
                result="success",
                gone_count=len(outcome.gone),
                deleted_image_ids=[*run.deleted_image_ids, *outcome.gone_images],
                failure_reason=f"Accepted by an operator: {run.failure_reason}",
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
    return count_unseen(session, unseen) if unseen else 0


def _check(session: Session, run: ScrapeRun) -> None:
    if run.result != "suspect" or not run.complete:
        raise RunRefusedError(f"Run {run.id} is not a complete run with a suspect result.")
    newer = exists().where(
        ScrapeRun.brand_id == run.brand_id, ScrapeRun.kind == run.kind, ScrapeRun.id > run.id
    )
    if session.scalar(select(newer)):
        raise RunRefusedError(f"Run {run.id} is not the last one of its brand.")


def _hide(session: Session, run: ScrapeRun) -> Outcome:
    enqueue(session, ())  # the outbox's lock comes before rows' locks
    unseen = _unseen(run)
    return hide_unseen(session, unseen) if unseen else Outcome()


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
