"""Truth is checked, not assumed: PostgreSQL against Elasticsearch, and what is done about it.

A small difference is repaired through the outbox. A live index that is gone or short is replaced
by the previous one where that is whole, otherwise rebuilt. What was found and done is kept for the
operator (`indexer.index.checks`).
"""

import logging
import time

from elasticsearch import ApiError, TransportError

from indexer.catalogue.outbox import enqueue, enqueue_gone
from indexer.catalogue.refusals import REOPEN, refusals_of
from indexer.catalogue.rows import count_products
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild, rollback
from indexer.index.checks import CheckResult, keep, last_check
from indexer.index.cluster.client import count_documents, elasticsearch, index_behind, live_index
from indexer.index.cluster.mapping import Aliases
from indexer.index.compare import Pause, compare, is_short
from indexer.index.database import connect
from indexer.index.errors import IndexingError, RebuildRunningError, RollbackRefusedError
from indexer.index.writer import RUN, write_pending

# More differences than this share (or this number, in a small catalogue) are not repaired one by
# one: the index is short, and another one serves sooner.
REPAIRED_SHARE, REPAIRED_LEAST = 0.05, 50

_log = logging.getLogger(__name__)


def watch(settings: Settings) -> CheckResult | None:
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
            settings, CheckResult("failed", f"Elasticsearch does not answer: {error}")
        )
    with session_scope(settings.database_url) as session:
        last = last_check(session, prefix)
        state = last.state if last else ""
    is_over = state == "incomplete" and not refusals.deferred and not refusals.refused
    return None if is_whole and state != "failed" and not is_over else reconcile(settings)


def reconcile(settings: Settings, pause: Pause = time.sleep) -> CheckResult | None:
    """Compare all products with the live index and make it true; return what was found and done.

    None while a rebuild or rollback runs, which makes a new index of all products anyway.
    """
    try:
        checked = _reconcile(settings, pause)
    except RebuildRunningError:
        return None
    except (IndexingError, ApiError, TransportError) as error:
        checked = CheckResult("failed", f"The index could not be checked or healed: {error}")
    return _store_result(settings, checked)


def _store_result(settings: Settings, checked: CheckResult) -> CheckResult:
    if checked.state != "whole":
        _log.warning("Index %s: %s", settings.index_prefix, checked.message)
    with session_scope(settings.database_url) as session:
        keep(session, settings.index_prefix, checked)
    return checked


def _reconcile(settings: Settings, pause: Pause) -> CheckResult:
    client, aliases = elasticsearch(settings.elasticsearch_url), Aliases(settings.index_prefix)
    live = live_index(client, aliases)
    again = _try_refused_again(settings) if live else 0
    with connect(settings.database_url) as connection:
        products = count_products(connection)[0]
        most = max(REPAIRED_LEAST, int(products * REPAIRED_SHARE))
        if live is None:
            return _replace(settings, "The live index was gone", most)
        difference = compare(client, connection, live, most, pause)
        if index_behind(client, aliases.live) != live:
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
        return CheckResult("incomplete", message, documents, products)
    if repaired:
        return CheckResult("repaired", repaired, documents, products)
    return CheckResult("whole", "Every product has its document.", documents, products)


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


def _replace(settings: Settings, why: str, most: int) -> CheckResult:
    """Serve from the previous index where it is whole, otherwise from a new one."""
    try:
        serves = rollback(settings, most)
    except RollbackRefusedError:
        return _rebuilt(settings, why)
    with connect(settings.database_url) as connection:
        products = count_products(connection)[0]
    documents = count_documents(elasticsearch(settings.elasticsearch_url), serves)[0]
    return CheckResult(
        "fell back", f"{why}. {serves} serves, brought up to date.", documents, products
    )


def _rebuilt(settings: Settings, why: str) -> CheckResult:
    """Build a new index: at full speed when no search would be slowed down by it."""
    _log.warning("Index %s: %s. It is being rebuilt.", settings.index_prefix, why)
    report = rebuild(settings)
    refused = len(report.refused)
    more = f"; {refused} documents were refused" if refused else ""
    message = f"{why}. {report.index} was built{more}."
    return CheckResult("rebuilt", message, report.documents, report.documents + refused)
