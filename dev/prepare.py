"""Install what a goal needs and the machine lacks. Standard library only."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.bootstrap import OLDEST_PYTHON
from dev.files import fingerprint, is_current, locked, mark, tail
from dev.goals import GOALS, Goal
from dev.packages import SetupError, apt_install, missing_packages
from dev.services.elasticsearch.distribution import cached, java_home
from dev.services.errors import ServiceError
from dev.stop import clean, stop

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCAL = ROOT / ".local"
FRONTEND = ROOT / "frontend"
OLDEST_NODE = 20
TOLD_EVERY_S = 5.0  # of a step that takes long
LONGEST_LINE = 90  # characters

WITHOUT_PREPARATION: dict[str, Callable[[], int]] = {"stop": stop, "clean": clean}


def main(arguments: list[str]) -> int:
    """Prepare the machine for the goal and replace the process by its command."""
    goal = arguments[0] if arguments else ""
    if goal in WITHOUT_PREPARATION:
        return WITHOUT_PREPARATION[goal]()
    if goal not in GOALS:
        print(f"Choose a goal: {', '.join([*GOALS, *WITHOUT_PREPARATION])}", file=sys.stderr)
        return 2
    chosen = GOALS[goal]
    try:
        with locked(LOCAL / "bootstrap.lock"):  # one command at a time installs into this clone
            _prepare(chosen)
    except SetupError as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if chosen.served:
        _exec("dev.tasks", arguments)
    elif chosen.module:
        _exec(chosen.module, [*chosen.arguments, *arguments[1:]])
    return 0


def _exec(module: str, arguments: list[str]) -> None:
    python = str(VENV / "bin" / "python")
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(python, [python, "-m", module, *arguments])  # noqa: S606


def _prepare(chosen: Goal) -> None:
    _system_packages(chosen)
    if not chosen.contained:
        _check_node()
        if not _is_configured("ELASTICSEARCH_URL", chosen.for_tests):
            _check_java()
    _virtual_environment(chosen.for_tests)
    if not chosen.contained:
        _npm_packages()


@contextmanager
def _step(title: str) -> Iterator[None]:
    started = time.monotonic()
    print(f"… {title}", flush=True)
    yield
    print(f"✓ {title} ({time.monotonic() - started:.1f} s)", flush=True)


def _is_configured(name: str, for_tests: bool) -> bool:
    return bool(os.environ.get(("WINKEL_TEST_" if for_tests else "") + name))


def _system_packages(chosen: Goal) -> None:
    missing = []
    if not chosen.contained:
        missing = missing_packages(
            for_tests=chosen.for_tests,
            postgres=not _is_configured("DATABASE_URL", chosen.for_tests),
            redis=not _is_configured("REDIS_URL", chosen.for_tests),
        )
    if importlib.util.find_spec("ensurepip") is None:  # Debian splits it off
        missing.append(f"python3.{sys.version_info.minor}-venv")
    if missing:
        with _step(f"system packages: {', '.join(missing)}"):
            apt_install(missing)


def _check_java() -> None:
    distribution = cached()
    if distribution and distribution.bundled_java:
        return
    try:
        java_home()
    except ServiceError as error:
        raise SetupError(str(error)) from None


def _check_node() -> None:
    advice = f"Install Node.js {OLDEST_NODE} or newer with npm (https://nodejs.org) and try again."
    if not shutil.which("node") or not shutil.which("npm"):
        raise SetupError(f"Node.js or npm is not installed. {advice}")
    asked = subprocess.run(["node", "--version"], check=False, capture_output=True, text=True)
    major = re.match(r"v(\d+)", asked.stdout)
    if not major or int(major.group(1)) < OLDEST_NODE:
        raise SetupError(f"Node.js is {asked.stdout.strip()}, too old. {advice}")


def _virtual_environment(for_tests: bool) -> None:
    run_files = [ROOT / "requirements.lock"]
    files = [*run_files, ROOT / "requirements-dev.lock"] if for_tests else run_files
    interpreter = (str(VENV), f"{sys.version_info.major}.{sys.version_info.minor}")
    expected = fingerprint(files, *interpreter)
    stamp = VENV / (".stamp-dev" if for_tests else ".stamp")
    if is_current(stamp, expected):
        return
    if not _works(VENV / "bin" / "python"):
        with _step("virtual environment"):
            shutil.rmtree(VENV, ignore_errors=True)
            _quietly([sys.executable, "-m", "venv", str(VENV)], "venv")
    with _step(f"Python packages of {files[-1].name} (a minute or two the first time)"):
        pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check"]
        _quietly([*pip, "--require-hashes", "-r", str(files[-1])], "pip")
    mark(stamp, expected)
    mark(VENV / ".stamp", fingerprint(run_files, *interpreter))  # which the dev packages include


def _works(python: Path) -> bool:
    pip = VENV / "bin" / "pip"
    if not python.exists() or not pip.exists():
        return False
    code = f"import sys; print(sys.prefix, sys.version_info >= {OLDEST_PYTHON})"
    asked = subprocess.run([str(python), "-c", code], check=False, capture_output=True, text=True)
    moved = str(VENV) not in pip.read_text(errors="replace")[:400]
    return asked.stdout.strip() == f"{VENV} True" and not moved


def _npm_packages() -> None:
    expected = fingerprint([FRONTEND / "package-lock.json"])
    stamp = FRONTEND / "node_modules" / ".stamp"
    if is_current(stamp, expected):
        return
    with _step("npm packages"):
        _quietly(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=http"], "npm", FRONTEND)
    mark(stamp, expected)


def _watched(process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for a command, and say every few seconds how far its log is."""
    started = time.monotonic()
    while True:
        try:
            process.wait(TOLD_EVERY_S)
            return
        except subprocess.TimeoutExpired:
            print(f"    {time.monotonic() - started:.0f} s: {_last_line(log)}", flush=True)


def _last_line(log: Path) -> str:
    last = " ".join(tail(log, 1).split())
    return last[:LONGEST_LINE] or "no word yet"


def _quietly(command: list[str], name: str, folder: Path = ROOT) -> None:
    """Run a command with its output in a log; raises SetupError with the log's end."""
    log = LOCAL / "logs" / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out)
        try:
            _watched(process, log)
        finally:
            process.kill()  # where it goes on: the step was ended
            process.wait()
    if process.returncode:
        raise SetupError(f"`{' '.join(command)}` failed. {log} ends:\n{tail(log)}")
