"""`make soak MINUTES=30`: trouble after trouble, while an operator edits.

The worker is killed and frozen, the index blocked, its disk filled, Elasticsearch killed, web
processes and jobs killed. Success: no acknowledged edit is lost, and each trouble of the site is an
alert within 90 s, which ends by itself.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sqlalchemy import select

from indexer.catalogue.refusals import refusals_in
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.reconcile import reconcile
from indexer.models import Incident
from tests.bench.generate import generate
from tests.drill.edits import Expected, Operator, lasting, lost_edits
from tests.drill.site import Site, site
from tests.support.own_services import hang, kill, resume
from tests.support.production import Served, gunicorn
from tests.support.worker import PATIENCE_S, children, descendants, eventually, kill_tree, worker

TOLD_WITHIN_S, OVER_WITHIN_S = 90.0, 300.0
LOOK_S = 1.0
DISK_MB = 256
EDITS_A_TROUBLE = 5
TOKEN = "the-operator-of-the-soak"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong, how it ends, and the alert that must tell it (None: it mends itself)."""

    name: str
    alert: str | None
    begin: Callable[[], object]
    end: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True)
class Told:
    """A trouble that was, and after how many seconds it was told, and over once it had ended."""

    name: str
    told_s: float | None
    over_s: float | None
    needs_alert: bool

    @property
    def is_good(self) -> bool:
        """Return True where it was told in time, and ended."""
        in_time = self.told_s is not None and self.told_s <= TOLD_WITHIN_S
        return self.over_s is not None and (in_time or not self.needs_alert)


