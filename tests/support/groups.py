"""Which tests stay together on a worker, and in which order the groups begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Tests that stop a service, run `make run` or let something time out: one at a time, so that what
# they take from the machine and what they wait for is theirs. They begin first: they are long.
ALONE = "alone"
# Then what works longest; the unit tests, all short, fill the end.
ORDER = ("faults", "integration", "e2e", "unit")


def in_groups(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Mark every test with its group and return them as the groups are to begin.

    A file is a group, so that its fixtures are made once; `@pytest.mark.xdist_group` says another.
    """
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(str(item.path.relative_to(ROOT))))
    return sorted(items, key=_rank)


def _rank(item: pytest.Item) -> int:
    marker = item.get_closest_marker("xdist_group")
    if marker is not None and marker.args == (ALONE,):
        return -1
    part = item.path.relative_to(ROOT).parts[0]
    return ORDER.index(part) if part in ORDER else len(ORDER)
