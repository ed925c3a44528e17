"""The suggestion alone on small pages, each an example of a kind that stores have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scrapers.browsing.browser import Browser
from tests.conftest import SHARED
from tests.support.data import rows
from tests.support.shared_browser import SharedBrowsers
from tests.support.suggested import SuggestCase, suggested

# By page: its products, their currency, and where a pager leads.
CASES = {name: case for name, *case in rows("case_pages")}
PAGES = SHARED / "cases" / "pages"
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason=f"the small pages need {PAGES}")


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened


@pytest.mark.parametrize("name", CASES)
def test_the_suggestion_alone_reads_a_page_of_this_kind(name: str, browser: Browser) -> None:
    products, currency, paging = CASES[name]
    html = (PAGES / f"{name}.html").read_bytes()
    found = suggested(SuggestCase(name, html, tuple(products), currency, paging), browser)
    assert found.right == found.total, found.summary()
    assert not found.wrong, found.summary()
