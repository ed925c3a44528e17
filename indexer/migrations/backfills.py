"""Changes of all rows of a table: in batches by the workers, after the release that needs them.

A revision notes that a step is to be done (`indexer.migrations.online.after_release`). The version
that brings it reads both forms until the step is done, and a later one may drop the old form.
"""

import time
from collections.abc import Callable, Mapping

from psycopg.errors import DeadlockDetected, LockNotAvailable
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from indexer.core.db import session_scope
from indexer.core.settings import Settings

BATCH = 1_000  # rows; some tens of milliseconds under their locks
BUDGET_S = 240.0  # of one turn, so that what is due every few minutes has its own
LOCK_MS = 500  # as revisions: what waits for longer is tried again at the next turn

# By name the table, which has a numeric `id`, and the change of its rows with `:after < id AND id
# <= :upto`; done twice it changes nothing more. Where documents follow from them, it raises their
# revisions and fills the outbox, as every change does.
Steps = Mapping[str, tuple[str, str]]
STEPS: Steps = {}

_NEXT = "SELECT after FROM data_step WHERE name = :name AND done_at IS NULL"
_UPTO = "SELECT max(id) FROM (SELECT id FROM {} WHERE id > :after ORDER BY id LIMIT :most) batch"
_FAR = "UPDATE data_step SET after = :upto, rows = rows + :changed WHERE name = :name"
_DONE = "UPDATE data_step SET done_at = now() WHERE name = :name"


def do_steps(
    settings: Settings, steps: Steps = STEPS, *, rest: Callable[[float], None] = time.sleep
) -> int:
    """Do steps that wait, for a while; return how many rows were changed.

    After each batch it rests for as long as that took. A step that this version does not have is
    left to one that does.
    """
    until, changed = time.monotonic() + BUDGET_S, 0
    for name, (table, change) in steps.items():
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                rows = _batch(settings, name, table, change)
            except OperationalError as error:
                if not isinstance(error.orig, LockNotAvailable | DeadlockDetected):
                    raise
                break
            if rows is None:
                break
            changed += rows
            rest(time.monotonic() - began)
    return changed


def _batch(settings: Settings, name: str, table: str, change: str) -> int | None:
    """Do the next batch; return how many rows it changed, None where none is left for it."""
    with session_scope(settings.database_url) as session:
        session.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
        this = {"name": name}
        after = session.scalar(text(f"{_NEXT} FOR UPDATE SKIP LOCKED"), this)
        if after is None:
            return None
        batch = {"after": after, "most": BATCH}
        upto = session.scalar(text(_UPTO.format(table)), batch)
        if upto is None:
            session.execute(text(_DONE), this)
            return None
        done = session.execute(text(change), {"after": after, "upto": upto})
        rows: int = done.rowcount  # type: ignore[attr-defined]
        session.execute(text(_FAR), {**this, "upto": upto, "changed": rows})
        return rows
