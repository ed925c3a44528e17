"""Detail pages, which are read in further tabs for what the cards lack."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scrapers.browsing import actions
from scrapers.browsing.browser import BROWSER_ERRORS, is_death, message_of
from scrapers.browsing.dom import ListSnapshot, RawCard, card_of, page_state, parameters, run_script
from scrapers.config import BrandConfig
from scrapers.errors import PageError
from scrapers.pages.cards import complete
from scrapers.pages.listing import Listing
from scrapers.polite.visit import Visitor
from scrapers.structured.page import own_product
from scrapers.web.urls import absolute


class Details:
    """Reads the detail pages of one brand; tabs are opened when needed and reused."""

    def __init__(self, brand: BrandConfig, visitor: Visitor) -> None:
        self._brand = brand
        self._visitor = visitor
        self._values = parameters(brand)
        self._list_tab: str | None = None
        self._at: str | None = None  # the current tab; None: the list's
        self._free: list[str] = []
        self._begun: dict[str, str] = {}  # the tabs of pages that are loading, by address

    @property
    def is_enabled(self) -> bool:
        """Return True if the brand has detail pages to read."""
        return bool(self._brand.detail_selector)

    def complete(self, card: RawCard, index: int, state: ListSnapshot, listing: Listing) -> RawCard:
        """Return the card completed from its detail page; unchanged where that cannot be read."""
        address = absolute(card.detail, state.url) if card.detail else None
        try:
            detail = self._in_tab(address) if address else listing.click_detail(index, self._read)
        except PageError as error:
            self._visitor.log(f"Detail page of {card.name or card.href}: {error}")
            return card
        return complete(card, detail) if detail else card

    def address(self, card: RawCard, page_url: str) -> str | None:
        """Return the address of a card's own page; None where only a click leads there."""
        return absolute(card.detail, page_url) if self.is_enabled and card.detail else None

    def begin(self, addresses: Sequence[str]) -> None:
        """Start to load products' own pages in tabs of their own, each after the delay.

        Stops at the first page that fails: its visit raises the error.
        """
        for address in addresses:
            if address not in self._begun and not self._begin(address):
                return

    def is_begun(self, address: str) -> bool:
        """Return True if the page is loading and not yet visited."""
        return address in self._begun

    def visit(self, address: str) -> RawCard | None:
        """Read a product's own page in a detail tab, which stays current; None where it fails.

        Raises the browser's error where it died. For one that hangs, closes the tab or restarts it.
        """
        begun = self._begun.pop(address, None)
        try:
            self._go_to(begun or self._free_tab())
            self._visitor.open(address, begun=begun is not None)
            card = self._read()
        except BROWSER_ERRORS as error:
            self._log_failure(f"Detail page {address}", error)
            return None
        except PageError as error:
            self._visitor.log(f"Detail page {address}: {error}")
            if not self._visitor.browser.answers():
                self._leave_hanging_tab()
                return None
            card = None
        self._release()
        return card

    def _begin(self, address: str) -> bool:
        try:
            self._go_to(self._free_tab())
            self._visitor.begin(address)
        except PageError:
            self._release()
            return False
        except BROWSER_ERRORS as error:
            self._log_failure("The detail page before", error)
            return False
        if self._at is not None:
            self._begun[address] = self._at
        return True

    def _log_failure(self, what: str, error: Exception) -> None:
        """Log the browser's error; raise it where the browser died."""
        if is_death(error):
            raise error
        self._visitor.log(f"{what}: The browser reports: {message_of(error)}")
        if self._visitor.browser.answers():
            self._release()
        else:
            self._leave_hanging_tab()

    def _free_tab(self) -> str:
        if self._free:
            return self._free.pop()
        browser = self._visitor.browser
        if self._list_tab is None:
            self._list_tab = browser.driver.current_window_handle
        # In a tab that is loading, the driver waits before it opens one.
        self._go_to(self._list_tab)
        self._at = browser.new_tab()
        browser.recent_documents.append(page_state(browser.driver).time_origin)  # the empty page
        return self._at

    def _go_to(self, tab: str) -> None:
        if tab != self._at:
            self._visitor.browser.driver.switch_to.window(tab)
            self._at = tab

    def _release(self) -> None:
        if self._at is not None:
            self._free.append(self._at)

    def _leave_hanging_tab(self) -> None:
        browser = self._visitor.browser
        self._close_tabs([self._at] if self._at else [])
        if browser.answers():
            return
        self._visitor.log("The browser no longer answers: it is started again.")
        browser.restart()
        self.forget_tabs()

    def _in_tab(self, address: str) -> RawCard:
        driver: Any = self._visitor.browser.driver
        list_tab = driver.current_window_handle
        try:
            self._go_to(self._free_tab())
            self._visitor.open(address)
            return self._read()
        finally:
            self._release()
            driver.switch_to.window(list_tab)
            self._at = None
            if self._brand.iframe_selector:
                actions.enter_frame(driver, self._brand.iframe_selector, 5.0)

    def _read(self) -> RawCard:
        driver = self._visitor.browser.driver
        actions.close_popups(driver, self._brand.popup_close_button_selector)
        if self._brand.detail_image_node_path:
            timeout = self._visitor.browser.options.change_timeout_s
            values = {"selector": self._brand.detail_image_node_path}
            actions.wait_until(driver, lambda: run_script(driver, "images", values), timeout)
        own = own_product(driver, self._brand.currency)
        return replace(card_of(run_script(driver, "detail", self._values)), structured=own)

    def forget_tabs(self) -> None:
        """Forget the tabs of a browser that died."""
        self._list_tab = self._at = None
        self._free, self._begun = [], {}

    def close(self) -> None:
        """Close the tabs; the list's tab is the current one again."""
        tabs = [*self._free, *self._begun.values()]
        if self._at is not None and self._at not in tabs:
            tabs.append(self._at)  # its reading was interrupted
        self._close_tabs(tabs)
        self._free, self._begun = [], {}

    def _close_tabs(self, tabs: Sequence[str]) -> None:
        driver: Any = self._visitor.browser.driver
        for tab in tabs:
            try:
                driver.switch_to.window(tab)
                driver.close()
            except BROWSER_ERRORS:
                self._visitor.log("A detail tab was gone already.")
        if tabs:
            self._back_to_list()

    def _back_to_list(self) -> None:
        self._at = None
        try:
            self._visitor.browser.driver.switch_to.window(self._list_tab or "")
        except BROWSER_ERRORS:
            self._visitor.log("The list's tab was gone already.")
