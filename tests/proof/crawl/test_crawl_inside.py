"""Fault 37: a store's page that tries other ways inside, and what it names there."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.ingest.tryout import preview, suggest
from scrapers.browsing import confine
from scrapers.browsing.browser import BROWSER_ERRORS, Browser
from scrapers.browsing.guard import Guard
from scrapers.errors import RefusedAddressError
from tests.support.crawling import QUICK, grid
from tests.support.data import beside
from tests.support.saved_store import Answer, serving


@contextmanager
def ear(kind: socket.SocketKind) -> Iterator[socket.socket]:
    """Listen on a free loopback port for whatever comes."""
    with socket.socket(socket.AF_INET, kind) as listener:
        listener.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listener.setblocking(False)
        yield listener


def heard(listener: socket.socket) -> bool:
    """Return True if a packet or a connection came."""
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()
        else:
            listener.recv(1)
    except BlockingIOError:
        return False
    return True


# Asks a STUN and a TURN server, and checks a candidate of the other side; ends with gathering.
WEBRTC = beside(__file__, "webrtc.html")


OTHER_WAYS = beside(__file__, "other-ways.html")


def titled(browser: Browser, page: str, title: str) -> bool:
    """Open a page where no other port is allowed, and wait until it has this title."""
    with serving(lambda _: Answer(page.encode())) as base:
        browser.guard._allow_loopback = frozenset({int(base.rsplit(":", 1)[1])})
        browser.driver.get(f"{base}/shop")
        look = f"document.title === '{title}' ? done(true) : setTimeout(look, 50)"
        wait = f"const done = arguments[0]; const look = () => {look}; look();"
        return bool(browser.driver.execute_async_script(wait))


@pytest.mark.parametrize("stealth", [False, True], ids=["plain", "stealth"])
def test_fault_37_a_page_sends_no_packet_past_the_guard_and_reaches_no_port_that_is_no_stores(
    stealth: bool,
) -> None:
    options = replace(QUICK, page_timeout_s=20.0, load_images=True)
    with (
        ear(socket.SOCK_DGRAM) as udp,
        ear(socket.SOCK_STREAM) as tcp,
        Browser(options, stealth=stealth) as browser,
    ):
        ports = {"udp": udp.getsockname()[1], "tcp": tcp.getsockname()[1]}
        assert titled(browser, WEBRTC % ports, "gathered")
        assert titled(browser, OTHER_WAYS % ports, "ended")
        assert browser.guard.refused  # it was tried
        assert not heard(udp)
        assert not heard(tcp)


@pytest.fixture
def demo(settings: Settings, tmp_path: Path) -> Iterator[tuple[Settings, str]]:
    """Settings as `make run` makes them, with one demo store, and the store's address."""
    stores = tmp_path / "map.json"
    own = settings.but(allow_loopback_stores=True, demo_stores_map=stores)
    shop = grid("linen", "wool", "felt")
    with serving(lambda path: Answer(shop) if path == "/shop" else Answer(b"", 404)) as base:
        stores.write_text(json.dumps({"shop": base}))
        yield own, base


def test_fault_37_a_preview_and_a_suggestion_ask_no_services_port(
    demo: tuple[Settings, str],
) -> None:
    """A preview of Elasticsearch's own address ended with a screenshot of its answer."""
    own, base = demo
    with ear(socket.SOCK_STREAM) as service:
        inside = f"http://127.0.0.1:{service.getsockname()[1]}/_cat/indices"
        with pytest.raises(RefusedAddressError, match="not a public address"):
            preview(own, {"node_path": "img"}, {"page_url": inside})
        with pytest.raises(RefusedAddressError, match="not a public address"):
            suggest(own, inside)
        assert not heard(service)
    fields = {"node_path": "img", "parent_depth": 2, "product_name_xpath": ".//h2"}
    assert len(preview(own, fields, {"page_url": f"{base}/shop"})["items"]) == 3


@pytest.mark.parametrize("stealth", [False, True])
def test_fault_37_a_browser_that_leaves_its_guard_aside_reaches_nothing(
    monkeypatch: pytest.MonkeyPatch, stealth: bool
) -> None:
    """As one does in which a page runs code of its own."""
    if not confine.is_possible():
        pytest.skip("this kernel's Landlock knows no ports")
    monkeypatch.setattr(Guard, "url", "direct://")
    with ear(socket.SOCK_STREAM) as listener, Browser(QUICK, stealth=stealth) as browser:
        with suppress(*BROWSER_ERRORS):
            browser.driver.get(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        assert "ERR_" in browser.driver.page_source
        assert not heard(listener)
