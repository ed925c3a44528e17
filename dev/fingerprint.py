"""Whether files changed since something was made of them: a stamp beside what was made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def fingerprint(paths: Iterable[Path], *words: str) -> str:
    """Return a hash of the files' names and contents and of the words; order does not matter."""
    digest = hashlib.sha256("\0".join(words).encode())
    for path in sorted(set(paths)):
        digest.update(f"\0{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, expected: str) -> bool:
    """Tell whether the stamp was written for this fingerprint."""
    return stamp.exists() and stamp.read_text().strip() == expected


def mark(stamp: Path, made_from: str) -> None:
    """Write the stamp, once what it stands for is complete."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(made_from + "\n")
