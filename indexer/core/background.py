"""What is done again and again: by threads, whatever a step raises."""

import logging
import os
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError

from indexer.core.bad_items import reason
from indexer.core.queues import ANSWER_S, redis_connection

log = logging.getLogger(__name__)

KEY = "attempts"
FEW = 3  # failures in a row that are no accident
REMEMBERED_S = 600.0  # of what has no timetable, such as a thread of a process that is gone


class Attempts(NamedTuple):
    """A step; `good_s`: since it ended well, which it must within `within_s`."""

    name: str
    failures: int
    good_s: float
    within_s: float
    why: str

    @property
    def is_failing(self) -> bool:
        """Return True if an operator must look."""
        return self.failures >= FEW or self.good_s > self.within_s

    def __str__(self) -> str:
        """Return it for operators."""
        often = f" failed {self.failures:,} times in a row," if self.failures else ""
        why = f": {self.why}" if self.why else ""
        return f"{self.name}{often} has not ended well for {self.good_s:.0f} s{why}"


def count(
    redis_url: str, name: str, error: Exception | None, *, waits: bool = False
) -> tuple[int, str]:
    """Note how a step ended; return how many failures are in a row, and why the last one was.

    `waits`: it could not be done now, which is no failure of its own.
    """
    redis, now = redis_connection(redis_url, ANSWER_S), time.time()
    noted: dict[str, Any] = {"at": now, "why": reason(error) if error else ""}
    if error is None:
        noted |= {"good": now, "failures": 0}
    try:
        before: Any = redis.hget(KEY, f"{name}|why") or b""
        with redis.pipeline() as pipeline:
            _note(pipeline, name, noted)
            pipeline.hincrby(KEY, f"{name}|failures", int(error is not None and not waits))
            return pipeline.execute()[-1], before.decode()
    except RedisError:
        return 1, ""  # others are unknown


def log_failure(what: str, error: Exception, failures: int, before: str) -> None:
    """Log a failure: with its trace where the one before was of another kind, else its number."""
    if failures == 1 or before.partition(":")[0] != reason(error).partition(":")[0]:
        log.error("%s failed; it is tried again", what, exc_info=error)
    elif failures & (failures - 1) == 0:  # 2, 4, 8 …
        log.error("%s failed %d times in a row: %s", what, failures, reason(error))


def do(
    redis_url: str, name: str, step: Callable[[], object], waits: tuple[type[Exception], ...] = ()
) -> None:
    """Do a job's step, and note how it ended; `waits`: that it could not be done now."""
    try:
        step()
    except waits as error:
        count(redis_url, name, error, waits=True)
    except Exception as error:
        log_failure(name, error, *count(redis_url, name, error))
    else:
        count(redis_url, name, None)


def due(redis: Redis, within_s: Mapping[str, float]) -> None:
    """Note the steps that are due, and within how long each must end well."""
    with redis.pipeline() as pipeline:
        for name, seconds in within_s.items():
            _note(pipeline, name, {"at": time.time(), "within": seconds})
        pipeline.execute()


def _note(pipeline: Pipeline, name: str, values: Mapping[str, Any]) -> None:
    pipeline.hset(KEY, mapping={f"{name}|{key}": value for key, value in values.items()})


def attempts(redis: Redis, since: float, now: float) -> tuple[Attempts, ...]:
    """Return what is known of each step that was due or done lately; `since`: the plan's begin.

    What was not heard of for longer than it has time is of a plan or process that is gone.
    """
    known: dict[str, dict[str, str]] = defaultdict(dict)
    raw: Any = redis.hgetall(KEY)
    for field, value in raw.items():
        name, _, key = field.decode().rpartition("|")
        known[name][key] = value.decode()
    found = []
    for name, own in sorted(known.items()):
        within = float(own.get("within", "inf"))
        if now - float(own.get("at", 0)) <= (within if "within" in own else REMEMBERED_S):
            good_s = now - max(since, float(own.get("good", 0)))
            failures = int(own.get("failures", 0))
            found.append(Attempts(name, failures, good_s, within, own.get("why", "")))
    return tuple(found)


_FAILED: dict[str, tuple[int, str]] = {}  # of this process: how often in a row, and why last


def attempt(what: str, step: Callable[[], object]) -> Exception | None:
    """Do a step; return what it raised, which is logged once and then counted, by `what`."""
    try:
        step()
    except Exception as error:
        failures, before = _FAILED.get(what, (0, ""))
        _FAILED[what] = failures + 1, reason(error)
        log_failure(what, error, failures + 1, before)
        return error
    _FAILED.pop(what, None)
    return None


def repeat(
    what: str,
    step: Callable[[], object],
    every_s: float,
    ended: threading.Event | None = None,
    redis_url: str = "",
) -> None:
    """Do a step every so often until `ended` is set; the first comes after a pause.

    `redis_url`: health and alerts look at how it ends in this process, too.
    """
    ended, failing = ended or threading.Event(), False
    name = f"{what} in process {os.getpid()} of {socket.gethostname()}"
    while not ended.wait(every_s):
        error = attempt(what, step)
        if redis_url and (error or failing):
            count(redis_url, name, error)
        failing = error is not None


def start(what: str, run: Callable[[], object]) -> threading.Thread:
    """Start a thread of this name that ends with the process."""
    thread = threading.Thread(target=run, name=what, daemon=True)
    thread.start()
    return thread
