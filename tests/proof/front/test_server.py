"""The site as it serves: nginx, gunicorn's processes, one id a request, and its metrics."""

from __future__ import annotations

import json
import os
import re
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from indexer.core.settings import Settings
from tests.integration.app.test_metrics import samples
from tests.support.front import Front, front
from tests.support.worker import eventually


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(shop_settings: Settings, folder: Path) -> Iterator[Front]:
    with front(shop_settings, folder) as served:
        yield served


def get(url: str) -> tuple[int, str]:
    """Ask on a connection of its own."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_visitors_get_no_metrics_through_the_front(site: Front) -> None:
    for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?x=1"):
        status, text = get(site.url + path)
        assert (status, "winkel_" in text) == (404, False), path
    assert "winkel_up" in get(f"{site.app.url}/metrics")[1]


def test_a_visitor_cannot_choose_the_id_and_the_fronts_stands_in_all_logs(
    site: Front, folder: Path
) -> None:
    sent = {"X-Request-ID": "of-the-front-0001"}
    asked = urllib.request.Request(f"{site.url}/robots.txt?mark=1", headers=sent)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        given = answer.headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", given)
    for log in (folder / "access.log", folder / "log" / "stdout"):
        eventually(lambda log=log: "mark=1" in log.read_text(), "its line")  # type: ignore[misc]
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        (line,) = [one for one in lines if "mark=1" in one["message"]]
        assert line["request"] == given, log
        assert {"time", "level"} <= line.keys()


def test_the_processes_of_a_server_are_one_count_and_a_dead_ones_counts_stay(site: Front) -> None:
    def lives() -> float:
        counts = samples(get(f"{site.app.url}/metrics")[1])["winkel_requests_total"]
        return counts.get(("health.live", "200"), 0)

    before = lives()
    for _ in range(20):  # connections of their own: both processes answer some
        get(f"{site.app.url}/api/health/live")
    assert lives() == before + 20
    first = psutil.Process(site.app.process.pid).children()[0].pid
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not psutil.pid_exists(first))
    assert lives() == before + 20
