"""One check: a command with its own name, whose output is kept in a file until it is shown."""

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
# In a file colours would hide the closing lines from whoever searches them.
COLOURS = {"FORCE_COLOR": "1"} if sys.stdout.isatty() else {"NO_COLOR": "1"}


@dataclass(frozen=True, slots=True)
class Check:
    """A command and where it runs; `env` is added to the caller's environment."""

    name: str
    command: list[str]
    folder: Path
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a check ended: its exit code, how long it took in s, and all that it printed."""

    name: str
    code: int
    seconds: float
    output: str

    @property
    def passed(self) -> bool:
        """Tell whether nothing was found wrong."""
        return self.code == 0


class Running:
    """The checks that run now, so that they can be asked how far they are, and be stopped."""

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
        """Interrupt what runs, as Ctrl-C does; nothing starts any more."""
        with self._lock:
            self._stopped = True
            for process, _log, _started in self._now.values():
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)

    def progress(self) -> str:
        """Return what runs, for how long, and how far it says it is."""
        with self._lock:
            now = [(name, log, started) for name, (_, log, started) in self._now.items()]
        return ", ".join(
            f"{name} {time.monotonic() - started:.0f} s{_percent(log)}"
            for name, log, started in now
        )


def _percent(log: Path) -> str:
    found = PERCENT.findall(log.read_bytes()[-4000:]) if log.exists() else []
    return f" ({found[-1].decode()} %)" if found else ""
