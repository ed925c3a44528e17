"""What is wrong with the site itself at this moment: its index, its worker, its backups.

A trouble is an incident's row as it would be kept, without its brand and times. While there is
none, a service outside is called: none of our machines can report that all are gone.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError
from redis.exceptions import RedisError
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import refusals_in
from indexer.core.db import session_scope
from indexer.core.heartbeats import Heartbeats, HeartbeatsUnknownError, read_heartbeats
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch, index_behind
from indexer.index.compare import is_short
from indexer.index.database import IndexingError, connect
from indexer.index.reconcile import last_check, last_incident
from indexer.ingest.schedule import RecentRun, Timetable, regular_times
from indexer.insights.write import Buffer, Waiting
from indexer.models import Backup, Incident
from indexer.models.incident import BEHIND, MISSED, STALLED
from indexer.models.run import CHECK, SCRAPES, is_accepted
from indexer.notify.post import PostError, call

# How late a scheduled scrape may be: what waits in a queue for an hour is late.
LEAST_GRACE = timedelta(hours=1)
MOST_GRACE = timedelta(hours=12)
GRACE_SHARE = 0.25  # of the interval
FEWEST = 5  # products from which a share is evidence
TREND_RUNS = 10  # trusted runs before the last one, whose best is what it is compared with


def troubles(
    runs: Sequence[RecentRun],
    table: Timetable | None,
    now: datetime,
    shrink_share: float,
    already: Collection[str] = (),
) -> dict[str, Incident]:
    """Return the troubles of a brand by kind; `runs` newest first, `table` None: not scheduled.

    `already`: the kinds that are known. What has shrunk counts as recovered only once half of the
    loss is made good, so that a count at the limit does not flicker.
    """
    full_runs = [run for run in runs if run.only_pages is None]
    shrunk = shrink_share / 2 if "shrinking" in already else shrink_share
    reads = [run for run in full_runs if run.kind != CHECK]
    present = (_result(full_runs), _overdue(reads, table, now), _shrinking(reads, shrunk))
    return {trouble.kind: trouble for trouble in present if trouble}


def _result(runs: Sequence[RecentRun]) -> Incident | None:
    """Return how the last run ended; a stopped run counts as no evidence.

    What an operator has rejected is decided: it raises no alert.
    """
    last = next((run for run in runs if run.result not in {None, "stopped"}), None)
    if last is None or last.result == "success" or last.rejected_at is not None:
        return None
    reason = last.failure_reason or "no reason was kept"
    return Incident(kind=str(last.result), words=reason, run_id=last.id)


def _overdue(runs: Sequence[RecentRun], table: Timetable | None, now: datetime) -> Incident | None:
    if table is None or (runs and runs[0].state == "running"):
        return None
    started = [run for run in runs if run.state == "finished"]
    times = regular_times(table, started[0].created_at if started else None, 2, now)
    if not times:
        return None
    grace = min(max(LEAST_GRACE, (times[1] - times[0]) * GRACE_SHARE), MOST_GRACE)
    if now <= times[0] + grace:
        return None
    due = times[0].astimezone(table.zone)
    waits = f"run {runs[0].id} waits in the queue" if runs and runs[0].state == "queued" else ""
    words = f"it was due {due:%d %b %Y %H:%M}; {waits or 'nothing was started'}"
    return Incident(kind="overdue", words=words)


def _shrinking(runs: Sequence[RecentRun], share: float) -> Incident | None:
    trusted = [run for run in runs if run.result == "success" and run.complete]
    if not trusted:
        return None
    last, family = trusted[0], ("import",) if trusted[0].kind == "import" else SCRAPES
    earlier = [run for run in trusted[1:] if run.kind in family]
    if is_accepted(last.reasons):
        return None
    later = list(takewhile(lambda run: not is_accepted(run.reasons), earlier))
    measured = earlier[: min(len(later) + 1, TREND_RUNS)]
    if not measured:
        return None
    best = max(measured, key=lambda run: run.found_count)
    if best.found_count < FEWEST or last.found_count > (1 - share) * best.found_count:
        return None
    lost = 1 - last.found_count / best.found_count
    words = f"{last.found_count} products were found, {best.found_count} in run {best.id}"
    return Incident(kind="shrinking", words=f"{words}: {lost:.0%} fewer", run_id=last.id)


log = logging.getLogger(__name__)

INDEX_AWAY = (ApiError, TransportError, IndexingError)
ANSWER_S = 5.0  # of Elasticsearch, which may hang
INDEX_GRACE = timedelta(seconds=30)  # a busy index takes on its own what it has put off
REPLACED = {"fell back", "rebuilt"}  # states of a check
TOLD_FOR = timedelta(minutes=30)
BEGINNING = timedelta(seconds=60)
TELLING = {"alert", "send_messages"}  # periodic jobs
LEAST_BACKUP_GRACE = timedelta(hours=1)
BACKUP_GRACE_SHARE = 0.25  # of the hours between two


def index_now(session: Session, settings: Settings, now: datetime) -> Incident | None:
    """Return the search index's trouble, or that it was lost lately, which needs a look."""
    incident = last_incident(session, settings.index_prefix)
    is_new = incident is not None and abs(now - incident.last_at) <= TOLD_FOR
    lost = incident.message if incident and is_new and incident.state in REPLACED else ""
    words = _join(_index_words(session, settings, now), lost)
    return Incident(kind=BEHIND, words=words) if words else None


