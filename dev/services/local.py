"""Starts the services that are needed, provides their addresses, stops them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dev.files import locked, tail
from dev.ports import free_port
from dev.services.account import data_folder, service_account
from dev.services.elasticsearch.server import ELASTICSEARCH
from dev.services.errors import RootInUseError, ServiceError
from dev.services.pids import POLL_S
from dev.services.postgres import POSTGRES
from dev.services.process import Process, recover, stop_all
from dev.services.redis import REDIS
from dev.services.service import Place, Service

ALL = frozenset({"postgres", "redis", "elasticsearch"})
SERVICES = {service.name: service for service in (POSTGRES, REDIS, ELASTICSEARCH)}
VARIABLES = {"postgres": "DATABASE_URL", "redis": "REDIS_URL", "elasticsearch": "ELASTICSEARCH_URL"}
BIND_ATTEMPTS = 3
BIND_ERRORS = ("address already in use", "bindexception", "could not create any tcp/ip sockets")

Report = Callable[[str], None]


@dataclass(slots=True, kw_only=True)
class Running(Process):
    """A service with its port, prepared before each start."""

    service: Service
    place: Place
    port: int = field(default_factory=free_port)
    attempt: int = 1
    answered: bool = False

    def argv(self) -> Sequence[str]:
        """Prepare its data, with nobody of an earlier start at them; return its command line."""
        self.service.prepare(self.place)
        return self.service.command(self.place, self.port)

    def answers(self) -> bool:
        """Return True if it accepts requests."""
        return self.running and self.service.ready(self.port)


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
        for service in self.running:
            if not service.running:
                raise ServiceError(service.ending())


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
                started.append(_start(root, SERVICES[name], Place(folder / name, account, brief)))
            _wait_ready(started, report)
            yield _urls(started)
        finally:
            stop_all(started)


def _in_use(root: Path) -> RootInUseError:
    return RootInUseError(
        f"Another command runs the services in {root}. Stop it first (`make stop`)."
    )


def _start(root: Path, service: Service, place: Place) -> Running:
    place.account.own(place.folder)
    running = Running(
        name=service.name,
        root=root,
        env=service.environment(place),
        account=place.account,
        stop_signal=service.stop_signal,
        service=service,
        place=place,
    )
    running.start()
    return running


def _wait_ready(started: list[Running], report: Report) -> None:
    while waiting := [running for running in started if not running.answered]:
        for running in waiting:
            _advance(running, report)
        time.sleep(POLL_S)


def _advance(starting: Running, report: Report) -> None:
    elapsed = time.monotonic() - starting.restarts.since
    if not starting.running:
        _again(starting)
    elif starting.answers():
        if starting.service.complete:
            starting.service.complete(starting.place, starting.port)
        starting.answered = True
        report(f"{starting.name}: {starting.service.url(starting.port)} ({elapsed:.1f} s)")
    elif elapsed > starting.service.start_timeout_s:
        what = f"did not answer within {starting.service.start_timeout_s:.0f} s"
        raise ServiceError(starting.failure(what))


def _again(starting: Running) -> None:
    log_end = tail(starting.log, 60).lower()
    if starting.attempt >= BIND_ATTEMPTS or not any(message in log_end for message in BIND_ERRORS):
        raise ServiceError(starting.ending())
    starting.attempt, starting.port = starting.attempt + 1, free_port()
    starting.start()


def _urls(started: list[Running]) -> ServiceUrls:
    urls = {VARIABLES[running.name]: running.service.url(running.port) for running in started}
    return ServiceUrls(urls, tuple(started))
