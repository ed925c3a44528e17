"""A test session passes only when every collected test has a result."""

from __future__ import annotations

import pytest

MOST_NAMES = 20


class Complete:
    """Fails a session in which a collected test gave no result.

    A worker that dies or a scheduler that loses a test must not just reduce the number of tests.
    """

    def __init__(self) -> None:
        self._collected: set[str] = set()
        self._ended: set[str] = set()
        self.missing: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record the tests that this process will run (none with workers)."""
        self._collected.update(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Record the tests that the workers will run; each of them collects all."""
        self._collected.update(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test's end: its teardown, or the report that its worker died."""
        if report.when not in {"setup", "call"}:
            self._ended.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a session that passed with tests missing."""
        if session.config.option.collectonly or session.exitstatus != pytest.ExitCode.OK:
            return
        self.missing = sorted(self._collected - self._ended)
        if self.missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the tests that did not end."""
        if self.missing:
            terminalreporter.section("tests without a result", sep="=", red=True)
            for name in self.missing[:MOST_NAMES]:
                terminalreporter.line(name)
            terminalreporter.line(f"{len(self.missing)} of {len(self._collected)} have not ended.")
