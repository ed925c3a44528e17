"""A store's file over HTTP: bounded, with the brand's manners, its secrets for its own hosts."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from scrapers.browsing.guard import Guard
from scrapers.errors import BadPageError, StoppedError
from scrapers.options import CrawlOptions
from scrapers.polite.exchange import TooLargeError
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.web.hosts import site_of
from tests.support.crawling import QUICK

ENOUGH = Bounds(1_000_000, 20)


class Store(BaseHTTPRequestHandler):
    """Moves /moved to another host, and never ends /endless; keeps the headers it was sent.

    Of /short it sends less than it announces, of /drip one byte until `over` is set.
    """

    asked: dict[str, tuple[str | None, str | None]]
    over: threading.Event

    def do_GET(self) -> None:
        type(self).asked[self.path] = (self.headers["X-Key"], self.headers["Cookie"])
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/there")  # type: ignore[attr-defined]
            self.end_headers()
            return
        self.send_response(200)
        if self.path == "/short":
            self.send_header("Content-Length", "100")
        self.end_headers()
        if self.path in {"/short", "/drip"}:
            self.wfile.write(b"x")
        if self.path == "/drip":
            self.over.wait()
        while self.path == "/endless":
            self.wfile.write(bytes(10_000))

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests out of the tests' output."""


@pytest.fixture
def store() -> Iterator[str]:
    Store.asked, Store.over = {}, threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    Store.over.set()
    server.shutdown()
    server.server_close()


@contextmanager
def fetcher(options: CrawlOptions, *, stops_at: str = "") -> Iterator[Fetcher]:
    with Guard(options.allow_loopback) as guard:
        politeness = Politeness(options, guard.url, lambda: stops_at in Store.asked)
        yield Fetcher(options, guard, politeness)


def test_what_is_secret_goes_to_the_brands_own_hosts_alone(store: str) -> None:
    options = CrawlOptions(
        allow_loopback=True,
        request_delay_ms=0,
        headers=(("X-Key", "secret"),),
        cookies=(("a", "b", store),),
        header_sites=frozenset({site_of(store)}),
    )
    with fetcher(options) as opened:
        opened.fetch(f"{store}/moved", io.BytesIO(), ENOUGH)
    assert Store.asked["/moved"] == ("secret", "a=b")
    assert Store.asked["/there"] == (None, None)


def test_a_file_that_does_not_end_is_given_up_at_its_bound(store: str) -> None:
    into = io.BytesIO()
    with fetcher(QUICK) as opened, pytest.raises(TooLargeError, match="larger than 3 MB"):
        opened.fetch(f"{store}/endless", into, Bounds(3 * 2**20, 60))
    assert len(into.getvalue()) < 4 * 2**20


@pytest.mark.parametrize("path", ["/endless", "/drip"])
def test_a_file_that_comes_too_slowly_is_given_up(store: str, path: str) -> None:
    with fetcher(QUICK) as opened, pytest.raises(TooLargeError, match="takes longer than 0 s"):
        opened.fetch(f"{store}{path}", io.BytesIO(), Bounds(2**40, 0))


def test_a_file_that_is_shorter_than_announced_is_no_whole_one(store: str) -> None:
    with fetcher(QUICK) as opened, pytest.raises(BadPageError, match="breaks off"):
        opened.fetch(f"{store}/short", io.BytesIO(), ENOUGH)


def test_a_fetch_is_stopped_in_the_middle(store: str) -> None:
    with fetcher(QUICK, stops_at="/endless") as opened, pytest.raises(StoppedError):
        opened.fetch(f"{store}/endless", io.BytesIO(), ENOUGH)
