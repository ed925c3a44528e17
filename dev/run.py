"""`python -m dev.run`: starts everything, prints the address, stops on Ctrl-C or SIGTERM.

The steps stand in their order; an exit stack undoes them in reverse.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from dev.compose import Api
from dev.files import (
    ServiceError,
    file_lock,
    fingerprint,
    is_current,
    mark,
    run_logged,
    step,
    write_exports,
)
from dev.ports import LOOPBACK, listen_from
from dev.services.process import Process, answers, recover, stop_all, write_pid
from dev.services.servers import local_services
from dev.stop import LOCAL, MAIN, ROOT, main_pid
from dev.stores.demo import again, demo_brands, scrape
from dev.stores.server import read_map
from dev.tasks import ENV_FILE, prepare_data, run_module, services_needed, winkel_environment
from indexer.core.settings import Settings

SKIPPED = {"node_modules", "dist", "coverage"}


def build_frontend(folder: Path, local: Path, env: Mapping[str, str]) -> str:
    """Build the frontend, where it changed since; return what was done. Raises ServiceError."""
    # DEV decides at build time whether the development mode is included.
    own = {**env, "VITE_DEV_MODE": "1" if env.get("DEV") == "1" else ""}
    stamp, expected = local / "frontend.stamp", fingerprint(sources(folder), own["VITE_DEV_MODE"])
    if (folder / "dist" / "index.html").exists() and is_current(stamp, expected):
        return "up to date"
    run_logged(["npm", "run", "build"], local / "logs" / "frontend.log", folder, own)
    mark(stamp, expected)
    return "built"


def sources(folder: Path) -> list[Path]:
    """Return the files below the folder that a build may depend on."""
    files = []
    for entry in folder.iterdir():
        if entry.name in SKIPPED or entry.name.endswith(".tsbuildinfo"):
            continue
        files += [p for p in entry.rglob("*") if p.is_file()] if entry.is_dir() else [entry]
    return files


FIRST_PORT, FIRST_STORE = 8000, "8100"
WAIT_S = 60.0
CHECK_EVERY_S = 1.0
STORES = LOCAL / "stores" / "map.json"  # the demo stores' addresses
SCRAPED = LOCAL / "stores" / "scraped.json"  # those that the catalogue's links have


class Site:
    """The running site: its services, programs and address."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack, self._processes = stack, list[Process]()
        self._env: dict[str, str] = dict(os.environ)
        self.url = ""

    def run(self) -> None:
        """Do all steps, then keep everything running; raises ServiceError."""
        self._start_services()
        prepare_data(self._env)
        with step("frontend") as details:
            details.append(build_frontend(ROOT / "frontend", LOCAL, os.environ))
        self._stack.callback(stop_all, programs := list[Process]())
        for title, program, ready in self._programs():
            with step(title):
                recover(program.pid_file)
                program.start()
                programs.append(program)
                self._processes.append(program)
                program.wait_until("answer", ready, WAIT_S)
        (LOCAL / "url").write_text(f"{self.url}\n")
        self._stack.callback((LOCAL / "url").unlink, missing_ok=True)
        run_module(["dev.stores.brands", "--map", str(STORES)], self._env)
        self._fill_catalogue()
        print(f"\nWinkel: {self.url}   {self._count_products()}")
        print(f"API: {self.url}/api/docs   logs: {LOCAL / 'logs'}")
        print(f"Operators: {self.url}/scraper   {self.url}/insights")
        print(f"Mails that wait without a server: {self.url}/scraper?tab=mails")
        print("Stop with Ctrl-C or `make stop`.", flush=True)
        while True:
            time.sleep(CHECK_EVERY_S)
            self.check()

    def check(self) -> None:
        """Restart processes that have ended by themselves, services first."""
        for process in self._processes:
            process.keep(lambda line: print(line, flush=True), time.monotonic())

    def _start_services(self) -> None:
        need = services_needed(os.environ)
        with step("services") as details:
            started = local_services(LOCAL, need, lambda line: print(f"  {line}", flush=True))
            urls, servers = self._stack.enter_context(started)
            details.append(f"{', '.join(sorted(need)) or 'none'} started")
        self._processes += servers
        variables = winkel_environment(urls, os.environ)
        self._env |= variables
        write_exports(ENV_FILE, variables)
        self._stack.callback(ENV_FILE.unlink, missing_ok=True)

    def _programs(self) -> list[tuple[str, Process, Callable[[], bool]]]:
        """Return what the site consists of: title, program, and whether it is ready."""
        # Stays open while the site runs: visitors wait while the API restarts.
        listener = self._stack.enter_context(listen_from(FIRST_PORT))
        self.url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        self._env.setdefault("PUBLIC_URL", self.url)
        server = gunicorn_words(listener.fileno())
        stores = ("dev.stores", "--port", FIRST_STORE, "--map", str(STORES))
        env, began = self._env, time.time()
        return [
            (
                f"API: {self.url}",
                _program("api", server, env, [listener.fileno()]),
                lambda: answers(f"{self.url}/api/health/live", below=500),
            ),
            ("worker", _program("worker", ["indexer.jobs.worker"], env), lambda: True),
            (
                "demo stores",
                _program("stores", stores, env),
                lambda: STORES.exists() and STORES.stat().st_mtime > began,
            ),
        ]

    def _count_products(self) -> str:
        return f"{again(Api(self.url).product_count, self.check)} products"

    def _fill_catalogue(self) -> None:
        """Scrape the demo brands without a finished run, or all where the stores moved.

        Products link to their store's pages, so a store that moved is scraped again.
        """
        settings = Settings.from_env(self._env)
        moved = SCRAPED.exists() and read_map(SCRAPED) != read_map(STORES)
        missing = demo_brands(settings, unscraped=not moved)
        if not missing:
            return
        with step("scrape of the demo stores") as details:
            print(f"  The site is open already: {self.url}", flush=True)
            failed = scrape(settings, missing, self.check)
            details.append(self._count_products())
        if failed:
            print(
                f"✗ {len(failed)} of {len(missing)} stores were not scraped: {', '.join(failed)}."
                f" Each one's log is in {LOCAL / 'logs' / 'scrape'}; the next `make run` tries"
                " them again."
            )
        else:
            SCRAPED.write_text(STORES.read_text())
        try:
            with step("a past for the demo stores' prices, demo events for /insights") as details:
                command = ["dev.stores.demo"]
                details.append(run_module(command, self._env, "The site goes on without."))
        except ServiceError as error:
            print(f"✗ {error}", flush=True)


