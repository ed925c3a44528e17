"""Files that commands share: stamps, locks, logs and `export` lines.

Standard library only: this runs before the virtual environment exists.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


def cache_folder() -> Path:
    """Return the cache that all clones share: WINKEL_CACHE, for root a system folder, or XDG's."""
    if os.environ.get("WINKEL_CACHE"):
        return Path(os.environ["WINKEL_CACHE"])
    if os.geteuid() == 0:
        return Path("/var/cache/winkel")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "winkel"


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
def locked(path: Path, busy: Callable[[], Exception] | None = None) -> Iterator[None]:
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


def tail(log: Path, lines: int = 15) -> str:
    """Return the last lines of a log, for an error message; empty where there is no log."""
    text = log.read_text(errors="replace") if log.exists() else ""
    return "\n".join(text.splitlines()[-lines:])


def export_lines(variables: Mapping[str, str]) -> str:
    """Return the variables as a shell reads them."""
    return "".join(f"export {name}={shlex.quote(variables[name])}\n" for name in sorted(variables))


def write_exports(path: Path, variables: Mapping[str, str]) -> None:
    """Write export lines that only the caller may read (an address may hold a password).

    The file is written atomically: others wait for it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.unlink(missing_ok=True)
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(export_lines(variables))
    aside.rename(path)


def read_exports(path: Path) -> dict[str, str]:
    """Return the variables of such a file; raises OSError where there is none."""
    variables = {}
    for line in path.read_text().splitlines():
        name, _, value = line.removeprefix("export ").partition("=")
        parts = shlex.split(value)
        variables[name] = parts[0] if parts else ""
    return variables
