"""What is installed again and what is not, and what a person without rights is told."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dev import files, packages
from dev.files import fingerprint, is_current, last_line, mark
from dev.services.distribution import verify_checksum
from dev.services.errors import ServiceError
from dev.stop import ROOT


def test_a_stamp_is_current_until_a_file_changes(tmp_path: Path) -> None:
    source, stamp = tmp_path / "requirements.txt", tmp_path / "made" / ".stamp"
    source.write_text("flask==3.1.3\n")
    mark(stamp, fingerprint([source]))
    assert is_current(stamp, fingerprint([source]))
    source.write_text("flask==3.1.4\n")
    assert not is_current(stamp, fingerprint([source]))


def test_without_root_and_sudo_the_exact_apt_line_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ServiceError) as raised:
        packages.apt_install(["postgresql", "redis-server"])
    line = "sudo apt-get update && sudo apt-get install -y postgresql redis-server"
    assert line in str(raised.value)


def test_a_damaged_download_is_refused_and_removed(tmp_path: Path) -> None:
    archive = tmp_path / "server.zip"
    archive.write_bytes(b"half of it")
    with pytest.raises(ServiceError, match=r"server\.zip is damaged"):
        verify_checksum(archive, hashlib.sha256(b"all of it").hexdigest())
    assert not archive.exists()


def test_a_long_step_prints_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The step ends once its progress was printed, so that no time has to be right."""
    monkeypatch.setattr(files, "PROGRESS_EVERY_S", 0.05)

    def told(log: Path) -> str:
        (tmp_path / "told").touch()
        return last_line(log)

    monkeypatch.setattr(files, "last_line", told)
    script = "echo Collecting flask; while [ ! -e told ]; do sleep 0.01; done"
    files.logged(["sh", "-c", script], tmp_path / "log", tmp_path, os.environ)
    assert " s: Collecting flask" in capsys.readouterr().out


def test_it_runs_before_any_package_is_installed() -> None:
    words = [sys.executable, "-S", "-c", "import dev.prepare"]  # -S: no site-packages
    assert subprocess.run(words, cwd=ROOT, check=False).returncode == 0
