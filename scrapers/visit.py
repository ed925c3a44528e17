"""Opening a page: politely, with retries, and telling a bad answer from the store's page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from selenium.common.exceptions import TimeoutException, WebDriverException

from scrapers.browser import Browser, words_of
from scrapers.dom import PageState, page_state
from scrapers.errors import (
    BadPageError,
    MissingPageError,
    PageError,
    RefusedAddressError,
    TooManyRequestsError,
)
from scrapers.guard import REFUSED_STATUS
from scrapers.politeness import Politeness

TOO_MANY = 429
GONE = (404, 410)
OK_UP_TO = 400
# Words of pages that stand in for the store's own. They are looked for on short pages only,
# because a product may be called Captcha.
CHALLENGE = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|unusual traffic"
    r"|access denied|request blocked|checking your browser|attention required",
    re.IGNORECASE,
)
CHALLENGE_BELOW = 1500  # characters of text


@dataclass(frozen=True, slots=True)
class Visitor:
    """Opens the pages of one crawl."""

    browser: Browser
    politeness: Politeness
    log: Callable[[str], None]

    def open(self, url: str) -> PageState:
        """Load the address and return its state; raises PageError once no attempt succeeded."""
        options = self.browser.options
        for attempt in range(1, options.attempts + 1):
            self.politeness.admit(url)
            try:
                return self._load(url)
            except PageError as error:
                wait = options.backoff_s * 2 ** (attempt - 1)
                if isinstance(error, TooManyRequestsError) and error.wait_s is not None:
                    self.politeness.hold(url, error.wait_s)  # for the other pages too
                    wait = max(wait, error.wait_s)
                if not error.retry or attempt == options.attempts:
                    raise
                self.log(f"{url}: {error} Attempt {attempt + 1} follows in {wait:g} s.")
                self.politeness.hold(url, wait)
        raise BadPageError(f"{url} was not attempted.")

    def _load(self, url: str) -> PageState:
        driver = self.browser.driver
        refused = len(self.browser.guard.refused)
        try:
            driver.get(url)
        except TimeoutException as error:
            raise BadPageError("The page did not load in time.") from error
        except WebDriverException as error:
            self._raise_refused(refused)
            raise BadPageError(f"The page cannot be reached: {words_of(error)}") from error
        state = page_state(driver)
        if state.status == REFUSED_STATUS or not state.url.startswith(("http:", "https:")):
            self._raise_refused(refused)
            if state.url.startswith("chrome-error:"):  # an error's status without a body, mostly
                raise BadPageError("The store's answer is empty or broken.")
            raise RefusedAddressError(f"The page leads to {state.url[:200]}.")
        self.check(state)
        if state.url != url:  # a redirect may lead where robots.txt does not let us
            self.politeness.permit(state.url)
        return state

    def check(self, state: PageState) -> None:
        """Raise the PageError that the loaded document stands for; return if it is fine."""
        check(state, lambda: retry_after(self._document_headers()))

    def _raise_refused(self, known: int) -> None:
        if len(self.browser.guard.refused) > known:
            raise RefusedAddressError(self.browser.guard.refused[-1])

    def forget_answers(self) -> None:
        """Empty the network log, which the driver keeps in memory until somebody reads it."""
        self.browser.driver.get_log("performance")  # type: ignore[no-untyped-call]

    def _document_headers(self) -> dict[str, str]:
        """Return the last document's answer headers, in lower case, from the network log."""
        headers: dict[str, str] = {}
        entries = self.browser.driver.get_log("performance")  # type: ignore[no-untyped-call]
        for entry in entries:
            message: dict[str, Any] = json.loads(entry["message"])["message"]
            params = message.get("params", {})
            if message["method"] == "Network.responseReceived" and params["type"] == "Document":
                found = params["response"]["headers"]
                headers = {name.lower(): str(value) for name, value in found.items()}
        return headers


def check(state: PageState, wait_s: Callable[[], float | None]) -> None:
    """Raise the PageError that the document's status or text stands for; return if it is fine."""
    if state.status == TOO_MANY:
        raise TooManyRequestsError("The store answers 429, too many requests.", wait_s())
    if state.status in GONE:
        raise MissingPageError(f"The store answers {state.status}, there is no such page.")
    text = state.text.strip()
    if len(text) < CHALLENGE_BELOW and CHALLENGE.search(f"{state.title} {text}"):
        raise BadPageError("The store answers with a captcha or a refusal instead of its page.")
    if state.status >= OK_UP_TO:
        raise BadPageError(f"The store answers {state.status}.")


def retry_after(headers: dict[str, str]) -> float | None:
    """Return the seconds that a Retry-After header asks for, as a number or as a date."""
    value = headers.get("retry-after", "").strip()
    if value.isdigit():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
