"""With workers, what shares fixtures or needs the machine for itself stays on one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.dev.test_complete import session

CONFTEST = """
from tests.support.groups import Groups

def pytest_configure(config):
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Groups())
"""
TESTS = """
import os
import pytest

@pytest.mark.parametrize("number", range(8))
def test_of_a_file(number, pytestconfig):
    with open(pytestconfig.rootpath / "workers", "a") as ran:
        print(os.environ["PYTEST_XDIST_WORKER"], file=ran)
"""


@pytest.mark.full
def test_the_tests_of_a_file_run_on_one_worker(tmp_path: Path) -> None:
    """It says so when a version of pytest makes pytest-xdist overlook the groups, as 9.2.0 did."""
    (tmp_path / "test_other.py").write_text("def test_other(): pass")
    done = session(tmp_path, CONFTEST, TESTS, "-n", "2", "--dist", "loadgroup")
    assert done.returncode == 0, done.stdout
    ran = (tmp_path / "workers").read_text().split()
    assert len(ran) == 8
    assert len(set(ran)) == 1
