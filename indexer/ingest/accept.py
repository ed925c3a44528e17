"""Accepting a suspect run: the operator has looked, and the store really is as it was read.

`python -m indexer.ingest.accept ID` from the command line.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.core.wording import counted
from indexer.index.writer import write_pending
from indexer.ingest.gates.fields import FieldChange, changes_of, describe_changes
from indexer.ingest.gates.gates import TAKEN
from indexer.ingest.identity.comparison import compare
from indexer.ingest.publishing import Decision, Progress, decide, publish
from indexer.ingest.runs.finish import RunError, RunRefusedError, finish, is_same_trouble, run_by_id
from indexer.ingest.runs.start import sign
from indexer.ingest.staging import count_staged, holds_any, in_batches
from indexer.ingest.writing.columns import context_of
from indexer.ingest.writing.moving import is_met, is_missing, move
from indexer.ingest.writing.products import Known, carried_by, compare_items, load_stored
from indexer.models import Incident, OperatorAction, Product, ScrapeRun, VisitorAlert
from indexer.models.run import CHECK, Reason, same_source
from indexer.notify.triggers import would_trigger


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


@dataclass(frozen=True, slots=True)
class Effect:
    """How many products accepting a run hides, adds (or brings back) and changes.

    `field_changes`: of the known ones, how many lose, gain and change which field. `note`: what of
    it the search does not find yet. `unconfirmed`: how many known ones may be the same as new ones.
    `prices`: how many of the changed ones cost something else, or can be bought or not. `alerts`:
    visitors' alerts of prices and stock that would be mailed; `waiting`: those on what is hidden.
    """

    hides: int = 0
    adds: int = 0
    changes: int = 0
    field_changes: tuple[FieldChange, ...] = ()
    note: str = ""
    unconfirmed: int = 0
    prices: int = 0
    alerts: int = 0
    waiting: int = 0

    @property
    def figures(self) -> dict[str, int]:
        """Return its counts of products, as the record of actions has them."""
        return {"hides": self.hides, "adds": self.adds, "changes": self.changes}

    def __str__(self) -> str:
        """Return it as an operator reads it afterwards: what became nothing is named."""
        hidden = f"{counted(self.hides, 'product')} hidden"
        counts = f"{hidden}, {self.adds} added or back, {self.changes} changed"
        return "; ".join((counts, *describe_changes(self.field_changes))) + self.note


def accept_run(
    settings: Settings,
    run_id: int,
    *,
    same: bool = True,
    by: str = "",
    note: Mapping[str, Any] | None = None,
) -> Effect:
    """Make a suspect run a success: publish what it holds and hide what it did not see.

    `same`: products that may be known ones under other links or ids are
    those, and go on with their history. The run becomes what later runs are compared with. One that
    read only a part, some pages or up to a page that failed, publishes what it holds and does
    neither. It is open again while it publishes:
    no other run of its brand begins, and where this process dies, a worker goes on. Raises
    UnknownRunError, and RunRefusedError for a run that holds nothing and is not complete, or was
    followed by another. `by`: the operator, whose note has what was done beside `note`
    before it.
    """
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id, lock=True)
        _check(session, run)
        decision = _decision(session, run)
        ended, hidden = run.end_time, run.gone_count
        added, changed = (0, 0) if decision.total else (run.new_count, run.changed_count)
        _open_again(session, run)
        noted = sign(session, run, "accepted", by)
        context = context_of(session, run.id)
        compared = compare(session, context.brand_id, context.source, run.id)
        move(session, context.brand_id, run.id, compared.moves(as_same=same))
        decide(session, run.id, decision)
        noted_id = noted.id if noted else None
    published = publish(settings, run_id, lambda *_: None) or Progress()
    with session_scope(settings.database_url) as session:
        run = run_by_id(session, run_id, lock=True)
        effect = Effect(
            hides=run.gone_count - hidden,
            adds=run.new_count - added + published.returned,
            changes=run.changed_count - changed,
            field_changes=tuple(changes_of(published.carried)),
        )
        if noted_id is not None:
            action = session.get_one(OperatorAction, noted_id)
            action.before = None if note is None else dict(note)
            action.after = effect.figures | {"same": same}
        finish(session, run_id, decision.result, *decision.reasons, *published.notes())
        session.execute(update(ScrapeRun).where(ScrapeRun.id == run_id).values(end_time=ended))
    report = write_pending(settings, refresh=True)  # an operator looks at once
    return replace(effect, note=report.note)


def _open_again(session: Session, run: ScrapeRun) -> None:
    """Have the run be the one that works on its brand; raises RunRefusedError."""
    opened = update(ScrapeRun).where(ScrapeRun.id == run.id)
    ended = {"result": None, "end_time": None, "events_at": None, "written_at": None}
    values = {"state": "running", "attempts": 1, **ended}
    try:
        with session.begin_nested():
            session.execute(opened.values(heartbeat_at=func.clock_timestamp(), **values))
    except IntegrityError as error:
        raise RunRefusedError("Another run of its brand is at work.") from error


def _decision(session: Session, run: ScrapeRun) -> Decision:
    held = count_staged(session, run.id)
    return Decision(
        result="success",
        reasons=(TAKEN, *(Reason(*one) for one in run.reasons)),
        hides=run.complete,
        total=held,
        is_new=held > 0,
    )


def effect_of_accepting(session: Session, run_id: int, *, same: bool = True) -> Effect:
    """Return what accepting the run would do; raises what `accept_run` does."""
    run = run_by_id(session, run_id)
    _check(session, run)
    context = context_of(session, run_id)
    seen = compare(session, context.brand_id, context.source, run_id)
    moves = seen.moves(as_same=same)
    adds = changes = prices = 0
    offers: list[dict[str, Any]] = []
    carried = Counter[str]()
    for batch in in_batches(session, run_id):
        keys = [product.group_key for product in batch]
        stored = load_stored(session, context.brand_id, keys, moves, lock=False)
        known = compare_items(context, stored, batch)
        adds += len(batch) - len(known) + sum(change.returned for _, _, change in known)
        changes += sum(change.raises_revision for _, _, change in known)
        prices += sum(change.price_changed for _, _, change in known)
        offers += _offers(known, context.seen_at)
        carried += carried_by(known)
    met = is_met(run_id, moves)
    hidden = select(Product.id).where(is_missing(session, context), ~met)
    alerts = select(func.count()).where(
        VisitorAlert.product_id.in_(hidden), VisitorAlert.confirmed_at.is_not(None)
    )
    count = select(func.count()).select_from(hidden.subquery())
    return Effect(
        (session.scalar(count) or 0) if run.complete else 0,
        adds,
        changes,
        tuple(changes_of(carried)),
        unconfirmed=len(seen.unconfirmed_pairs()),
        prices=prices,
        alerts=would_trigger(session, offers, context.seen_at),
        waiting=(session.scalar(alerts) or 0) if run.complete else 0,
    )


def _offers(known: Sequence[Known], seen_at: datetime) -> Iterator[dict[str, Any]]:
    for row, _, change in known:
        if change.price_changed or change.returned or "sizes" in change.quiet:
            after = {**row.values, **change.quiet, **change.columns}
            offer = {name: after[name] for name in ("price", "currency", "sold_out", "sizes")}
            yield offer | {"product_id": row.id, "seen_at": seen_at}


def acceptable(session: Session, runs: Iterable[ScrapeRun]) -> set[int]:
    """Return the ids of those runs that `accept_run` would take."""
    suspects = [run.id for run in runs if run.result == "suspect"]
    if not suspects:
        return set()
    query = select(ScrapeRun.id).where(
        ScrapeRun.id.in_(suspects),
        ScrapeRun.rejected_at.is_(None),
        _is_acceptable(),
        ~_has_later_run(ScrapeRun),
    )
    return set(session.scalars(query))


def _check(session: Session, run: ScrapeRun) -> None:
    own = select(ScrapeRun.id).where(ScrapeRun.id == run.id)
    if run.result != "suspect" or session.scalar(own.where(_is_acceptable())) is None:
        raise RunRefusedError(
            f"Run {run.id} is no suspect run that is complete or holds products back."
        )
    if session.scalar(own.where(_has_later_run(ScrapeRun))):
        raise RunRefusedError(f"Run {run.id} is not the last one of its brand.")
    if run.rejected_at is not None:
        raise RunRefusedError(f"Run {run.id} was rejected by {run.rejected_by}; undo that first.")


def _is_acceptable() -> ColumnElement[bool]:
    """Return True if accepting a run changes anything: it hides products, or publishes held
    items.
    """
    changes = or_(ScrapeRun.complete, holds_any(ScrapeRun.id))
    return and_(ScrapeRun.brand_id.is_not(None), ScrapeRun.kind != CHECK, changes)


_ENDED = {"success": "a good run", "suspect": "held, too", "failed": "which failed"}


def standings(session: Session, runs: Iterable[ScrapeRun]) -> dict[int, str]:
    """Return why suspect runs can no longer be accepted, by their ids."""
    suspects = [run.id for run in runs if run.result == "suspect"]
    newer = aliased(ScrapeRun)
    last = (
        select(ScrapeRun.id, func.max(newer.id).label("newest"))
        .join(newer, and_(same_source(newer, ScrapeRun), newer.id > ScrapeRun.id))
        .where(ScrapeRun.id.in_(suspects))
        .group_by(ScrapeRun.id)
        .subquery()
    )
    rows = session.execute(
        select(last.c.id, newer.id.label("newest"), newer.result).join(
            newer, newer.id == last.c.newest
        )
    )
    return {
        row.id: f"Run {row.newest}, {_ENDED.get(row.result or '', 'which has not ended')}, has read"
        " the store since: this one can no longer be accepted. What it read is kept, and what it"
        " would have changed stands here and in its export."
        for row in rows
    }


def _has_later_run(run: type[ScrapeRun]) -> ColumnElement[bool]:
    """Return True if another run has read the same source since: a scrape, or an import."""
    newer = aliased(run)
    return exists().where(same_source(newer, run), newer.id > run.id).correlate(run)


if __name__ == "__main__":
    try:
        print(f"{accept_run(Settings.from_env(), int(sys.argv[1]))}.")
    except (IndexError, ValueError, RunError) as error:
        sys.exit(str(error) or __doc__)
