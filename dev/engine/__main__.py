"""`make engine`: walk the composes on a container engine; the exit status is true to the table."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from dev.engine import images
from dev.engine.engine import Engine, Failed, engine, run
from dev.engine.images import ROOT
from dev.engine.stack import Stack
from dev.engine.visitors import Visits
from dev.engine.walk import Step, Walk
from dev.packages import SetupError
from dev.services.errors import ServiceError

FOLDER = Path("/var/tmp/winkel-engine")  # noqa: S108 - the engine's own: on a disk, only root's
HEAD = """
| Step | | s | load | Longest without an answer, s | Searches, failed, slowest s | Seen |
|---|---|---|---|---|---|---|"""


def _do(walk: Walk, step: Step) -> tuple[bool, str]:
    """Do a step; return whether it succeeded, and its row of the table."""
    print(f"{step.do.__name__} …", flush=True)
    began, walk.visits = time.monotonic(), Visits(walk.site)
    try:
        with walk.visits.going_on(step.visitors):
            says, well = step.do(), True
            walk.stack.note_memory()
    except (Failed, LookupError, TypeError, ValueError) as error:
        says, well = str(error) or repr(error), False
    longest, failed = walk.visits.longest_s(), walk.visits.failed
    well &= all(s <= step.most_s for part, s in longest.items() if part)
    took, load = time.monotonic() - began, os.getloadavg()[0]
    if len(failed) > step.most_failed:
        well = False
        with suppress(Failed):
            says = "\n".join([says, *walk.stack.complaints(took)[-20:]])
    cells = [step.do.__name__.replace("_", " "), "ok" if well else "FAILED", f"{took:.0f}"]
    parts = [f"{part} {s:.1f}" for part, s in longest.items() if part or len(longest) == 1]
    counts = f"{len(walk.visits.answered)}, {len(failed)}, {walk.visits.slowest_s:.1f}"
    seen = [", ".join(parts), counts]
    cells += [f"{load:.0f}", *(seen if step.visitors else ["", ""]), says.partition("\n")[0]]
    row = f"| {' | '.join(cells)} |"
    print("\n".join([row, *([] if well else [says]), *failed[:5]]), flush=True)
    return well, row


def _walk(one: Engine, options: argparse.Namespace) -> int:
    from tests.drill.versions import version_before  # noqa: PLC0415 - `make test` reads this file

    without = images.prepare(one)
    with tempfile.TemporaryDirectory(prefix="winkel-walk-") as name:
        work, clone, only = Path(name), Path(name) / "clone", options.only
        work.chmod(0o755)  # containers' users read what it holds
        run("git", "clone", "-q", "--shared", ROOT, clone)
        versions = version_before(ROOT), run("git", "-C", ROOT, "rev-parse", "HEAD").strip()
        walk = Walk(Stack(one, work, without), clone, versions, options.n)
        try:
            steps = [step for step in walk.steps() if step.do.__name__ in only or not only]
            done = [_do(walk, step) for step in steps]
        finally:
            with suppress(Failed):
                walk.stack.take_down()
    print("\n".join([HEAD, *(row for _, row in done)]))
    print("\n| Container | Most memory seen, MiB | Limit |\n|---|---|---|")
    for name, (most, limit) in sorted(walk.stack.memory.items()):
        print(f"| {name} | {most:.0f} | {limit:.0f} |")
    failed = sum(not well for well, _ in done)
    print(f"\n{len(done) - failed} passed, {failed} failed; without {without or 'nothing'}")
    return int(failed > 0 or not done)


def main() -> int:
    """Walk; return the exit status."""
    parser = argparse.ArgumentParser(prog="make engine", description=__doc__)
    parser.add_argument("-n", type=int, default=754, help="products of the upgrade")
    parser.add_argument("--only", nargs="*", default=[], help="steps: build first_start …")
    parser.add_argument("--keep", action="store_true", help="images stay for the next walk")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        with engine(FOLDER, options.keep) as one:
            status = _walk(one, options)
    except (Failed, ServiceError, SetupError) as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    print(f"{(time.monotonic() - began) / 60:.0f} minutes")
    return status


if __name__ == "__main__":
    sys.exit(main())
