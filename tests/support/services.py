"""The services of a test session: those given in the environment, or a local set of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.services import RootInUseError, ServiceUrls, local_services

LOCAL = Path(__file__).resolve().parents[2] / ".local"
# One set a session: two sessions in the same clone take the first and the second folder.
ROOTS = ("test", "test-2", "test-3", "test-4")
VARIABLES = {
    "postgres": "DATABASE_URL",
    "redis": "REDIS_URL",
    "elasticsearch": "ELASTICSEARCH_URL",
}


@dataclass(frozen=True, slots=True)
class TestServices:
    """The addresses; `own` tells that nobody else uses these servers.

    `local` are the processes behind them (for a test that stops one), None when given.
    """

    __test__ = False

    database_url: str
    redis_url: str
    elasticsearch_url: str
    own: bool
    local: ServiceUrls | None = None


@contextmanager
def services_for_tests() -> Iterator[TestServices]:
    """Use WINKEL_TEST_DATABASE_URL, …_REDIS_URL, …_ELASTICSEARCH_URL; start those not given."""
    given = {name: os.environ.get(f"WINKEL_TEST_{name}", "") for name in VARIABLES.values()}
    need = {service for service, name in VARIABLES.items() if not given[name]}
    with ExitStack() as stack:
        started = _start_local(stack, need) if need else None
        urls = {**given, **(started.urls if started else {})}
        yield TestServices(
            database_url=urls["DATABASE_URL"],
            redis_url=urls["REDIS_URL"],
            elasticsearch_url=urls["ELASTICSEARCH_URL"],
            own=need == set(VARIABLES),
            local=started,
        )


def _start_local(stack: ExitStack, need: set[str]) -> ServiceUrls:
    for root in ROOTS[:-1]:
        try:
            return stack.enter_context(local_services(LOCAL / root, need, _quiet, brief=True))
        except RootInUseError:
            continue
    return stack.enter_context(local_services(LOCAL / ROOTS[-1], need, _quiet, brief=True))


def _quiet(_line: str) -> None:
    """Say nothing: pytest's own output is the report."""
