"""In a whole run a test gets one more try, is named for it, and fails when it fails again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.checks import plan
from tests.unit.dev.test_complete import CONFTEST, session

WORDS = ["-p", "pytest_rerunfailures", *plan.all_tests({}).command[3:]]
TESTS = """
from pathlib import Path

def test_steady(): pass
def test_of_a_full_machine():
    tried = Path(__file__).with_name("tried")
    assert tried.exists() or tried.touch()
"""
BROKEN = "def test_broken(): assert False"


@pytest.fixture(autouse=True)
def two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINKEL_TEST_WORKERS", "2")


def test_a_test_that_passes_when_run_once_more_is_named(tmp_path: Path) -> None:
    done = session(tmp_path, CONFTEST, TESTS, *WORDS)
    assert done.returncode == 0, done.stdout
    assert "RERUN test_some.py::test_of_a_full_machine" in done.stdout
    assert "2 passed, 1 rerun" in done.stdout


def test_a_test_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    done = session(tmp_path, CONFTEST, f"{TESTS}\n{BROKEN}\n", *WORDS)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "FAILED test_some.py::test_broken" in done.stdout
    assert "1 failed, 2 passed, 2 rerun" in done.stdout
