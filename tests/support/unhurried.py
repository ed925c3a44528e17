"""A process that waits for its services for as long as they take, where a test is not about that.

`python -m tests.support.unhurried …` is gunicorn that does so in all of its processes.

A visitor does not wait for a Redis that takes a quarter of a second, and sees what was there before
where PostgreSQL takes two. On a machine that stands still for some seconds so would a test.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

PATIENT_S = 60
PATIENT_MS = PATIENT_S * 1000
# When a service counts as away, or what was kept as no longer true.
SECONDS = (
    "app.breaker.WAIT_FOR_A_PLACE_S",
    "app.health.PART_S",
    "app.metrics.read.PART_S",
    "app.search.engine.PROBE_TIMEOUT_S",
    "app.snapshot.FIRST_S",
    "app.snapshot.PATIENCE_S",
    "app.response_cache.changes.REDIS_TIMEOUT_S",
    "app.response_cache.changes.SURE_S",
    "indexer.core.db.CONNECT_TIMEOUT_S",
    "indexer.core.db.POOL_TIMEOUT_S",
    "indexer.core.db.VISITOR_ANSWER_S",
    "indexer.core.pulses.ANSWER_S",
    "indexer.notify.post.TIMEOUT_S",
    "indexer.watch.site.ANSWER_S",
)
MILLISECONDS = (
    "app.breaker.WAIT_FOR_A_PLACE_S",
    "app.search.engine.READY_MS",
    "app.search.vocabulary.language.TIMEOUT_MS",
    "indexer.migrations.running.STATEMENT_MS",
)


@contextmanager
def unhurried() -> Iterator[None]:
    """Let this process wait for a minute; a test that is about a wait sets its own."""
    # Here, so that tests without services need not load the application.
    from limits import RateLimitItemPerMinute

    from app.access import limits
    from indexer.index import writer

    with pytest.MonkeyPatch.context() as patch:
        for name in SECONDS:
            patch.setattr(name, PATIENT_S)
        for name in MILLISECONDS:
            patch.setattr(name, PATIENT_MS)
        for name in ("socket_timeout", "socket_connect_timeout"):
            patch.setitem(limits._REDIS, name, PATIENT_S)
        # A hundred requests may take longer than a minute, which begins with the first.
        minute = RateLimitItemPerMinute.GRANULARITY
        patch.setattr(RateLimitItemPerMinute, "GRANULARITY", minute._replace(seconds=3_600))
        patient = writer.OPERATOR._replace(timeout_s=PATIENT_S, others_s=PATIENT_S)
        patch.setattr(writer, "OPERATOR", patient)
        yield


def patient_redis(url: str) -> str:
    """Return the address of a Redis for whose answers every process waits for a minute."""
    return f"{url}?socket_timeout={PATIENT_S}&socket_connect_timeout={PATIENT_S}"


if __name__ == "__main__":
    from gunicorn.app.wsgiapp import run

    with unhurried():
        sys.exit(run(prog="gunicorn"))
