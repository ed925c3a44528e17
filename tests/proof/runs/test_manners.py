"""How a brand's store is asked: its own delay, budgets, user agent, headers, cookies and proxy."""

from __future__ import annotations

import asyncio
import base64
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from indexer.core.settings import Settings
from indexer.ingest.crawling import with_manners
from indexer.ingest.runs.finish import run_limit_s
from scrapers.browsing.browser import Browser
from scrapers.browsing.guard import Upstream, UpstreamError
from scrapers.browsing.manners import cookies_of, headers_of, proxy_of, user_agent_of
from scrapers.config import BrandConfig, PageConfig
from scrapers.web.turns import OwnTurns, host_of
from tests.support.catalogue import make_brand
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


def test_a_proxy_that_is_away_is_told_without_its_password() -> None:
    with listening() as store, listening() as gone:
        closed = gone.port
    brand = replace(SIMPLE, upstream_proxy=f"http://me:{SECRET}@127.0.0.1:{closed}")
    result = crawl(brand, store.port)
    assert result.reasons == ["The upstream proxy takes no connection."]


def test_a_proxy_that_refuses_a_tunnel_is_told_by_its_status() -> None:
    with listening() as proxy, pytest.raises(UpstreamError, match="answers 501"):
        asyncio.run(Upstream.of(f"http://127.0.0.1:{proxy.port}").connect("shop.example:443"))


def test_a_brands_own_delay_counts_on_this_machine_too() -> None:
    turns = OwnTurns()
    brand = replace(SIMPLE, request_delay=300_000)
    with listening() as store:
        base = f"http://127.0.0.1:{store.port}"
        options = with_manners(replace(QUICK, turns=turns), replace(brand, website=base))
        with Browser(options) as browser:
            assert crawled(browser, brand, f"{base}/s").names == ["a"]
        assert turns.wait_of(host_of(base)) > 250


def test_budgets_bound_pages_and_runs(settings: Settings, clean_database: str) -> None:
    options = with_manners(QUICK, replace(SIMPLE, page_time_budget=7))
    assert (options.page_budget_s, options.page_timeout_s) == (7.0, 7.0)
    brand_id = make_brand(settings, run_time_budget=3)
    assert run_limit_s(settings, brand_id) == 180.0
    assert run_limit_s(settings, make_brand(settings, "other")) == settings.job_timeout_s


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


@pytest.mark.parametrize(
    ("read", "text", "word"),
    [
        (headers_of, "X-Token", "line 1 must be Name: value"),
        (headers_of, "A: b\nHost: x", "line 2: Host cannot be set"),
        (headers_of, f"X-Token: {SECRET}\0", "the value of X-Token cannot be sent"),
        (cookies_of, "a=b; c", "cookie 2 must be name=value"),
        (cookies_of, f"a={SECRET} b", "the value of a cannot be sent"),
        (proxy_of, "proxy:3128", "must be http://host:port"),
        (proxy_of, f"socks5://me:{SECRET}@host:1080", "must be http://host:port"),
        (proxy_of, "http://host", "must be http://host:port"),
        (user_agent_of, "Own\n2", "printable ASCII"),
    ],
)
def test_what_cannot_be_sent_is_refused_without_repeating_it(
    read: object, text: str, word: str
) -> None:
    assert callable(read)
    with pytest.raises(ValueError, match=r"must|cannot") as caught:
        read(text)
    assert word in str(caught.value)
    assert SECRET not in str(caught.value)
