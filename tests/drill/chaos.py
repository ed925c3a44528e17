"""`make test-chaos MINUTES=30`: trouble after trouble while an operator edits.

Worker killed and frozen, index blocked, its disk filled, Elasticsearch killed, web processes and
jobs killed. Success: no acknowledged edit is lost, each trouble of the site is an alert within
90 s, which ends by itself, and after each one people use the site for a while and all of it works.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import select

from indexer.catalogue.outbox import refusals_in
from indexer.core.db import session_scope
from indexer.index.cluster.client import elasticsearch
from indexer.index.reconcile import reconcile
from indexer.insights.write import Buffer
from indexer.models import Incident
from tests.drill.edits import Operator, lasting, lost_edits
from tests.drill.site import TOKEN, Site, site
from tests.support.day import Answered, Day, day_store
from tests.support.day import troubles as wrong
from tests.support.own_services import hang, kill, resume
from tests.support.production import Served, gunicorn
from tests.support.worker import children, descendants, kill_tree, worker

TOLD_WITHIN_S, OVER_WITHIN_S = 90.0, 300.0
RECORDED_WITHIN_S = 400.0  # runs and prices become events each five minutes
LOOK_S = 1.0
EDITS_A_TROUBLE = 5  # so many at least must have been saved, that one could be lost


class Trouble(NamedTuple):
    """What goes wrong, how it ends, and the alert that must report it (None: it mends itself)."""

    name: str
    alert: str | None
    begin: Callable[[], object]
    end: Callable[[], object] = lambda: None


class Chaos:
    """A site with its web server and its worker, to which things happen."""

    def __init__(self, own: Site, served: Served, disk: Path | None) -> None:
        """`disk`: the small one of Elasticsearch, None where none could be mounted."""
        self.own, self.settings, self.served, self.disk = own, own.settings, served, disk
        self.start_worker()

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
            Trouble("write block", "behind", lambda: self._block("write"), self._unblock),
            Trouble("a web process killed", None, self._kill_web),
            Trouble("worker frozen", "stalled", lambda: self._signal("STOP"), self._thaw),
            Trouble("disk full", "behind", self._fill, self._empty),
            Trouble("a worker's process killed", None, self._kill_part),
            Trouble("Elasticsearch killed", "behind", lambda: kill(node), node.start_again),
            Trouble("Elasticsearch frozen", "behind", lambda: hang(node), lambda: resume(node)),
        ]

    def suffer(self, trouble: Trouble) -> bool:
        """Begin a trouble, wait for its alert, end it, wait for calm; return whether all came."""
        began, alert = time.monotonic(), trouble.alert
        trouble.begin()
        told = alert is None or self._until(lambda: alert in self.alerts(), TOLD_WITHIN_S)
        print(f"{trouble.name}: alert {alert} {time.monotonic() - began:.0f} s: {told}", flush=True)
        began = time.monotonic()
        trouble.end()
        over = self.becomes_calm()
        print(f"{trouble.name}: over {time.monotonic() - began:.0f} s: {over}", flush=True)
        return told and over and self.lives_a_day()

    def lives_a_day(self) -> bool:
        """Use the site as its people do; return whether nothing is wrong that was not before."""
        client = elasticsearch(self.settings.elasticsearch_url)
        before = {*wrong(self.settings, client)}
        try:
            with day_store() as (base, serve):
                Day(self.settings, self._call, self._work, base, serve).live()
        except AssertionError as error:
            print(f"a day after it: {error}", flush=True)
            return False
        self._until(lambda: before.issuperset(wrong(self.settings, client)), RECORDED_WITHIN_S)
        found = [one for one in wrong(self.settings, client) if one not in before]
        print(f"a day after it: {found or 'well'}", flush=True)
        return not found

    def _call(self, method: str, path: str, body: object) -> Answered:
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        with closing(connection):
            connection.request(method, quote(path, safe="/?=&%"), json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return Answered(answer.status, json.loads(text) if is_json else text)

    def _work(self) -> None:
        """Wait until the worker has done what waits."""
        self._until(self._is_done, OVER_WITHIN_S)

    def _is_done(self) -> bool:
        runs = self._call("GET", "/api/scraper/getProcesses", None).body
        return not runs and not self._waits() and not Buffer(self.settings).waiting().events

    def alerts(self) -> set[str]:
        """Return the kinds of the alerts that are open."""
        with session_scope(self.settings.database_url) as session:
            return set(session.scalars(select(Incident.kind).where(Incident.closed_at.is_(None))))

    def becomes_calm(self) -> bool:
        """Wait until no alert is open and every change is written; return whether it came."""
        return self._until(lambda: not self._waits() and not self.alerts(), OVER_WITHIN_S)

    def _waits(self) -> int:
        with session_scope(self.settings.database_url) as session:
            return refusals_in(session).deferred

    def _until(self, what: Callable[[], bool], most_s: float) -> bool:
        until = time.monotonic() + most_s
        while not (is_so := what()) and time.monotonic() < until:
            time.sleep(LOOK_S)
        return is_so

    def _block(self, kind: str, on: bool | None = True) -> None:
        client, index = elasticsearch(self.settings.elasticsearch_url), self.settings.index_prefix
        client.indices.put_settings(index=index, settings={f"index.blocks.{kind}": on})

    def _unblock(self) -> None:
        self._block("write", None)

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
            self._block("read_only_allow_delete")
            return
        with suppress(OSError), (self.disk / "junk").open("ab", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    def _empty(self) -> None:
        if self.disk is None:
            self._block("read_only_allow_delete", None)
        else:
            (self.disk / "junk").unlink()


@contextmanager
def small_disk(folder: Path, megabytes: int = 256) -> Iterator[Path | None]:
    """Mount a disk of some megabytes; None where this account may not."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def troubles(folder: Path, minutes: float, products: int) -> bool:
    """Run a whole site, its index on a small disk, and break its parts; return whether all held."""
    with small_disk(folder / "services" / "elasticsearch") as disk, site(folder) as own:
        own.fill(products)
        with gunicorn(own.settings, folder / "web") as served:
            chaos = Chaos(own, served, disk)
            try:
                results = [chaos.becomes_calm()]
                until = time.monotonic() + 60 * minutes
                operator = Operator(served.port, TOKEN, lasting(own.settings))
                with operator.editing() as expected:
                    for trouble in cycle(chaos.troubles()):
                        results.append(chaos.suffer(trouble))
                        if time.monotonic() > until and len(results) > len(chaos.troubles()):
                            break
                calm, checked = chaos.becomes_calm(), reconcile(own.settings)
                lost = lost_edits(own.settings, expected)
            finally:
                chaos.end_worker()
    print(
        f"{expected.acknowledged} edits acknowledged, {expected.unanswered} refused or unanswered,"
        f" {len(lost)} lost {lost[:5]}; disk: {disk or 'blocked'}. The index: {checked}"
    )
    enough = expected.acknowledged >= EDITS_A_TROUBLE * len(results)
    whole = checked is not None and checked.state == "whole"
    return all(results) and calm and whole and enough and not lost


def main() -> int:
    """Break things; return 1 where something was lost, failed or not reported."""
    parser = argparse.ArgumentParser(prog="make test-chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="and each trouble at least once")
    parser.add_argument("-n", type=int, default=2_000, help="products")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="winkel-chaos-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        held = troubles(Path(name) / "site", options.minutes, options.n)
    print(f"troubles: {'ok' if held else 'FAILED'}")
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
