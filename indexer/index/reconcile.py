"""Truth is checked, not assumed: PostgreSQL against Elasticsearch, and what is done about it.

A small difference is repaired through the outbox. A live index that is gone or short is replaced
by the previous one where that is whole, otherwise rebuilt. What was found and done is kept for the
operator (`indexer.index.reconcile`).
"""

import logging
import time
from typing import Any

from elasticsearch import ApiError, TransportError
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import REOPEN, enqueue, enqueue_gone, refusals_of
from indexer.catalogue.rates import days_in_force, newest_set
from indexer.catalogue.rows import WRITTEN, count_products
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import (
    count_documents,
    elasticsearch,
    index_behind,
    live_index,
    orphans_of,
)
from indexer.index.cluster.mapping import is_current, previous_alias
from indexer.index.compare import Pause, compare, is_short
from indexer.index.database import (
    IndexingError,
    RebuildRunningError,
    RollbackRefusedError,
    connect,
    lock_is_held,
    pending_count,
)
from indexer.index.rebuild import RebuildReport, rebuild, rollback
from indexer.index.writer import RUN, write_pending
from indexer.models import IndexCheck

KEPT = 200  # findings of one index


def _finding(state: str, message: str, documents: int = 0, products: int = 0) -> IndexCheck:
    return IndexCheck(state=state, message=message, documents=documents, products=products)


def _keep(session: Session, prefix: str, checked: IndexCheck) -> None:
    """Keep a finding; the same one again only moves its time."""
    last = last_check(session, prefix)
    if last is not None and (last.state, last.message) == (checked.state, checked.message):
        last.last_at = func.now()
        last.documents, last.products = checked.documents, checked.products
        return
    checked.index_prefix = prefix
    session.add(checked)
    session.flush()
    ours = IndexCheck.index_prefix == prefix
    newest = select(IndexCheck.id).where(ours).order_by(IndexCheck.id.desc()).limit(KEPT)
    session.execute(delete(IndexCheck).where(ours, IndexCheck.id.not_in(newest)))


def last_check(session: Session, prefix: str) -> IndexCheck | None:
    """Return the newest finding about an index."""
    return _newest(session, IndexCheck.index_prefix == prefix)


def last_incident(session: Session, prefix: str) -> IndexCheck | None:
    """Return the newest finding that was not `whole`."""
    return _newest(session, IndexCheck.index_prefix == prefix, IndexCheck.state != "whole")


def _newest(session: Session, *conditions: ColumnElement[bool]) -> IndexCheck | None:
    newest = select(IndexCheck).where(*conditions).order_by(IndexCheck.id.desc())
    return session.scalars(newest.limit(1)).first()


def index_status(settings: Settings) -> dict[str, Any]:
    """Return what stands behind the aliases; counts are (all, visible).

    `rates_day`: of the newest rates; `rates_days`: from when on each currency's rate has been in
    force; `to_price`: the currencies of which documents may still hold amounts of earlier rates.
    While it is `locked`, one of the orphans is being built.
    """
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    live = index_behind(client, prefix)
    with connect(settings.database_url) as connection:
        return {
            "live": live,
            "documents": count_documents(client, live) if live else (0, 0),
            "products": count_products(connection),
            "mapping_current": live is not None and is_current(live),
            **_rates_status(settings),
            "previous": index_behind(client, previous_alias(prefix)),
            "orphans": tuple(orphans_of(client, prefix)),
            "pending": pending_count(connection),
            "refusals": refusals_of(connection),
            "locked": lock_is_held(connection, prefix),
        }


def _rates_status(settings: Settings) -> dict[str, Any]:
    with session_scope(settings.database_url) as session:
        newest, since = newest_set(session), days_in_force(session)
    return {
        "rates_day": newest and newest.day.isoformat(),
        "rates_days": {code: day.isoformat() for code, day in since.items()},
        "to_price": newest.to_price if newest else [],
    }


def ensure(settings: Settings) -> RebuildReport | None:
    """Rebuild when there is no index, or one of another mapping, or one that is short of documents;
    returns None when all is well.

    Raises IndexMissingError when something that is not our index has the alias's name.
    """
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    live = live_index(client, prefix)
    if live is None or not is_current(live):
        return rebuild(settings)
    with connect(settings.database_url) as connection:
        client.indices.refresh(index=live)
        # A few that are missing are repaired by the first reconcile.
        short = is_short(client, connection, live, WRITTEN)
    return rebuild(settings) if short else None


# More differences than this share (or this number, in a small catalogue) are not repaired one by
# one: the index is short, and another one serves sooner.
REPAIRED_SHARE, REPAIRED_LEAST = 0.05, 50

_log = logging.getLogger(__name__)


