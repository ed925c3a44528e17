"""A listing page, state by state: as loaded, after scrolls, "load more" and next pages."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.browsing import actions
from scrapers.browsing.dom import (
    ListSnapshot,
    PageState,
    RawCard,
    RawImage,
    cards,
    image_of,
    page_state,
    parameters,
    read_arrival,
    read_list,
    run_script,
)
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import (
    IncompleteListError,
    LayoutError,
    MissingPageError,
    MovedStoreError,
    PageError,
)
from scrapers.events import StateRead
from scrapers.pages.completeness import (
    MOST_REPEATS,
    ListProof,
    next_address,
    ranged_totals,
    total_of,
)
from scrapers.pages.identities import Identities
from scrapers.pages.infinite_scroll import GrowingList
from scrapers.polite.visit import Visitor
from scrapers.structured.lock import BELOW
from scrapers.web.urls import FEWEST, site_of
from scrapers.wording import WORDS

NOWHERE = 1_000_000  # the place of cards that are in the document no more


def _face(card: RawCard) -> str:
    """Return what distinguishes a card of a document from the others."""
    picture = card.image.candidates if card.image else ()
    return card.id or card.href or (f"{card.name} {picture}" if card.name else "")


def _without_numbers(url: str) -> str:
    return re.sub(r"\d+", "", url.split("?", maxsplit=1)[0])


class Listing:
    """Walks one listing page of a brand; handles the frame, pop-ups and paging."""

    def __init__(
        self,
        brand: BrandConfig,
        visitor: Visitor,
        should_stop: Callable[[], bool],
        identities: Identities,
    ) -> None:
        self.brand, self.visitor, self.identities = brand, visitor, identities
        self.proof = ListProof()
        # Read on arrival, not yet yielded.
        self._arrived: ListSnapshot | None = None
        self._preread: ListSnapshot | None = None  # read with the document's load
        self._last: ListSnapshot | None = None
        self._opened: list[str] = []  # addresses of the list's pages
        self._start = self._requested = ""
        self._values = parameters(brand)
        self._list = GrowingList(
            brand,
            visitor,
            self._values,
            should_stop,
            address=lambda: self._opened[-1],
            doubt=self._doubt,
        )

    def _doubt(self, reason: str) -> None:
        """Note a doubt about the page that is being read: each has a proof of its own."""
        self.proof.add_warning(reason)

    @property
    def _driver(self) -> Any:
        return self.visitor.browser.driver

    @property
    def _change_timeout_s(self) -> float:
        return self.visitor.browser.options.change_timeout_s

    def states(self, page: PageConfig, resume: StateRead | None = None) -> Iterator[ListSnapshot]:
        """Yield the page's states; raises PageError, and StoppedError when a stop is requested.

        `resume` continues where an earlier crawl of the page ended.

        The next state is loaded only once the caller is done with the last one: a hover or a
        detail click happens on the document that the state came from.
        """
        begins = resume is None or resume.resume_url == page.page_url
        self.proof = ListProof()
        self._start = page.page_url
        if resume is not None and not begins:
            self.proof.resume(resume.states, resume.keys)
        custom_click = page.custom_click_selector if begins else ""
        self._opened = [self._open(resume.resume_url if resume else page.page_url, custom_click)]
        self._prepare_list(custom_click)
        turned, is_complete = True, not self._is_split(page)
        while True:
            for state in self._page_states():
                self.proof.add_view(self._identities(state.cards, state.url), turned=turned)
                turned = False
                yield state
            if is_complete and self.proof.pages == 1:
                self._read_counter()
            if self.proof.is_over or not self._go_to_next_page(is_complete):
                return
            turned = True

    def _identities(self, cards: list[RawCard], url: str) -> list[str]:
        """Return the cards' identities: their products' keys, or their names and images."""
        return [
            key or f"{card.name} {card.image.candidates if card.image else ()}"
            for card, key in zip(cards, self.identities.keys(cards, url), strict=True)
        ]

    @property
    def resume_url(self) -> str:
        """Return the address to resume from after the last state that was yielded.

        Lists that page by clicks or grow restart: their further states have no address.
        """
        brand = self.brand
        if not brand.next_button_selector or brand.next_button_click_not_redirect:
            return self._start
        if brand.iframe_selector:
            return self._start
        address = None if self._list.scrolls or self._last is None else self._last.next
        return address or self._opened[-1]

    def _is_split(self, page: PageConfig) -> bool:
        brand = self.brand
        if brand.next_button_selector or self._list.scrolls:
            return False
        own = _without_numbers(page.page_url)
        return sum(_without_numbers(other.page_url) == own for other in brand.pages) > 1

    def _read_counter(self) -> None:
        counter = run_script(self._driver, "counter", self._values)
        self.proof.count(total_of(counter["texts"]))
        self.proof.is_certain = len(ranged_totals(counter["texts"])) == 1
        self.proof.highest_page = max(self.proof.highest_page, int(counter["highest"]))

    def _prepare_list(self, custom_click: str = "") -> None:
        """Prepare a loaded document: enter the frame, close pop-ups, click, wait for a card."""
        if self.brand.iframe_selector:
            actions.enter_frame(self._driver, self.brand.iframe_selector, self._change_timeout_s)
        actions.close_popups(self._driver, self.brand.popup_close_button_selector)
        if custom_click:
            self._list.click_once(custom_click)
        if not self._wait_for_cards():
            raise self._without_cards()

    def _wait_for_cards(self) -> bool:
        """Wait for the first card; a list that has loaded is read with the same call."""
        first = self._preread or self._read(0)
        self._preread = None
        self._arrived = first if first.cards and not self._list.scrolls else None
        return bool(first.cards) or actions.wait_until(
            self._driver, self._list.count, self._change_timeout_s
        )

    def _without_cards(self) -> PageError:
        """Return why a page has no card: another page or layout, or little text without links."""
        state = page_state(self._driver)
        message = f"No element matches the image node {self.brand.node_path!r}."
        if site_of(state.url) != site_of(self._requested):
            return MovedStoreError(site_of(state.url))
        if urlsplit(state.url).path.strip("/") != urlsplit(self._requested).path.strip("/"):
            return MissingPageError(f"{message} The address leads to {state.url[:WORDS]}.")
        if state.links >= FEWEST or len(state.text) >= BELOW:
            return LayoutError(message)
        return MissingPageError(f"{message} The page is {(state.title or state.text)[:WORDS]!r}.")

    def _open(self, url: str, custom_click: str = "") -> str:
        """Load a page of the list and return its address, reading its cards in the same call.

        The cards are read later where a frame, a pop-up or a click comes first.
        """
        brand, self._requested = self.brand, url
        self._preread = None
        if custom_click or brand.iframe_selector or brand.popup_close_button_selector:
            return self.visitor.open(url).url
        return self.visitor.open(url, look=self._read_on_load).url

    def _read_on_load(self, driver: WebDriver) -> PageState:
        state, seen = read_arrival(driver, self._values, self._following)
        self._preread = self._last = seen if seen.cards else None
        return state

    @property
    def _following(self) -> tuple[str, str]:
        follows = not self.brand.next_button_click_not_redirect
        return (self.brand.next_button_selector if follows else ""), self.brand.next_button_text

    def _read(self, start: int) -> ListSnapshot:
        """Read the cards from `start` on, and the next page's link where paging follows links."""
        self._last = read_list(self._driver, self._values, start, self._following)
        return self._last

    def _page_states(self) -> Iterator[ListSnapshot]:
        """Yield the document's cards as they appear with scrolling and loading."""
        read, last, known, repeats = 0, "", set[str](), 0
        self._list = replace(self._list, started=time.monotonic())
        for _ in range(self.visitor.browser.options.max_states):
            shown, is_repeating = self._scroll_through(read, last, known)
            now, self._arrived = self._arrived or self._read(read), None
            self._permit(now.address)
            if now.cards or read == 0:
                yield replace(now, index=read)
            faces = [_face(card) for card in now.cards]
            gone = [card for face, card in shown.items() if face not in known.union(faces)]
            if gone:
                yield replace(now, index=NOWHERE, cards=gone)
            repeats = 0 if gone or not known.issuperset(faces) else repeats + 1
            if self._list.scrolls and (is_repeating or repeats >= MOST_REPEATS):
                return
            known.update(faces, shown)
            read, last = read + len(now.cards), (faces or [last])[-1]
            if self._list.scrolls and self._list.is_spent(read):
                break
            if not self._list.load_more(read):
                return
        raise IncompleteListError(
            f"The list still grew after {read} products in one document: it was not read to its end"
            ". Give the addresses of smaller lists, such as subcategories, or its next link."
        )

    def _scroll_through(
        self, read: int, last: str, known: set[str]
    ) -> tuple[dict[str, RawCard], bool]:
        """Scroll to the bottom; return the cards shown on the way, and whether they repeat.

        Some lists take cards out again. So that each is read once where a list only grows, those
        behind the last one are read, and all of them where that is another one.
        """
        shown: dict[str, RawCard] = {}
        repeats = 0
        for _ in self._list.viewports():
            start = max(0, read - 1)
            seen = cards(self._driver, {**self._values, "from": start})
            if start and (not seen or _face(seen[0]) != last):
                start, seen = 0, cards(self._driver, self._values)
            faces = {face: card for card in seen if (face := _face(card))}
            is_new = not (known | shown.keys()).issuperset(faces)
            repeats = 0 if is_new else repeats + (start + len(seen) > read)
            shown |= faces
            read, last = start + len(seen), _face(seen[-1]) if seen else ""
            if repeats > MOST_REPEATS:
                return shown, True
        return shown, False

    def _permit(self, url: str) -> None:
        """Raise DisallowedError for a page that a click led to and that robots.txt disallows."""
        if url != self._opened[-1] and url.startswith(("http:", "https:")):
            self.visitor.politeness.permit(url)
            self._opened[-1] = url

    def _go_to_next_page(self, is_complete: bool) -> bool:
        """Go to the next page; return False on the last one."""
        self._list.stop_if_requested()
        selector, text = self.brand.next_button_selector, self.brand.next_button_text
        if not selector:
            return False
        if self.brand.next_button_click_not_redirect:
            return self._list.click_for_change(selector, text) or self._end_of_list(is_complete)
        # A list that has grown since it was read may have another link.
        seen = (None if self._list.scrolls else self._last) or self._read(self._list.count())
        address = seen.next
        if address is None or address.split("#")[0] == seen.url.split("#")[0]:
            return self._end_of_list(is_complete) or self._try_next_address()
        self._open_next(address)
        return True

    def _end_of_list(self, is_complete: bool) -> bool:
        """Read the counter once more, and return False, as there is no next page."""
        if is_complete and self.proof.pages > 1:
            self._read_counter()
        return False

    def _try_next_address(self) -> bool:
        """Try the address after a last page that is as full as the others: its link may be missing.

        Where the list has ended, that page is missing, empty or a repetition.
        """
        if self.brand.iframe_selector or len(self._opened) < 2 or not self.proof.may_continue:
            return False
        address = next_address(*self._opened[-2:])
        if address is None:
            return False
        try:
            self._opened.append(self.visitor.open(address, attempts=1).url)
            actions.close_popups(self._driver, self.brand.popup_close_button_selector)
            seen = self._read(0)
        except (PageError, WebDriverException):
            return False
        self._arrived = None if self._list.scrolls else seen
        if not seen.cards:
            return False
        if not self.proof.is_new(self._identities(seen.cards, seen.url)):
            return self.proof.repeats
        self._doubt(f"Page {self.proof.pages} has no link to the page after it, which there is")
        return True

    def _open_next(self, address: str) -> None:
        if not self.brand.iframe_selector:
            self._opened.append(self._open(address))
            self._prepare_list()
            return
        self.visitor.politeness.admit(address)
        self._driver.execute_script("location.href = arguments[0]", address)
        actions.wait_until(
            self._driver,
            lambda: self._driver.execute_script("return document.baseURI") == address,
            self._change_timeout_s,
        )
        self._prepare_list()

    def with_hover(self, card: RawCard, index: int) -> RawCard:
        """Return the card with its image while hovered, where the brand has that read."""
        if self.brand.check_hover and self.brand.hover_node_path and index < NOWHERE:
            return replace(card, hover=self._hovered_image(index))
        return card

    def _hovered_image(self, index: int) -> RawImage | None:
        element = run_script(self._driver, "cardElement", {**self._values, "index": index})
        if element is None:
            return None
        actions.hover(self._driver, element)
        time.sleep(self.brand.hover_delay / 1000)
        return image_of(run_script(self._driver, "hover", {**self._values, "index": index}))

    def click_detail(self, index: int, read: Callable[[], RawCard]) -> RawCard | None:
        """Open a card's detail page by a click, read it, and go back to the list."""
        if index >= NOWHERE:
            return None
        before, count = page_state(self._driver).url, self._list.count()
        values = {**self._values, "index": index}
        self.visitor.politeness.turn(before)
        pressed = actions.click_first(
            self._driver,
            lambda: run_script(self._driver, "detailElement", values),
            self.brand.popup_close_button_selector,
        )
        if not pressed:
            return None
        actions.wait_until(
            self._driver, lambda: page_state(self._driver).url != before, self._change_timeout_s
        )
        try:
            reached = page_state(self._driver)
            self.visitor.log_dialogs(reached)
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
            raise LayoutError("The way back from a detail page failed.") from error
        if not actions.wait_until(
            self._driver, lambda: self._list.count() >= count, self._change_timeout_s
        ):
            raise LayoutError("The list did not come back after a detail page.")
