"""What is installed again and what is not, and what a person without rights is told."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from dev import packages, prepare
from dev.files import fingerprint, is_current, mark
from dev.prepare import ROOT
from dev.services.elasticsearch.maven_server import verify_checksum
from dev.services.errors import ServiceError


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
    with pytest.raises(packages.SetupError) as raised:
        packages.apt_install(["postgresql", "redis-server"])
    line = "sudo apt-get update && sudo apt-get install -y postgresql redis-server"
    assert line in str(raised.value)


def test_a_damaged_download_is_refused_and_removed(tmp_path: Path) -> None:
    archive = tmp_path / "server.zip"
    archive.write_bytes(b"half of it")
    with pytest.raises(ServiceError, match=r"server\.zip is damaged"):
        verify_checksum(archive, "sha256", hashlib.sha256(b"all of it").hexdigest())
    assert not archive.exists()


def test_a_long_step_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The step ends once what it said was told, so that no time has to be right."""
    monkeypatch.setattr(prepare, "LOCAL", tmp_path)
    monkeypatch.setattr(prepare, "TOLD_EVERY_S", 0.05)
    told = tmp_path / "told"
    code = f"""
import pathlib, time
print("Collecting flask", flush=True)
while not pathlib.Path({str(told)!r}).exists():
    time.sleep(0.01)
"""
    seen: list[str] = []

    def tell(*words: str, flush: bool) -> None:
        seen.extend(words)
        if "Collecting flask" in words[0]:
            told.touch()

    monkeypatch.setattr("builtins.print", tell)
    prepare._quietly([sys.executable, "-c", code], "pip", tmp_path)
    assert seen[-1].endswith(" s: Collecting flask")
    with pytest.raises(packages.SetupError, match="no such package"):
        prepare._quietly([sys.executable, "-c", "raise SystemExit('no such package')"], "pip")


def test_it_runs_before_any_package_is_installed() -> None:
    words = [sys.executable, "-S", "-c", "import dev.prepare"]  # -S: no site-packages
    assert subprocess.run(words, cwd=ROOT, check=False).returncode == 0
