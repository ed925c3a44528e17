"""The steps of `make run` in their order; an exit stack undoes them in reverse."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.markup import escape

from dev.files import write_exports
from dev.ports import LOOPBACK, listen_from
from dev.run.demo.api import Api
from dev.run.demo.catalogue import DONE, demo_brands, settle_index, unscraped
from dev.run.demo.first_scrape import follow, newest_run, start_scrapes, through_outages
from dev.run.demo.progress import Progress
from dev.run.demo.stores import DemoStoresProcess
from dev.run.frontend import FrontendBuild
from dev.run.modules import run_module, services_needed, winkel_environment
from dev.run.report import Reporter
from dev.services.errors import StepError
from dev.services.local import ServiceUrls, local_services
from dev.services.process import Process, recover, stop_all
from dev.stores.catalogue import load_stores
from indexer.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
FIRST_PORT = 8000
API_WAIT_S = 60.0


class Site:
    """The running site: its services, programs and addresses."""

    def __init__(self, stack: ExitStack, reporter: Reporter) -> None:
        self._stack, self._reporter = stack, reporter
        self._programs: list[Process] = []
        self._stores = DemoStoresProcess(LOCAL)
        self._services: ServiceUrls | None = None
        self._env: dict[str, str] = dict(os.environ)
        self._frontend = FrontendBuild(ROOT / "frontend", LOCAL, os.environ)
        self.url = ""

    def start_services(self) -> None:
        """Start the services without an address in the environment, and the frontend's build."""
        need = services_needed(os.environ)
        self._stack.callback(self._frontend.stop)
        self._frontend.start()
        with self._reporter.step("services") as step:
            self._services = self._stack.enter_context(
                local_services(LOCAL, need, lambda line: self._reporter.line(f"  {line}"))
            )
            step.detail = f"{', '.join(sorted(need)) or 'none'} started"
        self._stack.callback((LOCAL / "env").unlink, missing_ok=True)
        variables = winkel_environment(self._services, os.environ)
        self._env |= variables
        write_exports(LOCAL / "env", variables)

    def prepare(self) -> None:
        """Update schema, reference data, index and frontend."""
        self._module("database schema", ["indexer.migrate"])
        self._module("reference data", ["indexer.catalogue"])
        self._module("index", ["indexer.index", "ensure"])
        with self._reporter.step("frontend") as step:
            step.detail = self._frontend.finish()

    def start_programs(self) -> None:
        """Start the API, the worker and the demo stores."""
        self._stack.callback(stop_all, self._programs)
        with self._reporter.step("API") as step:
            self._start_api()
            step.detail = self.url
        with self._reporter.step("worker"):
            self._program("worker", ["indexer.jobs.worker"])
        with self._reporter.step("demo stores") as step:
            step.detail = self._start_stores()

    def fill_catalogue(self) -> None:
        """Scrape the demo brands without a finished run, or all where the stores moved."""
        settings = Settings.from_env(self._env)
        database_url = settings.database_url
        brands = demo_brands(database_url, list(load_stores()))
        missing = list(brands) if self._stores.moved() else unscraped(database_url, brands)
        if not missing:
            return
        api = self._api()
        with self._reporter.step("scrape of the demo stores") as step:
            self._reporter.line(f"  The site is open already: {self.url}")
            last = through_outages(lambda: newest_run(api), self.check)
            every = len(missing) == len(brands)
            through_outages(lambda: start_scrapes(api, missing, all_brands=every), self.check)
            wanted = {brand_id: brands[brand_id] for brand_id in missing}
            progress = follow(api, wanted, last, self._reporter, self.check)
            through_outages(lambda: settle_index(settings), self.check)
            step.detail = f"{sum(entry.products for entry in progress.values())} products"
        self._tell_failures(progress)
        advice = "The site goes on without it; the next scrape of all demo stores tries again."
        self._make("a past for the demo stores' prices", ["dev.run.demo.histories"], advice)
        advice = "The site goes on without them; `make demo-events` makes them."
        self._make("a week of demo events for /insights", ["dev.run.demo.events", "add"], advice)

    def _make(self, title: str, command: list[str], advice: str) -> None:
        """Generate what a demo shows; the site runs without it too."""
        try:
            with self._reporter.step(title) as step:
                step.detail = self._run(command, advice)
        except StepError as error:
            self._reporter.line(f"[red]✗[/red] {escape(str(error))}")

    def _tell_failures(self, progress: Mapping[int, Progress]) -> None:
        failed = [entry.brand for entry in progress.values() if entry.result not in DONE]
        if not failed:
            self._stores.mark_scraped()
            return
        self._reporter.line(
            f"[red]{len(failed)} of {len(progress)} stores were not scraped: {', '.join(failed)}."
            f"[/red] Each one's log is in {LOCAL / 'logs' / 'scrape'}; "
            "the next `make run` tries them again."
        )

    def announce(self) -> None:
        """Print the addresses and the number of products."""
        count = through_outages(self._api().product_count, self.check)
        self._reporter.line(f"\n[bold]Winkel: {self.url}[/bold]   {count} products")
        self._reporter.line(f"API: {self.url}/api/docs   logs: {LOCAL / 'logs'}")
        self._reporter.line(f"Operators: {self.url}/scraper   {self.url}/insights")
        self._reporter.line(f"Mails that wait without a server: {self.url}/scraper?tab=mails")
        self._reporter.line("Stop with Ctrl-C or `make stop`.")

    def check(self) -> None:
        """Restart processes that have ended by themselves, services first."""
        services = self._services.running if self._services else ()
        for process in (*services, *self._programs):
            process.keep(self._warn, time.monotonic())

    def _warn(self, text: str) -> None:
        self._reporter.line(f"[yellow]{text}[/yellow]")

    def _program(self, name: str, words: Sequence[str], pass_fds: Sequence[int] = ()) -> Process:
        """Start `python -m WORDS` as the caller."""
        program = Process(
            name=name,
            root=LOCAL,
            command=[sys.executable, "-m", *words],
            env=self._env,
            cwd=ROOT,
            pass_fds=pass_fds,
        )
        recover(program.pid_file)
        program.start()
        self._programs.append(program)
        return program

    def _api(self) -> Api:
        return Api(self.url, self._env.get("OPERATOR_TOKEN", ""))

    def _module(self, title: str, command: list[str]) -> None:
        advice = "If the data of this folder may go: make clean, then make run."
        with self._reporter.step(title) as step:
            step.detail = self._run(command, advice)

    def _run(self, command: list[str], advice: str) -> str:
        return run_module(command, self._env, ROOT, LOCAL / "logs", advice)

    def _start_api(self) -> None:
        # Stays open while the site runs: visitors wait while the API restarts.
        listener = self._stack.enter_context(listen_from(FIRST_PORT))
        self.url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        self._env.setdefault("PUBLIC_URL", self.url)
        server = self._program("api", gunicorn_words(listener.fileno()), [listener.fileno()])
        server.wait_for_http(f"{self.url}/api/health/live", API_WAIT_S)
        self._stack.callback((LOCAL / "url").unlink, missing_ok=True)
        (LOCAL / "url").write_text(f"{self.url}\n")

    def _start_stores(self) -> str:
        addresses = self._stores.start(self._program)
        self._run(["dev.stores.brands", "--map", str(self._stores.map)], "See the log above.")
        return f"{len(addresses)}, from {min(addresses.values())}"


def gunicorn_words(listener: int, access_log: Path = LOCAL / "logs" / "access.log") -> list[str]:
    """Return the API server's module and arguments for a listening socket."""
    return [
        "gunicorn",
        "--config=python:app.serving.server",
        f"--bind=fd://{listener}",
        f"--access-logfile={access_log}",
    ]
