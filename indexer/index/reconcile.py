"""Truth is checked, not assumed: PostgreSQL against Elasticsearch, and what is done about it.

A small difference is repaired through the outbox. A live index that is gone or short is replaced
by another one that is whole, otherwise rebuilt. What was found and done is kept for the operator
(`indexer.index.checks`).
"""

from __future__ import annotations

import logging
import time

from elasticsearch import ApiError, Elasticsearch, TransportError

from indexer.catalogue.outbox import enqueue, enqueue_gone
from indexer.catalogue.refusals import REOPEN, Refusals, refusals_of
from indexer.catalogue.rows import Connection, count_products
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.checks import Checked, keep, last_check
from indexer.index.cluster.ahead import raise_revisions
from indexer.index.cluster.client import (
    count_documents,
    elasticsearch,
    index_behind,
    live_index,
    mapping_of,
    read_meta,
    write_meta,
)
from indexer.index.cluster.names import Aliases
from indexer.index.compare import Difference, Pause, compare, is_short
from indexer.index.database import connect, highest_revision, why_not_ours
from indexer.index.errors import IndexingError, RebuildRunningError
from indexer.index.rollback import fall_back
from indexer.index.writer import RUN, write_pending

# More differences than this share (or this number, in a small catalogue) are not repaired one by
# one: the index is short, and another one serves sooner.
REPAIRED_SHARE, REPAIRED_LEAST = 0.05, 50

_log = logging.getLogger(__name__)


def watch(settings: Settings) -> Checked | None:
    """Look whether the live index is there and long enough; reconcile only when it is not.

    Some milliseconds, so that a loss is noticed within a minute.
    """
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    try:
        live = index_behind(client, aliases.live)
        with connect(settings.database_url) as connection:
            is_whole = live is not None and not is_short(client, connection, live)
            if is_whole and not _to_be_looked_at(settings, refusals_of(connection)):
                return None
    except (IndexingError, ApiError, TransportError) as error:
        return _told(settings, Checked("failed", f"Elasticsearch does not answer: {error}"))
    return reconcile(settings)


def _to_be_looked_at(settings: Settings, refusals: Refusals) -> bool:
    """Return True if the last check failed, or found refusals that are over."""
    with session_scope(settings.database_url) as session:
        last = last_check(session, settings.index_prefix)
    if last is None or last.state == "failed":
        return last is not None
    return last.state == "incomplete" and not refusals.deferred and not refusals.refused


def reconcile(settings: Settings, pause: Pause = time.sleep) -> Checked | None:
    """Compare all products with the live index and make it true; return what was found and done.

    None while a rebuild or rollback runs, which makes a new index of all products anyway.
    """
    try:
        checked = _reconcile(settings, pause)
    except RebuildRunningError:
        return None
    except (IndexingError, ApiError, TransportError) as error:
        checked = Checked("failed", f"The index could not be checked or healed: {error}")
    return _told(settings, checked)


def _told(settings: Settings, checked: Checked) -> Checked:
    if checked.state != "whole":
        _log.warning("Index %s: %s", settings.index_prefix, checked.message)
    with session_scope(settings.database_url) as session:
        keep(session, settings.index_prefix, checked)
    return checked


def _reconcile(settings: Settings, pause: Pause) -> Checked:
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    live = live_index(client, aliases)
    if live is None:
        return _replace(settings, "The live index was gone")
    again = try_refused_again(settings)
    with connect(settings.database_url) as connection:
        meta = read_meta(mapping_of(client, live))
        why = why_not_ours(connection, meta) if meta else "it was not made by Winkel"
        if why:
            return _rebuilt(settings, f"The live index did not fit: {why}")
        products = count_products(connection)[0]
        most = max(REPAIRED_LEAST, int(products * REPAIRED_SHARE))
        difference = compare(client, connection, live, most, pause)
        if index_behind(client, aliases.live) != live:
            raise RebuildRunningError("Another index went live meanwhile.")
        if difference.count > most:
            return _replace(settings, f"The live index was not true ({difference})")
        _note_revision(client, connection, live)
        documents = count_documents(client, live)[0]
    if difference.count:
        repair(settings, difference)
    return _judged(settings, again, difference, documents, products)


def try_refused_again(settings: Settings) -> int:
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


def _judged(
    settings: Settings, again: int, difference: Difference, documents: int, products: int
) -> Checked:
    """Return what was found and done; no index is whole that does not take what changes."""
    done = [f"{again} refused before"] * bool(again) + [str(difference)] * bool(difference.count)
    repaired = f"The index was repaired: {', '.join(done)}." if done else ""
    with connect(settings.database_url) as connection:
        refusals = refusals_of(connection)
    if refusals.deferred or refusals.refused:
        message = f"{repaired} Not all products have their document: {refusals}.".lstrip()
        return Checked("incomplete", message, documents, products)
    if repaired:
        return Checked("repaired", repaired, documents, products)
    return Checked("whole", "Every product has its document.", documents, products)


def repair(settings: Settings, difference: Difference) -> None:
    """Have what differs written again, through the outbox as every change.

    What cannot be written now stays pending, with the reason.
    """
    with connect(settings.database_url) as connection, connection.transaction():
        raise_revisions(connection, difference.ahead)
    with session_scope(settings.database_url) as session:
        wrong = [*difference.missing, *difference.behind, *difference.ahead]
        enqueue(session, wrong, content=False)
        enqueue_gone(session, difference.extra)
    write_pending(settings, patience=RUN)


def _replace(settings: Settings, why: str) -> Checked:
    """Serve from another index that is whole, otherwise from a new one."""
    report = fall_back(settings)
    if report is None:
        return _rebuilt(settings, why)
    more = f"{why}. {report.index} serves, {report.replayed} changes brought up to date in it."
    with connect(settings.database_url) as connection:
        products = count_products(connection)[0]
    client = elasticsearch(settings.elasticsearch_url)
    return Checked("fell back", more, count_documents(client, report.index)[0], products)


def _rebuilt(settings: Settings, why: str) -> Checked:
    """Build a new index: at full speed when no search would be slowed down by it."""
    _log.warning("Index %s: %s. It is being rebuilt.", settings.index_prefix, why)
    client, alias = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    report = rebuild(settings, fast=index_behind(client, alias) is None)
    refused = len(report.bulk.refused)
    more = f"; {refused} documents were refused" if refused else ""
    return Checked(
        "rebuilt",
        f"{why}. {report.index} was built{more}.",
        report.documents,
        report.documents + refused,
    )


def _note_revision(client: Elasticsearch, connection: Connection, live: str) -> None:
    """Note in the index how far it has come, so that an older PostgreSQL is recognised."""
    meta = read_meta(mapping_of(client, live))
    highest = highest_revision(connection)
    if meta and highest > meta.highest_revision:
        write_meta(client, live, meta.seen(highest))
