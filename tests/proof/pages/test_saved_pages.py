"""Every configuration field on a saved page of our own where it decides the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scrapers.browsing.browser import Browser
from scrapers.config import FIELD_HELP
from tests.support.crawling import QUICK
from tests.support.shared_browser import SharedBrowsers
from tests.support.store_case import CASES, StoreCase, crawled_case, store_cases

ALL = {case.name: case for case in store_cases()}
PLAIN = [case for case in ALL.values() if not case.brand.get("stealth")]
DECIDED = [(case, name) for case in PLAIN for name in case.proves]
# What is shown or scheduled, and no business of a crawl.
NOT_READ = {
    "name": "Another name",
    "instagram": "https://instagram.example/shop",
    "is_active": False,
    "need_external_translate": True,
    "image_bg": True,
    "switch_image_order": True,
    "source": "feed",
    "feed_url": "https://shop.example/feed.xml",
    "catalogue_url": "https://shop.example",
    "pin_board_url": "https://boards.example/shop",
    "scrape_every_hours": 6,
    "check_every_days": 7,
    "scrape_cron": "30 3 * * 1",
    "request_delay": 0,
    "page_time_budget": 30,
    "run_time_budget": 5,
    "detail_concurrency": 3,
    "accept_confirms": True,
    "user_agent": "Another/1.0",
    "extra_headers": "X-Shop: 1",
    "cookies": "country=ZA",
    "upstream_proxy": "http://127.0.0.1:1",
    "country_id": 1,
    "shipping_countries_list": "Namibia",
}


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


def test_what_is_only_shown_or_scheduled_changes_no_crawl(browser: Browser) -> None:
    case = ALL["pictures"]
    told = replace(case, brand={**case.brand, **NOT_READ})
    assert crawled_case(told, browser) == case.expected


def test_the_table_names_every_field_with_the_pages_that_prove_it() -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", (CASES / "README.md").read_text(), re.MULTILINE)
    pages = {
        snake(field): set(re.findall(r"`([\w-]+)`", places))
        for fields, places in rows
        for field in re.findall(r"\w+", re.sub(r"\(.*?\)", "", fields))
    }
    fields = {entry.name for entry in FIELD_HELP} | {"pages"}
    assert fields - pages.keys() == set()
    proved = {name: {c.name for c in ALL.values() if name in c.proves} for name in fields}
    assert {name for name in fields if not proved[name]} == NOT_READ.keys()
    assert {name: pages[name] for name in fields if proved[name]} == {
        name: cases for name, cases in proved.items() if cases
    }


def snake(name: str) -> str:
    """Return the attribute's name of a field as fields.md writes it."""
    plain = name.replace("XPath", "Xpath")
    return re.sub(r"(?<=[a-z])[A-Z]", lambda match: f"_{match[0].lower()}", plain).lower()
