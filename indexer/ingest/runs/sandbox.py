"""A job's processes and files are marked, so that nothing of a dead job is left (fault 15).

A browser survives the SIGKILL of the process that drives it. Everything a job starts inherits
`WINKEL_JOB` and a `TMPDIR` of its own (profiles and drivers' folders lie in there); whoever closes
the job, the job itself, its worker or the reaper, ends and removes both by that mark. Where the job
is closed on another machine, a worker of its own one does so: nobody locks the folder any more.
"""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

MARK = "WINKEL_JOB"
FOLDER = "winkel-job-"
OWNER = ".owner"  # in the folder; locked by the job's process while that lives
SETTLED_S = 60.0  # a folder that is younger may be one whose job is about to lock it
GONE_WITHIN_S = 5.0
_TEMP_ROOT = Path(tempfile.gettempdir())


def folder_of(job_id: str) -> Path:
    """Return the job's own folder for temporary files."""
    return _TEMP_ROOT / f"{FOLDER}{job_id}"


@contextmanager
def sandbox(job_id: str) -> Iterator[Path]:
    """Mark what is started inside the block; at its end, end and remove what is left of it."""
    folder = folder_of(job_id)
    folder.mkdir(parents=True, exist_ok=True)
    owner = (folder / OWNER).open("w")
    fcntl.flock(owner, fcntl.LOCK_EX)  # until it is closed, or this process ends
    before = {name: os.environ.get(name) for name in (MARK, "TMPDIR")}
    _set_environment({MARK: job_id, "TMPDIR": str(folder)})
    try:
        yield folder
    finally:
        _set_environment(before)
        sweep(job_id)
        owner.close()


def _set_environment(values: dict[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    tempfile.tempdir = None  # tempfile remembers TMPDIR; it must look again


def sweep(job_id: str) -> None:
    """End the job's processes and remove its folder. The process that calls is left alone."""
    deadline = time.monotonic() + GONE_WITHIN_S
    while end_processes(job_id) and time.monotonic() < deadline:
        time.sleep(0.05)
    shutil.rmtree(folder_of(job_id), ignore_errors=True)


def sweep_abandoned() -> list[str]:
    """Sweep the jobs of this machine whose process is gone; return their ids."""
    swept = []
    for folder in _TEMP_ROOT.glob(f"{FOLDER}*"):
        if _is_abandoned(folder / OWNER):
            swept.append(folder.name.removeprefix(FOLDER))
            sweep(swept[-1])
    return swept


def _is_abandoned(owner: Path) -> bool:
    try:
        with owner.open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return time.time() - os.fstat(held.fileno()).st_mtime > SETTLED_S
    except OSError:  # it is held, or another one sweeps it
        return False


def end_processes(job_id: str) -> list[int]:
    """Send SIGKILL to the processes that the job started; return their ids."""
    processes = marked_processes(job_id)
    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    return [process.pid for process in processes]


def marked_processes(job_id: str) -> list[psutil.Process]:
    """Return the job's live processes, its own one left out."""
    folder, own = str(folder_of(job_id)), os.getpid()
    return [
        process
        for process in psutil.process_iter()
        if process.pid != own and _carries(process, job_id, folder)
    ]


def memory_of(job_id: str) -> int:
    """Return the bytes that the job's processes hold, each without what it shares with others."""
    held = 0
    for process in marked_processes(job_id):
        with suppress(psutil.Error):
            memory = process.memory_info()
            held += memory.rss - memory.shared
    return held


def _carries(process: psutil.Process, job_id: str, folder: str) -> bool:
    """Look for the mark in the environment, and for the folder in the command.

    Chromium's children overwrite their environment with their titles, but name the folder.
    """
    with suppress(psutil.Error):
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        if process.environ().get(MARK) == job_id:
            return True
    with suppress(psutil.Error):
        return any(folder in argument for argument in process.cmdline())
    return False
