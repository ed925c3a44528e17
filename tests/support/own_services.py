"""Services for a single test, which it may kill or stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from dev.services.process import kill_session
from dev.services.servers import Server, local_services
from tests.support.worker import eventually


@contextmanager
def own_services(*need: str) -> Iterator[tuple[dict[str, str], list[Server]]]:
    """Run these services in a folder that their user can reach, unlike pytest's."""
    with TemporaryDirectory(prefix="winkel-own-", ignore_cleanup_errors=True) as name:
        (root := Path(name)).chmod(0o755)
        with local_services(root, set(need), lambda _line: None, brief=True) as (urls, servers):
            try:
                yield urls, servers
            finally:
                for service in servers:
                    resume(service)


def kill(service: Server) -> None:
    """Kill a service with all of its processes, as the kernel does when out of memory."""
    for process in _processes(service):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    kill_session(service.popen.pid)
    service.popen.wait()


def hang(service: Server) -> None:
    """Suspend all of its processes: connections stay open without answers."""
    for process in _processes(service):
        with suppress(psutil.NoSuchProcess):
            stop(process)


def stop(process: psutil.Process) -> None:
    """Suspend a process and wait until it is: on another core it runs on for a moment.

    One that has just ended stays a zombie while its suspended parent does not take note of it.
    """
    process.send_signal(signal.SIGSTOP)
    quiet = {psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE}
    eventually(lambda: process.status() in quiet, f"{process.pid} is suspended")


def resume(service: Server) -> None:
    """Resume its processes."""
    for process in _processes(service):
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGCONT)


def _processes(service: Server) -> list[psutil.Process]:
    """Return its processes, the parent first: a suspended parent starts no more."""
    if not service.running:
        return []
    parent = psutil.Process(service.popen.pid)
    return [parent, *parent.children(recursive=True)]