def _program(
    name: str, words: Sequence[str], env: Mapping[str, str], pass_fds: Sequence[int] = ()
) -> Process:
    """Return `python -m WORDS`."""
    command = [sys.executable, "-m", *words]
    return Process(name=name, root=LOCAL, command=command, env=env, cwd=ROOT, pass_fds=pass_fds)


def gunicorn_words(listener: int, access_log: Path = LOCAL / "logs" / "access.log") -> list[str]:
    """Return the API server's module and arguments for a listening socket."""
    return [
        "gunicorn",
        "--config=python:app.serving.server",
        f"--bind=fd://{listener}",
        f"--access-logfile={access_log}",
    ]


def main() -> int:
    """Start everything and run until stopped; returns the exit code."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    try:
        with file_lock(LOCAL / "run" / "main.lock", _already_running), ExitStack() as stack:
            write_pid(LOCAL / MAIN, os.getpid())
            stack.callback(print, "Everything that was started is stopped.", flush=True)
            Site(stack).run()
    except ServiceError as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # further ones are ignored
        signal.signal(number, lambda *_: None)
    print("\nStopping …", flush=True)
    raise KeyboardInterrupt


def _already_running() -> ServiceError:
    address = LOCAL / "url"
    where = f"at {address.read_text().strip()}" if address.exists() else "and is starting"
    return ServiceError(
        f"Winkel already runs in this folder (process {main_pid()}), {where} . "
        "Use it, or stop it first: make stop"
    )


if __name__ == "__main__":
    os.umask(0o022)  # the services' user must be able to read its files
    sys.exit(main())
