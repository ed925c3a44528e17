"""Which tests stay together on a worker, and in which order the groups begin."""

from __future__ import annotations

import pytest

# Tests that stop a service, run `make run` or let something time out: one at a time, so that what
# they take from the machine and what they wait for is theirs. They begin first: they are long.
ALONE = "alone"
# Then what works longest; the unit tests, all short, fill the end.
ORDER = ("faults", "integration", "e2e", "unit")


class Groups:
    """Marks every test of a worker with its group and lets the longest groups begin.

    A file is a group, so that its fixtures are made once; `@pytest.mark.xdist_group` says another.
    """

    @pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mark and order what was collected."""
        for item in items:
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group(_file(item)))
        items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    marker = item.get_closest_marker("xdist_group")
    if marker is not None and marker.args == (ALONE,):
        return -1
    part = _file(item).removeprefix("tests/").split("/")[0]
    return ORDER.index(part) if part in ORDER else len(ORDER)


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]
