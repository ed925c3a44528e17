"""Install what a goal needs and the machine lacks. Standard library only."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from dev.bootstrap import OLDEST_PYTHON
from dev.files import ServiceError, file_lock, fingerprint, is_current, mark, run_logged, step
from dev.packages import apt_install, missing_packages
from dev.services.distribution import cached, java_home
from dev.stop import LOCAL, ROOT, clean, stop


class Goal(NamedTuple):
    """A module and the arguments before the caller's.

    `for_tests`: it needs the packages of tests and linters. `served`: it needs this folder's
    services. `alone`: it replaces the data, so that the site must not run.
    """

    module: str
    arguments: tuple[str, ...] = ()
    for_tests: bool = False
    served: bool = False
    alone: bool = False


GOALS = {
    "run": Goal("dev.run"),
    "import": Goal("indexer.ingest.importing", served=True),
    "reindex": Goal("indexer.index", served=True),
    "backup": Goal("dev.backup", ("save",), served=True),
    "restore": Goal("dev.backup", ("restore",), served=True, alone=True),
    "test-recovery": Goal("tests.drill", for_tests=True),
    "test-chaos": Goal("tests.drill.chaos", for_tests=True),
    "bench": Goal("tests.bench", for_tests=True, served=True),
    "relevance": Goal("tests.relevance", for_tests=True, served=True),
    "export": Goal("indexer.insights.project", served=True),
    "test": Goal("dev.checks", ("test",), for_tests=True),
    "test-all": Goal("dev.checks", ("test-all",), for_tests=True),
    "unit": Goal("dev.checks", ("unit",), for_tests=True),
    "services": Goal("dev.services.for_tests", for_tests=True),
}


VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
OLDEST_NODE = 20
WITHOUT_PREPARATION = {"stop": stop, "clean": clean}


def main(arguments: list[str]) -> int:
    """Prepare the machine for the goal and replace the process by its command."""
    name = arguments[0] if arguments else ""
    if name in WITHOUT_PREPARATION:
        return WITHOUT_PREPARATION[name]()
    goal = GOALS.get(name)
    if goal is None:
        print(f"Choose a goal: {', '.join([*GOALS, *WITHOUT_PREPARATION])}", file=sys.stderr)
        return 2
    try:
        with file_lock(LOCAL / "bootstrap.lock"):  # one command at a time installs into this clone
            _prepare(goal)
    except ServiceError as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    own = [goal.module, *goal.arguments, *arguments[1:]]
    _exec(["dev.tasks", *arguments] if goal.served else own)
    return 0


def _exec(words: list[str]) -> None:
    python = str(VENV / "bin" / "python")
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(python, [python, "-m", *words])  # noqa: S606


def _prepare(goal: Goal) -> None:
    prefix = "WINKEL_TEST_" if goal.for_tests else ""
    given = {name for name in ("DATABASE", "REDIS") if os.environ.get(f"{prefix}{name}_URL")}
    missing = missing_packages("DATABASE" not in given, "REDIS" not in given, goal.for_tests)
    if importlib.util.find_spec("ensurepip") is None:  # Debian splits it off
        missing.append(f"python3.{sys.version_info.minor}-venv")
    if missing:
        with step(f"system packages: {', '.join(missing)}"):
            apt_install(missing)
    _check_node()
    bundled = (cached() / "jdk").exists() or os.environ.get(f"{prefix}ELASTICSEARCH_URL")
    if not bundled:
        java_home()
    _virtual_environment(goal.for_tests)
    _npm_packages()


def _check_node() -> None:
    advice = f"Install Node.js {OLDEST_NODE} or newer with npm (https://nodejs.org) and try again."
    if not shutil.which("node") or not shutil.which("npm"):
        raise ServiceError(f"Node.js or npm is not installed. {advice}")
    version = subprocess.run(["node", "--version"], check=False, capture_output=True, text=True)
    major = re.match(r"v(\d+)", version.stdout)
    if not major or int(major.group(1)) < OLDEST_NODE:
        raise ServiceError(f"Node.js is {version.stdout.strip()}, too old. {advice}")


def _virtual_environment(for_tests: bool) -> None:
    run_files = [ROOT / "requirements.lock"]
    files = [*run_files, ROOT / "requirements-dev.lock"] if for_tests else run_files
    interpreter = (str(VENV), f"{sys.version_info.major}.{sys.version_info.minor}")
    expected = fingerprint(files, *interpreter)
    stamp = VENV / (".stamp-dev" if for_tests else ".stamp")
    if is_current(stamp, expected):
        return
    if not _works(VENV / "bin" / "python"):
        with step("virtual environment"):
            shutil.rmtree(VENV, ignore_errors=True)
            _install("venv", sys.executable, "-m", "venv", str(VENV))
    with step(f"Python packages of {files[-1].name} (a minute or two the first time)"):
        pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check"]
        locks = [word for file in files for word in ("-r", str(file))]
        _install("pip", *pip, "--require-hashes", *locks)
    mark(stamp, expected)
    mark(VENV / ".stamp", fingerprint(run_files, *interpreter))  # which the dev packages include


def _works(python: Path) -> bool:
    pip = VENV / "bin" / "pip"
    if not python.exists() or not pip.exists():
        return False
    code = f"import sys; print(sys.prefix, sys.version_info >= {OLDEST_PYTHON})"
    shown = subprocess.run([str(python), "-c", code], check=False, capture_output=True, text=True)
    moved = str(VENV) not in pip.read_text(errors="replace")[:400]
    return shown.stdout.strip() == f"{VENV} True" and not moved


def _npm_packages() -> None:
    expected = fingerprint([FRONTEND / "package-lock.json"])
    stamp = FRONTEND / "node_modules" / ".stamp"
    if is_current(stamp, expected):
        return
    with step("npm packages"):
        prefix = ("npm", "--prefix", str(FRONTEND))
        _install("npm", *prefix, "ci", "--no-audit", "--no-fund", "--loglevel=http")
    mark(stamp, expected)


def _install(name: str, *command: str) -> None:
    run_logged([*command], LOCAL / "logs" / f"{name}.log", ROOT, os.environ)
