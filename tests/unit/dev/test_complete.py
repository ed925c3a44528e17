"""A session in which a test got lost is a failed one, with workers and without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CONFTEST = """
from tests.support.complete import Complete

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Complete())
"""
LOSES = """
def pytest_runtest_protocol(item):
    return True if item.name == "test_lost" else None  # as if it had been run
"""
TESTS = """
def test_one(): pass
def test_lost(): pass
def test_two(): pass
"""


def session(
    folder: Path, conftest: str, tests: str, *words: str
) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_some.py").write_text(tests)
    # A file of its own settles where the session's root is; the project's options are not read.
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", *words]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # others' take seconds to load
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "workers", [[], pytest.param(["-n", "2"], marks=pytest.mark.full)], ids=["alone", "workers"]
)
def test_a_test_that_was_collected_and_never_ended_fails_it(
    tmp_path: Path, workers: list[str]
) -> None:
    done = session(tmp_path, CONFTEST + LOSES, TESTS, *workers)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "test_some.py::test_lost\n1 of 3 have not ended." in done.stdout


@pytest.mark.full
def test_a_worker_that_dies_fails_it_and_the_other_tests_still_run(tmp_path: Path) -> None:
    dies = TESTS.replace("test_lost(): pass", "test_lost():\n    import os; os._exit(0)")
    done = session(tmp_path, CONFTEST, dies, "-n", "2")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 failed, 2 passed" in done.stdout
