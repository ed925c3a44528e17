"""Fault 21: a brand's address that leads inside is refused before connecting, at every hop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.request import ProxyHandler, build_opener

import pytest

from scrapers.browsing.browser import Browser
from scrapers.browsing.dom import PageState
from scrapers.browsing.guard import Guard
from scrapers.errors import RefusedAddressError
from scrapers.polite.politeness import Politeness
from scrapers.polite.visit import Visitor
from tests.support.crawling import QUICK, SIMPLE, crawled, grid
from tests.support.saved_store import Answer, serving
from tests.support.shared_browser import SharedBrowsers


@pytest.fixture(scope="module")
def strict() -> Iterator[Browser]:
    """A browser as in production: loopback is as forbidden as any other inside address."""
    with Browser(replace(QUICK, allow_loopback=False)) as opened:
        yield opened


@pytest.fixture(scope="module")
def lenient(browsers: SharedBrowsers) -> Iterator[Browser]:
    """A browser that may reach the demo stores on loopback, and nothing else inside."""
    with browsers.lent() as opened:
        yield opened


INSIDE = (  # of each kind; all spellings: tests/unit/scrapers/test_answers.py
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://2130706433:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
)
NO_WEB = ("file:///etc/passwd", "ftp://127.0.0.1/", "chrome://version", "javascript:alert(1)")


def test_21_an_inside_address_is_refused_before_connecting(strict: Browser) -> None:
    seen: list[str] = []

    def respond(path: str) -> Answer:
        seen.append(path)
        return Answer(grid("secret"))

    with serving(respond) as base:
        port = base.rsplit(":", 1)[1]
        result = crawled(strict, SIMPLE, *(one.format(port=port) for one in (*INSIDE, *NO_WEB)))
    inside = ["not a public address" in reason for reason in result.reasons]
    others = ["no http(s) address" in reason for reason in result.reasons]
    assert inside == [True] * len(INSIDE) + [False] * len(NO_WEB)
    assert others == [not one for one in inside]
    assert (seen, result.names) == ([], [])


def visited(browser: Browser, url: str) -> PageState:
    """Open an address as a crawl does."""
    politeness = Politeness(browser.options, browser.guard.url, lambda: False)
    return Visitor(browser, politeness, lambda _: None).open(url)


def test_21_a_redirect_inside_is_refused_at_its_hop(lenient: Browser) -> None:
    targets = {"/v4": "169.254.169.254/latest", "/v6": "[fd00::1]", "/home": "192.168.0.1"}

    def respond(path: str) -> Answer:
        to = targets.get(path)
        return (
            Answer(b"", 302, headers=(("Location", f"http://{to}/"),)) if to else Answer(b"", 404)
        )

    with serving(respond) as base:
        for path in targets:
            with pytest.raises(RefusedAddressError, match="not a public address"):
                visited(lenient, f"{base}{path}")


def test_21_what_was_checked_is_connected_to_whatever_the_name_leads_to_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scrapers.browsing.guard.public_addresses", lambda *_: ["127.0.0.1"])
    with serving(lambda path: Answer(path.encode())) as base, Guard(allow_loopback=True) as guard:
        opener = build_opener(ProxyHandler({"http": guard.url}))
        with opener.open(base.replace("127.0.0.1", "shop.invalid") + "/checked") as answer:
            assert answer.read() == b"/checked"


def test_21_a_fetch_of_ours_goes_through_the_guard_too() -> None:
    with Guard(allow_loopback=False) as guard:
        politeness = Politeness(replace(QUICK, allow_loopback=False), guard.url, lambda: False)
        with pytest.raises(RefusedAddressError, match=r"169\.254\.169\.254"):
            politeness.admit("http://169.254.169.254/robots-first")
