"""The settings of one crawl, apart from the brand's own configuration."""

from dataclasses import dataclass
from pathlib import Path

from scrapers.web.addresses import Loopback
from scrapers.web.rate_limiter import LocalRateLimiter

USER_AGENT = "WinkelBot/1.0 (product search; +https://winkel.co.za/about)"


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """How to crawl: politeness, bounds, and the folder of evidence. Units are in the names."""

    allow_loopback: Loopback = False  # the ports of the local demo stores
    user_agent: str = USER_AGENT
    request_delay_ms: int = 1000  # between two page loads of one host
    page_timeout_s: float = 30.0
    change_timeout_s: float = 10.0  # for a click to change the list
    late_s: float = 30.0  # for content that a list loads after a scroll or a click
    attempts: int = 3  # of a page load
    backoff_s: float = 2.0  # doubled after each failed attempt
    leave_alone_s: float = 0.0  # a host that answers 429 or a challenge to all attempts
    retry_after_limit_s: float = 120.0  # a store that requires more is skipped in this run
    max_states: int = 500  # next pages, scrolls or loads of one listing page
    max_items: int = 50_000
    max_grown: int = 5_000  # cards in one document that grows by itself
    grow_s: float = 300.0  # for it to grow
    evidence_dir: Path | None = None
    chromium: str = "/usr/bin/chromium"
    chromedriver: str = "/usr/bin/chromedriver"
    load_images: bool = False
    page_budget_s: float = 60.0  # for one page in total: attempts, waits, reading
    own_pages_budget_s: float | None = None  # for all products' own pages; None: no limit
    accept_confirms: bool = False  # the answer to confirm dialogs ("Are you over 18?")
    headers: tuple[tuple[str, str], ...] = ()  # sent to the store's own hosts
    header_sites: frozenset[str] = frozenset()  # those hosts (scrapers.web.urls.site_of)
    cookies: tuple[tuple[str, str, str], ...] = ()  # name, value, address to set it for
    delay_is_asked: bool = False  # by the brand, so that it holds for local demo stores too
    turns: LocalRateLimiter | None = None  # shared by all workers; None: this crawl's own
    proxy: str = ""  # http://user:password@host:port that requests leave through
