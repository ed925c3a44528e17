"""Changes of all rows of a table: in batches by the workers, after the release that needs them.

A revision notes that a step is to be done (`indexer.migrations.online.after_release`). The version
that brings it reads both forms until the step is done, and a later one may drop the old form.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy import BigInteger, Select, column, func, select, table, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import DataStep

BATCH = 1_000  # rows; some tens of milliseconds under their locks
BUDGET_S = 240.0  # of one turn, so that what is due every few minutes has its own
LOCK_MS = 500  # as revisions: what waits for longer is tried again at the next turn


@dataclass(frozen=True, slots=True)
class Step:
    """What a step changes.

    `table` has a numeric `id`. `change` does its rows with `:after < id AND id <= :upto`; done
    twice it changes nothing more. Where documents follow from them, it raises their revisions and
    fills the outbox, as every change does.
    """

    table: str
    change: str


STEPS: Mapping[str, Step] = {
    "match_all_offers": Step(
        "product",
        "INSERT INTO offer_pending (product_id)"
        " SELECT id FROM product WHERE id > :after AND id <= :upto AND gone_at IS NULL",
    )
}


def do_steps(
    settings: Settings,
    steps: Mapping[str, Step] = STEPS,
    *,
    rest: Callable[[float], None] = time.sleep,
) -> int:
    """Do steps that wait, for a while; return how many rows were changed.

    After each batch it rests for as long as that took. A step that this version does not know is
    left to one that does.
    """
    until, changed = time.monotonic() + BUDGET_S, 0
    for name, step in steps.items():
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                rows = _batch(settings, name, step)
            except OperationalError as error:
                if not isinstance(error.orig, LockNotAvailable | DeadlockDetected):
                    raise
                break
            if rows is None:
                break
            changed += rows
            rest(time.monotonic() - began)
    return changed


def _batch(settings: Settings, name: str, step: Step) -> int | None:
    """Do the next batch; return how many rows it changed, None where none is left for it."""
    with session_scope(settings.database_url) as session:
        session.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
        waiting = select(DataStep.after).where(DataStep.name == name, DataStep.done_at.is_(None))
        after = session.scalar(waiting.with_for_update(skip_locked=True))
        if after is None:
            return None
        upto = _end(session, step, after)
        if upto is None:
            done = update(DataStep).where(DataStep.name == name)
            session.execute(done.values(done_at=func.now()))
            return None
        rows: int = session.execute(text(step.change), {"after": after, "upto": upto}).rowcount  # type: ignore[attr-defined]
        far = update(DataStep).where(DataStep.name == name)
        session.execute(far.values(after=upto, rows=DataStep.rows + rows))
        return rows


def _end(session: Session, step: Step, after: int) -> int | None:
    """Return the last id of the next batch, None where there is none."""
    ids: Select[int] = select(column("id", BigInteger)).select_from(table(step.table))
    batch = ids.where(column("id") > after).order_by(column("id")).limit(BATCH).subquery()
    end: int | None = session.scalar(select(func.max(batch.c.id)))
    return end
