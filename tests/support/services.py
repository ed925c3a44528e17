"""The services of a test session, cleared of leftovers of earlier sessions."""

from __future__ import annotations

import fcntl
import os
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.services.for_tests import NAMES, ROOT_NAME, services_for_tests
from tests.support.database import drop_leftovers

# Set by `make unit`: a unit test that asks for a service is a defect, not a slow test.
NO_SERVICES = "WINKEL_TEST_NO_SERVICES"


@dataclass(frozen=True, slots=True)
class TestServices:
    """The addresses."""

    __test__ = False

    database_url: str
    redis_url: str
    elasticsearch_url: str


def addresses(variables: Mapping[str, str]) -> TestServices:
    return TestServices(
        database_url=variables[NAMES["postgres"]],
        redis_url=variables[NAMES["redis"]],
        elasticsearch_url=variables[NAMES["elasticsearch"]],
    )


@contextmanager
def session_services() -> Iterator[dict[str, str]]:
    """Yield the services' variables, on servers of the tests' own without leftovers.

    One process of a session does this, the others get the variables from it.
    """
    if os.environ.get(NO_SERVICES):
        raise RuntimeError("A unit test asked for a service: it belongs to tests/integration.")
    with services_for_tests() as variables:
        if variables.get(ROOT_NAME):
            with _in_use(Path(variables[ROOT_NAME]), addresses(variables)):
                yield variables
        else:
            yield variables


@contextmanager
def _in_use(root: Path, services: TestServices) -> Iterator[None]:
    """Hold the servers' lock for the session; the first session clears leftovers of killed ones.

    The kernel releases a lock however its holder dies, so nobody waits for a killed session.
    """
    with (root / "sessions.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # other sessions use the servers
        else:
            drop_leftovers(services.database_url)
            delete_indices(services.elasticsearch_url, "test-*")
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


def delete_indices(elasticsearch_url: str, pattern: str) -> None:
    """Delete by pattern; aliases go with their indices."""
    with urllib.request.urlopen(
        f"{elasticsearch_url}/_cat/indices/{pattern}?h=index", timeout=30
    ) as listed:
        names = listed.read().decode().split()
    for name in names:
        request = urllib.request.Request(f"{elasticsearch_url}/{name}", method="DELETE")
        urllib.request.urlopen(request, timeout=30).close()
