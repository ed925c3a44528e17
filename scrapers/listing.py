"""A listing page, state by state: what it shows at first, after scrolls, loads and next pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from selenium.common.exceptions import WebDriverException

from scrapers import actions
from scrapers.config import BrandConfig, PageConfig
from scrapers.dom import (
    Listed,
    NextLink,
    RawCard,
    RawImage,
    ask,
    image_of,
    listed,
    page_state,
    parameters,
)
from scrapers.errors import BadPageError, RestlessPageError, StoppedError
from scrapers.urls import absolute
from scrapers.visit import Visitor

# How long an endless list may take to bring more, once its bottom is reached.
GROWTH_TIMEOUT_S = 1.5


@dataclass(frozen=True, slots=True)
class ListState:
    """The cards that a page newly shows. `index` is the first card's place in the document."""

    url: str
    index: int
    cards: list[RawCard]


@dataclass(slots=True)
class Listing:
    """Walks one listing page of a brand. The frame, pop-ups and paging are its business."""

    brand: BrandConfig
    visitor: Visitor
    should_stop: Callable[[], bool]
    _values: dict[str, Any] = field(init=False)
    _arrived: Listed | None = field(default=None, init=False)  # read on arrival, not yet given out
    _last: Listed | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._values = parameters(self.brand)

    @property
    def _driver(self) -> Any:
        return self.visitor.browser.driver

    @property
    def _change_timeout_s(self) -> float:
        return self.visitor.browser.options.change_timeout_s

    def states(self, page: PageConfig) -> Iterator[ListState]:
        """Yield the page's states; raises PageError, and StoppedError when a stop is asked for.

        An item is yielded only once the caller is done with the one before: a hover or a detail
        click happens on the document that the state came from.
        """
        self.visitor.open(page.page_url)
        self._arrive(page.custom_click_selector)
        while True:
            yield from self._shown()
            if not self._turn():
                return

    def _arrive(self, custom_click: str = "") -> None:
        """Get from a loaded document to its list: frame, pop-ups, one click, the first card."""
        if self.brand.iframe_selector:
            actions.enter_frame(self._driver, self.brand.iframe_selector, self._change_timeout_s)
        actions.close_popups(self._driver, self.brand.popup_close_button_selector)
        if custom_click:
            self._click_once(custom_click)
        if not self._wait_for_cards():
            raise BadPageError(f"No element matches the image node {self.brand.node_path!r}.")

    def _wait_for_cards(self) -> bool:
        """Wait for the first card; a list that is there already is read with the same call."""
        first = self._read(0)
        self._arrived = first if first.cards and not self._scrolls else None
        return bool(first.cards) or actions.wait_until(
            self._driver, self._count, self._change_timeout_s
        )

    @property
    def _scrolls(self) -> bool:
        return bool(self.brand.scroll_delay or self.brand.infinite_scroll_button_selector)

    def _read(self, start: int) -> Listed:
        """Read the cards from one on, and the link to the next page where paging follows links."""
        follows = not self.brand.next_button_click_not_redirect
        selector = self.brand.next_button_selector if follows else ""
        following = (selector, self.brand.next_button_text)
        self._last = listed(self._driver, self._values, start, following)
        return self._last

    def _count(self) -> int:
        return int(ask(self._driver, "count", self._values))

    def _click_once(self, selector: str) -> None:
        if not actions.wait_until(
            self._driver, lambda: self._buttons(selector), self._change_timeout_s
        ):
            raise BadPageError(f"No visible element matches the custom click {selector!r}.")
        self._click_for_change(selector)

    def _button(self, selector: str, text: str = "") -> Any | None:
        found = self._buttons(selector, text)
        return found[0] if found else None

    def _buttons(self, selector: str, text: str = "") -> list[Any]:
        found: list[Any] = ask(self._driver, "buttons", {"selector": selector, "text": text})
        return found

    def _signature(self) -> str:
        return str(ask(self._driver, "signature", self._values))

    def _click_for_change(self, selector: str, text: str = "") -> bool:
        """Click and wait for another list; return whether it came.

        Raises PageError where the click led to a page that is not the store's list. A pop-up that
        came with the click may have swallowed it: it is closed, and the click made once more.
        """
        before = self._signature()

        def changed() -> bool:
            return self._signature() not in {before, ""} and self._count() > 0

        for _ in range(2):
            if not self._press(selector, text):
                return False
            if actions.wait_until(self._driver, changed, self._change_timeout_s):
                return True
            if not actions.close_popups(self._driver, self.brand.popup_close_button_selector):
                break
        self.visitor.check(page_state(self._driver))
        if self._count() == 0:
            raise BadPageError("The list is gone after a click.")
        return False

    def _press(self, selector: str, text: str = "") -> bool:
        """Click the first such button; return False where there is none."""
        popups = self.brand.popup_close_button_selector
        try:
            return actions.click_found(self._driver, lambda: self._button(selector, text), popups)
        except RestlessPageError:
            # Found and clicked in one script, the page has no time to replace it.
            return bool(ask(self._driver, "press", {"selector": selector, "text": text}))

    def _shown(self) -> Iterator[ListState]:
        """Yield the document's cards as scrolling and loading bring them."""
        read = 0
        for _ in range(self.visitor.browser.options.max_states):
            self._scroll_to_the_end()
            now, self._arrived = self._arrived or self._read(read), None
            if now.cards or read == 0:
                yield ListState(now.url, read, now.cards)
            read += len(now.cards)
            if not self._load_more(read):
                return
        raise BadPageError("The list does not end.")

    def _scroll_to_the_end(self) -> None:
        """Scroll by viewports to the bottom, so that lazy pictures and cards come."""
        if not self._scrolls:
            return
        for _ in range(self.visitor.browser.options.max_states):
            if self.should_stop():
                raise StoppedError
            at_bottom = ask(self._driver, "scroll", {})
            time.sleep(self.brand.scroll_delay / 1000)
            if at_bottom:
                return

    def _load_more(self, read: int) -> bool:
        """Wait for an endless list to grow, or click "load more"; return whether it grew."""
        self._stop_if_asked()
        actions.close_popups(self._driver, self.brand.popup_close_button_selector)
        if self.brand.infinite_scroll_button_selector:
            return self._press(self.brand.infinite_scroll_button_selector) and actions.wait_until(
                self._driver, lambda: self._count() > read, self._change_timeout_s
            )
        if not self.brand.scroll_delay:
            return False
        timeout = max(GROWTH_TIMEOUT_S, 3 * self.brand.scroll_delay / 1000)
        return actions.wait_until(self._driver, lambda: self._grew(read), timeout)

    def _grew(self, read: int) -> bool:
        """Tell whether there are more cards than read, or more to scroll to.

        Cards that came between the scroll and the reading were read, but have moved the bottom
        away: without another scroll the store would bring no more.
        """
        return self._count() > read or not ask(self._driver, "atBottom", {})

    def _stop_if_asked(self) -> None:
        if self.should_stop():
            raise StoppedError

    def _turn(self) -> bool:
        """Go to the next page; return False on the last one."""
        self._stop_if_asked()
        selector, text = self.brand.next_button_selector, self.brand.next_button_text
        if not selector:
            return False
        if self.brand.next_button_click_not_redirect:
            return self._click_for_change(selector, text)
        link = self._next_link()
        address = absolute(link.href, link.url) if link else None
        if link is None or address is None or address.split("#")[0] == link.url.split("#")[0]:
            return False
        self._open_next(address)
        return True

    def _next_link(self) -> NextLink | None:
        """Return the way on: as last read, or as it is after more cards came to a growing list."""
        return (self._read(self._count()) if self._scrolls or not self._last else self._last).next

    def _open_next(self, address: str) -> None:
        if not self.brand.iframe_selector:
            self.visitor.open(address)
            self._arrive()
            return
        self.visitor.politeness.admit(address)
        self._driver.execute_script("location.href = arguments[0]", address)
        actions.wait_until(
            self._driver, lambda: self._document_url() == address, self._change_timeout_s
        )
        self._arrive()

    def _document_url(self) -> str:
        return str(self._driver.execute_script("return document.baseURI"))

    def hovered_image(self, index: int) -> RawImage | None:
        """Hover the card at this place and return its second image as it is then."""
        element = ask(self._driver, "cardElement", {**self._values, "index": index})
        if element is None:
            return None
        actions.hover(self._driver, element)
        time.sleep(self.brand.hover_delay / 1000)
        return image_of(ask(self._driver, "hover", {**self._values, "index": index}))

    def click_detail(self, index: int, read: Callable[[], RawCard]) -> RawCard | None:
        """Open a card's detail page by a click, read it, and go back to the list."""
        before, count = page_state(self._driver).url, self._count()
        values = {**self._values, "index": index}
        pressed = actions.click_found(
            self._driver,
            lambda: ask(self._driver, "detailElement", values),
            self.brand.popup_close_button_selector,
        )
        if not pressed:
            return None
        actions.wait_until(
            self._driver, lambda: page_state(self._driver).url != before, self._change_timeout_s
        )
        try:
            return read()
        finally:
            self._back_to(before, count)

    def _back_to(self, url: str, count: int) -> None:
        try:
            if page_state(self._driver).url != url:
                self._driver.back()
        except WebDriverException as error:
            raise BadPageError("The way back from a detail page failed.") from error
        if not actions.wait_until(
            self._driver, lambda: self._count() >= count, self._change_timeout_s
        ):
            raise BadPageError("The list did not come back after a detail page.")
