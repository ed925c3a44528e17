"""A store's file over HTTP: bounded, with the brand's manners, its secrets for its own hosts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scrapers.browsing.guard import Guard
from scrapers.options import CrawlOptions
from scrapers.polite.exchange import TooLargeError
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.web.urls import site_of
from tests.support.crawling import QUICK
from tests.support.hostile_server import ENDLESS, OK, hostile
from tests.support.saved_store import Answer, Request, answering


@contextmanager
def fetcher(options: CrawlOptions) -> Iterator[Fetcher]:
    with Guard(options.allow_loopback) as guard:
        yield Fetcher(options, guard, Politeness(options, guard.url, lambda: False))


def test_what_is_secret_goes_to_the_brands_own_hosts_alone() -> None:
    sent: dict[str, tuple[str | None, str | None]] = {}

    def respond(request: Request) -> Answer:
        sent[request.path] = request.headers.get("x-key"), request.headers.get("cookie")
        if request.path != "/moved":
            return Answer(b"")
        elsewhere = request.headers["host"].replace("127.0.0.1", "localhost")
        return Answer(b"", 302, headers=(("Location", f"http://{elsewhere}/there"),))

    with answering(respond) as store:
        options = CrawlOptions(
            allow_loopback=True,
            request_delay_ms=0,
            headers=(("X-Key", "secret"),),
            cookies=(("a", "b", store),),
            header_sites=frozenset({site_of(store)}),
        )
        with fetcher(options) as opened:
            opened.fetch(f"{store}/moved", io.BytesIO(), Bounds(1_000_000, 20))
    assert sent["/moved"] == ("secret", "a=b")
    assert sent["/there"] == (None, None)


@pytest.mark.parametrize(
    ("parts", "bounds", "why"),
    [
        ("a body without end", Bounds(3 * 2**20, 60), "larger than 3 MB"),
        ("a body in drips", Bounds(2**40, 0), "takes longer than 0 s"),
    ],
)
def test_a_file_that_does_not_end_is_given_up_at_its_bound(
    parts: str, bounds: Bounds, why: str
) -> None:
    into, no_robots = io.BytesIO(), [OK + b"Content-Length: 0\r\n\r\n"]
    with (
        hostile(ENDLESS[parts], first=no_robots) as store,
        fetcher(QUICK) as opened,
        pytest.raises(TooLargeError, match=why),
    ):
        opened.fetch(f"{store}/file", into, bounds)
    assert len(into.getvalue()) < 4 * 2**20
