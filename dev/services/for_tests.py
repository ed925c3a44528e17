"""The tests' services: those given by address, those kept running, or a set for this run alone.

Tests read their own names, `WINKEL_TEST_DATABASE_URL` and so on, so that no shell that knows the
product's database ever gives it to a test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dev.services.errors import RootInUseError
from dev.services.kept import kept_variables
from dev.services.local import VARIABLES, Report, ServiceUrls, local_services
from dev.stop import KEPT_ROOT

PREFIX = "WINKEL_TEST_"
# Where the servers' data lie; given only for servers that nobody but tests uses.
ROOT_NAME = PREFIX + "ROOT"
NAMES = {service: PREFIX + name for service, name in VARIABLES.items()}
# Two runs in the same clone at once take the first and the second folder.
ROOTS = tuple(KEPT_ROOT.with_name(name) for name in ("test", "test-2", "test-3", "test-4"))


def variables_for_tests(services: ServiceUrls, root: Path) -> dict[str, str]:
    """Return the variables that give these services to tests."""
    found = {PREFIX + name: url for name, url in services.urls.items()}
    return found | {ROOT_NAME: str(root)}


@contextmanager
def services_for_tests(
    report: Report = lambda _: None, env: Mapping[str, str] = os.environ
) -> Iterator[dict[str, str]]:
    """Yield the variables of PostgreSQL, Redis and Elasticsearch; what is started ends after.

    Given addresses are used, then those of `make services` in this clone; only what is missing is
    started. Call it from the main thread. Raises ServiceError when one cannot run.
    """
    given = {name: env[name] for name in NAMES.values() if env.get(name)}
    if len(given) == len(NAMES):
        yield given | ({ROOT_NAME: env[ROOT_NAME]} if env.get(ROOT_NAME) else {})
        return
    kept = {} if given else kept_variables(KEPT_ROOT)
    if kept:
        yield kept
        return
    need = {service for service, name in NAMES.items() if name not in given}
    with ExitStack() as stack:
        found = _start(stack, need, report)
        if given:  # some servers are somebody else's: nothing on them is ours to clear
            found.pop(ROOT_NAME)
        yield found | given


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
