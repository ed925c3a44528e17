"""A listing page, state by state: what it shows at first, after scrolls, loads and next pages."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from selenium.common.exceptions import (
    JavascriptException,
    NoSuchWindowException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.browsing import actions
from scrapers.browsing.visit import Visitor
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import (
    BadPageError,
    IncompleteListError,
    PageError,
    RestlessPageError,
    StoppedError,
)
from scrapers.events import Resume
from scrapers.reading.cards import card_key
from scrapers.reading.dom import (
    Growth,
    Listed,
    NextLink,
    PageState,
    RawCard,
    RawImage,
    arrived,
    ask,
    growth,
    image_of,
    listed,
    page_state,
    parameters,
)
from scrapers.reading.proof import ListProof, following, total_of
from scrapers.structured import Told
from scrapers.urls import absolute

# A list that brings more has begun to within this time: nothing is loading, nothing is awaited.
QUIET_S = 1.5
RESTLESS_S = 10.0  # a box that still changes then is a carousel or a clock
POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class ListState:
    """The cards that a page newly shows. `index` is the first card's place in the document.

    `told` is what structured data tells of the page's products, by their canonical links.
    """

    url: str
    index: int
    cards: list[RawCard]
    told: dict[str, Told]


def _quiet_s(seen: Growth, waited: float) -> float:
    return waited if seen.quiet is None else min(waited, seen.quiet / 1000)


def _without_numbers(url: str) -> str:
    return re.sub(r"\d+", "", url.split("?", maxsplit=1)[0])


@dataclass(slots=True)
class Listing:
    """Walks one listing page of a brand. The frame, pop-ups and paging are its business."""

    brand: BrandConfig
    visitor: Visitor
    should_stop: Callable[[], bool]
    _values: dict[str, Any] = field(init=False)
    _arrived: Listed | None = field(default=None, init=False)  # read on arrival, not yet given out
    _at_hand: Listed | None = field(default=None, init=False)  # read as the document loaded
    _last: Listed | None = field(default=None, init=False)
    _opened: list[str] = field(default_factory=list, init=False)  # addresses of the list's pages
    _start: str = field(default="", init=False)
    proof: ListProof = field(default_factory=ListProof, init=False)

    def __post_init__(self) -> None:
        self._values = parameters(self.brand)

    @property
    def _driver(self) -> Any:
        return self.visitor.browser.driver

    @property
    def _change_timeout_s(self) -> float:
        return self.visitor.browser.options.change_timeout_s

    def states(self, page: PageConfig, resume: Resume | None = None) -> Iterator[ListState]:
        """Yield the page's states; raises PageError, and StoppedError when a stop is asked for.

        `resume` leads to where an earlier crawl of the page ended.

        An item is yielded only once the caller is done with the one before: a hover or a detail
        click happens on the document that the state came from.
        """
        begins = resume is None or resume.url == page.page_url
        self.proof = ListProof()
        self._start = page.page_url
        if resume is not None and not begins:
            self.proof.go_on(resume.states, resume.keys)
        custom_click = page.custom_click_selector if begins else ""
        self._opened = [self._open(resume.url if resume else page.page_url, custom_click)]
        self._arrive(custom_click)
        turned, is_whole = True, not self._is_split(page)
        while True:
            for state in self._shown():
                self.proof.saw(self._identities(state.cards, state.url), turned=turned)
                turned = False
                yield state
            if is_whole and self.proof.pages == 1:
                self._count_out()
            if self.proof.is_over or not self._turn(is_whole):
                return
            turned = True

    def _identities(self, cards: list[RawCard], url: str) -> list[str]:
        """Return what tells the cards apart: their products' keys, where they have any."""
        return [
            card_key(card, self.brand, url)
            or f"{card.name} {card.image.candidates if card.image else ()}"
            for card in cards
        ]

    @property
    def resume_url(self) -> str:
        """Return where to go on after the state that was given out last.

        Lists that are turned by clicks or grow begin anew: their further states have no address.
        """
        brand = self.brand
        if not brand.next_button_selector or brand.next_button_click_not_redirect:
            return self._start
        if brand.iframe_selector:
            return self._start
        link = None if self._scrolls or self._last is None else self._last.next
        address = absolute(link.href, link.url) if link else None
        return address or self._opened[-1]

    def _is_split(self, page: PageConfig) -> bool:
        """Tell whether the brand names a list's pages one by one: none of them is the whole."""
        brand = self.brand
        if brand.next_button_selector or self._scrolls:
            return False
        own = _without_numbers(page.page_url)
        return sum(_without_numbers(other.page_url) == own for other in brand.pages) > 1

    def _count_out(self) -> None:
        """Read what the list itself says of its length."""
        said = ask(self._driver, "counter", self._values)
        self.proof.count(total_of(said["texts"]))
        self.proof.highest_page = max(self.proof.highest_page, int(said["highest"]))

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
        first = self._at_hand or self._read(0)
        self._at_hand = None
        self._arrived = first if first.cards and not self._scrolls else None
        return bool(first.cards) or actions.wait_until(
            self._driver, self._count, self._change_timeout_s
        )

    @property
    def _scrolls(self) -> bool:
        return bool(self.brand.scroll_delay or self.brand.infinite_scroll_button_selector)

    def _open(self, url: str, custom_click: str = "") -> str:
        """Load a page of the list and return its address; cards that are there are read with it.

        Not where something has to be done before: a frame entered, a pop-up closed, a click.
        """
        brand = self.brand
        self._at_hand = None
        if custom_click or brand.iframe_selector or brand.popup_close_button_selector:
            return self.visitor.open(url).url
        return self.visitor.open(url, look=self._look).url

    def _look(self, driver: WebDriver) -> PageState:
        state, seen = arrived(driver, self._values, self._following)
        self._at_hand = self._last = seen if seen.cards else None
        return state

    @property
    def _following(self) -> tuple[str, str]:
        """Return the selector and the text of the next page's link, where paging follows links."""
        follows = not self.brand.next_button_click_not_redirect
        return (self.brand.next_button_selector if follows else ""), self.brand.next_button_text

    def _read(self, start: int) -> Listed:
        """Read the cards from one on, and the link to the next page where paging follows links."""
        self._last = listed(self._driver, self._values, start, self._following)
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

        def changed(seen: Growth) -> bool:
            return seen.signature not in {before, "", None} and seen.count > 0

        for _ in range(2):
            if not self._press(selector, text):
                return False
            if self._await(changed, compare=True):
                return True
            if not actions.close_popups(self._driver, self.brand.popup_close_button_selector):
                break
        state = page_state(self._driver)
        self.visitor.tell(state)
        self.visitor.check(state)
        if self._count() == 0:
            raise BadPageError("The list is gone after a click.")
        return False

    def _press(self, selector: str, text: str = "") -> bool:
        """Click the first such button; return False where there is none."""
        popups = self.brand.popup_close_button_selector
        if not self._buttons(selector, text):
            return False
        self.visitor.politeness.turn(self._opened[-1])
        ask(self._driver, "arm", {})
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
            self._permit(now.address)
            if now.cards or read == 0:
                yield ListState(now.url, read, now.cards, now.told)
            read += len(now.cards)
            if not self._load_more(read):
                return
        raise BadPageError("The list does not end.")

    def _permit(self, url: str) -> None:
        """Refuse a page that a click led to and that robots.txt keeps from us."""
        if url != self._opened[-1] and url.startswith(("http:", "https:")):
            self.visitor.politeness.permit(url)
            self._opened[-1] = url

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
            return self._press(self.brand.infinite_scroll_button_selector) and self._await(
                lambda seen: seen.count > read
            )
        if not self.brand.scroll_delay:
            return False
        # Cards that came between the scroll and the reading were read, but have moved the bottom
        # away: without another scroll the store would bring no more.
        return self._await(
            lambda seen: seen.count > read or not seen.at_bottom,
            quiet_s=max(QUIET_S, 3 * self.brand.scroll_delay / 1000),
        )

    def _await(
        self, came: Callable[[Growth], bool], *, compare: bool = False, quiet_s: float = QUIET_S
    ) -> bool:
        """Wait for what a scroll or a click brings; return False once the page awaits nothing more.

        A list that grows, by what does not count as a card yet, is not at its end. A request that
        fails leaves a doubt. Raises IncompleteListError where the page goes on loading for too
        long.
        """
        started = time.monotonic()
        size, grew = -1, started
        while True:
            self._stop_if_asked()
            seen, waited = self._growth(compare), time.monotonic() - started
            if seen is not None and seen.size != size and waited < RESTLESS_S:
                size, grew = seen.size, time.monotonic()
            if seen is not None and came(seen):
                return True
            if seen is None or seen.leaving or seen.open:
                if waited > self.visitor.browser.options.late_s:
                    raise IncompleteListError(f"The list was still loading after {waited:.0f} s.")
            elif min(_quiet_s(seen, waited), time.monotonic() - grew) >= quiet_s:
                if seen.failed:
                    self.proof.doubt(f"The store answered {seen.failed[0]} when asked for more")
                return False
            time.sleep(POLL_S)

    def _growth(self, compare: bool) -> Growth | None:
        """Return how the list stands, None while its document is being replaced."""
        try:
            return growth(self._driver, self._values, compare)
        except (JavascriptException, StaleElementReferenceException, NoSuchWindowException):
            return None

    def _stop_if_asked(self) -> None:
        if self.should_stop():
            raise StoppedError

    def _turn(self, is_whole: bool) -> bool:
        """Go to the next page; return False on the last one."""
        self._stop_if_asked()
        selector, text = self.brand.next_button_selector, self.brand.next_button_text
        if not selector:
            return False
        if self.brand.next_button_click_not_redirect:
            return self._click_for_change(selector, text) or self._ended(is_whole)
        link = self._next_link()
        address = absolute(link.href, link.url) if link else None
        if link is None or address is None or address.split("#")[0] == link.url.split("#")[0]:
            return self._ended(is_whole) or self._goes_on()
        self._open_next(address)
        return True

    def _ended(self, is_whole: bool) -> bool:
        """Read once more what the list says of its length; False, as there is no way on."""
        if is_whole and self.proof.pages > 1:
            self._count_out()
        return False

    def _goes_on(self) -> bool:
        """Look at the page after a last one that is as full as the others: its link may be missing.

        The page that it leads to is not there, empty, or the same again, when the list has ended.
        """
        if self.brand.iframe_selector or len(self._opened) < 2 or not self.proof.may_go_on:
            return False
        address = following(*self._opened[-2:])
        if address is None:
            return False
        try:
            self._opened.append(self.visitor.open(address, attempts=1).url)
            actions.close_popups(self._driver, self.brand.popup_close_button_selector)
            seen = self._read(0)
        except (PageError, WebDriverException):
            return False
        self._arrived = None if self._scrolls else seen
        if not seen.cards:
            return False
        if not self.proof.is_new(self._identities(seen.cards, seen.url)):
            return self.proof.repeats
        self.proof.doubt(
            f"Page {self.proof.pages} has no link to the page after it, which there is"
        )
        return True

    def _next_link(self) -> NextLink | None:
        """Return the way on: as last read, or as it is after more cards came to a growing list."""
        return (self._read(self._count()) if self._scrolls or not self._last else self._last).next

    def _open_next(self, address: str) -> None:
        if not self.brand.iframe_selector:
            self._opened.append(self._open(address))
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
        self.visitor.politeness.turn(before)
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
            reached = page_state(self._driver)
            self.visitor.tell(reached)
            self.visitor.politeness.permit(reached.url)
            self.visitor.check(reached)
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
