"""Starts the services that are needed, provides their addresses, stops them."""

from __future__ import annotations

import hashlib
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.files import file_lock
from dev.services.errors import RootInUseError
from dev.services.process import Account, recover, service_account, stop_all
from dev.services.servers import SERVERS, VARIABLES, Server

__all__ = ["VARIABLES", "ServiceUrls", "data_folder", "local_services"]
ALL = frozenset(SERVERS)
ROOTS_STATE = Path("/var/lib/winkel")

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """The addresses by environment variable, and the processes of the services."""

    urls: dict[str, str]
    running: tuple[Server, ...]


@contextmanager
def local_services(
    root: Path, need: Collection[str] = ALL, report: Report = print, *, brief: bool = False
) -> Iterator[ServiceUrls]:
    """Run the needed services with their data under `root` while the block runs.

    `brief` prefers a quick start to top speed. Call it from the main thread (the services end with
    the thread that started them). Raises ServiceError when one cannot run or when `root` is in use
    by another command.
    """
    root = root.absolute()
    in_use = f"Another command runs the services in {root}. Stop it first (`make stop`)."
    with file_lock(root / "services.lock", lambda: RootInUseError(in_use)):
        account, began, started = service_account(), time.monotonic(), list[Server]()
        folder = data_folder(root, account)
        try:
            for name in sorted(need):
                own = {"name": name, "root": root, "folder": folder / name, "account": account}
                server = SERVERS[name](**own, brief=brief)  # type: ignore[arg-type]
                recover(server.pid_file, server.stop_signal)
                account.own(server.folder)
                server.start()
                started.append(server)
            for server in reversed(started):  # the slowest one last
                server.wait_until("answer", server.answers, server.start_timeout_s)
                server.complete()
                report(f"{server.name}: {server.url} ({time.monotonic() - began:.1f} s)")
            yield ServiceUrls({VARIABLES[one.name]: one.url for one in started}, tuple(started))
        finally:
            stop_all(started)


def data_folder(root: Path, account: Account) -> Path:
    """Return the folder for the services' data: `root/services` where the account reaches it.

    The system user cannot reach a clone below a closed folder (/root): the data is then under
    /var/lib/winkel.
    """
    folder = root / "services"
    account.own(folder)
    test = [*account.prefix(), "test", "-w", str(folder), "-a", "-x", str(folder)]
    if subprocess.run(test, check=False).returncode:
        folder = elsewhere(root)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        account.own(folder)
    return folder


def elsewhere(root: Path) -> Path:
    """Return where the data of a closed root lies."""
    name = str(root.resolve() / "services")
    return ROOTS_STATE / hashlib.sha256(name.encode()).hexdigest()[:16]
