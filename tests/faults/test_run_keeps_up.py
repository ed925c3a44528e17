"""Fault 31: a service dies under `make run`; a second `make run` starts in the folder."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from dev.files import mark
from dev.run.frontend import FrontendBuild
from dev.run.keeping import FIRST_PAUSE_S, LONGEST_PAUSE_S, SETTLED_S, Keeper
from dev.services.process import Process
from tests.integration.dev.test_make_run import clone, environment, running
from tests.support.bounds import FULL
from tests.support.groups import OWN_SERVICES
from tests.support.site import built_frontend
from tests.support.worker import eventually

__all__ = ["clone", "environment"]

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group(OWN_SERVICES)]

START_S = 300.0


class Lines:
    """What the command prints, read as it comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.all: list[str] = []
        self._process = process
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError):  # closed at the end of the test
            for line in self._process.stdout:
                self.all.append(line.rstrip())

    def has(self, words: str) -> bool:
        return any(words in line for line in self.all)


@contextmanager
def up(clone: Path, environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], Lines]]:
    """A `make run` with a Redis of its own, from the moment that the site is open."""
    (clone / "frontend" / "dist").symlink_to(built_frontend())
    build = FrontendBuild(clone / "frontend", clone / ".local", environment)
    mark(build._stamp, build._fingerprint)
    with running(clone, {**environment, "REDIS_URL": ""}) as process:
        lines = Lines(process)
        eventually(
            lambda: process.poll() is not None or address(clone), f"the site: {lines.all}", START_S
        )
        assert process.poll() is None, lines.all
        yield process, lines


def address(clone: Path) -> str:
    path = clone / ".local" / "url"
    return path.read_text().strip() if path.exists() else ""


def is_ready(clone: Path) -> bool:
    try:
        with urllib.request.urlopen(f"{address(clone)}/api/health/ready", timeout=60) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def pid_of(clone: Path, name: str) -> int:
    return int((clone / ".local" / "run" / f"{name}.pid").read_text().split()[0])


def test_fault_31_what_dies_is_started_again_and_a_second_make_run_is_refused(
    clone: Path, environment: dict[str, str]
) -> None:
    with up(clone, environment) as (process, lines):
        assert not lines.has("Stop with Ctrl-C")  # the address is there before the first scrape
        at = address(clone)
        eventually((clone / ".local" / "run" / "stores.pid").exists, "all are started")
        for name in ("redis", "worker", "api") if FULL else ("worker",):
            old = pid_of(clone, name)
            psutil.Process(old).send_signal(signal.SIGKILL)
            eventually(
                lambda name=name: (
                    process.poll() is not None  # type: ignore[misc]
                    or lines.has(f"{name} was started again")
                )
            )
            assert process.poll() is None, lines.all
            assert lines.has(f"{name} ended by itself (exit code -9")
            assert pid_of(clone, name) != old
            eventually(lambda: is_ready(clone), f"ready after {name}")
        assert process.poll() is None
        assert address(clone) == at
        (clone / ".local" / "frontend.stamp").unlink()  # a build would seem due
        before = {path: path.read_bytes() for path in files(clone)}
        second = subprocess.run(
            [sys.executable, "-m", "dev.run"],
            cwd=clone,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 1
        assert f"already runs in this folder (process {process.pid})" in second.stderr
        assert address(clone) in second.stderr
        assert {path: path.read_bytes() for path in files(clone)} == before
        assert not (clone / ".local" / "logs" / "frontend.log").exists()
        assert is_ready(clone)


def files(clone: Path) -> list[Path]:
    local = clone / ".local"
    return [local / "url", local / "env", local / "run" / "main.pid", local / "run" / "redis.pid"]


@dataclass
class Dying:
    """A process that ends each time as soon as it is started."""

    name: str
    process: Process
    starts: int = 0

    def start_again(self) -> None:
        self.starts += 1
        popen = subprocess.Popen(["false"])
        popen.wait()
        self.process = Process(self.name, popen, signal.SIGTERM, Path("log"), Path("pid"))


def test_fault_31_what_dies_again_and_again_is_started_with_growing_pauses() -> None:
    now, said = [0.0], list[str]()
    keeper = Keeper(said.append, clock=lambda: now[0])
    popen = subprocess.Popen(["false"])
    popen.wait()
    dying = Dying("it", Process("it", popen, signal.SIGTERM, Path("log"), Path("pid")))
    pauses = []
    for _ in range(9):
        keeper.look(dying)
        starts, since = dying.starts, now[0]
        while dying.starts == starts:
            now[0] += 0.25
            keeper.look(dying)
        pauses.append(now[0] - since)
    assert pauses[0] == FIRST_PAUSE_S
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_S
    assert "exit code 1" in said[0]
    now[0] += SETTLED_S + 1
    keeper.look(dying)
    assert said[-1].endswith(f"again in {FIRST_PAUSE_S:g} s.")
