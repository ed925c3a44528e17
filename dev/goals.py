"""The modules of the Makefile's goals, for `dev/bootstrap.py` and for `dev.tasks`."""

from __future__ import annotations

from typing import NamedTuple


class Goal(NamedTuple):
    """A module and the arguments before the caller's.

    `for_tests`: it needs the packages of tests and linters. `served`: it needs this folder's
    services. `alone`: it replaces the data, so that the site must not run.
    """

    module: str
    arguments: tuple[str, ...] = ()
    for_tests: bool = False
    served: bool = False
    alone: bool = False


GOALS = {
    "run": Goal("dev.run"),
    "import": Goal("indexer.ingest.importing", served=True),
    "reindex": Goal("indexer.index", served=True),
    "backup": Goal("dev.backup", ("save",), served=True),
    "restore": Goal("dev.backup", ("restore",), served=True, alone=True),
    "test-recovery": Goal("tests.drill", for_tests=True),
    "test-chaos": Goal("tests.drill.chaos", for_tests=True),
    "bench": Goal("tests.bench", for_tests=True, served=True),
    "relevance": Goal("tests.relevance", for_tests=True, served=True),
    "test": Goal("dev.checks", ("test",), for_tests=True),
    "test-all": Goal("dev.checks", ("test-all",), for_tests=True),
    "unit": Goal("dev.checks", ("unit",), for_tests=True),
    "services": Goal("dev.services.for_tests", for_tests=True),
}
