"""A store's lists read by plain HTTP in place of Chromium, for tests whose subject is the run.

All around it stays the product's own: the crawl with what it resumes and when it stops, robots.txt
and turns, the job with its locks. It reads what `tests.support.crawling.grid` writes, no more.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import pytest
from lxml import html

import indexer.ingest.crawling
import scrapers.crawl
from scrapers.browsing.answers import check
from scrapers.browsing.dom import ListSnapshot, PageState, RawCard, RawImage
from scrapers.browsing.guard import Guard
from scrapers.config import BrandConfig, PageConfig
from scrapers.errors import StoppedError
from scrapers.events import StateRead
from scrapers.options import CrawlOptions
from scrapers.pages.completeness import ListProof
from scrapers.pages.identities import Identities
from scrapers.polite.visit import Visitor
from scrapers.values.price.price_text import from_text

LOOK_S = 0.05  # between two looks whether a stop was asked for while the store does not answer
_REPLACED = (
    (indexer.ingest.crawling, "Browser", "PlainBrowser"),
    (scrapers.crawl, "Listing", "PlainListing"),
)


class PlainBrowser(Guard):
    """What a crawl asks a browser for besides its pages."""

    def __init__(self, options: CrawlOptions, stealth: bool = False) -> None:  # noqa: ARG002
        super().__init__(options.allow_loopback, options.proxy)
        self.options = options
        self.guard = self.driver = self

    def get_log(self, _kind: str) -> list[Any]:
        """Return the network log of its driver."""
        return []

    def answers(self) -> bool:
        """Tell that it neither died nor hangs."""
        return True

    def keep_evidence(self, _page_id: int | None) -> tuple[None, None]:
        """Keep nothing of a page that failed."""
        return None, None


@dataclass(slots=True)
class PlainListing:
    """Walks one listing page of a brand along its links to the next page."""

    brand: BrandConfig
    visitor: Visitor
    should_stop: Callable[[], bool]
    identities: Identities
    resume_url: str = ""
    proof: ListProof = field(default_factory=ListProof)

    def states(self, page: PageConfig, resume: StateRead | None = None) -> Iterator[ListSnapshot]:
        """Yield the page's states, one for each of its pages, from where an earlier crawl ended."""
        url = resume.resume_url if resume else page.page_url
        while True:
            self.visitor.politeness.admit(url)
            state = self._read(url)
            url = state.url  # the store may have led elsewhere
            document = html.fromstring(state.text, base_url=url)
            document.make_links_absolute()
            following = document.xpath("string(//a[@class='next']/@href)")
            self.resume_url = following or url
            yield ListSnapshot(
                url, url, [_card(node) for node in document.iter("article")], None, {}
            )
            if self.should_stop():
                raise StoppedError
            if not following:
                return
            url = following

    def with_hover(self, card: RawCard, _index: int) -> RawCard:
        """Return the card: nothing is hovered."""
        return card

    def _read(self, url: str) -> PageState:
        """Return the page; raises PageError for an answer that is none, and StoppedError."""
        answer: Future[PageState] = Future()
        guard = self.visitor.browser.guard.url
        Thread(target=lambda: answer.set_result(_fetched(url, guard)), daemon=True).start()
        while not self.should_stop():
            try:
                state = answer.result(LOOK_S)
            except NotYet:
                continue
            check(state, lambda: None)
            return state
        raise StoppedError


def _fetched(url: str, proxy: str) -> PageState:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    try:
        with opener.open(url) as answer:
            return PageState(answer.status, answer.read().decode(), "", answer.geturl())
    except urllib.error.HTTPError as error:
        return PageState(error.code, error.read().decode(), "", url)


def _card(node: Any) -> RawCard:
    return RawCard(
        href=node.xpath("string(.//a/@href)"),
        image=RawImage((node.xpath("string(.//img/@src)"),), width=30, height=40),
        name=node.xpath("string(.//h2)"),
        price=(from_text(node.xpath("string(.//b)")),),
        sold_out=tuple((text, True) for text in node.xpath(".//i/text()")),
    )


def use_plain_crawls(patch: pytest.MonkeyPatch | None = None) -> None:
    """Let the crawls of this process and of those that it forks be plain ones."""
    patch = patch or pytest.MonkeyPatch()
    for module, name, replacement in _REPLACED:
        patch.setattr(module, name, globals()[replacement])
