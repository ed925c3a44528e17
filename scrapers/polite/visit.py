"""Opening a page: politely, with retries, and with errors for answers that are not its page."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.browsing.actions import POLL_S
from scrapers.browsing.answers import (
    OK_UP_TO,
    PAGE_TYPES,
    check,
    network_error_message,
    retry_after,
)
from scrapers.browsing.browser import Browser, message_of
from scrapers.browsing.dom import PageState, page_state
from scrapers.browsing.guard import REFUSED_STATUS, UNREACHABLE_STATUS
from scrapers.errors import (
    BadPageError,
    BusyStoreError,
    DownloadError,
    PageError,
    RefusedAddressError,
    SlowPageError,
    UnreachableError,
)
from scrapers.polite.politeness import Politeness

# The load starts after the command has returned: the driver waits for a load that a command starts.
BEGIN = "const [address] = arguments; setTimeout(() => location.assign(address), 50);"
BEGUN_WITHIN_S = 5.0  # a page that has not begun to load by then is opened as any other
NO_TUNNEL = "ERR_TUNNEL_CONNECTION_FAILED"
NO_ANSWER = PageState(0, "", "", "")


class Visitor:
    """Opens the pages of one crawl."""

    def __init__(
        self, browser: Browser, politeness: Politeness, log: Callable[[str], None]
    ) -> None:
        self.browser, self.politeness, self.log = browser, politeness, log
        self._documents: dict[str, PageState] = {}  # the last response by tab

    def begin(self, url: str) -> None:
        """Start to load the address in the current tab after the delay; raises PageError.

        `open(url, begun=True)` in this tab completes it; other tabs can be read meanwhile.
        """
        self.politeness.admit(url)
        self.browser.driver.execute_script(BEGIN, url)

    def open(
        self,
        url: str,
        *,
        attempts: int | None = None,
        begun: bool = False,
        look: Callable[[WebDriver], PageState] = page_state,
    ) -> PageState:
        """Load the address and return its state; raises PageError once no attempt succeeded.

        `look` reads the state of the loaded document. The page's time budget holds for all
        attempts together; each gets what is left of it.
        """
        options = self.browser.options
        attempts = attempts or options.attempts
        until = time.monotonic() + options.page_budget_s
        for attempt in range(1, attempts + 1):
            is_begun = begun and attempt == 1
            try:
                if not is_begun:
                    self.politeness.admit(url)
                with self.browser.within(until - time.monotonic()):
                    load = self._wait_for_load if is_begun else self.browser.driver.get
                    state = self._load(url, load, look)
                self.politeness.note_answer(url)
                return state
            except PageError as error:
                self.politeness.note_answer(url, error)
                wait = options.backoff_s * 2 ** (attempt - 1)
                if isinstance(error, BusyStoreError) and error.wait_s is not None:
                    self.politeness.hold(url, error.wait_s)  # for the other pages too
                    wait = max(wait, error.wait_s)
                if not error.retry or attempt == attempts or time.monotonic() + 1 > until:
                    self.politeness.back_off(url, error)
                    raise
                self.log(f"{url}: {error} Attempt {attempt + 1} follows in {wait:g} s.")
                self.politeness.hold(url, wait)
        raise BadPageError(f"{url} was not attempted.")

    def _wait_for_load(self, url: str) -> None:
        """Wait for a page whose load was started; the driver answers once there is a document."""
        until = time.monotonic() + BEGUN_WITHIN_S
        while page_state(self.browser.driver).time_origin in self.browser.recent_documents:
            if time.monotonic() > until:
                self.politeness.admit(url)
                self.browser.driver.get(url)
                return
            time.sleep(POLL_S)

    def _load(
        self, url: str, load: Callable[[str], None], look: Callable[[WebDriver], PageState]
    ) -> PageState:
        driver, guard = self.browser.driver, self.browser.guard
        known = (len(guard.refused), len(guard.unreached))
        try:
            load(url)
        except TimeoutException as error:
            within = self.browser.bounded_to_s
            raise SlowPageError(f"The page did not load in {within:.0f} s.") from error
        except WebDriverException as error:
            self._raise_unloaded(known, message_of(error), url)
        state = look(driver)
        if self._is_old(state):  # a download leaves the previous page in the tab
            self._raise_unloaded(known, "", state.url)
        if state.status in {REFUSED_STATUS, UNREACHABLE_STATUS} or not _is_web(state.url):
            if state.status == UNREACHABLE_STATUS:
                raise UnreachableError(state.text)  # the guard's message
            self._raise_unloaded(
                known, state.text if state.url.startswith("chrome-error:") else "", state.url
            )
        self.check(state)
        self.log_dialogs(state)
        if state.url != url:  # robots.txt may disallow the target of a redirect
            self.politeness.permit(state.url)
        return state

    def _is_old(self, state: PageState) -> bool:
        shown = self.browser.recent_documents
        if state.time_origin in shown:
            return True
        shown.append(state.time_origin)
        return False

    def _raise_unloaded(self, known: tuple[int, int], message: str, url: str) -> NoReturn:
        """Raise the PageError for an address at which no page of the store was loaded."""
        guard = self.browser.guard
        if len(guard.refused) > known[0]:
            raise RefusedAddressError(guard.refused[-1])
        if NO_TUNNEL in message and len(guard.unreached) > known[1]:
            raise UnreachableError(guard.unreached[-1])
        document = self._document()
        is_kept = document.headers.get("content-disposition", "").lower().startswith("attachment")
        is_shown = document.status >= OK_UP_TO or document.content_type in PAGE_TYPES
        if is_kept or not is_shown:
            raise DownloadError(
                f"The address is a download ({document.content_type[:80]}) and no page."
            )
        if document.status >= OK_UP_TO:  # an error without a body: the browser shows its own page
            check(replace(NO_ANSWER, status=document.status), lambda: retry_after(document.headers))
        if (reason := network_error_message(message)) is not None:
            raise UnreachableError(reason)
        if not _is_web(url) and not url.startswith("chrome"):
            raise RefusedAddressError(f"The page leads to {url[:200]}.")
        raise BadPageError(f"The page cannot be reached: {message or 'the browser shows none'}.")

    def check(self, state: PageState) -> None:
        """Raise the PageError for the loaded document; return if it is the store's page."""
        check(state, lambda: retry_after(self._document().headers))

    def log_dialogs(self, state: PageState) -> None:
        """Log the dialogs that the page opened; the browser has answered them."""
        for kind, text in state.dialogs:
            self.log(self.browser.dialog_message(kind, text))

    def clear_network_log(self) -> None:
        """Clear the network log, which the driver keeps in memory until it is read."""
        self.browser.driver.get_log("performance")  # type: ignore[no-untyped-call]
        self._documents.clear()

    def _document(self) -> PageState:
        entries = self.browser.driver.get_log("performance")  # type: ignore[no-untyped-call]
        for entry in entries:
            logged: dict[str, Any] = json.loads(entry["message"])
            message = logged["message"]
            params = message.get("params", {})
            if message["method"] == "Network.responseReceived" and params["type"] == "Document":
                self._documents[logged["webview"]] = _document_of(params["response"])
        return self._documents.get(self.browser.driver.current_window_handle, NO_ANSWER)


def _document_of(response: dict[str, Any]) -> PageState:
    headers = {name.lower(): str(value) for name, value in response["headers"].items()}
    kind = response.get("mimeType", "")
    return replace(NO_ANSWER, status=int(response["status"]), content_type=kind, headers=headers)


def _is_web(url: str) -> bool:
    return url.startswith(("http:", "https:"))
