"""Start the services that are needed, hand out their addresses, stop them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dev.files import locked
from dev.ports import free_port
from dev.services.account import data_folder, service_account
from dev.services.elasticsearch.server import ELASTICSEARCH, analysis_folder
from dev.services.errors import RootInUseError, ServiceError
from dev.services.postgres import POSTGRES
from dev.services.process import POLL_S, Process, kill_session, recover, spawn
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
    """A service that was started: its process and the port it listens on."""

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
        """Start it anew at the same address with its data, after it has ended.

        Call it from the main thread. It does not wait until the service answers.
        """
        kill_session(self.process.popen.pid)  # what a killed parent left running on the data
        self.service.prepare(self.place)
        self.process = _spawn(self.root, self.service, self.place, self.port, again=True)
        self.started = time.monotonic()

    def answers(self) -> bool:
        """Tell whether it takes requests."""
        return self.process.running and self.service.ready(self.port)


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """The addresses by environment variable, and the processes behind them."""

    urls: dict[str, str]
    synonyms_dir: Path | None
    running: tuple[Running, ...]

    def environment(self) -> dict[str, str]:
        """Return the variables a program needs to use these services."""
        found = dict(self.urls)
        if self.synonyms_dir:
            found |= {"SYNONYMS_MODE": "file", "SYNONYMS_DIR": str(self.synonyms_dir)}
        return found

    def check(self) -> None:
        """Raise ServiceError when one of the processes has ended."""
        for one in self.running:
            if not one.process.running:
                raise _ended(one)


@contextlib.contextmanager
def local_services(
    root: Path, need: Collection[str] = ALL, report: Report = print, *, brief: bool = False
) -> Iterator[ServiceUrls]:
    """Run the needed services with their data under `root` while the block runs.

    `brief` starts them quickly rather than for top speed. Call it from the main thread (they
    die with the thread that started them). Raises ServiceError when one cannot run or when
    `root` is in use by another command.
    """
    root = root.absolute()
    with locked(root / "services.lock", lambda: _in_use(root)):
        account = service_account()
        folder = data_folder(root, account)
        started: list[Running] = []
        try:
            for name in sorted(need):
                _recover(root, SERVICES[name])
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


def _recover(root: Path, service: Service) -> None:
    recover(root / "run" / f"{service.name}.pid", service.stop_signal)


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
    while any(not one.answered for one in started):
        for position, one in enumerate(started):
            if not one.answered:
                started[position] = _advance(root, one, report)
        time.sleep(POLL_S)


def _advance(root: Path, one: Running, report: Report) -> Running:
    elapsed = time.monotonic() - one.started
    if not one.process.running:
        return _again(root, one)
    if one.service.ready(one.port):
        one.service.complete(one.place, one.port)
        one.answered = True
        report(f"{one.service.name}: {one.service.url(one.port)} ({elapsed:.1f} s)")
    elif elapsed > one.service.start_timeout_s:
        raise ServiceError(
            f"{one.service.name} did not answer within {one.service.start_timeout_s:.0f} s. "
            f"Its log, {one.process.log}, ends:\n{one.process.log_tail()}"
        )
    return one


def _again(root: Path, one: Running) -> Running:
    """Take another port when somebody took this one between our look and the server's bind."""
    tail = one.process.log_tail(60).lower()
    if one.attempt >= BIND_ATTEMPTS or not any(words in tail for words in BIND_ERRORS):
        raise _ended(one)
    again = _start(root, one.service, one.place)
    again.attempt = one.attempt + 1
    return again


def _ended(one: Running) -> ServiceError:
    code = one.process.popen.returncode
    return ServiceError(
        f"{one.service.name} ended (exit code {code}). Its log, {one.process.log}, ends:\n"
        f"{one.process.log_tail()}"
    )


def _urls(started: list[Running]) -> ServiceUrls:
    urls = {VARIABLES[one.service.name]: one.service.url(one.port) for one in started}
    synonyms = None
    for one in started:
        if one.service is ELASTICSEARCH:
            synonyms = analysis_folder(one.place.folder)
    return ServiceUrls(urls, synonyms, tuple(started))


def _stop(started: list[Running]) -> None:
    for one in reversed(started):
        one.process.ask_to_stop()
    for one in reversed(started):
        one.process.wait_stopped()
