"""Pages that move under the crawl: late pop-ups, replaced elements, lists that never end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scrapers.browsing.browser import Browser
from scrapers.events import PageDone
from tests.support.crawling import QUICK, SIMPLE, crawled, grid
from tests.support.data import beside
from tests.support.saved_store import Answer, Respond, serving
from tests.support.shared_browser import SharedBrowsers

CLICKED = replace(SIMPLE, next_button_selector=".next", next_button_click_not_redirect=True)
BRINGS = beside(__file__, "brings.html")


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent(replace(QUICK, change_timeout_s=1.0, max_states=12)) as opened:
        yield opened


def store(extra: str, *names: str) -> Respond:
    page = Answer(grid(*(names or ("a", "b")), extra=extra))
    busy = Answer(b"Busy", 503)
    return lambda path: {"/s": page, "/busy": busy}.get(path, Answer(b"", 404))


def test_a_click_that_leads_to_an_error_page_is_no_end_of_the_list(browser: Browser) -> None:
    link = '<button class="next" onclick="location.assign(\'/busy\')">Next</button>'
    with serving(store(link)) as base:
        found = crawled(browser, CLICKED, f"{base}/s")
    assert found.names == ["a", "b"]
    assert found.reasons == ["The store answers 503."]
    assert found.of(PageDone) == []


def test_a_pop_up_that_comes_with_the_click_is_closed_and_the_click_made_again(
    browser: Browser,
) -> None:
    script = BRINGS % beside(__file__, "pops-up-once.js")
    brand = replace(CLICKED, popup_close_button_selector=".close")
    with serving(store('<button class="next">Next</button>' + script)) as base:
        assert crawled(browser, brand, f"{base}/s").names == ["a", "b", "c"]


def test_a_button_that_the_page_keeps_replacing_is_clicked_all_the_same(browser: Browser) -> None:
    script = BRINGS % beside(__file__, "renews-itself.js")
    with serving(store('<button class="next">Next</button>' + script)) as base:
        assert crawled(browser, CLICKED, f"{base}/s").names == ["a", "b", "c"]


@pytest.mark.parametrize("budget", [{}, {"max_grown": 5}, {"grow_s": 0.0}])
def test_a_list_that_never_ends_is_given_up_with_what_it_gave(
    browser: Browser, budget: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "options", replace(browser.options, **budget))  # type: ignore[arg-type]
    script = BRINGS % 'let n = 0; addEventListener("scroll", () => bring(`n${n += 1}`));'
    tall = "<style>article{height:900px}</style>" + script
    brand = replace(SIMPLE, scroll_delay=20, next_button_selector="")
    with serving(store(tall)) as base:
        found = crawled(browser, brand, f"{base}/s")
    assert found.names[:3] == ["a", "b", "n1"]
    assert len(found.names) >= int(budget.get("max_grown", 3))
    assert len(found.names) < (10 if budget else 1_000)
    (reason,) = found.reasons
    told = f"The list still grew after {len(found.names)} products" if budget else "does not end"
    assert told in reason
    assert ("Give the addresses of smaller lists" in reason) == bool(budget)
