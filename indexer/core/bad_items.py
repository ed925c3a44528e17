"""No bad item stops those behind it: the rest is done, and what is bad is named with its reason.

What waits in a queue is done in batches; one that always fails is put aside in a Redis stream of
bounded length, which `lately` reads for the watch (`XREVRANGE aside + - COUNT 20` for a person).
What has a row and a state of its own is tried again at the next turn, after all others.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import orjson
from redis import Redis
from redis.exceptions import RedisError
from rq.timeouts import BaseTimeoutException
from sqlalchemy.exc import DataError, IntegrityError, StatementError

from indexer.core.queues import ANSWER_S, redis_connection
from indexer.core.settings import Settings

log = logging.getLogger(__name__)

STREAM, COUNTS = "aside", "aside:counts"
MOST = 1_000  # items
REASON_LIMIT = 500  # characters
_BAD: tuple[type[Exception], ...] = (
    *(IntegrityError, DataError),
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError),
)

Item = TypeVar("Item")
Result = TypeVar("Result")


class SomeFailedError(RuntimeError):
    """All items were tried, and some failed; the message names them."""


def is_bad(error: Exception) -> bool:
    """Return True if an error is its item's own; that of a server, lock or timeout may pass."""
    return isinstance(error, _BAD) or type(error) is StatementError  # whose subclasses are others


def reason(error: BaseException) -> str:
    """Return an error as a person reads it, in a line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:REASON_LIMIT]


def in_halves(
    items: Sequence[Item],
    do: Callable[[Sequence[Item]], object],
    aside: Callable[[Item, Exception], object],
) -> int:
    """Do items together; where one is bad, by halves until it is alone and `aside` has it.

    Return how many were done. Raises what is no item's own fault.
    """
    if not items:
        return 0
    try:
        do(items)
        return len(items)
    except Exception as failed:
        if not is_bad(failed):
            raise
        error = failed
    if len(items) == 1:
        aside(items[0], error)
        return 0
    middle = len(items) // 2
    return in_halves(items[:middle], do, aside) + in_halves(items[middle:], do, aside)


def each(
    items: Iterable[Item], do: Callable[[Item], Result], name: Callable[[Item], str] = str
) -> list[Result]:
    """Do it for each item, whatever others raise; return the results.

    Raises SomeFailedError, which names those that failed, when all were tried.
    """
    done, failed = try_each(items, do, name)
    if failed:
        raise failed
    return done


def try_each(
    items: Iterable[Item], do: Callable[[Item], Result], name: Callable[[Item], str] = str
) -> tuple[list[Result], SomeFailedError | None]:
    """Do it for each item; return the results, and the error that names those that failed."""
    done: list[Result] = []
    failed: list[tuple[str, Exception]] = []
    for item in items:
        try:
            done.append(do(item))
        except BaseTimeoutException:  # of the job itself
            raise
        except Exception as error:
            failed.append((name(item), error))
    if not failed:
        return done, None
    names, first = ", ".join(one for one, _ in failed[:10]), failed[0][1]
    some = SomeFailedError(f"{len(failed)} failed ({names}): {reason(first)}")
    some.__cause__ = first
    return done, some


def do_all(settings: Settings, *steps: Callable[[Settings], object]) -> None:
    """Do several things, whatever one of them raises; raises SomeFailedError at the end."""
    each(steps, lambda step: step(settings), lambda step: getattr(step, "func", step).__name__)


def put_aside(settings: Settings, what: str, item: Any, error: Exception) -> None:
    """Keep an item that always fails, and why; `what` names its kind."""
    log.error("One of %s is put aside", what, exc_info=error)
    try:
        with redis_connection(settings.redis_url, ANSWER_S).pipeline() as pipeline:
            fields = {"what": what, "why": reason(error), "item": orjson.dumps(item, default=repr)}
            pipeline.xadd(STREAM, fields, maxlen=MOST)  # type: ignore[arg-type]
            pipeline.hincrby(COUNTS, what, 1)
            pipeline.execute()
    except RedisError as failed:
        log.error("It is here alone, as Redis does not take it (%s): %r", failed, item)


def lately(redis: Redis, seconds: float) -> list[tuple[str, str]]:
    """Return what was put aside in the last seconds, the newest first: its kind, and why."""
    since = int((time.time() - seconds) * 1000)
    entries: Any = redis.xrevrange(STREAM, min=since)
    return [(fields[b"what"].decode(), fields[b"why"].decode()) for _, fields in entries]


def counts(redis: Redis) -> dict[str, int]:
    """Return how many were put aside so far, by kind."""
    known: Any = redis.hgetall(COUNTS)
    return {kind.decode(): int(number) for kind, number in known.items()}
