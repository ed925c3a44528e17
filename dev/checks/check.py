"""One check: a command with a name, whose output is buffered in a file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

PERCENT = re.compile(rb"\[ *(\d+)%\]")
# In a file colour codes would break a search for the closing lines.
COLOURS = {"FORCE_COLOR": "1"} if sys.stdout.isatty() else {"NO_COLOR": "1"}


@dataclass(frozen=True, slots=True)
class Check:
    """A command and its working folder; `env` is added to the caller's environment."""

    name: str
    command: list[str]
    folder: Path
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a check: its exit code, its time in s, and its output."""

    name: str
    code: int
    seconds: float
    output: str

    @property
    def passed(self) -> bool:
        """Return True if the check passed."""
        return self.code == 0


class Running:
    """The checks that are running, with their progress; they can be stopped."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._lock = threading.Lock()
        self._stopped = False
        self._now: dict[str, tuple[subprocess.Popen[bytes], Path, float]] = {}

    def run(self, check: Check) -> Outcome:
        """Run a check to its end."""
        log = self._logs / f"{check.name.replace(' ', '-')}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        started = time.monotonic()
        with log.open("wb") as out:
            process = self._start(check, out.fileno(), log, started)
            code = process.wait() if process else -signal.SIGINT
        with self._lock:
            self._now.pop(check.name, None)
        output = log.read_text(errors="replace")
        return Outcome(check.name, code, time.monotonic() - started, output)

    def _start(
        self, check: Check, out: int, log: Path, started: float
    ) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                check.command,
                cwd=check.folder,
                env={**os.environ, **COLOURS, **check.env},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                process_group=0,  # Ctrl-C reaches it once, from `stop`
            )
            self._now[check.name] = (process, log, started)
            return process

    def stop(self) -> None:
        """Interrupt the running checks, as Ctrl-C does; no further one starts."""
        with self._lock:
            self._stopped = True
            for process, _log, _started in self._now.values():
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)

    def progress(self) -> str:
        """Return the running checks with their times and progress."""
        with self._lock:
            now = [(name, log, started) for name, (_, log, started) in self._now.items()]
        return ", ".join(
            f"{name} {time.monotonic() - started:.0f} s{_percent(log)}"
            for name, log, started in now
        )


def _percent(log: Path) -> str:
    matches = PERCENT.findall(log.read_bytes()[-4000:]) if log.exists() else []
    return f" ({matches[-1].decode()} %)" if matches else ""
