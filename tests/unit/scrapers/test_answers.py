"""What a store's answer means before its page is read; which addresses may be reached."""

import ipaddress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from protego import Protego

from scrapers.browsing.answers import check, retry_after
from scrapers.browsing.dom import PageState
from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    RefusedAddressError,
    TooManyRequestsError,
)
from scrapers.polite.politeness import Robots
from scrapers.web.addresses import is_reachable, public_addresses
from scrapers.web.rate_limiter import LocalRateLimiter
from tests.support.data import rows

LONG = "Shweshwe dresses, vellies and captcha-free braai tongs. " * 60


def state(status: int, text: str = LONG, title: str = "Shop") -> PageState:
    return PageState(status, text, title, "https://shop.example/")


@pytest.mark.parametrize(
    ("page", "error"),
    [
        *((state(500), BadPageError), (state(503, "busy"), BadPageError)),
        *((state(403, "Access denied"), BadPageError), (state(200, "", "Captcha"), BadPageError)),
        (state(200, "Please verify that you are human", "Just a moment"), BadPageError),
        *((state(404), MissingPageError), (state(410), MissingPageError)),
        *((state(401), LockedStoreError), (state(403), ForbiddenError)),
        (replace(state(200, "Enter password"), locked=True), LockedStoreError),
        (replace(state(503, "Enter password"), locked=True), BusyStoreError),
    ],
)
def test_an_answer_that_is_not_the_stores_page_is_an_error(
    page: PageState, error: type[Exception]
) -> None:
    with pytest.raises(error):
        check(page, lambda: None)


def test_a_long_page_may_speak_of_captchas() -> None:
    check(state(200), lambda: None)


def test_the_wait_that_a_429_asks_for_is_kept() -> None:
    with pytest.raises(TooManyRequestsError) as caught:
        check(state(429), lambda: 7.0)
    assert caught.value.wait_s == 7.0


def test_retry_after_is_seconds_or_a_date() -> None:
    later = datetime.now(UTC) + timedelta(seconds=90)
    assert retry_after({"retry-after": "30"}) == 30.0
    by_date = retry_after({"retry-after": format_datetime(later, usegmt=True)})
    no_zone = retry_after({"retry-after": later.strftime("%a, %d %b %Y %H:%M:%S -0000")})
    assert [seconds is not None and 30 < seconds <= 90 for seconds in (by_date, no_zone)] == [
        *(True, True)
    ]
    assert retry_after({}) is None


@pytest.mark.parametrize("value", rows("odd_retry_after"))
def test_42_no_retry_after_breaks_a_crawl(value: str) -> None:
    seconds = retry_after({"retry-after": value})
    assert seconds is None or 0 <= seconds < float("inf")


def test_a_setting_allows_loopback_and_nothing_else() -> None:
    assert is_reachable(ipaddress.ip_address("127.0.0.1"), allow_loopback=True)
    assert not is_reachable(ipaddress.ip_address("169.254.169.254"), allow_loopback=True)


def test_of_loopback_only_the_named_ports_are_reached() -> None:
    assert public_addresses("127.0.0.1", 8100, frozenset({8100})) == ["127.0.0.1"]
    with pytest.raises(RefusedAddressError, match="not a public address"):
        public_addresses("127.0.0.1", 9200, frozenset({8100}))
    with pytest.raises(RefusedAddressError, match="not a public address"):
        public_addresses("10.0.0.1", 8100, frozenset({8100}))


def test_a_host_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [(0, 0, 0, "", (address, 80)) for address in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: entries)
    with pytest.raises(RefusedAddressError, match=r"10\.0\.0\.1"):
        public_addresses("shop.example", 80, allow_loopback=False)


def test_the_longer_wait_and_the_longer_delay_hold() -> None:
    turns = LocalRateLimiter()
    turns.hold("shop.example", 60)
    turns.hold("shop.example", 1)
    assert turns.wait_of("shop.example") > 50
    robots = Robots("Winkel", lambda *_: Protego.parse("User-agent: *\nCrawl-delay: 5"))
    robots.permit("https://shop.example/")
    assert [robots.delay_s("https://shop.example/", least) for least in (2.0, 9.0)] == [5.0, 9.0]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "::1"])
def test_every_spelling_of_loopback_is_refused(host: str) -> None:
    with pytest.raises(RefusedAddressError, match="not a public address"):
        public_addresses(host, 80, allow_loopback=False)
