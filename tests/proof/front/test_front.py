"""Faults 32 and 33: slow clients and too many clients, at the production front."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.asking import PATIENCE_S, call
from tests.support.forwarder import Forwarder
from tests.support.front import Front, front
from tests.support.redis_database import patient_redis
from tests.support.worker import eventually

SEARCH = json.dumps([{"indexName": "products", "params": {"hitsPerPage": 1}}])


@pytest.fixture(scope="module")
def built(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """An index to search in, and a small build."""
    build = tmp_path_factory.mktemp("dist")
    (build / "assets").mkdir()
    (build / ".vite").mkdir()
    (build / ".vite" / "manifest.json").write_text("{}")
    (build / "index.html").write_text("<html><head></head><body></body></html>")
    (build / "assets" / "index-abc.js").write_text("let x;\n" * 500)
    (build / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    rebuild(settings, fast=True)
    return settings.but(frontend_dir=build)


@pytest.fixture(scope="module")
def site(built: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with front(built, tmp_path_factory.mktemp("front")) as running:
        for _ in range(
            8
        ):  # each of its processes has read the words: the first search takes longer
            _recovers(running)
        yield running


def _open(stack: ExitStack, port: int, sent: bytes) -> socket.socket:
    made = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S))
    made.sendall(sent)
    return made


HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100000\r\n\r\n["
)


def test_fault_32_slow_clients_delay_nobody(site: Front) -> None:
    """Each of the three alone held every thread of gunicorn: no probe was answered for 24 s."""
    with ExitStack() as stack:
        for _ in range(60):
            _open(stack, site.port, b"")
        begun = [HALF_A_HEAD] * 50 + [HALF_A_BODY] * 40
        slow = [_open(stack, site.port, one) for one in begun]
        for _ in range(10):
            slow = [_dribbled(stack, site.port, *one) for one in zip(slow, begun, strict=True)]
            assert call(site.port, "/api/colors").status == 200
            assert call(site.port, "/api/search", SEARCH).status == 200
            assert call(site.port, "/").status == 200


def _dribbled(stack: ExitStack, port: int, one: socket.socket, begun: bytes) -> socket.socket:
    """Send one byte more; where nginx has had enough of the client, another one comes."""
    try:
        one.sendall(b" ")
    except OSError:
        return _open(stack, port, begun)
    return one


@pytest.fixture
def stuck(built: Settings, tmp_path: Path) -> Iterator[tuple[Front, Forwarder]]:
    """A site whose Elasticsearch can be made to hang."""
    forwarder = Forwarder(built.elasticsearch_url)
    own = built.but(elasticsearch_url=forwarder.url, search_timeout_ms=50_000)
    try:
        with front(own, tmp_path) as running:
            yield running, forwarder
    finally:
        forwarder.kill()


def test_fault_33_past_saturation_searches_are_shed_and_the_rest_is_answered(
    stuck: tuple[Front, Forwarder],
) -> None:
    """With Elasticsearch hanging, places are taken for as long as it hangs: nothing is timed."""
    site, forwarder = stuck
    assert call(site.port, "/api/search", SEARCH).status == 200
    forwarder.hang()
    with ThreadPoolExecutor(200) as clients:
        waiting = [clients.submit(call, site.port, "/api/search", SEARCH) for _ in range(200)]
        for _ in range(20):
            assert call(site.port, "/api/colors").status == 200
        inside = 2 * 13  # at most: they hang
        eventually(lambda: sum(one.done() for one in waiting) >= 200 - inside, "others are shed")
        shed = [one.result() for one in waiting if one.done()]
        forwarder.resume()
        assert {one.result().status for one in waiting} <= {200, 503}
    assert {(reply.status, reply.headers["Retry-After"]) for reply in shed} == {(503, "1")}
    assert {reply.json["code"] for reply in shed} == {503}
    _recovers(site)


def _recovers(site: Front) -> None:
    """Searches are answered again: the breaker lets one through once it may try again."""
    eventually(lambda: call(site.port, "/api/search", SEARCH).status == 200, "search is back")


def test_fault_33_five_hundred_clients_are_answered_or_told_when_to_come_back(site: Front) -> None:
    with ThreadPoolExecutor(500) as clients:
        replies = list(clients.map(lambda _: call(site.port, "/api/search", SEARCH), range(1000)))
        others = [call(site.port, "/api/colors").status for _ in range(10)]
    assert {reply.status for reply in replies} <= {200, 503}
    assert all("Retry-After" in reply.headers for reply in replies if reply.status == 503)
    assert any(reply.status == 200 for reply in replies)
    assert others == [200] * 10
    assert call(site.port, "/api/search", SEARCH).status == 200  # recovery at once


def test_fault_34_the_front_limits_searches_and_the_application_counts_the_visitor(
    built: Settings, tmp_path: Path, clean_redis: str
) -> None:
    """The front before the application is asked; the application not by the front's address."""
    body = {"website": "https://a.example"}
    forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
    own = built.but(rate_limits=True, redis_url=patient_redis(clean_redis))
    with front(own, tmp_path, searches=1) as site:
        codes = [call(site.port, "/api/brands/submit", body, **forged).status for _ in range(7)]
        replies = [call(site.port, "/api/search", SEARCH) for _ in range(240)]
        assert call(site.port, "/api/colors").status == 200
    assert codes == [200] * 5 + [429] * 2
    limited = [reply for reply in replies if reply.status == 429]
    assert limited
    assert replies[0].status == 200
    assert all(reply.headers["Retry-After"] == "1" for reply in limited)
    assert {reply.json["code"] for reply in limited} == {429}


def test_faults_35_51_nobody_behind_the_front_is_an_operator_or_believed(site: Front) -> None:
    for host in ("127.0.0.1", "localhost", "winkel.example"):
        reply = call(site.port, "/api/scraper/getProcesses/", Host=host)
        assert reply.status in {401, 403}
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
    assert "Strict-Transport-Security" not in call(site.port, "/about", **said).headers


def test_fault_36_the_fronts_logs_hold_no_token(site: Front) -> None:
    def logs() -> str:
        return "".join(path.read_text() for path in (site.folder / "log").iterdir())

    secret = "/api/subscriptions/confirm/secret-token"
    call(site.port, "/api/colors", Referer=f"https://a.example{secret}")
    call(site.port, secret)
    eventually(lambda: "/api/subscriptions/confirm/***" in logs(), "it is logged")
    assert "secret-token" not in logs()


def test_the_front_serves_the_build_and_leaves_pages_to_the_application(site: Front) -> None:
    script = call(site.port, "/assets/index-abc.js", **{"Accept-Encoding": "gzip"})
    assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert script.headers["Content-Encoding"] == "gzip"
    assert script.headers["X-Content-Type-Options"] == "nosniff"
    assert call(site.port, "/favicon.svg").headers["Content-Type"] == "image/svg+xml"
    for path in ("/", "/about", "/index.html", "/style/1", "/?q=red"):
        page = call(site.port, path)
        assert b"winkel-state" in page.body, path
        assert "Content-Security-Policy" in page.headers
    for path in ("/.vite/manifest.json", "/assets/../index.html", "/assets/none.js"):
        assert call(site.port, path).body != b"{}"
    assert call(site.port, "/assets/none.js").status == 404


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/api/search", "x" * 1_100_000, 413), ("/" + "a" * 40_000, None, 400)],
)
def test_the_fronts_own_refusals_have_the_applications_shape(
    site: Front, path: str, body: str | None, status: int
) -> None:
    reply = call(site.port, path, body)
    assert (reply.status, reply.json["code"]) == (status, status)
    assert "nginx/" not in str(reply.headers)
