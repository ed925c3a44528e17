"""Child processes: known for sure, and ended with what they started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from dev.services import process as processes
from dev.services.account import Account
from dev.services.pids import started_at
from dev.services.process import recover, spawn

OWN = Account("", switch=False)
# Starts a child in a session of its own, as a supervisor does, and ignores SIGTERM.
STUBBORN = """
import signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(
    [sys.executable, "-c", "import signal; signal.pause()"], start_new_session=True
)
print(child.pid, flush=True)
signal.pause()
"""


def start(folder: Path, code: str) -> processes.Process:
    return spawn(
        "one",
        [sys.executable, "-c", code],
        account=OWN,
        stop_signal=signal.SIGTERM,
        folder=folder,
        log=folder / "one.log",
        env=os.environ,
    )


def test_a_process_that_does_not_stop_is_killed_with_its_descendants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stubborn = start(tmp_path, STUBBORN)
    while not (written := stubborn.log.read_text().strip()):
        assert stubborn.running
    child = int(written)
    assert child in [one.pid for one in psutil.Process(stubborn.popen.pid).children()]
    monkeypatch.setattr(processes, "STOP_WAIT_S", 0.2)
    stubborn.ask_to_stop()
    stubborn.wait_stopped()
    assert not stubborn.running
    wait_until_gone(child)
    assert not stubborn.pid_file.exists()


def wait_until_gone(pid: int) -> None:
    """Wait until the process is gone (it is not ours to wait for)."""
    while started_at(pid):
        os.sched_yield()


def test_what_a_killed_run_left_is_ended_by_the_next_one(tmp_path: Path) -> None:
    left = start(tmp_path, "import signal; signal.pause()")
    recover(left.pid_file, signal.SIGTERM)
    assert not left.running
    assert not left.pid_file.exists()


def test_a_pid_that_somebody_else_has_now_is_left_alone(tmp_path: Path) -> None:
    pid_file = tmp_path / "one.pid"
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"]) as other:
        pid_file.write_text(f"{other.pid} 1\n")
        recover(pid_file, signal.SIGTERM)
        assert other.poll() is None
        other.kill()
    assert not pid_file.exists()


def test_a_damaged_pid_file_is_removed(tmp_path: Path) -> None:
    pid_file = tmp_path / "one.pid"
    pid_file.write_text("")
    recover(pid_file, signal.SIGTERM)
    assert not pid_file.exists()
