"""Why a run failed, in words that stand in the history: for an operator, on one line."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy.exc import DBAPIError

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PROBE = bytes(65_536)


def error_text(error: BaseException) -> str:
    """Return the reason of a failed run."""
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return f"The disk is full: {error}"
    if isinstance(error, DBAPIError):
        first = str(error.orig).strip().split("\n")[0]
        return f"PostgreSQL refused or went away: {first}"
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def reason_of(error: BaseException, folders: Iterable[Path]) -> str:
    """Return the reason of a failed run, a full disk where that is behind it.

    A browser that cannot write its profile only goes away; what it met is seen by writing where
    it wrote.
    """
    for folder in folders:
        try:
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(PROBE)
                probe.flush()
        except OSError as met:
            if met.errno in DISK_FULL:
                return f"{error_text(met)} ({error_text(error)})"
    return error_text(error)
