"""Services that stay up between commands: `make services` starts them, `STOP=1` stops them.

They belong to one clone, with their data and pid file below its folder, and have free ports, so
that several clones can keep services at the same time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path

from dev.files import locked, read_exports, tail
from dev.services import pids
from dev.services.errors import ServiceError
from dev.services.local import ALL
from dev.services.pids import POLL_S
from dev.services.process import recover

PROJECT = Path(__file__).resolve().parents[2]
START_WAIT_S = 330.0  # Elasticsearch's own limit is 300 s


def env_file(root: Path) -> Path:
    """Return the file with the services' export lines; it exists while they answer."""
    return root / "run" / "env"


def kept_variables(root: Path) -> dict[str, str]:
    """Return the variables of the services kept under `root`; empty when they are not up."""
    if not keeper(root):
        return {}
    try:
        return read_exports(env_file(root))
    except OSError:
        return {}


def keeper(root: Path) -> int | None:
    """Return the pid of the process that keeps services under `root`; None without one."""
    return pids.running(root / pids.KEEPER)


def keep(root: Path, need: Collection[str] = ALL) -> dict[str, str]:
    """Start services that outlive this command unless they are up; returns their variables.

    Raises ServiceError, with the end of their log, when they do not come up.
    """
    with locked(root / "keep.lock"):  # of two commands at once, one starts them and both wait
        if keeper(root) is None:
            _spawn(root, need)
    until = time.monotonic() + START_WAIT_S
    while not (variables := kept_variables(root)):
        if keeper(root) is None or time.monotonic() > until:
            log = _log(root)
            raise ServiceError(f"The services did not start. {log} ends:\n{tail(log, 20)}")
        time.sleep(POLL_S)
    return variables


def release(root: Path) -> bool:
    """Stop the services kept under `root` and wait for them; False when none ran."""
    was_up = keeper(root) is not None
    recover(root / pids.KEEPER, signal.SIGTERM)
    env_file(root).unlink(missing_ok=True)
    return was_up


def _spawn(root: Path, need: Collection[str]) -> None:
    env_file(root).unlink(missing_ok=True)
    _log(root).parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "dev.services", "up", "--brief", "--root", str(root)]
    command += ["--need", ",".join(sorted(need)), "--env-file", str(env_file(root))]
    with _log(root).open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=dict(os.environ),
        )
    pids.write(root / pids.KEEPER, process.pid)


def _log(root: Path) -> Path:
    return root / "logs" / "keeper.log"
