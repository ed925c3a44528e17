"""How a brand's store is asked: its own delay, budgets, user agent, headers, cookies and proxy."""

from __future__ import annotations

import base64
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from indexer.core.settings import Settings
from indexer.ingest.crawling import with_manners
from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig
from tests.support.crawling import QUICK, SIMPLE, Crawled, crawled, grid
from tests.support.own_store import own_store
from tests.support.saved_store import Answer, Request, answering
from tests.support.worker import environment, worker, worker_log

SECRET = "s3cret-value"


@dataclass
class Listening:
    """A store, or a proxy, that keeps what it was sent."""

    port: int = 0
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    page: bytes = grid("a")
    moved: dict[str, str] = field(default_factory=dict)

    def of(self, path: str) -> dict[str, str]:
        """Return the headers of the last request of a path."""
        return next(headers for asked, headers in reversed(self.requests) if asked.endswith(path))

    def respond(self, request: Request) -> Answer:
        """Answer /s with a list; as a proxy, fetch what the address names."""
        self.requests.append((request.path, request.headers))
        if request.path.startswith("http:"):
            status, body = fetched(request.path)
            return Answer(body, status)
        if moved := self.moved.get(request.path):
            return Answer(b"", 302, headers=(("Location", moved),))
        return Answer(self.page) if request.path == "/s" else Answer(b"", 404)


@contextmanager
def listening() -> Iterator[Listening]:
    heard = Listening()
    with answering(heard.respond) as base:
        heard.port = int(base.rpartition(":")[2])
        yield heard


def fetched(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, b""


def crawl(brand: BrandConfig, port: int) -> Crawled:
    base = f"http://127.0.0.1:{port}"
    brand = replace(brand, website=base)
    with Browser(with_manners(QUICK, brand)) as browser:
        return crawled(browser, brand, f"{base}/s")


def test_a_stores_own_agent_headers_and_cookies_are_sent() -> None:
    brand = replace(
        SIMPLE,
        user_agent="Own/2.0",
        extra_headers=f"X-Token: {SECRET}\nAccept-Language: af",
        cookies="country=ZA; session=abc",
    )
    with listening() as store:
        assert crawl(brand, store.port).names == ["a"]
        sent = store.of("/s")
    assert sent["user-agent"] == "Own/2.0"
    assert (sent["x-token"], sent["accept-language"]) == (SECRET, "af")
    assert sorted(sent["cookie"].split("; ")) == ["country=ZA", "session=abc"]
    assert store.of("/robots.txt")["user-agent"] == "Own/2.0"


def test_extra_headers_go_to_the_stores_own_hosts_alone() -> None:
    """To its page, what that loads, its products' own pages; not to others, redirects included."""
    brand = replace(
        SIMPLE,
        website="http://127.0.0.1:1",
        extra_headers=f"X-Token: {SECRET}",
        detail_selector="a",
        detail_concurrency=2,
    )
    with listening() as store, listening() as other:
        foreign = f"http://127.0.0.1:{other.port}"
        store.moved = {"/moved.js": f"{foreign}/moved.js"}
        scripts = ("/own.js", "/moved.js", f"{foreign}/other.js")
        tags = "".join(f'<script src="{address}"></script>' for address in scripts)
        store.page = grid("a", "b", extra=f'{tags}<iframe src="{foreign}/frame"></iframe>')
        base = f"http://127.0.0.1:{store.port}"
        pages = (PageConfig(1, f"{base}/s"),)
        brand = replace(brand, pages=pages)
        with Browser(with_manners(QUICK, brand)) as browser:
            assert crawled(browser, brand).names == ["a", "b"]
        sent = {path: headers.get("x-token") for path, headers in store.requests}
        told = {path: headers.get("x-token") for path, headers in other.requests}
    paths = ("/s", "/own.js", "/moved.js", "/p/a", "/p/b")
    assert [sent[path] for path in paths] == [SECRET] * len(paths)
    assert {"/moved.js", "/other.js", "/frame"} <= told.keys()
    assert set(told.values()) == {None}


def test_all_requests_leave_through_a_stores_proxy() -> None:
    with listening() as store, listening() as proxy:
        brand = replace(SIMPLE, upstream_proxy=f"http://me:{SECRET}@127.0.0.1:{proxy.port}")
        assert crawl(brand, store.port).names == ["a"]
        assert {path for path, _ in store.requests} == {
            path.removeprefix(f"http://127.0.0.1:{store.port}") for path, _ in proxy.requests
        }
        pair = base64.b64encode(f"me:{SECRET}".encode()).decode()
        assert proxy.of("/s")["proxy-authorization"] == f"Basic {pair}"
        assert "proxy-authorization" not in store.of("/s")


def test_no_secret_of_a_brand_comes_into_a_log(own_settings: Settings) -> None:
    secrets = {"extra_headers": f"X-Token: {SECRET}", "cookies": f"session={SECRET}"}
    with own_store(own_settings, "/list", **secrets) as store:
        store.answers["/list"] = Answer(grid("a"))
        with worker(own_settings, "--queues", "scrape"):
            run = store.finished(store.start())
        assert run.result == "success"
        written = (store.log(run), worker_log(own_settings).read_text())
    assert all(written)
    assert all(SECRET not in text for text in written)
    assert SECRET not in environment(own_settings).values()
