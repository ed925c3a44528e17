"""Who a visitor is, and what is recorded."""

import atexit
import hashlib
import logging
import re
import secrets
import threading
from collections import deque
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from redis.exceptions import RedisError

from app.search.execute import SearchEvent
from indexer.core.background import attempt, start
from indexer.core.queues import redis_connection
from indexer.core.settings import Settings
from indexer.insights.write import Buffer

# Made where the server starts, before it forks its processes: all of them have the same.
_OURS = secrets.token_bytes(32)
KEY_BYTES = 9
DEVICES = ("phone", "tablet", "desktop")
_PHONE = re.compile(r"Mobi|iPhone|iPod")
_TABLET = re.compile(r"iPad|Tablet|Android")
SEARCH_ID = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)

log = logging.getLogger(__name__)


Event = dict[str, Any]


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


GATHER_S = 0.5
RETRY_S = 1.0
MOST_WAITING = 50_000  # events
BATCH = 1_000
PAGE_STEP, BROWSER_STEP = 1, 2  # how much is known of a search (`indexer.insights.write`)


class Recorder:
    """Accepts events, and sends them to the queue in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self._buffer = Buffer(settings)
        self._events: deque[Event] = deque()
        self._changing, self._sending = threading.Lock(), threading.Lock()
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._lost = 0  # events that found no room here, while Redis was away

    def search(self, event: SearchEvent | None, number: str, who: Event, step: int) -> None:
        """Record an answered search, however its answer was made; `number` is the search's id."""
        if event is None:
            return
        # Further pages of a search have its id and their own document.
        page = event["page"]
        own = number if page == 1 else f"{number}-{page}"
        self.add("search", {**who, **event, "search": number, "step": step}, own)

    def add(self, kind: str, event: Event, number: str = "") -> None:
        """Record an event of a kind, at this moment."""
        if len(self._events) >= MOST_WAITING:
            with self._changing:
                self._lost += 1
            return
        own = {"event": kind, "demo": False, "@timestamp": datetime.now(UTC).isoformat()}
        self._events.append({**event, **own, "_id": number or secrets.token_urlsafe(16)})
        if self._thread is None:
            self._start()
        if not self._wake.is_set():  # looking is cheaper than waking a thread that is awake
            self._wake.set()

    def _start(self) -> None:
        """Start the thread at the first event: a server forks its workers before that."""
        with self._changing:
            if self._thread is None:
                self._thread = start("events", self._run)
                atexit.register(self.close)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.wait()
            self._wake.clear()
            self._stop.wait(GATHER_S)
            attempt("Sending events", self._send_all)

    def _send_all(self) -> None:
        while not self.flush() and not self._stop.wait(RETRY_S):
            pass

    def close(self) -> None:
        """Send what waits, and end the thread."""
        self._stop.set()
        self._wake.set()
        self.flush()

    def flush(self) -> bool:
        """Send what waits, now; return whether all of it is in the queue or refused there."""
        with self._sending:
            while batch := [self._events[at] for at in range(min(BATCH, len(self._events)))]:
                try:
                    self._send(batch)
                except RedisError as error:
                    waiting = f"{len(self._events)} events wait for Redis"
                    log.warning("%s, %d found no room: %s", waiting, self._lost, error)
                    return False
        return True

    def _send(self, batch: list[Event]) -> None:
        """Bring a batch to the queue; raises RedisError, and then keeps it."""
        missed = self._lost
        lost = self._buffer.add(batch, missed)
        with self._changing:
            self._lost -= missed
        for _ in batch:
            self._events.popleft()
        if lost:
            log.error("%d events were let go of: there is no room for them in Redis", lost)
