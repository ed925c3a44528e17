"""`make engine`: walk the composes on a container engine; the exit status is true to the table.

Options: `-n 100000` (products of the upgrade), `--only build,door` (steps), `--keep` (it stays up).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from dev.engine import images
from dev.engine.cluster import Cluster
from dev.engine.engine import Engine, Failed, engine, run
from dev.engine.stack import Stack
from dev.engine.walk import ROOT, Walk

FOLDER = Path("/var/tmp/winkel-engine")  # noqa: S108 - the engine's own: on a disk, only root's
Step = tuple[str, Callable[[], str]]


def _before(folder: Path) -> Path:
    """Lay the version before into a folder: what an upgrade is tried from."""
    from tests.drill.versions import version_before  # noqa: PLC0415 - `make test` reads this file

    run("git", "-C", ROOT, "worktree", "prune")
    run("git", "-C", ROOT, "worktree", "add", "--detach", folder, version_before(ROOT))
    return folder


def _steps(stack: Stack, before: Path, products: int) -> list[Step]:
    walk, cluster = Walk(stack, before, products), Cluster(stack)
    one_host = [
        *(walk.build, walk.first_start, walk.door, walk.scrape, walk.workers, walk.metrics),
        *(walk.backup_and_restore, walk.index_back, walk.lost_parts, walk.engine_restarts),
        *(walk.down_and_up, walk.start_before, walk.upgrade, walk.roll_back),
    ]
    steps: list[Step] = [(step.__name__.replace("_", " "), step) for step in one_host]
    steps.append(("build again", walk.back_to_now))
    steps.append(("cluster starts", lambda: cluster.start(products)))
    steps.append(("cluster loses parts", cluster.lost_parts))
    return steps


def _walk(stack: Stack, steps: list[Step], only: set[str]) -> list[tuple[str, bool, float, str]]:
    rows = []
    for name, step in steps:
        if only and name not in only:
            continue
        print(f"{name} …", flush=True)
        began, well = time.monotonic(), True
        try:
            says = step()
            stack.note_memory()
        except Failed as error:
            well, says = False, str(error)
        rows.append((name, well, time.monotonic() - began, says))
        print(f"  {'ok' if well else 'FAILED'}, {rows[-1][2]:.0f} s: {says}", flush=True)
    return rows


def _table(stack: Stack, rows: list[tuple[str, bool, float, str]]) -> None:
    print("\n| Step | | s | Seen |\n|---|---|---|---|")
    for name, well, took, says in rows:
        print(f"| {name} | {'ok' if well else 'FAILED'} | {took:.0f} | {says.splitlines()[0]} |")
    print("\n| Container | most memory seen, MiB | limit |\n|---|---|---|")
    for name, (most, limit) in sorted(stack.memory.items()):
        print(f"| {name} | {most:.0f} | {limit:.0f} |")


def _run(one: Engine, options: argparse.Namespace) -> int:
    made, lacking = images.prepare(one)
    print(f"Stand-ins: {'yes' if made else 'none'}; not to be had: {', '.join(lacking) or 'none'}")
    without = ["kibana", "dashboards"] if lacking else []
    with tempfile.TemporaryDirectory(prefix="winkel-walk-") as name:
        work = Path(name)
        work.chmod(0o755)
        before = _before(work / "before")
        stack = Stack(one, work, without)
        try:
            only = {*options.only.split(",")} - {""}
            rows = _walk(stack, _steps(stack, before, options.n), only)
        finally:
            if not options.keep:
                with suppress(Failed):
                    stack.take_down()
            run("git", "-C", ROOT, "worktree", "remove", "--force", before)
    _table(stack, rows)
    failed = [name for name, well, _, _ in rows if not well]
    print(f"\n{len(rows) - len(failed)} passed, {len(failed)} failed")
    return int(bool(failed) or not rows)


def main() -> int:
    """Walk; return the exit status."""
    parser = argparse.ArgumentParser(prog="make engine", description=__doc__)
    parser.add_argument("-n", type=int, default=754, help="products of the upgrade")
    parser.add_argument("--only", default="", help="steps, with commas")
    parser.add_argument("--keep", action="store_true", help="leave all up")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        with engine(FOLDER) as one:
            status = _run(one, options)
    except Failed as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    print(f"{(time.monotonic() - began) / 60:.0f} minutes")
    return status


if __name__ == "__main__":
    sys.exit(main())
