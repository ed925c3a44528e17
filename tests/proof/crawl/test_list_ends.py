"""Fault 38: a list whose end is not proven is read in part, and hides nothing."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from scrapers.browsing.browser import Browser
from scrapers.events import PageDone
from tests.support.crawling import SIMPLE, Crawled, crawled, grid
from tests.support.data import beside
from tests.support.own_store import OwnStore
from tests.support.plain_crawl import use_plain_crawls
from tests.support.saved_store import Answer, Respond, serving

EACH, PAGES = 5, 7


def listing(number: int, link: bool = True, words: str = "") -> Answer:
    """Page `number` of seven pages of five products."""
    names = [f"n{n}" for n in range((number - 1) * EACH + 1, number * EACH + 1)]
    following = f'<a class="next" href="/list?page={number + 1}">Next</a>'
    return Answer(grid(*names, extra=words + (following if link and number < PAGES else "")))


def pages(**changed: Answer) -> dict[str, Answer]:
    """Return the list's pages, some of them changed: p5=…"""
    found = {f"/list?page={n}": changed.get(f"p{n}", listing(n)) for n in range(1, PAGES + 1)}
    return {"/list": found["/list?page=1"], **found}


def answering(answers: dict[str, Answer]) -> Respond:
    return lambda path: answers.get(path, Answer(b"<h1>no such page</h1>", 404))


def read(browser: Browser, answers: dict[str, Answer]) -> Crawled:
    with serving(answering(answers)) as base:
        return crawled(browser, SIMPLE, f"{base}/list")


WHOLE = PAGES * EACH
CASES: dict[str, tuple[dict[str, Answer], str, int]] = {
    "page 5 repeats page 1": (pages(p5=listing(1)), "Page 5 repeats page 1", 20),
    "the link to page 4 is gone": (pages(p3=listing(3, link=False)), "has no link", WHOLE),
    "Showing 1-5 of 35": (
        pages(p1=listing(1, False, "<p>Showing <b>1–5</b> of <b>35</b></p>")),
        "counts 35",
        EACH,
    ),
}


@pytest.mark.parametrize(("answers", "reason", "found"), CASES.values(), ids=CASES)
def test_38_a_list_that_may_go_on_is_incomplete(
    browser: Browser, answers: dict[str, Answer], reason: str, found: int
) -> None:
    result = read(browser, answers)
    assert [reason in told for told in result.reasons] == [True]
    assert result.of(PageDone) == []
    assert len(result.names) >= found


def test_38_the_whole_list_is_complete(browser: Browser) -> None:
    for words in ("", "<p>35 products</p>", "<p>Page 1 of 7</p><p>Dresses (120)</p>"):
        result = read(browser, pages(p1=listing(1, words=words)))
        assert (len(result.names), result.reasons) == (WHOLE, [])
        assert len(result.of(PageDone)) == 1


MORE = beside(__file__, "growing.html")
MOST = 10  # products: five at first, five that come late
LATE = 3.0  # s; twice what a list is given that awaits nothing
BUTTON = replace(SIMPLE, next_button_selector="", infinite_scroll_button_selector=".more")


def growing(
    browser: Browser, script: str, slow: Respond | None = None, before: str = ""
) -> Crawled:
    extra = MORE % script + f"<script>{before}</script>"
    body = Answer(grid(*(f"n{n}" for n in range(1, 6)), extra=extra))

    def respond(path: str) -> Answer:
        if path == "/list":
            return body
        return slow(path) if slow else Answer(b"", 404)

    with serving(respond) as base:
        return crawled(browser, BUTTON, f"{base}/list")


BY_REQUEST = 'if (next <= 10) fetch("/more?" + next).then(() => show())'


def late_more(path: str) -> Answer:
    if path.startswith("/more"):
        time.sleep(LATE)  # the store's, not the test's
    return Answer(b"ok")


def test_38_a_load_more_that_answers_late_is_awaited(browser: Browser) -> None:
    """By a request, and by a clock of the page's own."""

    assert len(growing(browser, BY_REQUEST, late_more).names) == MOST
    by_clock = f"if (next <= 10) setTimeout(show, {LATE * 1000:.0f})"
    assert len(growing(browser, by_clock).names) == MOST


def test_38_a_clock_and_a_carousel_in_the_list_keep_no_run_from_its_end(browser: Browser) -> None:
    ticking = "setInterval(() => list.append(document.createElement('i')), 300)"
    result = growing(browser, "if (next <= 10) show()", before=ticking)
    assert (len(result.names), result.reasons) == (10, [])


def test_38_a_load_more_that_fails_is_no_end(browser: Browser) -> None:
    result = growing(browser, 'fetch("/more").then((got) => got.ok && show())')
    assert [("404" in reason) for reason in result.reasons] == [True]
    assert len(result.names) == EACH


SHOWN = beside(__file__, "on-screen.html")
SCROLLED = replace(SIMPLE, next_button_selector="", scroll_delay=50)


@pytest.mark.parametrize("kind", ["windowed", "emptied", "pruned"])
def test_38_a_list_that_takes_cards_out_again_is_read_whole(browser: Browser, kind: str) -> None:
    script = beside(__file__, f"on_screen/{kind}.js")
    page = grid(extra=SHOWN % f"{script} draw(); addEventListener('scroll', draw);")
    with serving(answering({"/list": Answer(page)})) as base:
        result = crawled(browser, SCROLLED, f"{base}/list")
    assert (sorted(result.names), result.reasons) == (sorted(f"n{n}" for n in range(1, 31)), [])


def test_38_a_run_over_such_a_list_hides_nothing(store: OwnStore) -> None:
    store.answers = pages()
    with pytest.MonkeyPatch.context() as patch:
        use_plain_crawls(patch)
        first = store.scrape()
    assert (first.result, first.failure_reason, store.shown()) == ("success", None, WHOLE)
    answers, reason, _ = CASES["page 5 repeats page 1"]
    store.answers = answers
    run = store.scrape()
    assert (run.result, run.complete, run.gone_count) == ("suspect", False, 0)
    assert reason in (run.failure_reason or "")
    assert store.shown() == WHOLE
