"""Fault 53: nothing that a foreign server sends decides how long it is waited for, or the memory.

Each exchange ends soon after its deadline, hangs up, and says why. It would take minutes without
one; the machine of the tests may stand still for some seconds.
"""

from __future__ import annotations

import gzip
import io
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from urllib.parse import quote, unquote

import pytest

from indexer.catalogue.rates import fetched_rates
from indexer.ingest.pictures.fetching import BOUNDS, polite_files
from indexer.notify.post import PostError, call
from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.polite.exchange import Deadline, Limits, send_request
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from tests.support.crawling import QUICK
from tests.support.hostile_server import ENDLESS, hostile
from tests.support.saved_store import Answer, serving

DEADLINE_S = 1.5
LATE_S = 60.0  # what never ends is longer
NO_ROBOTS = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
PAGE = Bounds(1_000_000, DEADLINE_S, unpacked=1_000_000)


@contextmanager
def within_the_deadline() -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < DEADLINE_S + LATE_S


@contextmanager
def fetcher(attempts: int = 3) -> Iterator[Fetcher]:
    options = replace(QUICK, attempts=attempts)
    with Guard(allow_loopback=True) as guard:
        yield Fetcher(options, guard, Politeness(options, guard.url, lambda: False))


def a_page(base: str, bounds: Bounds = PAGE) -> None:
    into = io.BytesIO()
    with fetcher() as opened, pytest.raises(PageError):
        opened.fetch(f"{base}/feed.xml", into, bounds)
    assert len(into.getvalue()) <= bounds.size + 100_000


def a_feed(base: str) -> None:
    a_page(base, replace(PAGE, unpacked=None))


def a_robots_txt(base: str) -> None:
    with Guard(allow_loopback=True) as guard, suppress(PageError):  # too long, it counts as far
        Politeness(QUICK, guard.url, lambda: False).permit(f"{base}/page")


def a_robots_txt_of_where_a_page_leads_to(base: str) -> None:
    """It is part of the page's time."""
    with serving(lambda path: _moved(path, f"{base}/x")) as moved:
        a_page(moved)


def _moved(path: str, to: str) -> Answer:
    if path == "/robots.txt":
        return Answer(b"", 404)
    return Answer(b"", 302, headers=(("Location", to),))


def a_picture(base: str) -> None:
    bounds = replace(BOUNDS, seconds=DEADLINE_S, size=1_000_000, unpacked=1_000_000)
    with polite_files(True, None, bounds) as files, pytest.raises(PageError):
        files.get(f"{base}/a.jpg")


def a_webhook(base: str) -> None:
    with suppress(PostError):
        call(base, allow_loopback=True)  # a whole head is an answer


def exchange_rates(base: str) -> None:
    with pytest.raises(PageError):
        fetched_rates(base)


AFTER_ROBOTS: tuple[Callable[[str], None], ...] = (a_page, a_feed, a_picture)
OTHERS = (a_robots_txt, a_robots_txt_of_where_a_page_leads_to, a_webhook, exchange_rates)
# All speak through `exchange.ask`, of which a page shows each ending; of the others that they do.
SOME = ("headers in drips", "a body in drips", "a body without end")
ENDINGS = [(a_page, kind) for kind in ENDLESS] + [
    (read, kind) for read in (*AFTER_ROBOTS[1:], *OTHERS) for kind in SOME
]


def _gives_up(read: Callable[[str], None], kind: str) -> None:
    first = [NO_ROBOTS] if read in AFTER_ROBOTS else []
    with hostile(ENDLESS[kind], first=first) as base, within_the_deadline():
        read(base)


def test_fault_53_what_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "scrapers.polite.politeness.ROBOTS_TIMEOUT_S",
        "indexer.notify.post.TIMEOUT_S",
        "indexer.catalogue.rates.FETCH_WITHIN_S",
    ):
        monkeypatch.setattr(name, DEADLINE_S)
    with ThreadPoolExecutor(6) as side_by_side:  # each of them waits
        asked = {(read.__name__, kind): (read, kind) for read, kind in ENDINGS}
        ended = {name: side_by_side.submit(_gives_up, *one) for name, one in asked.items()}
    assert {name: one.exception() for name, one in ended.items() if one.exception()} == {}


def test_fault_53_a_tls_handshake_that_never_ends_is_given_up() -> None:
    """Through the guard, and through nothing."""

    def drip(connection: socket.socket) -> None:
        record = b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03" + bytes(1_000)
        for place in range(len(record)):
            connection.sendall(record[place : place + 1])
            time.sleep(0.3)

    with _raw(drip) as place, Guard(allow_loopback=True) as guard:
        for proxy in (guard.url, ""):
            with within_the_deadline(), pytest.raises(PageError):
                send_request(f"https://{place}/", proxy, Limits(Deadline(DEADLINE_S)), {})


@contextmanager
def _raw(served: Callable[[socket.socket], None]) -> Iterator[str]:
    """Answer each connection so, on a free port; robots.txt is not there."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            if b"robots.txt" in connection.recv(65_536):
                connection.sendall(NO_ROBOTS)
            else:
                served(connection)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=listener.accept()[:1], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield f"127.0.0.1:{listener.getsockname()[1]}"
    listener.close()


PACKED = {
    "gzip": gzip.compress(bytes(64 * 2**20)),
    "one member after another": gzip.compress(b"x") + gzip.compress(bytes(64 * 2**20)),
    "nothing but its head": gzip.compress(b"")[:10],
    "no gzip": b"<a/>" * 100,
    "half of it": gzip.compress(bytes(range(256)) * 100)[:-30],
}


def test_fault_53_what_is_packed_on_the_way_is_bounded_as_unpacked() -> None:
    read, bounds = set(), replace(PAGE, seconds=60.0)
    with serving(_packed) as base, fetcher(attempts=1) as opened:
        for name in PACKED:
            into = io.BytesIO()
            with suppress(PageError):
                opened.fetch(f"{base}/{quote(name)}", into, bounds)
                read.add(name)
            assert len(into.getvalue()) <= PAGE.size, name
    assert read == {"one member after another"}, "of which the first one counts"


def _packed(path: str) -> Answer:
    return Answer(PACKED.get(unquote(path[1:]), b""), headers=(("Content-Encoding", "gzip"),))
