"""`make test-recovery`: load, kill a node, back up, lose the disk, restore.

On services of its own, in a folder that it removes. Success: every table's checksum, each event and
picture and the whole index are as before.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from indexer.core.settings import Settings
from indexer.index.reconcile import reconcile
from indexer.insights.write import STREAMS, ensure_streams, index_events
from tests.drill.site import Lost, Site, site
from tests.support.contents import Contents, contents
from tests.support.own_services import kill
from tests.support.worker import eventually

PICTURES, EVENTS = 40, 400
LIVELY = ("index_check", "outbox")  # written where the index is checked


def load(own: Site, products: int) -> Contents:
    """Fill a catalogue, its index, pictures and events; return what there is."""
    own.fill(products)
    for number in range(PICTURES):
        place = Path(own.settings.bucket_location) / f"{number % 7:02d}" / f"{number}.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(bytes([number]) * 2_000)
    ensure_streams(own.settings)
    index_events(own.settings, [_event(number) for number in range(EVENTS)])
    return contents(own.settings, *LIVELY)


def _event(number: int) -> dict[str, object]:
    at = f"2026-{9 + number % 3:02d}-0{1 + number % 9}T10:00:00+00:00"
    event = STREAMS[number % 3].event
    return {"event": event, "@timestamp": at, "_id": f"drill-{number}", "query": "dress"}


def must_equal(settings: Settings, before: Contents) -> str:
    """Return how much is equal; raises Lost where something differs or is not in the index."""
    checked = reconcile(settings, pause=lambda _seconds: None)
    if checked is None or checked.state != "whole":
        raise Lost(f"the index is not whole: {checked}")
    after = contents(settings, *LIVELY)
    if wrong := [name for name in before | after if before.get(name) != after.get(name)]:
        raise Lost(f"not as before: {', '.join(wrong[:9])}")
    return f"{len(before)} tables, streams and pictures are equal, the index is whole"


def kill_node(own: Site, before: Contents) -> str:
    """Kill Elasticsearch as the kernel would and start it again."""
    node = own.service("elasticsearch")
    kill(node)
    node.start_again()
    eventually(node.answers, "Elasticsearch answers again", 180)
    return must_equal(own.settings, before)


def step(name: str, do: Callable[[], str]) -> None:
    """Do a step and print its outcome and time."""
    began = time.monotonic()
    print(f"{name} …", flush=True)
    outcome = do()
    print(f"{name}: ok in {time.monotonic() - began:.0f} s. {outcome}", flush=True)


def main() -> None:
    """Do all steps; what fails ends the drill."""
    parser = argparse.ArgumentParser(prog="make test-recovery", description=__doc__)
    parser.add_argument("-n", type=int, default=10_000, help="products")
    products = parser.parse_args().n
    with tempfile.TemporaryDirectory(prefix="winkel-drill-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "elsewhere" / "backup.tar"
        with site(folder / "first") as own:
            before = load(own, products)
            step("kill a node", lambda: kill_node(own, before))
            own.module("dev.backup", "save", str(file))
        shutil.rmtree(folder / "first")
        with site(folder / "second") as own:
            own.module("dev.backup", "restore", str(file))
            step("lose the disk, restore", lambda: must_equal(own.settings, before))


if __name__ == "__main__":
    main()
