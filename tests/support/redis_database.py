"""A numbered Redis database that no other test process uses."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from dev.services.process import started_at

CLAIM_S = 2 * 60 * 60  # after this time the claim of a lost machine expires


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
    key, own = _key(number), _claimant(os.getpid())
    if registry.set(key, own, nx=True, ex=CLAIM_S):
        return True
    with registry.pipeline() as change:
        change.watch(key)  # type: ignore[no-untyped-call]
        if not _is_dead(change.get(key)):
            return False
        change.multi()
        change.set(key, own, ex=CLAIM_S)
        try:
            return bool(change.execute()[0])
        except redis.WatchError:  # another process claimed it first
            return False


def _claimant(pid: int) -> str:
    return f"{socket.gethostname()} {pid} {started_at(pid)}"


def _is_dead(claim: object) -> bool:
    parts = claim.decode().split(" ") if isinstance(claim, bytes) else []
    if len(parts) != 3 or parts[0] != socket.gethostname():
        return False
    return started_at(int(parts[1])) != parts[2]


def patient_redis(url: str) -> str:
    """Return the address of a Redis for whose answers every process waits for a minute."""
    return f"{url}?socket_timeout=60&socket_connect_timeout=60"
