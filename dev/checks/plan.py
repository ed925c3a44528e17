"""What `make lint`, `make unit` and `make test` run, in lanes that run beside one another."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from dev.checks.check import Check

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / ".venv" / "bin"
FRONTEND = ROOT / "frontend"

Lane = list[Check]
# Shown last and in this order, so that a run closes with its tests' own summaries.
CLOSING = ("vitest", "pytest")


def _python(name: str, *words: str) -> Check:
    return Check(name, [str(BIN / words[0]), *words[1:]], ROOT)


def _npm(name: str, script: str, *words: str) -> Check:
    extra = ["--", *words] if words else []
    return Check(name, ["npm", "run", "--silent", script, *extra], FRONTEND)


RUFF = _python("ruff", "ruff", "check", ".")
FORMAT = _python("ruff format", "ruff", "format", "--check", ".")
MYPY = _python("mypy", "mypy")
IMPORTS = _python("import-linter", "lint-imports")
TSC = _npm("tsc", "typecheck")
PRETTIER = _npm("prettier", "format:check")
ESLINT = _npm("eslint", "lint")
AUDIT = _python("audit", "python", "-m", "dev.checks.audit")
VITEST = Check("vitest", ["npm", "run", "--silent", "test"], FRONTEND, {"CI": "true"})


def lint() -> list[Lane]:
    """Return the linters and type checkers, Python's beside the frontend's."""
    return [[RUFF, FORMAT, MYPY, IMPORTS], [TSC, PRETTIER, ESLINT]]


def unit() -> list[Lane]:
    """Return what says most in under a minute; no test of it may ask for a service."""
    command = [str(BIN / "python"), "-m", "pytest", "-q", "tests/unit"]
    tests = Check("pytest", command, ROOT, {"WINKEL_TEST_NO_SERVICES": "1"})
    return [[RUFF, MYPY, tests], [VITEST]]


def beside_the_tests() -> Lane:
    """Return what `make test` runs in one lane while pytest has the other cores."""
    return [RUFF, FORMAT, MYPY, IMPORTS, AUDIT, TSC, PRETTIER, ESLINT, VITEST]


def all_tests(services: Mapping[str, str]) -> Check:
    """Return pytest over everything, on these services.

    One failure in thousands beside a full machine tells little: the test is run once more, and the
    summary names it ("RERUN") although it passes then, as something to mend.
    """
    workers = os.environ.get("WINKEL_TEST_WORKERS") or str(default_workers())
    words = ["-n", workers, "--dist", "loadgroup", "--no-loadscope-reorder", "--durations=20"]
    words += ["--reruns=1", "-raR"]
    return Check("pytest", [str(BIN / "python"), "-m", "pytest", *words], ROOT, services)


def default_workers() -> int:
    """Return one worker more than cores, for browsers and jobs are often waited for; 2 to 8."""
    return min(8, max(2, len(os.sched_getaffinity(0)) + 1))


def part(words: list[str]) -> Check:
    """Return the tests that these words name: pytest's, or vitest's for a path in frontend/."""
    if words[0].startswith("frontend/"):
        found = [words[0].removeprefix("frontend/"), *words[1:]]
        return _npm("vitest", "test", *found)
    return Check("pytest", [str(BIN / "python"), "-m", "pytest", *words], ROOT)
