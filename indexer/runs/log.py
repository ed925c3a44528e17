"""A run's log: one file, one line an entry, whatever the entry holds (faults 22, 27)."""

from __future__ import annotations

import os
import re
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from indexer.runs.errors import UnknownFileError

PREFIX = "scrape/status/"
NAME = re.compile(r"(?:scrape/status/)?([a-z0-9-]{1,200}\.log)")
EVIDENCE_NAME = re.compile(r"run-\d{1,19}-page-\d{1,6}\.(?:png|html)")
ENTRY_LIMIT = 2_000  # characters
TAIL_CHARS = 5_000  # spec §3, "Scraper process"
# Prices carry these spaces; all other characters that do not print are escaped.
PRINTED_SPACES = frozenset("\u00a0\u202f\u2009")


def log_name(subject: str, run_id: int) -> str:
    """Return a run's log name, as its row, its process and the calls of spec §7 carry it."""
    return f"{PREFIX}{subject}-{run_id}.log"


def log_path(log_dir: Path, name: str) -> Path:
    """Return the file of a log, named with or without its prefix; raises UnknownFileError.

    Only names that this module gives out are taken, and no link is followed: nothing outside the
    log folder can be named (fault 22).
    """
    match = NAME.fullmatch(name)
    path = log_dir / "status" / (match.group(1) if match else "")
    if match is None or path.is_symlink():
        raise UnknownFileError(f"{name[:100]!r} is not the name of a log.")
    return path


def evidence_name(run_id: int, page: int, suffix: str) -> str:
    """Return the name of a failed page's screenshot (".png") or HTML (".html")."""
    return f"run-{run_id}-page-{page}{suffix}"


def evidence_path(log_dir: Path, name: str) -> Path:
    """Return the file of a failed page's evidence; raises UnknownFileError as log_path does."""
    path = log_dir / "evidence" / name
    if not EVIDENCE_NAME.fullmatch(name) or path.is_symlink():
        raise UnknownFileError(f"{name[:100]!r} is not the name of a page's evidence.")
    return path


def tail(path: Path, chars: int = TAIL_CHARS) -> str:
    """Return the last characters of a log without reading the rest; "" before its first line."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 4 * chars))
            return file.read().decode("utf-8", "replace")[-chars:]
    except FileNotFoundError:
        return ""


def escape(text: str) -> str:
    """Return the text on one line: what does not print is written as its escape."""
    shown = "".join(
        char if char.isprintable() or char in PRINTED_SPACES else _escaped(char)
        for char in text[:ENTRY_LIMIT]
    )
    more = len(text) - ENTRY_LIMIT
    return f"{shown}… ({more} more characters)" if more > 0 else shown


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")


class RunLog:
    """Writes entries as they come, from any thread. Lines end in CRLF, as spec §4 reads them.

    A full disk raises OSError: the run fails with that reason and not silently without its log.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = path.open("ab", buffering=0)

    def __call__(self, entry: str) -> None:
        """Write one entry."""
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
        line = f"{stamp}Z {escape(entry)}\r\n".encode("utf-8", "backslashreplace")
        with self._lock:
            if self._file.write(line) < len(line):
                raise OSError(28, "The log could not be written whole: no space left on device")

    def close(self) -> None:
        """Close the file; what was written is there already."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