def watch(settings: Settings) -> IndexCheck | None:
    """Look whether the live index is there and long enough; reconcile only when it is not.

    Some milliseconds, so that a loss is noticed within a minute. So does it where the last check
    failed, or found refusals that are over.
    """
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    try:
        live = index_behind(client, prefix)
        with connect(settings.database_url) as connection:
            is_whole = live is not None and not is_short(client, connection, live)
            refusals = refusals_of(connection)
    except (IndexingError, ApiError, TransportError) as error:
        return _store_result(
            settings, _finding("failed", f"Elasticsearch does not answer: {error}")
        )
    with session_scope(settings.database_url) as session:
        last = last_check(session, prefix)
        state = last.state if last else ""
    is_over = state == "incomplete" and not refusals.deferred and not refusals.refused
    return None if is_whole and state != "failed" and not is_over else reconcile(settings)


def reconcile(settings: Settings, pause: Pause = time.sleep) -> IndexCheck | None:
    """Compare all products with the live index and make it true; return what was found and done.

    None while a rebuild or rollback runs, which makes a new index of all products anyway.
    """
    try:
        checked = _reconcile(settings, pause)
    except RebuildRunningError:
        return None
    except (IndexingError, ApiError, TransportError) as error:
        checked = _finding("failed", f"The index could not be checked or healed: {error}")
    return _store_result(settings, checked)


def _store_result(settings: Settings, checked: IndexCheck) -> IndexCheck:
    if checked.state != "whole":
        _log.warning("Index %s: %s", settings.index_prefix, checked.message)
    with session_scope(settings.database_url) as session:
        _keep(session, settings.index_prefix, checked)
    return checked


def _reconcile(settings: Settings, pause: Pause) -> IndexCheck:
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    live = live_index(client, prefix)
    again = _try_refused_again(settings) if live else 0
    with connect(settings.database_url) as connection:
        products = count_products(connection)[0]
        most = max(REPAIRED_LEAST, int(products * REPAIRED_SHARE))
        if live is None:
            return _replace(settings, "The live index was gone", most)
        difference = compare(client, connection, live, most, pause)
        if index_behind(client, prefix) != live:
            raise RebuildRunningError("Another index went live meanwhile.")
        if difference.ahead:
            why = f"The live index was ahead of PostgreSQL, which was restored ({difference})"
            return _rebuilt(settings, why)
        if difference.count > most:
            return _replace(settings, f"The live index was not true ({difference})", most)
        documents = count_documents(client, live)[0]
    if difference.count:  # through the outbox as every change
        with session_scope(settings.database_url) as session:
            enqueue(session, [*difference.missing, *difference.behind], content=False)
            enqueue_gone(session, difference.extra)
        write_pending(settings, patience=RUN)
    done = [f"{again} refused before"] * bool(again) + [str(difference)] * bool(difference.count)
    repaired = f"The index was repaired: {', '.join(done)}." if done else ""
    with connect(settings.database_url) as connection:
        refusals = refusals_of(connection)
    if refusals.deferred or refusals.refused:  # no index is whole that does not take what changes
        message = f"{repaired} Not all products have their document: {refusals}.".lstrip()
        return _finding("incomplete", message, documents, products)
    if repaired:
        return _finding("repaired", repaired, documents, products)
    return _finding("whole", "Every product has its document.", documents, products)


def _try_refused_again(settings: Settings) -> int:
    """Send what the index has refused once more; return how many products it takes now."""
    with connect(settings.database_url) as connection:
        before = refusals_of(connection)
        if not before.refused:
            return 0
        connection.execute(REOPEN)
        write_pending(settings, patience=RUN)
        after = refusals_of(connection)
    put_off = max(0, after.deferred - before.deferred)
    return max(0, before.refused - after.refused - put_off)


def _replace(settings: Settings, why: str, most: int) -> IndexCheck:
    """Serve from the previous index where it is whole, otherwise from a new one."""
    try:
        serves = rollback(settings, most)
    except RollbackRefusedError:
        return _rebuilt(settings, why)
    with connect(settings.database_url) as connection:
        products = count_products(connection)[0]
    documents = count_documents(elasticsearch(settings.elasticsearch_url), serves)[0]
    return _finding(
        "fell back", f"{why}. {serves} serves, brought up to date.", documents, products
    )


def _rebuilt(settings: Settings, why: str) -> IndexCheck:
    """Build a new index: at full speed when no search would be slowed down by it."""
    _log.warning("Index %s: %s. It is being rebuilt.", settings.index_prefix, why)
    report = rebuild(settings)
    refused = len(report.refused)
    more = f"; {refused} documents were refused" if refused else ""
    message = f"{why}. {report.index} was built{more}."
    return _finding("rebuilt", message, report.documents, report.documents + refused)
