"""A list in its document: it grows with scrolls and clicks, and is waited for until it has."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from selenium.common.exceptions import (
    JavascriptException,
    NoSuchWindowException,
    StaleElementReferenceException,
)

from scrapers.browsing import actions
from scrapers.browsing.dom import growth, page_state, run_script
from scrapers.config import BrandConfig
from scrapers.errors import IncompleteListError, LayoutError, RestlessPageError, StoppedError
from scrapers.polite.visit import Visitor

# A list without pending requests or timers for this long has nothing more to load.
QUIET_S = 1.5
RESTLESS_S = 10.0  # a container that still changes then is a carousel or a clock
POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class GrowingList:
    """The list of the page that the browser shows.

    `values` are what its scripts take; `address` gives its page's address, whose host is waited for
    before a click; `doubt` notes what may be missing.
    """

    brand: BrandConfig
    visitor: Visitor
    values: dict[str, Any]
    should_stop: Callable[[], bool]
    address: Callable[[], str]
    doubt: Callable[[str], None]
    started: float = field(default_factory=time.monotonic)

    @property
    def _driver(self) -> Any:
        return self.visitor.browser.driver

    @property
    def _change_timeout_s(self) -> float:
        return self.visitor.browser.options.change_timeout_s

    def count(self) -> int:
        """Return the number of cards in the document."""
        return int(run_script(self._driver, "count", self.values))

    @property
    def scrolls(self) -> bool:
        """Return True if the list grows in its document."""
        return bool(self.brand.scroll_delay or self.brand.infinite_scroll_button_selector)

    def click_once(self, selector: str) -> None:
        """Click what is to be clicked before a list is read; raises PageError where it is not."""
        if not actions.wait_until(
            self._driver, lambda: self._buttons(selector), self._change_timeout_s
        ):
            raise LayoutError(f"No visible element matches the custom click {selector!r}.")
        self.click_for_change(selector)

    def _buttons(self, selector: str, text: str = "") -> list[Any]:
        buttons: list[Any] = run_script(
            self._driver, "buttons", {"selector": selector, "text": text}
        )
        return buttons

    def click_for_change(self, selector: str, text: str = "") -> bool:
        """Click and wait for the list to change; return whether it did.

        Raises PageError where the click led to a page that is not the store's list. A pop-up may
        have intercepted the click: then it is closed, and the click repeated once.
        """
        before = str(run_script(self._driver, "signature", self.values))

        def changed(seen: Any) -> bool:
            return seen.signature not in {before, "", None} and seen.count > 0

        for _ in range(2):
            if not self._click_first(selector, text):
                return False
            if self._await(changed, compare=True):
                return True
            if not actions.close_popups(self._driver, self.brand.popup_close_button_selector):
                break
        state = page_state(self._driver)
        self.visitor.log_dialogs(state)
        self.visitor.check(state)
        if self.count() == 0:
            raise LayoutError("The list is gone after a click.")
        return False

    def _click_first(self, selector: str, text: str = "") -> bool:
        """Click the first such button; return False where there is none."""
        popups = self.brand.popup_close_button_selector
        if not self._buttons(selector, text):
            return False
        self.visitor.politeness.turn(self.address())
        run_script(self._driver, "arm", {})
        try:
            return actions.click_first(
                self._driver, lambda: next(iter(self._buttons(selector, text)), None), popups
            )
        except RestlessPageError:
            # In one script the page has no time to replace the element before the click.
            return bool(run_script(self._driver, "press", {"selector": selector, "text": text}))

    def viewports(self) -> Iterator[None]:
        """Scroll by viewports to the bottom, so that lazy pictures and cards load."""
        if not self.scrolls:
            return
        yield  # a list may take its first cards out again
        for _ in range(self.visitor.browser.options.max_states):
            self.stop_if_requested()
            at_bottom, count = run_script(self._driver, "scroll", self.values)
            time.sleep(self.brand.scroll_delay / 1000)
            yield
            if at_bottom or self.is_spent(count):
                return

    def is_spent(self, count: int) -> bool:
        """Return True if a list that grows by itself used up its time or is too long to go on."""
        options = self.visitor.browser.options
        return count >= options.max_grown or time.monotonic() > self.started + options.grow_s

    def load_more(self, read: int) -> bool:
        """Wait for an endless list to grow, or click "load more"; return whether it grew."""
        self.stop_if_requested()
        actions.close_popups(self._driver, self.brand.popup_close_button_selector)
        if self.brand.infinite_scroll_button_selector:
            return self._click_first(self.brand.infinite_scroll_button_selector) and self._await(
                lambda seen: seen.count > read
            )
        if not self.brand.scroll_delay:
            return False
        # Cards that loaded between the scroll and the reading have moved the bottom: without
        # another scroll the store would load no more.
        return self._await(
            lambda seen: seen.count > read or not seen.at_bottom,
            quiet_s=max(QUIET_S, 3 * self.brand.scroll_delay / 1000),
        )

    def _await(
        self, came: Callable[[Any], bool], *, compare: bool = False, quiet_s: float = QUIET_S
    ) -> bool:
        """Wait until `came` is true after a scroll or a click; False once nothing is pending.

        A list whose container still grows is not at its end. A failed request is noted as a doubt.
        Raises IncompleteListError where the page is still loading after the time-out.
        """
        started = time.monotonic()
        size, grew = -1, started
        while True:
            self.stop_if_requested()
            seen, waited = self._growth(compare), time.monotonic() - started
            if seen is not None and seen.size != size and waited < RESTLESS_S:
                size, grew = seen.size, time.monotonic()
            if seen is not None and came(seen):
                return True
            quiet = waited if seen is None or seen.quiet is None else seen.quiet / 1000
            if seen is None or seen.leaving or seen.open:
                if waited > self.visitor.browser.options.late_s:
                    raise IncompleteListError(f"The list was still loading after {waited:.0f} s.")
            elif min(waited, quiet, time.monotonic() - grew) >= quiet_s:
                if seen.failed:
                    self.doubt(f"The store answered {seen.failed[0]} to a request for more")
                return False
            time.sleep(POLL_S)

    def _growth(self, compare: bool) -> Any:
        """Return the state of the list, None while its document is being replaced."""
        try:
            return growth(self._driver, self.values, compare)
        except (JavascriptException, StaleElementReferenceException, NoSuchWindowException):
            return None

    def stop_if_requested(self) -> None:
        """Raise StoppedError where a stop was requested."""
        if self.should_stop():
            raise StoppedError
