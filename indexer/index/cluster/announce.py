"""Announces a changed index, so that no web process gives an older answer again."""

import logging
from uuid import uuid4

from redis.exceptions import RedisError

from indexer.core.queues import redis_connection
from indexer.core.settings import Settings

log = logging.getLogger(__name__)


def key_of(index_prefix: str) -> str:
    """Return the Redis key of the mark that is another one after each change of an index."""
    return f"{index_prefix}:changed"


def announce_change(settings: Settings) -> str:
    """Have all web processes forget the answers and the words that they keep; return why not.

    Call it when the change can be searched. Redis being away is no error: without it no process
    keeps answers, and words are half a minute old.
    """
    try:
        redis_connection(settings.redis_url).set(key_of(settings.index_prefix), uuid4().hex)
    except (RedisError, OSError) as error:
        log.warning("Nobody is notified of a change of %s: %s", settings.index_prefix, error)
        return f"Redis does not answer: {error}"
    return ""
