"""What `make test` says: every part's output whole, the tests' summaries last, no loss unseen."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from dev.checks import __main__ as checks
from dev.checks import plan
from dev.checks.check import Check, Running
from dev.checks.lanes import Lanes
from dev.services.errors import ServiceError


def program(name: str, code: str) -> Check:
    return Check(name, [sys.executable, "-c", code], Path("/"))


@pytest.fixture
def lanes(tmp_path: Path) -> Lanes:
    return Lanes(Running(tmp_path), ("vitest", "pytest"))


def test_a_check_after_a_failed_one_still_runs_and_the_tests_are_shown_last(
    lanes: Lanes, capsys: pytest.CaptureFixture[str]
) -> None:
    lanes.start([program("pytest", "print('7 passed')")])
    lanes.start(
        [program("ruff", "print('line 1'); exit(3)"), program("vitest", "print('Tests 2')")]
    )
    outcomes = {outcome.name: outcome.code for outcome in lanes.outcomes()}
    assert outcomes == {"ruff": 3, "vitest": 0, "pytest": 0}
    shown = capsys.readouterr().out
    assert "── ruff: FAILED (exit code 3)" in shown
    words = ["line 1", "Tests 2", "7 passed"]
    assert sorted(words, key=shown.index) == words


def test_services_that_do_not_start_fail_the_run_and_say_so(
    lanes: Lanes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_report: object) -> AbstractContextManager[Mapping[str, str]]:
        raise ServiceError("redis ended (exit code 1).")

    monkeypatch.setattr(plan, "beside_the_tests", lambda: [program("ruff", "")])
    monkeypatch.setattr(checks, "services_for_tests", refuse)
    assert checks._verdict(checks._everything(lanes)) == 1
    shown = capsys.readouterr()
    assert "Not one test ran" in shown.out
    assert "redis ended" in shown.out
    assert "Failed: pytest" in shown.err
