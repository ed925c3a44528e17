"""Who is alive, and whether jobs are done: who listens to each queue, and what waits in it.

A worker sends heartbeats, and counts as dead after SILENT_S without one. A frozen worker sends
none. RQ's workers send them to Redis. A run's heartbeat is in its row: it outlives a
flush of Redis, and a worker whose work-horse hangs still sends its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Worker
from rq.cron import CronScheduler
from rq.job import Job
from rq.worker.base import BaseWorker

from indexer.core.background import Attempts, attempts
from indexer.core.bad_items import lately
from indexer.core.queues import ALL, ANSWER_S, PERIODIC, redis_connection
from indexer.core.settings import Settings

HEARTBEAT_TIMEOUT_S = 30.0  # three times what the slowest of them leaves between two words
RUN_BEAT_S = 2.0
MONITOR_S = 5  # of a worker with a job, which looks after its work-horse as often
WORKER_TTL_S = 25  # RQ: a worker that waits speaks each WORKER_TTL_S - 15 s
LATE_S = 45.0  # a periodic job that waited so long: the next ones are due already
ASIDE_S = 1_800.0  # for which it is reported that something was put aside
FULL = 0.95  # of maxmemory: what is more may be refused already
# Of a worker's hash: what its job's browser takes, and whether Linux holds it to its guard.
BROWSER_BYTES, BROWSER_HELD = "browser_bytes", "browser_held"


def is_alive(silent_s: float | None) -> bool:
    """Return True of who spoke so long ago; None: never."""
    return silent_s is not None and silent_s < HEARTBEAT_TIMEOUT_S


class HeartbeatsUnknownError(RuntimeError):
    """Redis does not answer, so that the living workers are unknown."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """`pulse_s`: since one of its workers spoke (None: it has none); `oldest_s`: a job waits."""

    name: str
    pulse_s: float | None
    waiting: int
    oldest_s: float

    @property
    def is_served(self) -> bool:
        """Return True where a living worker takes its jobs."""
        return is_alive(self.pulse_s)


@dataclass(frozen=True, slots=True)
class Heartbeats:
    """All queues, the scheduler of what is periodic (None: there is none), and browsers' memory.

    `browsers_held`: whether Linux holds the browsers of all workers to their guards; None: a worker
    sent none, or there is none. `memory`: the share of its maxmemory that Redis uses, 0 where it
    has none. `attempts`: how what is done again and again ends.
    `aside`: what was put aside lately, the newest first, each with its reason.
    """

    queues: tuple[QueueState, ...] = ()
    scheduler_s: float | None = None
    browser_bytes: int = 0
    browsers_held: bool | None = None
    started: datetime | None = field(default=None)  # the scheduler
    memory: float = 0.0
    attempts: tuple[Attempts, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()

    @property
    def pulse_s(self) -> float | None:
        """Return the age of the part that has been silent longest; None where one is absent."""
        ages = [self.scheduler_s, *(queue.pulse_s for queue in self.queues)]
        known = [age for age in ages if age is not None]
        return max(known) if len(known) == len(ages) and self.queues else None

    @property
    def is_full(self) -> bool:
        """Return True where Redis has no memory left for jobs, nor for heartbeats."""
        return self.memory >= FULL

    @property
    def failing(self) -> tuple[Attempts, ...]:
        """Return what fails again and again, or has not ended well for too long."""
        return tuple(one for one in self.attempts if one.is_failing)

    @property
    def trouble(self) -> str:
        """Describe the jobs that are not done or fail, and since when; empty where all are done."""
        return "; ".join(filter(None, [self.silence, *map(str, self.failing)]))

    @property
    def silence(self) -> str:
        """Describe the jobs that are not done.

        The cause comes first: in a full Redis no worker can write its heartbeat.
        """
        unserved = [queue for queue in self.queues if not queue.is_served]
        parts = [f"Redis is full ({self.memory:.0%} of its maxmemory)"] if self.is_full else []
        if not is_alive(self.scheduler_s):
            parts.append(f"the scheduler of periodic jobs {_silent(self.scheduler_s)}")
        if unserved:
            ages = [queue.pulse_s for queue in unserved if queue.pulse_s is not None]
            names = ", ".join(queue.name for queue in unserved)
            parts.append(f"no worker takes jobs of {names}: it {_silent(min(ages, default=None))}")
        late = [queue for queue in self.queues if queue.name == PERIODIC and queue.is_served]
        if any(queue.oldest_s >= LATE_S for queue in late):
            parts.append(f"periodic jobs wait for {late[0].oldest_s:.0f} s")
        return "; ".join(parts)


def _silent(age_s: float | None) -> str:
    return "is not there" if age_s is None else f"has been silent for {age_s:.0f} s"


def read_heartbeats(settings: Settings, now: datetime | None = None) -> Heartbeats:
    """Return who works; raises PulsesUnknownError where Redis does not answer in some seconds."""
    try:
        return _read(redis_connection(settings.redis_url, ANSWER_S), now or datetime.now(UTC))
    except RedisError as error:
        raise HeartbeatsUnknownError(f"The job queue does not answer: {error}") from error


def _read(redis: Redis, now: datetime) -> Heartbeats:
    workers = Worker.all(connection=redis)
    schedulers = CronScheduler.all(redis, cleanup=False)
    started = min((one.created_at for one in schedulers), default=None)
    since = _aware(started).timestamp() if started else now.timestamp()
    return Heartbeats(
        queues=tuple(_queue(redis, name, workers, now) for name in ALL),
        scheduler_s=_youngest((one.last_heartbeat for one in schedulers), now),
        browser_bytes=sum(_browser(redis, worker) for worker in workers),
        browsers_held=_is_locked(redis.hget(worker.key, BROWSER_HELD) for worker in workers),
        started=started,
        memory=_memory(redis),
        attempts=attempts(redis, since, now.timestamp()),
        aside=tuple(lately(redis, ASIDE_S)),
    )


def _memory(redis: Redis) -> float:
    known = redis.info("memory")
    return known["used_memory"] / known["maxmemory"] if known["maxmemory"] else 0.0


def _queue(redis: Redis, name: str, workers: Iterable[BaseWorker], now: datetime) -> QueueState:
    beats = (worker.last_heartbeat for worker in workers if name in worker.queue_names())
    queue = Queue(name, connection=redis)
    oldest = queue.get_job_ids(0, 1)
    age = _waits(redis, oldest[0], now) if oldest else 0.0
    return QueueState(name, _youngest(beats, now), queue.count, age)


def _waits(redis: Redis, job_id: str, now: datetime) -> float:
    """Return how long a queue's next job waits, in s; one that has lapsed was due a minute ago."""
    raw = redis.hget(Job.key_for(job_id), "enqueued_at")
    if not isinstance(raw, bytes):
        return 0.0 if redis.exists(Job.key_for(job_id)) else 60.0
    return max(0.0, (now - datetime.fromisoformat(raw.decode())).total_seconds())


def _youngest(beats: Iterable[datetime | None], now: datetime) -> float | None:
    ages = [(now - _aware(beat)).total_seconds() for beat in beats if beat is not None]
    return max(0.0, min(ages)) if ages else None


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _browser(redis: Redis, worker: BaseWorker) -> int:
    raw = redis.hmget(worker.key, ["state", BROWSER_BYTES])
    return int(raw[1]) if raw[0] == b"busy" and raw[1] else 0


def _is_locked(replies: Iterable[object]) -> bool | None:
    answers = set(replies)
    if b"0" in answers:
        return False
    return True if answers == {b"1"} else None