def why_not_well(settings: Settings, now: datetime) -> str:
    """Describe what keeps changes of the catalogue from being found now; empty where nothing does.

    The whole path is looked at: who does the jobs, the outbox, the index and whether it is whole.
    """
    try:
        silent = read_heartbeats(settings, now).trouble
        with session_scope(settings.database_url) as session:
            behind = _index_words(session, settings, now)
        return _join(silent, behind, "" if behind else _short(settings))
    except (HeartbeatsUnknownError, SQLAlchemyError, psycopg.Error, *INDEX_AWAY) as error:
        return str(error)


def _join(*words: str) -> str:
    return "; ".join(filter(None, words))


def _index_words(session: Session, settings: Settings, now: datetime) -> str:
    """Describe that the index is absent, does not take changes, or lacks products; empty where not.

    What waits for some seconds is no trouble. Of searches and clicks it is one that they wait for
    an index that is away, and that some were let go of.
    """
    check, absent = last_check(session, settings.index_prefix), _absent(settings)
    failed = check.message if check is not None and check.state == "failed" and not absent else ""
    refusals, events = refusals_in(session), _events(settings)
    is_late = refusals.since is not None and now - refusals.since >= INDEX_GRACE
    waits = refusals.waits if is_late else refusals.late(now)
    lost = str(events) if events is not None and (absent or events.lost) else ""
    return _join(absent, failed, waits, refusals.lacks, lost)


def _short(settings: Settings) -> str:
    """Describe which products are missing from the index; empty where none is."""
    with connect(settings.database_url) as connection:
        short = is_short(_client(settings), connection, settings.index_prefix)
    return "products are missing from the search index" if short else ""


def worker_now(settings: Settings, now: datetime) -> Incident | None:
    """Return the worker's trouble: jobs that nobody does, or that fail, or put something aside.

    Redis that is full or does not answer is one. While a worker begins its processes come one after
    the other.
    """
    try:
        state = read_heartbeats(settings, now)
    except HeartbeatsUnknownError as error:
        return Incident(kind=STALLED, words=str(error))
    full = str(_events(settings) or "") if state.is_full else ""
    words = _join("" if _begins(state, now) else state.trouble, full, _put_aside(state.aside))
    return Incident(kind=STALLED, words=words) if words else None


def is_alerting_down(settings: Settings, now: datetime) -> bool:
    """Return True if no worker reports troubles: jobs are not done, or those for that fail."""
    try:
        state = read_heartbeats(settings, now)
    except HeartbeatsUnknownError:
        return True
    fails = any(one.name in TELLING for one in state.failing)
    return bool(state.silence or fails) and not _begins(state, now)


def _begins(state: Heartbeats, now: datetime) -> bool:
    return state.started is not None and abs(now - state.started) < BEGINNING


def _put_aside(items: Sequence[tuple[str, str]]) -> str:
    """Describe what was put aside lately, and why the last of it; empty where nothing was."""
    if not items:
        return ""
    (what, why), many = items[0], len(items)
    return f"{many} of what always fails put aside in half an hour, the last of {what}: {why}"


def _events(settings: Settings) -> Waiting | None:
    """Return what waits to be recorded; None where Redis does not answer."""
    try:
        return Buffer(settings).waiting()
    except RedisError:
        return None  # another alert reports Redis


def _absent(settings: Settings) -> str:
    """Describe why there is no index to search; empty where there is one."""
    try:
        live = index_behind(_client(settings), settings.index_prefix)
    except (ApiError, TransportError) as error:
        return f"Elasticsearch does not answer: {error}"
    return "" if live else f"no index stands behind {settings.index_prefix}: nothing is found"


def _client(settings: Settings) -> Elasticsearch:
    client = elasticsearch(settings.elasticsearch_url)
    return client.options(request_timeout=ANSWER_S, max_retries=0)


def ping_deadman(settings: Settings) -> bool:
    """Call DEADMAN_URL while worker, outbox and index are well; return whether it took the call."""
    if not settings.deadman_url:
        return False
    if trouble := why_not_well(settings, datetime.now(UTC)):
        log.warning("DEADMAN_URL is not called: %s", trouble)
        return False
    try:
        call(settings.deadman_url, settings.loopback())
    except PostError as error:
        log.warning("DEADMAN_URL did not take the call: %s", error)
        return False
    return True


def noted_backups(session: Session) -> tuple[Backup | None, Backup | None]:
    """Return the newest backup, however it ended or has not, and the newest whole one."""
    newest = select(Backup).order_by(Backup.id.desc()).limit(1)  # clocks have been ahead
    whole = newest.where(Backup.ended_at.is_not(None), Backup.error.is_(None))
    return session.scalars(newest).first(), session.scalars(whole).first()


def backup_trouble(
    every_h: int, noted: tuple[Backup | None, Backup | None], now: datetime
) -> Incident | None:
    """Return what is wrong with backups; None where none are expected (`every_h` 0).

    The first one has as long as a later one may be late.
    """
    if not every_h:
        return None
    every = timedelta(hours=every_h)
    grace = max(LEAST_BACKUP_GRACE, every * BACKUP_GRACE_SHARE)
    last, whole = noted
    parts = []
    if last is not None and last.error:
        parts.append(f"the backup of {last.began_at:%d %b %Y %H:%M %Z}: {last.error}")
    if whole is not None and not -grace <= now - whole.began_at <= every + grace:
        hours = (now - whole.began_at).total_seconds() / 3_600
        parts.append(f"the last whole backup is {hours:.0f} h old; one is due every {every_h} h")
    elif whole is None and not _has_begun(last, now, grace):
        parts.append(f"there is no whole backup; one is due every {every_h} h")
    return Incident(kind=MISSED, words="; ".join(parts)) if parts else None


def _has_begun(last: Backup | None, now: datetime, grace: timedelta) -> bool:
    return last is not None and last.ended_at is None and abs(now - last.began_at) < grace
