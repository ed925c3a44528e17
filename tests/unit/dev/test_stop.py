"""`make stop` and `make clean`: the right process, and nothing without being asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dev import stop
from dev.services import pids


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stop, "ROOT", tmp_path)
    monkeypatch.setattr(pids, "KEPT_ROOT", tmp_path / ".local" / "test-kept")
    monkeypatch.setattr(stop, "PID_FILE", tmp_path / ".local" / "run" / "main.pid")
    return tmp_path


def test_stopping_where_nothing_runs_is_no_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stop.stop() == 0
    assert "Nothing runs" in capsys.readouterr().out


def test_stop_ends_the_process_that_was_written_down(folder: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"]) as process:
        pids.write(stop.PID_FILE, process.pid)
        assert stop.stop() == 0
        assert process.wait() != 0


def test_a_pid_that_was_given_to_another_process_is_left_alone(folder: Path) -> None:
    stop.PID_FILE.parent.mkdir(parents=True)
    stop.PID_FILE.write_text(f"{os.getpid()} 1\n")
    assert stop.running_pid() is None


def test_clean_deletes_nothing_without_a_yes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".local").mkdir()
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    assert stop.clean() == 1
    assert (folder / ".local").exists()


def test_clean_deletes_also_the_data_behind_a_link(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "data"
    elsewhere.mkdir()
    (folder / ".local").mkdir()
    (folder / ".local" / "services").symlink_to(elsewhere)
    monkeypatch.setattr("builtins.input", lambda _question: "y")
    assert stop.clean() == 0
    assert not (folder / ".local").exists()
    assert not elsewhere.exists()


def test_clean_refuses_while_this_folder_runs(folder: Path) -> None:
    stop.write_pid()
    assert stop.clean() == 1
    assert (folder / ".local").exists()


def test_clean_refuses_while_the_tests_services_are_kept_running_here(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pids.write(pids.KEPT_ROOT / pids.KEEPER, os.getpid())
    assert stop.clean() == 1
    assert "make services STOP=1" in capsys.readouterr().out
    assert (folder / ".local").exists()
