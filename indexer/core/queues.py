"""Redis: the named queues, and jobs enqueued by name so that no caller imports their code.

A writer to Redis decides what is done, and must not decide more: a job is JSON, and a function of
`indexer.jobs.tasks`, or of `app.tasks` where it searches.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import chain
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from indexer.core.logs import REQUEST
from indexer.core.settings import Settings

OPERATOR = "operator"  # previews and suggestions: somebody waits for them
PERIODIC = "periodic"  # reaper, outbox, schedule: short, so that none keeps the reaper waiting
MESSAGES = "messages"  # mails, which may take minutes each; what is new in alerts' searches
STORES = "stores"  # of lists that operators give: a look may take minutes
CLASSIFY = "classify"
SCRAPE = "scrape"
INDEX = "index"  # the watch over the index and its rebuilds: no picture keeps it waiting
UPKEEP = "upkeep"  # rates and what they change, purge
IMAGES = "images"
# What runs where: the processes of a worker, each with its queues in the order in which it takes
# their jobs. There are as many of SCRAPER as scrape at a time.
SCRAPER = "scraper"
PROCESSES = {
    "operator": (OPERATOR,),
    "stores": (STORES,),
    "periodic": (PERIODIC,),
    "messages": (MESSAGES,),
    "index": (INDEX,),
    SCRAPER: (CLASSIFY, SCRAPE),
    "upkeep": (UPKEEP, IMAGES),
}
ALL = tuple(chain.from_iterable(PROCESSES.values()))

TASKS, SEARCHING = "indexer.jobs.tasks", "app.tasks"
RUN_SCRAPE = f"{TASKS}.run_scrape"
RUN_CLASSIFY = f"{TASKS}.run_classify"
DO_PERIODIC = f"{TASKS}.do_periodic"
PREVIEW = f"{TASKS}.preview"
SUGGEST = f"{TASKS}.suggest"
LOOK_AT_STORE = f"{TASKS}.look_at_store"
ADD_STORES = f"{SEARCHING}.add_stores"
LOOK_AT_SEARCHES = f"{SEARCHING}.look_at_searches"

REQUEST_META = "request"
REDIS_TIMEOUT_S = 5
ANSWER_S = 3.0  # where nobody may wait for a Redis that hangs
RESULT_TTL_S = 3600


class QueueUnavailableError(RuntimeError):
    """Redis does not answer, so that no job can be enqueued."""


class UnknownJobError(ValueError):
    """Redis names a function that is no job of ours."""


class NamedJob(Job):
    """A job of which only its name and its JSON are believed: RQ would unpickle and import."""

    success_callback = failure_callback = stopped_callback = None

    def __init__(self, id: str | None = None, connection: Any = None, serializer: Any = None):  # noqa: ARG002 - the library's signature
        super().__init__(id, connection, JSONSerializer)

    def restore(self, raw_data: Any) -> None:
        """Take over what Redis holds, but for addresses that RQ would post to."""
        super().restore(raw_data)
        self.webhooks = []

    @property
    def func(self) -> Callable[..., Any]:
        """Return the function; raises UnknownJobError unless one of our modules defines it."""
        module, _, name = str(self.func_name).rpartition(".")
        known = module in {TASKS, SEARCHING} and not name.startswith("_") and self.instance is None
        function = getattr(import_module(module), name, None) if known else None
        if function is None or function.__module__ != module:
            raise UnknownJobError(f"{self.func_name} is no job; they are in {TASKS}, {SEARCHING}.")
        task: Callable[..., Any] = function
        return task


def processes(scrapers: int) -> dict[str, tuple[str, ...]]:
    """Return the queues of each process of a whole worker, by its name."""
    many = {f"{SCRAPER}-{number + 1}": PROCESSES[SCRAPER] for number in range(scrapers)}
    return {name: own for name, own in PROCESSES.items() if name != SCRAPER} | many


def queue(name: str, connection: Redis) -> Queue:
    """Return a queue by its name; its jobs are of our own kind."""
    return Queue(name, connection=connection, job_class=NamedJob, serializer=JSONSerializer)


@lru_cache(maxsize=8)
def redis_connection(redis_url: str, answer_s: float | None = None) -> Redis:
    """Return the process's connection pool for this URL; `answer_s` bounds how long it may hang."""
    return Redis.from_url(
        redis_url,
        socket_timeout=answer_s,
        socket_connect_timeout=answer_s or REDIS_TIMEOUT_S,
        health_check_interval=30,
    )


def enqueue(  # noqa: PLR0913 - the job's own options
    settings: Settings,
    into: str,
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
        return queue(into, redis_connection(settings.redis_url)).enqueue_call(
            name,
            args=args,
            job_id=job_id,
            timeout=timeout_s,
            ttl=waits_s,
            result_ttl=RESULT_TTL_S,
            failure_ttl=RESULT_TTL_S,
            meta={REQUEST_META: REQUEST.get()} if REQUEST.get() else None,
            description=name,  # RQ's own would write the arguments into logs: cookies, a password
        )
    except RedisError as error:
        raise QueueUnavailableError(f"The job queue is unavailable: {error}") from error


def request_of(job: Job) -> str:
    """Return the request that enqueued a job, empty where none did."""
    return str(job.get_meta(refresh=False).get(REQUEST_META, ""))


def fetch_job(settings: Settings, job_id: str) -> Job | None:
    """Return a job with its state and result, None where Redis does not have it (any more).

    Raises QueueUnavailableError.
    """
    try:
        jobs = NamedJob.fetch_many([job_id], connection=redis_connection(settings.redis_url))
    except RedisError as error:
        raise QueueUnavailableError(f"The job queue is unavailable: {error}") from error
    return jobs[0]
