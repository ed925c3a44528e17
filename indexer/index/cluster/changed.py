"""Says that what searches find has changed, so that no web process gives an older answer again."""

import logging

from redis.exceptions import RedisError

from indexer.core.queues import redis_connection
from indexer.core.settings import Settings

log = logging.getLogger(__name__)


def channel(index_prefix: str) -> str:
    """Return the Redis channel on which changes of an index are said."""
    return f"{index_prefix}:changed"


def say_changed(settings: Settings) -> str:
    """Have all web processes forget the answers and the words that they keep; return why not.

    Call it when the change can be searched. Redis being away is no error: without it no process
    keeps answers, and words are half a minute old.
    """
    try:
        connection = redis_connection(settings.redis_url)
        connection.publish(channel(settings.index_prefix), "")
        # Redis writes the reply before it writes to those who listen: whoever is woken by it may
        # ask before they know. It answers the next command when all of that is written.
        connection.ping()
    except (RedisError, OSError) as error:
        log.warning("Nobody is notified of a change of %s: %s", settings.index_prefix, error)
        return f"Redis does not answer: {error}"
    return ""
