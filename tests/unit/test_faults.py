"""Each fault that is survived has its tests (docs/faults.md)."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| (\w+) \|.*\| (`.*`) \|$", re.MULTILINE)


def test_every_fault_has_a_test_that_exists() -> None:
    rows = dict(ROW.findall((TESTS.parent / "docs" / "faults.md").read_text()))
    assert [*rows] == [*"1 2 3 4 4b".split(), *map(str, range(5, 63))]
    for tests in rows.values():
        named = re.findall(r"`([^`:]+)::(\w+)`", tests)
        assert named, tests
        for file, name in named:
            assert f"def {name}(" in (TESTS / file).read_text(), name
