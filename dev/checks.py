"""`make unit`, `make test`, `make test-all`: every check runs, also after one failed.

`checks.mk` lists them. `test` with pytest's arguments runs that part alone, `test-all`
with the names of parts (folders of `tests/proof`) those.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import FrameType

from dev.files import ServiceError
from dev.services.for_tests import services_for_tests

ROOT = Path(__file__).resolve().parents[1]
CHECKS = Path(__file__).with_name("checks.mk")
LOGS = ROOT / ".local" / "checks"
LAST = ("vitest", "e2e", "pytest-unit", "pytest")  # a run ends with the tests' own summaries
# Images often turn the cache of compiled modules off. The tests start some hundred processes, and
# compiling the project's own modules is a fifth of the processor time of such a start.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
# In a file colour codes would break a search for the closing lines; vitest writes them under CI.
COLOURS = {"FORCE_COLOR": "1"} if sys.stdout.isatty() else {"NO_COLOR": "1"}


def main(arguments: list[str]) -> int:
    """Run a goal, parts of it, or pytest or vitest with arguments; returns the exit code."""
    goal, selection = arguments[0], arguments[1:]
    # A shell's background jobs ignore SIGINT, and their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _interrupt)
    if goal == "test" and selection:
        return _call(_part(selection), {})
    try:
        # From the main thread: the services die with the thread that started them.
        with ExitStack() as stack:
            needs = goal in {"test", "test-all"}
            services = (
                stack.enter_context(services_for_tests(partial(print, flush=True))) if needs else {}
            )
            return _checks(selection or [goal], services)
    except ServiceError as error:
        print(f"Not one test ran, for their services did not start. {error}")
        return 1


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _checks(goals: Sequence[str], services: Mapping[str, str]) -> int:
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    make = ["make", "-s", "-k", "-j2", "-O", "--no-print-directory", "-f", str(CHECKS)]
    code = _call([*make, f"LOGS={LOGS}", *goals], {**COLOURS, **services})
    logs = {log.stem: log for log in sorted(LOGS.glob("*.log"))}
    for name in sorted(logs, key=lambda name: LAST.index(name) if name in LAST else -1):
        print(f"\n── {name}\n{logs[name].read_text(errors='replace').rstrip()}", flush=True)
    if (failed := LOGS / "failed").exists():
        print(f"\nFailed: {', '.join(failed.read_text().split())}", file=sys.stderr)
    return 1 if code not in {0, 130} else code


def _call(command: Sequence[str], env: Mapping[str, str]) -> int:
    """Run a command to its end; an interrupt reaches it and its children, once."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment = {**own, **COMPILED, **env}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, process_group=0
    )
    try:
        return process.wait()
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()
        return 130


def _part(selection: list[str]) -> list[str]:
    """Return the command of a part: pytest's, or vitest's for a path in frontend/."""
    if selection[0].startswith("frontend/"):
        vitest = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--"]
        return [*vitest, selection[0].removeprefix("frontend/"), *selection[1:]]
    return [sys.executable, "-m", "pytest", *selection]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
