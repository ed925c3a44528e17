"""One Chromium for all tests of a session that need one and whose subject is not its start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from scrapers.browsing.browser import Browser
from scrapers.options import CrawlOptions
from tests.support.crawling import QUICK

STORED = {"origin": "*", "storageTypes": "all"}


class SharedBrowsers(ExitStack):
    """Lends browsers, of which there is one with pictures and one without; ends them at exit."""

    def __init__(self) -> None:
        super().__init__()
        self._started: dict[CrawlOptions, Browser] = {}

    @contextmanager
    def lent(self, options: CrawlOptions = QUICK) -> Iterator[Browser]:
        """Lend a browser in a new tab, without cookies and storage; restarted where it died.

        The options are those that a crawl reads at each page: what Chromium and the guard are
        started with is as in QUICK, besides `load_images`.
        """
        key = replace(QUICK, load_images=options.load_images)
        if key not in self._started:
            self._started[key] = self.enter_context(Browser(key))
        browser = self._started[key]
        before = browser.options
        try:
            _clean(browser, options)
            yield browser
        finally:
            _clean(browser, before)


def _clean(browser: Browser, options: CrawlOptions) -> None:
    browser.options = options
    browser._restarts = 0
    if not browser.answers():
        browser.restart()
    driver = browser.driver
    old, _ = driver.window_handles, browser.new_tab()
    new = driver.current_window_handle
    for handle in old:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(new)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", STORED)
    driver.get_log("performance")  # type: ignore[no-untyped-call]
    for known in (browser.recent_documents, browser.guard.refused, browser.guard.unreached):
        known.clear()
    browser._limit_time(options.page_timeout_s)
