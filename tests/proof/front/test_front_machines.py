"""Several web machines behind one front: one is killed, hangs or dies with a request in hand."""

from __future__ import annotations

import json
import os
import socketserver
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import IncompleteRead
from pathlib import Path

import pytest
from sqlalchemy import func, select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.models import Click
from tests.support.asking import call
from tests.support.catalogue import make_brand
from tests.support.front import Nginx, nginx
from tests.support.production import Served, gunicorn
from tests.support.worker import PATIENCE_S, eventually, kill_tree

VISITORS = 8
SEARCH = json.dumps([{"indexName": "products", "params": {"hitsPerPage": 1, "query": "dress"}}])
BY_OPERATOR: Mapping[str, str | None] = {
    "/api/search": SEARCH,
    "/api/colors": None,
    "/api/brands": None,
    "/about": None,
    "/?q=dress": None,
}
CLICK = "/api/interactions/saveItemClick"
CUT = 0


def ask(port: int, path: str, body: str | None, visitor: int | str) -> int:
    """Ask as one visitor; return the status, CUT where the answer ends before its end."""
    try:
        return call(port, path, body, **{"User-Agent": f"browser {visitor}"}).status
    except IncompleteRead:
        return CUT


@dataclass(frozen=True, slots=True)
class Two:
    front: Nginx
    first: Served
    second: Served
    folder: Path

    def asked_of(self, machine: str) -> int:
        return (self.folder / machine / "access.log").read_text().count("/api/colors")


@pytest.fixture(scope="module")
def built(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    build = tmp_path_factory.mktemp("dist")
    (build / "index.html").write_text("<html><head></head><body></body></html>")
    rebuild(settings, fast=True)
    return settings.but(frontend_dir=build, trusted_proxies=1)


@contextmanager
def two_machines(own: Settings, folder: Path, read_s: int = 0) -> Iterator[Two]:
    for name in ("first", "second"):
        (folder / name).mkdir()
    with (
        gunicorn(own, folder / "first") as first,
        gunicorn(own, folder / "second") as second,
        nginx(own, folder, [first.port, second.port], {}, read_s) as front,
    ):
        yield Two(front, first, second, folder)


@pytest.fixture(scope="module")
def two(built: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Two machines; the last test that has them kills one."""
    with two_machines(built, tmp_path_factory.mktemp("two")) as running:
        yield running


def test_a_visitor_stays_with_one_machine_and_visitors_are_spread(two: Two) -> None:
    """Each machine has its half of the secret that knows a visitor for a day."""
    placed = []
    for visitor in range(16):
        before = two.asked_of("first"), two.asked_of("second")
        all_told = partial(_told, two, sum(before) + 3)
        for _ in range(3):
            assert ask(two.front.port, "/api/colors", None, visitor) == 200
        eventually(all_told, "the logs are written")
        placed.append((two.asked_of("first") - before[0], two.asked_of("second") - before[1]))
    assert set(placed) == {(3, 0), (0, 3)}


def _told(two: Two, count: int) -> bool:
    return two.asked_of("first") + two.asked_of("second") == count


def test_the_front_starts_before_a_machines_name_is_known_and_takes_it_up_then(
    two: Two, settings: Settings, tmp_path: Path
) -> None:
    """With an unknown name nginx would not start at all: no site, and no page that says so."""
    names = tmp_path / "names"
    names.write_text("")
    getent = tmp_path / "getent"
    getent.write_text(f'#!/bin/sh\ngrep -F "$2" {names}\n')
    getent.chmod(0o755)
    own = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}:/usr/sbin",
        "FRONT_APP": f"127.0.0.1:{two.second.port},elsewhere.invalid:8000",
        "FRONT_LOOK_S": "0.1",
    }

    def colors(front: Nginx) -> int:
        return ask(front.port, "/api/colors", None, 1)

    with nginx(settings, tmp_path, [], own) as front:
        assert colors(front) == 503
        assert searches_of(front) == 503
        names.write_text("127.0.0.1 STREAM known\n")
        eventually(lambda: colors(front) == 200, "the machine whose name is known")
        for visitor in range(VISITORS):  # wherever the unknown one would be asked, too
            assert ask(front.port, "/api/colors", None, visitor) == 200
        names.write_text("")
        eventually(lambda: colors(front) == 503, "its name is forgotten")


def searches_of(front: Nginx) -> int:
    return ask(front.port, "/api/search", SEARCH, 1)


@contextmanager
def dying() -> Iterator[tuple[int, list[bytes]]]:
    """A machine that dies with each request in its hands: its port, and what it was asked."""
    taken: list[bytes] = []

    class Dying(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            taken.append(self.rfile.readline().split(b" ")[1])

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dying) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1], taken
        finally:
            server.shutdown()
            thread.join()


def test_what_may_have_been_done_already_is_not_sent_to_another_machine(
    two: Two, settings: Settings, clean_database: str, tmp_path: Path
) -> None:
    """A search is asked again elsewhere; a click might be counted twice."""
    click = json.dumps({"brandId": make_brand(settings), "href": "https://karoo.example/"})
    with dying() as (port, taken), nginx(settings, tmp_path, [two.second.port, port], {}) as front:
        visitor = 0
        while not taken:
            assert ask(front.port, "/api/search", SEARCH, visitor) == 200
            visitor += 1
        assert ask(front.port, CLICK, click, visitor - 1) == 503
    assert taken == [b"/api/search", CLICK.encode()]
    with session_scope(settings.database_url) as session:
        assert session.scalar(select(func.count()).select_from(Click)) == 0


def test_no_visitors_request_fails_when_one_of_two_machines_is_killed(
    two: Two, settings: Settings, clean_database: str
) -> None:
    """But one whose answer had begun to arrive: nobody can ask again for the rest of it."""
    brand_id = make_brand(settings)
    half, gone = threading.Barrier(VISITORS + 1), threading.Event()

    def visit(visitor: int) -> Counter[int]:
        seen: Counter[int] = Counter()
        for number in range(10):
            if number == 5:
                half.wait(PATIENCE_S)  # all of them are on when it dies
            for path, body in BY_OPERATOR.items():
                seen[ask(two.front.port, path, body, visitor)] += 1
        gone.wait(PATIENCE_S)
        click = json.dumps({"brandId": brand_id, "href": "https://karoo.example/"})
        seen[ask(two.front.port, CLICK, click, visitor)] += 1
        return seen

    with ThreadPoolExecutor(VISITORS) as pool:
        visits = [pool.submit(visit, visitor) for visitor in range(VISITORS)]
        half.wait(PATIENCE_S)
        kill_tree(two.first.process.pid)
        gone.set()
        seen = sum((visit.result() for visit in visits), Counter())
    assert seen[CUT] <= VISITORS
    assert seen[200] == VISITORS * (10 * len(BY_OPERATOR) + 1) - seen[CUT]
    with session_scope(settings.database_url) as session:
        assert session.scalar(select(func.count()).select_from(Click)) == VISITORS
