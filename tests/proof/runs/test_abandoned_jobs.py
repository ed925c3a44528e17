"""What a job leaves on a machine whose worker died, too, when another machine closed its run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.ingest.runs import sandbox
from indexer.ingest.runs.sandbox import FOLDER, OWNER, sweep_abandoned

JOB = """
import os, subprocess, sys
from pathlib import Path
from indexer.ingest.runs import sandbox
sandbox._TEMP_ROOT = Path(sys.argv[1])
with sandbox.sandbox("job-1"):
    left = subprocess.Popen(["sleep", "600"])
    print(left.pid, flush=True)
    input()
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sandbox, "_TEMP_ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def job(root: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A job that has started a process."""
    words = [sys.executable, "-c", JOB, str(root)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def started(job: subprocess.Popen[bytes]) -> int:
    assert job.stdout is not None
    return int(job.stdout.readline())


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text()


def grow_old(root: Path) -> None:
    (owner,) = root.glob(f"{FOLDER}*/{OWNER}")
    before = time.time() - 2 * sandbox.SETTLED_S
    os.utime(owner, (before, before))


def test_what_a_killed_job_left_is_ended_and_removed(
    root: Path, job: subprocess.Popen[bytes]
) -> None:
    left = started(job)
    grow_old(root)
    assert sweep_abandoned() == []
    assert is_alive(left)
    job.kill()
    job.wait()
    assert is_alive(left)
    assert sweep_abandoned() == ["job-1"]
    assert not is_alive(left)
    assert list(root.iterdir()) == []
    assert sweep_abandoned() == []


def test_a_folder_that_was_just_made_is_left_alone(root: Path) -> None:
    (root / f"{FOLDER}job-2").mkdir()
    assert sweep_abandoned() == []
    (root / f"{FOLDER}job-2" / OWNER).touch()
    assert sweep_abandoned() == []
    grow_old(root)
    assert sweep_abandoned() == ["job-2"]
