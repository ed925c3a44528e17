"""Faults 14, 17, 20: what a store may answer instead of its page, and a stop in mid-crawl."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from scrapers.browsing.browser import Browser
from scrapers.events import PageDone, PageFailed
from scrapers.web.rate_limiter import LocalRateLimiter, host_of
from tests.support.crawling import QUICK, SIMPLE, crawled, grid
from tests.support.saved_store import Answer, Respond, serving
from tests.support.shared_browser import SharedBrowsers


@pytest.fixture(scope="module")
def browser(
    browsers: SharedBrowsers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    options = replace(QUICK, evidence_dir=tmp_path_factory.mktemp("evidence"))
    with browsers.lent(options) as opened:
        yield opened


def answering(answer: Answer, robots: Answer | None = None) -> Respond:
    """Answer every page alike, and robots.txt as given (otherwise 404)."""

    def respond(path: str) -> Answer:
        if path == "/robots.txt":
            return robots or Answer(b"", 404)
        return answer

    return respond


def test_17_a_bad_answer_is_a_failed_page_with_its_reason_and_evidence(browser: Browser) -> None:
    """(Of the reasons: test_crawl_odd_answers.)"""
    links = "".join(f"<a href='/{name}'>{name}</a>" for name in ("women", "men", "sale"))
    pages = {
        "/women": Answer(b"<title>Account suspended</title><h1>All gone</h1><a href='/'>Home</a>"),
        "/men": Answer(f"<nav>{links}</nav><h1>All gone</h1>".encode()),
    }
    pages["/sale"] = Answer(b"", 302, headers=(("Location", "/men"),))
    with (
        serving(answering(pages["/men"])) as there,
        serving(lambda path: pages.get(path, Answer(b"", 404))) as base,
    ):
        pages["/kids"] = Answer(b"", 302, headers=(("Location", there),))
        result = crawled(browser, SIMPLE, *(base + path for path in pages))
    failed = result.of(PageFailed)
    assert ["No element matches" in page.reason for page in failed] == [True, True, True, False]
    codes = ["page gone", "layout changed", "page gone", "shop moved"]
    assert [page.code for page in failed] == codes
    assert "Account suspended" in failed[0].reason
    for page in failed:
        assert page.html is not None
        assert page.html.read_bytes().startswith(b"<html")
        assert page.screenshot is not None
        assert page.screenshot.read_bytes().startswith(b"\x89PNG")
    assert failed[0].html != failed[1].html
    assert not result.of(PageDone)


@contextmanager
def silent_store() -> Iterator[str]:
    """A store that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_17_a_store_that_never_answers_is_given_up(browsers: SharedBrowsers) -> None:
    hurried = replace(QUICK, page_timeout_s=12.0)  # in which the other page is loaded
    with (
        serving(answering(Answer(grid("a")))) as base,
        silent_store() as silent,
        browsers.lent(hurried) as browser,
    ):
        forwarding = SIMPLE
        moved = Answer(b"", 302, headers=(("Location", f"{silent}/x"),))
        with serving(answering(moved)) as lost:
            result = crawled(browser, forwarding, f"{lost}/women", f"{base}/men")
    assert result.reasons == ["The page did not load in 12 s."]
    assert result.names == ["a"], "the next page is crawled all the same"


def test_20_what_robots_txt_disallows_is_not_fetched(browser: Browser) -> None:
    seen: list[str] = []

    def respond(path: str) -> Answer:
        seen.append(path)
        rules = b"User-agent: *\nDisallow: /private\n"
        return Answer(rules, content_type="text/plain") if "robots" in path else Answer(grid("a"))

    with serving(respond) as base:
        result = crawled(browser, SIMPLE, f"{base}/private/women", f"{base}/women")
    assert "disallows" in result.reasons[0]
    assert not [path for path in seen if path.startswith("/private")]
    assert result.names == ["a"]


def test_20_robots_txt_that_answers_5xx_disallows_everything(browser: Browser) -> None:
    with serving(answering(Answer(grid("a")), robots=Answer(b"", 500))) as base:
        result = crawled(browser, SIMPLE, f"{base}/women")
    assert "counts as disallow" in result.reasons[0]
    assert result.names == []


CHALLENGE = b"<title>Just a moment</title><p>Verify you are human: captcha</p>"


class NotedTurns(LocalRateLimiter):
    """Turns that keep what hosts answered."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[str, str]] = []

    def note(self, host: str, answer: str) -> None:
        """Keep an answer."""
        self.noted.append((host, answer))


@pytest.mark.parametrize(
    ("answer", "noted", "is_left_alone"),
    [
        (Answer(b"later", 429), ["too many"] * 2, True),
        (Answer(CHALLENGE, 403), ["challenge"] * 2, True),
        (Answer(b"<p>Broken</p>", 500), ["unread"] * 4, False),
        (Answer(b"", 404), ["missing"] * 2, False),
    ],
    ids=["429", "challenge", "500", "404"],
)
def test_20_a_store_that_does_not_want_to_be_read_is_left_alone_for_a_day(
    browsers: SharedBrowsers, answer: Answer, noted: list[str], is_left_alone: bool
) -> None:
    turns = NotedTurns()
    asked = replace(QUICK, attempts=2, turns=turns, delay_is_asked=True, leave_alone_s=86_400.0)
    with browsers.lent(asked) as shy, serving(answering(answer)) as base:
        result = crawled(shy, SIMPLE, f"{base}/women", f"{base}/men")
    assert len(result.reasons) == 2
    assert turns.noted == [(host_of(base), one) for one in noted]
    assert ("requires a wait" in result.reasons[1]) is is_left_alone
    assert (turns.wait_of(host_of(base)) > 80_000) is is_left_alone
