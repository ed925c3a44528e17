"""A numbered Redis database that no other test session uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import redis

CLAIM_S = 2 * 60 * 60  # a claim of a session that was killed ends by itself


@contextmanager
def redis_database(server_url: str) -> Iterator[str]:
    """Yield the URL of an empty database of this server (1-15); empty it again after."""
    base = server_url.rsplit("/", 1)[0] if server_url.count("/") > 2 else server_url
    with redis.Redis.from_url(f"{base}/0") as registry:
        number = next((n for n in range(1, 16) if _claim(registry, n)), None)
        if number is None:
            raise RuntimeError(
                f"All Redis databases of {base} are claimed by other test sessions: wait for them, "
                "or delete the keys winkel-test-database:* in its database 0."
            )
        url = f"{base}/{number}"
        with redis.Redis.from_url(url) as database:
            database.flushdb()
            try:
                yield url
            finally:
                database.flushdb()
                registry.delete(_key(number))


def _key(number: int) -> str:
    return f"winkel-test-database:{number}"


def _claim(registry: redis.Redis, number: int) -> bool:
    return bool(registry.set(_key(number), os.getpid(), nx=True, ex=CLAIM_S))
