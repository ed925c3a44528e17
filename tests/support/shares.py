"""How much of a test session's time each part of the suite took."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest


class Shares:
    """Prints the seconds of each part, which is a folder of `tests` or of one of its levels."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a test's set-up, call or teardown took."""
        part = part_of(report.nodeid)
        self._seconds[part] += report.duration
        self._tests[part] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line for each part, the slowest first."""
        total = sum(self._seconds.values())
        if not terminalreporter.config.getoption("durations") or not total:
            return
        terminalreporter.section("time by part")
        for part, seconds in sorted(self._seconds.items(), key=lambda one: -one[1]):
            share = f"{100 * seconds / total:4.1f} %"
            terminalreporter.line(f"{seconds:8.1f} s {share} {self._tests[part]:5} tests  {part}")


def part_of(nodeid: str) -> str:
    """Return a test's part: a file in `tests/faults` is of the part `faults`."""
    folders = nodeid.partition("::")[0].split("/")[1:-1]
    return "/".join(folders[:2]) or "tests"
