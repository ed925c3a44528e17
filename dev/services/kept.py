"""Services that stay up between commands: `make services` starts them, `STOP=1` ends them.

They belong to one clone: their data, their ports' file and their process lie below its folder, and
the ports are free ones, so that several clones keep theirs side by side.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.services.errors import ServiceError
from dev.services.local import ALL
from dev.services.process import POLL_S, recover, started_at

PROJECT = Path(__file__).resolve().parents[2]
START_WAIT_S = 330.0  # Elasticsearch's own limit is 300 s


def env_file(root: Path) -> Path:
    """Return the file with the services' export lines; it is there while they answer."""
    return root / "run" / "env"


def pid_file(root: Path) -> Path:
    """Return the file that names the process which keeps them."""
    return root / "run" / "keeper.pid"


def kept_variables(root: Path) -> dict[str, str]:
    """Return the variables of the services kept under `root`, none when they are not up."""
    if not keeper(root):
        return {}
    try:
        lines = env_file(root).read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.removeprefix("export ").partition("=") for line in lines)
    return {name: shlex.split(value)[0] for name, _, value in pairs}


def keeper(root: Path) -> int | None:
    """Return the process that keeps services under `root`; it ends as soon as one of them does."""
    try:
        pid, started = pid_file(root).read_text().split()
    except (OSError, ValueError):
        return None
    return int(pid) if started_at(int(pid)) == started else None


def keep(root: Path, need: Collection[str] = ALL) -> dict[str, str]:
    """Start services that outlive this command, or find them up; returns their variables.

    Raises ServiceError, with the end of their log, when they do not come up.
    """
    with _alone(root):  # of two commands at once, one starts them and both wait
        if keeper(root) is None:
            _spawn(root, need)
    until = time.monotonic() + START_WAIT_S
    while not (found := kept_variables(root)):
        if keeper(root) is None or time.monotonic() > until:
            raise ServiceError(f"The services did not start. {_log(root)} ends:\n{_tail(root)}")
        time.sleep(POLL_S)
    return found


def release(root: Path) -> bool:
    """End the services kept under `root` and wait until they are gone; False when none ran."""
    was_up = keeper(root) is not None
    recover(pid_file(root), signal.SIGTERM)
    env_file(root).unlink(missing_ok=True)
    return was_up


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    root.mkdir(parents=True, exist_ok=True)
    with (root / "keep.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _spawn(root: Path, need: Collection[str]) -> None:
    env_file(root).unlink(missing_ok=True)
    for path in (pid_file(root), _log(root)):
        path.parent.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "dev.services", "up", "--brief", "--root", str(root)]
    words += ["--need", ",".join(sorted(need)), "--env-file", str(env_file(root))]
    with _log(root).open("wb") as out:
        process = subprocess.Popen(
            words,
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=dict(os.environ),
        )
    pid_file(root).write_text(f"{process.pid} {started_at(process.pid)}\n")


def _log(root: Path) -> Path:
    return root / "logs" / "keeper.log"


def _tail(root: Path) -> str:
    return "\n".join(_log(root).read_text(errors="replace").splitlines()[-20:])
