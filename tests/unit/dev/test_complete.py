"""A session in which a test got lost is a failed one."""

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


def session(folder: Path, conftest: str, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_some.py").write_text(tests)
    # A file of its own settles where the session's root is; the project's options are not read.
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # others' take seconds to load
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_a_test_that_was_collected_and_never_ended_fails_it(tmp_path: Path) -> None:
    done = session(tmp_path, CONFTEST + LOSES, TESTS)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "test_some.py::test_lost\n1 of 3 have not ended." in done.stdout
