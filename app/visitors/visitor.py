"""What an event records of a visitor: a day's key, a class of device, a country.

The key is a keyed hash of address and browser. Its secret changes at midnight (UTC) and has two
halves: one in this server's memory alone, which a restart ends, one in Redis, which forgets it with
the day. Once the day is over nobody can make its keys again, and so nobody can tell whose they
were. Of several servers each has its own half: the front keeps a visitor with one of them.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import threading
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import cast

from redis.exceptions import RedisError

from indexer.core.queues import redis_connection
from indexer.core.settings import Settings

# Made where the server starts, before it forks its processes: all of them have the same.
_OURS = secrets.token_bytes(32)
KEY_BYTES = 9
DEVICES = ("phone", "tablet", "desktop")
_PHONE = re.compile(r"Mobi|iPhone|iPod")
_TABLET = re.compile(r"iPad|Tablet|Android")
SEARCH_ID = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Visitor:
    """What an event says of its visitor; `session` is empty where Redis is away."""

    session: str = ""
    device: str = ""
    country: str = ""


class Sessions:
    """Makes a day's keys."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._day: date | None = None
        self._secret = b""

    def key(self, address: str, agent: str, languages: str) -> str:
        """Return today's key of a browser at an address; empty where there is no secret."""
        secret = self._today(datetime.now(UTC))
        if not secret:
            return ""
        identity = "\0".join((address, agent, languages)).encode("utf-8", "replace")
        return hashlib.blake2b(identity, key=secret, digest_size=KEY_BYTES).hexdigest()

    def _today(self, now: datetime) -> bytes:
        if self._day != now.date():
            with self._lock:
                if self._day != now.date():
                    self._day, self._secret = now.date(), self._fetch(now)
        return self._secret

    def _fetch(self, now: datetime) -> bytes:
        """Return the day's secret; empty, for this day, where Redis does not answer."""
        redis = redis_connection(self._settings.redis_url)
        name = f"{self._settings.index_prefix}:day-secret:{now:%Y-%m-%d}"
        midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
        try:
            redis.set(name, secrets.token_bytes(32), nx=True, exat=int(midnight.timestamp()))
            theirs = cast(bytes | None, redis.get(name))
        except RedisError as error:
            log.warning("Sessions of %s have no keys: %s", now.date(), error)
            return b""
        return hashlib.blake2b(theirs or b"", key=_OURS, digest_size=32).digest()


def device_of(agent: str) -> str:
    """Return the class of device of a User-Agent: phone, tablet or desktop."""
    if _PHONE.search(agent):
        return "phone"
    return "tablet" if _TABLET.search(agent) else "desktop"


def search_id(sent: str) -> str:
    """Return the id of a search as the browser sent it, or a new one."""
    return sent if SEARCH_ID.fullmatch(sent) else secrets.token_urlsafe(16)
