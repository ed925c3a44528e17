"""Detail pages: a second tab that reads what the cards lack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scrapers import actions
from scrapers.browser import BROWSER_ERRORS, is_death, words_of
from scrapers.cards import complete
from scrapers.config import BrandConfig
from scrapers.dom import RawCard, ask, card_of, parameters
from scrapers.errors import PageError
from scrapers.listing import Listing, ListState
from scrapers.structured import own_product
from scrapers.urls import absolute
from scrapers.visit import Visitor


class Details:
    """Reads the detail pages of one brand; the tab is opened at the first and used for all."""

    def __init__(self, brand: BrandConfig, visitor: Visitor) -> None:
        self._brand = brand
        self._visitor = visitor
        self._values = parameters(brand)
        self._tab: str | None = None
        self._list_tab: str | None = None

    @property
    def wanted(self) -> bool:
        """Tell whether the brand has detail pages to read."""
        return bool(self._brand.detail_selector)

    def completed(self, card: RawCard, index: int, state: ListState, listing: Listing) -> RawCard:
        """Return the card with what its detail page adds; as it is where that cannot be read."""
        address = absolute(card.detail, state.url) if card.detail else None
        try:
            detail = self._in_tab(address) if address else listing.click_detail(index, self._read)
        except PageError as error:
            self._visitor.log(f"Detail page of {card.name or card.href}: {error}")
            return card
        return complete(card, detail) if detail else card

    def address(self, card: RawCard, page_url: str) -> str | None:
        """Return the address of a card's own page; None where only a click leads there."""
        return absolute(card.detail, page_url) if self.wanted and card.detail else None

    def visit(self, address: str) -> RawCard | None:
        """Read a product's own page in the tab for them, and stay there; None where it fails.

        Raises what says that the browser died. One that hangs costs its tab, or is started again.
        """
        browser = self._visitor.browser
        try:
            if self._tab is None:
                self._list_tab = browser.driver.current_window_handle
                self._tab = browser.new_tab()
            self._visitor.open(address)
            return self._read()
        except BROWSER_ERRORS as error:
            if is_death(error):
                raise
            reason = f"The browser reports: {words_of(error)}"
        except PageError as error:
            reason = str(error)
        self._visitor.log(f"Detail page {address}: {reason}")
        if not browser.answers():
            self._leave_hanging_tab()
        return None

    def _leave_hanging_tab(self) -> None:
        browser = self._visitor.browser
        self.close()
        if browser.answers():
            return
        self._visitor.log("The browser no longer answers: it is started again.")
        browser.restart()
        self.lost()

    def _in_tab(self, address: str) -> RawCard:
        driver: Any = self._visitor.browser.driver
        list_tab = driver.current_window_handle
        try:
            if self._tab is None:
                self._list_tab = list_tab
                self._tab = self._visitor.browser.new_tab()
            else:
                driver.switch_to.window(self._tab)
            self._visitor.open(address)
            return self._read()
        finally:
            driver.switch_to.window(list_tab)
            if self._brand.iframe_selector:
                actions.enter_frame(driver, self._brand.iframe_selector, 5.0)

    def _read(self) -> RawCard:
        driver = self._visitor.browser.driver
        actions.close_popups(driver, self._brand.popup_close_button_selector)
        if self._brand.detail_image_node_path:
            timeout = self._visitor.browser.options.change_timeout_s
            values = {"selector": self._brand.detail_image_node_path}
            actions.wait_until(driver, lambda: ask(driver, "images", values), timeout)
        return replace(card_of(ask(driver, "detail", self._values)), told=own_product(driver))

    def lost(self) -> None:
        """Forget the tab: its browser died."""
        self._tab = None

    def close(self) -> None:
        """Close the tab; the list's tab is the current one again."""
        driver: Any = self._visitor.browser.driver
        if self._tab is None:
            return
        try:
            driver.switch_to.window(self._tab)
            driver.close()
            driver.switch_to.window(self._list_tab)
        except BROWSER_ERRORS:
            self._visitor.log("The detail tab was gone already.")
        self._tab = None
