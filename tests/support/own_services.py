"""Services for one test alone, which it may kill or stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from dev.services.local import Running, ServiceUrls, local_services
from dev.services.process import kill_session
from tests.support.worker import eventually


@contextmanager
def own_services(*need: str) -> Iterator[ServiceUrls]:
    """Run these services in a folder that their user, never root, reaches (not so pytest's)."""
    with TemporaryDirectory(prefix="winkel-own-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        with local_services(Path(name), set(need), lambda _line: None, brief=True) as services:
            try:
                yield services
            finally:
                for one in services.running:
                    resume(one)


def kill(one: Running) -> None:
    """Kill a service with all of its processes, as the kernel does when memory is short."""
    for process in _processes(one):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    kill_session(one.process.popen.pid)
    one.process.popen.wait()


def hang(one: Running) -> None:
    """Stop all of its processes: connections stay, and nothing is answered."""
    for process in _processes(one):
        with suppress(psutil.NoSuchProcess):
            stop(process)


def stop(process: psutil.Process) -> None:
    """Stop a process, and wait until it stands: one that runs on another core goes on a little."""
    process.send_signal(signal.SIGSTOP)
    eventually(lambda: process.status() == psutil.STATUS_STOPPED, f"{process.pid} stands")


def resume(one: Running) -> None:
    """Let its processes go on."""
    for process in _processes(one):
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGCONT)


def _processes(one: Running) -> list[psutil.Process]:
    """Return its processes, the parent first: a stopped parent starts no more."""
    if not one.process.running:
        return []
    parent = psutil.Process(one.process.popen.pid)
    return [parent, *parent.children(recursive=True)]
