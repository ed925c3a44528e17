"""`make stop`, also with CLEAN=1: the right process, and nothing without being asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dev import stop
from dev.services import servers
from dev.services.process import write_pid


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stop, "ROOT", tmp_path)
    monkeypatch.setattr(stop, "LOCAL", tmp_path / ".local")
    monkeypatch.setattr(stop, "KEPT_ROOT", tmp_path / ".local" / "test-kept")
    monkeypatch.setattr(servers, "ROOTS_STATE", tmp_path / "state")
    return tmp_path / ".local"


def test_stop_ends_the_process_that_was_written_down(folder: Path) -> None:
    assert stop.stop() == 0
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"]) as process:
        write_pid(folder / stop.MAIN, process.pid)
        assert stop.stop() == 0
        assert process.wait() != 0


def test_a_pid_that_was_given_to_another_process_is_left_alone(folder: Path) -> None:
    write_pid(folder / stop.MAIN, os.getpid())
    assert stop.main_pid() == os.getpid()
    (folder / stop.MAIN).write_text(f"{os.getpid()} 1\n")
    assert stop.main_pid() is None


def test_clean_deletes_after_a_yes_also_the_data_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = servers.elsewhere(folder)
    data.mkdir(parents=True)
    folder.mkdir()
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    assert stop.clean() == 1
    assert data.exists()
    monkeypatch.setattr("builtins.input", lambda _question: "y")
    assert stop.clean() == 0
    assert not folder.exists()
    assert not data.exists()


@pytest.mark.parametrize("pid_file", [stop.MAIN, Path("test-kept") / stop.KEPT_PID])
def test_clean_refuses_while_something_runs_here(folder: Path, pid_file: Path) -> None:
    write_pid(folder / pid_file, os.getpid())
    assert stop.clean() == 1
    assert folder.exists()
