"""The checks of `make lint`, `make unit` and `make test`, in lanes that run in parallel."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from dev.checks.changed import changed_files, reached_by
from dev.checks.check import Check

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / ".venv" / "bin"
FRONTEND = ROOT / "frontend"

Lane = list[Check]
# Printed last and in this order, so that a run ends with the tests' own summaries.
CLOSING = ("vitest", "pytest")
# Images often turn the cache of compiled modules off. The tests start some hundred processes, and
# compiling the project's own modules is a fifth of the processor time of such a start.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}


def _pytest(env: Mapping[str, str], *arguments: str) -> Check:
    command = [str(BIN / "python"), "-m", "pytest", *arguments]
    return Check("pytest", command, ROOT, {**COMPILED, **env})


def _python(name: str, *command: str) -> Check:
    return Check(name, [str(BIN / command[0]), *command[1:]], ROOT)


def _npm(name: str, script: str, *arguments: str) -> Check:
    extra = ["--", *arguments] if arguments else []
    return Check(name, ["npm", "run", "--silent", script, *extra], FRONTEND)


RUFF = _python("ruff", "ruff", "check", ".")
FORMAT = _python("ruff format", "ruff", "format", "--check", ".")
MYPY = _python("mypy", "mypy")
IMPORTS = _python("import-linter", "lint-imports")
TSC = _npm("tsc", "typecheck")
PRETTIER = _npm("prettier", "format:check")
# Its cache knows a file by its own content and not by the types that it imports: CI uses none.
CACHED = () if os.environ.get("CI") else ("--cache", "--cache-strategy", "content")
ESLINT = _npm("eslint", "lint", *CACHED, "--cache-location", "node_modules/.cache/eslint")
AUDIT = _python("audit", "python", "-m", "dev.checks.audit")
VITEST = Check("vitest", ["npm", "run", "--silent", "test"], FRONTEND, {"CI": "true"})


def lint() -> list[Lane]:
    """Return the linters and type checkers, Python's in parallel to the frontend's."""
    return [[RUFF, FORMAT, MYPY, IMPORTS], [TSC, PRETTIER, ESLINT]]


def unit() -> list[Lane]:
    """Return the quick checks, under a minute; their tests may use no service."""
    tests = _pytest({"WINKEL_TEST_NO_SERVICES": "1"}, "-q", "tests/unit")
    return [[RUFF, MYPY, tests], [VITEST]]


def beside_the_tests() -> Lane:
    """Return the checks that `make test` runs in one lane in parallel to pytest."""
    return [RUFF, FORMAT, MYPY, IMPORTS, AUDIT, TSC, PRETTIER, ESLINT, VITEST]


def all_tests(services: Mapping[str, str]) -> Check:
    """Return pytest over everything, on these services."""
    workers = os.environ.get("WINKEL_TEST_WORKERS") or str(default_workers())
    options = ["-n", workers, "--dist", "loadgroup", "--no-loadscope-reorder", "--durations=20"]
    return _pytest(services, *options)


def default_workers() -> int:
    """Return one worker more than cores, as tests often wait for browsers and jobs; 2 to 8."""
    return min(8, max(2, len(os.sched_getaffinity(0)) + 1))


def changed(arguments: list[str]) -> list[Check]:
    """Return the checks of what the change that is not committed reaches by imports."""
    files = changed_files(ROOT)
    reached = reached_by(ROOT, files)
    checks = [part([*reached, *arguments])] if reached else []
    if any(file.suffix != ".py" for file in files):
        checks.append(_npm("vitest", "test", "--changed", "--passWithNoTests"))
    return checks


def part(arguments: list[str]) -> Check:
    """Return the check for a selection of tests: pytest's, or vitest's for a path in frontend/."""
    if arguments[0].startswith("frontend/"):
        arguments = [arguments[0].removeprefix("frontend/"), *arguments[1:]]
        return _npm("vitest", "test", *arguments)
    return _pytest({}, *arguments)
