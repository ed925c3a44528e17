"""`make drill`: loses what can be lost on one machine and proves that it is back.

Load, kill Elasticsearch, lose the index, back up, lose the disk, restore elsewhere, bring back a
moment by PostgreSQL's archived log, upgrade a catalogue of an earlier version, go back, and upgrade
it under visitors. Everything runs on services that it starts itself, in a folder that it removes.
Success is every table's checksum and 500 searches, equal.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dev.backup import searches
from dev.services.errors import ServiceError
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.reconcile import reconcile, watch
from indexer.index.status import index_status
from indexer.insights.streams import STREAMS, ensure_streams
from indexer.insights.write import index_events
from tests.bench.generate import generate
from tests.drill.moment import back_to_a_moment
from tests.drill.prometheus import scraped
from tests.drill.site import ASKED, Asked, Lost, Site, State, site, state_of
from tests.drill.versions import Skipped, upgrade_and_back, upgrade_beside
from tests.support.own_services import kill
from tests.support.worker import eventually

MOST_S = 15 * 60
PICTURES, EVENTS = 40, 400
FAILED = "FAILED"


@dataclass
class Drill:
    """The steps' results, and what the first site held."""

    folder: Path
    products: int
    rows: list[tuple[str, float, str, str]] = field(default_factory=list)
    asked: Asked = ()
    before: State | None = None

    @property
    def backup(self) -> Path:
        """Return the backup's file, which no site's disk has."""
        return self.folder / "elsewhere" / "backup.tar"

    def step(self, name: str, do: Callable[[], str]) -> None:
        """Do a step and note its time and verdict; what fails ends the drill."""
        started = time.monotonic()
        verdict, said = FAILED, ""
        try:
            verdict, said = "ok", do()
        except Skipped as error:
            verdict, said = "skipped", str(error)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise
        finally:
            self.rows.append((name, time.monotonic() - started, verdict, said))
            print(f"{name}: {verdict}, {time.monotonic() - started:.0f} s. {said}", flush=True)

    def same(self, settings: Settings, *, searching: bool = True) -> str:
        """Return what was compared with the beginning; raises Lost where something differs.

        `searching` False: all but the searches, where the index is the same one.
        """
        assert self.before is not None
        before = self.before if searching else replace(self.before, found=())
        return before.must_equal(state_of(settings, self.asked if searching else ()))


def load(drill: Drill, own: Site) -> str:
    """Fill a catalogue, its index, pictures and events."""
    settings = own.settings
    for words in (["indexer.migrate"], ["indexer.catalogue"]):
        own.module(*words)
    generate(settings.database_url, drill.products)
    media = Path(settings.bucket_location)
    for number in range(PICTURES):
        place = media / f"{number % 7:02d}" / f"{number}.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(bytes([number]) * 2_000)
    ensure_streams(settings)
    index_events(settings, [_event(number) for number in range(EVENTS)])
    rebuild(settings, fast=True)
    drill.asked = searches.questions(settings, ASKED)
    if len(drill.asked) < ASKED:
        raise Lost(f"the catalogue has words for {len(drill.asked)} searches alone")
    drill.before = state_of(settings, drill.asked)
    finding = sum(one.total > 0 for one in drill.before.found)
    if finding < ASKED / 2:
        raise Lost(f"{finding} of {ASKED} searches find anything: they would prove little")
    return f"{drill.products} products; {finding} of {ASKED} searches find something"


def _event(number: int) -> dict[str, object]:
    stream = STREAMS[number % 3]
    at = f"2026-{9 + number % 3:02d}-0{1 + number % 9}T10:00:00+00:00"
    return {"event": stream.event, "@timestamp": at, "_id": f"drill-{number}", "query": "dress"}


def kill_node(drill: Drill, own: Site) -> str:
    """Kill Elasticsearch as the kernel would, start it again: nothing is lost."""
    service = own.service("elasticsearch")
    kill(service)
    service.start_again()
    eventually(service.answers, "Elasticsearch answers again", 180)
    client = elasticsearch(own.settings.elasticsearch_url)
    client.cluster.health(wait_for_status="yellow", timeout="60s")
    return drill.same(own.settings)


