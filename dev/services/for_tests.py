"""The tests' services: those with an address, those of `make services`, or a set for this run.

Tests read their own names, `WINKEL_TEST_DATABASE_URL` and so on, so that they never get the
product's database from a shell.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dev.services.errors import RootInUseError
from dev.services.kept import kept_variables
from dev.services.local import VARIABLES, Report, ServiceUrls, local_services
from dev.services.pids import KEPT_ROOT

PREFIX = "WINKEL_TEST_"
# The folder of the servers' data; set only for servers that nobody but tests uses.
ROOT_NAME = PREFIX + "ROOT"
NAMES = {service: PREFIX + name for service, name in VARIABLES.items()}
# Two runs in the same clone at once take the first and the second folder.
ROOTS = tuple(KEPT_ROOT.with_name(name) for name in ("test", "test-2", "test-3", "test-4"))


def variables_for_tests(services: ServiceUrls, root: Path) -> dict[str, str]:
    variables = {PREFIX + name: url for name, url in services.urls.items()}
    return variables | {ROOT_NAME: str(root)}


@contextmanager
def services_for_tests(report: Report = lambda _: None) -> Iterator[dict[str, str]]:
    """Yield the variables of PostgreSQL, Redis and Elasticsearch; started services end afterwards.

    Configured addresses are used, then those of `make services` in this clone; only missing
    services are started. Call it from the main thread. Raises ServiceError when one cannot run.
    """
    configured = {name: os.environ[name] for name in NAMES.values() if os.environ.get(name)}
    if len(configured) == len(NAMES):
        root = os.environ.get(ROOT_NAME)
        yield configured | ({ROOT_NAME: root} if root else {})
        return
    kept = {} if configured else kept_variables(KEPT_ROOT)
    if kept:
        yield kept
        return
    need = {service for service, name in NAMES.items() if name not in configured}
    with ExitStack() as stack:
        variables = _start(stack, need, report)
        if configured:  # some servers are shared: tests must not clear them
            variables.pop(ROOT_NAME)
        yield variables | configured


def _start(stack: ExitStack, need: set[str], report: Report) -> dict[str, str]:
    for root in ROOTS:
        try:
            started = stack.enter_context(local_services(root, need, report, brief=True))
        except RootInUseError:
            if root == ROOTS[-1]:
                raise
            continue
        return variables_for_tests(started, root)
    raise AssertionError("unreachable: the last folder returns or raises")
