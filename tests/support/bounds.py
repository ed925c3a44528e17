"""What only a full run does (`make test FULL=1`): more repetitions, and tests marked `full`."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("WINKEL_FULL"))


def bounded(full: int, reduced: int) -> int:
    """Return `full` in a full run and otherwise `reduced`."""
    return full if FULL else reduced
