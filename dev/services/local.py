"""Starts the services that are needed, provides their addresses, stops them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dev.files import locked
from dev.ports import free_port
from dev.services.account import data_folder, service_account
from dev.services.elasticsearch.server import ELASTICSEARCH
from dev.services.errors import RootInUseError, ServiceError
from dev.services.pids import POLL_S
from dev.services.postgres import POSTGRES
from dev.services.process import Process, kill_session, recover, spawn
from dev.services.redis import REDIS
from dev.services.service import Place, Service

ALL = frozenset({"postgres", "redis", "elasticsearch"})
SERVICES = {service.name: service for service in (POSTGRES, REDIS, ELASTICSEARCH)}
VARIABLES = {
    "postgres": "DATABASE_URL",
    "redis": "REDIS_URL",
    "elasticsearch": "ELASTICSEARCH_URL",
}
BIND_ATTEMPTS = 3
BIND_ERRORS = ("address already in use", "bindexception", "could not create any tcp/ip sockets")

Report = Callable[[str], None]


@dataclass(slots=True)
class Running:
    """A started service: its process and its port."""

    root: Path
    service: Service
    place: Place
    process: Process
    port: int
    attempt: int = 1
    answered: bool = False
    started: float = field(default_factory=time.monotonic)

    @property
    def name(self) -> str:
        """Return the service's name."""
        return self.service.name

    def start_again(self) -> None:
        """Restart it at the same address with its data, after it has ended.

        Call it from the main thread. It does not wait until the service answers.
        """
        kill_session(self.process.popen.pid)  # children of a killed parent that use the data
        self.service.prepare(self.place)
        self.process = _spawn(self.root, self.service, self.place, self.port, again=True)
        self.started = time.monotonic()

    def answers(self) -> bool:
        """Return True if it accepts requests."""
        return self.process.running and self.service.ready(self.port)


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """The addresses by environment variable, and the processes of the services."""

    urls: dict[str, str]
    running: tuple[Running, ...]

    def environment(self) -> dict[str, str]:
        """Return the variables a program needs to use these services."""
        return dict(self.urls)

    def check(self) -> None:
        """Raise ServiceError when one of the processes has ended."""
        for running in self.running:
            if not running.process.running:
                raise ServiceError(running.process.ending())


@contextlib.contextmanager
def local_services(
    root: Path, need: Collection[str] = ALL, report: Report = print, *, brief: bool = False
) -> Iterator[ServiceUrls]:
    """Run the needed services with their data under `root` while the block runs.

    `brief` prefers a quick start to top speed. Call it from the main thread (the services end with
    the thread that started them). Raises ServiceError when one cannot run or when `root` is in use
    by another command.
    """
    root = root.absolute()
    with locked(root / "services.lock", lambda: _in_use(root)):
        account = service_account()
        folder = data_folder(root, account)
        started: list[Running] = []
        try:
            for name in sorted(need):
                recover(root / "run" / f"{name}.pid", SERVICES[name].stop_signal)
            for name in sorted(need):
                place = Place(folder / name, account, brief)
                account.own(place.folder)
                SERVICES[name].prepare(place)
                started.append(_start(root, SERVICES[name], place))
            _wait_ready(root, started, report)
            yield _urls(started)
        finally:
            _stop(started)


def _in_use(root: Path) -> RootInUseError:
    return RootInUseError(
        f"Another command runs the services in {root}. Stop it first (`make stop`)."
    )


def _start(root: Path, service: Service, place: Place) -> Running:
    port = free_port()
    return Running(root, service, place, _spawn(root, service, place, port), port)


def _spawn(
    root: Path, service: Service, place: Place, port: int, *, again: bool = False
) -> Process:
    return spawn(
        service.name,
        service.command(place, port),
        account=place.account,
        stop_signal=service.stop_signal,
        folder=root / "run",
        log=root / "logs" / f"{service.name}.log",
        env=service.environment(place),
        again=again,
    )


def _wait_ready(root: Path, started: list[Running], report: Report) -> None:
    while any(not running.answered for running in started):
        for position, running in enumerate(started):
            if not running.answered:
                started[position] = _advance(root, running, report)
        time.sleep(POLL_S)


def _advance(root: Path, starting: Running, report: Report) -> Running:
    elapsed = time.monotonic() - starting.started
    if not starting.process.running:
        return _again(root, starting)
    if starting.service.ready(starting.port):
        if starting.service.complete:
            starting.service.complete(starting.place, starting.port)
        starting.answered = True
        report(f"{starting.service.name}: {starting.service.url(starting.port)} ({elapsed:.1f} s)")
    elif elapsed > starting.service.start_timeout_s:
        what = f"did not answer within {starting.service.start_timeout_s:.0f} s"
        raise ServiceError(starting.process.failure(what))
    return starting


def _again(root: Path, starting: Running) -> Running:
    """Restart on another port when another process took this one before the server's bind."""
    log_end = starting.process.log_tail(60).lower()
    if starting.attempt >= BIND_ATTEMPTS or not any(message in log_end for message in BIND_ERRORS):
        raise ServiceError(starting.process.ending())
    again = _start(root, starting.service, starting.place)
    again.attempt = starting.attempt + 1
    return again


def _urls(started: list[Running]) -> ServiceUrls:
    urls = {
        VARIABLES[running.service.name]: running.service.url(running.port) for running in started
    }
    return ServiceUrls(urls, tuple(started))


def _stop(started: list[Running]) -> None:
    for running in reversed(started):
        running.process.ask_to_stop()
    for running in reversed(started):
        running.process.wait_stopped()
