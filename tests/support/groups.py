"""Which tests run together on a worker, and the order of the groups."""

from __future__ import annotations

import pytest

# Runs that are killed, hang or time out on purpose, and services and sites that are started,
# stopped or hang: of each kind one test at a time, so that they compete less for the machine. They
# run first, as they take long: as one group they were most of what one of three workers did.
ALONE = "alone"
OWN_SERVICES = "own services"
WALK = "walk"  # over all pages, with one browser: the longest group
# Then the longest tests; the short unit tests come last.
ORDER = ("faults", "integration", "e2e", "unit")


class Groups:
    """Marks every test with its group and orders the longest groups first.

    A file is a group, so that its fixtures are created once; `@pytest.mark.xdist_group` overrides.
    """

    @pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mark and order the collected tests."""
        for item in items:
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group(_file(item)))
        items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    marker = item.get_closest_marker("xdist_group")
    if marker is not None and marker.args[0] in {ALONE, OWN_SERVICES, WALK}:
        return -1
    part = _file(item).removeprefix("tests/").split("/")[0]
    return ORDER.index(part) if part in ORDER else len(ORDER)


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]