def lose_index(drill: Drill, own: Site) -> str:
    """Delete the index: the watch over it builds another one."""
    client, prefix = elasticsearch(own.settings.elasticsearch_url), own.settings.index_prefix
    for index in client.indices.get_alias(name=prefix).body:
        client.indices.delete(index=index)
    checked = watch(own.settings)
    if checked is None or checked.state not in {"rebuilt", "fell back"}:
        raise Lost(f"the loss was not noticed: {checked}")
    return f"{checked.message} {drill.same(own.settings)}"


def restore(drill: Drill, own: Site) -> str:
    """Restore the backup into empty services."""
    own.module("dev.backup", "restore", str(drill.backup))
    checked = reconcile(own.settings, pause=lambda _seconds: None)
    if checked is None or checked.state != "whole":
        raise Lost(f"the index is not whole: {checked}")
    return drill.same(own.settings)


def refuse_half(drill: Drill, own: Site) -> str:
    """Try to restore a truncated backup: it is refused, nothing is replaced, no index either."""
    live = index_status(own.settings).live
    half = drill.backup.with_name("half.tar")
    half.write_bytes(drill.backup.read_bytes()[: drill.backup.stat().st_size // 2])
    try:
        own.module("dev.backup", "restore", str(half))
    except Lost as refused:
        if "Failed:" not in str(refused):
            raise
        if index_status(own.settings).live != live:
            raise Lost("half of a backup has replaced the index") from refused
        return f"refused; {drill.same(own.settings, searching=False)}"
    raise Lost("half of a backup was restored")


def first_site(drill: Drill) -> None:
    """Load a site, and lose parts of it."""
    with site(drill.folder / "first") as own:
        drill.step("load", lambda: load(drill, own))
        drill.step("kill a node", lambda: kill_node(drill, own))
        drill.step("lose the index", lambda: lose_index(drill, own))
        prometheus = drill.folder / "prometheus"
        drill.step("scraped by Prometheus", lambda: scraped(own.settings, prometheus))
        drill.step("back up", lambda: _back_up(drill, own))


def _back_up(drill: Drill, own: Site) -> str:
    own.module("dev.backup", "save", str(drill.backup))
    return f"{drill.backup.stat().st_size / 1e6:.1f} MB, read back"


def practise(drill: Drill) -> None:
    """Do all steps."""
    first_site(drill)
    shutil.rmtree(drill.folder / "first")
    with site(drill.folder / "second") as own:
        drill.step("lose the disk, restore elsewhere", lambda: restore(drill, own))
        drill.step("refuse half a backup", lambda: refuse_half(drill, own))
        drill.step("back to a moment", lambda: back_to_a_moment(own, drill.folder / "moment"))
        drill.step("upgrade, roll back", lambda: upgrade_and_back(own, drill.folder))
        drill.step("upgrade under visitors", lambda: upgrade_beside(own, drill.folder))


def main() -> int:
    """Practise and print the table; return 1 where a step failed."""
    parser = argparse.ArgumentParser(prog="make drill", description=__doc__)
    parser.add_argument("-n", type=int, default=10_000, help="products")
    options = parser.parse_args()
    started, verdict = time.monotonic(), "ok"
    with tempfile.TemporaryDirectory(prefix="winkel-drill-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        drill = Drill(Path(name), options.n)
        drill.backup.parent.mkdir()
        try:
            practise(drill)
        except (ServiceError, Exception) as error:  # said in its row, or none was reached
            verdict = FAILED
            print(f"\nFailed: {error}", file=sys.stderr)
    return report(drill.rows, verdict, time.monotonic() - started)


def report(rows: Sequence[tuple[str, float, str, str]], ended: str, took_s: float) -> int:
    """Print the table, whose last line says what the exit status does; return that."""
    verdicts = [ended, *(verdict for _step, _took, verdict, _said in rows)]
    wrong = [verdict for verdict in verdicts if verdict != "ok"]
    verdict = wrong[0] if wrong else "ok" if took_s <= MOST_S else "slow"
    table = Table("Step", "Seconds", "Verdict", "What was proved")
    for step, seconds, each, said in rows:
        table.add_row(step, f"{seconds:.0f}", each, escape(said))
    table.add_row("all", f"{took_s:.0f}", verdict, f"at most {MOST_S} s")
    Console(width=140).print(table)
    return int(verdict != "ok")


if __name__ == "__main__":
    sys.exit(main())
