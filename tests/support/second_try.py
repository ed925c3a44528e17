"""Tests that passed only at the second try: each is a defect, of the test or of what it tests.

A whole run asks a test that failed once more (`dev.checks`), as on a busy machine one in thousands
depends on its load, and a change must not wait for that one. It is told with its first failure; a
run with more than a few of them has not passed.
"""

from __future__ import annotations

import pytest

MOST = 5


class SecondTry:
    """Tells which tests were tried again, and fails a session in which too many were."""

    def __init__(self) -> None:
        self.failures: dict[str, str] = {}  # of tests by name: the words of the first one

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a failure after which the test is tried again."""
        if str(report.outcome) == "rerun":  # an outcome of pytest-rerunfailures
            self.failures[report.nodeid] = report.longreprtext

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a session that passed by too many second tries."""
        if len(self.failures) > MOST and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List them, and by what they failed."""
        if self.failures:
            terminalreporter.section("tried a second time, to be mended", sep="=", yellow=True)
        for name, words in self.failures.items():
            terminalreporter.line(f"{name}\n{words}\n")
        if len(self.failures) > MOST:
            terminalreporter.line(f"{len(self.failures)} tests were: {MOST} at most may be.")