@dataclass
class Soak:
    """A site with its web server and its worker, to which things happen."""

    own: Site
    settings: Settings
    served: Served
    disk: Path | None
    rows: list[Told] = field(default_factory=list)
    _working: ExitStack = field(default_factory=ExitStack)
    _pid: int = 0

    def start_worker(self) -> None:
        """Start the worker, as a machine's supervisor does."""
        self._working = ExitStack()
        self._pid = self._working.enter_context(worker(self.settings, "--scrapers", "1")).pid

    def end_worker(self) -> None:
        """End it and all of its processes at once."""
        self._working.close()

    def troubles(self) -> list[Trouble]:
        """Return what happens, in its order."""
        node = self.own.service("elasticsearch")
        return [
            Trouble("worker killed", "stalled", self.end_worker, self.start_worker),
            Trouble("write block", "behind", lambda: self._block(True), lambda: self._block(None)),
            Trouble("a web process killed", None, self._kill_web),
            Trouble("worker frozen", "stalled", lambda: self._signal("STOP"), self._thaw),
            Trouble("disk full", "behind", self._fill, self._empty),
            Trouble("a worker's process killed", None, self._kill_part),
            Trouble("Elasticsearch killed", "behind", lambda: kill(node), node.start_again),
            Trouble("Elasticsearch frozen", "behind", lambda: hang(node), lambda: resume(node)),
        ]

    def suffer(self, trouble: Trouble) -> None:
        """Have it happen, wait until it is told, end it, wait until all is well; note both."""
        began, told = time.monotonic(), None
        trouble.begin()
        if trouble.alert is not None:
            told = self._until(lambda: trouble.alert in self.alerts(), began, 2 * TOLD_WITHIN_S)
            print(f"{trouble.name}: told after {told} s", flush=True)
        trouble.end()
        over = self.until_calm()
        print(f"{trouble.name}: over after {over} s", flush=True)
        self.rows.append(Told(trouble.name, told, over, trouble.alert is not None))

    def alerts(self) -> set[str]:
        """Return the kinds of the alerts that are open."""
        with session_scope(self.settings.database_url) as session:
            return set(session.scalars(select(Incident.kind).where(Incident.closed_at.is_(None))))

    def is_calm(self) -> bool:
        """Return True if no alert is open and every change is written."""
        with session_scope(self.settings.database_url) as session:
            waits = refusals_in(session).deferred
        return not waits and not self.alerts()

    def until_calm(self) -> float | None:
        """Wait until all is well; return after how many seconds, None where it is not."""
        return self._until(self.is_calm, time.monotonic(), OVER_WITHIN_S)

    def _until(self, what: Callable[[], bool], since: float, most_s: float) -> float | None:
        while time.monotonic() - since < most_s:
            if what():
                return round(time.monotonic() - since, 1)
            time.sleep(LOOK_S)
        return None

    def _block(self, on: bool | None) -> None:
        client = elasticsearch(self.settings.elasticsearch_url)
        client.indices.put_settings(
            index=self.settings.index_prefix, settings={"index.blocks.write": on}
        )

    def _signal(self, name: str) -> None:
        for pid in (self._pid, *descendants(self._pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, getattr(signal, f"SIG{name}"))

    def _thaw(self) -> None:
        self._signal("CONT")

    def _kill_web(self) -> None:
        os.kill(children(self.served.process.pid)[0], signal.SIGKILL)

    def _kill_part(self) -> None:
        kill_tree(children(self._pid)[-1])

    def _fill(self) -> None:
        if self.disk is None:  # what Elasticsearch does before its disk is full
            self._flood(True)
            return
        with suppress(OSError), (self.disk / "junk").open("ab", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    def _empty(self) -> None:
        if self.disk is None:
            self._flood(None)
        else:
            (self.disk / "junk").unlink()

    def _flood(self, on: bool | None) -> None:
        client = elasticsearch(self.settings.elasticsearch_url)
        client.indices.put_settings(
            index=self.settings.index_prefix, settings={"index.blocks.read_only_allow_delete": on}
        )


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of some megabytes; None where this account may not."""
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=755", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def soaked(folder: Path, products: int) -> Iterator[Soak]:
    """Run a whole site in a folder, its index on a small disk of its own."""
    folder.chmod(0o755)
    with small_disk(folder / "services" / "elasticsearch") as disk, site(folder) as own:
        settings = own.settings.but(operator_token=TOKEN, rate_limits=False)
        for words in (["indexer.migrate"], ["indexer.catalogue"]):
            own.module(*words)
        generate(settings.database_url, products)
        rebuild(settings, fast=True)
        (folder / "web").mkdir()
        with gunicorn(settings, folder / "web") as served:
            soak = Soak(own, settings, served, disk)
            soak.start_worker()
            try:
                eventually(soak.is_calm, "all is well before anything happens", PATIENCE_S)
                yield soak
            finally:
                soak.end_worker()


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and print the table; return 1 where an edit was lost or a trouble was not told."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="and each trouble at least once")
    parser.add_argument("-n", type=int, default=2_000, help="products")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="winkel-soak-", ignore_cleanup_errors=True) as name,
        soaked(Path(name), options.n) as soak,
    ):
        until = time.monotonic() + 60 * options.minutes
        operator = Operator(soak.served.port, TOKEN, lasting(soak.settings))
        with operator.editing() as expected:
            troubles = soak.troubles()
            for trouble in cycle(troubles):
                soak.suffer(trouble)
                if time.monotonic() > until and len(soak.rows) >= len(troubles):
                    break
        calm = soak.until_calm()
        lost, checked = lost_edits(soak.settings, expected), reconcile(soak.settings)
        index = checked.message if checked else "a rebuild was running"
        whole = calm is not None and checked is not None and checked.state == "whole"
        return _said(soak, expected, lost, index, whole)


def _said(soak: Soak, expected: Expected, lost: list[int], index: str, whole: bool) -> int:
    table = Table("Trouble", "told after, s", "over after, s", "")
    for row in soak.rows:
        told = "" if not row.needs_alert else "never" if row.told_s is None else f"{row.told_s:.0f}"
        over = "never" if row.over_s is None else f"{row.over_s:.0f}"
        table.add_row(row.name, told, over, "ok" if row.is_good else "FAILED")
    Console(width=120).print(table)
    disk = "a full disk" if soak.disk else "the block of a full disk (mounting one needs root)"
    print(
        f"{expected.acknowledged} edits acknowledged, {expected.unanswered} refused or unanswered,"
        f" {len(lost)} lost {lost[:5] if lost else ''}; with {disk}. The index: {index}"
    )
    is_good = whole and is_proof(expected, len(soak.rows)) and all(r.is_good for r in soak.rows)
    return int(bool(lost) or not is_good)


def is_proof(expected: Expected, troubles: int) -> bool:
    """Return True if enough was saved that something could have been lost: some edits a trouble."""
    return expected.acknowledged >= EDITS_A_TROUBLE * troubles


if __name__ == "__main__":
    sys.exit(main())
