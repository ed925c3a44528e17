"""Every configuration field on a saved page of our own where it decides the result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scrapers.browsing.browser import Browser
from tests.support.crawling import QUICK
from tests.support.shared_browser import SharedBrowsers
from tests.support.store_case import StoreCase, crawled_case, store_cases

ALL = {case.name: case for case in store_cases()}
PLAIN = [case for case in ALL.values() if not case.brand.get("stealth")]
DECIDED = [(case, name) for case in PLAIN for name in case.proves]


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened


def name_of(value: object) -> str | None:
    return value.name if isinstance(value, StoreCase) else None


@pytest.mark.parametrize("case", PLAIN, ids=name_of)
def test_the_pages_give_what_they_show(case: StoreCase, browser: Browser) -> None:
    assert crawled_case(case, browser) == case.expected


@pytest.mark.parametrize(("case", "field"), DECIDED, ids=name_of)
def test_without_the_field_the_result_is_another(
    case: StoreCase, field: str, browser: Browser
) -> None:
    assert crawled_case(case, browser, without=field) != case.expected


def test_a_quiet_driver_reads_what_a_plain_one_is_not_shown(browser: Browser) -> None:
    case = ALL["stealth"]
    assert crawled_case(case, browser, without="stealth") != case.expected
    with Browser(QUICK, stealth=True) as quiet:
        assert crawled_case(case, quiet) == case.expected
