"""Fault 42: odd answers of a store, each with its own reason, while the rest of the run goes on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest

from dev.ports import free_port
from scrapers.browsing.browser import Browser
from scrapers.events import PageDone
from tests.support.crawling import QUICK, SIMPLE, crawled, grid
from tests.support.saved_store import Answer, Respond, serving
from tests.support.shared_browser import SharedBrowsers


def store(odd: Answer) -> Respond:
    """A store whose page /odd answers so, and whose other page is as it should be."""

    def respond(path: str) -> Answer:
        if path.startswith("/odd"):
            return odd
        return Answer(grid("a")) if path == "/fine" else Answer(b"", 404)

    return respond


def page(words: str, script: str = "") -> bytes:
    return f"<!doctype html><title>Shop</title><p>{words}</p><script>{script}</script>".encode()


FILE = (("Content-Disposition", "attachment; filename=list.zip"),)
ODD = {
    "503": (Answer(b"<h1>Oops</h1>", 503), "503"),
    "empty": (Answer(b""), "empty"),
    "empty page": (Answer(b"<!doctype html><title>x</title>"), "empty page"),
    "download": (Answer(b"PK\3\4", content_type="application/zip", headers=FILE), "download"),
    "json": (Answer(b'{"a": 1}', content_type="application/json"), "application/json"),
    "redirects in a circle": (Answer(b"", 302, headers=(("Location", "/odd5"),)), "in a circle"),
    "cloudflare": (
        Answer(page("Verifying you are human. This may take a few seconds.")),
        "Verifying you are",
    ),
}


def test_42_an_odd_answer_has_its_own_reason(browser: Browser) -> None:
    pages = {f"/odd{number}": odd for number, (odd, _) in enumerate(ODD.values())}
    pages["/fine"] = Answer(grid("a"))
    with serving(lambda path: pages.get(path, Answer(b"", 404))) as base:
        result = crawled(browser, SIMPLE, *(f"{base}{path}" for path in pages))
    assert len(result.reasons) == len(ODD)
    for told, (name, (_, reason)) in zip(result.reasons, ODD.items(), strict=True):
        assert reason in told, name
        assert "No element matches" not in told
    assert result.names == ["a"], "the rest of the run goes on"
    assert [done.url for done in result.of(PageDone)] == [f"{base}/fine"]


@pytest.mark.parametrize("status", [429, 503])
def test_20_42_a_busy_store_is_tried_again_after_the_wait_it_asks_for(
    browsers: SharedBrowsers, status: int
) -> None:
    answers = [Answer(b"later", status, headers=(("Retry-After", "1"),)), Answer(grid("a"))]

    def respond(path: str) -> Answer:
        if not path.startswith("/women"):
            return Answer(b"", 404)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    with browsers.lent(replace(QUICK, attempts=2)) as patient, serving(respond) as base:
        result = crawled(patient, SIMPLE, f"{base}/women")
    assert result.names == ["a"]
    assert any(str(status) in line and "in 1 s" in line for line in result.log)


SCRIPTS = {
    "alert": 'alert("Winter sale")',
    "confirm": 'document.title = confirm("Are you over 18?") ? "yes" : "no"',
    "prompt": 'prompt("Your post code?")',
    "beforeunload": "addEventListener('beforeunload', (e) => { e.preventDefault(); })",
}


def test_42_dialogs_cost_nothing_and_are_told(browser: Browser) -> None:
    answers = {}
    for kind, script in SCRIPTS.items():
        later = f"setTimeout(() => {{ {script} }}, 20)"
        answers[f"/{kind}"] = Answer(grid(kind, extra=f"<script>{script}</script>"))
        answers[f"/{kind}-late"] = Answer(grid(f"{kind}-late", extra=f"<script>{later}</script>"))
    answers["/last"] = Answer(grid("last"))
    slow = replace(SIMPLE, scroll_delay=50)
    with serving(lambda path: answers.get(path, Answer(b"", 404))) as base:
        result = crawled(browser, slow, *(f"{base}{path}" for path in answers))
    assert result.names == [path.removeprefix("/") for path in answers]
    assert result.reasons == []
    for kind in SCRIPTS.keys() - {"beforeunload"}:
        assert any(f"shows a {kind}" in line for line in result.log)


def test_42_a_confirm_is_answered_as_the_setting_says(browser: Browser) -> None:
    """A store for adults lists nothing to those who do not say that they are."""
    hides = 'if (!confirm("Are you over 18?")) document.querySelector("main").remove()'
    body = grid("a", extra=f"<script>{hides}</script>")
    accepting = replace(QUICK, accept_confirms=True)
    with serving(store(Answer(body))) as base, Browser(accepting) as accepts:
        for asked, shown in ((browser, []), (accepts, ["a"])):
            assert crawled(asked, SIMPLE, f"{base}/odd").names == shown


@contextmanager
def answering(reply: Callable[[socket.socket], object]) -> Iterator[str]:
    """A server that does this with each connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection, suppress(OSError):
                        reply(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def unreachable(browser: Browser, *urls: str) -> list[str]:
    with serving(store(Answer(b""))) as base:
        result = crawled(browser, SIMPLE, *urls, f"{base}/fine")
    assert result.names == ["a"]
    assert "robots.txt cannot be read" not in str(result.reasons)
    return result.reasons


def greet(connection: socket.socket) -> None:
    connection.recv(10_000)  # closed with something unread it would be reset
    connection.sendall(b"hello, no TLS here\r\n")


def test_42_what_cannot_be_reached_is_called_what_it_is(browser: Browser) -> None:
    closed = f"127.0.0.1:{free_port()}"
    with answering(lambda one: one.recv(1000) and None) as silent, answering(greet) as plain:
        said = {
            "http://no-such-store.invalid/": "no host no-such-store.invalid",
            "https://no-such-store.invalid/": "no host no-such-store.invalid",
            f"http://{closed}/": "is closed",
            f"https://{closed}/": "is closed",
            f"http://{silent}/": "without an answer",
            f"https://{plain}/": "TLS",
        }
        reasons = unreachable(browser, *said)
    assert [words in told for words, told in zip(said.values(), reasons, strict=True)] == [True] * 6
