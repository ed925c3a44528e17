"""The browser's side of a scrape: opened for one run, ended with it whatever happens."""

from __future__ import annotations

import ipaddress
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from indexer.brands import brand_config
from indexer.models import Brand
from indexer.pipeline.collecting import Event
from indexer.runs.working import Work
from indexer.settings import Settings
from scrapers.browser import Browser
from scrapers.crawl import crawl
from scrapers.options import CrawlOptions


def crawl_brand(brand: Brand, work: Work) -> Iterator[Event]:
    """Crawl a brand's pages; what was read before a stop is kept, whatever ended the browser."""
    # Inside the job's own temporary folder: what is kept of it is moved beside the log.
    evidence = Path(tempfile.mkdtemp(prefix="evidence-"))
    options = crawl_options(work.settings, brand.website, evidence)
    try:
        with Browser(options, stealth=brand.stealth) as browser:
            yield from crawl(brand_config(brand), browser, work.log, work.stop)
    except Exception as error:
        if not work.stop():
            raise
        work.log(f"The crawl ended: {error}")


def crawl_options(settings: Settings, website: str, evidence: Path | None = None) -> CrawlOptions:
    """Return the options of a crawl: the demo stores on this machine need no politeness."""
    allowed = settings.loopback()
    polite = CrawlOptions(allow_loopback=allowed, evidence_dir=evidence)
    if not (allowed and _is_loopback(website)):
        return polite
    return CrawlOptions(allow_loopback=allowed, evidence_dir=evidence, request_delay_ms=0)


def _is_loopback(website: str) -> bool:
    host = urlsplit(website).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
