"""The tests' services: those with an address, those of `make test KEEP=1`, or a set for this run.

Tests read their own names, `WINKEL_TEST_DATABASE_URL` and so on, so that they never get the
product's database from a shell. `python -m dev.services.for_tests` (`make test KEEP=1`) runs
services until Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from dev.files import RootInUseError, ServiceError, read_exports, write_exports
from dev.services.process import running_pid
from dev.services.servers import ALL, VARIABLES, Report, local_services
from dev.stop import KEPT_PID, KEPT_ROOT

PREFIX = "WINKEL_TEST_"
# The folder of the servers' data; set only for servers that nobody but tests uses.
ROOT_NAME = PREFIX + "ROOT"
NAMES = {service: PREFIX + name for service, name in VARIABLES.items()}
# Two runs in the same clone at once take the first and the second folder.
ROOTS = tuple(KEPT_ROOT.with_name(name) for name in ("test", "test-2", "test-3", "test-4"))
ENV = Path("run", "env")  # below a root: the variables of kept services, once they answer


def _variables(urls: Mapping[str, str], root: Path) -> dict[str, str]:
    return {PREFIX + name: url for name, url in urls.items()} | {ROOT_NAME: str(root)}


@contextmanager
def services_for_tests(report: Report = lambda _: None) -> Iterator[dict[str, str]]:
    """Yield the variables of PostgreSQL, Redis and Elasticsearch; started services end afterwards.

    Configured addresses are used, or those of `make test KEEP=1` in this clone, or services are
    started. Call it from the main thread. Raises ServiceError when one cannot run.
    """
    configured = {name: os.environ[name] for name in NAMES.values() if os.environ.get(name)}
    if len(configured) == len(NAMES):
        own = os.environ.get(ROOT_NAME)
        yield configured | ({ROOT_NAME: own} if own else {})
        return
    if configured:
        raise ServiceError(f"Give all of these or none: {', '.join(NAMES.values())}")
    if kept := service_variables(KEPT_ROOT):
        yield kept
        return
    with ExitStack() as stack:
        for root in ROOTS:
            with suppress(RootInUseError):
                urls, _ = stack.enter_context(local_services(root, ALL, report, brief=True))
                break
        else:
            raise RootInUseError(f"{len(ROOTS)} other runs of tests use the folders of this clone.")
        yield _variables(urls, root)


def service_variables(root: Path) -> dict[str, str]:
    """Return the variables of the services kept under `root`; empty when they are not up."""
    is_up = running_pid(root / KEPT_PID) and (root / ENV).exists()
    return read_exports(root / ENV) if is_up else {}


def up(root: Path, need: Collection[str]) -> None:
    """Run services until a signal ends this process; raises ServiceError when one has ended."""
    (root / ENV).unlink(missing_ok=True)  # of a command that was killed
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with local_services(root, need, brief=True) as (urls, servers):
        write_exports(root / ENV, _variables(urls, root))
        print("The tests of this clone use them. Stop with Ctrl-C.", flush=True)
        while not stop.wait(1.0):
            for server in servers:
                if not server.running:
                    raise ServiceError(server.ending())


def main(root: str = str(KEPT_ROOT), *need: str) -> int:
    """Run the services; returns the exit code."""
    try:
        up(Path(root), need or ALL)
    except ServiceError as error:
        print(f"Failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
