"""`make lint`, `make unit`, `make test`: every check runs, also after one failed.

`checks.mk` says which there are; `test` with pytest's arguments runs that part alone.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType

from dev.checks.changed import changed_files, reached_by
from dev.services.errors import ServiceError
from dev.services.for_tests import services_for_tests

ROOT = Path(__file__).resolve().parents[2]
CHECKS = Path(__file__).with_name("checks.mk")
# Shown last and in this order, so that a run ends with the tests' own summaries.
CLOSING = ("vitest", "pytest-unit", "pytest")
PROGRESS_EVERY_S = 30.0
PERCENT = re.compile(r"\[ *(\d+)%\]")
# Images often turn the cache of compiled modules off. The tests start some hundred processes, and
# compiling the project's own modules is a fifth of the processor time of such a start.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
# In a file colour codes would break a search for the closing lines.
COLOURS = {"FORCE_COLOR": "1"} if sys.stdout.isatty() else {"NO_COLOR": "1"}


def main(arguments: list[str]) -> int:
    """Run a goal, or `test` with pytest's arguments; returns the exit code."""
    goal, selection = arguments[0], arguments[1:]
    # A shell's background jobs ignore SIGINT, and their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _interrupt)
    if goal == "pytest":
        return _all_tests()
    if selection:
        return max(
            subprocess.run(
                command, check=False, cwd=ROOT, env={**os.environ, **COMPILED}
            ).returncode
            for command in _part(selection)
        )
    with tempfile.TemporaryDirectory(prefix="winkel-checks-") as logs:
        return _checks(goal, Path(logs))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _checks(goal: str, logs: Path) -> int:
    make = ["make", "-s", "-k", "-j2", "-O", "--no-print-directory", "-f", str(CHECKS)]
    make += [f"LOGS={logs}", goal]
    code = _call(make, COLOURS | COMPILED, logs)
    for name in CLOSING:
        if (log := logs / f"{name}.log").exists():
            _say(f"\n── {name}\n{log.read_text(errors='replace').rstrip()}")
    if (failed := logs / "failed").exists():
        print(f"\nFailed: {', '.join(failed.read_text().split())}", file=sys.stderr)
    return 1 if code not in {0, 130} else code


def _call(command: Sequence[str], env: Mapping[str, str], logs: Path | None = None) -> int:
    """Run a command to its end; an interrupt reaches it and its children, once."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    process = subprocess.Popen(
        command, cwd=ROOT, env={**own, **env}, stdin=subprocess.DEVNULL, process_group=0
    )
    try:
        while True:
            try:
                return process.wait(PROGRESS_EVERY_S)
            except subprocess.TimeoutExpired:
                if logs and (done := _percent(logs / "pytest.log")):
                    _say(f"… pytest {done} %")
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()
        return 130


def _percent(log: Path) -> str:
    found = PERCENT.findall(log.read_text(errors="replace")[-4000:]) if log.exists() else []
    return found[-1] if found else ""


def _all_tests() -> int:
    """Run all tests on services of their own, or on those that are kept."""
    options = ["-n", os.environ.get("WINKEL_TEST_WORKERS") or str(default_workers())]
    options += ["--dist", "loadgroup", "--no-loadscope-reorder", "--durations=20"]
    options += ["--reruns", "1", "--reruns-delay", "10"]  # tests/support/second_try.py
    try:
        # From the main thread: the services die with the thread that started them.
        with services_for_tests(_say) as services:
            return _call([sys.executable, "-m", "pytest", *options], services)
    except ServiceError as error:
        _say(f"Not one test ran, for their services did not start. {error}")
        return 1


def default_workers() -> int:
    """Return one worker more than cores, as tests often wait for browsers and jobs; 2 to 8."""
    return min(8, max(2, len(os.sched_getaffinity(0)) + 1))


def _part(selection: list[str]) -> list[list[str]]:
    """Return the commands of a part: pytest's, or vitest's for a path in frontend/."""
    vitest = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--"]
    pytest = [sys.executable, "-m", "pytest"]
    if selection[0].startswith("frontend/"):
        return [[*vitest, selection[0].removeprefix("frontend/"), *selection[1:]]]
    if selection[0] != "changed":
        return [[*pytest, *selection]]
    files = changed_files(ROOT)
    reached = reached_by(ROOT, files)
    commands = [[*pytest, *reached, *selection[1:]]] if reached else []
    if any(file.suffix != ".py" for file in files):
        commands.append([*vitest, "--changed", "--passWithNoTests"])
    if not commands:
        sys.exit("No test imports what has changed since the last commit.")
    return commands


def _say(line: str) -> None:
    """Print a line at once, also into a pipe."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
