"""Files, steps and commands of the project's tools: stamps, locks, logs, `export` lines.

Standard library only: this runs before the virtual environment exists.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


class ServiceError(RuntimeError):
    """A service or a step failed; the message has the cause and the remedy."""


class RootInUseError(ServiceError):
    """Another command runs its services in this folder."""


PROGRESS_EVERY_S = 5.0  # of a command that takes long
LONGEST_LINE = 100  # characters


def cache_folder() -> Path:
    """Return the cache that all clones share: WINKEL_CACHE, for root a system folder, or XDG's."""
    xdg = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "winkel"
    default = xdg if os.geteuid() else Path("/var/cache/winkel")
    return Path(os.environ.get("WINKEL_CACHE") or default)


def fingerprint(paths: Iterable[Path], *texts: str) -> str:
    """Return a hash of the files' names and contents, in any order, and of the texts."""
    digest = hashlib.sha256("\0".join(texts).encode())
    for path in sorted(set(paths)):
        digest.update(f"\0{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, expected: str) -> bool:
    """Return True if the stamp was written for this fingerprint."""
    return stamp.exists() and stamp.read_text().strip() == expected


def mark(stamp: Path, expected: str) -> None:
    """Write the stamp after the step that it stands for."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(expected + "\n")


@contextmanager
def file_lock(path: Path, busy: Callable[[], Exception] | None = None) -> Iterator[None]:
    """Hold the file's lock; the kernel releases it however its holder dies.

    While another command holds it: waits, or raises the error that `busy` returns.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (fcntl.LOCK_NB if busy else 0))
        except BlockingIOError:
            if busy is None:
                raise
            raise busy() from None
        yield


@contextmanager
def step(title: str) -> Iterator[list[str]]:
    """Print a step when it begins and when it is done, with its time and the details given."""
    began, details = time.monotonic(), list[str]()
    print(f"… {title}", flush=True)
    yield details
    done = ": ".join(filter(None, [title, *details]))
    print(f"✓ {done} ({time.monotonic() - began:.1f} s)", flush=True)


def run_logged(
    command: list[str], log: Path, cwd: Path, env: Mapping[str, str], advice: str = ""
) -> str:
    """Run a command with its output in a log, printing now and then how far it is.

    Return the last line of its output. Raises ServiceError with the log's end and the advice.
    """
    began = time.monotonic()
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=cwd, env=dict(env), stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )
        try:
            while process.poll() is None:
                try:
                    process.wait(PROGRESS_EVERY_S)
                except subprocess.TimeoutExpired:
                    took = f"    {time.monotonic() - began:.0f} s: "
                    print(took + (last_line(log) or "no output yet"), flush=True)
        finally:
            process.kill()  # where it goes on: the step was ended
            process.wait()
    if process.returncode:
        words = " ".join([Path(command[0]).name, *command[1:]])
        raise ServiceError(f"`{words}` failed. {log} ends:\n{tail(log)}\n{advice}")
    return last_line(log)


def tail(log: Path, lines: int = 15) -> str:
    """Return the last lines of a log, for an error message; empty where there is no log."""
    text = log.read_text(errors="replace") if log.exists() else ""
    return "\n".join(text.splitlines()[-lines:])


def last_line(log: Path) -> str:
    """Return the start of a log's last line; empty for one that only programs read."""
    line = " ".join(tail(log, 1).split())
    return "" if line.startswith("{") else line[:LONGEST_LINE]


def write_exports(path: Path, variables: Mapping[str, str]) -> None:
    """Write a shell's export lines that only the caller may read (an address may hold a password).

    The file is written atomically: others wait for it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.unlink(missing_ok=True)
    aside.touch(mode=0o600)
    lines = (f"export {name}={shlex.quote(value)}\n" for name, value in sorted(variables.items()))
    aside.write_text("".join(lines))
    aside.rename(path)


def read_exports(path: Path) -> dict[str, str]:
    """Return the variables of such a file; raises OSError where there is none."""
    words = shlex.split(path.read_text())
    return dict(word.split("=", 1) for word in words if word != "export")
