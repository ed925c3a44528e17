"""Redis: the named queues, and jobs enqueued by name so that no caller imports their code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job

from indexer.settings import Settings

OPERATOR = "operator"  # previews and suggestions: somebody waits for them
PERIODIC = "periodic"  # reaper, outbox, schedule: short, so that none keeps the reaper waiting
CLASSIFY = "classify"
SCRAPE = "scrape"
INDEX = "index"  # the watch over the index and its rebuilds: no picture keeps it waiting
UPKEEP = "upkeep"  # rates with their rebuild of the index, purge
IMAGES = "images"
# In the order in which one worker that listens to all of them takes jobs.
ALL = (OPERATOR, PERIODIC, INDEX, CLASSIFY, SCRAPE, UPKEEP, IMAGES)

RUN_SCRAPE = "indexer.jobs.tasks.run_scrape"
RUN_CLASSIFY = "indexer.jobs.tasks.run_classify"
FETCH_IMAGES = "indexer.jobs.tasks.fetch_images"
PREVIEW = "indexer.jobs.tasks.preview"
SUGGEST = "indexer.jobs.tasks.suggest"

REDIS_TIMEOUT_S = 5
RESULT_TTL_S = 3600


class QueueUnavailableError(RuntimeError):
    """Redis does not answer, so that no job can be enqueued."""


@lru_cache(maxsize=4)
def redis_connection(redis_url: str) -> Redis:
    """Return the process's connection pool for this URL."""
    return Redis.from_url(
        redis_url, socket_connect_timeout=REDIS_TIMEOUT_S, health_check_interval=30
    )


def enqueue(  # noqa: PLR0913 - the job's own options
    settings: Settings,
    queue: str,
    name: str,
    *args: Any,
    job_id: str | None = None,
    timeout_s: int = 600,
    waits_s: int | None = None,
) -> Job:
    """Enqueue a job by its name; `waits_s` lets it lapse when no worker takes it in time.

    Raises QueueUnavailableError.
    """
    try:
        return Queue(queue, connection=redis_connection(settings.redis_url)).enqueue_call(
            name,
            args=args,
            job_id=job_id,
            timeout=timeout_s,
            ttl=waits_s,
            result_ttl=RESULT_TTL_S,
            failure_ttl=RESULT_TTL_S,
            description=name,  # RQ's own would write the arguments into logs: cookies, a password
        )
    except RedisError as error:
        raise QueueUnavailableError(f"The job queue is unavailable: {error}") from error


def fetch_job(settings: Settings, job_id: str) -> Job | None:
    """Return a job with its state and result, None where Redis does not know it (any more)."""
    try:
        jobs = Job.fetch_many([job_id], connection=redis_connection(settings.redis_url))
    except RedisError as error:
        raise QueueUnavailableError(f"The job queue is unavailable: {error}") from error
    return jobs[0]
